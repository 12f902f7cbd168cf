package backup_test

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/ops/backup"
	"parichay/internal/store/dump"
	"parichay/internal/store/tables"
	"parichay/internal/testkit/testdb"
)

// carried returns the hashes of the tables in an export.
func (p place) carried(t *testing.T) map[string]string {
	t.Helper()
	all := p.rows(t)
	for _, table := range tables.Tables {
		if table.Private || table.SignIn {
			delete(all, table.Name)
		}
	}
	return all
}

func (p place) export(t *testing.T, pages backup.Pages) []byte {
	t.Helper()
	var file bytes.Buffer
	out := backup.NewZip(&file)
	_, err := backup.Export{Program: "test", Pages: pages}.Write(t.Context(), p.Store, p.pictures, out)
	require.NoError(t, err)
	require.NoError(t, out.Close())
	return file.Bytes()
}

func opened(t *testing.T, file []byte) *zip.Reader {
	t.Helper()
	from, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	return from
}

func TestImportRestoresEverythingButTheAccount(t *testing.T) {
	t.Parallel()
	before := lived(t, folder(t))
	file := before.export(t, backup.Pages{})
	after := empty(t, folder(t))
	_, err := after.Migrate(t.Context())
	require.NoError(t, err)
	testdb.Exec(t, after.url, `INSERT INTO owner (email, password_hash) VALUES ('another@example.com', 'theirs')`)
	_, err = backup.Import{}.Read(t.Context(), after.Store, after.pictures, opened(t, file))
	require.NoError(t, err)
	assert.Equal(t, before.carried(t), after.carried(t))
	assert.Equal(t, before.files(t), after.files(t))
	assert.Equal(t, "another@example.com", after.ask(t, `SELECT email FROM owner`), "the installation keeps its account")
	assert.Equal(t, "true", after.ask(t, `SELECT named::text FROM site_version`))
	assert.Equal(t, "0", after.count(t, "river_job"))

	mine := after.rows(t)
	_, err = backup.Import{}.Read(t.Context(), after.Store, after.pictures, opened(t, file))
	require.ErrorIs(t, err, dump.ErrNotEmpty)
	assert.Equal(t, mine, after.rows(t))
	_, err = backup.Import{Replace: true}.Read(t.Context(), after.Store, after.pictures, opened(t, file))
	require.NoError(t, err)
	assert.Equal(t, before.carried(t), after.carried(t))
}

func TestExportOfAnOlderProgramIsMigrated(t *testing.T) {
	t.Parallel()
	before, names := older(t)
	after := empty(t, folder(t))
	_, err := backup.Import{}.Read(t.Context(), after.Store, after.pictures, opened(t, before.export(t, backup.Pages{})))
	require.NoError(t, err)
	for _, table := range names {
		if table != "owner" && table != "site_changes" {
			assert.Equal(t, before.hash(t, tables.Table{Name: table}, added[table]...), after.hash(t, tables.Table{Name: table}, added[table]...), table)
		}
	}
	assert.Equal(t, "9", after.count(t, "blocks"))
	assert.Equal(t, "0", after.count(t, "owner"))
	assert.Equal(t, "true", after.ask(t, `SELECT named::text FROM site_version`))
}

func TestExportContainsNoSecret(t *testing.T) {
	t.Parallel()
	before := lived(t, folder(t))
	testdb.Exec(t, before.url, `UPDATE feedback SET name = '=cmd()' WHERE id = 1002`)
	from := opened(t, before.export(t, backup.Pages{}))
	hash, secret := before.ask(t, `SELECT password_hash FROM owner`), before.ask(t, `SELECT encode(secret, 'hex') FROM lead_settings`)
	for _, f := range from.File {
		body, err := fs.ReadFile(from, f.Name)
		require.NoError(t, err)
		assert.NotContains(t, string(body), hash, f.Name)
		assert.NotContains(t, string(body), secret, f.Name)
	}
	body, err := fs.ReadFile(from, "data/feedback.csv")
	require.NoError(t, err)
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(body), "\uFEFF"))).ReadAll()
	require.NoError(t, err)
	assert.Equal(t, []string{"id", "name", "email"}, rows[0][:3])
	assert.Equal(t, []string{"1002", "'=cmd()", "v@example.in"}, rows[1][:3])
	body, err = fs.ReadFile(from, "data/feedback.json")
	require.NoError(t, err)
	var leads []struct{ Name, Comment string }
	require.NoError(t, json.Unmarshal(body, &leads))
	assert.Equal(t, "=cmd()", leads[0].Name)
	assert.Equal(t, odd, leads[0].Comment)
	assert.Len(t, leads, len(rows)-1)
}

