package api_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"image/jpeg"
	"image/png"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/emersion/go-vcard"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api/pictures"
	"parichay/internal/kit/headers"
	"parichay/internal/public/pagedata"
	"parichay/internal/testkit/apitest"
	"parichay/internal/testkit/hostile"
	"parichay/internal/testkit/testdb"
	"parichay/locales"
)

func TestTheSitemapListsEveryTranslation(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn().Claim()
	testdb.Exec(t, s.DSN, apitest.InEnglishOnly)
	a := s.Call(http.MethodGet, "/sitemap.xml", nil)
	var list struct {
		URLs []struct {
			Loc   string `xml:"loc"`
			Links []struct {
				Lang string `xml:"hreflang,attr"`
				Href string `xml:"href,attr"`
			} `xml:"link"`
		} `xml:"url"`
	}
	require.NoError(t, xml.Unmarshal(a.Raw, &list), string(a.Raw))
	found := map[string]int{}
	for _, u := range list.URLs {
		found[u.Loc] = len(u.Links)
		path := strings.TrimPrefix(u.Loc, "http://parichay.test")
		assert.Equal(t, http.StatusOK, s.Call(http.MethodHead, path, nil).StatusCode, u.Loc)
	}
	assert.Equal(t, len(locales.Usual), found["http://parichay.test/gu/services"])
	assert.Equal(t, len(locales.Usual), found["http://parichay.test/hi/blog/whatsapp-shop-window"])
	assert.Equal(t, 1, found["http://parichay.test/blog/reviews-and-replies"])
	assert.NotContains(t, found, "http://parichay.test/gu/blog/reviews-and-replies", "not written in Gujarati")
	assert.Equal(t, len(locales.Usual), found["http://parichay.test/gu/portfolio/saree-retailer-surat-social"])
	assert.Equal(t, len(locales.Usual), found["http://parichay.test/hi/services/search-engine-optimization"])
	assert.Len(t, found, len(locales.Usual)*(len(apitest.PublicPaths)+9+4+4)+1)
}

func TestEveryPageHasMetadataForSearchAndSharing(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	titles := map[string]string{}
	for _, path := range []string{"/", "/services", "/portfolio", "/blog", "/download", "/blog/whatsapp-shop-window", "/portfolio/saree-retailer-surat-social"} {
		for _, lang := range locales.Usual {
			where := apitest.InLang(lang, path)
			html := string(s.Call(http.MethodGet, where, nil).Raw)
			title := apitest.Meta(t, html, `<title>([^<]+)</title>`)
			assert.Empty(t, titles[title], "%s and %s share a title", where, titles[title])
			titles[title] = where
			assert.NotEmpty(t, apitest.Meta(t, html, `<meta name="description" content="([^"]+)"`))
			assert.Equal(t, "http://parichay.test"+where, apitest.Meta(t, html, `<link rel="canonical" href="([^"]+)"`))
			assert.Equal(t, string(lang)+"_IN", apitest.Meta(t, html, `property="og:locale" content="([^"]+)"`))
			assert.Equal(t, "summary_large_image", apitest.Meta(t, html, `name="twitter:card" content="([^"]+)"`))
			image := strings.TrimPrefix(apitest.Meta(t, html, `property="og:image" content="([^"]+)"`), "http://parichay.test")
			card := s.Call(http.MethodGet, image, nil)
			require.Equal(t, http.StatusOK, card.StatusCode, image)
			assert.Contains(t, card.Header.Get("Cache-Control"), "immutable")
			assert.Less(t, len(card.Raw), 300_000, "WhatsApp ignores larger pictures")
			config, err := jpeg.DecodeConfig(bytes.NewReader(card.Raw))
			require.NoError(t, err)
			assert.Equal(t, [2]int{1200, 630}, [2]int{config.Width, config.Height})
			for _, data := range regexp.MustCompile(`<script type="application/ld\+json">(.*?)</script>`).FindAllStringSubmatch(html, -1) {
				assert.True(t, json.Valid([]byte(data[1])), data[1])
			}
			assert.Contains(t, html, `application/ld+json`)
		}
	}
	home := string(s.Call(http.MethodGet, "/gu", nil).Raw)
	assert.Contains(t, home, `"@type":"LocalBusiness"`)
	assert.Contains(t, home, `"opens":"09:00"`)
	assert.Equal(t, 6, strings.Count(home, `"OpeningHoursSpecification"`), "six days")
}

