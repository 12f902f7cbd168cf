package postgres_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/content"
	"parichay/internal/domain/field"
	"parichay/internal/domain/lead"
	"parichay/internal/domain/visit"
	"parichay/internal/store/postgres"
	"parichay/internal/testkit/testdb"
	"parichay/locales"
)

// byRow counts articles row by row.
func byRow(t *testing.T, store *postgres.Store) (total, bin, gujarati int) {
	t.Helper()
	for _, inBin := range []bool{false, true} {
		items, n, err := store.Items.List(t.Context(), content.Posts, postgres.Part{Bin: inBin, Limit: 200})
		require.NoError(t, err)
		require.Len(t, items, n)
		if inBin {
			return total, n, gujarati
		}
		total = n
		for _, item := range items {
			for _, lang := range item.Missing {
				if lang == locales.Gujarati {
					gujarati++
				}
			}
		}
	}
	panic("unreachable")
}

func TestItemSumsFollowEverySaveAndStatement(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	testdb.Exec(t, url, someArticles)
	check := func(after string) {
		t.Helper()
		total, bin, gujarati := byRow(t, store)
		counts, err := store.Items.Count(t.Context())
		require.NoError(t, err)
		posts := counts["posts"]
		assert.Equal(t, []int{total, bin, gujarati}, []int{posts.Total, posts.Bin, posts.Missing[locales.Gujarati]}, after)
		first, n, err := store.Items.List(t.Context(), content.Posts, postgres.Part{Missing: locales.Gujarati, Limit: 1})
		require.NoError(t, err)
		assert.Equal(t, gujarati, n, after)
		assert.Len(t, first, min(1, gujarati), after)
	}
	unmade := func() int {
		return count(t, url, `SELECT count(*) FROM posts WHERE missing IS NULL OR titles IS NULL OR card IS NULL`)
	}
	check("rows written by SQL")
	assert.Equal(t, 3, unmade())
	_, err := store.Items.MakeCards(t.Context(), content.Posts, 100)
	require.NoError(t, err)
	assert.Zero(t, unmade())
	check("list cards")

	made, err := store.Items.Create(t.Context(), "", content.Posts, "one", content.Changes{Values: content.Values{"title": "New", "content": "<p>x</p>", "author": "Admin", "date": "2025-01-01"}})
	require.NoError(t, err)
	assert.Zero(t, unmade())
	check("a new article")
	saved, err := store.Items.Save(t.Context(), "", content.Posts, made.ID, made.Revision, content.Changes{Translations: content.Words{locales.Gujarati: {"title": "નવું", "content": "<p>ગુ</p>"}}})
	require.NoError(t, err)
	assert.Zero(t, unmade())
	check("a translation")
	assert.Equal(t, []string{made.ID}, listed(t, store, postgres.Part{Search: "નવું"}))
	_, err = store.Items.Save(t.Context(), "", content.Posts, made.ID, saved.Revision, content.Changes{Values: content.Values{"title": "Renamed"}})
	require.NoError(t, err)
	assert.Equal(t, []string{made.ID}, listed(t, store, postgres.Part{Search: "renam"}))
	_, err = store.Items.Delete(t.Context(), "", content.Posts, made.ID)
	require.NoError(t, err)
	check("the bin")
	write(t, store, locales.Gujarati)
	check("another language of the owner")
	assert.Zero(t, unmade(), "changing the primary language changes no row")

	testdb.Exec(t, url, `UPDATE posts SET translations = '{}' WHERE id = 'old'`)
	assert.Equal(t, 1, unmade(), "a statement changed a text")
	check("a text changed by SQL")
	testdb.Exec(t, url, `DELETE FROM posts WHERE id IN ('old', 'draft')`)
	check("rows deleted by SQL")
	require.NoError(t, store.MergeSums(t.Context()))
	check("merged sums")
	assert.LessOrEqual(t, count(t, url, `SELECT count(*) FROM item_sums WHERE list = 'posts'`), 3, "one row per sort")
}

func TestChangingATextBySQLClearsPrecomputedColumns(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	for i := range content.Collections {
		c := &content.Collections[i]
		if len(c.Bodies()) == 0 {
			continue
		}
		_, err := store.Items.MakeCards(t.Context(), c, 100)
		require.NoError(t, err)
		columns := []string{"translations = '{}'"}
		for _, f := range c.Fields {
			if slices.Contains(c.MustBeTranslated(), f.Key) || f.Kind == field.Image {
				columns = append(columns, f.Column+" = 'another'")
			}
		}
		for _, set := range columns {
			err := pgx.BeginFunc(t.Context(), store.Pool(), func(tx pgx.Tx) error {
				var known bool
				err := tx.QueryRow(t.Context(), `UPDATE `+c.Table+` SET `+set+` WHERE id = (SELECT min(id) FROM `+c.Table+`) RETURNING missing IS NOT NULL OR titles IS NOT NULL`).Scan(&known)
				assert.False(t, known, "%s: %s", c.Name, set)
				return err
			})
			require.NoError(t, err)
			_, err = store.Items.MakeCards(t.Context(), c, 100)
			require.NoError(t, err)
		}
	}
}

