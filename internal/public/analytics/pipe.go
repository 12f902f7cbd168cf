// Package analytics counts visits: it filters the events that pages send, hashes visitors and
// writes the events to the database in batches. No visitor waits for it. While the database is
// down, events are buffered; when the buffer is full, the oldest events are dropped and
// counted.
package analytics

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/VictoriaMetrics/metrics"
	lru "github.com/hashicorp/golang-lru/v2"

	"parichay/internal/domain/visit"
	"parichay/internal/kit/body"
	"parichay/internal/kit/fault"
	"parichay/internal/kit/metric"
	"parichay/internal/public/intake"
	"parichay/internal/store/codes"
	"parichay/internal/store/visits"
	"parichay/locales"
)

// Config holds the dependencies and limits of a Pipe.
type Config struct {
	Host   string // the site's host; links to it are not outbound
	Cookie string // name of the owner's session cookie
	Door   *intake.Door
	Bodies *body.Room
	Now    func() time.Time

	// Has reports whether a path without language prefix is a page, or could be an item's page. It
	// runs no query.
	Has func(path string) bool
	// Language returns the language of the addresses with a prefix, which is empty for none, and
	// whether the site has such addresses. It runs no query.
	Language func(prefix locales.Lang) (locales.Lang, bool)
	// Public reports which of these paths are public now. It is called once per batch.
	Public func(ctx context.Context, paths []string) (map[string]bool, error)
	// Links returns the URLs that a public page links to. It may run a query, and is called for
	// at most mostLinked pages per batch.
	Links func(ctx context.Context, page string) ([]string, error)
	// Codes returns the owner's codes and short links, sorted. It runs no query.
	Codes func() []codes.Code

	MostADay int // events per day; 0 means intake.VisitsADay
}

// flushEvery is the interval between flushes. A killed process loses the events since its last
// flush.
const flushEvery = time.Second

// Pipe receives visits, buffers them and writes them to the database. It is safe for
// concurrent use.
type Pipe struct {
	config Config
	book   visits.Book
	salts  salts
	names  *lru.Cache[name, struct{}] // names in today's reports
	buffer buffer
	full   chan struct{} // signals that the buffer is half full
	end    func()
	ending chan struct{}
	ended  chan struct{}

	mu    sync.Mutex
	skips visits.Skips // not yet written
	today time.Time
	taken int // events of today

	// The batch being written. It is retried until the database accepts it.
	sending sync.Mutex
	batch   []visit.Event
	skipped visits.Skips

	failing, logged time.Time // when writing began to fail, and when that was last logged; used only by run
}

var (
	counted  = metrics.NewCounter(`parichay_visits_total`)
	buffered = metrics.NewGauge(`parichay_visits_buffered`, nil)
	flushed  = metric.NewHistogram(`parichay_visits_flush_seconds`, "")
	leftOut  = func() map[visit.Reason]*metrics.Counter {
		all := map[visit.Reason]*metrics.Counter{}
		for _, reason := range visit.Reason("").All() {
			all[reason] = metrics.NewCounter(fmt.Sprintf(`parichay_visits_skipped_total{reason=%q}`, reason))
		}
		return all
	}()
)

// New starts a pipe that writes to book. Close flushes and stops the pipe. Cancelling ctx
// stops it without a flush, so that buffered events are lost.
func New(ctx context.Context, config Config, book visits.Book) *Pipe {
	config.MostADay = cmp.Or(config.MostADay, intake.VisitsADay)
	p := &Pipe{
		config: config, book: book, salts: salts{agree: book.Salt, days: map[time.Time]salt{}},
		full: make(chan struct{}, 1), ending: make(chan struct{}), ended: make(chan struct{}), skips: visits.Skips{}, skipped: visits.Skips{},
	}
	p.names, _ = lru.New[name, struct{}](rememberedNames) // fails for a size of 0 only
	p.end = sync.OnceFunc(func() { close(p.ending) })
	go p.run(ctx)
	return p
}

func (p *Pipe) run(ctx context.Context) {
	defer close(p.ended)
	tick := time.NewTicker(flushEvery)
	defer tick.Stop()
	for {
		if p.salts.settle(ctx, p.config.Now()) == nil {
			p.complain(ctx, p.flush(ctx)) // a failed batch is retried
		}
		select {
		case <-ctx.Done():
			return
		case <-p.ending:
			return
		case <-tick.C:
		case <-p.full:
		}
	}
}

// A failure to write visits is logged after logAfter, then every logEvery.
const (
	logAfter = 30 * time.Second
	logEvery = 10 * time.Minute
)

// complain logs a lasting failure to write visits. The outage log of the database does not
// cover it, because the database may be up while only the visits table is unusable.
func (p *Pipe) complain(ctx context.Context, err error) {
	now := time.Now()
	switch {
	case err == nil:
		p.failing, p.logged = time.Time{}, time.Time{}
	case p.failing.IsZero():
		p.failing = now
	case now.Sub(p.failing) > logAfter && now.Sub(p.logged) > logEvery && ctx.Err() == nil:
		p.logged = now
		slog.WarnContext(ctx, "cannot write visits; buffering them in memory", "count", p.waiting(), "since", p.failing.UTC().Format(time.RFC3339), "error", err)
	}
}