func TestAnUntranslatedArticleIsCanonicalInEnglish(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	testdb.Exec(t, s.DSN, apitest.InEnglishOnly)
	html := string(s.Call(http.MethodGet, "/gu/blog/reviews-and-replies", nil).Raw)
	assert.Equal(t, "http://parichay.test/blog/reviews-and-replies", apitest.Meta(t, html, `<link rel="canonical" href="([^"]+)"`))
	assert.NotContains(t, html, `hreflang="hi"`)
	assert.Equal(t, "en_IN", apitest.Meta(t, html, `property="og:locale" content="([^"]+)"`))
	assert.Equal(t, "http://parichay.test/blog/reviews-and-replies", article(t, html)["mainEntityOfPage"])
}

// article returns the structured data of an article page.
func article(t *testing.T, html string) (data map[string]any) {
	t.Helper()
	require.NoError(t, json.Unmarshal([]byte(apitest.Meta(t, html, `<script type="application/ld\+json">(\{[^<]*"BlogPosting"[^<]*)</script>`)), &data))
	return data
}

func TestAnArticleHasStructuredData(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	testdb.Exec(t, s.DSN, `UPDATE posts SET updated_at = '2025-06-07 08:09:10Z' WHERE id = 'whatsapp-shop-window'`)
	html := string(s.Call(http.MethodGet, "/gu/blog/whatsapp-shop-window", nil).Raw)
	data := article(t, html)
	assert.Equal(t, "2025-03-04", data["datePublished"])
	assert.Equal(t, "2025-06-07", data["dateModified"])
	assert.Equal(t, apitest.Meta(t, html, `property="og:image" content="([^"]+)"`), data["image"])
	business := map[string]any{"@type": "Organization", "@id": "http://parichay.test/#business", "name": "Digital Market"}
	assert.Equal(t, business, data["publisher"])
	assert.Equal(t, business, data["author"], "articles without another author are signed by the brand")
	assert.Equal(t, apitest.Meta(t, html, `<title>([^<]+)<`), apitest.Meta(t, html, `property="og:image:alt" content="([^"]+)"`))
	testdb.Exec(t, s.DSN, `UPDATE posts SET author = 'The editor' WHERE id = 'reviews-and-replies'`)
	byPerson := article(t, string(s.Call(http.MethodGet, "/blog/reviews-and-replies", nil).Raw))
	assert.Equal(t, map[string]any{"@type": "Person", "name": "The editor"}, byPerson["author"])
	assert.Equal(t, "http://parichay.test/gu/blog/whatsapp-shop-window", data["mainEntityOfPage"])
}

