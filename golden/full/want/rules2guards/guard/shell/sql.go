package shell

import "strings"

// sqlProgram says which options of a database's program hold SQL, and whether its words
// do. ok is false for other programs.
func sqlProgram(program string) (options string, words int, ok bool) {
	switch program {
	case "psql", "pgcli", "usql", "duckdb":
		words = -1
		if program == "duckdb" {
			words = 1
		}
		return " --command -c -cmd ", words, true
	case "mysql", "mariadb", "mycli", "trino", "presto", "cqlsh", "hive", "cockroach", "singlestore":
		return " --execute -e ", -1, true
	case "sqlite3", "sqlite", "litecli", "libsql":
		return " -cmd ", 1, true
	case "clickhouse-client", "clickhouse", "impala-shell", "snowsql", "beeline", "spark-sql", "osqueryi":
		return " --query -q -e ", -1, true
	case "sqlcmd":
		return " -Q -q ", -1, true
	case "bq":
		return " ", 1, true
	case "turso", "wrangler":
		return " --command ", -1, true
	case "sqlplus", "isql", "fbsql", "tsql":
		return " ", -1, true
	}
	return "", 0, false
}

// sqlMessages returns the SQL that a command hands to a database.
func sqlMessages(c *Command) []Message {
	options, words, ok := sqlProgram(c.Program)
	if !ok {
		return nil
	}
	var out []Message
	add := func(v Value, span Span) {
		if t := statements(string(v), c.Program); t != "" {
			out = append(out, Message{Target: "sql", Text: Value(t), Whole: true, Span: span})
		}
	}
	lines := Lines(c)
	given := false
	for i := range lines {
		l := &lines[i]
		for k := range l.Options {
			if o := &l.Options[k]; o.HasValue && strings.Contains(options, " "+o.Name+" ") {
				add(o.Value, c.Args[max(o.Arg, o.ValueArg)].Span)
				given = true
			}
		}
		rest := l.Words[l.Sub:]
		if c.Program == "bq" {
			if l.Sub == 0 || l.Words[0].Value != "query" {
				continue
			}
			words = 0
		}
		if words >= 0 && len(rest) > words {
			for _, w := range rest[words:] {
				add(w.Value, w.Span)
				given = true
			}
		}
		break
	}
	if c.Stdin != nil && !given {
		add(c.Stdin.Value, c.Stdin.Span)
	}
	return out
}

// statements writes SQL with one statement per line: comments gone, blanks collapsed, text
// in quotes as it is but for its line ends. Commands of the client itself (\d, .tables)
// stand on a line of their own.
func statements(s, program string) string {
	var b strings.Builder
	mysql := program == "mysql" || program == "mariadb"
	blank, empty := false, true
	put := func(text string) {
		if blank && !empty {
			b.WriteByte(' ')
		}
		blank, empty = false, false
		b.WriteString(text)
	}
	end := func() {
		if !empty {
			b.WriteByte('\n')
		}
		blank, empty = false, true
	}
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			blank = true
			i++
		case c == ';':
			end()
			i++
		case strings.HasPrefix(s[i:], "--") || mysql && c == '#':
			i += lineLen(s[i:])
			blank = true
		case strings.HasPrefix(s[i:], "/*!") && mysql: // MySQL runs it
			i += 3
			for i < len(s) && s[i] >= '0' && s[i] <= '9' {
				i++
			}
			blank = true
		case strings.HasPrefix(s[i:], "*/") && mysql:
			i += 2
			blank = true
		case strings.HasPrefix(s[i:], "/*"):
			i += commentLen(s[i:], !mysql)
			blank = true
		case c == '\'' || c == '"' || c == '`':
			n := quotedLen(s[i:], mysql || i > 0 && s[i-1]|0x20 == 'e')
			put(strings.NewReplacer("\n", " ", "\r", " ").Replace(s[i : i+n]))
			i += n
		case c == '$' && !mysql && dollarLen(s[i:]) > 0:
			n := dollarLen(s[i:])
			put(strings.NewReplacer("\n", " ", "\r", " ").Replace(s[i : i+n]))
			i += n
		case empty && (c == '\\' && program == "psql" || c == '.' && strings.HasPrefix(program, "sqlite")):
			n := lineLen(s[i:])
			put(strings.TrimSpace(s[i : i+n]))
			end()
			i += n
		case c == 0 && i+1 < len(s): // a mark: two bytes
			put(s[i : i+2])
			i += 2
		default:
			n := 1
			for i+n < len(s) && wordByte(s[i+n]) && wordByte(c) {
				n++
			}
			put(s[i : i+n])
			i += n
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
}

// lineLen is the length of the first line of s.
func lineLen(s string) int {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return i
	}
	return len(s)
}

// commentLen is the length of the /* comment */ that s begins with; PostgreSQL nests them.
func commentLen(s string, nests bool) int {
	depth := 0
	for i := 0; i+1 < len(s); i++ {
		switch {
		case s[i] == '/' && s[i+1] == '*' && (nests || depth == 0):
			depth++
			i++
		case s[i] == '*' && s[i+1] == '/':
			depth--
			i++
			if depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}

// quotedLen is the length of the quoted text that s begins with.
func quotedLen(s string, backslash bool) int {
	for i := 1; i < len(s); i++ {
		switch {
		case backslash && s[i] == '\\' && s[0] != '`':
			i++
		case s[i] == s[0]:
			if i+1 < len(s) && s[i+1] == s[0] {
				i++
				continue
			}
			return i + 1
		}
	}
	return len(s)
}

// dollarLen is the length of the $tag$ text $tag$ that s begins with, or 0.
func dollarLen(s string) int {
	n := 1
	for n < len(s) && wordByte(s[n]) {
		n++
	}
	if n == len(s) || s[n] != '$' || n > 1 && s[1] >= '0' && s[1] <= '9' {
		return 0
	}
	tag := s[:n+1]
	if i := strings.Index(s[n+1:], tag); i >= 0 {
		return n + 1 + i + len(tag)
	}
	return len(s)
}
