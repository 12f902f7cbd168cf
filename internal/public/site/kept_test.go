package site

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/content"
	"parichay/internal/domain/lead"
	"parichay/internal/domain/profile"
	"parichay/internal/kit/fault"
	"parichay/internal/public/fallback"
	"parichay/internal/store/codes"
	"parichay/internal/store/media"
	"parichay/internal/store/postgres"
	"parichay/internal/testkit/testdb"
	"parichay/locales"
)

// starting returns a site that has just been started and has loaded nothing yet.
func starting(t *testing.T, store *postgres.Store, bucket *media.Store) *Site {
	t.Helper()
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	t.Cleanup(cancel)
	s, err := New(ctx, Config{BaseURL: &url.URL{Scheme: "http", Host: "parichay.test"}, Now: time.Now, Kept: bucket}, store)
	require.NoError(t, err)
	return s
}

func newBucket(t *testing.T) *media.Store {
	t.Helper()
	place, err := media.ParsePlace("file:" + t.TempDir())
	require.NoError(t, err)
	bucket, err := media.Open(place)
	require.NoError(t, err)
	return bucket
}

func unreachableStore(t *testing.T) *postgres.Store {
	t.Helper()
	store, err := postgres.Open(t.Context(), "postgres://nobody@127.0.0.1:1/none")
	require.NoError(t, err)
	t.Cleanup(store.Close)
	return store
}

// own returns a site with the owner's content, which is also in the fallback file.
func own(t *testing.T, bucket *media.Store) *Site {
	t.Helper()
	store, _ := testdb.New(t)
	s := starting(t, store, bucket)
	require.NoError(t, store.Items.KeepSamples(t.Context()))
	require.NoError(t, s.live.reload(t.Context()))
	_, err := store.Site.Save(t.Context(), "owner@example.com", s.live.current.Load().Profile.ID, func(p profile.Profile) (profile.Profile, error) {
		return p.Patch(map[string]any{"brandName": "Loom & Sons", "qrCodeSettings": map[string]any{"size": 300.0}}, profile.Translations{locales.Gujarati: {"brandName": "લૂમ"}})
	})
	require.NoError(t, err)
	s.Refresh(t.Context())
	require.NoError(t, keeper{s}.keepContent(t.Context()))
	return s
}

// bodyOf returns what a handler of the site writes.
func bodyOf(t *testing.T, serve func(http.ResponseWriter, *http.Request) error) string {
	t.Helper()
	w := httptest.NewRecorder()
	require.NoError(t, serve(w, httptest.NewRequest(http.MethodGet, "/", http.NoBody)))
	return w.Body.String()
}

// edition matches the edition in the data of a page.
var edition = regexp.MustCompile(`"edition":"[^"]*"`)

func TestCodesWorkAfterAStartWithoutDatabase(t *testing.T) {
	t.Parallel()
	bucket := newBucket(t)
	before := own(t, bucket)
	made, err := before.store.Codes.Add(t.Context(), codes.Code{Kind: codes.Printed, Name: "Shop board", Target: "/services", Language: locales.Gujarati}, "board")
	require.NoError(t, err)
	before.Refresh(t.Context())
	require.NoError(t, keeper{before}.keepContent(t.Context()))
	after := starting(t, unreachableStore(t), bucket)
	after.live.fallBack()
	now, err := after.Current()
	require.NoError(t, err)
	found, known := codes.Find(now.Codes, codes.Printed, made.Code)
	assert.True(t, known)
	assert.Equal(t, "/services", found.Target)
	assert.Equal(t, locales.Gujarati, found.Language)
}

func TestC4StartWithoutDatabaseShowsFallbackContent(t *testing.T) {
	t.Parallel()
	bucket := newBucket(t)
	before := own(t, bucket)
	after := starting(t, unreachableStore(t), bucket)
	after.live.fallBack()
	assert.Contains(t, get(after, "/").Body.String(), "Loom &amp; Sons")
	for path, status := range map[string]int{
		"/": 200, "/gu": 200, "/services": 200, "/hi/portfolio": 200, "/blog": 200, "/download": 200,
		"/blog/whatsapp-shop-window": 200, "/gu/blog/whatsapp-shop-window": 200, "/blog/nothing": 404, "/nothing": 404,
	} {
		was, is := get(before, path), get(after, path)
		assert.Equal(t, status, is.Code, path)
		assert.Equal(t, was.Header().Get("Cache-Control"), is.Header().Get("Cache-Control"), path)
		assert.Equal(t, edition.ReplaceAllString(was.Body.String(), ""), edition.ReplaceAllString(is.Body.String(), ""), path)
	}
	assert.Equal(t, bodyOf(t, Documents{before}.ServeSitemap), bodyOf(t, Documents{after}.ServeSitemap))
	assert.Equal(t, bodyOf(t, Documents{before}.ServeFeed), bodyOf(t, Documents{after}.ServeFeed))
	assert.False(t, after.Ready())
}

