package pictures_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api/pictures"
	"parichay/internal/domain/field"
	"parichay/internal/kit/fault"
	"parichay/internal/store/media"
	"parichay/internal/testkit/apitest"
	"parichay/internal/testkit/hostile"
	"parichay/internal/testkit/testdb"
)

// withoutBucket returns a replica of the site whose bucket refuses connections, as seen by the
// same browser.
func withoutBucket(s *apitest.Site) *apitest.Site {
	s.T.Helper()
	replica := apitest.StartPictured(s.T, s.Store, s.DSN, s.Config, "s3://pictures?endpoint=http://127.0.0.1:1")
	replica.Client.Jar = s.Client.Jar // cookies do not depend on the port
	return replica
}

// failUpload uploads body while the bucket is down and returns the address the picture
// would have had.
func failUpload(s *apitest.Site, body []byte) (address string) {
	s.T.Helper()
	a := withoutBucket(s).Upload("posts", "image/jpeg", body)
	require.Equal(s.T, http.StatusServiceUnavailable, a.StatusCode, string(a.Raw))
	return media.Prefix + s.Text(`SELECT name FROM media ORDER BY needed_at DESC LIMIT 1`)
}

func listed(s *apitest.Site) (all pictures.Pictures) {
	s.T.Helper()
	s.Call(http.MethodGet, "/api/v1/media", nil).Into(s.T, &all)
	return all
}

func TestAFailedUploadIsNotListed(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	dead := failUpload(s, hostile.Photo(900, 700))
	assert.Zero(t, listed(s).Total)
	assert.Empty(t, listed(s).Pictures)
	describe := s.Call(http.MethodPut, "/api/v1/media?url="+url.QueryEscape(dead), map[string]any{"title": "Shop", "alt": map[string]string{}})
	assert.Equal(t, http.StatusNotFound, describe.StatusCode)
}

func TestAFailedUploadCanBeRetriedAtOnce(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	photo := hostile.Photo(900, 700)
	dead := failUpload(s, photo)
	a := s.Upload("posts", "image/jpeg", photo)
	require.Equal(t, http.StatusCreated, a.StatusCode)
	require.Equal(t, 1, listed(s).Total)
	assert.Equal(t, dead, listed(s).Pictures[0].URL)
	require.Equal(t, http.StatusOK, s.Save(map[string]any{"profileImage": dead}).StatusCode)
}

func TestAFailedUploadOfAStoredPictureKeepsItListed(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	photo := hostile.Photo(900, 700)
	require.Equal(t, http.StatusCreated, s.Upload("posts", "image/jpeg", photo).StatusCode)
	failUpload(s, photo)
	assert.Equal(t, 1, listed(s).Total)
}

func TestNoFieldAcceptsAPictureThatWasNotStored(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	require.Equal(t, http.StatusCreated, s.Upload("posts", "image/jpeg", hostile.Photo(640, 480)).StatusCode, "another picture is stored")
	failed := failUpload(s, hostile.Photo(900, 700))
	const neverUploaded = "/media/public/posts/0123456789abcdef0123456789abcdef-900x700.jpg"
	for i, dead := range []string{failed, media.Smallest(failed), neverUploaded, "/nothing-here.png", "/admin", "/api/v1/site"} {
		article := map[string]any{"title": "News", "content": "<p>x</p>", "author": "Asha", "date": "2026-01-01"}
		with := func(values map[string]any, key string, value any) map[string]any {
			out := map[string]any{key: value}
			for k, v := range values {
				if k != key {
					out[k] = v
				}
			}
			return out
		}
		for _, attempt := range []struct {
			list, field string
			body        map[string]any
		}{
			{"posts", "cover", map[string]any{"values": with(article, "cover", dead)}},
			{"posts", "content", map[string]any{"values": with(article, "content", `<p>x</p><img src="`+dead+`">`)}},
			{"posts", "content", map[string]any{"values": article, "translations": map[string]any{"gu": map[string]any{"title": "સમાચાર", "content": `<p>x</p><img src="` + dead + `">`}}}},
			{"portfolio", "imageUrl", map[string]any{"values": map[string]any{"title": "Sweets", "description": "Sold out", "category": "Local", "date": "2025-04", "imageUrl": dead}}},
			{"blocks", "image", map[string]any{"values": map[string]any{"kind": "link", "title": "Menu", "address": "https://surya.in", "image": dead}}},
		} {
			if attempt.field == "content" && !strings.HasPrefix(dead, field.MediaPrefix) {
				continue // accepted: browsers show a broken picture, which the owner sees while writing
			}
			a := s.Call(http.MethodPost, "/api/v1/"+attempt.list, attempt.body, "Idempotency-Key", fmt.Sprint(i, attempt.list, attempt.field))
			if assert.Equal(t, http.StatusUnprocessableEntity, a.StatusCode, "%s %s: %s", attempt.list, attempt.field, a.Raw) {
				issue := a.Problem(t).Issues[0]
				assert.Equal(t, [2]string{attempt.field, string(fault.NotStored)}, [2]string{issue.Field, string(issue.Code)})
			}
		}
		for key, body := range map[string]map[string]any{
			"profileImage": {"profileImage": dead}, "logoImage": {"logoImage": dead}, "looks.cover": {"looks": map[string]any{"cover": dead}}, "looks.backdropImage": {"looks": map[string]any{"backdropImage": dead}},
		} {
			a := s.Save(body)
			if assert.Equal(t, http.StatusUnprocessableEntity, a.StatusCode, "%s: %s", key, a.Raw) {
				assert.Equal(t, fault.NotStored, a.Problem(t).Issues[0].Code, key)
			}
		}
	}
}

func TestAnArticleWithADeletedPictureCanBeEdited(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	a := s.Upload("posts", "image/jpeg", hostile.Photo(900, 700))
	var got pictures.Upload
	a.Into(t, &got)
	made := s.Item(t, http.MethodPost, "posts", map[string]any{"values": map[string]any{
		"title": "News", "content": `<p>x</p><img src="` + got.URL + `">`, "author": "Asha", "date": "2026-01-01", "cover": got.URL,
	}}, "Idempotency-Key", "k")
	testdb.Exec(t, s.DSN, `DELETE FROM media`)
	saved := s.Call(http.MethodPatch, "/api/v1/posts/"+made.ID, map[string]any{"revision": made.Revision, "values": map[string]any{"title": "Old news", "content": `<p>y</p><img src="` + got.URL + `">`}})
	assert.Equal(t, http.StatusOK, saved.StatusCode, string(saved.Raw))
}

func TestAPreviewDoesNotShowAPictureThatWasNotStored(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	var stored pictures.Upload
	s.Upload("profile_images", "image/jpeg", hostile.Photo(640, 640)).Into(t, &stored)
	dead := failUpload(s, hostile.Photo(900, 700))
	assert.Contains(t, s.Preview("path=/", map[string]any{"site": map[string]any{"profileImage": stored.URL}}).HTML, stored.URL)
	for _, change := range []map[string]any{
		{"site": map[string]any{"profileImage": dead}},
		{"block": map[string]any{"values": map[string]any{"kind": "link", "title": "Menu", "address": "https://surya.in", "image": dead}}},
	} {
		assert.NotContains(t, s.Preview("path=/", change).HTML, dead)
	}
}
