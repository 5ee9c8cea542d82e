package main

// usage is the whole of the help, one screen.
const usage = `rules2guards makes coding agents keep the rules that they were given.

usage: rules2guards COMMAND [flags]

  init                       write a starter rules.toml
  check                      check rules.toml and run its examples
  generate                   build the guard and make harnesses run it
      --scope project|user     whose rules (default: project)
      --harness LIST|all       default: those found in the project or on PATH
      --replace                drop rules that rules.toml no longer has
      --dry-run                print what would change, as a diff
      --check                  exit 1 if anything would change
      --os LIST                build for linux/amd64,… into .rules2guards/bin too
      --runtime go|copy        build with Go, or install a copy of this program
      --no-build               write the source, build nothing
      --follow-symlinks        write through links that lead elsewhere
  remove                     take out all that generate put in
  doctor                     check that each installed guard does what the rules say
  permissions                print the rules in the harness's own permission syntax
  explain 'COMMAND'          show how a command is read and which rules fire
      --event FILE             an event of a harness instead; - is standard input
      --code CODE              explain a diagnostic
      --rule ID                show one rule, and where it comes from
      --verbose                name every rule that was compared too
  packs [show NAME]          list the packs, or show one
  test                       run all examples, then list what past sessions would have met
  count                      what past sessions would have met, in numbers for each rule
      --logs PATH              file or folder, - is stdin (default: every harness's own)
      --rule LIST              also --harness, --since 30d, --project DIR; test: --limit N
      --html FILE              write a page with timelines and search
      --fail-on-match          test: exit 1 if a rule fired
      --suggest                count: propose rules; --partial, --merge FILE…: add up
  schema                     print a JSON Schema of rules.toml for editors
  guard                      be the guard of the rules here (reads one event)
  version                    print the version
  help COMMAND               all flags of one command

  --rules FILE               use this rule file; may be given several times
  --project DIR              work on this folder (default: the repository around here)
  --format text|json|github  how it is printed (github: check, generate, doctor)
  --color auto|always|never  colour, on a terminal by default

exit codes: 0 done and clean, 1 findings, 2 wrong usage, 3 failure

examples:
  rules2guards init && rules2guards generate --scope project
  rules2guards explain "sudo sh -c 'git push -f'"
`