func TestFallbackFileServesUncachedPages(t *testing.T) {
	t.Parallel()
	s := own(t, newBucket(t))
	get(s, "/blog")
	s.store = unreachableStore(t)
	for path, status := range map[string]int{"/services": 200, "/hi/portfolio": 200, "/gu/blog": 200, "/blog/whatsapp-shop-window": 200, "/blog/nothing": 404, "/gu/portfolio/saree-retailer-surat-social": 200, "/portfolio/nothing": 404} {
		assert.Equal(t, status, get(s, path).Code, path)
	}
	assert.NotEmpty(t, bodyOf(t, Documents{s}.ServeFeed))
	assert.Contains(t, get(s, "/blog/whatsapp-shop-window").Body.String(), `"next":{"title":"What should a lead cost`, "the link to the next article is still there")

	later := *s.live.current.Load()
	later.Version++
	later.changes = changes{all: moment{version: later.Version}}
	later.reading, later.spare = sync.Once{}, nil
	s.live.current.shown.Store(&later)
	assert.Equal(t, http.StatusOK, get(s, "/blog").Code, "the cached page from before the save is served")
	assert.Equal(t, http.StatusServiceUnavailable, get(s, "/portfolio").Code, "the fallback file is older than the shown content")
}

func TestDatabaseContentReplacesFallbackContent(t *testing.T) {
	t.Parallel()
	bucket := newBucket(t)
	before := own(t, bucket)
	after := starting(t, before.store, bucket)
	after.live.fallBack()
	version := after.live.current.Load().Version
	require.NotNil(t, after.live.current.Load().kept)
	require.NoError(t, after.live.catchUp(t.Context(), version, before.live.current.Load().Origin))
	assert.Nil(t, after.live.current.Load().kept, "the same version, but from the database")
	assert.Equal(t, editionOf(t, before, "/"), editionOf(t, after, "/"))
}

func TestNoCachedPageSurvivesADatabaseRestore(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	s := starting(t, store, newBucket(t))
	// listened runs the listener until it has handled the current version, even without a
	// notification of that version.
	listened := func() {
		ctx, cancel := context.WithCancel(t.Context())
		store.Watch(ctx, func(version, origin int64) error { defer cancel(); return s.live.catchUp(ctx, version, origin) }, func(lead.Change) {}, func(error) {})
	}
	save := func(brand string) {
		content, err := store.Site.Content(t.Context())
		require.NoError(t, err)
		_, err = store.Site.Save(t.Context(), "owner@example.com", content.Profile.ID, func(p profile.Profile) (profile.Profile, error) {
			return p.Patch(map[string]any{"brandName": brand}, nil)
		})
		require.NoError(t, err)
		listened()
		require.Equal(t, brand, s.live.current.Load().Profile.Profile.BrandName)
	}
	listened()
	save("Backed Up")
	testdb.Exec(t, url, `CREATE TABLE copied AS SELECT max(id) AS newest, (SELECT version FROM site_version) AS version FROM website_content`)
	save("Lost In The Restore")
	get(s, "/")
	get(s, "/gu") // not requested again until its version number is reused
	const back = `ALTER TABLE site_version DISABLE TRIGGER ALL;
		DELETE FROM website_content WHERE id > (SELECT newest FROM copied);
		UPDATE site_version SET version = copied.version, told = copied.version FROM copied;
		UPDATE site_changes SET version = copied.version FROM copied WHERE site_changes.version > copied.version;
		ALTER TABLE site_version ENABLE TRIGGER ALL`
	testdb.Exec(t, url, back)
	listened()
	assert.Contains(t, get(s, "/").Body.String(), "Backed Up", "the version went back")
	save("Saved Since")
	assert.Contains(t, get(s, "/gu").Body.String(), "Saved Since", "the version number is reused, but the lost page is not shown")

	testdb.Exec(t, url, `CREATE TABLE aside AS TABLE website_content; DELETE FROM website_content; UPDATE site_version SET version = version + 1`)
	content, err := store.Site.ContentSince(t.Context(), 1)
	require.ErrorIs(t, err, fault.ErrNotFound)
	require.ErrorIs(t, s.live.catchUp(t.Context(), content.Version, content.Origin), fault.ErrNotFound, "no defaults are inserted half-way through a restore")
	assert.Equal(t, "Saved Since", s.live.current.Load().Profile.Profile.BrandName)
	testdb.Exec(t, url, `INSERT INTO website_content OVERRIDING SYSTEM VALUE TABLE aside`)
	listened()

	seen := editionOf(t, s, "/")
	testdb.Exec(t, url, `CREATE TABLE restored (LIKE site_version INCLUDING ALL); INSERT INTO restored TABLE site_version;
		DROP TABLE site_version; ALTER TABLE restored RENAME TO site_version;
		UPDATE website_content SET brand_name = 'Of Another Dump' WHERE id = (SELECT max(id) FROM website_content)`)
	listened()
	assert.Contains(t, get(s, "/").Body.String(), "Of Another Dump", "the same version of another database")
	assert.NotEqual(t, seen, editionOf(t, s, "/"))
	started := starting(t, store, newBucket(t))
	require.NoError(t, started.live.reload(t.Context()))
	assert.Equal(t, editionOf(t, started, "/"), editionOf(t, s, "/"), "replicas agree, whatever their history")
}

