package backup

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"testing/iotest"
	"testing/synctest"
	"time"

	"filippo.io/age"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"parichay/internal/kit/fault"
	"parichay/internal/public/render"
	"parichay/internal/store/dump"
	"parichay/internal/store/media"
	"parichay/internal/store/schema"
	"parichay/locales"
)

func TestManifestReturnsTotals(t *testing.T) {
	t.Parallel()
	m := Manifest{Tables: []dump.Table{{Rows: 3}, {Rows: 4}}, Parts: []Part{{Name: "media/a", Bytes: 10}, {Name: "database/a", Bytes: 5}, {Name: "media/b", Bytes: 1}}}
	assert.EqualValues(t, 7, m.Rows())
	assert.EqualValues(t, 16, m.Bytes())
	assert.Equal(t, 2, m.Files())
}

func TestArchiveNameContainsSiteAndTime(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, time.November, 16, 12, 0, 5, 0, locales.India)
	plain := Backup{}.Name("Shop_09az.Example", at)
	assert.Equal(t, "parichay-shop-09az.example-20261116-063005.tar.zst", plain)
	assert.Equal(t, plain+".age", Backup{Recipients: make([]age.Recipient, 1)}.Name("Shop_09az.Example", at))
	assert.Equal(t, "parichay-shop.example-20261116-063005-export.zip", ExportName("shop.example", at))
	for _, name := range []string{plain, plain + ".age"} {
		got, ok := begun("Shop_09az.Example", name)
		assert.True(t, ok, name)
		assert.True(t, at.Equal(got), name)
	}
	for _, name := range []string{"parichay-other-20261116-063005.tar.zst", strings.TrimSuffix(plain, ".zst"), "parichay-shop-09az.example-yesterday.tar.zst"} {
		_, ok := begun("Shop_09az.Example", name)
		assert.False(t, ok, name)
	}
}

func TestProgressUsesBytesIfTheTotalIsKnown(t *testing.T) {
	t.Parallel()
	done, of := Step{Doing: "pages", Pages: 1, OfPages: 2, Bytes: 7, OfBytes: 8}.Part()
	assert.Equal(t, [2]int64{7, 8}, [2]int64{done, of})
}

func TestBackupIsDueAtNightIfTheLastIsOldEnough(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		hour int
		age  time.Duration
		due  bool
	}{
		{1, 20*time.Hour + 1, true},
		{1, 20 * time.Hour, false},
		{0, 20*time.Hour + 1, false},
		{4, 20*time.Hour + 1, true},
		{5, 20*time.Hour + 1, false},
		{12, 26 * time.Hour, false},
		{12, 26*time.Hour + 1, true},
	} {
		now := time.Date(2026, time.November, 16, c.hour, 0, 0, 0, locales.India)
		assert.Equal(t, c.due, Due(now.Add(-c.age), now.UTC()), c)
	}
}

func TestProgressIsReportedAtMostTenTimesASecond(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var steps []Step
		report := func(s Step) { steps = append(steps, s) }
		c := &copying{Backup: Backup{Progress: report}, step: Step{Rows: 5, OfRows: 3, Bytes: 9, OfBytes: 4}}
		x := &exporting{Export: Export{Progress: report}, step: Step{Rows: 5, OfRows: 3, Pages: 8, OfPages: 7}}
		r, err := Restore{Progress: report}.rewind(t.Context(), strings.NewReader(strings.Repeat("x", 50)), "checking")
		require.NoError(t, err)
		for name, next := range map[string]struct {
			do   func()
			want Step
		}{
			"backup":  {c.report, Step{Rows: 5, OfRows: 5, Bytes: 9, OfBytes: 9}},
			"export":  {x.report, Step{Rows: 5, OfRows: 5, Pages: 8, OfPages: 8}},
			"restore": {func() { _, _ = r.Read(make([]byte, 10)) }, Step{Doing: "checking", Bytes: 10, OfBytes: 50}},
		} {
			steps = nil
			next.do()
			assert.Equal(t, []Step{next.want}, steps, name)
			time.Sleep(100 * time.Millisecond)
			next.do()
			assert.Len(t, steps, 1, name)
			time.Sleep(time.Nanosecond)
			next.do()
			assert.Len(t, steps, 2, name)
		}
	})
	for _, silent := range []func(){(&copying{}).report, (&exporting{}).report} {
		assert.NotPanics(t, silent)
	}
}

