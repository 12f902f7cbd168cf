// Package arch holds the house's laws about its own shape, as tests.
package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parichay/locales"
)

// floors lists which packages stand on which floor. Imports go down only: never
// up, never sideways, except into a room that lies inside the importing one.
var floors = map[string]int{
	"internal/fault": 0, "internal/letter": 0, "internal/capped": 0, "internal/metric": 0, "internal/oklch": 0, "internal/policy": 0, "internal/seal": 0, "internal/hostile": 0, "internal/socket": 0, "internal/once": 0, "locales": 0, "web": 0,
	"internal/field": 1, "internal/look": 1, "internal/schema": 1, "internal/postgres/db": 1, "internal/postgres/reach": 1, "internal/postgres/tenant": 1, "internal/body": 1, "internal/journal": 1, "internal/trace": 1, "internal/stream": 1, "internal/aside": 1,
	"internal/profile": 2, "internal/account": 2, "internal/content": 2, "internal/lead": 2, "internal/visit": 2, "internal/postgres/alarms": 2,
	"internal/door": 3, "internal/block": 3, "internal/bring": 3, "internal/postgres": 3, "internal/postgres/accounts": 3, "internal/postgres/certificates": 3, "internal/postgres/codes": 3, "internal/postgres/registry": 3, "internal/postgres/visits": 3, "internal/acme": 3, "internal/render": 3, "internal/picture": 3, "internal/media": 3, "internal/mail": 3, "internal/exchange": 3, "internal/rig": 4, "internal/postgres/ledger": 3,
	"internal/boot": 4, "internal/postgres/whole": 4, "internal/settings": 4, "internal/spare": 4, "internal/wire": 4,
	"internal/site": 5, "internal/site/homescreen": 5, "internal/signin": 5, "internal/archive": 5, "internal/host": 5, "internal/site/onward": 5, "internal/site/edge": 5, "internal/site/shelf": 5, "internal/library": 5, "internal/analytics": 5, "internal/code": 5, "internal/desk": 5, "internal/insights": 5, "internal/alarm": 5,
	"internal/server": 6, "internal/server/keys": 6, "internal/jobs": 6,
	"cmd/parichay": 7, "cmd/bench": 7, "cmd/nemesis": 7, "cmd/nemesis/operate": 7, "cmd/nemesis/odd": 7, "cmd/nemesis/doors": 7, "cmd/nemesis/strangers": 7, "cmd/mailbox": 7,
}

func TestArchitectureNamesEveryRoomOnItsFloor(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join("..", "..", "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(page), "## Floors\n```\n")
	drawing, _, found := strings.Cut(after, "```")
	if !found {
		t.Fatal("ARCHITECTURE.md has no drawing of the floors")
	}
	drawn, floor := map[string][]int{}, -1 // a word may stand in the sentence of another room, too
	for line := range strings.Lines(drawing) {
		if line[0] >= '0' && line[0] <= '9' {
			floor = int(line[0] - '0')
		}
		for _, word := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" ,():\n", r) }) {
			drawn[word] = append(drawn[word], floor)
		}
	}
	for room, floor := range floors {
		if slices.Contains(harness, room) {
			continue
		}
		name := strings.TrimPrefix(room, "internal/")
		if !slices.Contains(drawn[name], floor) {
			t.Errorf("ARCHITECTURE.md does not draw %s on floor %d", name, floor)
		}
	}
}

// testOnly packages may be imported by tests and by nothing else.
var testOnly = []string{"internal/testdb", "internal/testdb/impostor", "internal/arch"}

// harness packages start, break and feed the program from outside. Tests of the
// product use them, too, so Go's own rule for internal folders cannot keep the
// product from importing them.
var (
	harness      = []string{"internal/rig", "internal/hostile"}
	harnessUsers = []string{"cmd/bench", "cmd/nemesis", "cmd/nemesis/operate", "cmd/nemesis/odd", "cmd/nemesis/doors", "cmd/nemesis/strangers", "cmd/mailbox"}
)

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
			switch {
			case slices.Contains(testOnly, target):
				t.Errorf("%s imports %s, which is for tests", file, target)
			case slices.Contains(harness, target) && !slices.Contains(harnessUsers, dir):
				t.Errorf("%s imports %s, which is for tests and %s: the product must not carry it", file, target, strings.Join(harnessUsers, ", "))
			case floors[target] == floor && strings.HasPrefix(target, dir+"/"):
			case floors[target] >= floor:
				t.Errorf("%s (floor %d) imports %s (floor %d)", file, floor, target, floors[target])
			}
		}
	})
}

// speakers may import the database's driver. The product's SQL is under
// internal/postgres; the steps of the schema are files, and cmd/parichay reads no
// more than an address with it.
var speakers = []string{"internal/postgres", "internal/schema", "internal/rig", "internal/testdb", "internal/trace", "cmd/parichay", "cmd/bench", "cmd/nemesis"}

