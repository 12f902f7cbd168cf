// Package rig starts the built program as an operator would, with one or several replicas on
// one database, for tests, drills and benches. It uses only the program's external interfaces.
package rig

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	binary   = "bin/parichay"
	email    = "owner@example.com"
	password = "a password for the rig"
)

type programKey struct{}

// With returns a context that selects another build of the program, for starting replicas and
// creating databases.
func With(ctx context.Context, program string) context.Context {
	return context.WithValue(ctx, programKey{}, program)
}

func programOf(ctx context.Context) string {
	if program, ok := ctx.Value(programKey{}).(string); ok {
		return program
	}
	return binary
}

// Database creates a database with an owner on the server of PARICHAY_DATABASE_URL. It returns
// the database's URL and a function that removes it.
func Database(ctx context.Context) (address string, remove func(), err error) {
	return DatabaseOn(ctx, os.Getenv("PARICHAY_DATABASE_URL"))
}

// DatabaseOn is like Database, but on the server of base, the URL of any of its databases.
func DatabaseOn(ctx context.Context, base string) (address string, remove func(), err error) {
	u, err := url.Parse(base)
	if base == "" || err != nil {
		return "", nil, errors.New("run this with scripts/with-postgres")
	}
	name := pgx.Identifier{"rig_" + rand.Text()}
	u.Path = "/" + name[0]
	run := func(ctx context.Context, sql string) error {
		conn, err := pgx.Connect(ctx, base)
		if err != nil {
			return err
		}
		defer func() { _ = conn.Close(ctx) }()
		_, err = conn.Exec(ctx, sql)
		return err
	}
	if err := run(ctx, "CREATE DATABASE "+name.Sanitize()); err != nil {
		return "", nil, err
	}
	remove = func() {
		_ = run(context.WithoutCancel(ctx), "DROP DATABASE "+name.Sanitize()+" WITH (FORCE)")
		_ = os.RemoveAll(MediaFolder(u.String()))
	}
	owner := exec.CommandContext(ctx, programOf(ctx), "owner", "set", "--email", email, "--password-stdin")
	owner.Env = append(os.Environ(), "PARICHAY_DATABASE_URL="+u.String())
	owner.Stdin = strings.NewReader(password)
	if out, err := owner.CombinedOutput(); err != nil {
		remove()
		return "", nil, fmt.Errorf("owner set: %w: %s", err, out)
	}
	return u.String(), remove, nil
}

// MediaFolder returns the picture folder of all replicas on a database.
func MediaFolder(database string) string { return filepath.Join(os.TempDir(), path.Base(database)) }

// Names runs a query that returns one text column.
func Names(ctx context.Context, database, sql string) ([]string, error) {
	conn, err := pgx.Connect(ctx, database)
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close(ctx) }()
	rows, err := conn.Query(ctx, sql)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// Postgres runs an action on the private server: stop, start, restart or kill.
func Postgres(ctx context.Context, action string) error {
	out, err := exec.CommandContext(ctx, os.Getenv("DEV_PG_CTL"), action).CombinedOutput()
	if err != nil {
		return fmt.Errorf("postgres %s: %w: %s", action, err, out)
	}
	return nil
}

// Replica is one running program.
type Replica struct {
	URL      string
	Database string
	program  string
	metrics  string
	settings []string
	memory   cgroup   // empty: no memory limit
	held     *os.File // passed socket; nil: none
	logged   *log
	process  *exec.Cmd
	client   *http.Client // with a cookie jar
}

// ManyVisitors is the setting that lets callers use any address in X-Forwarded-For.
const ManyVisitors = "PARICHAY_TRUSTED_PROXIES=127.0.0.1/32"

// ManyLeads is a setting that is so high that no drill's load counts as an attack. FewLeads is
// the default.
const (
	ManyLeads = "PARICHAY_LEADS_AN_HOUR=1000000"
	FewLeads  = "PARICHAY_LEADS_AN_HOUR=30"
)

// Start runs the program on a database and waits until it is ready. settings, such as
// "PARICHAY_MEDIA=file:/tmp/x", override the rig's own.
func Start(ctx context.Context, database string, settings ...string) (*Replica, error) {
	return start(ctx, database, "", settings)
}

