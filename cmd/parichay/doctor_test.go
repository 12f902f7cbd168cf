package main

import (
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/user"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/store/dump"
	"parichay/internal/testkit/testdb"
)

// diagnosis returns doctor's findings by the name of the check.
func diagnosis(t *testing.T, environ map[string]string) (code int, report map[string]string) {
	t.Helper()
	code, stdout, stderr := command(t.Context(), environ, "", "doctor")
	assert.NotContains(t, stdout+stderr, "hunter2")
	report = map[string]string{}
	for line := range strings.Lines(stdout) {
		mark, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		name, text, _ := strings.Cut(strings.TrimSpace(rest), " ")
		report[name] = mark + " " + strings.TrimSpace(text)
	}
	require.NotEmpty(t, report, stderr)
	return code, report
}

// proxied starts a proxy that connects to the program from its own address and changes
// requests with rewrite.
func proxied(t *testing.T, p program, rewrite func(*httputil.ProxyRequest)) (address string) {
	t.Helper()
	proxy := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(&url.URL{Scheme: "http", Host: p.address})
			rewrite(r)
		},
		Transport: &http.Transport{DialContext: (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 9)}}).DialContext},
	})
	t.Cleanup(proxy.Close)
	return proxy.URL
}

func TestDoctorReportsAcceptedForgedAddress(t *testing.T) {
	_, address := testdb.New(t)
	const proxies = "127.0.0.9/32"
	p := serve(t, environment("PARICHAY_DATABASE_URL", address, "PARICHAY_TRUSTED_PROXIES", proxies))
	replaces := proxied(t, p, (*httputil.ProxyRequest).SetXForwarded)
	adds := proxied(t, p, func(r *httputil.ProxyRequest) {
		r.Out.Header["X-Forwarded-For"] = r.In.Header["X-Forwarded-For"]
		r.SetXForwarded()
	})
	passesOn := proxied(t, p, func(r *httputil.ProxyRequest) { r.Out.Header["X-Forwarded-For"] = r.In.Header["X-Forwarded-For"] })
	believes := proxied(t, p, func(r *httputil.ProxyRequest) { r.Out.Header.Set("X-Forwarded-For", r.In.Header.Get("X-Real-Ip")) })
	sendsNothing := proxied(t, p, func(*httputil.ProxyRequest) {})
	report := func(listen, base, trusted string) string {
		_, report := diagnosis(t, environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+t.TempDir(), "PARICHAY_LISTEN", listen, "PARICHAY_BASE_URL", base, "PARICHAY_TRUSTED_PROXIES", trusted))
		return report["proxies"]
	}
	for _, base := range []string{replaces, adds, "http://" + p.address} {
		assert.Equal(t, "ok X-Forwarded-For is accepted from 1 networks; a forged header is ignored at "+p.address+"; a forged header is ignored at "+base, report(p.address, base, proxies))
	}
	assert.Equal(t, "WRONG a forged X-Forwarded-For was accepted at "+passesOn+": have the proxy replace X-Forwarded-For with the client's address (nginx: `proxy_set_header X-Forwarded-For $remote_addr;`), and list only the proxies in PARICHAY_TRUSTED_PROXIES",
		report(p.address, passesOn, proxies))
	assert.Regexp(t, "^WRONG a forged X-Real-IP was accepted at "+believes, report(p.address, believes, proxies))
	assert.Regexp(t, "^WRONG "+sendsNothing+" receives no client address: have the proxy set X-Forwarded-For", report(p.address, sendsNothing, proxies))
	assert.Regexp(t, `^ok .*; forging was not tested at 127\.0\.0\.1:1 \(.*connection refused\); a forged header is ignored at `+replaces, report("127.0.0.1:1", replaces, proxies))
	other := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(other.Close)
	assert.Regexp(t, `; forging was not tested at `+other.URL+` \(the answer came from another program`, report(p.address, other.URL, proxies))
}