func TestCanceledRestoreReadsNothingMore(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	r, err := Restore{}.rewind(ctx, strings.NewReader("archive"), "checking")
	require.NoError(t, err)
	cancel()
	_, err = r.Read(make([]byte, 10))
	require.ErrorIs(t, err, context.Canceled)
	_, err = Restore{}.Check(ctx, bytes.NewReader(Fake(t, Head{Format: 1})))
	require.ErrorIs(t, err, context.Canceled)
	require.NotErrorIs(t, err, ErrDamaged)
}

func TestRowsAreWrittenInPartsOfAMebibyte(t *testing.T) {
	t.Parallel()
	var file bytes.Buffer
	w, err := newWriter(&file, Head{Format: 1}, nil)
	require.NoError(t, err)
	var seen []int64
	p := &parts{w: w, table: "posts", step: func(n int64) { seen = append(seen, n) }}
	require.NoError(t, p.flush())
	for _, length := range []int{1<<20 - 1, 1, 1 << 20, 5} {
		n, err := p.Write(make([]byte, length))
		require.NoError(t, err)
		assert.Equal(t, length, n)
	}
	require.NoError(t, p.flush())
	assert.Equal(t, []int64{1 << 20, 1 << 20, 5}, seen)
	var names []string
	for _, part := range w.manifest.Parts {
		names = append(names, part.Name)
	}
	assert.Equal(t, []string{"parichay.json", "database/posts/000001.copy", "database/posts/000002.copy", "database/posts/000003.copy"}, names)
}

// failing is a sink without free space.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, assert.AnError }

func (failing) Put(_ string, write func(io.Writer) error) error { return write(failing{}) }

func TestFullDiskFailsTheArchive(t *testing.T) {
	t.Parallel()
	w, err := newWriter(failing{}, Head{Format: 1}, nil)
	if err == nil {
		err = w.add("database/a/000001.copy", make([]byte, 8<<20))
	}
	if err == nil {
		err = w.close()
	}
	require.ErrorIs(t, err, assert.AnError)
	x := &exporting{m: &Manifest{}, to: failing{}}
	require.ErrorIs(t, x.add("media/a", []byte("a")), assert.AnError)
	assert.Empty(t, x.m.Parts)
}

// archive returns an archive that harm may add entries to or damage. Without harm, its seal
// and the hashes in its manifest are correct.
func archive(t *testing.T, harm func(w *writer)) []byte {
	t.Helper()
	var file bytes.Buffer
	w, err := newWriter(&file, Head{Format: 1, Program: "test", Created: time.Unix(1e9, 0)}, nil)
	require.NoError(t, err)
	harm(w)
	require.NoError(t, w.close())
	return file.Bytes()
}

func readAll(file io.Reader, names *[]string) (*Manifest, error) {
	return read(file, nil, func(name string, _ io.Reader) error {
		*names = append(*names, name)
		return nil
	})
}

func TestArchiveThatArrivesInSmallPiecesIsReadCompletely(t *testing.T) {
	t.Parallel()
	file := archive(t, func(w *writer) { require.NoError(t, w.add("media/a", []byte("one"))) })
	for _, from := range []io.Reader{bytes.NewReader(file), iotest.OneByteReader(bytes.NewReader(file)), iotest.DataErrReader(bytes.NewReader(file))} {
		var names []string
		m, err := readAll(from, &names)
		require.NoError(t, err)
		assert.Equal(t, []string{"media/a"}, names)
		assert.EqualValues(t, 3, m.Parts[1].Bytes)
		assert.Equal(t, "test", m.Program)
	}
}

