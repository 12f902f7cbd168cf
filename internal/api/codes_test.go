package api

import (
	"bytes"
	"crypto/rand"
	"image/png"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api/codes"
	"parichay/internal/api/wire"
	"parichay/internal/domain/visit"
	"parichay/internal/kit/fault"
	"parichay/internal/kit/headers"
	codestore "parichay/internal/store/codes"
	"parichay/internal/testkit/testdb"
)

// makeCode creates a code with values; by default a QR code.
func (s *testSite) makeCode(values map[string]string) (made codes.Code) {
	s.t.Helper()
	body := map[string]string{"kind": "q", "name": "Shop board", "target": "/", "language": ""}
	maps.Copy(body, values)
	a := s.postCode(body)
	require.Equal(s.t, http.StatusCreated, a.StatusCode, string(a.body))
	a.into(s.t, &made)
	return made
}

// postCode creates a code with a unique idempotency key.
func (s *testSite) postCode(body any) answer {
	s.t.Helper()
	return s.call(http.MethodPost, "/api/v1/codes", body, wire.KeyField, rand.Text())
}

func (s *testSite) codeList() []codes.Code {
	s.t.Helper()
	var all codes.All
	s.call(http.MethodGet, "/api/v1/codes", nil).into(s.t, &all)
	return all.Codes
}

// follow returns the redirect target of path.
func (s *testSite) follow(path string) string {
	s.t.Helper()
	a := s.browser().call(http.MethodGet, path, nil)
	require.Equal(s.t, http.StatusFound, a.StatusCode, "%s: %s", path, a.body)
	require.Equal(s.t, "no-store", a.Header.Get("Cache-Control"))
	return a.Header.Get("Location")
}

func TestACodeRedirectsWithItsLanguageAndSource(t *testing.T) {
	t.Parallel()
	s := start(t).signIn()
	for _, c := range []struct{ target, language, want string }{
		{"/", "", "/?src=q."},
		{"/", "gu", "/gu?src=q."},
		{"/services", "", "/services?src=q."},
		{"/services", "hi", "/hi/services?src=q."},
		{"/gu/services", "", "/gu/services?src=q."},
		{"/gu/services", "en", "/services?src=q."},
		{"/gu", "hi", "/hi?src=q."},
		{"/blog?shown=24#list", "gu", "/gu/blog?shown=24&src=q.#list"},
		{"http://parichay.test/download", "", "/download?src=q."},
		{"HTTP://Parichay.test", "gu", "/gu?src=q."},
		{"/blog/%E0%AA%97?src=other", "", "/blog/%E0%AA%97?src=q."},
		{"https://example.in/menu?table=4", "gu", "https://example.in/menu?table=4"},
		{"wa.me/919825012345", "", "https://wa.me/919825012345"},
	} {
		made := s.makeCode(map[string]string{"target": c.target, "language": c.language})
		got := s.follow("/q/" + made.Code)
		assert.Equal(t, c.want, strings.Replace(got, "src=q."+made.Code, "src=q.", 1), "%+v", c)
		assert.Equal(t, "http://parichay.test/q/"+made.Code, made.Address)
		u, err := url.Parse(got)
		require.NoError(t, err)
		if source := u.Query().Get("src"); source != "" {
			channel, _ := visit.ChannelOf(source, "")
			assert.Equal(t, "code:"+made.Code, channel)
		}
	}
}

func TestAPrintedCodeFollowsTargetChangesOnEveryReplica(t *testing.T) {
	t.Parallel()
	s := start(t).signIn()
	other := startOn(t, s.store, s.dsn)
	made := s.makeCode(map[string]string{"target": "/services"})
	picture := s.call(http.MethodGet, "/api/v1/codes/"+made.Code+"/print.png", nil).body
	path := strings.TrimPrefix(readCode(t, picture), "http://parichay.test")
	require.Equal(t, "/services?src=q."+made.Code, s.follow(path))

	changed := s.call(http.MethodPut, "/api/v1/codes/"+made.Code, map[string]string{"name": "Shop board, new", "target": "/portfolio", "language": "gu"})
	require.Equal(t, http.StatusNoContent, changed.StatusCode, string(changed.body))
	want := "/gu/portfolio?src=q." + made.Code
	assert.Equal(t, want, s.follow(path), "the printed code has the new target at once")
	require.Eventually(t, func() bool { return other.browser().call(http.MethodGet, path, nil).Header.Get("Location") == want }, 10*time.Second, 10*time.Millisecond)
	assert.Equal(t, "Shop board, new", s.codeList()[0].Name)
	assert.Equal(t, picture, s.call(http.MethodGet, "/api/v1/codes/"+made.Code+"/print.png", nil).body, "the picture does not change")
}

