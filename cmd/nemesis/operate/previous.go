package operate

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"parichay/internal/testkit/rig"
)

// released holds the name and the commit of the previous release.
//
//go:embed previous.txt
var released string

// previousRelease builds the previous release, including its front end, and returns a
// context in which rig starts it. If git does not have its commit, as in a shallow clone,
// the current program is used instead, and the verdict says so.
func previousRelease(ctx context.Context) (earlier context.Context, name string, remove func(), err error) {
	remove = func() {}
	name, commit, _ := strings.Cut(strings.TrimSpace(released), " ")
	if out, _ := exec.CommandContext(ctx, "git", "cat-file", "-t", commit).Output(); string(out) != "commit\n" {
		fmt.Fprintf(os.Stderr, "upgrade: git does not have %s (%s in previous.txt): using this program instead\n", name, commit)
		return ctx, "this program, as " + name + " is not in this clone", remove, nil
	}
	folder, err := os.MkdirTemp("", "parichay-previous")
	if err != nil {
		return ctx, name, remove, err
	}
	remove = func() { _ = os.RemoveAll(folder) }
	here, err := filepath.Abs(".")
	if err != nil {
		return ctx, name, remove, err
	}
	build := exec.CommandContext(ctx, "bash", "-euo", "pipefail", "-c", `
		git archive "$1" | tar -x -C "$2"
		cd "$2"
		# with the packages it was made of
		if cmp -s package-lock.json "$3/package-lock.json"; then ln -s "$3/node_modules" node_modules; else npm ci --silent --no-audit --no-fund; fi
		npm run --silent build -- --logLevel warn
		go build -ldflags "-s -w -X main.version=$4" -o parichay ./cmd/parichay`, "bash", commit, folder, here, name)
	if out, err := build.CombinedOutput(); err != nil {
		return ctx, name, remove, fmt.Errorf("build %s: %w: %s", name, err, out)
	}
	return rig.With(ctx, filepath.Join(folder, "parichay")), name, remove, nil
}
