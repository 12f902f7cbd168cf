package postgres_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/content"
	"parichay/internal/domain/profile"
	"parichay/internal/kit/fault"
	"parichay/internal/testkit/testdb"
)

func TestNewSiteHasTheBuiltInBlocks(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	newest, err := store.Site.Content(t.Context())
	require.NoError(t, err)
	want := content.BuiltInBlocks()
	for i := range newest.Blocks {
		want[i].UpdatedAt = newest.Blocks[i].UpdatedAt
	}
	assert.Equal(t, want, newest.Blocks)
	counts, err := store.Items.Count(t.Context())
	require.NoError(t, err)
	assert.Equal(t, len(want), counts["blocks"].Total)
	assert.Zero(t, counts["blocks"].Samples, "built-in blocks are not samples")
	assert.Zero(t, counts["blocks"].Missing["gu"], "the program translates their texts")
	assert.NotZero(t, counts["services"].Samples)
}

func TestBuiltInBlockCanBeHiddenButNotDeleted(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	_, err := store.Items.Delete(t.Context(), "", content.Blocks, "portfolio")
	require.ErrorIs(t, err, fault.ErrBuiltIn)
	hidden := false
	_, err = store.Items.Save(t.Context(), "", content.Blocks, "portfolio", 0, content.Changes{Published: &hidden})
	require.NoError(t, err)
	newest, err := store.Site.Content(t.Context())
	require.NoError(t, err)
	assert.Len(t, newest.Blocks, len(content.BuiltInBlocks())-1)
}

func TestNumberOfBlocksIsLimited(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	text := func(key string) (content.Item, error) {
		return store.Items.Create(t.Context(), "", content.Blocks, key, content.Changes{Values: content.Values{"kind": "text", "title": "Offer", "text": "Today"}})
	}
	testdb.Exec(t, url, fmt.Sprintf(`INSERT INTO blocks (id, kind, position) SELECT 'b' || n, 'heading', n FROM generate_series(1, %d) AS n`, content.Blocks.Most-len(content.BuiltInBlocks())-1))
	last, err := text("the last")
	require.NoError(t, err)
	_, err = text("one more")
	require.ErrorIs(t, err, fault.ErrFull)
	again, err := text("the last")
	require.NoError(t, err, "a retry returns the stored block")
	assert.Equal(t, last.ID, again.ID)

	_, err = store.Items.Delete(t.Context(), "", content.Blocks, last.ID)
	require.NoError(t, err)
	_, err = text("another")
	require.NoError(t, err)
	_, err = store.Items.Undelete(t.Context(), "", content.Blocks, last.ID)
	require.ErrorIs(t, err, fault.ErrFull, "undeleting respects the limit, too")
}

func TestATradeOrdersBlocksThatTheOwnerHasNotMoved(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	ids := func() (all []string) {
		newest, err := store.Site.Content(t.Context())
		require.NoError(t, err)
		for _, block := range newest.Blocks {
			all = append(all, block.ID)
		}
		return all
	}
	choose := func(kind string) {
		newest, err := store.Site.Content(t.Context())
		require.NoError(t, err)
		_, err = store.Site.Save(t.Context(), "", newest.Profile.ID, func(p profile.Profile) (profile.Profile, error) {
			return p.Patch(map[string]any{"trade": kind}, nil)
		})
		require.NoError(t, err)
	}
	builtIn := ids()
	choose("shop")
	assert.Equal(t, []string{"shop", "services", "download", "portfolio", "feedback", "blog", "phone", "email", "address"}, ids())
	choose("agency")
	assert.Equal(t, builtIn, ids())

	require.NoError(t, store.Items.Order(t.Context(), content.Blocks, []string{"blog"}))
	ordered := ids()
	choose("photographer")
	assert.Equal(t, ordered, ids(), "the owner's order stays")
}
