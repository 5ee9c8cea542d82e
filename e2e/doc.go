// Package e2e proves on the real programs what the rest only claims: a guard that
// rules2guards wrote stops a real harness's tool call, the model reads the reason, and
// everything else goes on as before.
//
// The harness comes from npm, pinned, into a cache folder; the model is a script of ours
// on loopback (package fakemodel), so no login is needed.
// The tests look from outside: at stub programs that leave a trace, at files, and at what
// the harness told the model next.
//
//	go test -tags e2e -count=1 -v ./e2e/
//
// R2G_E2E_CACHE names the cache folder (default: .cache/e2e in the repository). The run
// ends with a table, one line for each case, also written to results.txt there.
package e2e
