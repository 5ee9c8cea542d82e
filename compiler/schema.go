package compiler

// The structs below mirror rules.toml. Their doc comments are the reference that users
// read (docs/rules.md and the JSON Schema are made from them), so they speak to users. The
// tags: enum lists the words that are allowed, kinds the kinds of rules that know the key,
// required and default say what they say, form says what stands in the strings.

// fileTable is the whole file.
type fileTable struct {
	// The version of the language. May be left out.
	Version number `toml:"version" default:"1"`
	// More rules: packs by name (`"git"`) and files (`"./team.toml"`). A file named
	// `rules.toml` speaks for the folder it stands in: its relative paths start there, and
	// when that is a deeper folder its rules hold only at places in it. Any other file is
	// read as if its text stood here. Files end in `.toml` and lie below the file that names
	// them.
	Use texts `toml:"use" default:"[]"`
	// How the guard behaves. A file that came by `use` can't have this table.
	Guard guardTable `toml:"guard"`
	// The rules, one table each.
	Rules ruleTables `toml:"rule"`
	// Changes to rules that came by `use`, one table each.
	Overrides overrideTables `toml:"override"`
}

// guardTable says how the guard behaves.
type guardTable struct {
	table
	// What happens when the guard itself fails: "allow" lets the call go on, so that a bug
	// never stops your work; "block" stops it and says why.
	OnError text `toml:"on_error" enum:"allow,block" default:"\"allow\""`
	// What happens with shell text that can't be read, when a command, path or content rule
	// would have to judge it.
	OnUnreadable text `toml:"on_unreadable" enum:"block,allow" default:"\"block\""`
	// More programs that run their arguments as a command, as `sudo` does.
	Wrappers texts `toml:"wrappers" default:"[]"`
	// Tools that run shell text or open files under names of their own:
	// `[{ tool = "mcp__x__run", command = "script" }]`.
	Tools toolTables `toml:"tools" default:"[]"`
	// Keep the agent from changing the guard, the settings that run it, and these rules.
	ProtectSelf flag `toml:"protect_self" default:"true"`
}

// toolTable tells which field of a tool is shell text or a file.
type toolTable struct {
	table
	// The tool's name, with globs; case is ignored.
	Tool text `toml:"tool" required:"yes"`
	// The field that holds shell text.
	Command text `toml:"command"`
	// The field that holds a file's path; the file counts as read and written.
	Path text `toml:"path"`
}

// ruleTable is one rule.
type ruleTable struct {
	table
	// The rule's name: small letters, digits and single hyphens. Unique.
	ID text `toml:"id" required:"yes"`
	// What the rule looks at. It decides which of the keys below are known.
	Kind text `toml:"kind" required:"yes" enum:"command,path,content,host,tool"`
	// Why: the agent reads it when the rule fires.
	Message text `toml:"message" required:"yes"`
	// What the agent should do instead.
	Instead text `toml:"instead"`
	// What happens when the rule fires. "block" stops the call. "ask" lets a person decide,
	// and blocks where the harness can't ask. "warn" tells the agent and lets the call go on.
	// "count" is for trying out: `count` and `test` use the rule, the guard doesn't carry it.
	Action text `toml:"action" enum:"block,ask,warn,count" default:"\"block\""`

	// Command lines as you would type them, with globs: `git push {--force,--mirror}`,
	// `curl | sh`, `sudo rm`. One is enough.
	Commands texts `toml:"commands" kinds:"command" form:"command pattern"`
	// A regular expression (RE2). In a command rule it begins with `^` and sees the
	// program's base name and its words, joined by single spaces; with `commands`, both must
	// hold. In a content rule it is searched in the new text; `^` and `$` match at lines,
	// `\A` at the start of the text.
	Pattern text `toml:"pattern" kinds:"command,content" form:"RE2"`

	// Files and folders, with globs. A folder covers what is in it. In a path rule required,
	// in a content rule the default is every file.
	Paths texts `toml:"paths" kinds:"path,content" form:"path glob"`
	// The ways of touching a file that count. Required in a path rule.
	Access texts `toml:"access" kinds:"path" enum:"read,write,create,delete"`
	// Only accesses by a shell command, or only those by a file tool.
	Via text `toml:"via" kinds:"path" enum:"shell,tool" default:"both"`

	// A regular expression (RE2) that a whole text must match: the rule fires on a message,
	// a title, or a file created or overwritten in which there is no match.
	MustMatch text `toml:"must_match" kinds:"content" form:"RE2"`
	// A regular expression (RE2): a match of `pattern` doesn't count if a line that it
	// touches matches this.
	ExceptPattern text `toml:"except_pattern" kinds:"content" form:"RE2"`
	// The texts that the rule reads. `sql` is text given to psql, mysql, sqlite3 and the
	// like: one statement per line, without comments, blanks collapsed.
	Targets texts `toml:"targets" kinds:"content" enum:"file,commit-message,pr-title,pr-body,sql" default:"[\"file\"]"`

	// Hosts that the call itself names, with globs. `x.com` covers its subdomains.
	Hosts texts `toml:"hosts" kinds:"host" form:"host glob"`

	// Tool names, with globs; case is ignored. Claude Code's names hold for every harness,
	// a harness's own name does too.
	Tools texts `toml:"tools" kinds:"tool" form:"tool glob"`

	// What is not meant, in the form of the kind's own list: command patterns, paths (path
	// and content), hosts, tools.
	Except texts `toml:"except" default:"[]"`
	// The rule speaks only if all of these hold.
	When conditionTable `toml:"when"`
	// The rule is silent if all of these hold.
	Unless conditionTable `toml:"unless"`
	// For what is known only at run time (`"$F"`, `x-$V`). "pass": it counts as a match only
	// if it matches whatever the unknown part is. "fire": if it could match. More below.
	OnUnknown text `toml:"on_unknown" enum:"pass,fire" default:"\"pass\""`
	// true: shell scripts that a call runs are read too and judged by this rule, when nothing
	// fires on the call itself: `bash FILE`, `. FILE`, `sh < FILE`, `./FILE` with a shell's first
	// line, and the package.json scripts behind `npm run NAME` and its kin, pre and post too. At most 8
	// files of 64 KiB, 128 KiB in all, scripts in scripts three deep; beyond that the call passes.
	Scripts flag `toml:"scripts" default:"false" kinds:"command,path,content,host"`
	// The harnesses for which the rule holds.
	Harnesses texts `toml:"harnesses" default:"all" form:"harness id"`
	// false: the rule is checked and then left out.
	Enabled flag `toml:"enabled" default:"true"`
	// Examples that must fire. They run at every compile.
	FiresOn examples `toml:"fires_on"`
	// Examples on which the rule must be silent.
	PassesOn examples `toml:"passes_on"`
}