func TestModifiedExportIsRefused(t *testing.T) {
	t.Parallel()
	before, after := lived(t, folder(t)), lived(t, folder(t))
	at := filepath.Join(t.TempDir(), "export")
	require.NoError(t, os.Mkdir(at, 0o750))
	root, err := os.OpenRoot(at)
	require.NoError(t, err)
	m, err := backup.Export{}.Write(t.Context(), before.Store, before.pictures, backup.Folder{Root: root})
	require.NoError(t, err)
	testdb.Exec(t, after.url, `INSERT INTO website_content (brand_name) VALUES ('Another business')`)
	rows, files := after.rows(t), after.files(t)
	for _, part := range m.Parts {
		if part.Bytes == 0 {
			continue
		}
		name := filepath.Join(at, part.Name)
		body, err := os.ReadFile(name)
		require.NoError(t, err)
		broken := bytes.Clone(body)
		broken[len(body)/2] ^= 1
		require.NoError(t, os.WriteFile(name, broken, 0o600))
		_, err = backup.Import{Replace: true}.Read(t.Context(), after.Store, after.pictures, os.DirFS(at))
		require.ErrorIs(t, err, backup.ErrDamaged, part.Name)
		require.NoError(t, os.WriteFile(name, body, 0o600))
	}
	assert.Equal(t, rows, after.rows(t))
	assert.Equal(t, files, after.files(t))
	_, err = backup.Import{Replace: true}.Read(t.Context(), after.Store, after.pictures, os.DirFS(at))
	require.NoError(t, err)
}

// A matching hash proves that a file is unchanged, not that it is harmless.
func TestMaliciousExportIsRefused(t *testing.T) {
	t.Parallel()
	before, after := lived(t, folder(t)), lived(t, folder(t))
	testdb.Exec(t, after.url, `INSERT INTO website_content (brand_name) VALUES ('Another business')`)
	rows, files := after.rows(t), after.files(t)
	for name, harm := range map[string]func(*backup.Manifest, fs.FS) (file string, body []byte){
		"no id is left for the next lead": func(m *backup.Manifest, _ fs.FS) (string, []byte) {
			tableOf(t, m, "feedback").Next["id"] = math.MaxInt64
			return "", nil
		},
		"a table that is not exported": func(m *backup.Manifest, _ fs.FS) (string, []byte) {
			tableOf(t, m, "feedback").Name = "sessions"
			return "", nil
		},
		"a row that never begins": func(_ *backup.Manifest, from fs.FS) (string, []byte) {
			body, err := fs.ReadFile(from, "data/services.json")
			require.NoError(t, err)
			return "data/services.json", slices.Concat([]byte("["), bytes.Repeat([]byte(" "), 9<<20), body[1:])
		},
		"a picture above the size limit": func(m *backup.Manifest, _ fs.FS) (string, []byte) {
			at := slices.IndexFunc(m.Parts, func(p backup.Part) bool { return strings.HasPrefix(p.Name, "media/") })
			return m.Parts[at].Name, make([]byte, 21<<20)
		},
	} {
		at := t.TempDir()
		root, err := os.OpenRoot(at)
		require.NoError(t, err)
		m, err := backup.Export{}.Write(t.Context(), before.Store, before.pictures, backup.Folder{Root: root})
		require.NoError(t, err)
		if file, body := harm(m, os.DirFS(at)); file != "" {
			part := slices.IndexFunc(m.Parts, func(p backup.Part) bool { return p.Name == file })
			m.Parts[part].Bytes, m.Parts[part].SHA256 = int64(len(body)), fmt.Sprintf("%x", sha256.Sum256(body))
			require.NoError(t, os.WriteFile(filepath.Join(at, file), body, 0o600))
		}
		text, err := json.Marshal(m)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(at, "manifest.json"), text, 0o600))
		_, err = backup.Import{Replace: true}.Read(t.Context(), after.Store, after.pictures, os.DirFS(at))
		require.ErrorIs(t, err, backup.ErrDamaged, name)
		assert.Equal(t, rows, after.rows(t), name)
		assert.Equal(t, files, after.files(t), name)
	}
}

