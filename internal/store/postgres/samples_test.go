package postgres_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/content"
	"parichay/internal/domain/profile"
	"parichay/internal/store/postgres"
	"parichay/internal/testkit/testdb"
)

func name(t *testing.T, store *postgres.Store) {
	t.Helper()
	now, err := store.Site.Content(t.Context())
	require.NoError(t, err)
	_, err = store.Site.Save(t.Context(), "owner@example.com", now.Profile.ID, func(p profile.Profile) (profile.Profile, error) {
		return p.Patch(map[string]any{"brandName": "Surya Sarees"}, nil)
	})
	require.NoError(t, err)
}

// counted returns the number of samples and of public items in a list.
func counted(t *testing.T, store *postgres.Store, c *content.Collection) (samples, public int) {
	t.Helper()
	counts, err := store.Items.Count(t.Context())
	require.NoError(t, err)
	public, err = store.Items.CountPublic(t.Context(), c, time.Now())
	require.NoError(t, err)
	return counts[c.Name].Samples, public
}

var withSamples = []*content.Collection{content.Services, content.Portfolio, content.Posts}

func TestStarterItemIsASampleUntilChanged(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	for _, c := range withSamples {
		starter, err := c.Starter()
		require.NoError(t, err)
		samples, public := counted(t, store, c)
		assert.Equal(t, []int{len(starter), len(starter)}, []int{samples, public}, c.Name)
		id := starter[0].ID
		_, err = store.Items.Delete(t.Context(), "", c, id)
		require.NoError(t, err)
		item, err := store.Items.Undelete(t.Context(), "", c, id)
		require.NoError(t, err)
		assert.True(t, item.Sample, "%s: deleting and undeleting keeps it a sample", c.Name)
		item, err = store.Items.Save(t.Context(), "", c, id, item.Revision, content.Changes{Values: content.Values{c.Title: "Mine"}})
		require.NoError(t, err)
		assert.False(t, item.Sample, c.Name)
	}
}

func TestNamedSiteHidesSamplesUntilTheOwnerKeepsThem(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	before, err := store.Site.Content(t.Context())
	require.NoError(t, err)
	name(t, store)
	for _, c := range withSamples {
		assert.Contains(t, before.Empty, c.Name)
		samples, public := counted(t, store, c)
		assert.Positive(t, samples, c.Name)
		assert.Zero(t, public, c.Name)
	}
	require.NoError(t, store.Items.KeepSamples(t.Context()))
	now, err := store.Site.Content(t.Context())
	require.NoError(t, err)
	for _, c := range withSamples {
		assert.NotContains(t, now.Empty, c.Name)
		samples, public := counted(t, store, c)
		assert.Zero(t, samples, c.Name)
		assert.Positive(t, public, c.Name)
	}
}

func TestRemovedSamplesAreRestoredAsSamples(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	mine, err := store.Items.Save(t.Context(), "owner@example.com", content.Services, "content-marketing", 0, content.Changes{Values: content.Values{"title": "Mine"}})
	require.NoError(t, err)
	before, _ := counted(t, store, content.Services)
	require.NoError(t, store.Items.RemoveSamples(t.Context(), "owner@example.com"))
	for _, c := range withSamples {
		samples, _ := counted(t, store, c)
		assert.Zero(t, samples, c.Name)
	}
	left, total, err := store.Items.List(t.Context(), content.Services, postgres.Part{Limit: 10})
	require.NoError(t, err)
	assert.Equal(t, 1, total)
	assert.Equal(t, mine.ID, left[0].ID, "a changed sample is the owner's")
	require.NoError(t, store.Items.RestoreSamples(t.Context(), "owner@example.com"))
	after, _ := counted(t, store, content.Services)
	assert.Equal(t, before, after)
	require.NoError(t, store.Items.RestoreSamples(t.Context(), "owner@example.com"), "RestoreSamples is idempotent")
}

func TestRevisionFromOlderProgramKeepsHiddenFieldsHidden(t *testing.T) {
	t.Parallel()
	store, dsn := testdb.New(t)
	now, err := store.Site.Content(t.Context())
	require.NoError(t, err)
	_, err = store.Site.Save(t.Context(), "", now.Profile.ID, func(p profile.Profile) (profile.Profile, error) {
		return p.Patch(map[string]any{"show": map[string]any{"phone": "no"}}, nil)
	})
	require.NoError(t, err)
	now, err = store.Site.Content(t.Context())
	require.NoError(t, err)
	_, err = store.Site.Save(t.Context(), "", now.Profile.ID, func(p profile.Profile) (profile.Profile, error) {
		return p.Patch(map[string]any{"looks": map[string]any{"accent": "#1F5FC4"}}, nil)
	})
	require.NoError(t, err)
	testdb.Exec(t, dsn, `INSERT INTO website_content (brand_name, updated_at) VALUES ('Older program', now() + interval '1 second')`)
	now, err = store.Site.Content(t.Context())
	require.NoError(t, err)
	assert.Equal(t, "Older program", now.Profile.Profile.BrandName)
	assert.False(t, now.Profile.Profile.Shows("phone"))
	assert.Equal(t, "#1F5FC4", now.Profile.Profile.Accent)
	_, public := counted(t, store, content.Portfolio)
	assert.Zero(t, public, "the site is named now, so samples are not shown")
}

func TestListsAndProfileAgreeOnWhetherASiteIsNamed(t *testing.T) {
	t.Parallel()
	for what, changes := range map[string]map[string]any{
		"nothing": {"tagline": "Since 1998"}, "another name": {"brandName": "Surya"}, "the same name": {"brandName": "Digital Market"}, "a yes": {"named": "yes"},
	} {
		store, _ := testdb.New(t)
		now, err := store.Site.Content(t.Context())
		require.NoError(t, err)
		saved, err := store.Site.Save(t.Context(), "", now.Profile.ID, func(p profile.Profile) (profile.Profile, error) { return p.Patch(changes, nil) })
		require.NoError(t, err)
		_, public := counted(t, store, content.Services)
		assert.Equal(t, saved.Profile.Owned(), public == 0, what)
	}
}

func TestHidingAndShowingASampleKeepsItASample(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	name(t, store)
	for _, c := range withSamples {
		starter, err := c.Starter()
		require.NoError(t, err)
		for _, deed := range []content.Deed{content.HideAll, content.ShowAll} {
			changed, err := store.Items.DoAll(t.Context(), "owner@example.com", c, deed, []string{starter[0].ID})
			require.NoError(t, err)
			assert.Len(t, changed, 1, c.Name)
		}
		samples, public := counted(t, store, c)
		assert.Equal(t, []int{len(starter), 0}, []int{samples, public}, c.Name)
	}
}
