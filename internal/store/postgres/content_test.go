package postgres_test

import (
	"context"
	"maps"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/account"
	"parichay/internal/domain/content"
	"parichay/internal/domain/field"
	"parichay/internal/domain/profile"
	"parichay/internal/kit/fault"
	"parichay/internal/store/alarms"
	"parichay/internal/store/postgres"
	"parichay/internal/testkit/testdb"
	"parichay/locales"
)

func merge(all ...map[string]func(context.Context) error) map[string]func(context.Context) error {
	merged := map[string]func(context.Context) error{}
	for _, one := range all {
		maps.Copy(merged, one)
	}
	return merged
}

func itemCalls(s *postgres.Store) map[string]func(context.Context) error {
	c, now, token := content.Posts, time.Now(), account.NewToken()
	return map[string]func(context.Context) error{
		"items": func(ctx context.Context) error {
			_, _, err := s.Items.List(ctx, c, postgres.Part{Limit: 1})
			return err
		},
		"services": func(ctx context.Context) error {
			_, _, err := s.Items.List(ctx, content.Services, postgres.Part{Limit: 1})
			return err
		},
		"untranslated": func(ctx context.Context) error {
			_, _, err := s.Items.List(ctx, c, postgres.Part{Limit: 1, State: content.Untranslated})
			return err
		},
		"count":        func(ctx context.Context) error { _, err := s.Items.Count(ctx); return err },
		"item":         func(ctx context.Context) error { _, err := s.Items.Item(ctx, c, "a"); return err },
		"upcoming":     func(ctx context.Context) error { _, err := s.Items.Upcoming(ctx, c, now, 1); return err },
		"public":       func(ctx context.Context) error { _, err := s.Items.Public(ctx, c, now); return err },
		"public page":  func(ctx context.Context) error { _, err := s.Items.PublicPage(ctx, c, now, 0, 1); return err },
		"make cards":   func(ctx context.Context) error { _, err := s.Items.MakeCards(ctx, c, 1); return err },
		"cards":        func(ctx context.Context) error { _, _, err := s.Items.PublicCards(ctx, c, now, 0, 1); return err },
		"public item":  func(ctx context.Context) error { _, err := s.Items.PublicItem(ctx, c, now, "a"); return err },
		"public among": func(ctx context.Context) error { _, err := s.Items.PublicAmong(ctx, c, now, []string{"a"}); return err },
		"next":         func(ctx context.Context) error { _, err := s.Items.PublicNext(ctx, c, now, "a"); return err },
		"count public": func(ctx context.Context) error { _, err := s.Items.CountPublic(ctx, c, now); return err },
		"last changes": func(ctx context.Context) error { _, err := s.Items.LastChanges(ctx, c, now, 1); return err },
		"addresses":    func(ctx context.Context) error { _, err := s.Items.Addresses(ctx, c, now, 0, 1); return err },
		"revisions":    func(ctx context.Context) error { _, err := s.Items.Revisions(ctx, c, "a", 0, 1); return err },
		"shared":       func(ctx context.Context) error { _, err := s.Items.Shared(ctx, c, token); return err },
		"shared until": func(ctx context.Context) error { _, err := s.Items.SharedUntil(ctx, c, "a"); return err },
		"unshare":      func(ctx context.Context) error { return s.Items.Unshare(ctx, c, "a") },
		"share":        func(ctx context.Context) error { _, err := s.Items.Share(ctx, c, "a", token); return err },
		"order":        func(ctx context.Context) error { return s.Items.Order(ctx, content.Services, nil) },
		"undelete":     func(ctx context.Context) error { _, err := s.Items.Undelete(ctx, writer, c, "a"); return err },
		"restore":      func(ctx context.Context) error { _, err := s.Items.Restore(ctx, writer, c, 0, 1<<40); return err },
		"do all": func(ctx context.Context) error {
			_, err := s.Items.DoAll(ctx, writer, c, content.HideAll, []string{"a"})
			return err
		},
		"keep samples":  s.Items.KeepSamples,
		"clear samples": func(ctx context.Context) error { return s.Items.RemoveSamples(ctx, writer) },
	}
}