func tableOf(t *testing.T, m *backup.Manifest, name string) *dump.Table {
	t.Helper()
	at := slices.IndexFunc(m.Tables, func(t dump.Table) bool { return t.Name == name })
	require.NotEqual(t, -1, at)
	return &m.Tables[at]
}

var linkPattern = regexp.MustCompile(`(?:href|src|action)="([^"]*)"|url\(([^)]*)\)`)

func TestStaticCopyLinksOnlyToItsFilesOrOtherSites(t *testing.T) {
	t.Parallel()
	answers := map[string]string{
		"/": `<html data-entry="/x.js"><head><script>1</script><link rel="canonical" href="https://shop.example/"><link rel="icon" href="/icon/48.png?h"><style>a{background:url(/media/a.jpg)}</style></head>
			<body><a href="/services#one">S</a><a href="https://shop.example/hi">H</a><a href="https://wa.me/919825012345">Chat</a><a href="/services/quote?x=1">Q</a><a href="?shown=8#b">More</a>
			<form action="/services/quote"><button name="a">Ask</button></form><form action="#r"><button>Share</button></form><button type="button">Script</button>
			<img src="/media/a.jpg" srcset="/media/a-320.jpg 320w, /media/a.jpg 640w"><a href="https://elsewhere.example/x">E</a><a href="/gone">G</a></body></html>`,
		"/hi":       `<a href="/">E</a><a href="/hi/services">S</a>`,
		"/services": `<a href="/">Home</a>`, "/hi/services": `<a href="/services">E</a>`, "/?shown=8": `<a href="/">E</a>`,
		"/icon/48.png?h": "png", "/media/a.jpg": "jpg", "/media/a-320.jpg": "small",
	}
	busy := true
	pages := backup.Pages{
		Base: "https://shop.example", Start: []string{"/", "/hi"}, Forms: []string{"/services/quote"},
		Count: func(context.Context) (int64, error) { return 4, nil },
		Fetch: func(_ context.Context, at string) (int, string, []byte, error) {
			if busy {
				busy = false
				return 503, "", nil, nil
			}
			body, found := answers[at]
			switch {
			case !found:
				return 404, "text/html", nil, nil
			case path.Ext(strings.SplitN(at, "?", 2)[0]) != "":
				return 200, "image/jpeg", []byte(body), nil
			}
			return 200, "text/html; charset=utf-8", []byte(body), nil
		},
	}
	before := lived(t, folder(t))
	from := opened(t, before.export(t, pages))
	site, err := fs.Sub(from, "site")
	require.NoError(t, err)
	found := 0
	require.NoError(t, fs.WalkDir(site, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		found++
		body, err := fs.ReadFile(site, name)
		if path.Ext(name) != ".html" {
			return err
		}
		for _, link := range linkPattern.FindAllStringSubmatch(string(body), -1) {
			to := link[1] + link[2]
			if strings.HasPrefix(to, "https://wa.me/") || strings.HasPrefix(to, "https://elsewhere.example/") || strings.HasSuffix(to, "gone/index.html") {
				continue
			}
			assert.NotContains(t, to, ":", name)
			assert.False(t, strings.HasPrefix(to, "/"), "%s: %s works only in the root folder of a host", name, to)
			_, err := fs.Stat(site, path.Join(path.Dir(name), strings.SplitN(to, "#", 2)[0]))
			require.NoError(t, err, "%s leads to %s", name, to)
		}
		return err
	}))
	assert.Equal(t, len(answers), found)
	home, err := fs.ReadFile(site, "index.html")
	require.NoError(t, err)
	for _, gone := range []string{"script", "canonical", "Share", "Script", "data-entry", "services/quote", ` name="a"`} {
		assert.NotContains(t, string(home), gone)
	}
	assert.Contains(t, string(home), `<form action="https://wa.me/919825012345"`, "a form leads to the owner's contact")
}
