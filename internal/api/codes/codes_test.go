package codes_test

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
	"parichay/internal/testkit/apitest"
	"parichay/internal/testkit/testdb"
)

// makeCode creates a code with values; by default a QR code.
func makeCode(s *apitest.Site, values map[string]string) (made codes.Code) {
	s.T.Helper()
	body := map[string]string{"kind": "q", "name": "Shop board", "target": "/", "language": ""}
	maps.Copy(body, values)
	a := postCode(s, body)
	require.Equal(s.T, http.StatusCreated, a.StatusCode, string(a.Raw))
	a.Into(s.T, &made)
	return made
}

// postCode creates a code with a unique idempotency key.
func postCode(s *apitest.Site, body any) apitest.Answer {
	s.T.Helper()
	return s.Call(http.MethodPost, "/api/v1/codes", body, wire.KeyField, rand.Text())
}

func codeList(s *apitest.Site) []codes.Code {
	s.T.Helper()
	var all codes.All
	s.Call(http.MethodGet, "/api/v1/codes", nil).Into(s.T, &all)
	return all.Codes
}

// follow returns the redirect target of path.
func follow(s *apitest.Site, path string) string {
	s.T.Helper()
	a := s.Browser().Call(http.MethodGet, path, nil)
	require.Equal(s.T, http.StatusFound, a.StatusCode, "%s: %s", path, a.Raw)
	require.Equal(s.T, "no-store", a.Header.Get("Cache-Control"))
	return a.Header.Get("Location")
}

func TestACodeRedirectsWithItsLanguageAndSource(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
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
		made := makeCode(s, map[string]string{"target": c.target, "language": c.language})
		got := follow(s, "/q/"+made.Code)
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
	s := apitest.Start(t).SignIn()
	other := apitest.StartOn(t, s.Store, s.DSN)
	made := makeCode(s, map[string]string{"target": "/services"})
	picture := s.Call(http.MethodGet, "/api/v1/codes/"+made.Code+"/print.png", nil).Raw
	path := strings.TrimPrefix(readCode(t, picture), "http://parichay.test")
	require.Equal(t, "/services?src=q."+made.Code, follow(s, path))

	changed := s.Call(http.MethodPut, "/api/v1/codes/"+made.Code, map[string]string{"name": "Shop board, new", "target": "/portfolio", "language": "gu"})
	require.Equal(t, http.StatusNoContent, changed.StatusCode, string(changed.Raw))
	want := "/gu/portfolio?src=q." + made.Code
	assert.Equal(t, want, follow(s, path), "the printed code has the new target at once")
	require.Eventually(t, func() bool { return other.Browser().Call(http.MethodGet, path, nil).Header.Get("Location") == want }, 10*time.Second, 10*time.Millisecond)
	assert.Equal(t, "Shop board, new", codeList(s)[0].Name)
	assert.Equal(t, picture, s.Call(http.MethodGet, "/api/v1/codes/"+made.Code+"/print.png", nil).Raw, "the picture does not change")
}

func TestARetiredCodeLeadsHomeForEver(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	made := makeCode(s, map[string]string{"kind": "l", "code": "Diwali26", "target": "https://example.in/", "language": "gu"})
	assert.Equal(t, "diwali26", made.Code)
	assert.Equal(t, "https://example.in/", follow(s, "/l/diwali26"))
	assert.Equal(t, "https://example.in/", follow(s, "/l/DIWALI26"), "in any case")
	for range 2 {
		require.Equal(t, http.StatusNoContent, s.Call(http.MethodDelete, "/api/v1/codes/diwali26", nil).StatusCode)
	}
	assert.Equal(t, "/gu?src=l.diwali26", follow(s, "/l/diwali26"))
	refused := postCode(s, map[string]string{"kind": "l", "code": "diwali26", "name": "Again", "target": "/", "language": ""})
	assert.Equal(t, []fault.Issue{{Field: "code", Code: fault.Taken}}, refused.Problem(t).Issues)
	changed := s.Call(http.MethodPut, "/api/v1/codes/diwali26", map[string]string{"name": "Again", "target": "/blog", "language": ""})
	assert.Equal(t, http.StatusNotFound, changed.StatusCode)
	require.NotNil(t, codeList(s)[0].Retired)
}