// Launch runs another build of the program on a database and does not wait until it is ready.
func Launch(ctx context.Context, program, database string, settings ...string) (*Replica, error) {
	public, err := FreeAddress(ctx)
	if err != nil {
		return nil, err
	}
	r := &Replica{Database: database, settings: settings, program: program}
	return r, r.launchAt(ctx, public)
}

// StartIn is like Start, but in a cgroup with a memory limit in MiB.
func StartIn(ctx context.Context, mib int, database string, settings ...string) (r *Replica, err error) {
	memory, err := newCgroup(mib)
	if err != nil {
		return nil, err
	}
	return start(ctx, database, memory, settings)
}

// StartHeld is like Start, but passes a socket to the program, as systemd does. The socket
// stays open while the program is replaced.
func StartHeld(ctx context.Context, database string, settings ...string) (*Replica, error) {
	address, err := FreeAddress(ctx)
	if err != nil {
		return nil, err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	held, err := listener.(*net.TCPListener).File() // the listener itself is not used
	if err := errors.Join(err, listener.Close()); err != nil {
		return nil, err
	}
	return startAt(ctx, address, &Replica{Database: database, settings: settings, held: held})
}

func start(ctx context.Context, database string, memory cgroup, settings []string) (*Replica, error) {
	public, err := FreeAddress(ctx)
	if err != nil {
		return nil, err
	}
	return startAt(ctx, public, &Replica{Database: database, settings: settings, memory: memory})
}

func startAt(ctx context.Context, public string, r *Replica) (*Replica, error) {
	r.program = programOf(ctx)
	if err := r.launchAt(ctx, public); err != nil {
		return nil, err
	}
	if err := r.Await(ctx, http.StatusOK); err != nil {
		r.Kill()
		return nil, err
	}
	return r, nil
}

func (r *Replica) launchAt(ctx context.Context, public string) error {
	private, err := FreeAddress(ctx)
	if err != nil {
		return err
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		return err
	}
	r.URL, r.metrics, r.logged = "http://"+public, "http://"+private, new(log)
	r.client = &http.Client{Jar: jar, Timeout: 10 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 2000, DisableCompression: true}}
	return r.launch(ctx)
}

// launch starts the program without waiting until it is ready.
func (r *Replica) launch(ctx context.Context) error {
	r.process = exec.CommandContext(ctx, r.program, "serve")
	r.process.Env = append(os.Environ(), "PARICHAY_DATABASE_URL="+r.Database, "PARICHAY_LISTEN="+strings.TrimPrefix(r.URL, "http://"),
		"PARICHAY_BASE_URL="+r.URL, "PARICHAY_METRICS_LISTEN="+strings.TrimPrefix(r.metrics, "http://"), "PARICHAY_MEDIA=file:"+MediaFolder(r.Database))
	known, _ := exec.CommandContext(ctx, r.program, "config").CombinedOutput() // serve reports errors
	if strings.Contains(string(known), "PARICHAY_LEADS_AN_HOUR") {             // older programs refuse unknown settings
		r.process.Env = append(r.process.Env, ManyLeads)
	}
	r.process.Env = append(r.process.Env, r.settings...)
	if r.held != nil {
		r.process.Path, r.process.Args = "/bin/sh", []string{"sh", "-c", `LISTEN_PID=$$ exec "$0" serve`, r.program}
		r.process.Env = append(r.process.Env, "LISTEN_FDS=1")
		r.process.ExtraFiles = []*os.File{r.held}
	}
	r.process.Stderr = r.logged
	r.process.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if r.memory != "" {
		r.memory.around(r.process)
	}
	return r.process.Start()
}

// Again starts the program again on the same address, without waiting until it is ready.
func (r *Replica) Again(ctx context.Context) error { return r.launch(ctx) }

// Logged returns the number of bytes in the program's log.
func (r *Replica) Logged() int64 { return r.logged.bytes.Load() }

// Said reports whether the program's log contains text.
func (r *Replica) Said(text string) bool {
	r.logged.mu.Lock()
	defer r.logged.mu.Unlock()
	return bytes.Contains(r.logged.first.Bytes(), []byte(text))
}

// Times returns how often the program's log contains text.
func (r *Replica) Times(text string) int {
	r.logged.mu.Lock()
	defer r.logged.mu.Unlock()
	return bytes.Count(r.logged.first.Bytes(), []byte(text))
}

// rememberedLog is the number of bytes at the start of the log that Said and Times search.
const rememberedLog = 1 << 20