func TestARetiredCodeLeadsHomeForEver(t *testing.T) {
	t.Parallel()
	s := start(t).signIn()
	made := s.makeCode(map[string]string{"kind": "l", "code": "Diwali26", "target": "https://example.in/", "language": "gu"})
	assert.Equal(t, "diwali26", made.Code)
	assert.Equal(t, "https://example.in/", s.follow("/l/diwali26"))
	assert.Equal(t, "https://example.in/", s.follow("/l/DIWALI26"), "in any case")
	for range 2 {
		require.Equal(t, http.StatusNoContent, s.call(http.MethodDelete, "/api/v1/codes/diwali26", nil).StatusCode)
	}
	assert.Equal(t, "/gu?src=l.diwali26", s.follow("/l/diwali26"))
	refused := s.postCode(map[string]string{"kind": "l", "code": "diwali26", "name": "Again", "target": "/", "language": ""})
	assert.Equal(t, []fault.Issue{{Field: "code", Code: fault.Taken}}, refused.problem(t).Issues)
	changed := s.call(http.MethodPut, "/api/v1/codes/diwali26", map[string]string{"name": "Again", "target": "/blog", "language": ""})
	assert.Equal(t, http.StatusNotFound, changed.StatusCode)
	require.NotNil(t, s.codeList()[0].Retired)
}

func TestARetriedCodeIsCreatedOnce(t *testing.T) {
	t.Parallel()
	s := start(t).signIn()
	ask := func(kind, chosen, key string) answer {
		body := map[string]string{"kind": kind, "name": "Shop board", "target": "/", "language": "", "code": chosen}
		return s.call(http.MethodPost, "/api/v1/codes", body, wire.KeyField, key)
	}
	for _, kind := range codestore.Kind("").All() {
		chosen := map[codestore.Kind]string{codestore.Link: "diwali"}[kind]
		answers := make([]answer, 4)
		var all sync.WaitGroup
		for n := range answers {
			all.Go(func() { answers[n] = ask(string(kind), chosen, "key of "+string(kind)) })
		}
		all.Wait()
		for _, a := range answers {
			require.Equal(t, http.StatusCreated, a.StatusCode, string(a.body))
			assert.Equal(t, string(answers[0].body), string(a.body))
		}
	}
	assert.Len(t, s.codeList(), 2)
	ask("q", "", "another key")
	assert.Len(t, s.codeList(), 3)
	assert.Equal(t, []fault.Issue{{Field: wire.KeyField, Code: fault.Required}}, ask("q", "", "").problem(t).Issues)
}

func TestACodeWithAnInvalidStoredTargetLeadsHome(t *testing.T) {
	t.Parallel()
	s := start(t).signIn()
	made := s.makeCode(map[string]string{"kind": "l", "code": "menu", "name": "Menu", "target": "https://surya.example/menu", "language": ""})
	for _, target := range []string{"javascript:alert(1)", "\tvbscript:x", "data:text/html,x", "intent://x#Intent;end"} {
		testdb.Exec(t, s.dsn, `UPDATE codes SET target = '`+target+`'`)
		got := startOn(t, s.store, s.dsn).follow("/l/" + made.Code)
		assert.True(t, strings.HasPrefix(got, "/?"), "%q: %s", target, got)
	}
}

func TestAnUnknownCodeIsNotFound(t *testing.T) {
	t.Parallel()
	s := start(t).signIn()
	printed, link := s.makeCode(nil), s.makeCode(map[string]string{"kind": "l"})
	for _, path := range []string{"/q/zzzzz", "/l/" + printed.Code, "/q/" + link.Code, "/q/", "/q/" + printed.Code + "/more", "/q/%00"} {
		assert.Equal(t, http.StatusNotFound, s.call(http.MethodGet, path, nil).StatusCode, path)
	}
	assert.Equal(t, http.StatusNotFound, s.call(http.MethodDelete, "/api/v1/codes/zzzzz", nil).StatusCode)
	assert.Equal(t, http.StatusNotFound, s.call(http.MethodGet, "/api/v1/codes/zzzzz/print.svg", nil).StatusCode)
	assert.Equal(t, http.StatusUnprocessableEntity, s.call(http.MethodGet, "/api/v1/codes/"+printed.Code+"/print.exe", nil).StatusCode)
}

