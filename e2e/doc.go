// Package e2e proves on the real programs what the rest only claims: a guard that
// rules2guards wrote stops a real harness's tool call, the model reads the reason, and
// everything else goes on as before.
//
// The harnesses come from npm, pinned, into a cache folder; the model is a script of ours
// on loopback (package fakemodel), so no login is needed. One file for each program says how
// it is installed and started and how its model calls its tools (type subject); the cases
// that all share are written once, in programs_test.go. Trust is given in a home of the
// test's own.
// The tests look from outside: at stub programs that leave a trace, at files, and at what
// the harness told the model next. After remove the same session runs once more, and all
// that was stopped before has to happen: else a stopped call proves nothing. What doctor says
// of an installation is held against what the program then does (doctor_test.go), and printed
// permission rules are tried without a guard (permissions_test.go).
//
//	go test -tags e2e -count=1 -v ./e2e/
//	go test -tags e2e -count=1 -v ./e2e/ -run 'TestPrograms/codex'
//
// R2G_E2E_CACHE names the cache folder (default: .cache/e2e in the repository). The run
// ends with a table, also written to results.txt there. The folder of a failed case stays,
// with the requests that the program made; R2G_E2E_KEEP=1 keeps all of them.
package e2e
