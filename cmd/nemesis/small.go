package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"parichay/internal/testkit/rig"
)

// stress is a load that needs much memory; run returns its result.
type stress struct {
	name string
	run  func(context.Context, *rig.Replica) (string, error)
}

// small runs the program with little memory. Each stress gets a newly started program, so
// that its cost is measured separately.
func small(ctx context.Context) (string, error) {
	database, remove, err := rig.GrownDatabase(ctx, rig.Grown)
	if err != nil {
		return "", err
	}
	defer remove()
	kept := true
	for _, in := range []struct {
		mib      int
		stresses []stress
	}{
		{512, []stress{{"crawl", crawlAll}, {"sitemaps", sitemaps}, {"owner's lists", lists}, {"half-sent bodies", halves}}},
		{96, []stress{{"site", visitSite}, {"inbox", readInbox}}},
	} {
		for _, s := range in.stresses {
			line, err := squeezed(ctx, database, in.mib, s)
			mark := "     ok  "
			if err != nil {
				mark, line, kept = "     FAIL", err.Error(), false
			}
			fmt.Printf("%s in %3d MiB, %-16s %s\n", mark, in.mib, s.name+":", line)
		}
	}
	return rig.Judged("a crawl, sitemaps, owner's lists and half-sent bodies in 512 MiB, site and inbox in 96 MiB: alive and served", kept)
}

// squeezed runs one stress on a program in a container with mib MiB of memory.
func squeezed(ctx context.Context, database string, mib int, s stress) (string, error) {
	r, err := rig.StartIn(ctx, mib, database)
	if err != nil {
		return "", err
	}
	defer r.Stop()
	result, err := s.run(ctx, r)
	response, _, alive := r.Get(ctx, "/")
	if alive == nil && response.StatusCode != http.StatusOK {
		alive = errors.New("home: " + response.Status)
	}
	_, most, gone := r.Memory()
	return fmt.Sprintf("%s; at most %.0f MiB", result, most), errors.Join(err, alive, gone)
}

func crawlAll(ctx context.Context, r *rig.Replica) (string, error) {
	if err := rig.TakeOver(ctx, r); err != nil {
		return "", err
	}
	paths, err := r.Known(ctx)
	if err != nil {
		return "", err
	}
	if !full {
		paths = paths[:min(len(paths), rig.Number("pages", 2000))]
	}
	refused, err := r.Crawl(ctx, 8, paths)
	return fmt.Sprintf("%d pages by 8 crawlers, %d requests refused for a while", len(paths), refused), err
}

// sitemaps lets many clients read sitemaps. Some of the clients may be refused for a while.
func sitemaps(ctx context.Context, r *rig.Replica) (string, error) {
	if err := rig.TakeOver(ctx, r); err != nil {
		return "", err
	}
	const clients, rounds = 32, 3
	var group errgroup.Group
	var read, refused atomic.Int64
	for range clients {
		group.Go(func() error {
			for range rounds {
				_, err := r.Known(ctx)
				switch {
				case err == nil:
					read.Add(1)
				case strings.Contains(err.Error(), "503"):
					refused.Add(1)
				default:
					return err
				}
			}
			return nil
		})
	}
	err := group.Wait()
	if read.Load() == 0 {
		err = errors.Join(err, errors.New("no client could read it"))
	}
	return fmt.Sprintf("%d clients, %d complete reads, %d refused for a while", clients, read.Load(), refused.Load()), err
}

func lists(ctx context.Context, r *rig.Replica) (string, error) {
	if err := r.SignIn(ctx); err != nil {
		return "", err
	}
	var group errgroup.Group
	var sizes [4]int64
	for i := range sizes {
		group.Go(func() (err error) {
			sizes[i], err = r.Read(ctx, "/api/v1/stored/posts", &bytes.Buffer{})
			return err
		})
	}
	err := group.Wait()
	return fmt.Sprintf("articles, four times at once, %.1f MB each", float64(sizes[0])/1e6), err
}

// halves sends bodies without their last byte and waits, while another visitor views
// pages.
func halves(ctx context.Context, r *rig.Replica) (string, error) {
	const connections, size = 800, 512 << 10
	head := fmt.Sprintf("POST /api/v1/leads HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nIdempotency-Key: %s\r\nContent-Length: %d\r\n\r\n", rand.Text(), size)
	body := append([]byte(head), bytes.Repeat([]byte(" "), size-1)...)
	taken := make(chan bool, connections)
	for range connections {
		line, err := r.Dial(ctx)
		if err != nil {
			return "", err
		}
		defer line.Close() //nolint:gocritic // all of them stay open until the end
		_ = line.SetDeadline(time.Now().Add(10 * time.Second))
		go func() {
			_, err := line.Write(body)
			taken <- err == nil
		}()
	}
	views := rig.Visit(ctx, r.From("127.0.0.2"), 20, 8*time.Second, "/", "/gu/blog", "/services")
	whole := 0
	for range connections {
		if <-taken {
			whole++
		}
	}
	if views.Failed > 0 {
		return "", fmt.Errorf("%d page views by an ordinary visitor failed: %s", views.Failed, views.Trouble())
	}
	return fmt.Sprintf("%d connections withhold the last byte, %d of them could send the rest; another visitor's p99 %v", connections, whole, views.Quantile(0.99).Round(time.Millisecond)), nil
}

func visitSite(ctx context.Context, r *rig.Replica) (string, error) {
	views := rig.Visit(ctx, r, 20, 10*time.Second, "/", "/services", "/gu/portfolio", "/blog", "/hi/download", "/feed.xml", "/sitemap.xml", "/blog/article-1", "/contact.vcf", "/qr/print.png", "/api/v1/posts", "/admin")
	if views.Failed > 0 {
		return "", fmt.Errorf("%d of %d views failed: %s", views.Failed, views.Failed+len(views.Times), views.Trouble())
	}
	return fmt.Sprintf("%d views, p99 %v", len(views.Times), views.Quantile(0.99).Round(time.Millisecond)), nil
}

func readInbox(ctx context.Context, r *rig.Replica) (string, error) {
	v := &rig.Visitor{Number: 1, Key: rand.Text()}
	if err := errors.Join(r.SignIn(ctx), v.Open(ctx, r), v.Type(ctx)); err != nil {
		return "", err
	}
	if status, body, err := v.Send(ctx, r, rig.NewMessage(1)); err != nil || status != http.StatusCreated {
		return "", fmt.Errorf("lead: %d %s: %w", status, body, err)
	}
	views := rig.Visit(ctx, r, 5, 5*time.Second, "/api/v1/leads", "/api/v1/leads/counts", "/api/v1/leads?q=visitor+77777", "/api/v1/leads?status=won", "/api/v1/account")
	size, err := r.Read(ctx, "/api/v1/leads/export?format=csv", &bytes.Buffer{})
	if views.Failed > 0 {
		err = errors.Join(err, fmt.Errorf("%d calls failed: %s", views.Failed, views.Trouble()))
	}
	return fmt.Sprintf("a lead was stored; %d lists and searches, p99 %v; %.1f MB exported", len(views.Times), views.Quantile(0.99).Round(time.Millisecond), float64(size)/1e6), err
}
