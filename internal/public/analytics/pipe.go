// Package analytics takes in what pages tell of their visitors: it leaves out what is
// not to be counted, makes hashes of who they are, and hands the rest to the database
// in batches. Nobody who sees a page or leaves a message waits for any of it; without
// the database the oldest visits are lost first, and their number is not.
package analytics

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"parichay/internal/domain/visit"
	"parichay/internal/kit/body"
	"parichay/internal/kit/fault"
	"parichay/internal/kit/metric"
	"parichay/internal/public/intake"
	"parichay/internal/store/visits"
)

// Config is what the pipe needs of the server.
type Config struct {
	Host   string // of the site: links to it are no ways out
	Cookie string // that the owner's browser has
	Door   *intake.Door
	Bodies *body.Room
	Now    func() time.Time

	// Has reports whether a page lives under a path without a language, or an item would if it were public. It asks no database.
	Has func(path string) bool
	// Public reports which of such paths lead to something public. It is asked once for a batch.
	Public func(ctx context.Context, paths []string) (map[string]bool, error)

	MostADay int // events; 0 for as many as is usual
}

// flushEvery is how much a program that is killed may lose.
const flushEvery = time.Second

// Pipe is where visits come in. It is safe for concurrent use.
type Pipe struct {
	config Config
	book   visits.Book
	salts  salts
	buffer buffer
	full   chan struct{} // holds something when the buffer is half full
	end    func()
	ending chan struct{}
	ended  chan struct{}

	mu    sync.Mutex
	skips visits.Skips // not written down yet
	today time.Time
	taken int // of today

	// What is on its way to the database. If it does not arrive, it is sent again.
	sending sync.Mutex
	batch   []visit.Event
	skipped visits.Skips

	failing, told time.Time // since when it fails, and when that was said; of run alone
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

// New opens a pipe into a book. It ends with Close, or loses what is in it with ctx.
func New(ctx context.Context, config Config, book visits.Book) *Pipe {
	config.MostADay = cmp.Or(config.MostADay, intake.VisitsADay)
	p := &Pipe{
		config: config, book: book, salts: salts{agree: book.Salt, days: map[time.Time]salt{}},
		full: make(chan struct{}, 1), ending: make(chan struct{}), ended: make(chan struct{}), skips: visits.Skips{}, skipped: visits.Skips{},
	}
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
			p.complain(ctx, p.flush(ctx)) // what is kept is sent again
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

// When visits that cannot be written are told of, and how often then.
const (
	tellAfter = 30 * time.Second
	tellEvery = 10 * time.Minute
)

// complain says that visits wait, once they have for a while: the database may be well but
// for their table.
func (p *Pipe) complain(ctx context.Context, err error) {
	now := time.Now()
	switch {
	case err == nil:
		p.failing, p.told = time.Time{}, time.Time{}
	case p.failing.IsZero():
		p.failing = now
	case now.Sub(p.failing) > tellAfter && now.Sub(p.told) > tellEvery && ctx.Err() == nil:
		p.told = now
		slog.WarnContext(ctx, "visits wait to be written", "count", p.waiting(), "since", p.failing.UTC().Format(time.RFC3339), "error", err)
	}
}

// waiting is how many events are not written down yet. Only who sends may ask.
func (p *Pipe) waiting() int { return p.buffer.len() + len(p.batch) }

// Close writes down what is left, as long as ctx lasts. What comes in afterwards is
// lost.
func (p *Pipe) Close(ctx context.Context) error {
	p.end()
	select {
	case <-p.ended:
		return p.flush(ctx)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// flush writes down what is there, a batch at a time. What comes meanwhile waits for
// its turn, unless it is half a batch already: small ones cost as much as large ones.
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
		case unstorable(err) && len(p.batch) > 0: // it will never be taken, and nothing else would
			slog.ErrorContext(ctx, "visits that cannot be stored are left out", "count", len(p.batch), "error", err)
			p.skip(visit.Malformed, len(p.batch))
			p.batch = nil
		default:
			return err
		}
	}
}

// sift leaves out of the batch what is said to have happened on pages that there are not:
// who makes paths up would fill the reports with them.
func (p *Pipe) sift(ctx context.Context) error {
	asked := map[string]bool{}
	for i := range p.batch {
		if page := p.batch[i].Page; page != "" { // a code that was followed has none
			asked[page] = true
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

// skip counts what is left out.
func (p *Pipe) skip(reason visit.Reason, n int) {
	leftOut[reason].Add(n)
	day := visit.Day(p.config.Now())
	p.mu.Lock()
	defer p.mu.Unlock()
	p.skips[visits.Skip{Day: day, Reason: reason}] += int64(n)
}

// room counts an event of a day, and tells whether it is too many.
func (p *Pipe) room(day time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if day.After(p.today) {
		p.today, p.taken = day, 0
	}
	p.taken++
	return p.taken <= p.config.MostADay
}

// keep takes events in.
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