func titles(items []content.Item) (all []string) {
	for _, item := range items {
		all = append(all, item.Values.Text("title"))
	}
	return all
}

// three stores three articles, each with a different day.
func three(t *testing.T) (store *postgres.Store, url string, at time.Time, ids []string) {
	t.Helper()
	store, url = testdb.New(t)
	testdb.Exec(t, url, `DELETE FROM posts`)
	for i, title := range []string{"One", "Two", "Three"} {
		item := written(t, store, title, content.Values{"date": time.Date(2026, 3, 14+i, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)}, content.Changes{})
		ids = append(ids, item.ID)
	}
	return store, url, time.Date(2026, 3, 20, 9, 0, 0, 0, locales.India), ids
}

func TestPublicListIsReadPageByPage(t *testing.T) {
	t.Parallel()
	store, _, at, ids := three(t)
	page, err := store.Items.PublicPage(t.Context(), content.Posts, at, 1, 1)
	require.NoError(t, err)
	assert.Equal(t, []string{"Two"}, titles(page))
	cards, total, err := store.Items.PublicCards(t.Context(), content.Posts, at, 1, 2)
	require.NoError(t, err)
	assert.Equal(t, 3, total)
	assert.Equal(t, []string{"Two", "One"}, titles(cards))
	next, err := store.Items.PublicNext(t.Context(), content.Posts, at, ids[2])
	require.NoError(t, err)
	assert.Equal(t, ids[1], next.ID)
	_, err = store.Items.PublicNext(t.Context(), content.Posts, at, ids[0])
	require.ErrorIs(t, err, fault.ErrNotFound)
	found, err := store.Items.PublicAmong(t.Context(), content.Posts, at, []string{ids[0], "none"})
	require.NoError(t, err)
	assert.Equal(t, []string{ids[0]}, found)
	entries, err := store.Items.Addresses(t.Context(), content.Posts, at, 0, 2)
	require.NoError(t, err)
	require.Len(t, entries, 2)
	assert.Equal(t, ids[2], entries[0].Address)
	assert.Equal(t, []locales.Lang{locales.English}, entries[0].Written)
	days, err := store.Items.LastChanges(t.Context(), content.Posts, at, 2)
	require.NoError(t, err)
	assert.Len(t, days, 2)

	projects, err := store.Items.Public(t.Context(), content.Portfolio, at)
	require.NoError(t, err)
	after, err := store.Items.PublicNext(t.Context(), content.Portfolio, at, projects[0].ID)
	require.NoError(t, err)
	assert.Equal(t, projects[1].ID, after.ID)
	services, err := store.Items.Public(t.Context(), content.Services, at)
	require.NoError(t, err)
	entries, err = store.Items.Addresses(t.Context(), content.Services, at, 0, 1)
	require.NoError(t, err)
	assert.Equal(t, services[0].ID, entries[0].Address)
	days, err = store.Items.LastChanges(t.Context(), content.Services, at, 100)
	require.NoError(t, err)
	assert.Len(t, days, 1)
}