func TestInconsistentArchiveIsReportedAsDamaged(t *testing.T) {
	t.Parallel()
	for name, harm := range map[string]func(w *writer){
		"the parts do not match the manifest": func(w *writer) { w.manifest.Parts = append(w.manifest.Parts, Part{Name: "media/b"}) },
		"do not match the manifest":           func(w *writer) { w.manifest.Program = "another" },
		"not match the manifest":              func(w *writer) { w.manifest.Created = time.Unix(2e9, 0) },
		"is not a regular file": func(w *writer) {
			require.NoError(t, w.tar.WriteHeader(&tar.Header{Typeflag: tar.TypeSymlink, Name: "media/a", Linkname: "/etc/passwd"}))
		},
		"unexpected data after the manifest": func(w *writer) { require.NoError(t, w.put(manifestName, []byte(manifestOf(t, w)))) },
		"manifest: ":                         func(w *writer) { require.NoError(t, w.put(manifestName, []byte("{"))) },
	} {
		var names []string
		m, err := readAll(bytes.NewReader(archive(t, harm)), &names)
		require.ErrorIs(t, err, ErrDamaged, name)
		require.ErrorContains(t, err, name)
		assert.Nil(t, m, name)
	}
	for _, head := range []Head{{Format: 0}, {Format: -1}} {
		var names []string
		_, err := readAll(bytes.NewReader(Fake(t, head)), &names)
		require.ErrorIs(t, err, ErrForeign)
	}
}

func manifestOf(t *testing.T, w *writer) string {
	t.Helper()
	part := w.manifest.Parts[0]
	return fmt.Sprintf(`{"format":1,"program":"test","created":%q,"parts":[{"name":%q,"bytes":%d,"sha256":%q}]}`, w.manifest.Created.Format(time.RFC3339), part.Name, part.Bytes, part.SHA256)
}

func TestCallbackErrorIsNotReportedAsDamagedArchive(t *testing.T) {
	t.Parallel()
	file := archive(t, func(w *writer) { require.NoError(t, w.add("media/a", []byte("one"))) })
	_, err := read(bytes.NewReader(file), nil, func(string, io.Reader) error { return assert.AnError })
	require.ErrorIs(t, err, assert.AnError)
	require.NotErrorIs(t, err, ErrDamaged)
}

