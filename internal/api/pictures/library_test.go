package pictures_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api/pictures"
	"parichay/internal/testkit/apitest"
	"parichay/internal/testkit/hostile"
	"parichay/locales"
)

func TestLifeCycleOfALibraryPicture(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	var got pictures.Upload
	s.Call(http.MethodPost, "/api/v1/media?folder=posts&title=shop-front.jpg", hostile.Photo(900, 700), "Content-Type", "image/jpeg").Into(t, &got)
	var library pictures.Pictures
	s.Call(http.MethodGet, "/api/v1/media?search=FRONT", nil).Into(t, &library)
	require.Equal(t, 1, library.Total)
	require.Equal(t, got, library.Pictures[0].Upload)
	assert.Equal(t, "shop-front.jpg", library.Pictures[0].Title)

	one := "/api/v1/media?url=" + url.QueryEscape(got.URL)
	body := map[string]any{"title": " Shop ", "alt": map[string]string{"en": "A shop", "gu": " દુકાન ", "hi": " "}}
	require.Equal(t, http.StatusNoContent, s.Call(http.MethodPut, one, body).StatusCode)
	s.Call(http.MethodGet, "/api/v1/media", nil).Into(t, &library)
	assert.Equal(t, "Shop", library.Pictures[0].Title)
	assert.Equal(t, map[locales.Lang]string{locales.English: "A shop", locales.Gujarati: "દુકાન"}, library.Pictures[0].Alt)

	for _, unseen := range []map[string]any{
		{"title": "Shop\u202egpj.exe", "alt": map[string]string{}},
		{"title": "Shop", "alt": map[string]string{"en": "A\u0000shop"}},
	} {
		assert.Equal(t, http.StatusUnprocessableEntity, s.Call(http.MethodPut, one, unseen).StatusCode, unseen)
	}

	made := s.Item(t, http.MethodPost, "portfolio", map[string]any{"values": map[string]any{
		"title": "Sweet shop", "description": "Sold out", "category": "Local", "date": "2025-04", "imageUrl": got.URL,
	}}, "Idempotency-Key", "k")
	var uses pictures.Uses
	s.Call(http.MethodGet, "/api/v1/media/uses?url="+url.QueryEscape(got.URL), nil).Into(t, &uses)
	require.Len(t, uses.Uses, 2)
	assert.Equal(t, made.ID, uses.Uses[0].ID)
	assert.True(t, uses.Uses[1].Past)
	refused := s.Call(http.MethodDelete, one, nil)
	assert.Equal(t, http.StatusConflict, refused.StatusCode)
	assert.Equal(t, "in_use", refused.Problem(t).Code)
	assert.Equal(t, http.StatusOK, s.Call(http.MethodGet, got.URL, nil).StatusCode)

	var other pictures.Upload
	s.Upload("posts", "image/jpeg", hostile.Photo(700, 500)).Into(t, &other)
	require.Equal(t, http.StatusNoContent, s.Call(http.MethodDelete, "/api/v1/media?url="+url.QueryEscape(other.URL), nil).StatusCode)
	for _, v := range append(other.Variants, other.Variants[0]) {
		assert.Equal(t, http.StatusNotFound, s.Call(http.MethodGet, v.URL, nil).StatusCode)
	}
	for _, wrong := range []string{"/etc/passwd", "https://example.in/a.jpg", other.URL} {
		assert.Equal(t, http.StatusNotFound, s.Call(http.MethodDelete, "/api/v1/media?url="+url.QueryEscape(wrong), nil).StatusCode, wrong)
	}
}
