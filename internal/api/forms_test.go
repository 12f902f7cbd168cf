package api_test

import (
	"bytes"
	"context"
	"mime/multipart"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/testkit/apitest"
	"parichay/internal/testkit/hostile"
)

// salon starts a salon with a priced service.
func salon(t *testing.T) *apitest.Site {
	t.Helper()
	s := apitest.Start(t, apitest.BehindProxy).SignIn()
	require.Equal(t, http.StatusOK, s.Save(map[string]any{"trade": "salon"}).StatusCode)
	made := s.Call(http.MethodPost, "/api/v1/services", map[string]any{"values": map[string]any{
		"title": "Trim", "price": "25000", "unit": "Each", "description": "By hand", "icon": "Scissors", "features": []string{},
	}}, "Idempotency-Key", "trim")
	require.Equal(t, http.StatusCreated, made.StatusCode, string(made.Raw))
	return s
}

// asking returns the values of a salon's form as a browser without JavaScript posts them.
func asking(s *apitest.Site) url.Values {
	return url.Values{"name": {"Asha"}, "phone": {"98250 12345"}, "message": {"Like this"}, "token": {s.Token(time.Minute)}}
}

// postFiles posts the quote form with files from an address.
func postFiles(s *apitest.Site, address string, form url.Values, files map[string][]byte) apitest.Answer {
	s.T.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for name := range form {
		require.NoError(s.T, w.WriteField(name, form.Get(name)))
	}
	for name, raw := range files {
		part, err := w.CreateFormFile("photos", name)
		require.NoError(s.T, err)
		_, err = part.Write(raw)
		require.NoError(s.T, err)
	}
	require.NoError(s.T, w.Close())
	return s.Call(http.MethodPost, "/services/quote", body.Bytes(), "Content-Type", w.FormDataContentType(), "X-Forwarded-For", address)
}

func TestFormWaitsForItsSlotBeforeItReadsTheServices(t *testing.T) {
	t.Parallel()
	s := salon(t)
	takeDrawings(s)
	lock, err := s.Store.Pool().Begin(t.Context())
	require.NoError(t, err)
	defer func() { _ = lock.Rollback(context.WithoutCancel(t.Context())) }()
	_, err = lock.Exec(t.Context(), `LOCK TABLE services, item_revisions IN ACCESS EXCLUSIVE MODE`)
	require.NoError(t, err)
	served := make(chan int, 1)
	go func() { served <- s.Browser().Call(http.MethodGet, "/services/quote?item=trim", nil).StatusCode }()
	for status := 0; status == 0; {
		select {
		case status = <-served:
			assert.Equal(t, http.StatusServiceUnavailable, status)
		default:
			var waiting int
			require.NoError(t, lock.QueryRow(t.Context(), `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%wanted_revision%'`).Scan(&waiting))
			require.Zero(t, waiting, "it reads the services")
		}
	}
}

func TestPlainConfirmationListsTheBasket(t *testing.T) {
	t.Parallel()
	s := salon(t)
	takeDrawings(s)
	form := asking(s)
	form.Set("item", "trim")
	form.Set("seen:trim", "99999")
	form.Set("quantity:trim", "2")
	sent := postFrom(s, "10.1.0.1", "/services/quote", form)
	require.Equal(t, http.StatusOK, sent.StatusCode)
	assert.NotContains(t, string(sent.Raw), `id="root"`, "no page was rendered")
	assert.Contains(t, string(sent.Raw), "<p>Trim: 2 × ₹250 = ₹500, Each (the price has changed)</p>")
}

func TestPlainPagesNamePhotosThatAreMissing(t *testing.T) {
	t.Parallel()
	s := salon(t)
	takeDrawings(s)
	files := map[string][]byte{"one.jpg": hostile.Photo(64, 48), "page.svg": []byte("<svg onload=alert(1)>")}
	sent := postFiles(s, "10.1.0.1", asking(s), files)
	require.Equal(t, http.StatusOK, sent.StatusCode)
	assert.NotContains(t, string(sent.Raw), `id="root"`, "no page was rendered")
	assert.Contains(t, string(sent.Raw), "Photos received: 1")
	assert.Contains(t, string(sent.Raw), "page.svg: this file is not a photo")

	for s.Server.Door().AllowPost(apitest.Network4(0)) == nil {
	}
	refused := postFiles(s, "10.0.0.1", asking(s), files)
	require.Equal(t, http.StatusTooManyRequests, refused.StatusCode)
	assert.Contains(t, string(refused.Raw), "choose your photos again")
	assert.Contains(t, string(refused.Raw), ` enctype="multipart/form-data">`)
	assert.Contains(t, string(refused.Raw), `<input type="file" name="photos"`)
	without := postFrom(s, "10.0.0.1", "/services/quote", asking(s))
	require.Equal(t, http.StatusTooManyRequests, without.StatusCode)
	assert.NotContains(t, string(without.Raw), `name="photos"`, "none were chosen")
}