func TestListReturnsTheTotalOfAllPages(t *testing.T) {
	t.Parallel()
	store, _, _, ids := three(t)
	_, err := store.Items.DoAll(t.Context(), writer, content.Posts, content.HideAll, ids[:1])
	require.NoError(t, err)
	later := written(t, store, "Later", content.Values{"date": "2099-01-01"}, content.Changes{})
	_, err = store.Items.Delete(t.Context(), writer, content.Posts, ids[1])
	require.NoError(t, err)
	for _, c := range []struct {
		part postgres.Part
		want []string
		of   int
	}{
		{postgres.Part{}, []string{"Later"}, 3},
		{postgres.Part{Offset: 1}, []string{"Three"}, 3},
		{postgres.Part{Bin: true}, []string{"Two"}, 1},
		{postgres.Part{State: content.Published}, []string{"Three"}, 1},
		{postgres.Part{State: content.Hidden}, []string{"One"}, 1},
		{postgres.Part{State: content.Scheduled}, []string{"Later"}, 1},
		{postgres.Part{State: content.Untranslated}, []string{"Later"}, 3},
		{postgres.Part{Missing: locales.Hindi}, []string{"Later"}, 3},
		{postgres.Part{Missing: locales.English}, nil, 0},
		{postgres.Part{Search: "e"}, nil, 0},
		{postgres.Part{Search: "thr"}, []string{"Three"}, 1},
	} {
		c.part.Limit = 1
		items, total, err := store.Items.List(t.Context(), content.Posts, c.part)
		require.NoError(t, err)
		assert.Equal(t, c.want, titles(items), c.part)
		assert.Equal(t, c.of, total, c.part)
	}
	counts, err := store.Items.Count(t.Context())
	require.NoError(t, err)
	posts := counts["posts"]
	assert.Equal(t, []int{3, 1, 0, 3, 0}, []int{posts.Total, posts.Bin, posts.Samples, posts.Missing[locales.Hindi], posts.Missing[locales.English]})
	assert.NotEmpty(t, later.ID)
}

func TestRepeatedCreateReturnsTheFirstItem(t *testing.T) {
	t.Parallel()
	store, url, _, ids := three(t)
	version := count(t, url, `SELECT version FROM site_version`)
	again := written(t, store, "One", nil, content.Changes{})
	assert.Equal(t, ids[0], again.ID)
	assert.Equal(t, version, count(t, url, `SELECT version FROM site_version`), "no page is rendered again")
	assert.Equal(t, 3, count(t, url, `SELECT count(*) FROM posts`))
	same, err := store.Items.Create(t.Context(), writer, content.Posts, "another key", content.Changes{Values: content.Values{"title": "One", "content": "<p>Text</p>", "author": "Surya", "date": "2026-03-14"}})
	require.NoError(t, err)
	assert.Equal(t, ids[0]+"-2", same.ID, "an id is never given twice")
	_, err = store.Items.Create(t.Context(), writer, content.Posts, "invalid", content.Changes{})
	require.ErrorAs(t, err, &fault.Invalid{})
}

func TestConflictReturnsTheNewestState(t *testing.T) {
	t.Parallel()
	store, _, _, ids := three(t)
	save := func(base int64, title string) (content.Item, error) {
		return store.Items.Save(t.Context(), writer, content.Posts, ids[0], base, content.Changes{Values: content.Values{"title": title}})
	}
	first, err := store.Items.Item(t.Context(), content.Posts, ids[0])
	require.NoError(t, err)
	second, err := save(first.Revision, "Uno")
	require.NoError(t, err)
	newest, err := save(first.Revision, "Eins")
	require.ErrorIs(t, err, fault.ErrConflict)
	assert.Equal(t, second.Revision, newest.Revision)
	newest, err = save(first.Revision, "Uno")
	require.NoError(t, err, "a repeated save")
	assert.Equal(t, second.Revision, newest.Revision)
	_, err = store.Items.Restore(t.Context(), writer, content.Posts, first.Revision, first.Revision)
	require.ErrorIs(t, err, fault.ErrConflict)
	back, err := store.Items.Restore(t.Context(), writer, content.Posts, second.Revision, first.Revision)
	require.NoError(t, err)
	assert.Equal(t, "One", back.Values.Text("title"))
	_, err = store.Items.Restore(t.Context(), writer, content.Posts, back.Revision, 1<<40)
	require.ErrorIs(t, err, fault.ErrNotFound)
	require.ErrorContains(t, err, "revision 1099511627776 of posts")
	back, err = store.Items.PutBack(t.Context(), writer, content.Posts, ids[0], back.Revision, content.Changes{Values: content.Values{"title": "Uno"}})
	require.NoError(t, err)

	history, err := store.Items.Revisions(t.Context(), content.Posts, ids[0], 0, 9)
	require.NoError(t, err)
	var actions []field.Action
	for _, r := range history {
		actions = append(actions, r.Action)
	}
	assert.Equal(t, []field.Action{field.Restored, field.Restored, field.Saved, field.Created}, actions)
	assert.True(t, history[0].Current)
	assert.False(t, history[1].Current)
	assert.Len(t, history[0].Changes, 1)
	assert.Empty(t, history[3].Changes)
	assert.Equal(t, back.Revision, history[0].ID)
	older, err := store.Items.Revisions(t.Context(), content.Posts, "", history[2].ID, 1)
	require.NoError(t, err)
	require.Len(t, older, 1)
	assert.Less(t, older[0].ID, history[2].ID)
}

