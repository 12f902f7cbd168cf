package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"parichay/internal/testkit/rig"
)

const (
	edgePages            = 60
	edgeSaves            = 20
	edgeProfileSaveEvery = 10
	edgeHits             = 0.99
	nginxHits            = 0.95 // nginx revalidates every second
	edgeSeen             = 2 * time.Second
	purgeSecret          = "0123456789abcdef0123456789abcdef"
	secretFile           = "/etc/varnish/purge.secret"
)

// edge simulates a day behind Varnish, and then a period in which the program is down.
func edge(ctx context.Context) (string, error) {
	address, err := rig.FreeAddress(ctx)
	if err != nil {
		return "", err
	}
	return dayBehind(ctx, varnish(address))
}

// varnish is Varnish at an address.
func varnish(address string) proxy {
	return proxy{
		name: "Varnish", program: "varnishd", config: "docs/edge/varnish.vcl", address: address, port: `.port = "8080"`, portIs: `.port = "%s"`,
		hits: edgeHits, settings: []string{"PARICHAY_PURGE_URL=http://" + address, "PARICHAY_PURGE_SECRET=" + purgeSecret}, purges: purges,
		args: func(folder, file string) []string {
			return []string{"-F", "-j", "none", "-a", address, "-f", file, "-n", folder, "-s", "malloc,128m"}
		},
		soonStale: "\nsub vcl_backend_response { if (beresp.ttl > 2s) { set beresp.ttl = 2s; } }\n",
	}
}

// nginx simulates the same day behind nginx, which caches a page for a second.
func nginx(ctx context.Context) (string, error) {
	address, err := rig.FreeAddress(ctx)
	if err != nil {
		return "", err
	}
	return dayBehind(ctx, proxy{
		name: "nginx", program: "nginx", config: "docs/edge/nginx.conf", address: address, port: "127.0.0.1:8080", portIs: "127.0.0.1:%s",
		args: func(folder, file string) []string {
			return []string{"-p", folder, "-e", "stderr", "-g", "daemon off; pid " + folder + "/pid;", "-c", file}
		},
		hits:   nginxHits,
		around: "user root; events {} http { access_log off; %s }",
	})
}

// proxy is a cache in front of the program, configured as in docs/edge.
type proxy struct {
	name, program, config, address string
	port, portIs                   string // the program's port in the original configuration, and the port that replaces it
	settings                       []string
	args                           func(folder, file string) []string
	around                         string                                              // wraps the configuration
	soonStale                      string                                              // added to make cached pages stale after seconds
	hits                           float64                                             // minimum hit rate
	purges                         func(context.Context, *rig.Replica) (string, error) // checks who may purge the cache
}

func dayBehind(ctx context.Context, p proxy) (string, error) {
	program, err := findProgram(p.program)
	if err != nil {
		return "", err
	}
	p.program = program
	r, end, err := grown(ctx, rig.Size{Posts: 1000}, append(p.settings, rig.ManyVisitors)...)
	if err != nil {
		return "", err
	}
	defer end()
	if err := r.SignIn(ctx); err != nil {
		return "", err
	}
	stop, err := p.start(ctx, r, "")
	if err != nil {
		return "", err
	}
	guarded := ""
	if p.purges != nil {
		guarded, err = p.purges(ctx, r.Behind("http://"+p.address))
	}
	if err != nil {
		stop()
		return "", err
	}
	hits, slowest, late, err := day(ctx, r, r.Behind("http://"+p.address))
	stop()
	if err != nil {
		return "", err
	}
	down := time.Duration(rig.Number("away", 30)) * time.Second
	if stop, err = p.start(ctx, r, p.soonStale); err != nil {
		return "", err
	}
	defer stop()
	shop := r.Behind("http://" + p.address)
	for _, path := range edgePaths() {
		if _, _, err := shop.Get(ctx, path, "Accept-Encoding", rig.Browser); err != nil { // with the header that visitors send
			return "", err
		}
	}
	r.Kill()
	views := rig.Visit(ctx, shop, 50, down, edgePaths()...)
	return rig.Judged(guarded+fmt.Sprintf("a day behind %s: %.4f of %d views were hits (at least %.2f); %d saves, visible within %v (at most %v), %d never; the program down for %v: %d of %d views served %s",
		p.name, hits, edgeViews(), p.hits, edgeSaves, slowest.Round(time.Millisecond), edgeSeen, late, down, len(views.Times), len(views.Times)+views.Failed, views.Trouble()),
		hits >= p.hits, slowest <= edgeSeen, late == 0, views.Failed == 0)
}

