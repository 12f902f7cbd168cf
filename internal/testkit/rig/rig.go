// Package rig starts the built program the way an operator would, several of it
// on one database if need be, for harnesses that measure or break it. It looks at
// the program only from outside.
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

// With lets another build of the program be started, and make databases.
func With(ctx context.Context, program string) context.Context {
	return context.WithValue(ctx, programKey{}, program)
}

func programOf(ctx context.Context) string {
	if program, ok := ctx.Value(programKey{}).(string); ok {
		return program
	}
	return binary
}

// Database makes a fresh database on the server of PARICHAY_DATABASE_URL, with an
// owner in it, and returns its address and what removes it.
func Database(ctx context.Context) (address string, remove func(), err error) {
	return DatabaseOn(ctx, os.Getenv("PARICHAY_DATABASE_URL"))
}

// DatabaseOn does the same on another server, named by the address of any of its databases.
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

// MediaFolder is where all programs on a database keep their pictures.
func MediaFolder(database string) string { return filepath.Join(os.TempDir(), path.Base(database)) }

// Names runs a query of one text column on a database.
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

// Postgres tells the private server to stop, start, restart or kill itself.
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
	memory   cgroup   // its container, if it has one
	held     *os.File // its socket, if it is passed one
	logged   *log
	process  *exec.Cmd
	client   *http.Client // keeps cookies
}

// ManyVisitors is the setting under which callers may come from any address.
const ManyVisitors = "PARICHAY_TRUSTED_PROXIES=127.0.0.1/32"

// ManyLeads and FewLeads are settings of a site that gets more leads than any, which no
// drill takes for an attack, and of one like most.
const (
	ManyLeads = "PARICHAY_LEADS_AN_HOUR=1000000"
	FewLeads  = "PARICHAY_LEADS_AN_HOUR=30"
)

// Start runs the program on a database and waits until it is ready. Settings,
// such as "PARICHAY_MEDIA=file:/tmp/x", win over the usual ones.
func Start(ctx context.Context, database string, settings ...string) (*Replica, error) {
	return start(ctx, database, "", settings)
}

// Launch runs another build of the program on a database and does not wait for it.
func Launch(ctx context.Context, program, database string, settings ...string) (*Replica, error) {
	public, err := FreeAddress(ctx)
	if err != nil {
		return nil, err
	}
	r := &Replica{Database: database, settings: settings, program: program}
	return r, r.launchAt(ctx, public)
}

// StartIn does the same in a container that has only so much memory.
func StartIn(ctx context.Context, mib int, database string, settings ...string) (r *Replica, err error) {
	memory, err := newCgroup(mib)
	if err != nil {
		return nil, err
	}
	return start(ctx, database, memory, settings)
}

