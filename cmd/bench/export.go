package main

import (
	"archive/zip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"parichay/internal/testkit/rig"
)

const (
	exportEach    = 10 * time.Millisecond // a page: 30,000 in five minutes
	exportMemory  = 256.0                 // MiB
	exportStill   = 10 * time.Second
	exportVisits  = 50 // views a second meanwhile
	exportSlower  = 2  // times the visitors' p99 without an export
	exportSeconds = 20
)

// exportArticles returns the number of articles, each of which has three languages.
func exportArticles() int { return rig.Number("articles", 10_000) }

// export exports the whole site while visitors view pages, and watches the reported
// progress.
func export(ctx context.Context, r *rig.Replica) (string, bool, error) {
	if err := r.SignIn(ctx); err != nil {
		return "", false, err
	}
	visitor, popular := r.From("127.0.0.2"), []string{"/", "/services", "/gu", "/hi/blog", "/blog/article-1", "/gu/portfolio"}
	rig.Visit(ctx, visitor, 20, 2*time.Second, popular...)
	calm := rig.Visit(ctx, visitor, exportVisits, exportSeconds*time.Second, popular...).Quantile(0.99)
	if err := r.ForgetMost(); err != nil {
		return "", false, err
	}
	file, err := os.CreateTemp("", "export-*.zip")
	if err != nil {
		return "", false, err
	}
	defer func() { _ = os.Remove(file.Name()) }()

	during, stop := context.WithCancel(ctx)
	defer stop()
	seen, watched := make(chan *rig.Views), make(chan progress)
	go func() { seen <- rig.Visit(during, visitor, exportVisits, time.Hour, popular...) }()
	go func() { watched <- watchExport(during, r) }()
	before, err := r.CPU()
	if err != nil {
		return "", false, err
	}
	start := time.Now()
	bytes, err := r.Read(ctx, "/api/v1/export", file)
	took := time.Since(start)
	stop()
	views, moved := <-seen, <-watched
	if err := errors.Join(err, moved.err, file.Close()); err != nil {
		return "", false, err
	}
	_, most, err := r.Memory()
	after, cpu := r.CPU()
	if err := errors.Join(err, cpu); err != nil {
		return "", false, err
	}
	pages, err := pagesIn(file.Name())
	least := 3 * exportArticles()
	within := time.Duration(least) * exportEach
	p99 := views.Quantile(0.99)
	return fmt.Sprintf("%d pages, %d MiB in %v (at most %v; %.1f ms of CPU time each, visitors included), %d progress updates, longest gap %v (at most %v), memory %.0f MiB (at most %.0f), visitors' p99 at %d/s %v (at most %d times %v without), %d failed %s",
			pages, bytes>>20, took.Round(time.Second), within, float64((after-before).Milliseconds())/float64(max(pages, 1)), moved.figures, moved.still.Round(100*time.Millisecond), exportStill, most, exportMemory,
			exportVisits, p99.Round(100*time.Microsecond), exportSlower, calm.Round(100*time.Microsecond), views.Failed, views.Trouble()),
		pages >= least && took <= within && moved.still <= exportStill && most <= exportMemory && p99 <= exportSlower*calm && views.Failed == 0, err
}

// progress summarizes how an export reported its progress.
type progress struct {
	figures int
	still   time.Duration // longest time without a new figure
	err     error
}

func watchExport(ctx context.Context, r *rig.Replica) (p progress) {
	tick := time.NewTicker(500 * time.Millisecond)
	defer tick.Stop()
	last, since := "", time.Now()
	for {
		select {
		case <-ctx.Done():
			p.still = max(p.still, time.Since(since))
			return p
		case <-tick.C:
		}
		_, body, err := r.Get(ctx, "/api/v1/export/progress")
		if ctx.Err() != nil {
			continue
		}
		var now struct {
			Doing    string
			Done, Of int64
		}
		if err = errors.Join(err, json.Unmarshal(body, &now)); err != nil {
			p.err = err
			return p
		}
		p.still = max(p.still, time.Since(since))
		if text := fmt.Sprint(now); text != last && now.Doing != "" {
			last, since = text, time.Now()
			p.figures++
		}
	}
}

func pagesIn(name string) (pages int, err error) {
	file, err := zip.OpenReader(name)
	if err != nil {
		return 0, err
	}
	for _, f := range file.File {
		if strings.HasPrefix(f.Name, "site/") && strings.HasSuffix(f.Name, "/index.html") {
			pages++
		}
	}
	return pages, file.Close()
}
