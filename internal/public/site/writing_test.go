package site

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/content"
	"parichay/internal/testkit/testdb"
	"parichay/locales"
)

// addPost stores an article as the owner would.
func addPost(t *testing.T, s *Site, more content.Values, words content.Words) content.Item {
	t.Helper()
	values := content.Values{"title": "Plum cake", "content": "<p>Order now, while there is some.</p>", "author": "Loom", "date": "2025-12-01"}
	maps.Copy(values, more)
	item, err := s.store.Items.Create(t.Context(), "owner@example.com", content.Posts, values.Text("title"), content.Changes{Values: values, Translations: words})
	require.NoError(t, err)
	s.Refresh(t.Context())
	return item
}

func TestScheduledArticleBecomesPublicOnEveryReplica(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	var clock hand
	clock.set(nine.Add(-time.Hour))
	bucket := newBucket(t)
	one, two := starting(t, store, bucket), starting(t, store, nil)
	for _, s := range []*Site{one, two} {
		s.config.Now, s.live.now = clock.now, clock.now
		require.NoError(t, s.live.reload(t.Context()))
	}
	addPost(t, one, content.Values{"date": "2026-12-01", "hour": "09:00"}, nil)
	addPost(t, one, content.Values{"title": "Next day", "date": "2026-12-02"}, nil)
	require.NoError(t, two.live.reload(t.Context()))
	require.NoError(t, keeper{one}.keepContent(t.Context()))
	restarted := starting(t, unreachableStore(t), bucket)
	restarted.config.Now, restarted.live.now = clock.now, clock.now
	restarted.live.fallBack()
	one.store = unreachableStore(t)
	midnight := time.Date(2026, 12, 2, 0, 0, 0, 0, locales.India)
	for name, s := range map[string]*Site{"database down": one, "database up": two, "started without database": restarted} {
		for _, step := range []struct {
			at    time.Time
			shown []string
			not   string
		}{
			{nine.Add(-time.Second), nil, "Plum cake"},
			{nine, []string{"Plum cake"}, "Next day"},
			{midnight.Add(-time.Second), []string{"Plum cake"}, "Next day"},
			{midnight, []string{"Plum cake", "Next day"}, "nothing"},
		} {
			clock.set(step.at)
			for _, path := range []string{"/blog", "/gu/blog"} {
				page := get(s, path).Body.String()
				for _, title := range step.shown {
					assert.Contains(t, page, title, "%s %s at %s", name, path, step.at)
				}
				assert.NotContains(t, page, step.not, "%s %s at %s", name, path, step.at)
			}
			assert.Equal(t, map[bool]int{true: 200, false: 404}[len(step.shown) > 0], get(s, "/blog/plum-cake").Code, "%s at %s", name, step.at)
		}
	}
}

func TestB5ArticleUsesItsOwnSearchTexts(t *testing.T) {
	t.Parallel()
	s := own(t, newBucket(t))
	cover := "/media/public/posts/0123456789abcdef0123456789abcdef-900x506.jpg"
	storePicture(t, s, cover)
	addPost(t, s, content.Values{
		"cover": cover, "excerpt": "Baked\nat night.", "searchTitle": "Plum cake in Surat", "searchDescription": "Fresh every morning.",
	}, content.Words{locales.Gujarati: {"title": "પ્લમ કેક", "content": "<p>આજે જ મંગાવો.</p>"}})
	page := get(s, "/blog/plum-cake").Body.String()
	for _, want := range []string{
		"<title>Plum cake in Surat · Loom &amp; Sons</title>", `name="description" content="Fresh every morning."`, `<h1`, `src="` + cover, `"headline":"Plum cake"`,
	} {
		assert.Contains(t, page, want)
	}
	assert.Contains(t, get(s, "/blog").Body.String(), "Baked at night.")
	assert.Contains(t, bodyOf(t, Documents{s}.ServeFeed), "Baked at night.")
	gujarati := get(s, "/gu/blog/plum-cake").Body.String()
	assert.Contains(t, gujarati, `name="description" content="આજે જ મંગાવો."`, "a missing description is made from the text in that language")
	assert.NotContains(t, gujarati, "Baked")
	plain := get(s, "/blog/whatsapp-shop-window").Body.String()
	assert.NotContains(t, plain, `"cover"`)
}

func TestM9FormerAddressesRedirectToTheCurrentOne(t *testing.T) {
	t.Parallel()
	s := own(t, newBucket(t))
	s.config.Now = func() time.Time { return time.Now().Add(2 * staleFor) } // no previous page is served
	post := addPost(t, s, nil, content.Words{locales.Gujarati: {"title": "પ્લમ કેક", "content": "<p>આજે જ મંગાવો.</p>"}})
	assert.Equal(t, 200, get(s, "/blog/plum-cake").Code)
	for _, address := range []string{"christmas-cake", "cake"} {
		saved, err := s.store.Items.Save(t.Context(), "owner@example.com", content.Posts, post.ID, post.Revision, content.Changes{Values: content.Values{"address": address}})
		require.NoError(t, err)
		post = saved
		s.Refresh(t.Context())
		assert.Equal(t, 200, get(s, "/blog/"+address).Code, address)
	}
	for _, former := range []string{"plum-cake", "christmas-cake"} {
		for _, lang := range locales.Usual {
			answer := get(s, s.Languages().Path(lang, "/blog/"+former))
			assert.Equal(t, http.StatusPermanentRedirect, answer.Code, former)
			assert.Equal(t, s.Languages().Path(lang, "/blog/cake"), answer.Header().Get("Location"), former)
		}
		w, where := httptest.NewRecorder(), address{page: &postPage, lang: locales.English, path: "/blog/" + former, arg: former}
		s.servePage(w, httptest.NewRequest(http.MethodGet, "/blog/"+former+"?utm_source=x", http.NoBody), where, s.live.current.Load())
		assert.Equal(t, "/blog/cake?utm_source=x", w.Header().Get("Location"))
		b, err := s.Page(t.Context(), "/blog/"+former)
		require.NoError(t, err)
		assert.Equal(t, "http://parichay.test/blog/cake", b.URL, "an open page learns of the new address")
	}
	page := get(s, "/gu/blog/cake").Body.String()
	assert.Contains(t, page, `rel="canonical" href="http://parichay.test/gu/blog/cake"`)
	for name, document := range map[string]string{
		"sitemap": bodyOf(t, Documents{s}.ServeSitemap), "feed": bodyOf(t, Documents{s}.ServeFeed), "llms": bodyOf(t, Documents{s}.ServeLLMs), "blog": get(s, "/blog").Body.String(),
	} {
		assert.Contains(t, document, "/blog/cake", name)
		assert.NotContains(t, strings.ReplaceAll(document, "<id>http://parichay.test/blog/plum-cake</id>", ""), "/blog/plum-cake", name) // in a feed the id stays
	}
	assert.Equal(t, http.StatusNotFound, get(s, "/blog/nothing").Code)
}
