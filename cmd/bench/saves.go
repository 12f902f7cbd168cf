package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"time"

	"parichay/internal/testkit/rig"
)

const (
	savesRate  = 3000 // views a second
	coldPages  = 12   // HTML pages that an edit of one article may invalidate
	savedLimit = time.Second
	edited     = "article-42"
)

// documents are the paths of responses other than pages that may change with an article.
var documents = []string{"/feed.xml", "/sitemap.xml", "/api/v1/posts", "/api/v1/posts/" + edited, "/api/v1/page?path=/blog", "/api/v1/page?path=/blog/" + edited, "/api/v1/site", "/api/v1/services", "/api/v1/portfolio"}

// saves measures the effect of a save on visitors: their latency, the pages that are
// re-rendered, and how soon another replica shows the change.
func saves(ctx context.Context, r *rig.Replica) (string, bool, error) {
	seconds, replicated := rig.Number("seconds", 10), rig.Number("saves", 100)
	if err := r.SignIn(ctx); err != nil {
		return "", false, err
	}
	pages := []string{"/", "/gu", "/hi", "/services", "/portfolio", "/blog", "/gu/blog", "/download"}
	for i := range 100 {
		for _, prefix := range []string{"", "/hi", "/gu"} {
			pages = append(pages, fmt.Sprintf("%s/blog/article-%d", prefix, 1+i))
		}
	}
	visitor := r.From("127.0.0.2")
	if err := view(ctx, visitor, pages); err != nil {
		return "", false, err
	}
	duration := time.Duration(seconds) * time.Second
	calm := rig.Visit(ctx, visitor, savesRate, duration, pages...).Quantile(0.99)
	busy, refused := savesBeside(ctx, r, visitor, pages, duration)
	cold, misses, changed, err := goneCold(ctx, r, visitor, pages)
	if err != nil {
		return "", false, err
	}
	inTime, slowest, err := replicate(ctx, r, replicated)
	p99 := busy.Quantile(0.99)
	return fmt.Sprintf("%d views/s of %d pages: p99 %v with a save each second, %v without (at most twice), %d views failed %s, %d saves refused; an edit of one article: %d pages re-rendered (at most %d), %d cache misses, %d of %d other documents changed; on another replica within %v: %d of %d, slowest %v",
			savesRate, len(pages), p99.Round(100*time.Microsecond), calm.Round(100*time.Microsecond), busy.Failed, busy.Trouble(), refused, cold, coldPages, misses, changed, len(documents), savedLimit, inTime, replicated, slowest.Round(time.Millisecond)),
		p99 <= 2*calm && busy.Failed == 0 && refused == 0 && cold <= coldPages && inTime == replicated, err
}

func view(ctx context.Context, r *rig.Replica, paths []string) error {
	for _, path := range paths {
		if response, _, err := r.Get(ctx, path, "Accept-Encoding", rig.Browser); err != nil || response.StatusCode != http.StatusOK {
			return fmt.Errorf("%s is not served: %w", path, err)
		}
	}
	return nil
}

// savesBeside saves the article each second while visitors view pages.
func savesBeside(ctx context.Context, r, visitor *rig.Replica, pages []string, duration time.Duration) (views *rig.Views, refused int) {
	seen := make(chan *rig.Views)
	go func() { seen <- rig.Visit(ctx, visitor, savesRate, duration, pages...) }()
	every := time.NewTicker(time.Second)
	defer every.Stop()
	for n := 0; ; n++ {
		select {
		case views := <-seen:
			return views, refused
		case <-every.C:
			if r.SaveTitle(ctx, edited, fmt.Sprintf("Saved beside visitors %d", n)) != nil {
				refused++
			}
		}
	}
}

// goneCold edits an article while every page is cached, views every page again, and counts renders
// and cache misses.
func goneCold(ctx context.Context, r, visitor *rig.Replica, pages []string) (cold, misses, changed int, err error) {
	before, err := bodies(ctx, visitor, pages)
	if err != nil {
		return 0, 0, 0, err
	}
	read := func() (rendered, missed float64, err error) {
		rendered, err = r.Metric(ctx, "parichay_renders_total")
		if err == nil {
			missed, err = r.Metric(ctx, `parichay_page_cache_total{result="miss"}`)
		}
		return rendered, missed, err
	}
	rendered, missed, err := read()
	if err != nil {
		return 0, 0, 0, err
	}
	if err := r.SaveTitle(ctx, edited, "Edited once"); err != nil {
		return 0, 0, 0, err
	}
	if err := view(ctx, visitor, pages); err != nil {
		return 0, 0, 0, err
	}
	time.Sleep(1500 * time.Millisecond) // a stale page may be served for one second during a render
	after, err := bodies(ctx, visitor, pages)
	if err != nil {
		return 0, 0, 0, err
	}
	nowRendered, nowMissed, err := read()
	for path, body := range after {
		if !bytes.Equal(body, before[path]) {
			changed++
		}
	}
	return int(nowRendered - rendered), int(nowMissed - missed), changed, err
}

// bodies views all pages and returns the bodies of the other documents.
func bodies(ctx context.Context, r *rig.Replica, pages []string) (map[string][]byte, error) {
	all := map[string][]byte{}
	for _, path := range documents {
		_, body, err := r.Get(ctx, path)
		if err != nil {
			return nil, err
		}
		all[path] = body
	}
	return all, view(ctx, r, pages)
}

// replicate saves on one replica and measures when another shows it.
func replicate(ctx context.Context, r *rig.Replica, saves int) (inTime int, slowest time.Duration, err error) {
	other, err := rig.Start(ctx, r.Database)
	if err != nil {
		return 0, 0, err
	}
	defer other.Stop()
	for n := range saves {
		title := fmt.Sprintf("Replicated %d", n)
		if err := r.SaveTitle(ctx, edited, title); err != nil {
			return inTime, slowest, err
		}
		start := time.Now()
		for time.Since(start) < 5*savedLimit {
			if _, body, err := other.Get(ctx, "/blog/"+edited); err == nil && bytes.Contains(body, []byte(title)) {
				break
			}
			time.Sleep(time.Millisecond)
		}
		took := time.Since(start)
		slowest = max(slowest, took)
		if took <= savedLimit {
			inTime++
		}
	}
	return inTime, slowest, nil
}