func TestACaseStudyHasItsOwnIndexablePage(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	testdb.Exec(t, s.DSN, `UPDATE portfolio_items SET translations = translations - 'gu', updated_at = '2025-06-07 08:09:10Z' WHERE id = 'saree-retailer-surat-social'`)
	for path, canonical := range map[string]string{"/portfolio/": "/portfolio/", "/hi/portfolio/": "/hi/portfolio/", "/gu/portfolio/": "/portfolio/"} {
		html := string(s.Call(http.MethodGet, path+"saree-retailer-surat-social", nil).Raw)
		assert.Equal(t, "http://parichay.test"+canonical+"saree-retailer-surat-social", apitest.Meta(t, html, `<link rel="canonical" href="([^"]+)"`), path)
		assert.NotContains(t, html, `hreflang="gu" href="http`, "not written in Gujarati")
		var data map[string]any
		require.NoError(t, json.Unmarshal([]byte(apitest.Meta(t, html, `<script type="application/ld\+json">(\{[^<]*"CreativeWork"[^<]*)</script>`)), &data))
		assert.Equal(t, "2025-06-07", data["dateModified"])
		assert.Equal(t, apitest.Meta(t, html, `property="og:image" content="([^"]+)"`), data["image"])
		assert.Contains(t, html, `"item":"http://parichay.test`+strings.TrimSuffix(path, "/")+`"`, "breadcrumb")
		assert.Contains(t, html, "<h3>", "the text is in the HTML")
	}
	assert.Equal(t, http.StatusNotFound, s.Call(http.MethodGet, "/portfolio/nothing", nil).StatusCode)
	assert.Contains(t, string(s.Call(http.MethodGet, "/portfolio/request", nil).Raw), "<form", "the form's path is not taken for an item")
}

func TestTheContactIsAValidVCard(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	for _, path := range []string{"/contact.vcf", "/hi/contact.vcf", "/gu/contact.vcf"} {
		a := s.Call(http.MethodGet, path, nil)
		assert.Equal(t, "text/vcard; charset=utf-8", a.Header.Get("Content-Type"))
		card, err := vcard.NewDecoder(bytes.NewReader(a.Raw)).Decode()
		require.NoError(t, err)
		assert.Equal(t, "Digital Market", card.Value(vcard.FieldFormattedName))
		assert.Equal(t, "+910000000000", card.Value(vcard.FieldTelephone))
		assert.Equal(t, "hello@example.com", card.Value(vcard.FieldEmail))
	}
	s.Save(map[string]any{"contact": map[string]any{"phone": "98250 98250"}})
	assert.Contains(t, string(s.Call(http.MethodGet, "/contact.vcf", nil).Raw), ":+919825098250\r\n")
	home := string(s.Call(http.MethodGet, "/", nil).Raw)
	assert.Contains(t, home, `"telephone":"+919825098250"`)
	assert.Contains(t, home, ">98250 98250<", "shown as typed")
}

func TestD4QRCodeFollowsTheOwnersTarget(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	for _, name := range []string{"screen.svg", "print.svg", "screen.png", "print.png"} {
		a := s.Call(http.MethodGet, "/gu/qr/"+name, nil)
		require.Equal(t, http.StatusOK, a.StatusCode, name)
		if strings.HasSuffix(name, "png") {
			_, err := png.Decode(bytes.NewReader(a.Raw))
			require.NoError(t, err)
		} else {
			assert.Equal(t, headers.SVG, a.Header.Get("Content-Type"))
		}
		assert.Contains(t, s.Call(http.MethodGet, "/qr/"+name+"?save", nil).Header.Get("Content-Disposition"), "attachment")
	}
	for _, name := range []string{"other.svg", "home.gif"} {
		assert.Equal(t, http.StatusNotFound, s.Call(http.MethodGet, "/qr/"+name, nil).StatusCode, name)
	}
	target := func() string {
		var boot pagedata.Boot
		s.Call(http.MethodGet, "/api/v1/page?path=/hi/download", nil).Into(t, &boot)
		return boot.Download.QR.Target
	}
	assert.Equal(t, "http://parichay.test/hi/download", target())
	s.Save(map[string]any{"qrCodeSettings": map[string]any{"url": "http://parichay.test/"}})
	assert.Equal(t, "http://parichay.test/hi/download", target(), "the form's default is not a choice")
	s.Save(map[string]any{"qrCodeSettings": map[string]any{"url": "https://example.in/menu"}})
	assert.Equal(t, "https://example.in/menu", target())
}

