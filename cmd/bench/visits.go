package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/visit"
	"parichay/internal/store/postgres"
	"parichay/internal/testkit/rig"
	"parichay/locales"
)

const (
	visitRate     = 5000
	visitPages    = 500
	visitPageTime = 20 * time.Millisecond
	visitSlack    = 5 * time.Millisecond
	visitAlone    = 2 * time.Second
	sumTime       = 10 * time.Minute
	copyRounds    = 5
	copyBatch     = 8 << 10 // the program's batch size
	copyRatio     = 0.5
)

var visitPaths = []string{"/", "/gu", "/services"}

// visits sends visits while pages are viewed, then writes the same rows with the program's
// store and with a bare COPY. "visits seconds=60" is the long version; "million=1" adds a
// million visits to the day whose sums are computed.
func visits(ctx context.Context, r *rig.Replica) (string, bool, error) {
	seconds, rows := rig.Number("seconds", 5), rig.Number("rows", 100_000)
	load := rig.LoadNow()
	rate, duration := rig.Number("rate", visitRate), time.Duration(seconds)*time.Second
	if million := rig.Number("million", 0); million > 0 {
		if err := rig.Past(ctx, r.Database, million*1_000_000, 1); err != nil {
			return "", false, err
		}
	}
	before, err := visitsIn(ctx, r.Database)
	if err != nil {
		return "", false, err
	}
	taker, err := rig.Start(ctx, r.Database, rig.ManyVisitors)
	if err != nil {
		return "", false, err
	}
	defer func() { taker.Kill() }()
	for _, path := range visitPaths {
		if _, _, err := taker.Get(ctx, path, "Accept-Encoding", rig.Browser); err != nil { // fills the cache
			return "", false, err
		}
	}
	pages := rig.Number("pages", visitPages)
	alone := rig.Visit(ctx, taker, pages, max(duration/6, visitAlone), visitPaths...).Quantile(0.99)
	idle, err := taker.CPU()
	if err != nil {
		return "", false, err
	}
	store, err := postgres.Open(ctx, r.Database)
	if err != nil {
		return "", false, err
	}
	defer store.Close()
	seen, summed := make(chan *rig.Views), make(chan error)
	go func() { seen <- rig.Visit(ctx, taker, pages, duration, visitPaths...) }()
	go func() { summed <- sumBeside(ctx, store, duration/3) }()
	sent := rig.Tell(ctx, taker, 1, rate, duration)
	views, err := <-seen, <-summed
	if err != nil {
		return "", false, err
	}
	_, most, memoryErr := taker.Memory()
	busy, err := taker.CPU()
	if err := errors.Join(err, memoryErr); err != nil {
		return "", false, err
	}
	taker.Stop() // stores the rest
	stored, err := visitsIn(ctx, r.Database)
	if err != nil {
		return "", false, err
	}
	bare, ours, err := copies(ctx, r.Database, store, rows)
	if err != nil {
		return "", false, err
	}
	p99, ratio := views.Quantile(0.99), median(ours)/median(bare)
	bound, judged := load.Bound(visitPageTime, 2*alone+visitSlack)
	lost := sent.Accepted - (stored - before)
	return fmt.Sprintf("%.0f visits/s for %d s (at least %d) beside %d pages/s: %d accepted, %d failed, %d lost; pages p99 %v (%s; %v without visits), %d failed; the program used %.2f cores and at most %.0f MiB; "+
			"%.0f rows/s with the store against %.0f with a bare COPY: ratio %.2f (medians of %d rounds; at least %.2f)",
			sent.PerSecond(), seconds, rate, pages, sent.Accepted, sent.Failed, lost, p99.Round(100*time.Microsecond), judged, alone.Round(100*time.Microsecond), views.Failed, (busy-idle).Seconds()/sent.Took.Seconds(), most,
			median(ours), median(bare), ratio, copyRounds, copyRatio),
		lost == 0 && sent.Failed == 0 && sent.PerSecond() >= 0.98*float64(rate) && views.Failed == 0 && p99 <= bound && ratio >= copyRatio, nil
}

// sumBeside computes the day's sums while visits arrive, independently of the program's own
// schedule.
func sumBeside(ctx context.Context, store *postgres.Store, after time.Duration) error {
	if err := rig.Sleep(ctx, after); err != nil {
		return err
	}
	var err error
	done := rig.Until(ctx, sumTime, "sums are computed", func() bool {
		var done bool
		done, err = store.Visits.SumUpDay(ctx, visit.Day(time.Now())) // not done while the program holds the lock
		return done || err != nil
	})
	return errors.Join(done, err)
}

func visitsIn(ctx context.Context, database string) (stored int64, err error) {
	conn, err := pgx.Connect(ctx, database)
	if err != nil {
		return 0, err
	}
	defer func() { _ = conn.Close(ctx) }()
	err = conn.QueryRow(ctx, `SELECT count(*) FROM visits`).Scan(&stored)
	return stored, err
}

// copies writes the same rows alternately with a bare COPY and with the program's store.
func copies(ctx context.Context, database string, store *postgres.Store, count int) (bare, ours []float64, err error) {
	conn, err := pgx.Connect(ctx, database)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = conn.Close(ctx) }()
	events, rows := make([]visit.Event, count), make([][]any, count)
	now := time.Now()
	for i := range events {
		e := visit.Event{
			At: now, Kind: visit.View, Page: "/services", Language: locales.Gujarati, Channel: "instagram", Campaign: "diwali", First: true,
			Visitor: int64(i) * 7919, Token: int64(i) * 104729,
		}
		events[i] = e
		rows[i] = []any{visit.Day(e.At), e.At, e.Visitor, e.Token, int32(0), e.First, string(e.Kind), string(e.Language), e.Page, e.Channel, e.Campaign, e.Target}
	}
	for range copyRounds {
		begun := time.Now()
		if _, err := conn.CopyFrom(ctx, pgx.Identifier{"visits"}, visitColumns, pgx.CopyFromRows(rows)); err != nil {
			return nil, nil, err
		}
		bare = append(bare, float64(count)/time.Since(begun).Seconds())
		begun = time.Now()
		for rest := events; len(rest) > 0; rest = rest[min(copyBatch, len(rest)):] {
			if err := store.Visits.Add(ctx, rest[:min(copyBatch, len(rest))], nil); err != nil {
				return nil, nil, err
			}
		}
		ours = append(ours, float64(count)/time.Since(begun).Seconds())
	}
	return bare, ours, nil
}

var visitColumns = []string{"day", "at", "visitor", "token", "n", "first", "kind", "language", "page", "channel", "campaign", "target"}