func TestACodeRefusesATargetThatIsNotAPage(t *testing.T) {
	t.Parallel()
	s := start(t).signIn()
	for _, target := range []string{
		"javascript:alert(1)", "tel:+919825012345", "//evil.example/", "/\\evil.example", "https://user@example.in/", "nowhere", "/a b", "/../etc",
		"/q/abcde", "/l/abcde", "/gu/q/abcde", "/api/v1/site", "/admin/account", "http://parichay.test/admin", "/x\x01", "/" + strings.Repeat("a", 3000),
	} {
		a := s.postCode(map[string]string{"kind": "q", "name": "Board", "target": target, "language": ""})
		require.Equal(t, http.StatusUnprocessableEntity, a.StatusCode, target)
		require.NotEmpty(t, a.problem(t).Issues, target)
		assert.Equal(t, "target", a.problem(t).Issues[0].Field, target)
	}
	empty := s.postCode(map[string]string{"kind": "q", "name": "Board", "target": " ", "language": ""})
	assert.Equal(t, []fault.Issue{{Field: "target", Code: fault.Required}}, empty.problem(t).Issues)
	for _, wrong := range []map[string]string{
		{"kind": "q", "name": " ", "target": "/", "language": ""},
		{"kind": "q", "name": "Board", "target": "/", "language": "fr"},
		{"kind": "x", "name": "Board", "target": "/", "language": ""},
		{"kind": "q", "name": "Board", "target": "/", "language": "", "code": "chosen"},
		{"kind": "l", "name": "Board", "target": "/", "language": "", "code": "a-b"},
		{"kind": "l", "name": "Board", "target": "/", "language": "", "code": "a"},
	} {
		assert.Equal(t, http.StatusUnprocessableEntity, s.postCode(wrong).StatusCode, "%v", wrong)
	}
	assert.Empty(t, s.codeList())
}

func TestCodesRedirectWhileTheDatabaseIsDown(t *testing.T) {
	t.Parallel()
	s := start(t).signIn()
	made := s.makeCode(map[string]string{"target": "/services"})
	s.store.Close()
	assert.Equal(t, "/services?src=q."+made.Code, s.follow("/q/"+made.Code))
}

func TestTheNumberOfCodesIsLimited(t *testing.T) {
	t.Parallel()
	s := start(t).signIn()
	testdb.Exec(t, s.dsn, `INSERT INTO codes (code, kind, name, target) SELECT 'x' || n, 'q', 'Board', '/' FROM generate_series(1, $1) n`, codestore.MostUsed)
	full := s.postCode(map[string]string{"kind": "q", "name": "One more", "target": "/", "language": ""})
	assert.Equal(t, "full", full.problem(t).Code)
	require.Equal(t, http.StatusNoContent, s.call(http.MethodDelete, "/api/v1/codes/x1", nil).StatusCode)
	made := s.makeCode(nil)
	assert.Regexp(t, `^[b-df-hjkmnp-tv-z2-9]{5}$`, made.Code)
	assert.Equal(t, "/?src=q.x500", s.follow("/q/x500"), "all codes are found")
}

