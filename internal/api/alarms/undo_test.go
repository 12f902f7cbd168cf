package alarms

import (
	"net/url"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api/signin"
	"parichay/internal/domain/content"
	"parichay/internal/public/site"
	"parichay/internal/store/alarms"
	"parichay/internal/testkit/testdb"
	"parichay/locales"
)

func TestALongUndoResumesWithTheNextCall(t *testing.T) {
	t.Parallel()
	store, dsn := testdb.New(t)
	testdb.Exec(t, dsn, `INSERT INTO owner (email, password_hash) VALUES ('owner@example.com', '') ON CONFLICT DO NOTHING`)
	ctx := alarms.With(t.Context(), &alarms.By{UserAgent: "Thief/1.0", Network: "198.51.100.0/24"})
	list := content.CollectionNamed("portfolio")
	const many = mostChanges + 20
	var ids []string
	for i := range many {
		item, err := store.Items.Create(ctx, "owner@example.com", list, strconv.Itoa(i), content.Changes{Published: new(true), Values: content.Values{
			"title": "Prize " + strconv.Itoa(i), "client": "Surya", "description": "A page", "category": "Web", "date": "2026-11", "link": "https://evil.example/" + strconv.Itoa(i),
		}})
		require.NoError(t, err)
		ids = append(ids, item.ID)
	}
	public, err := site.New(t.Context(), site.Config{BaseURL: &url.URL{Scheme: "https", Host: "shop.example"}, Now: time.Now}, store)
	require.NoError(t, err)
	s := Alarms{Store: store, Site: public, Patience: time.Nanosecond}
	by := signin.With(t.Context(), &signin.Caller{})
	all, err := s.List(t.Context(), nil)
	require.NoError(t, err)
	require.Len(t, all.Body.Alarms, 1)
	a := all.Body.Alarms[0]
	assert.Len(t, a.Changes, listed)
	assert.Equal(t, many-listed, a.More)

	const most = 30
	some, err := store.Alarms.Find(t.Context(), a.ID, most)
	require.NoError(t, err)
	assert.Equal(t, []int{most, many - most}, []int{len(some.Changes), some.More}, "a mail loads only the changes it lists")

	press := func() Alarm {
		reply, err := s.UndoOwn(by, &struct {
			ID int64 `path:"id" minimum:"1"`
		}{a.ID})
		require.NoError(t, err)
		return reply.Body
	}
	first := press()
	assert.Len(t, first.Changes, mostChanges)
	assert.Equal(t, many-mostChanges, first.More)
	assert.Equal(t, many-1, first.Left)
	assert.Nil(t, first.UndoneAt, "not finished yet")
	assert.Equal(t, alarms.Back, first.Changes[0].Outcome)
	assert.Empty(t, first.Changes[1].Outcome)
	second := press()
	assert.Equal(t, many-2, second.Left, "the second call resumes")
	s.Patience = time.Hour
	last := press()
	assert.Zero(t, last.Left)
	require.NotNil(t, last.UndoneAt)
	for _, c := range last.Changes {
		assert.Equal(t, alarms.Back, c.Outcome)
	}
	for _, id := range ids {
		item, err := store.Items.Item(t.Context(), list, id)
		require.NoError(t, err)
		assert.False(t, item.Seen(), "a new link is hidden")
	}
}

func TestUndoWinsOverAConcurrentSave(t *testing.T) {
	t.Parallel()
	store, dsn := testdb.New(t)
	testdb.Exec(t, dsn, `INSERT INTO owner (email, password_hash) VALUES ('owner@example.com', '') ON CONFLICT DO NOTHING`)
	ctx := alarms.With(t.Context(), &alarms.By{UserAgent: "Thief/1.0", Network: "198.51.100.0/24"})
	list := content.CollectionNamed("portfolio")
	item, err := store.Items.Create(t.Context(), "owner@example.com", list, "one", content.Changes{Published: new(true), Values: content.Values{
		"title": "Prize", "client": "Surya", "description": "A page", "category": "Web", "date": "2026-11", "link": "https://surya.example/",
	}})
	require.NoError(t, err)
	_, err = store.Items.Save(ctx, "owner@example.com", list, item.ID, item.Revision, content.Changes{Values: content.Values{"link": "https://evil.example/1"}})
	require.NoError(t, err)
	s := Alarms{Store: store}
	all, err := store.Alarms.List(t.Context(), 1, 1)
	require.NoError(t, err)
	a, err := store.Alarms.Find(t.Context(), all[0].ID, 1)
	require.NoError(t, err)

	// This save was in progress when the sessions ended. It commits after undo has loaded the
	// item and before undo saves it.
	held, err := store.Pool().Begin(t.Context())
	require.NoError(t, err)
	_, err = held.Exec(t.Context(), `SELECT FROM site_version FOR UPDATE`)
	require.NoError(t, err)
	_, err = held.Exec(t.Context(), `UPDATE portfolio_items SET link = 'https://evil.example/2', revision = revision + 1000000 WHERE id = $1`, item.ID)
	require.NoError(t, err)
	outcomes, done := map[alarms.Change]string{}, make(chan error)
	go func() { done <- s.restoreItem(t.Context(), "owner@example.com", a.Changes, outcomes) }()
	require.Eventually(t, func() (waits bool) {
		err := held.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database())`).Scan(&waits)
		return err == nil && waits
	}, 10*time.Second, 5*time.Millisecond)
	require.NoError(t, held.Commit(t.Context()))
	require.NoError(t, <-done)
	assert.Equal(t, alarms.Back, outcomes[a.Changes[0].Value()])
	now, err := store.Items.Item(t.Context(), list, item.ID)
	require.NoError(t, err)
	assert.Equal(t, "https://surya.example/", list.Plain(now, "link", locales.English))
}
