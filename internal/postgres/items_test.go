package postgres_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/content"
	"parichay/internal/fault"
	"parichay/internal/postgres"
	"parichay/internal/testdb"
	"parichay/locales"
)

func TestTenThousandArticlesAreListedInPagesWithoutTheirBodies(t *testing.T) {
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
	assert.Equal(t, []locales.Lang{locales.Hindi, locales.Gujarati}, gaps[0].Missing)
	counts, err := store.Items.Count(t.Context())
	require.NoError(t, err)
	assert.Equal(t, content.Counts{Total: 9900, Bin: 100, Samples: 4950, Missing: map[locales.Lang]int{locales.Hindi: 9900, locales.Gujarati: 9900 * 3 / 4}}, counts["posts"])

	whole, err := store.Items.Item(t.Context(), content.Posts, "p10000")
	require.NoError(t, err)
	assert.Contains(t, whole.Values["content"], "Long")
	_, err = store.Items.Item(t.Context(), content.Posts, "nobody")
	require.ErrorIs(t, err, fault.ErrNotFound)
}

func TestACaseStudyThatIsNotThereNeedsNoTranslation(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	testdb.Exec(t, url, `UPDATE portfolio_items SET case_study = '', translations = '{"hi": {"title": "शी", "description": "वि", "category": "श्रे"}}'`)
	items, _, err := store.Items.List(t.Context(), content.Portfolio, postgres.Part{Limit: 50})
	require.NoError(t, err)
	assert.Equal(t, []locales.Lang{locales.Gujarati}, items[0].Missing)
	testdb.Exec(t, url, `UPDATE portfolio_items SET case_study = '<p>How</p>'`)
	items, _, err = store.Items.List(t.Context(), content.Portfolio, postgres.Part{Limit: 50})
	require.NoError(t, err)
	assert.Equal(t, []locales.Lang{locales.Hindi, locales.Gujarati}, items[0].Missing)
}
