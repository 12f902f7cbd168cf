package postgres_test

import (
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/profile"
	"parichay/internal/testkit/testdb"
)

// unreadable lists translations from which no page can be rendered.
var unreadable = []string{`[]`, `"x"`, `7`, `{"hi": "x"}`, `{"hi": ["x"]}`, `{"hi": {"tagline": 7}}`, `{"hi": {}, "gu": {"tagline": {"a": "b"}}}`}

// insertTranslations writes a row as a manual SQL statement would.
const insertTranslations = `INSERT INTO website_content (brand_name, translations) VALUES ('Damaged', $1)`

func TestSchemaRefusesUnreadableContent(t *testing.T) {
	t.Parallel()
	_, url := testdb.New(t)
	conn, err := pgx.Connect(t.Context(), url)
	require.NoError(t, err)
	defer conn.Close(t.Context())
	for _, words := range unreadable {
		_, err := conn.Exec(t.Context(), insertTranslations, words)
		require.ErrorContains(t, err, "website_content_readable", words)
	}
	_, err = conn.Exec(t.Context(), `INSERT INTO website_content (updated_at) VALUES ('infinity')`)
	require.ErrorContains(t, err, "website_content_readable")
	for _, words := range []string{`{}`, `{"hi": {}}`, `{"hi": {"tagline": "x"}, "gu": {"tagline": "", "brandName": "y"}}`} {
		_, err := conn.Exec(t.Context(), insertTranslations, words)
		require.NoError(t, err, words)
	}
	assert.Equal(t, 1, count(t, url, `SELECT count(*) FROM pg_constraint WHERE conname = 'website_content_readable' AND convalidated`))
}

func TestUnreadableRevisionIsSkipped(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	first, err := store.Site.Content(t.Context())
	require.NoError(t, err)
	good, err := store.Site.Save(t.Context(), "owner@example.com", first.Profile.ID, brand("Real Name"))
	require.NoError(t, err)
	testdb.Exec(t, url, `ALTER TABLE website_content DROP CONSTRAINT website_content_readable`)
	for _, words := range unreadable {
		testdb.Exec(t, url, insertTranslations, words)
		shown, err := store.Site.Content(t.Context())
		require.NoError(t, err, words)
		assert.Equal(t, "Real Name", shown.Profile.Profile.BrandName, words)
		assert.Equal(t, good.ID, shown.Profile.ID)
		assert.True(t, shown.Profile.Damaged, words)
	}
	history, err := store.Site.Revisions(t.Context(), 0, 50)
	require.NoError(t, err)
	assert.Len(t, history, len(unreadable)+2)

	_, err = store.Site.Save(t.Context(), "owner@example.com", good.ID, brand("Mended"))
	require.NoError(t, err)
	shown, err := store.Site.Content(t.Context())
	require.NoError(t, err)
	assert.Equal(t, "Mended", shown.Profile.Profile.BrandName)
	assert.False(t, shown.Profile.Damaged)
}

func TestDefaultsDoNotReplaceUnreadableRows(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	testdb.Exec(t, url, `ALTER TABLE website_content DROP CONSTRAINT website_content_readable`)
	testdb.Exec(t, url, insertTranslations, `[]`)
	_, err := store.Site.Content(t.Context())
	require.Error(t, err)
	_, err = store.Site.Save(t.Context(), "owner@example.com", 1, func(p profile.Profile) (profile.Profile, error) { return p, nil })
	require.Error(t, err)
	assert.Equal(t, 1, count(t, url, `SELECT count(*) FROM website_content`))
}
