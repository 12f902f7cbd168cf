package postgres_test

import (
	"maps"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/content"
	"parichay/internal/domain/field"
	"parichay/internal/kit/fault"
	"parichay/internal/store/postgres"
	"parichay/internal/testkit/testdb"
	"parichay/locales"
)

const writer = postgres.Author("owner@example.com")

// written stores an article as an owner would.
func written(t *testing.T, store *postgres.Store, title string, more content.Values, changes content.Changes) content.Item {
	t.Helper()
	changes.Values = content.Values{"title": title, "content": "<p>Text</p>", "author": "Surya", "date": "2026-03-14"}
	maps.Copy(changes.Values, more)
	item, err := store.Items.Create(t.Context(), writer, content.Posts, title, changes)
	require.NoError(t, err)
	return item
}

func TestArticleIsPublicFromItsHourInIndia(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	nine := time.Date(2026, 3, 14, 9, 0, 0, 0, locales.India)
	item := written(t, store, "Diwali offers", content.Values{"hour": "09:00"}, content.Changes{})
	for at, public := range map[time.Time]bool{nine.Add(-time.Minute): false, nine: true, nine.Add(24 * time.Hour).Add(-time.Hour): true, nine.AddDate(0, 0, -1): false} {
		_, err := store.Items.PublicItem(t.Context(), content.Posts, at, item.ID)
		assert.Equal(t, !public, err != nil, at)
		next, err := store.Items.Upcoming(t.Context(), content.Posts, at, 5)
		require.NoError(t, err)
		assert.Len(t, next, map[bool]int{true: 0, false: 1}[public], at)
	}
	now, err := store.Site.Content(t.Context())
	require.NoError(t, err)
	assert.Equal(t, []time.Time{nine}, now.Moments)
}

func TestAddressStaysReservedForItsArticle(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	at := time.Date(2026, 3, 15, 9, 0, 0, 0, locales.India)
	item := written(t, store, "First", nil, content.Changes{})
	other := written(t, store, "Second", nil, content.Changes{})
	move := func(item content.Item, to string) (content.Item, error) {
		return store.Items.Save(t.Context(), writer, content.Posts, item.ID, item.Revision, content.Changes{Values: content.Values{"address": to}})
	}
	taken := fault.Invalid{Issues: []fault.Issue{{Field: "address", Code: fault.Taken}}}

	item, err := move(item, "Price list!")
	require.NoError(t, err)
	assert.Equal(t, "price-list", item.Values.Text("address"))
	item, err = move(item, "prices")
	require.NoError(t, err)
	for _, name := range []string{"first", "price-list", "prices"} {
		found, err := store.Items.PublicItem(t.Context(), content.Posts, at, name)
		require.NoError(t, err, name)
		assert.Equal(t, "first", found.ID, name)
		_, err = move(other, name)
		require.ErrorAs(t, err, new(fault.Invalid), name)
		require.ErrorContains(t, err, taken.Error(), name)
	}
	third := written(t, store, "Price list", nil, content.Changes{})
	assert.Equal(t, "price-list-2", third.ID, "an id never equals an address of another article")
	item, err = move(item, "first")
	require.NoError(t, err)
	assert.Empty(t, item.Values.Text("address"), "its own id needs no claim")
	_, err = move(item, "price-list")
	require.NoError(t, err, "an item can get a former address back")
}

func TestChangingAnAddressMarksFormerAddressesAsChanged(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	item := written(t, store, "First", content.Values{"address": "prices"}, content.Changes{})
	before, err := store.Site.Content(t.Context())
	require.NoError(t, err)
	_, err = store.Items.Save(t.Context(), writer, content.Posts, item.ID, item.Revision, content.Changes{Values: content.Values{"address": "price-list"}})
	require.NoError(t, err)
	after, err := store.Site.ContentSince(t.Context(), before.Version)
	require.NoError(t, err)
	assert.Contains(t, after.Changed, "posts/first")
	assert.Contains(t, after.Changed, "posts/prices")
}

func TestAutosaveKeepsOneRevisionPerTenMinutes(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	before, err := store.Site.Content(t.Context())
	require.NoError(t, err)
	item := written(t, store, "Draft", nil, content.Changes{Auto: true, Published: new(bool)})
	first := item.Revision
	typed := func(text string, changes content.Changes) error {
		changes.Values = content.Values{"content": "<p>" + text + "</p>"}
		saved, err := store.Items.Save(t.Context(), writer, content.Posts, item.ID, item.Revision, changes)
		if err == nil {
			assert.Greater(t, saved.Revision, item.Revision, "other tabs notice the change")
			item = saved
		}
		return err
	}
	history := func() (actions []field.Action) {
		all, err := store.Items.Revisions(t.Context(), content.Posts, item.ID, 0, 20)
		require.NoError(t, err)
		for _, r := range all {
			actions = append(actions, r.Action)
		}
		return actions
	}
	for _, text := range []string{"O", "On", "One"} {
		require.NoError(t, typed(text, content.Changes{Auto: true}))
	}
	assert.Equal(t, []field.Action{field.Autosaved, field.Created}, history())
	testdb.Exec(t, url, `UPDATE item_revisions SET saved_at = saved_at - interval '11 minutes' WHERE action = 'created'`)
	require.NoError(t, typed("One t", content.Changes{Auto: true}))
	require.NoError(t, typed("One tw", content.Changes{Auto: true}))
	assert.Equal(t, []field.Action{field.Autosaved, field.Autosaved, field.Created}, history(), "a state from ten minutes ago is retained")
	testdb.Exec(t, url, `UPDATE item_revisions SET saved_at = saved_at - interval '11 minutes'`)
	require.NoError(t, typed("x", content.Changes{Auto: true}))
	assert.Equal(t, []field.Action{field.Autosaved, field.Autosaved, field.Autosaved, field.Created}, history(), "a state that was left for a while can be restored after new typing")
	now, err := store.Site.Content(t.Context())
	require.NoError(t, err)
	assert.Equal(t, before.Version, now.Version, "no page is re-rendered")

	public := true
	require.ErrorAs(t, typed("One two", content.Changes{Auto: true, Published: &public}), new(fault.Invalid), "an autosave publishes nothing")
	require.NoError(t, typed("One two", content.Changes{Published: &public}))
	require.ErrorAs(t, typed("One two three", content.Changes{Auto: true}), new(fault.Invalid), "an autosave does not change a public article")
	assert.Equal(t, []field.Action{field.Saved, field.Autosaved, field.Autosaved, field.Autosaved, field.Created}, history())
	_, err = store.Items.Restore(t.Context(), writer, content.Posts, item.Revision, first)
	require.NoError(t, err)
}
