# Everything one does with Parichay. `make help` lists it.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# The project's own Node 24 before the machine's.
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)

# One set of flags for building, testing and linting, so that they share the compiler's cache.
export CGO_ENABLED := 0
export GOFLAGS := $(GOFLAGS) -trimpath -buildvcs=false

# The S3 server that the tests of buckets need; `make s3` builds it.
export DEV_S3_SERVER := $(wildcard $(CURDIR)/bin/versitygw)

VERSION ?= $(shell scripts/version || echo dev)
LINT := go tool -modfile=tools/go.mod golangci-lint
WEB := web/dist/.vite/manifest.json
WEB_SOURCES := $(shell find web/src web/public web/*.ts locales -type f ! -name '*.go' ! -name '*.test.*' 2>/dev/null)

help: ## this list
	@sed -n 's/^\([a-z0-9-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

setup: ## install what this machine lacks (PostgreSQL, Chromium, npm packages, Go tools)
	@scripts/setup

dev: $(WEB) ## run everything, rebuild and restart on change; data stays in .dev/
	@DEV_PGDATA=.dev/postgres scripts/with-postgres node scripts/dev.mjs

build: $(WEB) ## bin/parichay, front end inside
	@go build -ldflags "-s -w -buildid=$(VERSION) -X main.version=$(VERSION)" -o bin/parichay ./cmd/parichay

$(WEB): $(WEB_SOURCES) package-lock.json
	@echo "web"; npm run --silent build -- --logLevel warn || { rm -f $@; exit 1; }
	@touch $@

# Before the front end is built, which may need what is written here; the programs only need its folder not to be empty.
generate: ## write the generated files anew (API description and its page, types, field table, settings, metrics)
	@mkdir -p web/dist && { ls -A web/dist | grep -q . || touch web/dist/.empty; }
	@go test -run 'TestGenerated|TestEveryWrongValue' ./internal/api ./internal/ops/settings ./internal/kit/metric ./internal/testkit/hostile -update
	@openapi-typescript api/openapi.json --output web/src/api/schema.gen.ts >/dev/null
	@node scripts/api-page.mjs

format: ## format all sources in place
	@$(LINT) fmt ./...
	@biome check --write --colors=off

# Beside each other, because each of them waits: databases and programs that start here, one thread there. What passes says little.
check: $(WEB) ## formats, lints, types, generated files, unit and database tests
	@$(MAKE) -j2 --output-sync=target check-go check-web

check-web: $(WEB)
	@echo "generated types"; openapi-typescript api/openapi.json --output web/src/api/schema.gen.ts --check >/dev/null
	@node scripts/api-page.mjs --check
	@echo "biome"; biome ci --colors=off --error-on-warnings
	@echo "types"; tsc
	@echo "oxlint"; oxlint --type-aware --deny-warnings
	@node scripts/check-floors.mjs
	@node scripts/check-words.mjs
	@node scripts/clauses.mjs >/dev/null
	@node scripts/check-supply.mjs
	@node scripts/check-papers.mjs
	@node scripts/promises.mjs --check
	@echo "unused"; knip
	@$(if $(CI),NO_COLOR=1) vitest run --root web

# Without go test's own vet: golangci-lint runs all of it.
check-go: $(WEB)
	@go mod tidy -diff
	@echo "golangci-lint"; $(LINT) run ./...
	@$(if $(DEV_S3_SERVER),,echo "S3 tests not run: make s3 builds the server they need")
	@scripts/with-postgres --memory go test -vet=off ./... | awk '/\[no test files\]$$/ { next } /^ok / { all++; kept += /\(cached\)/; next } { print } \
		END { printf "go test: %d packages passed, %d of them unchanged since they last did\n", all, kept }'

e2e: build ## drive the built binary in Chromium; ARGS="share.spec.ts --project=phone" picks
	@go build -o bin/ ./cmd/mailbox && scripts/with-postgres --memory playwright test $(ARGS)

medians: ## what each browser test takes, from the last five runs on this machine: e2e/medians.json
	@node e2e/slow.ts

looks: build ## forty accents in light and dark on every public page: nothing that cannot be read; LOOKS=100 tries more
	@LOOKS=$(or $(LOOKS),40) scripts/with-postgres --memory playwright test looks.spec.ts --project=phone

# Not part of ci: the two other browsers take more than 400 MB of disk.
engines: build ## every public page, dialog and an owner's first steps in Chromium, WebKit and Firefox; ARGS="webkit" picks
	@for program in WebKitWebDriver Xvfb firefox-esr; do command -v $$program >/dev/null || { scripts/setup engines; break; }; done
	@scripts/with-postgres node scripts/engines.mjs $(ARGS)

corpus: build ## every payload of internal/testkit/hostile in every stored text, every document of them opened with the policy off and on
	@go build -o bin/ ./cmd/mailbox && CORPUS=all scripts/with-postgres --memory playwright test corpus.spec.ts --project=phone

# Seeds run with the tests; what falls is written to the package's testdata/fuzz, and stays there as a seed.
fuzz: ## every fuzz target for SECONDS (10) each; ONLY=FuzzMail picks
	@grep -rlE '^func Fuzz' --include='*_test.go' internal locales cmd | sort | while read -r file; do \
		for target in $$(sed -n 's/^func \(Fuzz[A-Za-z]*\)(.*/\1/p' "$$file"); do \
			case "$$target" in $(or $(ONLY),*)) ;; *) continue ;; esac; \
			printf '%s ' "$$target"; scripts/with-postgres --memory go test "./$$(dirname "$$file")" -run '^$$' -fuzz "^$$target\$$" -fuzztime $(or $(filter-out 0,$(SECONDS)),10)s -fuzzminimizetime 200x -parallel 2 | grep -vE '^(fuzz: elapsed|PASS)' || exit 1; \
		done; \
	done

# Against the copy of the database in tools/vuln, whose date it prints; scripts/vulnerabilities.mjs says how to make it anew.
vulnerabilities: $(WEB) ## known holes in what the program calls (govulncheck, without a network)
	@node scripts/vulnerabilities.mjs

clauses: ## which tests prove which clause of the specification
	@node scripts/clauses.mjs

budgets: build ## weigh what a visitor downloads
	@scripts/with-postgres node scripts/budgets.mjs

first-load: build ## the owner's app on slow 4G with a slow processor, on a quiet machine
	@scripts/with-postgres node scripts/first-load.mjs

lighthouse: build ## Lighthouse against the gates, on a quiet machine; ARGS="--runs=1 /gu" picks
	@scripts/with-postgres node scripts/lighthouse.mjs $(ARGS)

bench: build ## measure against bare baselines of the same run; ARGS="serve" picks
	@go build -o bin/ ./cmd/bench && scripts/with-postgres bin/bench $(ARGS)

drills: build $(if $(findstring tls,$(ARGS))$(findstring crowd,$(ARGS)),bin/pebble) ## break things under the program and see what it keeps; ARGS="outage" picks
	@go build -o bin/ ./cmd/nemesis && scripts/with-postgres bin/nemesis $(ARGS)

# The list is read from the tables of README.md, SECURITY.md and docs/*.md; scripts/promises.mjs says which are cheap and which need a quiet machine.
promises: ## every command that the papers promise, with time and verdict; ARGS="truth" picks, ARGS=--busy leaves out what needs a quiet machine, ARGS=--list lists
	@node scripts/promises.mjs $(ARGS)

# Not part of ci: the server alone takes two minutes to build.
s3: build bin/versitygw ## pictures in a real S3 server: tests, then the drill
	@go build -o bin/ ./cmd/nemesis
	@DEV_S3_SERVER=$(CURDIR)/bin/versitygw scripts/with-postgres --memory go test ./internal/store/media ./internal/ops/backup
	@DEV_S3_SERVER=$(CURDIR)/bin/versitygw scripts/with-postgres bin/nemesis s3

bin/versitygw: tools/s3/go.mod
	@echo "versitygw"; go build -C tools/s3 -o ../../$@ github.com/versity/versitygw/cmd/versitygw

# The authority of the drill "tls", and the name server it asks.
bin/pebble: tools/acme/go.mod
	@echo "pebble"; go build -C tools/acme -o ../../bin/ tool

# The JavaScript engine is one goroutine's own: watching it too would make every page ten times slower.
race: $(WEB) ## the Go tests under the race detector (needs a C compiler)
	@CGO_ENABLED=1 scripts/with-postgres --memory go test -race -gcflags='modernc.org/...=-race=false' ./...

ci: check e2e budgets ## what .ci/run runs
	@node scripts/promises.mjs --cheap
	@$(MAKE) install-check

# Under a minute and a half, and needs nothing but PostgreSQL; the other ways are nightly's.
install-check: $(WEB) ## the units, the compose file and the settings as documented; the bare program installed in an empty root
	@scripts/check-deploy
	@[ "$$(id -u)" = 0 ] || { echo "not root: the program is not installed in a root of its own"; exit 0; }; \
	ONLY="$$(go env GOARCH) archive" OUT=bin/try scripts/release >/dev/null && scripts/try-install binary bin/try

release: $(WEB) ## all that is downloaded, into dist/: programs, Debian packages, images, bill of materials, licences, checksums
	@scripts/release

release-twice: ## the same, twice, the second time from a new front end: equal byte by byte
	@$(MAKE) release
	@rm -rf web/dist && $(MAKE) $(WEB) && OUT=dist-again scripts/release >/dev/null
	@cmp dist/SHA256SUMS dist-again/SHA256SUMS && rm -rf dist-again && echo "equal: $$(wc -l <dist/SHA256SUMS) files"

# Needs root: every way to install in a clean root, both proxies for real, a release made twice. CI is unset: browser tests then run in full.
nightly: ## what takes too long for every change; part by part: make promises ARGS="deb sites"
	@scripts/setup release
	@CI= node scripts/promises.mjs

clean: ## remove what was built (not node_modules, not .dev)
	rm -rf bin dist web/dist test-results coverage

.PHONY: help setup dev build generate format check check-web check-go e2e medians looks engines corpus fuzz vulnerabilities clauses budgets first-load lighthouse bench drills promises s3 race ci install-check release release-twice nightly clean
