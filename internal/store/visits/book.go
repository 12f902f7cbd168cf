// Package visits stores visit events for some weeks and their daily sums permanently. Days are
// Indian calendar days. Reports read only the sums.
package visits

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/visit"
	"parichay/internal/store/db"
)

// Book stores visits and sums them up.
type Book struct {
	db     *db.DB
	schema func() *db.Route // connects as the role that may create and drop partitions
}

// New returns a Book on d.
func New(d *db.DB, schema func() *db.Route) Book { return Book{d, schema} }

// Skips counts the events that were left out, by day and reason.
type Skips map[Skip]int64

// Skip is a day in India and the reason why an event was not counted.
type Skip struct {
	Day    time.Time
	Reason visit.Reason
}

// columns lists the columns of an event, in the order of rows.Values.
var columns = []string{"day", "at", "visitor", "token", "n", "first", "kind", "language", "page", "channel", "campaign", "target"}

// rows feeds events to COPY without copying them first.
type rows struct {
	events []visit.Event
	next   int
	days   map[time.Time]bool
	values [12]any
}

// Next implements pgx.CopyFromSource.
func (r *rows) Next() bool { r.next++; return r.next <= len(r.events) }

// Values implements pgx.CopyFromSource.
func (r *rows) Values() ([]any, error) {
	e := &r.events[r.next-1]
	day := visit.Day(e.At)
	r.days[day] = true
	r.values = [12]any{day, e.At, e.Visitor, e.Token, e.N, e.First, string(e.Kind), string(e.Language), e.Page, e.Channel, e.Campaign, e.Target}
	return r.values[:], nil
}

// Err implements pgx.CopyFromSource.
func (*rows) Err() error { return nil }

// patience is the timeout of a batch. The caller retries a failed batch.
const patience = 10 * time.Second

// Add stores events by COPY and adds to the skip counts, in one transaction.
func (b Book) Add(ctx context.Context, events []visit.Event, skips Skips) (err error) {
	defer db.Translate(&err, "add visits")
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return b.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		source := &rows{events: events, days: map[time.Time]bool{}}
		if len(events) > 0 {
			if _, err := tx.CopyFrom(ctx, pgx.Identifier{"visits"}, columns, source); err != nil {
				return err
			}
		}
		// Rows that several replicas update come last and in a fixed order, so that waits
		// are short and cannot deadlock.
		batch := &pgx.Batch{}
		if len(source.days) > 0 {
			days := slices.SortedFunc(maps.Keys(source.days), time.Time.Compare)
			batch.Queue(`INSERT INTO visit_changed (day) SELECT unnest($1::date[]) ON CONFLICT (day) DO UPDATE SET changes = visit_changed.changes + 1`, days)
		}
		if len(skips) > 0 {
			var days []time.Time
			var reasons []string
			var counts []int64
			for _, skip := range slices.SortedFunc(maps.Keys(skips), func(a, b Skip) int { return cmp.Or(a.Day.Compare(b.Day), cmp.Compare(a.Reason, b.Reason)) }) {
				days, reasons, counts = append(days, skip.Day), append(reasons, string(skip.Reason)), append(counts, skips[skip])
			}
			batch.Queue(`INSERT INTO visit_skips (day, reason, count) SELECT * FROM unnest($1::date[], $2::text[], $3::bigint[])
				ON CONFLICT (day, reason) DO UPDATE SET count = visit_skips.count + excluded.count`, days, reasons, counts)
		}
		return tx.SendBatch(ctx, batch).Close()
	})
}

// Salt returns the salt with which every replica hashes the visitors of a day. If there is
// none yet, it stores and returns offered.
func (b Book) Salt(ctx context.Context, day time.Time, offered []byte) (salt []byte, err error) {
	defer db.Translate(&err, "salt")
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if _, err := b.db.Exec(ctx, `INSERT INTO visit_salts (day, salt) VALUES ($1, $2) ON CONFLICT DO NOTHING`, day, offered); err != nil {
		return nil, err
	}
	err = b.db.QueryRow(ctx, `SELECT salt FROM visit_salts WHERE day = $1`, day).Scan(&salt)
	return salt, err
}
