package api

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api/pictures"
	"parichay/internal/testkit/hostile"
	"parichay/locales"
)

func TestLifeCycleOfALibraryPicture(t *testing.T) {
	t.Parallel()
	s := start(t).signIn()
	var got Upload
	s.call(http.MethodPost, "/api/v1/media?folder=posts&title=shop-front.jpg", hostile.Photo(900, 700), "Content-Type", "image/jpeg").into(t, &got)
	var library pictures.Pictures
	s.call(http.MethodGet, "/api/v1/media?search=FRONT", nil).into(t, &library)
	require.Equal(t, 1, library.Total)
	require.Equal(t, got, library.Pictures[0].Upload)
	assert.Equal(t, "shop-front.jpg", library.Pictures[0].Title)

	one := "/api/v1/media?url=" + url.QueryEscape(got.URL)
	body := map[string]any{"title": " Shop ", "alt": map[string]string{"en": "A shop", "gu": " દુકાન ", "hi": " "}}
	require.Equal(t, http.StatusNoContent, s.call(http.MethodPut, one, body).StatusCode)
	s.call(http.MethodGet, "/api/v1/media", nil).into(t, &library)
	assert.Equal(t, "Shop", library.Pictures[0].Title)
	assert.Equal(t, map[locales.Lang]string{locales.English: "A shop", locales.Gujarati: "દુકાન"}, library.Pictures[0].Alt)

	for _, unseen := range []map[string]any{
		{"title": "Shop\u202egpj.exe", "alt": map[string]string{}},
		{"title": "Shop", "alt": map[string]string{"en": "A\u0000shop"}},
	} {
		assert.Equal(t, http.StatusUnprocessableEntity, s.call(http.MethodPut, one, unseen).StatusCode, unseen)
	}

	made := s.item(t, http.MethodPost, "portfolio", map[string]any{"values": map[string]any{
		"title": "Sweet shop", "description": "Sold out", "category": "Local", "date": "2025-04", "imageUrl": got.URL,
	}}, "Idempotency-Key", "k")
	var uses pictures.Uses
	s.call(http.MethodGet, "/api/v1/media/uses?url="+url.QueryEscape(got.URL), nil).into(t, &uses)
	require.Len(t, uses.Uses, 2)
	assert.Equal(t, made.ID, uses.Uses[0].ID)
	assert.True(t, uses.Uses[1].Past)
	refused := s.call(http.MethodDelete, one, nil)
	assert.Equal(t, http.StatusConflict, refused.StatusCode)
	assert.Equal(t, "in_use", refused.problem(t).Code)
	assert.Equal(t, http.StatusOK, s.call(http.MethodGet, got.URL, nil).StatusCode)

	var other Upload
	s.upload("posts", "image/jpeg", hostile.Photo(700, 500)).into(t, &other)
	require.Equal(t, http.StatusNoContent, s.call(http.MethodDelete, "/api/v1/media?url="+url.QueryEscape(other.URL), nil).StatusCode)
	for _, v := range append(other.Variants, other.Variants[0]) {
		assert.Equal(t, http.StatusNotFound, s.call(http.MethodGet, v.URL, nil).StatusCode)
	}
	for _, wrong := range []string{"/etc/passwd", "https://example.in/a.jpg", other.URL} {
		assert.Equal(t, http.StatusNotFound, s.call(http.MethodDelete, "/api/v1/media?url="+url.QueryEscape(wrong), nil).StatusCode, wrong)
	}
}