func TestTheListShowsScansAndLeadsOfEachCode(t *testing.T) {
	t.Parallel()
	s := start(t).signIn()
	board, link := s.makeCode(nil), s.makeCode(map[string]string{"kind": "l", "code": "insta"})
	today := visit.Day(time.Now())
	for _, row := range []struct {
		key   string
		back  int
		scans int
	}{{"code:" + board.Code, 0, 3}, {"code:" + board.Code, 6, 10}, {"code:" + board.Code, 7, 100}, {"link:insta", 30, 5}, {"code:insta", 0, 7}} {
		testdb.Exec(t, s.dsn, `INSERT INTO visit_counts (day, report, key, scans) VALUES ($1, 'channel', $2, $3)`, today.AddDate(0, 0, -row.back), row.key, row.scans)
	}
	for _, lead := range [][3]string{
		{"q." + board.Code, "pending", "quote_request"},
		{"q." + board.Code, "won", "portfolio_request"},
		{"q." + board.Code + "/diwali", "pending", "quote_request"}, // with a campaign
		{"q." + board.Code, "spam", "quote_request"},
		{"q." + board.Code, "pending", "owner_feedback"},
		{"q." + board.Code + "x", "pending", "quote_request"},
		{"l.insta", "lost", "quote_request"},
		{"instagram", "won", "quote_request"},
	} {
		testdb.Exec(t, s.dsn, `INSERT INTO feedback (name, email, comment, feedback_type, language, source, status, idempotency_key, digest)
			VALUES ('A visitor', '', 'Hello', $3, 'en', $1, $2, gen_random_uuid()::text, '')`, lead[0], lead[1], lead[2])
	}
	got := map[string][3]int{}
	for _, c := range s.codeList() {
		got[c.Code] = [3]int{c.Scans, c.Lately, c.Leads}
	}
	assert.Equal(t, map[string][3]int{board.Code: {113, 13, 3}, link.Code: {5, 0, 1}}, got)
}

func TestACodeCanBePrintedInEveryFormat(t *testing.T) {
	t.Parallel()
	s := start(t).signIn()
	made := s.makeCode(map[string]string{"language": "gu"})
	for file, contentType := range map[string]string{"print.svg": headers.SVG, "print.png": "image/png", "print.pdf": "application/pdf", "print.pdf?paper=a4": "application/pdf"} {
		a := s.call(http.MethodGet, "/api/v1/codes/"+made.Code+"/"+file, nil)
		require.Equal(t, http.StatusOK, a.StatusCode, file)
		assert.Equal(t, contentType, a.Header.Get("Content-Type"), file)
		assert.Empty(t, a.Header.Get("Content-Disposition"), file)
	}
	saved := s.call(http.MethodGet, "/api/v1/codes/"+made.Code+"/print.pdf?save=true", nil)
	assert.Equal(t, `attachment; filename="`+made.Code+`.pdf"`, saved.Header.Get("Content-Disposition"))
	assert.Equal(t, made.Address, readCode(t, s.call(http.MethodGet, "/api/v1/codes/"+made.Code+"/print.png", nil).body))
}

// readCode decodes a QR code with an independent library.
func readCode(t *testing.T, raw []byte) string {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(raw))
	require.NoError(t, err)
	bits, err := gozxing.NewBinaryBitmapFromImage(img)
	require.NoError(t, err)
	found, err := qrcode.NewQRCodeReader().Decode(bits, nil)
	require.NoError(t, err)
	return found.GetText()
}

func TestOnlyScansByVisitorsAreCounted(t *testing.T) {
	t.Parallel()
	s := start(t).signIn()
	board, link := s.makeCode(map[string]string{"language": "gu"}), s.makeCode(map[string]string{"kind": "l", "code": "insta"})
	const phone = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36"
	visitor := s.browser()
	scan := func(who *testSite, method, path, agent string) {
		assert.Equal(t, http.StatusFound, who.call(method, path, nil, "User-Agent", agent).StatusCode)
	}
	scan(visitor, http.MethodHead, "/q/"+board.Code, phone)
	scan(s, http.MethodGet, "/q/"+board.Code, phone)
	scan(visitor, http.MethodGet, "/l/insta", "WhatsApp/2.23.20.0")
	for range 3 {
		scan(visitor, http.MethodGet, "/q/"+board.Code, phone)
	}
	require.Equal(t, http.StatusNoContent, s.call(http.MethodDelete, "/api/v1/codes/"+board.Code, nil).StatusCode)
	scan(visitor, http.MethodGet, "/q/"+board.Code, phone)
	scan(visitor, http.MethodGet, "/l/"+link.Code, phone)
	require.Eventually(t, func() bool { return s.count(`SELECT count(*) FROM visits WHERE channel = 'link:insta'`) > 0 }, 10*time.Second, 10*time.Millisecond)
	assert.Equal(t, 4, s.count(`SELECT count(*) FROM visits WHERE kind = 'scan' AND language = 'gu' AND channel = 'code:`+board.Code+`'`), "scans of a retired code count, too")
	assert.Equal(t, 5, s.count(`SELECT count(*) FROM visits`))
}