// waiting returns the number of events not yet written. Only the goroutine that flushes may
// call it.
func (p *Pipe) waiting() int { return p.buffer.len() + len(p.batch) }

// Close stops the pipe and writes the buffered events, as long as ctx lasts. Events that
// arrive afterwards are lost.
func (p *Pipe) Close(ctx context.Context) error {
	p.end()
	select {
	case <-p.ended:
		return p.flush(ctx)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// flush writes the buffered events in batches. It stops when less than half a batch is left,
// because a small batch costs as much as a large one; the rest waits for the next flush.
func (p *Pipe) flush(ctx context.Context) error {
	p.sending.Lock()
	defer p.sending.Unlock()
	defer func() { buffered.Set(float64(p.waiting())) }()
	for {
		if len(p.batch) == 0 {
			p.batch = p.buffer.take(batchMost)
		}
		if err := p.sift(ctx); err != nil {
			return err
		}
		p.takeSkips()
		if len(p.batch) == 0 && len(p.skipped) == 0 {
			return nil
		}
		begun := time.Now()
		err := p.book.Add(ctx, p.batch, p.skipped)
		flushed.Observe(time.Since(begun))
		switch {
		case err == nil:
			counted.Add(len(p.batch))
			p.batch, p.skipped = nil, visits.Skips{}
			if waiting := p.buffer.len(); waiting > 0 && waiting < batchMost/2 && !p.closing() {
				return nil
			}
		case unstorable(err) && len(p.batch) > 0: // a retry would fail again and block all later batches
			slog.ErrorContext(ctx, "database rejected visits; dropping them", "count", len(p.batch), "error", err)
			p.skip(visit.Malformed, len(p.batch))
			p.batch = nil
		default:
			return err
		}
	}
}

// sift drops the events of the batch whose page does not exist. Otherwise a client could fill
// the reports with invented paths.
func (p *Pipe) sift(ctx context.Context) error {
	asked := map[string]bool{}
	for i := range p.batch {
		if page := p.batch[i].Page; page != "" { // a scan has no page
			asked[page] = true
		}
		if to, ok := strings.CutPrefix(p.batch[i].Target, visit.Page); ok {
			asked[to] = true
		}
	}
	if len(asked) == 0 {
		return nil
	}
	public, err := p.config.Public(ctx, slices.Collect(maps.Keys(asked)))
	if err != nil {
		return err
	}
	before := len(p.batch)
	p.batch = slices.DeleteFunc(p.batch, func(e visit.Event) bool { return e.Page != "" && !public[e.Page] })
	if left := before - len(p.batch); left > 0 {
		p.skip(visit.Malformed, left)
	}
	return p.siftTargets(ctx, public)
}

// mostLinked is the maximum number of pages per batch for which siftTargets loads the links.
// Taps on links of further pages count as visit.Other.
const mostLinked = 64

// siftTargets replaces the target of a tap with visit.Other if the tapped page does not
// contain that link. Otherwise a client could fill the reports with invented links. A tap on a
// link that the owner has just removed also counts as visit.Other.
func (p *Pipe) siftTargets(ctx context.Context, public map[string]bool) error {
	links := map[string]map[string]bool{} // by page: the targets of its links
	for i := range p.batch {
		e := &p.batch[i]
		to, own := strings.CutPrefix(e.Target, visit.Page)
		if e.Kind != visit.Tap || own && public[to] || !own && !strings.HasPrefix(e.Target, visit.Link) {
			continue // a public page, or one of the few fixed targets
		}
		if links[e.Page] == nil && len(links) < mostLinked {
			urls, err := p.config.Links(ctx, e.Page)
			if err != nil {
				return err
			}
			links[e.Page] = map[string]bool{}
			for _, url := range urls {
				links[e.Page][visit.TargetOf(url, e.Page, p.config.Host)] = true
			}
		}
		if !links[e.Page][e.Target] {
			e.Target = visit.Other
		}
	}
	return nil
}

func (p *Pipe) closing() bool {
	select {
	case <-p.ending:
		return true
	default:
		return false
	}
}

func unstorable(err error) bool {
	_, ok := errors.AsType[fault.Invalid](err)
	return ok
}

func (p *Pipe) takeSkips() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for skip, n := range p.skips {
		p.skipped[skip] += n
	}
	clear(p.skips)
}

// skip counts n dropped events by reason.
func (p *Pipe) skip(reason visit.Reason, n int) {
	leftOut[reason].Add(n)
	day := visit.Day(p.config.Now())
	p.mu.Lock()
	defer p.mu.Unlock()
	p.skips[visits.Skip{Day: day, Reason: reason}] += int64(n)
}

// room counts an event of a day and reports whether it is within the daily limit.
func (p *Pipe) room(day time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if day.After(p.today) {
		p.today, p.taken = day, 0
	}
	p.taken++
	return p.taken <= p.config.MostADay
}

// keep buffers events, and skips those beyond the daily limit.
func (p *Pipe) keep(events ...visit.Event) {
	for i := range events {
		if !p.room(visit.Day(events[i].At)) {
			p.skip(visit.Flood, 1)
			continue
		}
		dropped, halfFull := p.buffer.add(&events[i])
		if dropped > 0 {
			p.skip(visit.Overflow, dropped)
		}
		if halfFull {
			select {
			case p.full <- struct{}{}:
			default:
			}
		}
	}
}
