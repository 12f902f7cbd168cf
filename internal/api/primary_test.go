package api_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api"
	"parichay/internal/api/wire"
	"parichay/internal/domain/profile"
	"parichay/internal/testkit/apitest"
	"parichay/internal/testkit/testdb"
	"parichay/locales"
)

// base is the address of the test's site.
const base = "http://parichay.test"

var (
	langAttribute = regexp.MustCompile(`<html lang="(\w+)"`)
	feedLanguage  = regexp.MustCompile(`<feed [^>]*xml:lang="(\w+)"`)
	sitemapPlace  = regexp.MustCompile(`<loc>` + base + `([^<]*)</loc>`)
	alternateLink = regexp.MustCompile(`<link rel="alternate" hreflang="([\w-]+)" href="` + base + `([^"]*)">`)
)

// newCode creates a code that leads to a path, without a language, and returns its address.
func newCode(s *apitest.Site, target, key string) string {
	s.T.Helper()
	a := s.Call(http.MethodPost, "/api/v1/codes", map[string]string{"kind": "q", "name": key, "target": target, "language": ""}, wire.KeyField, key)
	require.Equal(s.T, http.StatusCreated, a.StatusCode, string(a.Raw))
	var made struct{ Address string }
	a.Into(s.T, &made)
	return strings.TrimPrefix(made.Address, base)
}

func TestEveryAddressFollowsThePrimaryLanguage(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn().Claim()
	visitor := s.Browser()
	type code struct {
		path, target string
		lang         locales.Lang
	}
	older := newCode(s, "/services", "older")
	testdb.Exec(t, s.DSN, `UPDATE codes SET language = ''`)
	codes := []code{{older, "/services", locales.English}}
	for state, primary := range []locales.Lang{locales.English, locales.Gujarati, locales.Hindi, locales.English} {
		require.Equal(t, http.StatusOK, s.Save(map[string]any{"primaryLanguage": string(primary)}).StatusCode)
		languages := profile.Languages{Primary: primary, Offered: locales.Usual, English: state > 0}
		codes = append(codes, code{newCode(s, "/", string(primary)+" home"+strconv.Itoa(state)), "/", primary}, code{newCode(s, "/gu/blog", "blog"+strconv.Itoa(state)), "/blog", locales.Gujarati})
		for _, prefix := range append([]locales.Lang{""}, locales.Usual...) {
			for _, path := range []string{"/", "/services", "/portfolio", "/blog", "/download", "/privacy", "/services/quote", "/feed.xml", "/contact.vcf", "/manifest.webmanifest", "/qr/screen.svg", "/old"} {
				at := locales.Below(prefix, path)
				lang, ok := languages.Of(prefix)
				a := visitor.Call(http.MethodGet, at, nil)
				body := string(a.Raw)
				want := http.StatusOK
				switch {
				case !ok:
					want = http.StatusNotFound
				case path == "/old":
					want = http.StatusPermanentRedirect
					assert.Equal(t, locales.Below(prefix, "/"), a.Header.Get("Location"))
				}
				require.Equal(t, want, a.StatusCode, "%s with primary %s", at, primary)
				if want != http.StatusOK {
					continue
				}
				switch path {
				case "/feed.xml":
					assert.Equal(t, string(lang), apitest.Meta(t, body, feedLanguage.String()), at)
					assert.Contains(t, body, `href="`+base+languages.Path(lang, path)+`"`)
				case "/manifest.webmanifest":
					var manifest struct{ Lang, StartURL string }
					require.NoError(t, json.Unmarshal([]byte(strings.ReplaceAll(body, "start_url", "StartURL")), &manifest))
					assert.Equal(t, []string{string(lang), languages.Path(lang, "/")}, []string{manifest.Lang, manifest.StartURL}, at)
				case "/contact.vcf":
					assert.Contains(t, body, "URL:"+base+languages.Path(lang, "/")+"\r\n")
				case "/qr/screen.svg":
				default:
					assert.Equal(t, string(lang), apitest.Meta(t, body, langAttribute.String()), at)
					assert.Equal(t, base+languages.Path(lang, path), apitest.Meta(t, body, `<link rel="canonical" href="([^"]+)">`), at)
					assert.Equal(t, prefix == "" && path != "/services/quote", strings.Contains(body, " data-others="), "only a page without prefix follows what the reader has stored: %s", at)
				}
			}
		}
		missing := visitor.Call(http.MethodGet, "/nothing", nil)
		assert.Equal(t, string(primary), apitest.Meta(t, string(missing.Raw), langAttribute.String()))

		places := sitemapPlace.FindAllStringSubmatch(string(visitor.Call(http.MethodGet, "/sitemap.xml", nil).Raw), -1)
		require.NotEmpty(t, places)
		for _, place := range places {
			a := visitor.Call(http.MethodGet, place[1], nil)
			require.Equal(t, http.StatusOK, a.StatusCode, place[1])
			assert.Equal(t, base+place[1], apitest.Meta(t, string(a.Raw), `<link rel="canonical" href="([^"]+)">`))
			_, rest := locales.Cut(place[1])
			for _, alternate := range alternateLink.FindAllStringSubmatch(string(a.Raw), -1) {
				lang := locales.Lang(alternate[1])
				if alternate[1] == "x-default" {
					lang = primary
				}
				assert.Equal(t, strings.TrimSuffix(languages.Path(lang, "/"), "/")+strings.TrimSuffix(rest, "/"), strings.TrimSuffix(alternate[2], "/"), place[1])
			}
		}
		assert.Contains(t, string(visitor.Call(http.MethodGet, "/llms.txt", nil).Raw), locales.Text(primary, "llms.pages"))
		security := string(visitor.Call(http.MethodGet, "/.well-known/security.txt", nil).Raw)
		assert.Contains(t, security, "Preferred-Languages: "+string(primary))

		for _, c := range codes {
			to := visitor.Call(http.MethodGet, c.path, nil).Header.Get("Location")
			assert.Equal(t, languages.Path(c.lang, c.target), strings.Split(to, "?")[0], "%+v with primary %s", c, primary)
			page := visitor.Call(http.MethodGet, to, nil)
			require.Equal(t, http.StatusOK, page.StatusCode, to)
			assert.Equal(t, string(c.lang), apitest.Meta(t, string(page.Raw), langAttribute.String()), to)
		}
	}
}

