package postgres_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/content"
	"parichay/internal/kit/fault"
	"parichay/internal/store/postgres"
	"parichay/internal/testkit/testdb"
	"parichay/locales"
)

func TestTenThousandArticlesAreListedWithoutBodies(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	testdb.Exec(t, url, `DELETE FROM posts`)
	testdb.Exec(t, url, `
		INSERT INTO posts (id, title, content, author, date, revision, deleted_at, translations)
		SELECT 'p' || n, 'Title ' || n, repeat('<p>Long</p>', 2000), 'Admin', date '2000-01-01' + n, n % 2,
			CASE WHEN n > 9900 THEN now() + n * interval '1 second' END,
			CASE WHEN n % 4 = 0 THEN '{"gu": {"title": "શીર્ષક", "content": "<p>લાંબું</p>"}}'::jsonb ELSE '{"gu": {"title": "શીર્ષક"}}' END
		FROM generate_series(1, 10000) AS n`)
	seen := map[string]bool{}
	for offset := 0; ; offset += 200 {
		items, total, err := store.Items.List(t.Context(), content.Posts, postgres.Part{Offset: offset, Limit: 200})
		require.NoError(t, err)
		require.Equal(t, 9900, total)
		if len(items) == 0 {
			break
		}
		require.Equal(t, fmt.Sprint("p", 9900-offset), items[0].ID, "newest first")
		for _, item := range items {
			seen[item.ID] = true
			require.NotContains(t, item.Values, "content")
			require.NotContains(t, item.Translations[locales.Gujarati], "content")
			require.Equal(t, "શીર્ષક", item.Translations[locales.Gujarati]["title"])
		}
	}
	assert.Len(t, seen, 9900)

	bin, total, err := store.Items.List(t.Context(), content.Posts, postgres.Part{Bin: true, Limit: 1})
	require.NoError(t, err)
	assert.Equal(t, 100, total)
	assert.Equal(t, "p10000", bin[0].ID, "last deleted first")
	gaps, total, err := store.Items.List(t.Context(), content.Posts, postgres.Part{Missing: locales.Gujarati, Limit: 1})
	require.NoError(t, err)
	assert.Equal(t, 9900*3/4, total)
	assert.Equal(t, locales.Translated, gaps[0].Missing)
	counts, err := store.Items.Count(t.Context())
	require.NoError(t, err)
	missing := map[locales.Lang]int{}
	for _, lang := range locales.Translated {
		missing[lang] = 9900
	}
	missing[locales.English], missing[locales.Gujarati] = 0, 9900*3/4
	assert.Equal(t, content.Counts{Total: 9900, Bin: 100, Missing: missing}, counts["posts"])

	whole, err := store.Items.Item(t.Context(), content.Posts, "p10000")
	require.NoError(t, err)
	assert.Contains(t, whole.Values["content"], "Long")
	_, err = store.Items.Item(t.Context(), content.Posts, "nobody")
	require.ErrorIs(t, err, fault.ErrNotFound)
}

func TestEmptyCaseStudyNeedsNoTranslation(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	testdb.Exec(t, url, `UPDATE portfolio_items SET case_study = '', translations = '{"hi": {"title": "शी", "description": "वि", "category": "श्रे"}}'`)
	items, _, err := store.Items.List(t.Context(), content.Portfolio, postgres.Part{Limit: 50})
	require.NoError(t, err)
	assert.Equal(t, locales.Translated[1:], items[0].Missing, "all but Hindi")
	testdb.Exec(t, url, `UPDATE portfolio_items SET case_study = '<p>How</p>'`)
	items, _, err = store.Items.List(t.Context(), content.Portfolio, postgres.Part{Limit: 50})
	require.NoError(t, err)
	assert.Equal(t, locales.Translated, items[0].Missing)
}

