package schema

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
)

// State is how far a database has come, and how far this program would bring it.
type State struct {
	Known   []Step
	Applied map[int64]time.Time // when, by step
	Oldest  int64               // the oldest step a program must know to run on these tables; 0: nothing says so
}

// Read looks at a database and changes nothing: a role that may only read will do.
func Read(ctx context.Context, conn *pgx.Conn) (s State, err error) {
	s = State{Known: Steps(), Applied: map[int64]time.Time{}}
	var begun, supported bool
	if err := conn.QueryRow(ctx, `SELECT to_regclass('goose_db_version') IS NOT NULL, to_regclass('schema_support') IS NOT NULL`).Scan(&begun, &supported); err != nil {
		return s, err
	}
	if begun {
		var version int64
		var at time.Time
		rows, _ := conn.Query(ctx, `SELECT version_id, max(tstamp)::timestamptz FROM goose_db_version WHERE is_applied AND version_id > 0 GROUP BY version_id`) // the rows know its error, too
		if _, err := pgx.ForEachRow(rows, []any{&version, &at}, func() error { s.Applied[version] = at.UTC(); return nil }); err != nil {
			return s, err
		}
	}
	if supported {
		err = conn.QueryRow(ctx, `SELECT coalesce(max(oldest_step), 0) FROM schema_support`).Scan(&s.Oldest)
	}
	return s, err
}

// At is the newest step of the database, 0 of an empty one.
func (s State) At() (version int64) {
	for applied := range s.Applied {
		version = max(version, applied)
	}
	return version
}

// Pending are the steps that this program would apply.
func (s State) Pending() []Step {
	return slices.DeleteFunc(slices.Clone(s.Known), func(step Step) bool {
		_, done := s.Applied[step.Version]
		return done
	})
}

// Newer are the steps that only a newer program knows.
func (s State) Newer() (versions []int64) {
	for version := range s.Applied {
		if version > s.newest() {
			versions = append(versions, version)
		}
	}
	slices.Sort(versions)
	return versions
}

func (s State) newest() int64 { return s.Known[len(s.Known)-1].Version }

// Check is TooNew when a newer program has taken something away that this one needs.
func (s State) Check() error {
	if len(s.Newer()) > 0 && (s.Oldest == 0 || s.newest() < s.Oldest) {
		return TooNew{Database: s.At(), Program: s.newest()}
	}
	return nil
}

// TooNew is a database that an older program must not touch.
type TooNew struct{ Database, Program int64 }

// Error implements error.
func (e TooNew) Error() string {
	return fmt.Sprintf("the database is at step %05d and this program knows steps up to %05d only: start the newer release again, or restore the backup from before the upgrade",
		e.Database, e.Program)
}

// Failed is a step that could not be applied and was undone.
type Failed struct {
	Step   Step
	At     int64 // where the database is
	Locked bool  // only because somebody held a lock for too long
	Cause  error
}

// Error implements error.
func (e Failed) Error() string {
	return fmt.Sprintf("step %s failed and was undone (%v): the database is at step %05d and nothing is lost; to go back, start the previous release, which runs on it; to go on, mend the cause and run `parichay migrate`",
		e.Step, e.Cause, e.At)
}

// Unwrap returns what the database said.
func (e Failed) Unwrap() error { return e.Cause }