func TestFilesOfAPictureMustArriveInOrder(t *testing.T) {
	t.Parallel()
	const name = "public/posts/00000000000000000000000000000001-400x300.jpg"
	wanted := media.Name(name).Files()
	require.Greater(t, len(wanted), 1)
	p := &placing{}
	require.ErrorContains(t, p.file(t.Context(), "notes.txt", nil), "is not a picture")
	require.NoError(t, p.file(t.Context(), wanted[0], strings.NewReader("x")))
	assert.Equal(t, []media.Carried{{Name: wanted[0], Body: []byte("x")}}, p.picture.files)
	require.ErrorContains(t, p.file(t.Context(), wanted[0], strings.NewReader("x")), "expected file")
	require.ErrorIs(t, p.file(t.Context(), wanted[1], iotest.ErrReader(assert.AnError)), assert.AnError)
	require.ErrorIs(t, p.file(t.Context(), wanted[1], io.LimitReader(zeros{}, 4*media.MaxBody+1)), ErrDamaged)
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

func TestCellsContainTextOrJSON(t *testing.T) {
	t.Parallel()
	cells, err := cellsOf([]string{"id", "name", "tags", "gone", "none", "on"}, []byte(`{"id":7,"name":"a \"b\"","tags":["x"],"gone":null,"on":true}`))
	require.NoError(t, err)
	assert.Equal(t, []string{"7", `a "b"`, `["x"]`, "", "", "true"}, cells)
	_, err = cellsOf(nil, []byte("{"))
	require.Error(t, err)
}

func TestSinksStoreEachFileOnce(t *testing.T) {
	t.Parallel()
	at := t.TempDir()
	root, err := os.OpenRoot(at)
	require.NoError(t, err)
	text := func(w io.Writer) error {
		_, err := io.WriteString(w, strings.Repeat("text", 100))
		return err
	}
	require.NoError(t, Folder{root}.Put("data/posts.json", text))
	for name, want := range map[string]fs.FileMode{"data": 0o750 | fs.ModeDir, "data/posts.json": 0o640} {
		info, err := root.Stat(name)
		require.NoError(t, err)
		assert.Equal(t, want, info.Mode())
	}
	require.ErrorIs(t, Folder{root}.Put("data/posts.json", text), fs.ErrExist)
	require.ErrorIs(t, Folder{root}.Put("data/full.json", func(io.Writer) error { return assert.AnError }), assert.AnError)
	require.Error(t, Folder{root}.Put("data/posts.json/a", text))

	require.Error(t, NewZip(io.Discard).Put(strings.Repeat("n", 1<<16), text), "a name that zip cannot hold")
	var file bytes.Buffer
	z := NewZip(&file)
	for _, name := range []string{"a.json", "b.jpg", "c.png", "d.csv"} {
		require.NoError(t, z.Put(name, text))
	}
	require.ErrorIs(t, z.Put("e.json", func(io.Writer) error { return assert.AnError }), assert.AnError)
	require.NoError(t, z.Close())
	got, err := zip.NewReader(bytes.NewReader(file.Bytes()), int64(file.Len()))
	require.NoError(t, err)
	for i, method := range []uint16{zip.Deflate, zip.Store, zip.Store, zip.Deflate} {
		assert.Equal(t, method, got.File[i].Method)
		body, err := fs.ReadFile(got, got.File[i].Name)
		require.NoError(t, err)
		assert.Equal(t, strings.Repeat("text", 100), string(body))
		assert.WithinDuration(t, time.Now(), got.File[i].Modified, time.Minute)
	}
}

func TestExportOfANewerProgramIsRefused(t *testing.T) {
	t.Parallel()
	check := func(manifest string) error {
		m, err := checkExport(t.Context(), fstest.MapFS{manifestName: {Data: []byte(manifest)}})
		assert.Equal(t, err == nil, m != nil)
		return err
	}
	require.NoError(t, check(fmt.Sprintf(`{"format":1,"schema":%d}`, schema.Newest())))
	require.ErrorIs(t, check(`{"format":2}`), ErrNewer)
	require.ErrorIs(t, check(fmt.Sprintf(`{"format":1,"schema":%d}`, schema.Newest()+1)), ErrNewer)
	require.ErrorIs(t, check(`{`), ErrDamaged)
	require.ErrorIs(t, check(`{"format":1,"parts":[{"name":"data/gone.json"}]}`), ErrDamaged)
	_, err := checkExport(t.Context(), fstest.MapFS{})
	require.ErrorContains(t, err, "not an export")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = checkExport(ctx, fstest.MapFS{manifestName: {Data: []byte(`{"format":1,"parts":[{"name":"data/gone.json"}]}`)}})
	require.ErrorIs(t, err, context.Canceled)
}

func TestExportMustContainTheStatedNumberOfRows(t *testing.T) {
	t.Parallel()
	pours := func(rows int64, text string) error {
		return pour(t.Context(), nil, dump.Table{Name: "posts", Rows: rows}, strings.NewReader(text))
	}
	require.NoError(t, pours(0, "[\n]\n"))
	require.ErrorIs(t, pours(0, ""), ErrDamaged)
	require.ErrorIs(t, pours(1, "[\n]\n"), ErrDamaged)
	require.ErrorIs(t, pours(2, `[{"id":1}]`), ErrDamaged)
	require.ErrorIs(t, pours(0, `[{"id":1}]`), ErrDamaged)
	require.ErrorIs(t, pours(1, `[{"id":1`), ErrDamaged)
	require.ErrorIs(t, pours(1, `[{"id":"`+strings.Repeat("x", 9<<20)+`"}]`), ErrDamaged)
}

func TestReadingAnExportStopsWhenItsContextEnds(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	r := &rationed{ctx: ctx, from: strings.NewReader("abcdef"), left: 4}
	n, err := r.Read(make([]byte, 3))
	require.NoError(t, err)
	assert.Equal(t, 3, n)
	n, err = r.Read(make([]byte, 3))
	require.NoError(t, err)
	assert.Equal(t, 1, n, "no more than the ration")
	_, err = r.Read(make([]byte, 3))
	require.ErrorContains(t, err, "longer than the limit")
	cancel()
	r.left = 4
	_, err = r.Read(make([]byte, 3))
	require.ErrorIs(t, err, context.Canceled)
}

func TestOutageOfTheBucketIsNotAMissingPicture(t *testing.T) {
	t.Parallel()
	assert.True(t, isGone(fault.ErrNotFound))
	assert.True(t, isGone(media.ErrDamaged))
	assert.False(t, isGone(errors.New("bucket is down")))
	assert.False(t, isGone(nil))
}

func TestPagesAreFetchedFromTheHandler(t *testing.T) {
	t.Parallel()
	base, err := url.Parse("https://shop.example/")
	require.NoError(t, err)
	type outer struct{}
	pages := PagesOf(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		assert.Equal(t, "shop.example", r.Host)
		assert.Equal(t, "/blog?page=2", r.RequestURI)
		assert.Nil(t, r.Context().Value(outer{}))
		assert.True(t, render.IsCopy(r.Context()))
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(http.StatusTeapot)
		_, _ = io.WriteString(w, "tea")
	}), base)
	assert.Equal(t, "https://shop.example", pages.Base)
	status, kind, body, err := pages.Fetch(context.WithValue(t.Context(), outer{}, true), "/blog?page=2")
	require.NoError(t, err)
	assert.Equal(t, http.StatusTeapot, status)
	assert.Equal(t, "text/html", kind)
	assert.Equal(t, "tea", string(body))
	_, _, _, err = pages.Fetch(t.Context(), "://")
	require.Error(t, err)
	status, _, _, err = PagesOf(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), base).Fetch(t.Context(), "/")
	require.NoError(t, err)
	assert.Equal(t, http.StatusOK, status)
}