func TestTheFeedHasAbsoluteLinks(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	testdb.Exec(t, s.DSN, `UPDATE posts SET updated_at = '2020-01-01'`)
	testdb.Exec(t, s.DSN, `UPDATE posts SET updated_at = '2025-06-07 08:09:10.5Z', title = 'A <b> & "c"',
		content = '<p>&lt;x&gt; <a href="/services?a=1&amp;b=2#c">own</a> <a href="#part">part</a> <a href="https://example.in/?q=%20">other</a> <img src="/media/posts/a.jpg" alt=""></p>'
		WHERE id = 'whatsapp-shop-window'`)
	read := func() (body string, feed struct {
		Updated string `xml:"updated"`
		Links   []struct {
			Rel  string `xml:"rel,attr"`
			Href string `xml:"href,attr"`
		} `xml:"link"`
		Entries []struct {
			ID        string `xml:"id"`
			Title     string `xml:"title"`
			Published string `xml:"published"`
			Updated   string `xml:"updated"`
			Author    string `xml:"author>name"`
			Content   string `xml:"content"`
		} `xml:"entry"`
	},
	) {
		t.Helper()
		a := s.Call(http.MethodGet, "/feed.xml", nil)
		require.NoError(t, xml.Unmarshal(a.Raw, &feed), string(a.Raw))
		return string(a.Raw), feed
	}
	first, feed := read()
	assert.Equal(t, "2025-06-07T08:09:10Z", feed.Updated)
	assert.Equal(t, "alternate http://parichay.test/blog self http://parichay.test/feed.xml", feed.Links[0].Rel+" "+feed.Links[0].Href+" "+feed.Links[1].Rel+" "+feed.Links[1].Href)
	for _, entry := range feed.Entries {
		if entry.ID != "http://parichay.test/blog/whatsapp-shop-window" {
			assert.Equal(t, entry.Published, entry.Updated, "saved before its publication date")
			continue
		}
		assert.Equal(t, `A <b> & "c"`, entry.Title)
		assert.Equal(t, "2025-03-03T18:30:00Z", entry.Published)
		assert.Equal(t, "2025-06-07T08:09:10Z", entry.Updated)
		assert.Equal(t, "Digital Market", entry.Author)
		for _, want := range []string{
			"&lt;x&gt; ", ` href="http://parichay.test/services?a=1&amp;b=2#c"`, ` href="http://parichay.test/blog/whatsapp-shop-window#part"`,
			` href="https://example.in/?q=%20"`, ` src="http://parichay.test/media/posts/a.jpg"`,
		} {
			assert.Contains(t, entry.Content, want)
		}
	}
	s.Save(map[string]any{"phone": "+91 98250 12345"})
	again, _ := read()
	assert.Equal(t, first, again)
}

func TestEachLanguageHasItsOwnFeed(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	testdb.Exec(t, s.DSN, apitest.InEnglishOnly)
	for path, entries := range map[string]int{"/feed.xml": 10, "/hi/feed.xml": 9, "/gu/feed.xml": 9} {
		a := s.Call(http.MethodGet, path, nil)
		require.Equal(t, http.StatusOK, a.StatusCode, path)
		feed := string(a.Raw)
		assert.Equal(t, entries, strings.Count(feed, "<entry>"), path)
		assert.Contains(t, feed, `<link href="http://parichay.test`+path+`" rel="self">`)
		assert.Equal(t, len(locales.Usual)-1, strings.Count(feed, ` type="application/atom+xml"`), "links to the feeds of the other languages")
		folder := strings.TrimSuffix(path, "/feed.xml")
		assert.Equal(t, entries, strings.Count(feed, "<id>http://parichay.test"+folder+"/blog/"))
		home := folder
		if home == "" {
			home = "/"
		}
		assert.Contains(t, string(s.Call(http.MethodGet, home, nil).Raw), `<link rel="alternate" type="application/atom+xml" href="`+path+`">`)
	}
	assert.NotContains(t, string(s.Call(http.MethodGet, "/gu/feed.xml", nil).Raw), "reviews-and-replies")
}

