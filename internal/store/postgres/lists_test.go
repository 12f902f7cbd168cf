package postgres_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/content"
	"parichay/internal/kit/fault"
	"parichay/internal/store/postgres"
	"parichay/internal/testkit/testdb"
	"parichay/locales"
)

const someArticles = `DELETE FROM posts; INSERT INTO posts (id, title, content, author, date, published, translations) VALUES
	('old', 'Drums of the Village', '<p>Text</p>', 'Admin', '2024-01-01', true, '{"gu": {"title": "ગામના ઢોલ", "content": "<p>લેખ</p>"}, "hi": {"title": "गाँव के ढोल", "content": "<p>लेख</p>"}}'),
	('draft', '100% drum_rolls', '<p>Text</p>', 'Admin', '2024-01-02', false, '{}'),
	('later', 'Flutes', '<p>Drums</p>', 'Admin', '2099-01-01', true, '{}')`

func listed(t *testing.T, store *postgres.Store, p postgres.Part) []string {
	t.Helper()
	p.Limit = 50
	items, total, err := store.Items.List(t.Context(), content.Posts, p)
	require.NoError(t, err)
	assert.Len(t, items, total, "the count matches the list")
	ids := []string{}
	for _, item := range items {
		ids = append(ids, item.ID)
	}
	return ids
}

func TestListSearchFindsTitlesInAnyLanguage(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	testdb.Exec(t, url, someArticles)
	wanted := map[string][]string{
		"drum":         {"draft", "old"},
		" VILLAGE dru": {"old"},
		"ઢોલ":          {"old"},
		"गाँव":         {"old"},
		"ઢોલ flutes":   {},
		"0% drum_":     {"draft"},
		"vi":           {"old"},
		"il":           {}, // a short needle matches only the beginning of a word
		"d%s":          {},
		"":             {"later", "draft", "old"},
	}
	for search, want := range wanted {
		assert.Equal(t, want, listed(t, store, postgres.Part{Search: search}), search)
	}
	made, err := store.Items.MakeCards(t.Context(), content.Posts, 100)
	require.NoError(t, err)
	require.Equal(t, 3, made)
	for search, want := range wanted {
		assert.Equal(t, want, listed(t, store, postgres.Part{Search: search}), "%s, by the precomputed titles", search)
	}
}

// translate gives an article a text in every language that it lacks.
func translate(t *testing.T, url, id string) {
	t.Helper()
	for _, lang := range locales.Translated {
		testdb.Exec(t, url, `UPDATE posts SET translations = jsonb_build_object('`+string(lang)+`', translations->'hi') || translations WHERE id = '`+id+`'`)
	}
}

func TestListIsFilteredByState(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	testdb.Exec(t, url, someArticles)
	translate(t, url, "old")
	for state, want := range map[content.State][]string{
		content.Published: {"old"}, content.Scheduled: {"later"}, content.Hidden: {"draft"}, content.Untranslated: {"later", "draft"},
	} {
		assert.Equal(t, want, listed(t, store, postgres.Part{State: state}), state)
	}
	assert.Equal(t, []string{"draft"}, listed(t, store, postgres.Part{State: content.Untranslated, Search: "drum"}))
}

func TestDoAllChangesSeveralItems(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	testdb.Exec(t, url, someArticles)
	do := func(deed content.Deed, ids ...string) []string {
		changed, err := store.Items.DoAll(t.Context(), "owner@example.com", content.Posts, deed, ids)
		require.NoError(t, err)
		return changed
	}
	assert.Equal(t, []string{"later", "old"}, do(content.HideAll, "old", "later", "old", "draft", "nobody"), "the draft was already hidden")
	assert.Equal(t, []string{"later", "draft", "old"}, listed(t, store, postgres.Part{State: content.Hidden}))
	assert.Equal(t, []string{"old"}, do(content.ShowAll, "old"))
	assert.Equal(t, []string{"old"}, listed(t, store, postgres.Part{State: content.Published}))
	assert.Equal(t, []string{"draft", "old"}, do(content.DeleteAll, "draft", "old"))
	assert.Equal(t, []string{"later"}, listed(t, store, postgres.Part{}))
	assert.Empty(t, do(content.DeleteAll, "draft"), "already in the bin")
	assert.Equal(t, []string{"draft"}, do(content.UndeleteAll, "draft", "later"))
	assert.Equal(t, []string{"old"}, listed(t, store, postgres.Part{Bin: true}))
	item, err := store.Items.Item(t.Context(), content.Posts, "draft")
	require.NoError(t, err)
	assert.False(t, item.Published, "undeleting keeps the state")
	assert.Positive(t, item.Revision, "recorded in the history")
}

func TestDoAllChangesAllItemsOrNone(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	made, err := store.Items.Create(t.Context(), "owner@example.com", content.Blocks, "key", content.Changes{Values: content.Values{"kind": "heading", "title": "Ours"}})
	require.NoError(t, err)
	_, err = store.Items.DoAll(t.Context(), "owner@example.com", content.Blocks, content.DeleteAll, []string{made.ID, "services"})
	require.ErrorIs(t, err, fault.ErrBuiltIn)
	still, err := store.Items.Item(t.Context(), content.Blocks, made.ID)
	require.NoError(t, err)
	assert.Nil(t, still.DeletedAt)
}

func TestListReturnsTheFirstPictureOfAText(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	testdb.Exec(t, url, someArticles+`; UPDATE posts SET content = '<p>A</p><img src="https://example.in/a.jpg"><figure><img alt="x" src="/media/public/posts/b.jpg"></figure><img src="/media/public/posts/c.jpg">' WHERE id = 'old'`)
	items, _, err := store.Items.List(t.Context(), content.Posts, postgres.Part{Limit: 50})
	require.NoError(t, err)
	assert.Equal(t, "/media/public/posts/b.jpg", items[2].Picture)
	assert.Empty(t, items[0].Picture)
}