func TestHistoryOfTheSiteComparesEachRevisionWithTheOneBefore(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	now, err := store.Site.Content(t.Context())
	require.NoError(t, err)
	base := now.Profile.ID
	for _, name := range []string{"Loom", "Looms", "Weavers"} {
		saved, err := store.Site.Save(t.Context(), writer, base, brand(name))
		require.NoError(t, err)
		base = saved.ID
	}
	all, err := store.Site.Revisions(t.Context(), 0, 4)
	require.NoError(t, err)
	require.Len(t, all, 4)
	for i, r := range all {
		assert.Equal(t, i == 0, r.Current, i)
		assert.Len(t, r.Changes, []int{1, 1, 2, 0}[i], i) // the first name also makes the site the owner's
	}
	assert.Equal(t, field.Created, all[3].Action)
	assert.Equal(t, "Weavers", all[0].Changes[0].After)
	two, err := store.Site.Revisions(t.Context(), all[0].ID, 2)
	require.NoError(t, err)
	assert.Equal(t, all[1:3], two)
	back, err := store.Site.Restore(t.Context(), writer, base, all[2].ID)
	require.NoError(t, err)
	assert.Equal(t, "Loom", back.Profile.BrandName)
	_, err = store.Site.Restore(t.Context(), writer, back.ID, 1<<40)
	require.ErrorIs(t, err, fault.ErrNotFound)
}

func TestDraftLinkShowsOneItemForAWeek(t *testing.T) {
	t.Parallel()
	store, url, _, ids := three(t)
	_, err := store.Items.DoAll(t.Context(), writer, content.Posts, content.HideAll, ids[:1])
	require.NoError(t, err)
	first, second := account.NewToken(), account.NewToken()
	_, err = store.Items.Share(t.Context(), content.Posts, ids[0], first)
	require.NoError(t, err)
	until, err := store.Items.Share(t.Context(), content.Posts, ids[0], second)
	require.NoError(t, err)
	assert.WithinDuration(t, time.Now().AddDate(0, 0, 7), until, time.Minute)
	item, err := store.Items.Shared(t.Context(), content.Posts, second)
	require.NoError(t, err)
	assert.Equal(t, ids[0], item.ID)
	_, err = store.Items.Shared(t.Context(), content.Posts, first)
	require.ErrorIs(t, err, fault.ErrNotFound, "the second link replaced it")
	got, err := store.Items.SharedUntil(t.Context(), content.Posts, ids[0])
	require.NoError(t, err)
	assert.True(t, until.Equal(got))
	testdb.Exec(t, url, `UPDATE draft_links SET expires_at = now()`)
	_, err = store.Items.Shared(t.Context(), content.Posts, second)
	require.ErrorIs(t, err, fault.ErrNotFound)
	_, err = store.Items.SharedUntil(t.Context(), content.Posts, ids[0])
	require.ErrorIs(t, err, fault.ErrNotFound)
	require.NoError(t, store.Items.Unshare(t.Context(), content.Posts, ids[0]))
	assert.Zero(t, count(t, url, `SELECT count(*) FROM draft_links`))
	_, err = store.Items.Share(t.Context(), content.Posts, "none", first)
	require.ErrorIs(t, err, fault.ErrNotFound)
}

