package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/ops/settings"
	"parichay/internal/testkit/testdb"
)

// transcript is a buffer that can be read while the program writes to it.
type transcript struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write implements io.Writer.
func (t *transcript) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.Write(p)
}

// String returns everything written so far.
func (t *transcript) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.String()
}

// secret must not appear in any message.
const secret = "hunter2"

// environment returns the settings that the program needs, and those of pairs.
func environment(pairs ...string) map[string]string {
	all := map[string]string{"PARICHAY_DATABASE_URL": "postgres://u:p@host/db"}
	for i := 0; i < len(pairs); i += 2 {
		all[pairs[i]] = pairs[i+1]
	}
	return all
}

func from(environ map[string]string) (pairs []string) {
	for name, value := range environ {
		pairs = append(pairs, name+"="+value)
	}
	return pairs
}

// command runs the program to its end. It is not for parallel tests, because the program
// sets the process's default logger.
func command(ctx context.Context, environ map[string]string, stdin string, args ...string) (code int, stdout, stderr string) {
	var out, errs transcript
	code = run(ctx, args, from(environ), strings.NewReader(stdin), &out, &errs)
	return code, out.String(), errs.String()
}

func TestEachCommandReturnsItsExitCode(t *testing.T) {
	for _, c := range []struct {
		args           string
		code           int
		stdout, stderr string
	}{
		{"version", 0, "parichay " + version, ""},
		{"--version", 0, "parichay " + version, ""},
		{"--help", 0, "Usage: parichay <command>", ""},
		{"serve --help", 0, "Migrate the schema and serve the site.", ""},
		{"", 2, "", "expected one of"},
		{"dance", 2, "", "unexpected argument dance"},
		{"serve --fast", 2, "", "unknown flag --fast"},
		{"owner set --email a@example.in", 2, "", "--password-stdin"},
		{"serve", 1, "", "PARICHAY_DATABASE_URL is required"},
		{"migrate", 1, "", "PARICHAY_DATABASE_URL is required"},
		{"config", 1, "PARICHAY_DATABASE_URL           (wrong)", "parichay: PARICHAY_DATABASE_URL is required"},
	} {
		code, stdout, stderr := command(t.Context(), nil, "", strings.Fields(c.args)...)
		assert.Equal(t, c.code, code, c.args)
		assert.Contains(t, stdout, c.stdout, c.args)
		assert.Contains(t, stderr, c.stderr, c.args)
		assert.Equal(t, c.stderr == "", stderr == "", "%s: %s", c.args, stderr)
	}
}

func TestConfigShowsNoSecrets(t *testing.T) {
	code, stdout, stderr := command(t.Context(), environment("PARICHAY_DATABASE_URL", "postgres://u:"+secret+"@host/db"), "", "config")
	assert.Equal(t, 0, code)
	assert.Empty(t, stderr)
	assert.Equal(t, len(settings.Table), strings.Count(stdout, "\n"))
	assert.Regexp(t, `(?m)^PARICHAY_DATABASE_URL +postgres://u:\*\*\*@host:5432/db +environment$`, stdout)
	assert.Regexp(t, `(?m)^PARICHAY_LISTEN +127\.0\.0\.1:8080 +default$`, stdout)
	assert.NotContains(t, stdout, secret)
}

func TestRepeatedMessagesAreRateLimited(t *testing.T) {
	var log transcript
	require.Equal(t, 0, run(t.Context(), []string{"version"}, from(nil), nil, io.Discard, &log))
	for range 1000 {
		slog.WarnContext(t.Context(), "request refused")
	}
	assert.Equal(t, 10, strings.Count(log.String(), "\n"))
}

type broken struct{}

func (broken) Read([]byte) (int, error) { panic("broken") }

func TestRunDoesNotRecoverFromAPanic(t *testing.T) {
	assert.PanicsWithValue(t, "broken", func() {
		run(t.Context(), []string{"owner", "set", "--email", "a@example.in", "--password-stdin"}, nil, broken{}, io.Discard, io.Discard)
	})
}