func TestARetriedCodeIsCreatedOnce(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	ask := func(kind, chosen, key string) apitest.Answer {
		body := map[string]string{"kind": kind, "name": "Shop board", "target": "/", "language": "", "code": chosen}
		return s.Call(http.MethodPost, "/api/v1/codes", body, wire.KeyField, key)
	}
	for _, kind := range codestore.Kind("").All() {
		chosen := map[codestore.Kind]string{codestore.Link: "diwali"}[kind]
		answers := make([]apitest.Answer, 4)
		var all sync.WaitGroup
		for n := range answers {
			all.Go(func() { answers[n] = ask(string(kind), chosen, "key of "+string(kind)) })
		}
		all.Wait()
		for _, a := range answers {
			require.Equal(t, http.StatusCreated, a.StatusCode, string(a.Raw))
			assert.Equal(t, string(answers[0].Raw), string(a.Raw))
		}
	}
	assert.Len(t, codeList(s), 2)
	ask("q", "", "another key")
	assert.Len(t, codeList(s), 3)
	assert.Equal(t, []fault.Issue{{Field: wire.KeyField, Code: fault.Required}}, ask("q", "", "").Problem(t).Issues)
}

func TestACodeWithAnInvalidStoredTargetLeadsHome(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	made := makeCode(s, map[string]string{"kind": "l", "code": "menu", "name": "Menu", "target": "https://surya.example/menu", "language": ""})
	for _, target := range []string{"javascript:alert(1)", "\tvbscript:x", "data:text/html,x", "intent://x#Intent;end"} {
		testdb.Exec(t, s.DSN, `UPDATE codes SET target = '`+target+`'`)
		got := follow(apitest.StartOn(t, s.Store, s.DSN), "/l/"+made.Code)
		assert.True(t, strings.HasPrefix(got, "/?"), "%q: %s", target, got)
	}
}

func TestAnUnknownCodeIsNotFound(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	printed, link := makeCode(s, nil), makeCode(s, map[string]string{"kind": "l"})
	for _, path := range []string{"/q/zzzzz", "/l/" + printed.Code, "/q/" + link.Code, "/q/", "/q/" + printed.Code + "/more", "/q/%00"} {
		assert.Equal(t, http.StatusNotFound, s.Call(http.MethodGet, path, nil).StatusCode, path)
	}
	assert.Equal(t, http.StatusNotFound, s.Call(http.MethodDelete, "/api/v1/codes/zzzzz", nil).StatusCode)
	assert.Equal(t, http.StatusNotFound, s.Call(http.MethodGet, "/api/v1/codes/zzzzz/print.svg", nil).StatusCode)
	assert.Equal(t, http.StatusUnprocessableEntity, s.Call(http.MethodGet, "/api/v1/codes/"+printed.Code+"/print.exe", nil).StatusCode)
}

func TestACodeRefusesATargetThatIsNotAPage(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	for _, target := range []string{
		"javascript:alert(1)", "tel:+919825012345", "//evil.example/", "/\\evil.example", "https://user@example.in/", "nowhere", "/a b", "/../etc",
		"/q/abcde", "/l/abcde", "/gu/q/abcde", "/api/v1/site", "/admin/account", "http://parichay.test/admin", "/x\x01", "/" + strings.Repeat("a", 3000),
	} {
		a := postCode(s, map[string]string{"kind": "q", "name": "Board", "target": target, "language": ""})
		require.Equal(t, http.StatusUnprocessableEntity, a.StatusCode, target)
		require.NotEmpty(t, a.Problem(t).Issues, target)
		assert.Equal(t, "target", a.Problem(t).Issues[0].Field, target)
	}
	empty := postCode(s, map[string]string{"kind": "q", "name": "Board", "target": " ", "language": ""})
	assert.Equal(t, []fault.Issue{{Field: "target", Code: fault.Required}}, empty.Problem(t).Issues)
	for _, wrong := range []map[string]string{
		{"kind": "q", "name": " ", "target": "/", "language": ""},
		{"kind": "q", "name": "Board", "target": "/", "language": "fr"},
		{"kind": "x", "name": "Board", "target": "/", "language": ""},
		{"kind": "q", "name": "Board", "target": "/", "language": "", "code": "chosen"},
		{"kind": "l", "name": "Board", "target": "/", "language": "", "code": "a-b"},
		{"kind": "l", "name": "Board", "target": "/", "language": "", "code": "a"},
	} {
		assert.Equal(t, http.StatusUnprocessableEntity, postCode(s, wrong).StatusCode, "%v", wrong)
	}
	assert.Empty(t, codeList(s))
}

func TestCodesRedirectWhileTheDatabaseIsDown(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	made := makeCode(s, map[string]string{"target": "/services"})
	s.Store.Close()
	assert.Equal(t, "/services?src=q."+made.Code, follow(s, "/q/"+made.Code))
}