func TestLLMsTxtDescribesTheSite(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	a := s.Call(http.MethodGet, "/llms.txt", nil)
	text := string(a.Raw)
	assert.True(t, strings.HasPrefix(text, "# Digital Market\n\n> Digital Marketing Solutions\n"), text)
	assert.Contains(t, text, "- Address: C. G. Road, Navrangpura, Ahmedabad, Gujarat 380009, India\n")
	assert.Contains(t, text, "](http://parichay.test/services)")
	assert.Contains(t, text, "](http://parichay.test/blog/whatsapp-shop-window)")
	assert.Less(t, len(text), 16<<10)
}

func TestTheOwnersPictureIsUsedForIconsAndCards(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	get := func(path string) apitest.Answer { return s.Call(http.MethodGet, path, nil) }
	card := func() string {
		return strings.TrimPrefix(apitest.Meta(t, string(get("/").Raw), `property="og:image" content="([^"]+)"`), "http://parichay.test")
	}
	icon := func() string { return apitest.Meta(t, string(get("/").Raw), `<link rel="icon" href="([^"]+)"`) }
	sampleCard, sampleIcon := card(), icon()

	var picture pictures.Upload
	s.Upload("profile_images", "image/jpeg", hostile.Photo(500, 500)).Into(t, &picture)
	s.Save(map[string]any{"profileImage": picture.URL})
	assert.NotEqual(t, sampleCard, card(), "a new picture gets a new address")
	assert.NotEqual(t, sampleIcon, icon())
	assert.NotContains(t, get(sampleIcon).Header.Get("Cache-Control"), "immutable", "the old address serves the current icon")

	for path, side := range map[string]int{icon(): 48, "/icon/180.png": 180, "/icon/192.png": 192, "/icon/512.png": 512, "/icon/maskable.png": 512, "/apple-touch-icon.png": 180} {
		a := get(path)
		require.Equal(t, http.StatusOK, a.StatusCode, path)
		config, err := png.DecodeConfig(bytes.NewReader(a.Raw))
		require.NoError(t, err, path)
		assert.Equal(t, [2]int{side, side}, [2]int{config.Width, config.Height}, path)
	}
	assert.Contains(t, get(icon()).Header.Get("Cache-Control"), "immutable")
	assert.NotContains(t, get("/icon/48.png").Header.Get("Cache-Control"), "immutable")
	ico := get("/favicon.ico")
	assert.Equal(t, "image/x-icon", ico.Header.Get("Content-Type"))
	assert.Equal(t, []byte{0, 0, 1, 0, 1, 0, 32, 32}, ico.Raw[:8])
	_, err := png.Decode(bytes.NewReader(ico.Raw[22:]))
	require.NoError(t, err)
	assert.Equal(t, http.StatusNotFound, get("/icon/49.png").StatusCode)

	contact, err := vcard.NewDecoder(bytes.NewReader(get("/contact.vcf").Raw)).Decode()
	require.NoError(t, err)
	photo, err := base64.StdEncoding.DecodeString(contact.Value(vcard.FieldPhoto))
	require.NoError(t, err)
	assert.LessOrEqual(t, len(photo), 30<<10)
	_, err = jpeg.Decode(bytes.NewReader(photo))
	require.NoError(t, err)
	assert.Equal(t, "380009", contact.Address().PostalCode)
	assert.Contains(t, string(get("/").Raw), `"image":"http://parichay.test`+picture.URL)

	testdb.Exec(t, s.DSN, `UPDATE website_content SET profile_image = 'https://example.in/elsewhere.jpg'`) // as an earlier version may have stored it
	s.Save(map[string]any{"tagline": "Another"})
	assert.Equal(t, http.StatusOK, get(icon()).StatusCode, "drawn from the initials: external pictures are not fetched")
	assert.NotContains(t, string(get("/contact.vcf").Raw), "PHOTO")
}

