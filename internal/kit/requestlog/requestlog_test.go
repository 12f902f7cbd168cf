package requestlog

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// visitor is the client's address in these tests.
const visitor = "203.0.113.77"

// logged returns what fn logs. It replaces the default logger, so tests that use it
// cannot run in parallel.
func logged(t *testing.T, format Format, level slog.Level, fn func()) string {
	t.Helper()
	var text bytes.Buffer
	before := slog.Default()
	defer slog.SetDefault(before)
	slog.SetDefault(slog.New(New(&text, format, level)))
	fn()
	return text.String()
}

// ask sends a request that answer handles.
func ask(t *testing.T, all *Requests, answer http.HandlerFunc, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	if all.Visitor == nil {
		all.Visitor = func(*http.Request) netip.Addr { return netip.MustParseAddr(visitor) }
	}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/reset/secret?email=somebody@example.com", http.NoBody)
	r.RemoteAddr = visitor + ":5555"
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	all.Serve(w, r, func(w http.ResponseWriter, r *http.Request) {
		Route(r.Context(), "/reset/{token}")
		answer(w, r)
	})
	return w
}

func answer(status int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }
}

func TestRequestIDIsOnEveryLogLine(t *testing.T) { //nolint:paralleltest // replaces the default logger
	var id string
	text := logged(t, Text, slog.LevelInfo, func() {
		id = ask(t, &Requests{}, func(w http.ResponseWriter, r *http.Request) {
			slog.WarnContext(r.Context(), "something")
			w.WriteHeader(http.StatusInternalServerError)
		}).Header().Get(Header)
		slog.Warn("something else")
	})
	require.Len(t, id, 16)
	assert.Equal(t, 2, strings.Count(text, " request="+id+"\n"), text)
	lines := strings.Split(text, "\n")
	assert.NotContains(t, lines[2], "request=")
}

func TestRequestIDIsAcceptedFromTrustedProxyOnly(t *testing.T) { //nolint:paralleltest // replaces the default logger
	trusting := &Requests{Proxies: []netip.Prefix{netip.MustParsePrefix("203.0.113.0/24")}}
	for _, c := range []struct {
		all   *Requests
		id    string
		taken bool
	}{
		{trusting, "0b9f-A.1_z", true},
		{&Requests{}, "0b9f", false},
		{&Requests{Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}}, "0b9f", false},
		{trusting, "a b", false},
		{trusting, "a\nlevel=ERROR", false},
		{trusting, strings.Repeat("a", 65), false},
		{trusting, "", false},
	} {
		got := ask(t, c.all, answer(http.StatusOK), Header, c.id).Header().Get(Header)
		assert.Equal(t, c.taken, got == c.id, "%q became %q", c.id, got)
		assert.NotEmpty(t, got)
	}
}

func TestFailedAndSlowRequestsAreLogged(t *testing.T) { //nolint:paralleltest // replaces the default logger
	quick := &Requests{Slow: time.Hour}
	assert.Empty(t, logged(t, Text, slog.LevelInfo, func() { ask(t, quick, answer(http.StatusNotFound)) }))
	all := logged(t, Text, slog.LevelDebug, func() { ask(t, quick, answer(http.StatusNotFound)) })
	assert.Regexp(t, `level=DEBUG msg=request method=GET route=/reset/\{token\} status=404 bytes=0 seconds=\S+ network=203\.0\.113\.0/24 request=[0-9a-f]{16}\n$`, all)
	failed := logged(t, Text, slog.LevelInfo, func() { ask(t, quick, answer(http.StatusServiceUnavailable)) })
	assert.Contains(t, failed, `level=WARN msg=request method=GET route=/reset/{token} status=503`)
	assert.Empty(t, logged(t, Text, slog.LevelInfo, func() {
		ask(t, &Requests{Slow: time.Hour, Quiet: "/reset/{token}"}, answer(http.StatusServiceUnavailable))
	}))
	late := logged(t, Text, slog.LevelInfo, func() { ask(t, &Requests{Slow: 1}, answer(http.StatusOK)) })
	assert.Contains(t, late, `level=INFO msg=request method=GET route=/reset/{token} status=200`)
	assert.Empty(t, logged(t, Text, slog.LevelInfo, func() {
		ask(t, &Requests{Slow: 1}, func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Type", "text/event-stream") })
	}), "event streams are long by design")
	panicked := logged(t, Text, slog.LevelInfo, func() {
		assert.Panics(t, func() { ask(t, quick, func(http.ResponseWriter, *http.Request) { panic("broken") }) })
	})
	assert.Contains(t, panicked, "status=500")
}

// Fails without callerLeft in WriteHeader.
func TestClientDisconnectIsNotReportedAsSuperfluousHeader(t *testing.T) {
	t.Parallel()
	var complaints bytes.Buffer
	all := &Requests{Visitor: func(*http.Request) netip.Addr { return netip.MustParseAddr(visitor) }}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		all.Serve(w, r, func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(http.StatusOK)
			if r.URL.Path == "/left" {
				w.WriteHeader(callerLeft)
			} else {
				w.WriteHeader(http.StatusInternalServerError)
			}
		})
	}))
	server.Config.ErrorLog = log.New(&complaints, "", 0)
	server.Start()
	for _, path := range []string{"/left", "/twice"} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+path, http.NoBody)
		require.NoError(t, err)
		answer, err := server.Client().Do(r)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
	}
	server.Close()
	assert.Equal(t, 1, strings.Count(complaints.String(), "superfluous"), "only for the handler's own mistake: %s", &complaints)
}

