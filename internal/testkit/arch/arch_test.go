// Package arch tests the architecture rules: allowed imports, package comments, and which
// packages may use SQL, open connections or run programs.
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

// ranks gives each folder under internal, and each folder beside it, a rank. A package may import
// packages of its own folder and of folders with a lower rank. The Go compiler refuses import
// cycles.
var ranks = map[string]int{
	"internal/kit":    0,
	"locales":         1,
	"web":             1,
	"internal/domain": 2,
	"internal/store":  3,
	"internal/public": 4,
	"internal/api":    5,
	"internal/jobs":   5,
	"internal/ops":    5,
	"cmd":             6,
}

// exceptions lists packages that a folder of the same rank may import.
var exceptions = map[string][]string{
	"internal/api":  {"internal/ops/backup"},
	"internal/jobs": {"internal/ops/backup"},
}

// parentOf returns the folder with a rank that contains a package.
func parentOf(dir string) string {
	parts := strings.SplitN(dir, "/", 3)
	if parts[0] == "internal" && len(parts) > 1 {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}

func TestArchitecturePageListsEveryPackage(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(page), "## Folders\n```\n")
	folders, _, found := strings.Cut(after, "```")
	if !found {
		t.Fatal("ARCHITECTURE.md has no code block under Folders")
	}
	named, folder := map[string]bool{}, ""
	for line := range strings.Lines(folders) {
		words := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" ,()\n", r) })
		if len(words) > 0 && line[0] != ' ' {
			folder, words = words[0], words[1:]
		}
		for _, word := range words {
			named[folder+"/"+word] = true
		}
	}
	eachFile(t, func(dir, _ string) {
		name := strings.TrimPrefix(dir, "internal/")
		if strings.Contains(name, "/") && !named[name] {
			t.Errorf("the folders in ARCHITECTURE.md do not list %s", name)
			named[name] = true
		}
	})
}

// testkit is shared by tests, drills and benches; the product must not import it.
const testkit = "internal/testkit"

// testOnly lists packages of testkit that only tests may import.
var testOnly = []string{"internal/testkit/testdb", "internal/testkit/testdb/impostor", "internal/testkit/apitest", "internal/testkit/arch"}

// testkitUsers lists the programs that may import testkit. They drive the product from outside.
var testkitUsers = []string{"cmd/bench", "cmd/nemesis", "cmd/nemesis/operate", "cmd/nemesis/odd", "cmd/nemesis/doors", "cmd/nemesis/strangers", "cmd/mailbox"}

const module = "parichay/"

func TestImportsFollowFolderRanks(t *testing.T) {
	t.Parallel()
	eachFile(t, func(dir, file string) {
		parent := parentOf(dir)
		if parent == testkit || strings.HasSuffix(file, "_test.go") {
			return
		}
		rank, known := ranks[parent]
		if !known {
			t.Errorf("%s has no rank: add it to ranks", parent)
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
			switch from := parentOf(target); {
			case from == testkit:
				if !slices.Contains(testkitUsers, dir) || slices.Contains(testOnly, target) {
					t.Errorf("%s imports %s, which is for tests", file, target)
				}
			case from == parent, slices.Contains(exceptions[parent], target):
			case ranks[from] >= rank:
				t.Errorf("%s imports %s: %s may not import %s", file, target, parent, from)
			}
		}
	})
}

// speakers lists the folders that may import the database driver. The product's SQL is under
// internal/store; migrations are files, and cmd/parichay uses the driver only to parse a URL.
var speakers = []string{"internal/store", testkit, "internal/kit/trace", "cmd/parichay", "cmd/bench", "cmd/nemesis"}