func TestEachLanguageHasAWebManifest(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	for path, start := range map[string]string{"/manifest.webmanifest": "/", "/hi/manifest.webmanifest": "/hi", "/gu/manifest.webmanifest": "/gu"} {
		a := s.Call(http.MethodGet, path, nil)
		assert.Equal(t, "application/manifest+json", a.Header.Get("Content-Type"))
		var got struct {
			Start string `json:"start_url"`
			Name  string `json:"name"`
			Theme string `json:"theme_color"`
			Icons []struct{ Src, Sizes, Purpose string }
		}
		a.Into(t, &got)
		assert.Equal(t, start, got.Start)
		assert.Equal(t, "#DAA520", got.Theme)
		require.Len(t, got.Icons, 3)
		assert.Equal(t, "maskable", got.Icons[2].Purpose)
		for _, icon := range got.Icons {
			assert.Contains(t, s.Call(http.MethodGet, icon.Src, nil).Header.Get("Cache-Control"), "immutable")
		}
		assert.Contains(t, string(s.Call(http.MethodGet, start, nil).Raw), `<link rel="manifest" href="`+path+`">`)
	}
	assert.Contains(t, string(s.Call(http.MethodGet, "/admin", nil).Raw), `rel="apple-touch-icon"`)
}

func TestACaseStudyWithoutAPictureGetsAGeneratedCover(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	shown := func(lang string) map[string]string {
		var boot pagedata.Boot
		s.Call(http.MethodGet, "/api/v1/page?path="+lang+"/portfolio", nil).Into(t, &boot)
		all := map[string]string{}
		for _, card := range boot.Portfolio.Items {
			all[card.ID] = card.ImageURL
		}
		return all
	}
	first := shown("/gu")
	require.Len(t, first, 4)
	bodies := map[string]bool{}
	for id, address := range first {
		assert.Regexp(t, `^/cover/gu/portfolio/`+id+`/[\w-]{12}\.svg$`, address)
		a := s.Call(http.MethodGet, address, nil)
		require.Equal(t, http.StatusOK, a.StatusCode)
		assert.Equal(t, headers.SVG, a.Header.Get("Content-Type"))
		assert.Contains(t, a.Header.Get("Cache-Control"), "immutable")
		assert.Less(t, len(a.Raw), 30<<10)
		bodies[string(a.Raw)] = true
	}
	assert.Len(t, bodies, 4, "all covers differ")
	const id = "brass-parts-maker-jamnagar-content"
	before := s.Call(http.MethodGet, first[id], nil)
	testdb.Exec(t, s.DSN, `UPDATE portfolio_items SET updated_at = now() + interval '1 second' WHERE id = '`+id+`'`)
	s.Save(map[string]any{"tagline": "Another tagline"})
	after := shown("/gu")
	assert.NotEqual(t, first[id], after[id])
	assert.NotContains(t, s.Call(http.MethodGet, first[id], nil).Header.Get("Cache-Control"), "immutable", "an old address serves the current cover, uncached")
	assert.NotEmpty(t, before.Raw)
	for _, path := range []string{"/cover/portfolio/none/x.svg", "/cover/services/x/x.svg", "/cover/portfolio/" + id + "/x.png", "/cover/"} {
		assert.Equal(t, http.StatusNotFound, s.Call(http.MethodGet, path, nil).StatusCode, path)
	}
	cover := s.Call(http.MethodGet, "/cover/hi/blog/whatsapp-shop-window/x.svg", nil)
	assert.Equal(t, http.StatusOK, cover.StatusCode)
	assert.Equal(t, "Accept-Encoding", cover.Header.Get("Vary"), "caches store one copy per encoding")
}