// Fails without refusal in done.
func TestRefusedRequestIsLoggedWithCodeAndSubnet(t *testing.T) { //nolint:paralleltest // replaces the default logger
	all := &Requests{Slow: time.Hour}
	refuse := func(status int, code string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			RefuseBy(w, code)
			w.WriteHeader(status)
		}
	}
	for status, code := range map[int]string{http.StatusUnauthorized: "signed_out", http.StatusForbidden: "forbidden", http.StatusRequestTimeout: "too_slow", http.StatusTooManyRequests: "too_many"} {
		text := logged(t, Text, slog.LevelInfo, func() { ask(t, all, refuse(status, code), "Cookie", "session=secret") })
		assert.Regexp(t, fmt.Sprintf(`level=INFO msg="refused: %s" method=GET route=/reset/\{token\} status=%d .*network=203\.0\.113\.0/24 request=[0-9a-f]{16}\n$`, code, status), text)
		for _, private := range []string{visitor, "secret", "somebody"} {
			assert.NotContains(t, text, private)
		}
	}
	flood := logged(t, Text, slog.LevelInfo, func() {
		for range 1000 {
			ask(t, all, refuse(http.StatusTooManyRequests, "too_many"))
		}
		ask(t, all, refuse(http.StatusForbidden, "forbidden"))
	})
	assert.Equal(t, 10, strings.Count(flood, "too_many"))
	assert.Equal(t, 1, strings.Count(flood, "forbidden"), "the rate limit is per code")
}

func TestLogOmitsVisitorAddressAndPath(t *testing.T) { //nolint:paralleltest // replaces the default logger
	text := logged(t, Text, slog.LevelDebug, func() {
		ask(t, &Requests{}, func(w http.ResponseWriter, r *http.Request) {
			slog.WarnContext(r.Context(), "request refused", "error", errors.New("read tcp 127.0.0.1:8080->"+visitor+":5555: i/o timeout"))
			w.WriteHeader(http.StatusInternalServerError)
		})
		Connections().Print("http: TLS handshake error from " + visitor + ":5555: EOF")
		Connections().Print("http: TLS handshake error from [2001:db8:1:2:3::4]:5555: remote error")
	})
	for _, private := range []string{visitor, "2001:db8:1:2", "somebody", "secret"} {
		assert.NotContains(t, text, private)
	}
	assert.Contains(t, text, "127.0.0.1:8080->203.0.113.0/24:5555", "addresses of this machine stay readable")
	assert.Contains(t, text, "from 203.0.113.0/24: EOF")
	assert.Contains(t, text, "from 2001:db8:1::/48: remote error")
}

func TestDatabaseAddressIsLoggedEvenIfTheProxyHasTheSameIP(t *testing.T) {
	t.Parallel()
	proxy := &request{peer: "127.0.0.1", port: "40000"}
	assert.Equal(t, "PostgreSQL at 127.0.0.1:5432 refuses", proxy.hidden("PostgreSQL at 127.0.0.1:5432 refuses"))
	assert.Equal(t, "from 127.0.0.0/24:40000, 127.0.0.0/24", proxy.hidden("from 127.0.0.1:40000, 127.0.0.1"))
	sender := &request{peer: visitor, port: "5555"}
	assert.Equal(t, "from 203.0.113.0/24:7", sender.hidden("from "+visitor+":7"))
}

func TestJSONLogHasReadableDurations(t *testing.T) { //nolint:paralleltest // replaces the default logger
	text := logged(t, JSON, slog.LevelInfo, func() { slog.Info("database is back", "away", 90*time.Second, "long", strings.Repeat("x", 5000)) })
	var line map[string]string
	require.NoError(t, json.Unmarshal([]byte(text), &line))
	assert.Equal(t, "1m30s", line["away"])
	assert.Less(t, len(line["long"]), 1100)
}

func TestIPv4MappedAddressHasIPv4Subnet(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "203.0.113.0/24", Network(netip.MustParseAddr("::ffff:203.0.113.77")).String())
	assert.Equal(t, "fe80::/48", Network(netip.MustParseAddr("fe80::1%eth0")).String())
}