func TestDoctorReportsUntrustedProxy(t *testing.T) {
	_, address := testdb.New(t)
	report := func(p program, base, trusted string) string {
		_, report := diagnosis(t, environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+t.TempDir(), "PARICHAY_LISTEN", p.address, "PARICHAY_BASE_URL", base, "PARICHAY_TRUSTED_PROXIES", trusted))
		return report["proxies"]
	}
	p := serve(t, environment("PARICHAY_DATABASE_URL", address))
	base := proxied(t, p, (*httputil.ProxyRequest).SetXForwarded)
	assert.Equal(t, "WRONG "+base+" is behind a proxy at 127.0.0.9 that is not trusted, so all visitors share one network and its rate limits: set PARICHAY_TRUSTED_PROXIES=127.0.0.9/32 and restart the program",
		report(p, base, ""))
	p.stop()
	require.Equal(t, 0, p.ends(t))

	p = serve(t, environment("PARICHAY_DATABASE_URL", address, "PARICHAY_TRUSTED_PROXIES", "127.0.0.0/8"))
	base = proxied(t, p, (*httputil.ProxyRequest).SetXForwarded)
	assert.Equal(t, "WRONG a forged X-Forwarded-For was accepted at "+p.address+", although these settings do not trust 127.0.0.1: restart the program to apply the settings", report(p, base, "127.0.0.9/32"))
	assert.Equal(t, "ok X-Forwarded-For is accepted from 1 networks; forging cannot be tested at "+p.address+" from this machine, because it is trusted; forging cannot be tested at "+
		base+" from this machine, because it is trusted", report(p, base, "127.0.0.0/8"))
}

func TestOnlyTheProxyUserIsTrustedLocally(t *testing.T) {
	_, address := testdb.New(t)
	me, err := user.Current()
	require.NoError(t, err)
	report := func(users string) (string, string, string) {
		environ := environment("PARICHAY_DATABASE_URL", address, "PARICHAY_TRUSTED_PROXIES", "127.0.0.0/8", "PARICHAY_TRUSTED_PROXY_USERS", users)
		p := serve(t, environ)
		defer func() { p.stop(); p.ends(t) }()
		base := proxied(t, p, (*httputil.ProxyRequest).SetXForwarded)
		_, report := diagnosis(t, environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+t.TempDir(), "PARICHAY_LISTEN", p.address, "PARICHAY_BASE_URL", base,
			"PARICHAY_TRUSTED_PROXIES", "127.0.0.0/8", "PARICHAY_TRUSTED_PROXY_USERS", users))
		return report["proxies"], p.address, base
	}
	got, listens, _ := report(me.Username)
	assert.Contains(t, got, "forging cannot be tested at "+listens+" from this machine, because it is trusted")
	another := "nobody"
	if me.Username == another {
		another = "daemon"
	}
	got, _, base := report(another)
	assert.Equal(t, "WRONG "+base+" is behind a proxy on this machine whose user is not trusted, so all visitors share one network and its rate limits: add that user to PARICHAY_TRUSTED_PROXY_USERS and restart the program", got)
}

func TestServeRunsWithoutAUsableBackupFolder(t *testing.T) {
	store, address := testdb.New(t)
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	p := serve(t, environment("PARICHAY_DATABASE_URL", address, "PARICHAY_BACKUP", "file:"+filepath.Join(file, "backups")))
	assert.Contains(t, p.log.String(), `msg="cannot store backups; retrying every hour"`)
	assert.Contains(t, p.log.String(), "PARICHAY_BACKUP: the folder "+filepath.Join(file, "backups")+" cannot be written to (not a directory): ")
	assert.Contains(t, p.log.String(), "ReadWritePaths=")
	require.Eventually(t, func() bool {
		last, err := dump.LastBackups(t.Context(), store)
		return err == nil && last.FailedAt != nil
	}, 30*time.Second, 10*time.Millisecond, "backups must count as failing")
	p.stop()
	assert.Equal(t, 0, p.ends(t))
}
