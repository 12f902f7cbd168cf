package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/content"
	"parichay/internal/kit/fault"
	"parichay/internal/store/postgres"
	"parichay/internal/testkit/testdb"
	"parichay/locales"
)

// bucketUp stands for a bucket that stores the files.
func bucketUp(context.Context) error { return nil }

func stored(t *testing.T, store *postgres.Store, name string) {
	t.Helper()
	require.NoError(t, store.Media.Store(t.Context(), name, "", bucketUp))
}

func TestUnusedPicturesAreCollected(t *testing.T) {
	t.Parallel()
	store, dsn := testdb.New(t)
	_, err := store.Site.Content(t.Context())
	require.NoError(t, err)
	shown := map[string]string{
		"public/profile_images/a-10x10.jpg": `UPDATE website_content SET profile_image = '/media/public/profile_images/a-10x10.jpg'`,
		"public/posts/b-10x10.jpg":          `UPDATE posts SET content = content || '<img src="/media/public/posts/b-10x10-640.jpg">' WHERE id = (SELECT min(id) FROM posts)`,
		"public/posts/c-10x10.png":          `UPDATE posts SET deleted_at = now(), translations = '{"gu":{"content":"<img src=\"/media/public/posts/c-10x10.png\">"}}' WHERE id = (SELECT max(id) FROM posts)`,
		"public/portfolio/d-10x10.jpg":      `UPDATE portfolio_items SET image_url = '/media/public/portfolio/d-10x10.jpg', deleted_at = now() WHERE id = (SELECT min(id) FROM portfolio_items)`,
	}
	shown["public/posts/g-10x10.jpg"] = `INSERT INTO item_revisions (collection, item_id, action, saved_by, body)
		VALUES ('posts', 'gone', 'saved', '', '{"values":{"content":"<img src=\"/media/public/posts/g-10x10.jpg\">"}}')`
	const orphan, fresh = "public/posts/e-10x10.jpg", "public/posts/f-10x10.jpg"
	for name, show := range shown {
		stored(t, store, name)
		testdb.Exec(t, dsn, show)
	}
	stored(t, store, orphan)
	testdb.Exec(t, dsn, `UPDATE media SET needed_at = now() - interval '8 days'`)
	stored(t, store, fresh)

	const week = 7 * 24 * time.Hour
	broken := errors.New("bucket is down")
	_, err = store.Media.Collect(t.Context(), week, 10, func(context.Context, string) error { return broken })
	require.ErrorIs(t, err, broken)

	var gone []string
	removed, err := store.Media.Collect(t.Context(), week, 10, func(_ context.Context, name string) error {
		gone = append(gone, name)
		return nil
	})
	require.NoError(t, err)
	assert.Equal(t, 1, removed)
	assert.Equal(t, []string{orphan}, gone, "a failed removal is retried; pictures shown anywhere, in the bin or in another language stay")
	rows, err := store.Pool().Query(t.Context(), `SELECT name FROM media WHERE needed_at > now() - interval '1 hour' ORDER BY name`)
	require.NoError(t, err)
	left, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	assert.Len(t, left, len(shown)+1)
	assert.NotContains(t, left, orphan)
}

