#!/bin/sh
# The whole of rules2guards on an example: demo.sh path/to/rules2guards.
# Everything happens in a scratch folder, which is removed at the end.
set -eu

tool=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
here=$(cd "$(dirname "$0")/.." && pwd)
GOCACHE=$(go env GOCACHE) GOMODCACHE=$(go env GOMODCACHE) # the only things shared with the outside
export GOCACHE GOMODCACHE

scratch=$(mktemp -d)
trap 'chmod -R u+w "$scratch"; rm -rf "$scratch"' EXIT
export HOME="$scratch/home" XDG_DATA_HOME="$scratch/home/data" XDG_CONFIG_HOME="$scratch/home/config"
unset CLAUDE_CONFIG_DIR || true
mkdir -p "$HOME" "$scratch/project"
cd "$scratch/project"
git init -q -b feature .
cp "$here/rules.toml.example" rules.toml
touch pnpm-lock.yaml

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }
[ -t 1 ] || say() { printf '\n== %s\n' "$*"; }

say "check: every rule has examples, and they hold"
"$tool" check

say "generate: what it writes, as a diff"
"$tool" generate --scope project --harness claude-code --dry-run 2>/dev/null >"$scratch/diff"
echo "($(grep -c '^+' "$scratch/diff") lines in all; of rules.go and the settings:)"
sed -n '/^+++ .*rules.go/,/^+++ /p' "$scratch/diff" | sed -n '12,26p'
sed -n '/^+++ .*settings.local.json/,$p' "$scratch/diff" | grep '^+' | head -20
"$tool" generate --scope project --harness claude-code

say "the settings entry"
cat .claude/settings.local.json
hook=$(sed -n 's/.*"command": "\(.*\)",\{0,1\}$/\1/p' .claude/settings.local.json | head -1)

# The events are recorded ones of Claude Code 2.1.332 with this folder in them.
event() { # name, tool, input
	say "event: $1"
	printf '{"session_id":"1a9adb97-1a13-404e-a8ec-5fcd2a466b52","transcript_path":"%s/t.jsonl","cwd":"%s","permission_mode":"bypassPermissions","hook_event_name":"PreToolUse","tool_name":"%s","tool_input":%s,"tool_use_id":"toolu_fake000001"}\n' \
		"$HOME" "$scratch/project" "$2" "$3" >"$scratch/event.json"
	code=0
	sh -c "$hook" <"$scratch/event.json" >"$scratch/out" 2>"$scratch/err" || code=$?
	printf 'exit code %s\n' "$code"
	sed 's/^/stderr: /' "$scratch/err"
	sed 's/^/stdout: /' "$scratch/out"
}
event "git status --short" Bash '{"command":"git status --short","description":"Show changed files"}'
event "sudo sh -c 'cd app && npm install'" Bash '{"command":"sudo sh -c '"'"'cd app && npm install'"'"'"}'
event "Read .env" Read '{"file_path":"'"$scratch/project"'/.env"}'

say "remove: everything is as it was"
"$tool" remove --scope project
git status --short --ignored