func TestLeadSumsFollowEveryStatement(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	today := visit.Day(time.Now())
	check := func(after string) {
		t.Helper()
		counts, err := store.Inbox.Counts(t.Context())
		require.NoError(t, err)
		for _, status := range []lead.Status{lead.Pending, lead.Contacted, lead.Won, lead.Lost, lead.Spam} {
			assert.Equal(t, count(t, url, `SELECT count(*) FROM feedback WHERE status = '`+string(status)+`'`), counts.Rows(status, ""), "%s: %s", after, status)
		}
		read, err := store.Reports.Read(t.Context(), visit.Year.Ending(today))
		require.NoError(t, err)
		var days, sent visit.Sums
		for _, day := range read.Days {
			days = days.Plus(day)
		}
		for _, source := range read.Sent {
			sent = sent.Plus(source.Sums)
		}
		for _, got := range []visit.Sums{days, sent} {
			assert.Equal(t, count(t, url, `SELECT count(*) FROM feedback WHERE status <> 'spam' AND feedback_type <> 'owner_feedback'`), got.Leads, after)
			assert.Equal(t, count(t, url, `SELECT count(*) FROM feedback WHERE won_at IS NOT NULL AND feedback_type <> 'owner_feedback'`), got.Won, after)
			assert.EqualValues(t, count(t, url, `SELECT coalesce(sum(value_inr), 0) FROM feedback WHERE won_at IS NOT NULL AND feedback_type <> 'owner_feedback'`), got.Value, after)
		}
	}
	for _, step := range []string{
		`INSERT INTO feedback (name, email, comment, feedback_type, language, source, status, idempotency_key, digest, created_at)
			SELECT 'x', 'x@example.in', 'x', (ARRAY['quote_request', 'portfolio_request', 'owner_feedback'])[1 + n % 3], 'en', 'source ' || n % 5, (ARRAY['pending', 'spam', 'contacted', 'lost'])[1 + n % 4], n::text, '', now() - n * interval '1 hour'
			FROM generate_series(1, 100) n`,
		`UPDATE feedback SET mailed_at = now()`,
		`UPDATE feedback SET status = 'won', value_inr = 500 WHERE status = 'contacted'`,
		`UPDATE feedback SET value_inr = 700 WHERE status = 'won' AND id % 2 = 0`,
		`UPDATE feedback SET status = 'spam' WHERE status = 'lost'`,
		`UPDATE feedback SET status = 'pending' WHERE status = 'won' AND id % 3 = 0`,
		`DELETE FROM feedback WHERE id % 5 = 0`,
		`DELETE FROM feedback WHERE status = 'pending'`,
	} {
		testdb.Exec(t, url, step)
		check(step)
		require.NoError(t, store.MergeSums(t.Context()))
		check("merged after " + step)
	}
	testdb.Exec(t, url, `DELETE FROM feedback`)
	require.NoError(t, store.MergeSums(t.Context()))
	assert.Zero(t, count(t, url, `SELECT count(*) FROM lead_sums`))
}

func TestShortInboxSearchFindsBeginningsOfWords(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	testdb.Exec(t, url, searched)
	for text, want := range map[string]int{"wa": 1, "p": 1, "દિ": 1, "pos": 1, "os": 0, "ost": 1} {
		leads, err := store.Inbox.List(t.Context(), lead.Query{Text: text, Limit: 20})
		require.NoError(t, err)
		assert.Len(t, leads, want, text)
	}
}

func TestSumsDoNotMakeConcurrentWritersWait(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	first, err := store.Pool().Begin(t.Context())
	require.NoError(t, err)
	defer func() { _ = first.Rollback(context.WithoutCancel(t.Context())) }()
	insert := `INSERT INTO posts (id, title, content, author, date) VALUES ($1, 'x', 'x', 'x', '2024-01-01')`
	_, err = first.Exec(t.Context(), insert, "a")
	require.NoError(t, err)
	_, err = store.Pool().Exec(t.Context(), insert, "b")
	require.NoError(t, err, "while the first transaction is open")
}