func TestOnlyTheStoreUsesSQL(t *testing.T) {
	t.Parallel()
	eachFile(t, func(dir, file string) {
		allowed := slices.ContainsFunc(speakers, func(folder string) bool { return dir == folder || strings.HasPrefix(dir, folder+"/") })
		if allowed || strings.HasSuffix(file, "_test.go") {
			return
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range parsed.Imports {
			if path := strings.Trim(spec.Path.Value, `"`); path == "database/sql" || strings.HasPrefix(path, "github.com/jackc/pgx/") {
				t.Errorf("%s imports %s: SQL belongs under internal/store", file, path)
			}
		}
	})
}

// saying lists functions and methods that wrap locales.Text and take a key.
var saying = []string{"text", "heading"}

// TestEveryLocaleKeyUsedByTheServerExists checks the keys passed to locales.Text and its
// wrappers, because a missing key would be shown verbatim. For a concatenated key, the first
// part must be the prefix of a key.
func TestEveryLocaleKeyUsedByTheServerExists(t *testing.T) {
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
				t.Errorf("%s: no text for key %q", files.Position(node.Pos()), key)
			}
			return true
		})
	})
	if seen < 45 {
		t.Errorf("only %d keys found: is there a wrapper of locales.Text that saying does not list?", seen)
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

// keyOf returns the locale key in a call. If only the beginning of the key is a literal, it
// returns that prefix and whole is false. It returns "" for all other nodes, and for a key
// that does not begin with a literal.
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

// Every insert into the queue must use the SQL function enqueue_job, which notifies the
// workers. cmd/bench is exempt: it compares with plain SQL.
func TestJobsAreEnqueuedOnlyByEnqueueJob(t *testing.T) {
	t.Parallel()
	const definition = "00045_enqueue_job.sql"
	former := []string{"00017_under_stress.sql", "00039_spam_that_pays.sql"} // superseded by definition
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
			t.Errorf("%s inserts a job without enqueue_job, so no worker is notified", file)
		}
	})
	steps, err := filepath.Glob(filepath.Join("..", "..", "store", "schema", "*", "*.sql"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range steps {
		name := filepath.Base(file)
		if name != definition && !slices.Contains(former, name) && look(file) > 0 {
			t.Errorf("%s inserts a job without enqueue_job, so no worker is notified", name)
		}
	}
}

// eachFile calls fn with the folder, relative to the module, and the path of every Go file
// of this repository.
func eachFile(t *testing.T, fn func(dir, file string)) {
	t.Helper()
	root := filepath.Join("..", "..", "..")
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

// dialers lists the packages and files that open connections. They connect only to services
// named in settings (database, bucket, mail server, trace collector, cache in front,
// certificate authority), to systemd's socket, and, for doctor and multisite, to the site
// itself.
var dialers = []string{
	"internal/store/db", "internal/store/media", "internal/kit/mail", "internal/kit/trace", "internal/jobs/purge.go", "internal/ops/acme", "internal/kit/listen",
	"internal/ops/multisite", "internal/ops/doctor",
}

func TestOnlyListedPackagesOpenConnections(t *testing.T) {
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
		at := slices.IndexFunc(dialers, func(dialer string) bool { return dir == dialer || name == dialer })
		if at < 0 {
			t.Errorf("%s opens connections: add it to dialers and document what it connects to", name)
			return
		}
		used[dialers[at]] = true
	})
	for _, dialer := range dialers {
		if !used[dialer] {
			t.Errorf("%s no longer opens connections: remove it from dialers", dialer)
		}
	}
}

func TestOnlyMultisiteRunsPrograms(t *testing.T) {
	t.Parallel()
	eachProduct(t, func(dir, file string) {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range parsed.Imports {
			if path := strings.Trim(spec.Path.Value, `"`); path == "os/exec" && dir != "internal/ops/multisite" {
				t.Errorf("%s imports %s: only internal/ops/multisite runs programs", file, path)
			}
		}
	})
}

// eachProduct calls visit for every Go file of the product, except tests and test tools.
func eachProduct(t *testing.T, visit func(dir, file string)) {
	t.Helper()
	eachFile(t, func(dir, file string) {
		if !strings.HasSuffix(file, "_test.go") && parentOf(dir) != testkit && !slices.Contains(testkitUsers, dir) {
			visit(dir, file)
		}
	})
}
