package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"log/slog"
	"math/big"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/kit/metric"
	"parichay/internal/ops/settings"
	"parichay/internal/testkit/testdb"
)

// scrape returns the program's metrics.
func (p program) scrape(t *testing.T) string {
	t.Helper()
	require.Eventually(t, func() bool { return p.listens(settings.MetricsListen) != "" }, 30*time.Second, 10*time.Millisecond)
	p.address = p.listens(settings.MetricsListen)
	status, body := p.ask(t, http.MethodGet, "/metrics")
	require.Equal(t, http.StatusOK, status)
	return body
}

var family = regexp.MustCompile(`(?m)^(parichay_[a-z_]+?)(?:_bucket|_sum|_count)?[{ ]`)

func TestMetricsMatchTheTable(t *testing.T) {
	_, address := testdb.New(t)
	testdb.Exec(t, address, `UPDATE backup_state SET made_at = now()`)
	p := serve(t, environment("PARICHAY_DATABASE_URL", address, "PARICHAY_METRICS_LISTEN", "127.0.0.1:0"))
	for _, path := range []string{"/", "/hi/blog", "/made-up-by-somebody", "/blog/made-up-too", "/admin/inbox", "/api/v1/made-up", "/api/v1/site"} {
		p.get(t, path)
	}
	text := p.scrape(t)
	var shown, listed []string
	for _, found := range family.FindAllStringSubmatch(text, -1) {
		shown = append(shown, found[1])
	}
	for _, row := range metric.Table {
		if row.Labels != "domain" { // only with HTTPS
			listed = append(listed, row.Name)
		}
	}
	slices.Sort(shown)
	slices.Sort(listed)
	assert.Equal(t, listed, slices.Compact(shown))
	assert.NotContains(t, text, "made-up")
	for _, series := range []string{
		`parichay_requests_total{route="/",method="GET",class="2xx"}`, `parichay_requests_total{route="/hi/blog",method="GET",class="2xx"}`,
		`parichay_requests_total{route="/blog/{id}",method="GET",class="4xx"}`, `parichay_requests_total{route="none",method="GET",class="4xx"}`,
		`parichay_requests_total{route="/admin/*",method="GET",class="2xx"}`, `parichay_request_seconds_bucket{route="/api/v1/site",method="GET",le="+Inf"}`,
		`parichay_build_info{version="dev"} 1`, `parichay_ready 1`, `parichay_outage{of="database"} 0`,
	} {
		assert.Contains(t, text, series)
	}
	assert.Less(t, strings.Count(text, "\n"), 5000)
}

func TestMetricsReportCertificateExpiry(t *testing.T) {
	store, address := testdb.New(t)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	ends := time.Now().Add(60 * 24 * time.Hour).Truncate(time.Second)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"shop.example"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: ends}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	require.NoError(t, err)
	private, err := x509.MarshalPKCS8PrivateKey(key)
	require.NoError(t, err)
	for name, value := range map[string][]byte{
		"crt":  pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate}),
		"key":  pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}),
		"json": []byte(`{"sans":["shop.example"],"issuer_data":{"url":"https://127.0.0.1:1/certificate"}}`),
	} {
		require.NoError(t, store.Certificates.Store(t.Context(), "certificates/127.0.0.1-1-directory/shop.example/shop.example."+name, value))
	}
	p := begin(t, environment("PARICHAY_DATABASE_URL", address, "PARICHAY_METRICS_LISTEN", "127.0.0.1:0", "PARICHAY_HTTP_LISTEN", "127.0.0.1:0",
		"PARICHAY_BASE_URL", "https://shop.example", "PARICHAY_TLS_DOMAINS", "shop.example", "PARICHAY_TLS_DIRECTORY", "https://127.0.0.1:1/directory"))
	require.Eventually(t, func() bool {
		return strings.Contains(p.scrape(t), fmt.Sprintf("parichay_certificate_expiry_timestamp_seconds{domain=\"shop.example\"} %d\n", ends.Unix()))
	}, 30*time.Second, 50*time.Millisecond, p.log)
}

func TestJSONLogHasOnlyLinesOfTheConfiguredLevel(t *testing.T) {
	for level, lines := range map[string]int{"info": 1, "warn": 0} {
		var log transcript
		environ := environment("PARICHAY_LOG_FORMAT", "json", "PARICHAY_LOG_LEVEL", level)
		require.Equal(t, 0, run(t.Context(), []string{"version"}, from(environ), nil, &transcript{}, &log))
		slog.InfoContext(t.Context(), "something")
		assert.Equal(t, lines, strings.Count(log.String(), `"level":"INFO","msg":"something"`), log.String())
	}
}

func TestDebugLogOmitsQueryStrings(t *testing.T) {
	_, address := testdb.New(t)
	p := serve(t, environment("PARICHAY_DATABASE_URL", address, "PARICHAY_LOG_LEVEL", "debug"))
	p.get(t, "/?email=somebody@example.com")
	require.Eventually(t, func() bool { return strings.Contains(p.log.String(), "msg=request method=GET route=/ status=200") }, 10*time.Second, time.Millisecond)
	assert.Contains(t, p.log.String(), "network=127.0.0.0/24")
	assert.NotContains(t, p.log.String(), "somebody")
}