// purges checks that a PURGE is refused unless it carries the secret and does not come
// through a proxy. A refused PURGE must leave the page in the cache.
func purges(ctx context.Context, shop *rig.Replica) (string, error) {
	cached := func() (bool, error) {
		response, _, err := shop.Get(ctx, "/services")
		return err == nil && response.Header.Get("X-Cache") == "hit", err
	}
	if _, err := cached(); err != nil {
		return "", err
	}
	for _, try := range []struct {
		name    string
		headers map[string]string
		taken   bool
	}{
		{"without a secret", nil, false},
		{"with an empty secret", map[string]string{"X-Purge-Secret": ""}, false},
		{"with a wrong secret", map[string]string{"X-Purge-Secret": "x" + purgeSecret}, false},
		{"with the secret through a proxy", map[string]string{"X-Purge-Secret": purgeSecret, "X-Forwarded-For": "203.0.113.7"}, false},
		{"with the secret", map[string]string{"X-Purge-Secret": purgeSecret}, true},
	} {
		request, err := http.NewRequestWithContext(ctx, "PURGE", shop.URL, nil)
		if err != nil {
			return "", err
		}
		request.Header.Set("Surrogate-Key", "profile")
		for name, value := range try.headers {
			request.Header.Set(name, value)
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			return "", err
		}
		_ = response.Body.Close()
		stays, err := cached()
		if err != nil {
			return "", err
		}
		if taken := response.StatusCode == http.StatusOK; taken != try.taken || stays == try.taken {
			return "", fmt.Errorf("PURGE %s: %s, page still cached: %t", try.name, response.Status, stays)
		}
	}
	return "PURGE refused without a secret, with a wrong one and through a proxy, accepted with the secret; ", nil
}

func edgeViews() int { return rig.Number("views", 100_000) }

func edgePaths() []string {
	paths := []string{"/", "/gu", "/hi", "/services", "/gu/services", "/portfolio", "/blog", "/gu/blog", "/download", "/feed.xml"}
	for i := len(paths); i < edgePages; i++ {
		paths = append(paths, fmt.Sprintf("%s/blog/article-%d", []string{"", "/gu", "/hi"}[i%3], i))
	}
	return paths
}

// findProgram returns the path of a server, which may be in a folder that is not in PATH.
func findProgram(name string) (string, error) {
	for _, place := range []string{name, "/usr/sbin/" + name} {
		if program, err := exec.LookPath(place); err == nil {
			return program, nil
		}
	}
	return "", fmt.Errorf("not run: %s is not installed; run scripts/setup edge", name)
}

// start runs the proxy in front of the program.
func (p proxy) start(ctx context.Context, r *rig.Replica, more string) (stop func(), err error) {
	folder, err := os.MkdirTemp("", "edge")
	if err != nil {
		return nil, err
	}
	config, err := os.ReadFile(p.config)
	if err != nil {
		return nil, err
	}
	port := r.URL[strings.LastIndex(r.URL, ":")+1:]
	text := strings.NewReplacer(p.port, fmt.Sprintf(p.portIs, port), "127.0.0.1:80;", p.address+";", "/var/cache/nginx/parichay", folder+"/kept", secretFile, folder+"/secret").Replace(string(config)) + more
	if p.around != "" {
		text = fmt.Sprintf(p.around, text)
	}
	if err := os.WriteFile(filepath.Join(folder, "secret"), []byte(purgeSecret+"\n"), 0o600); err != nil {
		return nil, err
	}
	file := filepath.Join(folder, "config")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		return nil, err
	}
	process := exec.CommandContext(ctx, p.program, p.args(folder, file)...)
	process.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
	var output strings.Builder
	process.Stdout, process.Stderr = &output, &output
	process.Cancel = func() error { return process.Process.Signal(syscall.SIGTERM) }
	if err := process.Start(); err != nil {
		return nil, err
	}
	stop = func() {
		_ = process.Process.Signal(syscall.SIGTERM)
		_ = process.Wait()
		_ = os.RemoveAll(folder)
	}
	if err := r.Behind("http://"+p.address).Await(ctx, http.StatusOK); err != nil {
		stop()
		return nil, fmt.Errorf("%s: %w: %s", p.name, err, output.String())
	}
	return stop, nil
}

// day views pages and saves in between. It measures the hit rate and how long a change
// took to become visible.
func day(ctx context.Context, r, shop *rig.Replica) (hits float64, slowest time.Duration, late int, err error) {
	paths, views := edgePaths(), edgeViews()
	var served atomic.Int64
	for save := range edgeSaves {
		var group errgroup.Group
		var next atomic.Int64
		for range 16 {
			group.Go(func() error {
				for next.Add(1) <= int64(views/edgeSaves) {
					response, _, err := shop.Get(ctx, paths[rand.IntN(len(paths))], "Accept-Encoding", "gzip")
					if err != nil {
						return err
					}
					if hit := strings.ToLower(response.Header.Get("X-Cache")); hit == "hit" || hit == "updating" || hit == "stale" {
						served.Add(1)
					}
				}
				return nil
			})
		}
		text, path := fmt.Sprintf("Saved on that day %d", save), fmt.Sprintf("/blog/article-%d", 12+3*save) // the English ones
		if save%edgeProfileSaveEvery == edgeProfileSaveEvery-1 {
			path = "/"
			revision, err := r.Revision(ctx)
			if err != nil {
				return 0, 0, 0, err
			}
			if status, _, err := r.SaveBrand(ctx, revision, text); err != nil || status != http.StatusOK {
				return 0, 0, 0, fmt.Errorf("save %d: %d: %w", save, status, err)
			}
		} else if err := r.SaveTitle(ctx, strings.TrimPrefix(path, "/blog/"), text); err != nil {
			return 0, 0, 0, err
		}
		took, err := seen(ctx, shop, path, text, 5*edgeSeen)
		if slowest = max(slowest, took); err != nil {
			late++
		}
		if err := group.Wait(); err != nil {
			return 0, 0, 0, err
		}
	}
	return float64(served.Load()) / float64(views/edgeSaves*edgeSaves), slowest, late, nil
}