func TestInterruptedCommandExitsWithAnError(t *testing.T) {
	_, address := testdb.Empty(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	code, _, stderr := command(ctx, environment("PARICHAY_DATABASE_URL", address), "", "migrate")
	assert.Equal(t, 1, code)
	assert.NotEmpty(t, stderr)
}

func TestMigrateListsAppliedSteps(t *testing.T) {
	_, address := testdb.Empty(t)
	environ := environment("PARICHAY_DATABASE_URL", address)
	code, stdout, _ := command(t.Context(), environ, "", "migrate")
	assert.Equal(t, 0, code)
	assert.Contains(t, stdout, "applied 00001")
	code, stdout, _ = command(t.Context(), environ, "", "migrate")
	assert.Equal(t, 0, code)
	assert.Equal(t, "schema is current\n", stdout)
}

func TestRefusedPasswordIsNotPrinted(t *testing.T) {
	code, stdout, stderr := command(t.Context(), environment(), secret, "owner", "set", "--email", "owner@example.com", "--password-stdin")
	assert.Equal(t, 1, code)
	assert.Contains(t, stderr, "at least")
	assert.NotContains(t, stdout+stderr, secret)
}

// program is a running program.
type program struct {
	address string
	log     *transcript
	stop    context.CancelFunc
	code    <-chan int
}

var listening = regexp.MustCompile(`msg=listening setting=(\S+) address=(\S+)`)

// listens returns the logged listen address of a setting.
func (p program) listens(setting string) string {
	for _, found := range listening.FindAllStringSubmatch(p.log.String(), -1) {
		if found[1] == setting {
			return found[2]
		}
	}
	return ""
}

// begin starts the program on a free port and waits until it listens.
func begin(t *testing.T, environ map[string]string) program {
	t.Helper()
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	environ["PARICHAY_LISTEN"] = "127.0.0.1:0"
	if environ["PARICHAY_STOP_DELAY"] == "" {
		environ["PARICHAY_STOP_DELAY"] = "0s"
	}
	if environ["PARICHAY_MEDIA"] == "" {
		environ["PARICHAY_MEDIA"] = "file:" + t.TempDir()
	}
	code, ended := make(chan int, 1), make(chan struct{})
	p := program{log: &transcript{}, stop: cancel, code: code}
	go func() {
		defer close(ended)
		code <- run(ctx, []string{"serve"}, from(environ), nil, io.Discard, p.log)
	}()
	t.Cleanup(func() { cancel(); <-ended })
	require.Eventually(t, func() bool {
		p.address = p.listens(settings.Listen)
		return p.address != ""
	}, 30*time.Second, time.Millisecond)
	return p
}

// serve starts the program and waits until it is ready.
func serve(t *testing.T, environ map[string]string) program {
	t.Helper()
	p := begin(t, environ)
	require.Eventually(t, func() bool { return p.get(t, "/readyz") == http.StatusOK }, 30*time.Second, 10*time.Millisecond)
	return p
}

// get returns the response status of a path, or 0.
func (p program) get(t *testing.T, path string) int {
	t.Helper()
	status, _ := p.ask(t, http.MethodGet, path)
	return status
}

// ask returns the status and the body of a response.
func (p program) ask(t *testing.T, method, path string) (status int, body string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, "http://"+p.address+path, http.NoBody)
	require.NoError(t, err)
	response, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(request)
	if err != nil {
		return 0, ""
	}
	defer response.Body.Close()
	whole, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return response.StatusCode, string(whole)
}

// ends waits for the program's exit code.
func (p program) ends(t *testing.T) int {
	t.Helper()
	select {
	case code := <-p.code:
		return code
	case <-time.After(drain / 2):
		t.Fatal("the program does not exit")
		return 0
	}
}

func TestStoppingFinishesRunningRequests(t *testing.T) {
	_, address := testdb.Empty(t)
	environ := environment("PARICHAY_DATABASE_URL", address)
	const password = "correct horse battery"
	code, stdout, _ := command(t.Context(), environ, password+"\n", "owner", "set", "--email", "owner@example.com", "--password-stdin")
	require.Equal(t, 0, code)
	require.Contains(t, stdout, "owner is owner@example.com")
	p := serve(t, environ)
	assert.Equal(t, http.StatusOK, p.get(t, "/"))

	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", p.address)
	require.NoError(t, err)
	defer conn.Close()
	body := fmt.Sprintf(`{"email":"owner@example.com","password":%q}`, password)
	fmt.Fprintf(conn, "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\nExpect: 100-continue\r\n\r\n", len(body))
	answers := bufio.NewReader(conn)
	first, err := answers.ReadString('\n')
	require.NoError(t, err)
	require.Contains(t, first, "100 Continue", "must wait for the body")
	_, err = answers.ReadString('\n')
	require.NoError(t, err)

	p.stop()
	require.Eventually(t, func() bool { return p.get(t, "/healthz") == 0 }, drain/2, time.Millisecond, "must refuse new connections")
	select {
	case <-p.code:
		t.Fatal("the program exited during a request")
	default:
	}
	_, err = io.WriteString(conn, body)
	require.NoError(t, err)
	response, err := http.ReadResponse(answers, nil)
	require.NoError(t, err)
	defer response.Body.Close()
	assert.Equal(t, http.StatusOK, response.StatusCode)
	assert.NotEmpty(t, response.Cookies(), "must be signed in")
	assert.Equal(t, 0, p.ends(t))
}

