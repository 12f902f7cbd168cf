package main

import (
	"context"
	_ "embed" // the proxy's configuration
	"errors"
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

	"parichay/internal/rig"
)

//go:embed edge.vcl
var edgeVCL string

const (
	edgePages            = 60
	edgeSaves            = 20
	edgeProfileSaveEvery = 10
	edgeHits             = 0.99
	edgeSeen             = 2 * time.Second
)

// edge is a day behind Varnish, compressed, and then a while without the program.
func edge(ctx context.Context) (string, error) {
	varnishd, err := exec.LookPath("varnishd")
	if err != nil {
		if varnishd, err = exec.LookPath("/usr/sbin/varnishd"); err != nil {
			return "", errors.New("not run: there is no varnishd on this machine; scripts/setup varnish installs it")
		}
	}
	address, err := rig.FreeAddress(ctx)
	if err != nil {
		return "", err
	}
	r, end, err := grown(ctx, rig.Size{Posts: 1000}, rig.ManyVisitors, "PARICHAY_PURGE_URL=http://"+address)
	if err != nil {
		return "", err
	}
	defer end()
	if err := r.SignIn(ctx); err != nil {
		return "", err
	}
	stop, err := varnish(ctx, varnishd, address, r, "1d")
	if err != nil {
		return "", err
	}
	hits, slowest, late, err := day(ctx, r, r.Behind("http://"+address))
	stop()
	if err != nil {
		return "", err
	}
	away := time.Duration(rig.Number("away", 30)) * time.Second
	if stop, err = varnish(ctx, varnishd, address, r, "2s"); err != nil { // so that all is stale soon
		return "", err
	}
	defer stop()
	shop := r.Behind("http://" + address)
	for _, path := range edgePaths() {
		if _, _, err := shop.Get(ctx, path); err != nil {
			return "", err
		}
	}
	r.Kill()
	time.Sleep(5 * time.Second) // what is kept becomes stale, and the proxy notices
	views := rig.Visit(ctx, shop, 50, away, edgePaths()...)
	return judged(fmt.Sprintf("a day behind Varnish: %.4f of %d views were hits (at least %.2f); %d saves, seen within %v (at most %v), %d never; the program away for %v: %d of %d views served %s",
		hits, edgeViews(), edgeHits, edgeSaves, slowest.Round(time.Millisecond), edgeSeen, late, away, len(views.Times), len(views.Times)+views.Failed, views.Trouble()),
		hits >= edgeHits, slowest <= edgeSeen, late == 0, views.Failed == 0)
}

func edgeViews() int { return rig.Number("views", 100_000) }

func edgePaths() []string {
	paths := []string{"/", "/gu", "/hi", "/services", "/gu/services", "/portfolio", "/blog", "/gu/blog", "/download", "/feed.xml"}
	for i := len(paths); i < edgePages; i++ {
		paths = append(paths, fmt.Sprintf("%s/blog/article-%d", []string{"", "/gu", "/hi"}[i%3], i))
	}
	return paths
}

// varnish runs in front of the program; it keeps nothing longer than keep.
func varnish(ctx context.Context, varnishd, address string, r *rig.Replica, keep string) (stop func(), err error) {
	folder, err := os.MkdirTemp("", "edge")
	if err != nil {
		return nil, err
	}
	config := strings.NewReplacer("PORT", r.URL[strings.LastIndex(r.URL, ":")+1:], "KEEP", keep).Replace(edgeVCL)
	file := filepath.Join(folder, "edge.vcl")
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		return nil, err
	}
	process := exec.CommandContext(ctx, varnishd, "-F", "-j", "none", "-a", address, "-f", file, "-n", folder, "-s", "malloc,128m")
	process.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
	var said strings.Builder
	process.Stdout, process.Stderr = &said, &said
	process.Cancel = func() error { return process.Process.Signal(syscall.SIGTERM) }
	if err := process.Start(); err != nil {
		return nil, err
	}
	stop = func() {
		_ = process.Process.Signal(syscall.SIGTERM)
		_ = process.Wait()
		_ = os.RemoveAll(folder)
	}
	if err := r.Behind("http://"+address).Await(ctx, http.StatusOK); err != nil {
		stop()
		return nil, fmt.Errorf("varnish: %w: %s", err, said.String())
	}
	return stop, nil
}

// day views the pages and saves in between; it measures how many views were hits
// and how long a change took to be seen.
func day(ctx context.Context, r, shop *rig.Replica) (hits float64, slowest time.Duration, late int, err error) {
	paths, views := edgePaths(), edgeViews()
	var hit atomic.Int64
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
					if response.Header.Get("X-Cache") == "hit" {
						hit.Add(1)
					}
				}
				return nil
			})
		}
		text, path := fmt.Sprintf("Saved on that day %d", save), fmt.Sprintf("/blog/article-%d", 12+3*save) // those in English
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
	return float64(hit.Load()) / float64(views/edgeSaves*edgeSaves), slowest, late, nil
}
