package rig

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Views holds the results of page views.
type Views struct {
	Times  []time.Duration // from the time the view was due to the last byte
	Failed int             // no response, or a status other than 200
	first  string
}

// Quantile returns the q-quantile of the times. A failed view counts as infinitely slow.
func (v *Views) Quantile(q float64) time.Duration {
	if n := len(v.Times) + v.Failed; n > 0 {
		if i := int(math.Ceil(q*float64(n))) - 1; i < len(v.Times) {
			slices.Sort(v.Times)
			return v.Times[max(i, 0)]
		}
	}
	return time.Hour
}

// Add adds a view: its duration, or a failure if err is not nil.
func (v *Views) Add(took time.Duration, err error) {
	if err == nil {
		v.Times = append(v.Times, took)
		return
	}
	if v.Failed++; v.first == "" {
		v.first = err.Error()
	}
}

// Trouble returns the first failure, or "" if there was none.
func (v *Views) Trouble() string { return v.first }

// Browser is the Accept-Encoding header of browsers.
const Browser = "gzip, deflate, br, zstd"

// Visit views the paths in turn at a fixed rate, without waiting for responses, as visitors
// do not wait for each other. It ends after the duration, or with ctx.
func Visit(ctx context.Context, r *Replica, perSecond int, duration time.Duration, paths ...string) *Views {
	var views Views
	var mu sync.Mutex
	var wait sync.WaitGroup
	start := time.Now()
	for i := range int(duration.Seconds() * float64(perSecond)) {
		due := start.Add(time.Duration(i) * time.Second / time.Duration(perSecond))
		time.Sleep(time.Until(due))
		if ctx.Err() != nil {
			break
		}
		wait.Go(func() {
			path := paths[i%len(paths)]
			response, _, err := r.Get(context.WithoutCancel(ctx), path, "Accept-Encoding", Browser)
			took := time.Since(due)
			mu.Lock()
			defer mu.Unlock()
			if err != nil || response.StatusCode != http.StatusOK {
				if views.Failed++; views.first == "" {
					views.first = path + ": " + failure(response, err)
				}
				return
			}
			views.Times = append(views.Times, took)
		})
	}
	wait.Wait()
	return &views
}

func failure(response *http.Response, err error) string {
	if err != nil {
		return err.Error()
	}
	return response.Status
}

// Request is the request that Flood sends. Every "#" in path and body is replaced by a random
// number between 1 and Most.
type Request struct {
	Method, Path, Body string
	Headers            map[string]string
	Most               int
}

// Flooded is the result of Flood, as reported by wrk.
type Flooded struct{ PerSecond, Refused int }

// Flood sends a request repeatedly on 64 connections from 127.0.0.1. It runs in a separate
// process, so that it does not disturb the measuring process.
func Flood(ctx context.Context, url string, q Request, seconds int) (Flooded, error) {
	script, err := os.CreateTemp("", "flood-*.lua")
	if err != nil {
		return Flooded{}, err
	}
	defer func() { _ = os.Remove(script.Name()) }()
	var headers strings.Builder
	for name, value := range q.Headers {
		fmt.Fprintf(&headers, "wrk.headers[%q] = %q\n", name, value)
	}
	_, err = fmt.Fprintf(script, `wrk.headers["Accept-Encoding"] = "gzip, deflate, br"
%s
local path, body = %q, %q
local function fill(text) return (text:gsub("#", function() return tostring(math.random(%d)) end)) end
function init() math.randomseed(tonumber(tostring(wrk.thread):match("0x(%%x+)"), 16) %% 1000000) end
function request() return wrk.format(%q, fill(path), nil, body ~= "" and fill(body) or nil) end
`, headers.String(), q.Path, q.Body, max(q.Most, 1), cmp.Or(q.Method, http.MethodGet))
	if err := errors.Join(err, script.Close()); err != nil {
		return Flooded{}, err
	}
	out, err := exec.CommandContext(ctx, "wrk", "-t1", "-c64", "-d"+strconv.Itoa(seconds)+"s", "--timeout=10s", "-s", script.Name(), url).CombinedOutput()
	if err != nil {
		return Flooded{}, fmt.Errorf("wrk: %w: %s", err, out)
	}
	figure := func(pattern string) int {
		found := regexp.MustCompile(pattern).FindSubmatch(out)
		if found == nil {
			return 0
		}
		n, _ := strconv.ParseFloat(string(found[1]), 64)
		return int(n)
	}
	return Flooded{PerSecond: figure(`Requests/sec:\s+([\d.]+)`), Refused: figure(`Non-2xx or 3xx responses: (\d+)`)}, nil
}

const bareSetting = "RIG_BARE"

// BareIfAsked turns this process into the bare handler if it was started by Bare. A harness
// that uses Bare must call BareIfAsked first.
func BareIfAsked() {
	address := os.Getenv(bareSetting)
	if address == "" {
		return
	}
	body, _ := io.ReadAll(os.Stdin)
	server := &http.Server{Addr: address, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(body) })}
	fmt.Fprintln(os.Stderr, server.ListenAndServe())
	os.Exit(1)
}

// Bare starts a process that answers every request with body. Its speed is an upper bound for
// any program.
func Bare(ctx context.Context, body []byte) (url string, stop func(), err error) {
	address, err := FreeAddress(ctx)
	if err != nil {
		return "", nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	process := exec.CommandContext(ctx, os.Args[0])
	process.Env = append(os.Environ(), bareSetting+"="+address)
	process.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	process.Stdin = strings.NewReader(string(body))
	if err := process.Start(); err != nil {
		cancel()
		return "", nil, err
	}
	for range 500 {
		if conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", address); err == nil {
			return "http://" + address, func() { cancel(); _ = process.Wait() }, conn.Close()
		}
		time.Sleep(10 * time.Millisecond)
	}
	cancel()
	return "", nil, errors.New("the bare handler did not start")
}

// Line is a connection that is kept open.
type Line struct {
	net.Conn
	in *bufio.Reader
}

// Dial opens a connection.
func (r *Replica) Dial(ctx context.Context) (*Line, error) {
	conn, err := (&net.Dialer{Timeout: 10 * time.Second}).DialContext(ctx, "tcp", strings.TrimPrefix(r.URL, "http://"))
	if err != nil {
		return nil, err
	}
	return &Line{conn, bufio.NewReader(conn)}, nil
}

// Get requests a path and keeps the connection open.
func (l *Line) Get(path string) (status int, err error) {
	if err := l.SetDeadline(time.Now().Add(30 * time.Second)); err != nil {
		return 0, err
	}
	if _, err := fmt.Fprintf(l, "GET %s HTTP/1.1\r\nHost: %s\r\nAccept-Encoding: "+Browser+"\r\n\r\n", path, l.RemoteAddr()); err != nil {
		return 0, err
	}
	response, err := http.ReadResponse(l.in, nil)
	if err != nil {
		return 0, err
	}
	_, err = io.Copy(io.Discard, response.Body)
	return response.StatusCode, err
}