func TestRequestsDuringTheStopDelayAreAnswered(t *testing.T) {
	_, address := testdb.New(t)
	notifySocket := filepath.Join(t.TempDir(), "notify")
	systemd, err := (&net.ListenConfig{}).ListenPacket(t.Context(), "unixgram", notifySocket)
	require.NoError(t, err)
	defer systemd.Close()
	expect := func(want string) {
		message := make([]byte, 100)
		n, _, err := systemd.ReadFrom(message)
		require.NoError(t, err)
		assert.Equal(t, want, string(message[:n]))
	}
	p := serve(t, environment("PARICHAY_DATABASE_URL", address, "PARICHAY_STOP_DELAY", "1s", "NOTIFY_SOCKET", notifySocket))
	expect("READY=1")
	begun := time.Now()
	p.stop()
	require.Eventually(t, func() bool { return p.get(t, "/readyz") == http.StatusServiceUnavailable }, time.Second, time.Millisecond)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+p.address+"/", http.NoBody)
	require.NoError(t, err)
	response, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	defer response.Body.Close()
	assert.Equal(t, http.StatusOK, response.StatusCode)
	assert.True(t, response.Close, "the connection must be closed")
	assert.Equal(t, 0, p.ends(t))
	assert.GreaterOrEqual(t, time.Since(begun), time.Second)
	assert.Regexp(t, `msg=stopped seconds=1(\.\d+)? finished=true`, p.log.String())
	assert.Equal(t, 1, strings.Count(p.log.String(), "msg=stopped"))
	expect("STOPPING=1")
}