func TestALongSitemapHasPartsWithChangeDates(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn().Claim()
	testdb.Exec(t, s.DSN, `INSERT INTO posts (id, title, content, author, date, updated_at)
		SELECT 'p' || n, 'Title ' || n, '<p>x</p>', 'Admin', date '2020-01-01' - n, '2020-02-01' FROM generate_series(1, 1500) AS n`)
	testdb.Exec(t, s.DSN, `UPDATE posts SET updated_at = '2025-06-07 12:00Z' WHERE id = 'p3'`)
	testdb.Exec(t, s.DSN, `UPDATE posts SET updated_at = '2024-01-01' WHERE id !~ '^p[0-9]+$'`)
	testdb.Exec(t, s.DSN, `UPDATE posts SET updated_at = '2023-04-05 12:00Z' WHERE id = 'p1499'`)
	testdb.Exec(t, s.DSN, `UPDATE portfolio_items SET updated_at = '2025-06-08 12:00Z'`)
	testdb.Exec(t, s.DSN, `UPDATE services SET updated_at = '2024-01-01'`)
	index := string(s.Call(http.MethodGet, "/sitemap.xml", nil).Raw)
	assert.Contains(t, index, "<loc>http://parichay.test/sitemap/0.xml</loc><lastmod>2025-06-08</lastmod>")
	assert.Contains(t, index, "<loc>http://parichay.test/sitemap/1.xml</loc><lastmod>2023-04-05</lastmod>")
	assert.NotContains(t, index, "/sitemap/2.xml")
	for name, status := range map[string]int{"0.xml": 200, "1.xml": 200, "2.xml": 404, "00.xml": 404, "+1.xml": 404, "-0.xml": 404, "1": 404} {
		assert.Equal(t, status, s.Call(http.MethodGet, "/sitemap/"+name, nil).StatusCode, name)
	}

	require.Equal(t, http.StatusOK, s.Save(map[string]any{"show": map[string]any{"blog": "no"}}).StatusCode)
	hidden := string(s.Call(http.MethodGet, "/sitemap.xml", nil).Raw)
	assert.NotContains(t, hidden, "/sitemap/1.xml", "an empty part is not listed")
	assert.Contains(t, hidden, "<loc>http://parichay.test/</loc>")
}

func TestRobotsFeedAndSecurityTxt(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn().Claim()
	s.Save(map[string]any{"contact": map[string]any{"email": "owner@example.in"}})
	assert.Contains(t, string(s.Call(http.MethodGet, "/robots.txt", nil).Raw), "Sitemap: http://parichay.test/sitemap.xml")
	feed := s.Call(http.MethodGet, "/feed.xml", nil)
	assert.Contains(t, feed.Header.Get("Content-Type"), "application/atom+xml")
	assert.Equal(t, 10, strings.Count(string(feed.Raw), "<entry>"))
	security := string(s.Call(http.MethodGet, "/.well-known/security.txt", nil).Raw)
	assert.Contains(t, security, "Contact: mailto:owner@example.in")
	assert.Contains(t, security, "Expires: ")
}

func TestASampleSiteIsNotIndexed(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	paths := []string{
		"/feed.xml", "/gu/feed.xml", "/contact.vcf", "/hi/contact.vcf", "/llms.txt", "/sitemap.xml", "/card/AAAAAAAAAAAA.jpg", "/card/gu/blog/AAAAAAAAAAAA.jpg",
		"/cover/portfolio/saree-retailer-surat-social/x.svg", "/qr/screen.svg", "/gu/qr/print.png", "/icon/48.png", "/manifest.webmanifest",
		"/services/quote", "/gu/portfolio/request",
	}
	tags := func() (all []string) {
		for _, path := range paths {
			a := s.Call(http.MethodGet, path, nil)
			require.Equal(t, http.StatusOK, a.StatusCode, path)
			all = append(all, a.Header.Get("X-Robots-Tag")+path)
		}
		return all
	}
	for _, tag := range tags() {
		assert.True(t, strings.HasPrefix(tag, "noindex/"), tag)
	}
	assert.NotContains(t, string(s.Call(http.MethodGet, "/sitemap.xml", nil).Raw), "<loc>")
	assert.Equal(t, http.StatusNotFound, s.Call(http.MethodGet, "/sitemap/0.xml", nil).StatusCode)
	s.Claim()
	assert.Equal(t, paths, tags(), "indexed once the site is named")
	assert.Contains(t, string(s.Call(http.MethodGet, "/sitemap.xml", nil).Raw), "<loc>")
}