func TestURLsBecomeRelativePathsOfFiles(t *testing.T) {
	t.Parallel()
	for at, want := range map[string]string{
		"/": "index.html", "/blog": "blog/index.html", "/blog/": "blog/index.html", "/blog?a=1&b=2/3": "blog/_a-1-b-2-3/index.html", "/a.jpg?v=1": "a.jpg", "://": "index.html",
	} {
		assert.Equal(t, want, fileOf(at), at)
	}
	for _, c := range [][3]string{
		{".", "blog/index.html", "blog/index.html"},
		{"blog", "blog/index.html", "index.html"},
		{"blog", "index.html", "../index.html"},
		{"blog/one", "blog/two/index.html", "../two/index.html"},
		{"hi/blog", "media/a.jpg", "../../media/a.jpg"},
		{"blog", "blog", "../blog"},
	} {
		assert.Equal(t, c[2], relativeTo(c[0], c[1]), c)
	}
}

// rewritten returns a page of the static copy, and the addresses that were queued.
func rewritten(t *testing.T, at, body string) (text string, queued []string) {
	t.Helper()
	c := &crawl{Pages: Pages{Base: "https://shop.example", Forms: []string{"/quote"}}, seen: map[string]bool{}}
	c.found.L = &c.mu
	out, err := c.rewrite(at, fileOf(at), []byte(body))
	require.NoError(t, err)
	text = strings.TrimPrefix(string(out), "<html><head></head><body>")
	return strings.TrimSuffix(text, "</body></html>"), c.queue
}

func TestStaticCopyDropsPartsThatNeedAServer(t *testing.T) {
	t.Parallel()
	const chat = `<a href="https://wa.me/91"></a>`
	for body, want := range map[string]string{
		`<p id="x">3</p><script>1</script><noscript>2</noscript>`:                                                         `<p id="x">3</p>`,
		`<a href="/quote">Ask</a><form action="/quote?x"><p></p></form>`:                                                  ``,
		chat + `<a href="/quote?a=1">Ask</a>`:                                                                             chat + `<a href="https://wa.me/91">Ask</a>`,
		`<form action="#r"><p>1</p></form><form action="/find">2</form>`:                                                  `<form action="find/index.html">2</form>`,
		`<button form="f">1</button>`:                                                                                     ``,
		chat + `<button form="f">1</button><button>2</button>`:                                                            chat + `<button form="f">1</button>`,
		chat + `<form action="/quote"><p><button>1</button></p></form>`:                                                   chat + `<form action="https://wa.me/91"><p><button>1</button></p></form>`,
		`<img srcset="/a.jpg 320w, /b.jpg" src="/a.jpg">`:                                                                 `<img srcset="a.jpg 320w, b.jpg" src="a.jpg"/>`,
		`<video poster="/p.jpg"></video><input name="n" value="v"/>`:                                                      `<video poster="p.jpg"></video><input value="v"/>`,
		`<div data-x="1"></div>`:                                                                                          `<div data-x="1"></div>`,
		`<a href="https://shop.example">1</a><a href="#a">2</a><a href="mailto:a@b.c">3</a><a href="//x.example/y">4</a>`: `<a href="index.html">1</a><a href="#a">2</a><a href="mailto:a@b.c">3</a><a href="//x.example/y">4</a>`,
	} {
		got, _ := rewritten(t, "/", body)
		assert.Equal(t, want, got)
	}
	got, queued := rewritten(t, "/blog/one?page=2", `<a href="?page=3#c">1</a><a href="/blog/one">2</a><a href="/blog">3</a>`)
	assert.Equal(t, `<a href="../_page-3/index.html#c">1</a><a href="../index.html">2</a><a href="../../index.html">3</a>`, got)
	assert.Equal(t, []string{"/blog/one?page=3", "/blog/one", "/blog"}, queued)
}