func TestFirstRequestOfAnOpenConnectionIsAnsweredWhileStopping(t *testing.T) {
	_, address := testdb.New(t)
	p := serve(t, environment("PARICHAY_DATABASE_URL", address))
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", p.address)
	require.NoError(t, err)
	defer conn.Close()
	require.Equal(t, http.StatusOK, p.get(t, "/healthz"), "so the connection above is accepted, too")
	p.stop()
	require.Eventually(t, func() bool { return p.get(t, "/healthz") == 0 }, drain/2, time.Millisecond)
	fmt.Fprint(conn, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	require.NoError(t, err)
	defer response.Body.Close()
	assert.Equal(t, http.StatusOK, response.StatusCode)
	assert.Equal(t, 0, p.ends(t))
}

func TestTruncatedBodyIsRefused(t *testing.T) {
	_, address := testdb.New(t)
	p := serve(t, environment("PARICHAY_DATABASE_URL", address))
	for _, path := range []string{"/api/v1/leads", "/api/v1/session", "/services/quote"} {
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", p.address)
		require.NoError(t, err)
		t.Cleanup(func() { _ = conn.Close() })
		fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{", path)
		tcp, ok := conn.(*net.TCPConn)
		require.True(t, ok)
		require.NoError(t, tcp.CloseWrite())
		answer, err := io.ReadAll(conn)
		require.NoError(t, err)
		assert.Contains(t, string(answer), "HTTP/1.1 400", path)
		assert.Contains(t, string(answer), `"code":"bad_request"`, path)
	}
	assert.NotContains(t, p.log.String(), "request refused")
}

// RFC 9112, section 6.1
func TestRequestWithLengthAndChunksClosesItsConnection(t *testing.T) {
	_, address := testdb.New(t)
	p := serve(t, environment("PARICHAY_DATABASE_URL", address))
	for head, closes := range map[string]bool{"": false, "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n": true} {
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", p.address)
		require.NoError(t, err)
		t.Cleanup(func() { _ = conn.Close() })
		fmt.Fprintf(conn, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n%s\r\n0\r\n\r\n", head)
		response, err := http.ReadResponse(bufio.NewReader(conn), nil)
		require.NoError(t, err)
		require.NoError(t, response.Body.Close())
		assert.Equal(t, http.StatusOK, response.StatusCode)
		assert.Equal(t, closes, response.Close)
	}
}

func TestOutageIsLoggedOnce(t *testing.T) {
	_, address := testdb.New(t)
	p := serve(t, environment("PARICHAY_DATABASE_URL", address))
	at, err := url.Parse(address)
	require.NoError(t, err)
	logged := func(message string) int { return strings.Count(p.log.String(), "msg="+message) }
	before, ready := len(p.log.String()), logged("ready")
	accept := func(yes bool) {
		name := pgx.Identifier{at.Path[1:]}.Sanitize()
		testdb.Exec(t, os.Getenv("PARICHAY_DATABASE_URL"), fmt.Sprintf(`ALTER DATABASE %s ALLOW_CONNECTIONS %t`, name, yes))
	}
	accept(false)
	defer accept(true)
	testdb.Exec(t, os.Getenv("PARICHAY_DATABASE_URL"), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1`, at.Path[1:])
	require.Eventually(t, func() bool { return p.get(t, "/readyz") == http.StatusServiceUnavailable }, 30*time.Second, 10*time.Millisecond)
	for range 100 {
		require.Equal(t, http.StatusServiceUnavailable, p.get(t, "/readyz"))
	}
	accept(true)
	require.Eventually(t, func() bool { return p.get(t, "/readyz") == http.StatusOK && logged(`"database is back" away=`) == 1 }, 30*time.Second, 10*time.Millisecond)
	assert.Equal(t, 1, logged(`"database is down"`))
	assert.Equal(t, 1, strings.Count(p.log.String()[before:], `msg="not ready"`))
	assert.Contains(t, p.log.String()[before:], "not currently accepting connections", "the reason")
	assert.Equal(t, ready+1, logged("ready"))
}

func TestStoppingAbandonsSlowRequests(t *testing.T) {
	defer func(before time.Duration) { drain = before }(drain)
	drain = 50 * time.Millisecond
	_, address := testdb.New(t)
	p := serve(t, environment("PARICHAY_DATABASE_URL", address))
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", p.address)
	require.NoError(t, err)
	defer conn.Close()
	fmt.Fprint(conn, "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n")
	_, err = bufio.NewReader(conn).ReadString('\n')
	require.NoError(t, err, "must wait for the body")
	p.stop()
	assert.Equal(t, 0, <-p.code)
	assert.Equal(t, 1, strings.Count(p.log.String(), "msg=stopping\n"))
	assert.Regexp(t, `msg=stopped seconds=\S+ finished=false`, p.log.String())
}

// occupied returns an address that is already in use.
func occupied(t *testing.T) string {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { listener.Close() })
	return listener.Addr().String()
}

func TestOccupiedPortErrorNamesTheSetting(t *testing.T) {
	_, address := testdb.New(t)
	for _, name := range []string{settings.Listen, settings.MetricsListen} {
		environ := environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+t.TempDir(), "PARICHAY_LISTEN", "127.0.0.1:0")
		environ[name] = occupied(t)
		code, _, stderr := command(t.Context(), environ, "", "serve")
		assert.Equal(t, 1, code, name)
		assert.Contains(t, stderr, "parichay: "+name+": "+environ[name]+" is taken by another program: ")
		assert.NotContains(t, stderr, "setting="+name, "must not log that it listens")
	}
}

func TestMetricsHaveTheirOwnListener(t *testing.T) {
	_, address := testdb.New(t)
	p := serve(t, environment("PARICHAY_DATABASE_URL", address, "PARICHAY_METRICS_LISTEN", "127.0.0.1:0"))
	assert.Equal(t, http.StatusNotFound, p.get(t, "/metrics"))
	metrics := p
	require.Eventually(t, func() bool { metrics.address = p.listens(settings.MetricsListen); return metrics.address != "" }, 30*time.Second, 10*time.Millisecond)
	assert.Equal(t, http.StatusOK, metrics.get(t, "/metrics"))
	p.stop()
	assert.Equal(t, 0, p.ends(t))
}