func TestLinkToShareIsThePublicAddressInThePrimaryLanguage(t *testing.T) {
	t.Parallel()
	const public = "http://surya.shops.example"
	s := apitest.Start(t, func(c *api.Config) { c.BaseURL = apitest.MustParse(t, public) }).SignIn().Claim()
	codes := map[string]bool{}
	for _, primary := range []locales.Lang{locales.English, locales.Gujarati, locales.Hindi} {
		require.Equal(t, http.StatusOK, s.Save(map[string]any{"primaryLanguage": string(primary)}).StatusCode)
		for _, lang := range locales.Usual {
			var shown struct{ HomeURL string }
			s.Call(http.MethodGet, "/api/v1/site?lang="+string(lang), nil, "X-Forwarded-Host", "elsewhere.example").Into(t, &shown)
			assert.Equal(t, public+"/", shown.HomeURL)
		}
		assert.Equal(t, string(primary), apitest.Meta(t, string(s.Call(http.MethodGet, "/", nil).Raw), langAttribute.String()))
		for _, prefix := range []locales.Lang{"", locales.Gujarati, locales.Hindi} {
			a := s.Call(http.MethodGet, locales.Below(prefix, "/qr/home.svg"), nil)
			require.Equal(t, http.StatusOK, a.StatusCode)
			codes[string(a.Raw)] = true
		}
	}
	assert.Len(t, codes, 1, "the code leads to the same address in each language")
}

func TestEnglishAddressesStayWhateverIsSavedLater(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn().Claim()
	first := s.Stored().Revision
	assert.Equal(t, http.StatusNotFound, s.Status("/en"))
	require.Equal(t, http.StatusOK, s.Save(map[string]any{"primaryLanguage": "hi"}).StatusCode)
	require.Equal(t, http.StatusOK, s.Save(map[string]any{"primaryLanguage": "en", "englishPath": "no"}).StatusCode)
	assert.Equal(t, http.StatusOK, s.Status("/en"))
	restored := s.Call(http.MethodPost, "/api/v1/revisions/site-"+strconv.FormatInt(first, 10)+"/restore", map[string]any{"base": s.Stored().Revision})
	require.Equal(t, http.StatusOK, restored.StatusCode, string(restored.Raw))
	assert.Equal(t, http.StatusOK, s.Status("/en/services"))
}

func TestLanguageThatIsNotOfferedHasNoAddresses(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn().Claim()
	for _, wrong := range []string{"", "en,fr", "hi,hi"} {
		assert.Equal(t, http.StatusUnprocessableEntity, s.Save(map[string]any{"languages": wrong}).StatusCode, wrong)
	}
	require.Equal(t, http.StatusOK, s.Save(map[string]any{"languages": "gu"}).StatusCode)
	for _, path := range []string{"/", "/services", "/services/quote", "/feed.xml", "/contact.vcf", "/manifest.webmanifest", "/qr/screen.svg", "/old", "/blog/whatsapp-shop-window"} {
		assert.Equal(t, http.StatusNotFound, s.Status(locales.Below(locales.Hindi, path)), path)
	}
	assert.Equal(t, http.StatusNotFound, s.Call(http.MethodPost, "/hi/services/quote", nil).StatusCode)
	assert.Equal(t, http.StatusNotFound, s.Status("/api/v1/page?path=/hi"))
	for path, lang := range map[string]string{"/": "en", "/gu": "gu", "/hi/nothing": "en"} {
		html := string(s.Call(http.MethodGet, path, nil).Raw)
		assert.Equal(t, lang, apitest.Meta(t, html, langAttribute.String()), "the primary language is always offered: %s", path)
		assert.NotContains(t, html, `href="/hi`)
		assert.NotContains(t, html, `hreflang="hi"`)
	}
	assert.Contains(t, string(s.Call(http.MethodGet, "/", nil).Raw), ` data-others="gu"`)
	for _, path := range []string{"/sitemap.xml", "/feed.xml", "/llms.txt"} {
		assert.NotContains(t, string(s.Call(http.MethodGet, path, nil).Raw), base+"/hi", path)
	}
	assert.Contains(t, string(s.Call(http.MethodGet, "/.well-known/security.txt", nil).Raw), "Preferred-Languages: en, gu\n")
	code := s.Call(http.MethodPost, "/api/v1/codes", map[string]string{"kind": "l", "code": "menu", "name": "Menu", "target": "/blog", "language": "hi"}, wire.KeyField, "menu")
	require.Equal(t, http.StatusCreated, code.StatusCode, string(code.Raw))
	assert.Equal(t, "/blog?src=l.menu", s.Call(http.MethodGet, "/l/menu", nil).Header.Get("Location"), "a code in such a language leads to the primary one")

	require.Equal(t, http.StatusOK, s.Save(map[string]any{"primaryLanguage": "hi"}).StatusCode)
	assert.Equal(t, http.StatusOK, s.Status("/hi"))
	assert.Equal(t, http.StatusNotFound, s.Status("/en"), "English was offered only as the primary language")
}