func TestAnArticleGetsAFreeIDWithoutReadingTheOthers(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	testdb.Exec(t, url, `INSERT INTO posts (id, title, content, author, date) SELECT CASE n WHEN 1 THEN 'title' ELSE 'title-' || n END, 'Title', '<p>Text</p>', 'Admin', '2026-03-14' FROM generate_series(1, 300) AS n`)
	testdb.Exec(t, url, `INSERT INTO posts (id, title, content, author, date) SELECT 'p' || n, 'Title', '<p>Text</p>', 'Admin', '2026-03-14' FROM generate_series(1, 10000) AS n`)
	testdb.Exec(t, url, `INSERT INTO item_addresses (collection, address, item_id) SELECT 'posts', 'a' || n, 'p' || n FROM generate_series(1, 10000) AS n`)
	testdb.Exec(t, url, `ANALYZE`)
	testdb.Exec(t, url, `CREATE TABLE reads (n bigint)`)
	testdb.Exec(t, url, `
		CREATE FUNCTION note_reads() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
			INSERT INTO reads SELECT sum(seq_tup_read) FROM pg_stat_xact_user_tables WHERE relname IN ('posts', 'item_addresses');
			RETURN NEW;
		END $$`)
	testdb.Exec(t, url, `CREATE TRIGGER note_reads BEFORE INSERT ON posts FOR EACH ROW EXECUTE FUNCTION note_reads()`)
	made, err := store.Items.Create(t.Context(), writer, content.Posts, "key", content.Changes{Values: content.Values{"title": "Title", "content": "<p>Text</p>", "author": "Surya", "date": "2026-03-14"}})
	require.NoError(t, err)
	assert.Equal(t, "title-301", made.ID)
	var reads int
	require.NoError(t, store.Pool().QueryRow(t.Context(), `SELECT max(n) FROM reads`).Scan(&reads))
	assert.Less(t, reads, 10000)
}

func TestListsUseStoredCards(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	today := time.Now()
	cards := func() []content.Item {
		t.Helper()
		items, _, err := store.Items.PublicCards(t.Context(), content.Posts, today, 0, 100)
		require.NoError(t, err)
		return items
	}
	withoutCard := func() (n int) {
		t.Helper()
		require.NoError(t, store.Pool().QueryRow(t.Context(), `SELECT count(*) FROM posts WHERE card IS NULL`).Scan(&n))
		return n
	}
	whole, err := store.Items.Public(t.Context(), content.Posts, today)
	require.NoError(t, err)
	_, err = store.Items.MakeCards(t.Context(), content.Posts, 100)
	require.NoError(t, err)
	require.Zero(t, withoutCard())
	for i, item := range cards() {
		for _, lang := range locales.All {
			short, _ := content.Posts.In(item, lang)
			long, _ := content.Posts.In(whole[i], lang)
			assert.Equal(t, content.Excerpt(long.Text("content")), content.Excerpt(short.Text("content")))
			assert.Equal(t, long.Text("title"), short.Text("title"))
			assert.Less(t, len(short.Text("content")), 2000)
		}
	}

	_, err = store.Items.Save(t.Context(), "", content.Posts, whole[0].ID, whole[0].Revision, content.Changes{Values: content.Values{"content": whole[0].Values.Text("content") + "<p>One more.</p>"}})
	require.NoError(t, err)
	assert.Zero(t, withoutCard(), "a change after the excerpt keeps the card valid")

	_, err = store.Pool().Exec(t.Context(), `UPDATE posts SET content = '<p>Written by hand</p>', translations = '{}' WHERE id = $1`, whole[1].ID)
	require.NoError(t, err)
	assert.Equal(t, 1, withoutCard(), "a row written by SQL has no card")
	assert.Contains(t, cards()[1].Values.Text("content"), "Written by hand")
	made, err := store.Items.MakeCards(t.Context(), content.Posts, 10)
	require.NoError(t, err)
	assert.Equal(t, 1, made)
	assert.Zero(t, withoutCard())
	assert.Equal(t, "Written by hand", cards()[1].Values.Text("content"))
}