func TestOrderPutsTheListedItemsFirst(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	ids := func() (all []string) {
		items, err := store.Items.Public(t.Context(), content.Services, time.Now())
		require.NoError(t, err)
		for _, item := range items {
			all = append(all, item.ID)
		}
		return all
	}
	before := ids()
	require.NoError(t, store.Items.Order(t.Context(), content.Services, []string{before[2], before[0]}))
	assert.Equal(t, append([]string{before[2], before[0], before[1]}, before[3:]...), ids())
}

func TestSaveRefusesNewUnknownPictures(t *testing.T) {
	t.Parallel()
	store, url, _, ids := three(t)
	const lost = "public/posts/00000000000000000000000000000001-400x300.jpg"
	show := content.Changes{Values: content.Values{"content": `<p><img src="/media/` + lost + `"></p>`}}
	item, err := store.Items.Item(t.Context(), content.Posts, ids[0])
	require.NoError(t, err)
	_, err = store.Items.Save(t.Context(), writer, content.Posts, item.ID, item.Revision, show)
	require.ErrorAs(t, err, &fault.Invalid{})
	stored(t, store, lost)
	item, err = store.Items.Save(t.Context(), writer, content.Posts, item.ID, item.Revision, show)
	require.NoError(t, err)
	testdb.Exec(t, url, `DELETE FROM media`)
	_, err = store.Items.Save(t.Context(), writer, content.Posts, item.ID, item.Revision, content.Changes{Values: content.Values{"title": "Uno"}})
	require.NoError(t, err, "a text with a lost picture can be edited")
}

func TestNewContactInPublicTextRaisesAnAlarm(t *testing.T) {
	t.Parallel()
	store, url, _, ids := three(t)
	ctx := alarms.With(t.Context(), &alarms.By{Host: "shop.example"})
	alarmed := func() int { return count(t, url, `SELECT count(*) FROM alarm_changes WHERE appeared <> ''`) }
	item, err := store.Items.Item(ctx, content.Posts, ids[0])
	require.NoError(t, err)
	write := func(text string) {
		t.Helper()
		item, err = store.Items.Save(ctx, writer, content.Posts, item.ID, item.Revision, content.Changes{Values: content.Values{"content": text}})
		require.NoError(t, err)
	}
	write(`<p>No contact</p>`)
	assert.Zero(t, alarmed())
	write(`<p>Call 98250 12345 or visit https://evil.example/pay</p>`)
	assert.Equal(t, 1, alarmed())
	write(`<p>Visit https://evil.example/pay or call 98250 12345 soon</p>`)
	assert.Equal(t, 1, alarmed(), "both were there before")
	write(`<p>Visit https://shop.example/offers</p>`)
	assert.Equal(t, 1, alarmed(), "the owner's own site")

	now, err := store.Site.Content(ctx)
	require.NoError(t, err)
	_, err = store.Site.Save(ctx, writer, now.Profile.ID, func(p profile.Profile) (profile.Profile, error) {
		p.Tagline = "Pay at https://thief.example"
		return p, nil
	})
	require.NoError(t, err)
	assert.Equal(t, 2, alarmed())
	item, err = store.Items.Item(ctx, content.Posts, ids[1])
	require.NoError(t, err)
	write(`<p>Pay at https://thief.example</p>`)
	assert.Equal(t, 3, alarmed(), "the text is added to the alarm about the same contact")
	assert.Equal(t, 1, count(t, url, `SELECT count(*) FROM alarms`))
}