func TestAFeedLinksToPagesInItsLanguage(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	testdb.Exec(t, s.DSN, `UPDATE posts SET translations = jsonb_set(translations, '{gu,content}', '"<p><a href=\"/services\">x</a> <a href=\"https://example.in/blog\">y</a></p>"') WHERE id = 'whatsapp-shop-window'`)
	feed := string(s.Call(http.MethodGet, "/gu/feed.xml", nil).Raw)
	assert.Contains(t, feed, "http://parichay.test/gu/services")
	assert.NotContains(t, feed, "parichay.test/services")
	assert.Contains(t, feed, "https://example.in/blog")
}

func TestAFormHasTheSharingMetadataOfItsList(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	for form, list := range map[string]string{"/services/quote": "/services", "/gu/portfolio/request": "/gu/portfolio"} {
		page, shared := string(s.Call(http.MethodGet, form, nil).Raw), string(s.Call(http.MethodGet, list, nil).Raw)
		for _, property := range []string{`property="og:description"`, `property="og:image"`, `name="description"`} {
			pattern := `<meta ` + property + ` content="([^"]+)"`
			assert.Equal(t, apitest.Meta(t, shared, pattern), apitest.Meta(t, page, pattern), form)
		}
		assert.Equal(t, apitest.Meta(t, page, `<title>([^<]+)<`), apitest.Meta(t, page, `property="og:title" content="([^"]+)"`))
		assert.Equal(t, "http://parichay.test"+form, apitest.Meta(t, page, `<link rel="canonical" href="([^"]+)"`))
	}
}

func TestACardIsServedOnlyAtAValidAddress(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	for path, status := range map[string]int{
		"/card/anything.jpg": 404, "/card/gu/blog/x.jpg": 404, "/card/AAAAAAAAAAAA.png": 404, "/card/AAAAAAAAAAAA.jpg": 200, "/card/gu/blog/AAAAAAAAAAAA.jpg": 200,
	} {
		assert.Equal(t, status, s.Call(http.MethodGet, path, nil).StatusCode, path)
	}
}

func TestR3OldPathRedirectsHomeInEveryLanguage(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	for path, home := range map[string]string{"/old": "/", "/old/": "/", "/hi/old": "/hi", "/gu/old/": "/gu"} {
		a := s.Call(http.MethodGet, path, nil)
		assert.Equal(t, http.StatusPermanentRedirect, a.StatusCode, path)
		assert.Equal(t, home, a.Header.Get("Location"), path)
	}
}

func TestTheDownloadPageMentionsOnlyWhatExists(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	describe := func(path string) string {
		html := string(s.Call(http.MethodGet, path, nil).Raw)
		description := apitest.Meta(t, html, `<meta name="description" content="([^"]+)"`)
		assert.Contains(t, html, ">"+description+"<", "the subtitle has the same text")
		return description
	}
	assert.Equal(t, locales.Text(locales.Gujarati, "download.subtitle"), describe("/gu/download"))
	require.Equal(t, http.StatusOK, s.Save(map[string]any{"brandName": "Surya Sarees", "contact": map[string]any{"address": "Ring Road, Surat"}, "businessHours": "Mon-Sat 10-8"}).StatusCode)
	for _, lang := range locales.Usual {
		assert.Equal(t, locales.Text(lang, "subtitle.place"), describe(apitest.InLang(lang, "/download")))
	}
}