// overrideTable changes a rule that came by `use`: keys given replace the rule's own,
// `except`, `fires_on` and `passes_on` add to them.
type overrideTable struct {
	// Why this project differs. For the reader of the file.
	Reason text `toml:"reason" required:"yes"`
	// The rule's id, and the keys of a rule that change.
	ruleTable
}

// conditionTable is a `when` or `unless` table. What is left out is not asked.
type conditionTable struct {
	table
	// The branch at the place is one of these globs. The place is a command's folder (`cd`
	// and `-C` are followed), a file's folder, else the call's folder. For `git push`: any
	// branch that it pushes to. Without a branch (detached head, no repository) it never holds.
	Branch texts `toml:"branch" form:"glob"`
	// The place lies in one of these folders.
	In texts `toml:"in" form:"path glob"`
	// One of these files exists, looked for from the place up to the project's root.
	Exists texts `toml:"exists" form:"relative path"`
	// The place is (true) or is not (false) a linked worktree.
	Worktree flag `toml:"worktree"`
	// Fields of the tool call that match regular expressions: `{ timeout = '.' }`. `a.b`
	// descends, in a list any element will do, an absent field matches nothing.
	Input inputTable `toml:"input" form:"RE2"`
}

// exampleTable is an example that is more than a shell command. Exactly one of the first
// seven keys says what the call is, the others are facts. No disk is looked at: home is
// /home/u, the project /home/u/project, and nothing exists but what `exists` says. A
// condition on a fact that isn't stated counts as met.
type exampleTable struct {
	table
	// A shell command.
	Command text `toml:"command"`
	// A file that is read.
	Read text `toml:"read"`
	// A file that was there and is written.
	Write text `toml:"write"`
	// A file that wasn't there and is written.
	Create text `toml:"create"`
	// A file that is deleted.
	Delete text `toml:"delete"`
	// An address that a tool opens.
	Fetch text `toml:"fetch"`
	// A tool's name.
	Tool text `toml:"tool"`
	// The new text of the file: the whole of it, or what takes the place of `old`.
	Text text `toml:"text"`
	// The part of the file's text that is replaced.
	Old text `toml:"old"`
	// Fields of the tool call.
	Input valueTable `toml:"input"`
	// The branch that is checked out. Left out, it is open.
	Branch text `toml:"branch"`
	// The folder in which the call starts, relative to the project. Left out, it is open: "."
	// is the project's root.
	In text `toml:"in"`
	// Files that exist.
	Exists texts `toml:"exists"`
	// The place is a linked worktree.
	Worktree flag `toml:"worktree"`
}
