// Package arch holds the house's laws about its own shape, as tests.
package arch

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// floors lists which packages stand on which floor. Imports go down only: never
// up, never sideways.
var floors = map[string]int{
	"internal/fault": 0, "internal/letter": 0, "internal/hostile": 0, "locales": 0, "web": 0,
	"internal/field":   1,
	"internal/profile": 2, "internal/account": 2, "internal/content": 2, "internal/lead": 2,
	"internal/postgres": 3, "internal/render": 3, "internal/picture": 3, "internal/media": 3, "internal/mail": 3, "internal/rig": 3,
	"internal/server": 4, "internal/jobs": 4,
	"cmd/parichay": 5, "cmd/bench": 5, "cmd/nemesis": 5, "cmd/mailbox": 5,
}

// testOnly packages may be imported by tests and by nothing else.
var testOnly = []string{"internal/testdb", "internal/arch"}

const module = "parichay/"

func TestImportsGoDownOneFloorAtLeast(t *testing.T) {
	t.Parallel()
	eachFile(t, func(dir, file string) {
		if slices.Contains(testOnly, dir) || strings.HasSuffix(file, "_test.go") {
			return
		}
		floor, known := floors[dir]
		if !known {
			t.Errorf("%s stands on no floor: add it to the table", dir)
			return
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range parsed.Imports {
			target, ours := strings.CutPrefix(strings.Trim(spec.Path.Value, `"`), module)
			if !ours {
				continue
			}
			if slices.Contains(testOnly, target) {
				t.Errorf("%s imports %s, which is for tests", file, target)
			} else if floors[target] >= floor {
				t.Errorf("%s (floor %d) imports %s (floor %d)", file, floor, target, floors[target])
			}
		}
	})
}

func TestEveryPackageHasExactlyOnePackageComment(t *testing.T) {
	t.Parallel()
	comments := map[string]int{}
	eachFile(t, func(dir, file string) {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.PackageClauseOnly|parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if parsed.Doc != nil {
			comments[dir]++
		} else {
			comments[dir] += 0
		}
	})
	for dir, n := range comments {
		if n != 1 {
			t.Errorf("%s has %d package comments, want 1", dir, n)
		}
	}
}

// eachFile calls fn with the folder, relative to the module, and the path of
// every Go file of ours.
func eachFile(t *testing.T, fn func(dir, file string)) {
	t.Helper()
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := entry.Name(); entry.IsDir() && path != root && (name[0] == '.' || name == "node_modules" || name == "dist" || name == "tools" || name == "bin") {
			return fs.SkipDir
		}
		if strings.HasSuffix(path, ".go") {
			dir, err := filepath.Rel(root, filepath.Dir(path))
			if err != nil {
				return err
			}
			fn(filepath.ToSlash(dir), path)
		}
		return nil
	})
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
}
