# Two of these matter to a newcomer: `make demo` shows what rules2guards does, `make test`
# passes the tests. Everything that they need, they install.

GO ?= go
CACHE ?= $(CURDIR)/.cache
GOFUMPT = mvdan.cc/gofumpt@v0.12.0
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2
BENCHSTAT = golang.org/x/perf/cmd/benchstat@latest
FUZZTIME ?= 10s

# The packages with golden files: -update means nothing elsewhere.
GOLDEN = ./cmd/rules2guards ./compiler ./emit ./golden

.PHONY: all demo build test short golden fuzz oracle bench bench-replay browser lint fmt e2e ci clean

all: build test

demo: build
	sh scripts/demo.sh bin/rules2guards

build:
	$(GO) build -o bin/rules2guards ./cmd/rules2guards

test:
	$(GO) test ./...

short:
	$(GO) test -short ./...

golden:
	$(GO) test $(GOLDEN) -update

fuzz:
	sh scripts/fuzz.sh $(FUZZTIME)

oracle:
	$(GO) test ./guard/shell -run TestBashOracle -count=1 -timeout 60m -v -oracle.n=100000 -oracle.seed=0

bench:
	$(GO) run ./scripts/bench
	$(GO) test ./guard/... ./compiler ./emit -run "^$$" -bench . -benchmem

# Past sessions: 1 GiB of synthetic logs, beside grep over the same files.
bench-replay: build
	$(GO) run ./scripts/benchreplay -size 1024 -bin bin/rules2guards

# The page of count and test in a real browser, which the script installs where it can.
browser:
	sh scripts/chromium.sh
	$(GO) test -tags browser -count=1 ./replay -run TestBrowser -v

lint:
	test -z "$$($(GO) run $(GOFUMPT) -l .)"
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) -checks inherit,ST1000,ST1016,ST1020,ST1021,ST1022 ./...

fmt:
	$(GO) run $(GOFUMPT) -w .

e2e:
	$(GO) test -tags e2e -count=1 -timeout 40m -v ./e2e/

ci: build lint
	$(GO) test -race -short ./...
	$(MAKE) golden
	git diff --exit-code
	cd golden/full/want/rules2guards && GOWORK=off GOPROXY=off GOFLAGS=-mod=readonly $(GO) build -o /dev/null .
	GOOS=windows $(GO) build ./...
	GOOS=darwin $(GO) build ./...

clean:
	rm -rf bin .cache