type log struct {
	bytes atomic.Int64
	last  atomic.Pointer[string]
	mu    sync.Mutex
	first bytes.Buffer
}

func (l *log) Write(p []byte) (int, error) {
	l.bytes.Add(int64(len(p)))
	line := string(p)
	l.last.Store(&line)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.first.Len() < rememberedLog {
		l.first.Write(p)
	}
	return len(p), nil
}

// From returns the replica as seen by a client at another address of this machine, such as
// 127.0.0.2, that is not signed in.
func (r *Replica) From(address string) *Replica {
	other := *r
	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
	other.client = &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 2000, DisableCompression: true, DialContext: dialer.DialContext}}
	return &other
}

// ByNewConnections returns the replica as seen by a client that opens a connection for each
// request, so that refused connections are noticed.
func (r *Replica) ByNewConnections() *Replica {
	other := *r
	other.client = &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{DisableKeepAlives: true, DisableCompression: true}}
	return &other
}

// Behind returns the replica as seen through a proxy at url.
func (r *Replica) Behind(url string) *Replica {
	other := r.From("127.0.0.1")
	other.URL = url
	return other
}

// Patient returns the replica with the same session and a timeout of one minute.
func (r *Replica) Patient() *Replica {
	other := *r
	client := *r.client
	client.Timeout = time.Minute
	other.client = &client
	return &other
}

// Await waits until /readyz answers with status.
func (r *Replica) Await(ctx context.Context, status int) error {
	err := Until(ctx, 15*time.Second, fmt.Sprintf("/readyz answers %d", status), func() bool {
		got, _, err := r.Get(ctx, "/readyz")
		return err == nil && got.StatusCode == status
	})
	if last := r.logged.last.Load(); err != nil && last != nil {
		return fmt.Errorf("%w; last log line: %s", err, *last)
	}
	return err
}

// Stop sends SIGTERM and waits until the program has ended.
func (r *Replica) Stop() {
	_ = r.process.Process.Signal(syscall.SIGTERM)
	_ = r.process.Wait()
	r.memory.remove()
}

// Kill kills the program, like a crash.
func (r *Replica) Kill() {
	_ = r.process.Process.Kill()
	_ = r.process.Wait()
	r.client.CloseIdleConnections()
}

// Memory returns the program's current memory, and its maximum since ForgetMost, in MiB.
func (r *Replica) Memory() (now, most float64, err error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", r.process.Process.Pid))
	if err != nil {
		return 0, 0, err
	}
	figure := func(name string) float64 {
		found := regexp.MustCompile(`(?m)^` + name + `:\s+(\d+) kB`).FindSubmatch(text)
		if found == nil {
			return 0
		}
		kb, _ := strconv.ParseFloat(string(found[1]), 64)
		return kb / 1024
	}
	if now = figure("VmRSS"); now == 0 {
		return 0, 0, errors.New("the program has ended")
	}
	return now, figure("VmHWM"), nil
}

// CPU returns the CPU time of the program on all cores. Unlike elapsed time it does not depend
// on the machine's load.
func (r *Replica) CPU() (time.Duration, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", r.process.Process.Pid))
	if err != nil {
		return 0, err
	}
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * (time.Second / 100), nil
}

// ForgetMost resets the maximum of Memory.
func (r *Replica) ForgetMost() error {
	return os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", r.process.Process.Pid), []byte("5"), 0)
}

// Get requests a path. pairs are the names and values of headers.
func (r *Replica) Get(ctx context.Context, path string, pairs ...string) (*http.Response, []byte, error) {
	return r.Call(ctx, http.MethodGet, path, nil, pairs...)
}

// Call sends a request. pairs are the names and values of headers. A []byte body is sent
// unchanged, any other body as JSON.
func (r *Replica) Call(ctx context.Context, method, path string, body any, pairs ...string) (*http.Response, []byte, error) {
	var reader io.Reader
	switch b := body.(type) {
	case nil:
	case []byte:
		reader = bytes.NewReader(b)
	default:
		raw, err := json.Marshal(body)
		if err != nil {
			return nil, nil, err
		}
		reader = bytes.NewReader(raw)
	}
	request, err := http.NewRequestWithContext(ctx, method, r.URL+path, reader)
	if err != nil {
		return nil, nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(pairs); i += 2 {
		request.Header.Set(pairs[i], pairs[i+1])
	}
	response, err := r.client.Do(request)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = response.Body.Close() }()
	raw, err := io.ReadAll(response.Body)
	return response, raw, err
}