func TestOnlyThePostgresRoomsSpeakSQL(t *testing.T) {
	t.Parallel()
	eachFile(t, func(dir, file string) {
		allowed := slices.ContainsFunc(speakers, func(room string) bool { return dir == room || strings.HasPrefix(dir, room+"/") })
		if allowed || strings.HasSuffix(file, "_test.go") {
			return
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range parsed.Imports {
			if path := strings.Trim(spec.Path.Value, `"`); path == "database/sql" || strings.HasPrefix(path, "github.com/jackc/pgx/") {
				t.Errorf("%s imports %s: SQL belongs under internal/postgres", file, path)
			}
		}
	})
}

// saying are the functions and methods that take a key and stand for locales.Text.
var saying = []string{"text", "heading"}

// TestEveryWordTheServerSaysIsInTheLocales looks at the keys of locales.Text and
// of what stands for it: a key that is gone would be shown as it is. Of a key that
// is put together, the beginning must be one.
func TestEveryWordTheServerSaysIsInTheLocales(t *testing.T) {
	t.Parallel()
	seen := 0
	eachFile(t, func(_, file string) {
		if strings.HasSuffix(file, "_test.go") {
			return
		}
		files := token.NewFileSet()
		parsed, err := parser.ParseFile(files, file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(node ast.Node) bool {
			key, whole := keyOf(node)
			if key == "" {
				return true
			}
			seen++
			if !locales.Has(key) && (whole || !begins(key)) {
				t.Errorf("%s: no word for %q", files.Position(node.Pos()), key)
			}
			return true
		})
	})
	if seen < 45 {
		t.Errorf("only %d keys found: the server says words in another way now", seen)
	}
}

func begins(key string) bool {
	space, _, _ := strings.Cut(key, ".")
	for one := range locales.Section(locales.English, space) {
		if strings.HasPrefix(one, key) {
			return true
		}
	}
	return false
}

// keyOf is the key a call asks a word for, or its beginning; empty for every other
// node, and for a key whose beginning is not written there.
func keyOf(node ast.Node) (key string, whole bool) {
	call, ok := node.(*ast.CallExpr)
	if !ok || len(call.Args) == 0 {
		return "", false
	}
	var asked ast.Expr
	switch fun := call.Fun.(type) {
	case *ast.SelectorExpr:
		from, _ := fun.X.(*ast.Ident)
		if from != nil && from.Name == "locales" && fun.Sel.Name == "Text" {
			asked = call.Args[1]
		} else if slices.Contains(saying, fun.Sel.Name) {
			asked = call.Args[0]
		}
	case *ast.Ident:
		if slices.Contains(saying, fun.Name) {
			asked = call.Args[0]
		}
	}
	whole = true
	for {
		sum, ok := asked.(*ast.BinaryExpr)
		if !ok {
			break
		}
		asked, whole = sum.X, false
	}
	literal, ok := asked.(*ast.BasicLit)
	if !ok {
		return "", false
	}
	key, _ = strconv.Unquote(literal.Value)
	return key, whole
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

// TestJobsAreEnqueuedByOneFunction keeps every insert into the queue behind the SQL
// function enqueue_job, which notifies the workers. A bench compares with plain SQL.
func TestJobsAreEnqueuedByOneFunction(t *testing.T) {
	t.Parallel()
	const definition = "00045_enqueue_job.sql"
	former := []string{"00017_under_stress.sql", "00039_spam_that_pays.sql"} // replaced by the definition
	insert := regexp.MustCompile(`(?i)insert\s+into\s+river_job\b|\.Insert(Many)?(Fast)?Tx\(`)
	look := func(file string) int {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return len(insert.FindAll(text, -1))
	}
	eachFile(t, func(dir, file string) {
		if !strings.HasSuffix(file, "_test.go") && dir != "cmd/bench" && look(file) > 0 {
			t.Errorf("%s inserts a job past enqueue_job: nobody is notified of it", file)
		}
	})
	steps, err := filepath.Glob(filepath.Join("..", "schema", "migrations", "*.sql"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range steps {
		name := filepath.Base(file)
		if name != definition && !slices.Contains(former, name) && look(file) > 0 {
			t.Errorf("%s inserts a job past enqueue_job: nobody is notified of it", name)
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
	if err != nil {
		t.Fatal(err)
	}
}

// dialers are the rooms of the product that speak to others, each to whom a setting names: the
// database, the bucket, the relay of mails, the collector of traces, the cache in front, the
// authority of certificates; systemd by its own socket; the doctor and the sites side by side
// to the site itself.
var dialers = []string{
	"internal/postgres/db", "internal/media", "internal/mail", "internal/trace", "internal/jobs/purge.go", "internal/acme", "internal/socket",
	"internal/host", "cmd/parichay/doctor.go", "cmd/parichay/forged.go",
}

func TestOnlyRoomsThatSpeakToWhomASettingNamesOpenConnections(t *testing.T) {
	t.Parallel()
	opens := regexp.MustCompile(`\b(http\.(Get|Post|PostForm|Head)\(|http\.(DefaultClient|DefaultTransport|Client|Transport)\b|(net|tls)\.(Dial|Dialer)\b|\.DialContext\(|smtp\.|gomail\.NewClient|certmagic\.NewACMEIssuer)`)
	used := map[string]bool{}
	eachProduct(t, func(dir, file string) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !opens.Match(text) {
			return
		}
		name := dir + "/" + filepath.Base(file)
		room := slices.IndexFunc(dialers, func(room string) bool { return dir == room || name == room })
		if room < 0 {
			t.Errorf("%s opens connections: say in dialers to whom", name)
			return
		}
		used[dialers[room]] = true
	})
	for _, room := range dialers {
		if !used[room] {
			t.Errorf("%s opens no connection any more", room)
		}
	}
}

func TestOnlySitesSideBySideRunPrograms(t *testing.T) {
	t.Parallel()
	eachProduct(t, func(dir, file string) {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range parsed.Imports {
			if path := strings.Trim(spec.Path.Value, `"`); path == "os/exec" && dir != "internal/host" {
				t.Errorf("%s imports %s: only internal/host runs programs", file, path)
			}
		}
	})
}

// eachProduct visits the sources of what is installed.
func eachProduct(t *testing.T, visit func(dir, file string)) {
	t.Helper()
	eachFile(t, func(dir, file string) {
		if !strings.HasSuffix(file, "_test.go") && !slices.Contains(testOnly, dir) && !slices.Contains(harness, dir) && !slices.Contains(harnessUsers, dir) {
			visit(dir, file)
		}
	})
}