func TestRequestsDuringAStartWaitForTheContent(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	s := starting(t, store, newBucket(t))
	answers := make(chan *httptest.ResponseRecorder)
	go func() { answers <- get(s, "/") }()
	assert.Nil(t, s.live.current.shown.Load())
	require.NoError(t, s.live.reload(t.Context()))
	s.live.fallBack()
	answer := <-answers
	assert.Equal(t, http.StatusOK, answer.Code)
	assert.NotContains(t, answer.Body.String(), `"notice":`)
}

func TestInvalidFallbackFileIsIgnored(t *testing.T) {
	t.Parallel()
	bucket := newBucket(t)
	own(t, bucket)
	file, err := bucket.LoadPrivate(t.Context(), fallback.Name, fallback.MaxSize)
	require.NoError(t, err)
	hashed := func(body string) string {
		sum := sha256.Sum256([]byte(body))
		return hex.EncodeToString(sum[:]) + "\n" + body
	}
	older, err := json.Marshal(fallback.File{Format: fallback.Format - 1})
	require.NoError(t, err)
	for name, broken := range map[string]string{
		"empty": "", "cut": string(file[:len(file)/2]), "changed": strings.Replace(string(file), "Loom", "Room", 1),
		"no JSON": hashed("{"), "older": hashed(string(older)), "too long": string(file) + strings.Repeat(" ", fallback.MaxSize),
	} {
		require.NoError(t, bucket.KeepPrivate(t.Context(), fallback.Name, []byte(broken)))
		s := starting(t, unreachableStore(t), bucket)
		s.live.fallBack()
		_, err := s.Current()
		require.ErrorIs(t, err, fault.ErrUnavailable, name)
	}
}

func TestFallbackFileIsBounded(t *testing.T) {
	t.Parallel()
	long := fallback.File{Format: fallback.Format, Lists: map[string]fallback.List{"services": {Items: []content.Item{}}}}
	var posts []content.Item
	for i := range 100 {
		posts = append(posts, content.Item{ID: string(rune('a' + i)), Values: content.Values{"date": "2025-01-01", "content": strings.Repeat("x", fallback.MaxSize/60)}})
	}
	long.Lists["posts"] = fallback.List{Total: 100, Items: posts}
	file, err := long.Encode()
	require.NoError(t, err)
	assert.LessOrEqual(t, len(file), fallback.MaxSize)
	bucket := newBucket(t)
	require.NoError(t, bucket.KeepPrivate(t.Context(), fallback.Name, file))
	s := starting(t, unreachableStore(t), bucket)
	s.live.fallBack()
	cards, err := s.Posts(t.Context(), locales.English, 0, 50)
	require.NoError(t, err)
	assert.Len(t, cards.Posts, 50)
	assert.Equal(t, 100, cards.Total)
	_, err = s.Posts(t.Context(), locales.English, 48, 4)
	require.ErrorIs(t, err, fault.ErrUnavailable)
	_, err = s.Post(t.Context(), locales.English, posts[99].ID)
	require.ErrorIs(t, err, fault.ErrUnavailable, "it exists, but is not in the file")
	_, err = s.lists().addresses(t.Context(), content.Posts, 0, sitemapPart)
	require.ErrorIs(t, err, fault.ErrUnavailable)
	services, err := s.Services(t.Context(), locales.English)
	require.NoError(t, err)
	assert.Empty(t, services.Items)
	_, err = s.Portfolio(t.Context(), locales.English, 0, 24)
	require.ErrorIs(t, err, fault.ErrUnavailable, "a list that the file does not have")
}
