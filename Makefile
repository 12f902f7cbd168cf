# All developer commands. `make help` lists them.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# The project's Node 24 comes before the machine's Node.
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)

# One set of flags for building, testing and linting, so that they share the compiler's cache.
export CGO_ENABLED := 0
export GOFLAGS := $(GOFLAGS) -trimpath -buildvcs=false

# S3 server for the bucket tests; `make s3` builds it.
export DEV_S3_SERVER := $(wildcard $(CURDIR)/bin/versitygw)

VERSION ?= $(shell scripts/version || echo dev)
LINT := go tool -modfile=tools/go.mod golangci-lint
WEB := web/dist/.vite/manifest.json
WEB_SOURCES := $(shell find web/src web/public web/*.ts locales -type f ! -name '*.go' ! -name '*.test.*' 2>/dev/null)

help: ## list the targets
	@sed -n 's/^\([a-z0-9-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

setup: ## install missing tools (PostgreSQL, Chromium, npm packages, Go tools)
	@scripts/setup

# Quick if nothing changed. It uses the same flags as every other target; otherwise each tool would be compiled twice.
tools: ## download the Go modules and compile golangci-lint
	@echo "go modules and tools"; go mod download && $(LINT) version >/dev/null

dev: $(WEB) ## run the product; rebuild and restart on every change; data is kept in .dev/
	@DEV_PGDATA=.dev/postgres scripts/with-postgres node scripts/dev.mjs

build: $(WEB) ## build bin/parichay with the front end embedded
	@go build -ldflags "-s -w -buildid=$(VERSION) -X main.version=$(VERSION)" -o bin/parichay ./cmd/parichay

$(WEB): $(WEB_SOURCES) package-lock.json
	@echo "web"; npm run --silent build -- --logLevel warn || { rm -f $@; exit 1; }
	@touch $@

# Does not depend on the front-end build, which may need these files. The Go code only needs web/dist not to be empty.
generate: ## regenerate files (API description and its page, types, field table, settings, metrics)
	@mkdir -p web/dist && { ls -A web/dist | grep -q . || touch web/dist/.empty; }
	@go test -run 'TestGenerated|TestEveryWrongValue' ./internal/api ./internal/ops/settings ./internal/kit/metric ./internal/testkit/hostile -update
	@openapi-typescript api/openapi.json --output web/src/api/schema.gen.ts >/dev/null
	@node scripts/api-page.mjs

format: ## format all sources in place
	@$(LINT) fmt ./...
	@biome check --write --colors=off

# Both halves run in parallel: the Go half waits for databases and processes, the web half uses one thread.
# Output is short when everything passes.
check: $(WEB) ## check formatting, lint, types and generated files; run unit and database tests
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
	@node scripts/check-festivals.mjs
	@node scripts/promises.mjs --check
	@echo "unused"; knip
	@$(if $(CI),NO_COLOR=1) vitest run --root web

# go test's own vet is off because golangci-lint runs the same checks.
check-go: $(WEB)
	@go mod tidy -diff
	@echo "golangci-lint"; $(LINT) run ./...
	@$(if $(DEV_S3_SERVER),,echo "S3 tests skipped: run make s3 to build the server they need")
	@scripts/with-postgres --memory go test -vet=off ./... | awk '/\[no test files\]$$/ { next } /^ok / { all++; kept += /\(cached\)/; next } { print } \
		END { printf "go test: %d packages passed, %d of them cached\n", all, kept }'

e2e: build ## test the built binary in Chromium; ARGS="share.spec.ts --project=phone" selects tests
	@go build -o bin/ ./cmd/mailbox && scripts/with-postgres --memory playwright test $(ARGS)

medians: ## write e2e/medians.json: each browser test's median time over the last five runs on this machine
	@node e2e/slow.ts

looks: build ## check that text is readable on every public page in forty accent colours, light and dark; LOOKS=100 tries more
	@LOOKS=$(or $(LOOKS),40) scripts/with-postgres --memory playwright test looks.spec.ts --project=phone

# Not part of ci: the two other browsers take more than 400 MB of disk.
engines: build ## test public pages, dialogs and an owner's first steps in Chromium, WebKit and Firefox; ARGS="webkit" selects one
	@for program in WebKitWebDriver Xvfb firefox-esr; do command -v $$program >/dev/null || { scripts/setup engines; break; }; done
	@scripts/with-postgres node scripts/engines.mjs $(ARGS)

corpus: build ## store every payload of internal/testkit/hostile in every text field and open every document, with CSP off and on
	@go build -o bin/ ./cmd/mailbox && CORPUS=all scripts/with-postgres --memory playwright test corpus.spec.ts --project=phone

# Seeds run with the tests. A failing input is written to the package's testdata/fuzz and stays there as a seed.
fuzz: ## run every fuzz target for SECONDS (10) each; ONLY=FuzzMail selects one
	@grep -rlE '^func Fuzz' --include='*_test.go' internal locales cmd | sort | while read -r file; do \
		for target in $$(sed -n 's/^func \(Fuzz[A-Za-z]*\)(.*/\1/p' "$$file"); do \
			case "$$target" in $(or $(ONLY),*)) ;; *) continue ;; esac; \
			printf '%s ' "$$target"; scripts/with-postgres --memory go test "./$$(dirname "$$file")" -run '^$$' -fuzz "^$$target\$$" -fuzztime $(or $(filter-out 0,$(SECONDS)),10)s -fuzzminimizetime 200x -parallel 2 | grep -vE '^(fuzz: elapsed|PASS)' || exit 1; \
		done; \
	done

# Uses the copy of the vulnerability database in tools/vuln and prints its date.
# scripts/vulnerabilities.mjs explains how to update the copy.
vulnerabilities: $(WEB) ## find known vulnerabilities in code that the program calls (govulncheck, offline)
	@node scripts/vulnerabilities.mjs

# Applies the patches in scripts/acid to a scratch worktree of HEAD. Takes up to half an hour on two cores.
acid: $(WEB) ## check what a field, a list, a block kind and a report cost, and that a forgotten file is named; ARGS="--whole list" selects
	@node scripts/acid.mjs $(ARGS)

clauses: ## list the tests that prove each clause of the specification
	@node scripts/clauses.mjs

budgets: build ## check the size of visitors' downloads against the budgets
	@scripts/with-postgres node scripts/budgets.mjs

first-load: build ## time the first load of the owner's app on slow 4G and a slow CPU; needs a quiet machine
	@scripts/with-postgres node scripts/first-load.mjs

lighthouse: build ## check Lighthouse scores; needs a quiet machine; ARGS="--runs=1 /gu" sets the runs and paths
	@scripts/with-postgres node scripts/lighthouse.mjs $(ARGS)

bench: build ## run benchmarks against baselines of the same run; ARGS="serve" selects one
	@go build -o bin/ ./cmd/bench && scripts/with-postgres bin/bench $(ARGS)

drills: build $(if $(findstring tls,$(ARGS))$(findstring crowd,$(ARGS)),bin/pebble) ## cause failures and check that the program keeps its promises; ARGS="outage" selects one
	@go build -o bin/ ./cmd/nemesis && scripts/with-postgres bin/nemesis $(ARGS)

# The commands are read from README.md, SECURITY.md and docs/*.md.
# scripts/promises.mjs lists the cheap ones and those that need a quiet machine.
promises: ## run every command that the documentation promises; ARGS="truth" selects, ARGS=--busy skips those that need a quiet machine, ARGS=--list lists
	@node scripts/promises.mjs $(ARGS)

# Not part of ci: the server alone takes two minutes to build.
s3: build bin/versitygw ## test pictures on a real S3 server, then run the S3 drill
	@go build -o bin/ ./cmd/nemesis
	@DEV_S3_SERVER=$(CURDIR)/bin/versitygw scripts/with-postgres --memory go test ./internal/store/media ./internal/ops/backup
	@DEV_S3_SERVER=$(CURDIR)/bin/versitygw scripts/with-postgres bin/nemesis s3

bin/versitygw: tools/s3/go.mod
	@echo "versitygw"; go build -C tools/s3 -o ../../$@ github.com/versity/versitygw/cmd/versitygw

# The certificate authority and the DNS server of the drill "tls".
bin/pebble: tools/acme/go.mod
	@echo "pebble"; go build -C tools/acme -o ../../bin/ tool

# The JavaScript engine is excluded: one goroutine owns it, and instrumenting it makes every page ten times slower.
race: $(WEB) ## run the Go tests under the race detector (needs a C compiler)
	@CGO_ENABLED=1 scripts/with-postgres --memory go test -race -gcflags='modernc.org/...=-race=false' ./...

ci: check e2e budgets ## run the gate, as .ci/run does
	@node scripts/promises.mjs --cheap
	@$(MAKE) install-check

# Takes under 90 seconds and needs only PostgreSQL. `make nightly` tests the other ways to install.
install-check: $(WEB) ## check units, compose file and documented settings; install the bare program in an empty root
	@scripts/check-deploy
	@[ "$$(id -u)" = 0 ] || { echo "not root: skipping the installation in an empty root"; exit 0; }; \
	ONLY="$$(go env GOARCH) archive" OUT=bin/try scripts/release >/dev/null && scripts/try-install binary bin/try

release: $(WEB) ## build all downloads into dist/: programs, Debian packages, images, SBOM, licences, checksums
	@scripts/release

release-twice: ## build the release twice, the second time with a new front end, and compare every byte
	@$(MAKE) release
	@rm -rf web/dist && $(MAKE) $(WEB) && OUT=dist-again scripts/release >/dev/null
	@cmp dist/SHA256SUMS dist-again/SHA256SUMS && rm -rf dist-again && echo "equal: $$(wc -l <dist/SHA256SUMS) files"

# Needs root. Tests every way to install in a clean root, both proxies, and a release built twice.
# CI is unset so that the browser tests run in full.
nightly: ## run the checks that are too slow for every change; for a part: make promises ARGS="deb sites"
	@scripts/setup release
	@CI= node scripts/promises.mjs

clean: ## remove build output (keeps node_modules and .dev)
	rm -rf bin dist web/dist test-results coverage

.PHONY: help setup tools dev build generate format check check-web check-go e2e medians looks engines corpus fuzz vulnerabilities acid clauses budgets first-load lighthouse bench drills promises s3 race ci install-check release release-twice nightly clean