func TestStaticCopyDropsServerLinksFromItsHead(t *testing.T) {
	t.Parallel()
	got, _ := rewritten(t, "/", `<html lang="en" data-entry="/a.js"><head><meta name="viewport" content="1"/><meta property="og:url" content="2"/><meta property="og:image" content="3"/><meta property="og:image:width" content="4"/>`+
		`<meta property="og:title" content="5"/><link rel="alternate" href="/feed"/><link rel="icon" href="/i.png"/><style>a{b:url("/c.png")}d{e:url(data:f)}</style></head><body>`)
	assert.Equal(t, `<html lang="en"><head><meta name="viewport" content="1"/><meta property="og:title" content="5"/><link rel="icon" href="i.png"/><style>a{b:url(c.png)}d{e:url(data:f)}</style></head><body>`, got)
}

func TestContactOfAStaticCopyIsChatElseMailElsePhone(t *testing.T) {
	t.Parallel()
	const share, mails, phones = `<a href="https://wa.me/?text=x"></a><a href="mailto:?body=x"></a>`, `<a href="mailto:a@b.c"></a><a href="mailto:d@e.f"></a>`, `<a href="tel:1"></a><a href="tel:2"></a>`
	for body, want := range map[string]string{
		share: "", share + phones: "tel:1", phones + mails: "mailto:a@b.c", phones + mails + `<a href="https://wa.me/1"></a><a href="https://wa.me/2"></a>`: "https://wa.me/1",
		`<link href="tel:1">`: "",
	} {
		document, err := html.Parse(strings.NewReader(body))
		require.NoError(t, err)
		assert.Equal(t, want, contactIn(document), body)
	}
}

func TestBusyServerIsRetriedForHalfAMinute(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusTooManyRequests, http.StatusServiceUnavailable} {
		synctest.Test(t, func(t *testing.T) {
			asked, begun := 0, time.Now()
			c := &crawl{Pages: Pages{Fetch: func(context.Context, string) (int, string, []byte, error) {
				asked++
				return status, "", nil, nil
			}}}
			_, _, err := c.fetch(t.Context(), "/")
			require.ErrorContains(t, err, "still busy")
			assert.Equal(t, 60, asked)
			assert.Equal(t, 30*time.Second, time.Since(begun))
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			_, _, err = c.fetch(ctx, "/")
			require.ErrorIs(t, err, context.DeadlineExceeded)
		})
	}
}

func TestFullDiskEndsTheStaticCopy(t *testing.T) {
	t.Parallel()
	p := Pages{Start: []string{"/"}, Fetch: func(context.Context, string) (int, string, []byte, error) {
		return http.StatusOK, "text/html", []byte(`<a href="/a">A</a>`), nil
	}}
	require.ErrorIs(t, p.each(t.Context(), func(string, []byte) error { return assert.AnError }), assert.AnError)
	p.Fetch = func(context.Context, string) (int, string, []byte, error) { return http.StatusOK, "/;", nil, nil }
	require.Error(t, p.each(t.Context(), func(string, []byte) error { return nil }))
	counts := &exporting{Export: Export{Pages: Pages{Count: func(context.Context) (int64, error) { return 0, assert.AnError }}}}
	require.ErrorIs(t, counts.pages(t.Context()), assert.AnError)
}