func TestTheNumberOfCodesIsLimited(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	testdb.Exec(t, s.DSN, `INSERT INTO codes (code, kind, name, target) SELECT 'x' || n, 'q', 'Board', '/' FROM generate_series(1, $1) n`, codestore.MostUsed)
	full := postCode(s, map[string]string{"kind": "q", "name": "One more", "target": "/", "language": ""})
	assert.Equal(t, "full", full.Problem(t).Code)
	require.Equal(t, http.StatusNoContent, s.Call(http.MethodDelete, "/api/v1/codes/x1", nil).StatusCode)
	made := makeCode(s, nil)
	assert.Regexp(t, `^[b-df-hjkmnp-tv-z2-9]{5}$`, made.Code)
	assert.Equal(t, "/?src=q.x500", follow(s, "/q/x500"), "all codes are found")
}

func TestTheListShowsScansAndLeadsOfEachCode(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	board, link := makeCode(s, nil), makeCode(s, map[string]string{"kind": "l", "code": "insta"})
	today := visit.Day(time.Now())
	for _, row := range []struct {
		key   string
		back  int
		scans int
	}{{"code:" + board.Code, 0, 3}, {"code:" + board.Code, 6, 10}, {"code:" + board.Code, 7, 100}, {"link:insta", 30, 5}, {"code:insta", 0, 7}} {
		testdb.Exec(t, s.DSN, `INSERT INTO visit_counts (day, report, key, scans) VALUES ($1, 'channel', $2, $3)`, today.AddDate(0, 0, -row.back), row.key, row.scans)
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
		testdb.Exec(t, s.DSN, `INSERT INTO feedback (name, email, comment, feedback_type, language, source, status, idempotency_key, digest)
			VALUES ('A visitor', '', 'Hello', $3, 'en', $1, $2, gen_random_uuid()::text, '')`, lead[0], lead[1], lead[2])
	}
	got := map[string][3]int{}
	for _, c := range codeList(s) {
		got[c.Code] = [3]int{c.Scans, c.Lately, c.Leads}
	}
	assert.Equal(t, map[string][3]int{board.Code: {113, 13, 3}, link.Code: {5, 0, 1}}, got)
}

func TestACodeCanBePrintedInEveryFormat(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	made := makeCode(s, map[string]string{"language": "gu"})
	for file, contentType := range map[string]string{"print.svg": headers.SVG, "print.png": "image/png", "print.pdf": "application/pdf", "print.pdf?paper=a4": "application/pdf"} {
		a := s.Call(http.MethodGet, "/api/v1/codes/"+made.Code+"/"+file, nil)
		require.Equal(t, http.StatusOK, a.StatusCode, file)
		assert.Equal(t, contentType, a.Header.Get("Content-Type"), file)
		assert.Empty(t, a.Header.Get("Content-Disposition"), file)
	}
	saved := s.Call(http.MethodGet, "/api/v1/codes/"+made.Code+"/print.pdf?save=true", nil)
	assert.Equal(t, `attachment; filename="`+made.Code+`.pdf"`, saved.Header.Get("Content-Disposition"))
	assert.Equal(t, made.Address, readCode(t, s.Call(http.MethodGet, "/api/v1/codes/"+made.Code+"/print.png", nil).Raw))
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
	s := apitest.Start(t).SignIn()
	board, link := makeCode(s, map[string]string{"language": "gu"}), makeCode(s, map[string]string{"kind": "l", "code": "insta"})
	const phone = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36"
	visitor := s.Browser()
	scan := func(who *apitest.Site, method, path, agent string) {
		assert.Equal(t, http.StatusFound, who.Call(method, path, nil, "User-Agent", agent).StatusCode)
	}
	scan(visitor, http.MethodHead, "/q/"+board.Code, phone)
	scan(s, http.MethodGet, "/q/"+board.Code, phone)
	scan(visitor, http.MethodGet, "/l/insta", "WhatsApp/2.23.20.0")
	for range 3 {
		scan(visitor, http.MethodGet, "/q/"+board.Code, phone)
	}
	require.Equal(t, http.StatusNoContent, s.Call(http.MethodDelete, "/api/v1/codes/"+board.Code, nil).StatusCode)
	scan(visitor, http.MethodGet, "/q/"+board.Code, phone)
	scan(visitor, http.MethodGet, "/l/"+link.Code, phone)
	require.Eventually(t, func() bool { return s.Count(`SELECT count(*) FROM visits WHERE channel = 'link:insta'`) > 0 }, 10*time.Second, 10*time.Millisecond)
	assert.Equal(t, 4, s.Count(`SELECT count(*) FROM visits WHERE kind = 'scan' AND language = 'gu' AND channel = 'code:`+board.Code+`'`), "scans of a retired code count, too")
	assert.Equal(t, 5, s.Count(`SELECT count(*) FROM visits`))
}