func TestPictureUploadedDuringCollectionIsStoredAfterwards(t *testing.T) {
	t.Parallel()
	store, dsn := testdb.New(t)
	const name = "public/posts/a-10x10.jpg"
	stored(t, store, name)
	testdb.Exec(t, dsn, `UPDATE media SET needed_at = now() - interval '8 days'`)
	var order []string
	expected := make(chan error, 1)
	_, err := store.Media.Collect(t.Context(), time.Hour, 1, func(ctx context.Context, _ string) error {
		go func() { expected <- store.Media.Store(context.WithoutCancel(ctx), name, "", bucketUp) }()
		require.Eventually(t, func() bool {
			var waiting bool
			err := store.Pool().QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database() AND query LIKE '%INSERT INTO media%' AND pid <> pg_backend_pid())`).Scan(&waiting)
			return err == nil && waiting
		}, 2*time.Second, 5*time.Millisecond, "the upload waits for the collector")
		order = append(order, "removed")
		return nil
	})
	require.NoError(t, err)
	require.NoError(t, <-expected)
	order = append(order, "expected")
	assert.Equal(t, []string{"removed", "expected"}, order)
	var rows int
	require.NoError(t, store.Pool().QueryRow(t.Context(), `SELECT count(*) FROM media`).Scan(&rows))
	assert.Equal(t, 1, rows)
}

func TestUncheckedReturnsTheLeastRecentlyCheckedPicturesFirst(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	for _, name := range []string{"a", "b", "c"} {
		stored(t, store, name)
	}
	testdb.Exec(t, url, `UPDATE media SET checked_at = now() - CASE name WHEN 'a' THEN interval '9 days' WHEN 'b' THEN interval '8 days' ELSE interval '1 day' END`)
	for _, want := range [][]string{{"a"}, {"b"}, {}} {
		names, err := store.Media.Unchecked(t.Context(), 7*24*time.Hour, 1)
		require.NoError(t, err)
		assert.ElementsMatch(t, want, names)
	}
}

func TestPicturesAreFoundByNameAndDescription(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	testdb.Exec(t, url, `INSERT INTO media (name, title, stored_at) SELECT 'public/posts/' || lpad(n::text, 32, '0') || '-10x10.jpg', 'photo-' || n || '.jpg', now() + n * interval '1 second' FROM generate_series(1, 45) n`)
	name := fmt.Sprintf("public/posts/%032d-10x10.jpg", 7)
	require.NoError(t, store.Media.Describe(t.Context(), postgres.Kept{Name: name, Title: "Shop front", Alt: map[locales.Lang]string{locales.Gujarati: "દુકાનનો આગળનો ભાગ"}}))
	require.NoError(t, store.Media.Store(t.Context(), name, "late.jpg", bucketUp))
	page, total, err := store.Media.Shelf(t.Context(), "", 40, 30)
	require.NoError(t, err)
	assert.Equal(t, 45, total)
	require.Len(t, page, 5)
	assert.Equal(t, "photo-1.jpg", page[4].Title, "oldest last")
	for _, search := range []string{"SHOP", "દુકાન front"} {
		found, total, err := store.Media.Shelf(t.Context(), search, 0, 30)
		require.NoError(t, err)
		require.Equal(t, 1, total, search)
		assert.Equal(t, name, found[0].Name)
		assert.Equal(t, "Shop front", found[0].Title, "a file name does not replace the owner's title")
	}
	require.ErrorIs(t, store.Media.Describe(t.Context(), postgres.Kept{Name: "public/posts/none.jpg"}), fault.ErrNotFound)
}

func TestPictureInUseIsNotRemoved(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	name := fmt.Sprintf("public/profile_images/%032d-900x600.jpg", 1)
	small := "/media/" + strings.TrimSuffix(name, ".jpg") + "-320.jpg"
	stored(t, store, name)
	var removed []string
	remove := func() error {
		return store.Media.Remove(t.Context(), name, func(_ context.Context, name string) error {
			removed = append(removed, name)
			return nil
		})
	}
	uses := func() []postgres.Use {
		all, err := store.Media.Uses(t.Context(), name)
		require.NoError(t, err)
		return all
	}
	assert.Empty(t, uses())
	testdb.Exec(t, url, `INSERT INTO posts (id, title, content, author, date, translations) VALUES ('shows', 'Drums', '<p>x</p>', 'Admin', '2025-01-01', jsonb_build_object('gu', jsonb_build_object('title', 'ઢોલ', 'content', '<img src="`+small+`">')))`)
	testdb.Exec(t, url, `INSERT INTO website_content (profile_image) VALUES ('/media/`+name+`')`)
	titles := map[locales.Lang]string{}
	for _, lang := range locales.All {
		titles[lang] = ""
	}
	titles[locales.English], titles[locales.Gujarati] = "Drums", "ઢોલ"
	everywhere := []postgres.Use{
		{Field: "profileImage"},
		{List: "posts", ID: "shows", Title: titles},
		{Past: true},
	}
	assert.Equal(t, everywhere, uses())
	for _, c := range []*content.Collection{content.Posts, content.Portfolio} {
		_, err := store.Items.MakeCards(t.Context(), c, 100)
		require.NoError(t, err)
	}
	assert.Equal(t, everywhere, uses(), "by the precomputed columns")
	require.ErrorIs(t, remove(), fault.ErrInUse)

	testdb.Exec(t, url, `DELETE FROM posts WHERE id = 'shows'; INSERT INTO website_content (profile_image) VALUES ('')`)
	assert.Equal(t, []postgres.Use{{Past: true}}, uses(), "an earlier state of the profile")
	require.ErrorIs(t, remove(), fault.ErrInUse)
	testdb.Exec(t, url, `DELETE FROM website_content`)
	testdb.Exec(t, url, `INSERT INTO item_revisions (collection, item_id, action, saved_by, body) VALUES ('posts', 'gone', 'saved', '', jsonb_build_object('values', jsonb_build_object('content', '<img src="`+small+`">')))`)
	assert.Equal(t, []postgres.Use{{Past: true}}, uses(), "an earlier state of an item")
	require.ErrorIs(t, remove(), fault.ErrInUse)
	testdb.Exec(t, url, `DELETE FROM item_revisions`)
	require.NoError(t, remove())
	assert.Equal(t, []string{name}, removed)
	require.ErrorIs(t, remove(), fault.ErrNotFound)
}

var errBucketDown = errors.New("bucket is down")

func bucketDown(context.Context) error { return errBucketDown }

func listedPictures(t *testing.T, store *postgres.Store) int {
	t.Helper()
	_, total, err := store.Media.Shelf(t.Context(), "", 0, 1)
	require.NoError(t, err)
	return total
}

func TestPictureIsListedOnceItsFilesAreStored(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	const name = "public/posts/a-10x10.jpg"
	require.NoError(t, store.Media.Store(t.Context(), name, "", func(context.Context) error {
		assert.Zero(t, listedPictures(t, store), "during the upload")
		return nil
	}))
	assert.Equal(t, 1, listedPictures(t, store))
}

func TestFailedUploadIsCollectedAfterAnHour(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	const name = "public/posts/a-10x10.jpg"
	require.ErrorIs(t, store.Media.Store(t.Context(), name, "", bucketDown), errBucketDown)
	var swept []string
	sweep := func() {
		_, err := store.Media.Collect(t.Context(), 7*24*time.Hour, 10, func(_ context.Context, name string) error {
			swept = append(swept, name)
			return nil
		})
		require.NoError(t, err)
	}
	sweep()
	assert.Empty(t, swept, "the upload may still be running")
	testdb.Exec(t, url, `UPDATE media SET needed_at = now() - interval '61 minutes'`)
	sweep()
	assert.Equal(t, []string{name}, swept)
}

func TestFailedUploadDoesNotAffectAConcurrentSuccess(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	const name = "public/posts/a-10x10.jpg"
	require.ErrorIs(t, store.Media.Store(t.Context(), name, "", func(ctx context.Context) error {
		require.NoError(t, store.Media.Store(ctx, name, "", bucketUp), "another replica")
		return errBucketDown
	}), errBucketDown)
	assert.Equal(t, 1, listedPictures(t, store))
	testdb.Exec(t, url, `UPDATE media SET needed_at = now() - interval '61 minutes'`)
	removed, err := store.Media.Collect(t.Context(), 7*24*time.Hour, 10, func(context.Context, string) error { return nil })
	require.NoError(t, err)
	assert.Zero(t, removed)
}

func TestPictureRemovedDuringUploadIsStoredAgain(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	const name = "public/posts/a-10x10.jpg"
	written := 0
	require.NoError(t, store.Media.Store(t.Context(), name, "", func(ctx context.Context) error {
		if written++; written > 1 {
			return nil
		}
		return store.Media.Remove(ctx, name, func(context.Context, string) error { return nil })
	}))
	assert.Equal(t, 2, written)
	assert.Equal(t, 1, listedPictures(t, store))
}

func TestUnfinishedUploadIsNotChecked(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	require.ErrorIs(t, store.Media.Store(t.Context(), "a", "", bucketDown), errBucketDown)
	testdb.Exec(t, url, `UPDATE media SET checked_at = now() - interval '9 days'`)
	names, err := store.Media.Unchecked(t.Context(), 7*24*time.Hour, 10)
	require.NoError(t, err)
	assert.Empty(t, names)
}

func TestUploadByPreviousReleaseIsListed(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	testdb.Exec(t, url, `INSERT INTO media (name) VALUES ('a') ON CONFLICT (name) DO UPDATE SET needed_at = clock_timestamp()`)
	assert.Equal(t, 1, listedPictures(t, store))
}
