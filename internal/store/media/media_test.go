package media

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/kit/fault"
	"parichay/internal/testkit/hostile"
)

func open(t *testing.T, setting string) *Store {
	t.Helper()
	place, err := ParsePlace(setting)
	require.NoError(t, err)
	s, err := Open(place)
	require.NoError(t, err)
	return s
}

func drawn(t *testing.T) *Picture {
	t.Helper()
	p, err := redraw(t.Context(), "portfolio", "image/jpeg", hostile.Photo(900, 700))
	require.NoError(t, err)
	return p
}

// keeps checks that a store at the place that setting names behaves as every bucket must.
func keeps(t *testing.T, setting string) {
	t.Helper()
	s, p := open(t, setting), drawn(t)
	first := p.files[0]
	_, err := s.Load(t.Context(), first.name)
	require.ErrorIs(t, err, fault.ErrNotFound)
	require.NoError(t, s.Keep(t.Context(), p))
	require.NoError(t, s.Keep(t.Context(), p), "Keep is idempotent")
	for range 2 { // from the bucket, then from memory
		for _, f := range p.files {
			object, err := s.Load(t.Context(), f.name)
			require.NoError(t, err)
			body, err := io.ReadAll(object)
			require.NoError(t, err)
			require.NoError(t, object.Close())
			assert.True(t, bytes.Equal(f.body, body), f.name)
		}
	}
	middle, err := s.bucket.open(t.Context(), first.name)
	require.NoError(t, err)
	_, err = middle.Seek(100, io.SeekStart)
	require.NoError(t, err)
	part := make([]byte, 50)
	_, err = io.ReadFull(middle, part)
	require.NoError(t, err)
	require.NoError(t, middle.Close())
	assert.Equal(t, first.body[100:150], part)

	_, err = s.LoadPrivate(t.Context(), "content", 9)
	require.ErrorIs(t, err, fault.ErrNotFound)
	for _, text := range []string{"long text", "shorter"} {
		require.NoError(t, s.KeepPrivate(t.Context(), "content", []byte(text)))
		stored, err := s.LoadPrivate(t.Context(), "content", 9)
		require.NoError(t, err)
		assert.Equal(t, text, string(stored), "always the newest, never cached")
	}
	_, err = s.LoadPrivate(t.Context(), "content", 6)
	require.Error(t, err, "longer than the limit")
	require.NoError(t, s.bucket.remove(t.Context(), private+"content"))

	require.NoError(t, s.Remove(t.Context(), p.Name))
	require.NoError(t, s.Remove(t.Context(), p.Name), "Remove is idempotent")
	for _, f := range p.files {
		_, err := s.Load(t.Context(), f.name)
		assert.ErrorIs(t, err, fault.ErrNotFound, "neither in the bucket nor in the cache")
	}
}

func TestFolderStoresPictures(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "made", "when needed")
	keeps(t, "file:"+dir)
	var left []string
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			left = append(left, path)
		}
		return err
	}))
	assert.Empty(t, left, "no partial files stay behind")
}

func TestUnwritableFolderIsUnavailable(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, p := open(t, "file:"+dir), drawn(t)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "public"), nil, 0o600)) // a file where a folder should be
	require.ErrorIs(t, s.Keep(t.Context(), p), fault.ErrUnavailable)
}

func TestPictureDamagedWhileStoredIsRefused(t *testing.T) {
	t.Parallel()
	s, p := open(t, "file:"+t.TempDir()), drawn(t)
	s.bucket = damaging{s.bucket}
	require.ErrorIs(t, s.Keep(t.Context(), p), fault.ErrUnavailable)
}

// damaging is a bucket that drops the last byte of every object.
type damaging struct{ bucket }

func (d damaging) open(ctx context.Context, name string) (io.ReadSeekCloser, error) {
	object, err := d.bucket.open(ctx, name)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(object)
	return inMemory{bytes.NewReader(body[:len(body)-1])}, err
}

func TestDamagedPictureIsNotServed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := drawn(t)
	require.NoError(t, open(t, "file:"+dir).Keep(t.Context(), p))
	for _, damaged := range p.files {
		path := filepath.Join(dir, damaged.name)
		for _, known := range []bool{true, false} { // damaged after the first read, and before
			s := open(t, "file:"+dir)
			if known {
				require.NoError(t, s.Check(t.Context(), p.Name))
				object, err := s.Load(t.Context(), damaged.name)
				require.NoError(t, err)
				require.NoError(t, object.Close())
				s.memory.Purge()
			}
			rotten := bytes.Clone(damaged.body)
			rotten[len(rotten)/2] ^= 1
			require.NoError(t, os.WriteFile(path, rotten, 0o600))
			_, err := s.Load(t.Context(), damaged.name)
			require.ErrorIs(t, err, ErrDamaged, damaged.name)
			require.ErrorIs(t, s.Check(t.Context(), p.Name), ErrDamaged)
			require.NoError(t, os.WriteFile(path, damaged.body, 0o600))
			object, err := s.Load(t.Context(), damaged.name)
			require.NoError(t, err, "a repaired file is served again")
			require.NoError(t, object.Close())
		}
	}
}

func TestErrorNamesTheDamagedFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, p := open(t, "file:"+dir), drawn(t)
	require.NoError(t, s.Keep(t.Context(), p))
	asked, damaged := p.files[0], p.files[1]
	for name, c := range map[string]struct {
		body  []byte
		named string
	}{
		"empty":     {nil, damaged.name},
		"cut short": {damaged.body[:len(damaged.body)/2], damaged.name},
		"changed":   {bytes.Replace(damaged.body, damaged.body[len(damaged.body)/2:][:8], []byte("8 others"), 1), asked.name + " or " + damaged.name},
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, damaged.name), c.body, 0o600))
		_, err := s.Load(t.Context(), asked.name)
		require.ErrorIs(t, err, ErrDamaged, name)
		require.ErrorContains(t, err, "damaged: "+c.named, name)
	}
	require.NoError(t, os.Remove(filepath.Join(dir, damaged.name)))
	require.ErrorContains(t, s.Check(t.Context(), p.Name), "not found: "+damaged.name)
}

func TestPartialFilesAreRemovedAtStartup(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	posts := filepath.Join(dir, "public", "posts")
	require.NoError(t, os.MkdirAll(posts, 0o750))
	for name, age := range map[string]time.Duration{".new-dead": time.Hour, ".new-alive": 0, "whole.jpg": time.Hour} {
		path := filepath.Join(posts, name)
		require.NoError(t, os.WriteFile(path, nil, 0o600))
		require.NoError(t, os.Chtimes(path, time.Time{}, time.Now().Add(-age)))
	}
	open(t, "file:"+dir)
	assert.NoFileExists(t, filepath.Join(posts, ".new-dead"))
	assert.FileExists(t, filepath.Join(posts, ".new-alive"))
	assert.FileExists(t, filepath.Join(posts, "whole.jpg"))
}

func TestNamesCannotEscapeTheFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	outside := filepath.Join(filepath.Dir(dir), "secret.jpg")
	require.NoError(t, os.WriteFile(outside, []byte("secret"), 0o600))
	s := open(t, "file:"+dir)
	for _, name := range []string{"../secret.jpg", "public/../../secret.jpg", outside, "."} {
		object, err := s.bucket.open(t.Context(), name)
		if err == nil {
			body, _ := io.ReadAll(object)
			assert.NotContains(t, string(body), "secret", name)
		}
	}
}

func TestParsePlaceAcceptsFoldersAndBuckets(t *testing.T) {
	t.Parallel()
	for setting, want := range map[string]Place{
		"file:./media":             {folder: "./media"},
		"file:///srv/media":        {folder: "/srv/media"},
		"s3://pictures":            {bucket: "pictures", region: "us-east-1", host: "s3.amazonaws.com", secure: true},
		"s3://p?region=ap-south-1": {bucket: "p", region: "ap-south-1", host: "s3.amazonaws.com", secure: true},
		"s3://p?endpoint=s3.test":  {bucket: "p", region: "us-east-1", host: "s3.test", secure: true},
		"s3://p?endpoint=http://s3.test:9000&region=auto": {bucket: "p", region: "auto", host: "s3.test:9000"},
	} {
		got, err := ParsePlace(setting)
		require.NoError(t, err, setting)
		assert.Equal(t, want, got, setting)
	}
	for _, setting := range []string{"", "./media", "file:", "s3://", "s3://b/prefix", "s3://b?endpont=x", "s3://key:secret@b", "s3://b?endpoint=ftp://x", "s3://b?endpoint=https://key:secret@x", "https://b", "s3://b?endpoint=%zz"} {
		_, err := ParsePlace(setting)
		if assert.Error(t, err, setting) && setting != "" {
			assert.NotContains(t, err.Error(), "secret")
		}
	}
}

func TestImageUsesTheSmallestSufficientVariant(t *testing.T) {
	t.Parallel()
	s, p := open(t, "file:"+t.TempDir()), drawn(t)
	require.NoError(t, s.Keep(t.Context(), p))
	for asked, want := range map[int]int{1: 320, 320: 320, 321: 640, 700: 900, 5000: 900} {
		img, err := s.Image(t.Context(), p.Name.URL(), asked)
		require.NoError(t, err)
		assert.Equal(t, want, img.Bounds().Dx(), "requested width %d", asked)
	}
	for _, foreign := range []string{"", "/profile.svg", "https://example.in" + p.Name.URL(), "/media/public/posts/0123456789abcdef0123456789abcdef-10x10.jpg"} {
		_, err := s.Image(t.Context(), foreign, 100)
		require.ErrorIs(t, err, fault.ErrNotFound, foreign)
	}
}

func TestFirstPictureReturnsOnlyStoredPictures(t *testing.T) {
	t.Parallel()
	const ours = "/media/public/posts/0123456789abcdef0123456789abcdef-900x700.jpg"
	for text, want := range map[string]string{
		"": "", "<p>none</p>": "", `<img src="https://example.in/a.jpg"><img alt="x" src="` + ours + `">`: ours, `<img src="/media/other.jpg">`: "",
	} {
		got, _ := FirstPicture(text)
		assert.Equal(t, want, got, text)
	}
}

func TestProbeWritesToTheFolder(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	require.NoError(t, open(t, "file:"+folder).Probe(t.Context()))
	left, err := os.ReadDir(filepath.Join(folder, "private"))
	require.NoError(t, err)
	assert.Empty(t, left, "the probe is removed")

	require.NoError(t, os.WriteFile(filepath.Join(folder, "file"), nil, 0o600))
	for _, place := range []string{filepath.Join(folder, "file"), filepath.Join(folder, "file", "media"), "/proc"} {
		where, err := ParsePlace("file:" + place)
		require.NoError(t, err)
		s, err := Open(where)
		if err == nil {
			err = s.Probe(t.Context())
		}
		require.ErrorContains(t, err, "the folder "+place+" cannot be written to (")
		require.NotErrorIs(t, err, fault.ErrUnavailable)
	}
	require.ErrorIs(t, unwritable("x", syscall.ENOSPC), fault.ErrUnavailable, "a full disk is not an invalid setting")
}
