package main

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/testkit/testdb"
)

func TestC4RestartShowsTheOwnersContent(t *testing.T) {
	_, address := testdb.New(t)
	testdb.Exec(t, address, `INSERT INTO website_content (brand_name) VALUES ('Loom Weavers')`)
	testdb.Exec(t, address, `UPDATE posts SET sample = false`)
	folder := t.TempDir()
	environ := environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+folder)
	for range 3 {
		p := begin(t, environ)
		status, body := p.ask(t, http.MethodGet, "/")
		assert.Equal(t, http.StatusOK, status)
		assert.Contains(t, body, "Loom Weavers")
		require.Eventually(t, func() bool {
			_, err := os.Stat(filepath.Join(folder, "private", "content"))
			return err == nil
		}, 30*time.Second, 10*time.Millisecond)
		p.stop()
		require.Equal(t, 0, p.ends(t))
	}

	environ["PARICHAY_DATABASE_URL"] = "postgres://nobody@127.0.0.1:1/none"
	p := begin(t, environ)
	for path, want := range map[string]string{"/": "Loom Weavers", "/services": "Loom Weavers", "/blog/whatsapp-shop-window": "Loom Weavers", "/feed.xml": "Loom Weavers", "/contact.vcf": "Loom Weavers", "/api/v1/site": "Loom Weavers", "/healthz": "ok"} {
		status, body := p.ask(t, http.MethodGet, path)
		assert.Equal(t, http.StatusOK, status, path)
		assert.Contains(t, body, want, path)
		assert.NotContains(t, body, `"notice":`, path)
	}
	assert.Equal(t, http.StatusServiceUnavailable, p.get(t, "/readyz"))
	status, _ := p.ask(t, http.MethodPost, "/api/v1/session/passkey/options")
	assert.Equal(t, http.StatusServiceUnavailable, status)
	p.stop()
	assert.Equal(t, 0, p.ends(t))
}