// StartHeld does the same with a socket that is held for the program, as systemd
// does: it stays open while the program is replaced.
func StartHeld(ctx context.Context, database string, settings ...string) (*Replica, error) {
	address, err := FreeAddress(ctx)
	if err != nil {
		return nil, err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	held, err := listener.(*net.TCPListener).File() // nobody accepts from the listener itself
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

// launch runs the program and does not wait for it.
func (r *Replica) launch(ctx context.Context) error {
	r.process = exec.CommandContext(ctx, r.program, "serve")
	r.process.Env = append(os.Environ(), "PARICHAY_DATABASE_URL="+r.Database, "PARICHAY_LISTEN="+strings.TrimPrefix(r.URL, "http://"),
		"PARICHAY_BASE_URL="+r.URL, "PARICHAY_METRICS_LISTEN="+strings.TrimPrefix(r.metrics, "http://"), "PARICHAY_MEDIA=file:"+MediaFolder(r.Database))
	known, _ := exec.CommandContext(ctx, r.program, "config").CombinedOutput() // what is wrong is said by serve
	if strings.Contains(string(known), "PARICHAY_LEADS_AN_HOUR") {             // an older one refuses it
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

// Again runs the program anew where it ran before, without waiting until it is
// ready: visitors do not wait either.
func (r *Replica) Again(ctx context.Context) error { return r.launch(ctx) }

// Logged is how many bytes the program has written to its log.
func (r *Replica) Logged() int64 { return r.logged.bytes.Load() }

// Said tells whether the program has written something to its log.
func (r *Replica) Said(text string) bool {
	r.logged.mu.Lock()
	defer r.logged.mu.Unlock()
	return bytes.Contains(r.logged.first.Bytes(), []byte(text))
}

// Times is how often it has.
func (r *Replica) Times(text string) int {
	r.logged.mu.Lock()
	defer r.logged.mu.Unlock()
	return bytes.Count(r.logged.first.Bytes(), []byte(text))
}

// rememberedLog is how much of a log is looked at by Said and Times.
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

// From is the same program to somebody at another address of this machine, such
// as 127.0.0.2, who is not signed in.
func (r *Replica) From(address string) *Replica {
	other := *r
	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
	other.client = &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 2000, DisableCompression: true, DialContext: dialer.DialContext}}
	return &other
}

// ByNewConnections is the same program to somebody who opens a connection for each
// request, so that a program that takes none is noticed.
func (r *Replica) ByNewConnections() *Replica {
	other := *r
	other.client = &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{DisableKeepAlives: true, DisableCompression: true}}
	return &other
}

// Behind is the same program to somebody who reaches it through a proxy.
func (r *Replica) Behind(url string) *Replica {
	other := r.From("127.0.0.1")
	other.URL = url
	return other
}

// Patient is the same program and session to a caller who waits up to a minute.
func (r *Replica) Patient() *Replica {
	other := *r
	client := *r.client
	client.Timeout = time.Minute
	other.client = &client
	return &other
}

// Await waits until /readyz answers with status.
func (r *Replica) Await(ctx context.Context, status int) error {
	err := Until(ctx, 15*time.Second, fmt.Sprintf("/readyz says %d", status), func() bool {
		got, _, err := r.Get(ctx, "/readyz")
		return err == nil && got.StatusCode == status
	})
	if last := r.logged.last.Load(); err != nil && last != nil {
		return fmt.Errorf("%w; last in the log: %s", err, *last)
	}
	return err
}

// Stop asks the program to end and waits for it.
func (r *Replica) Stop() {
	_ = r.process.Process.Signal(syscall.SIGTERM)
	_ = r.process.Wait()
	r.memory.remove()
}

// Kill ends the program as a crash would.
func (r *Replica) Kill() {
	_ = r.process.Process.Kill()
	_ = r.process.Wait()
	r.client.CloseIdleConnections()
}

// Memory is how much the program holds now and held at most, in MiB, since
// ForgetMost.
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

// CPU is how long the program has computed, on all cores together. Unlike time it
// says the same on a busy machine.
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

// ForgetMost makes Memory's maximum start anew.
func (r *Replica) ForgetMost() error {
	return os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", r.process.Process.Pid), []byte("5"), 0)
}

// Get fetches a path; pairs are headers.
func (r *Replica) Get(ctx context.Context, path string, pairs ...string) (*http.Response, []byte, error) {
	return r.Call(ctx, http.MethodGet, path, nil, pairs...)
}

// Call sends body as JSON, if there is one; pairs are headers.
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

// Read streams a path's answer into w, however long it is.
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

// SignIn makes the following calls the owner's.
func (r *Replica) SignIn(ctx context.Context) error {
	response, body, err := r.Call(ctx, http.MethodPost, "/api/v1/session", Owner())
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("sign in: %s", body)
	}
	return err
}

// Owner is what the owner of every database signs in with.
func Owner() map[string]string { return map[string]string{"email": email, "password": password} }

// Revision returns the newest revision's number.
func (r *Replica) Revision(ctx context.Context) (int64, error) {
	var stored struct{ Revision int64 }
	_, body, err := r.Get(ctx, "/api/v1/site/stored")
	if err == nil {
		err = json.Unmarshal(body, &stored)
	}
	return stored.Revision, err
}

// SaveBrand stores a brand name on a revision and returns the status and the
// next revision.
func (r *Replica) SaveBrand(ctx context.Context, revision int64, name string) (status int, next int64, err error) {
	response, body, err := r.Call(ctx, http.MethodPatch, "/api/v1/site", map[string]any{"revision": revision, "site": map[string]any{"brandName": name}})
	if err != nil {
		return 0, 0, err
	}
	var stored struct{ Revision int64 }
	err = json.Unmarshal(body, &stored)
	return response.StatusCode, stored.Revision, err
}

// SaveTitle stores an article's title on its newest revision.
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

// SaveImage stores the profile's picture on the newest revision.
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

// Upload sends a picture and returns its address, or the code it was refused with.
func (r *Replica) Upload(ctx context.Context, contentType string, body []byte) (url, code string, err error) {
	_, raw, err := r.Call(ctx, http.MethodPost, "/api/v1/media?folder=profile_images", body, "Content-Type", contentType)
	if err != nil {
		return "", "", err
	}
	var answer struct{ URL, Code string }
	err = json.Unmarshal(raw, &answer)
	return answer.URL, answer.Code, err
}

// Metric reads one counter.
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

// FreeAddress is a loopback address that nobody listens on. It is below the ports that
// the system gives to connections: one of those would take it before the program does.
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