// Read streams the response for a path into w, without a timeout.
func (r *Replica) Read(ctx context.Context, path string, w io.Writer) (int64, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, r.URL+path, nil)
	if err != nil {
		return 0, err
	}
	patient := *r.client
	patient.Timeout = 0
	response, err := patient.Do(request)
	if err != nil {
		return 0, err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("%s: %s", path, response.Status)
	}
	return io.Copy(w, response.Body)
}

// SignIn signs in as the owner.
func (r *Replica) SignIn(ctx context.Context) error {
	response, body, err := r.Call(ctx, http.MethodPost, "/api/v1/session", Owner())
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("sign in: %s", body)
	}
	return err
}

// Owner returns the owner's credentials in every database of the rig.
func Owner() map[string]string { return map[string]string{"email": email, "password": password} }

// Revision returns the site's latest revision.
func (r *Replica) Revision(ctx context.Context) (int64, error) {
	var stored struct{ Revision int64 }
	_, body, err := r.Get(ctx, "/api/v1/site/stored")
	if err == nil {
		err = json.Unmarshal(body, &stored)
	}
	return stored.Revision, err
}

// SaveBrand saves a brand name based on a revision, and returns the status and the next
// revision.
func (r *Replica) SaveBrand(ctx context.Context, revision int64, name string) (status int, next int64, err error) {
	response, body, err := r.Call(ctx, http.MethodPatch, "/api/v1/site", map[string]any{"revision": revision, "site": map[string]any{"brandName": name}})
	if err != nil {
		return 0, 0, err
	}
	var stored struct{ Revision int64 }
	err = json.Unmarshal(body, &stored)
	return response.StatusCode, stored.Revision, err
}

// SaveTitle saves an article's title based on its latest revision.
func (r *Replica) SaveTitle(ctx context.Context, id, title string) error {
	found, err := Names(ctx, r.Database, "SELECT revision::text FROM posts WHERE id = '"+id+"'")
	if err != nil || len(found) != 1 {
		return fmt.Errorf("no article %s: %w", id, err)
	}
	response, body, err := r.Call(ctx, http.MethodPatch, "/api/v1/posts/"+id, map[string]any{"revision": json.Number(found[0]), "values": map[string]any{"title": title}})
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("save %q: %s", title, body)
	}
	return err
}

// SaveImage saves the profile picture based on the latest revision.
func (r *Replica) SaveImage(ctx context.Context, url string) error {
	revision, err := r.Revision(ctx)
	if err != nil {
		return err
	}
	response, body, err := r.Call(ctx, http.MethodPatch, "/api/v1/site", map[string]any{"revision": revision, "site": map[string]any{"profileImage": url}})
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("save picture: %s", body)
	}
	return err
}

// Upload uploads a picture and returns its URL, or the code of the refusal.
func (r *Replica) Upload(ctx context.Context, contentType string, body []byte) (url, code string, err error) {
	_, raw, err := r.Call(ctx, http.MethodPost, "/api/v1/media?folder=profile_images", body, "Content-Type", contentType)
	if err != nil {
		return "", "", err
	}
	var answer struct{ URL, Code string }
	err = json.Unmarshal(raw, &answer)
	return answer.URL, answer.Code, err
}

// Metric returns the value of a metric; name includes the labels.
func (r *Replica) Metric(ctx context.Context, name string) (float64, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, r.metrics, nil)
	if err != nil {
		return 0, err
	}
	response, err := r.client.Do(request)
	if err != nil {
		return 0, err
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, err
	}
	found := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(name) + ` (\S+)$`).FindSubmatch(text)
	if found == nil {
		return 0, fmt.Errorf("no metric %s", name)
	}
	return strconv.ParseFloat(string(found[1]), 64)
}

// FreeAddress returns an unused loopback address. Its port is below the ephemeral range, so that
// no outgoing connection takes it before the program does.
func FreeAddress(ctx context.Context) (string, error) {
	for {
		l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", fmt.Sprint("127.0.0.1:", 10_000+mathrand.IntN(20_000)))
		if errors.Is(err, syscall.EADDRINUSE) {
			continue
		}
		if err != nil {
			return "", err
		}
		return l.Addr().String(), l.Close()
	}
}
