package visits

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"parichay/internal/domain/visit"
	"parichay/internal/store/db"
)

// Partitions exist for daysAhead days to come, and for DaysKept past days.
const (
	daysAhead = 7
	DaysKept  = 35
)

// prefix is the start of a partition's name; the day follows.
const prefix = "visits_"

// apart is the default partition, for days without a partition of their own.
const apart = "visits_other"

// Tidy creates the partitions of the days to come and drops expired ones. It does nothing if
// another replica is tidying. If the role may not change tables, all visits stay in the default
// partition and Tidy deletes expired rows.
func (b Book) Tidy(ctx context.Context, now time.Time) (err error) {
	defer db.Translate(&err, "tidy visit partitions")
	config, err := b.schema().Config(ctx, map[string]string{"lock_timeout": "2000", "statement_timeout": "60000"})
	if err != nil {
		return err
	}
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	var ours bool
	if err := conn.QueryRow(ctx, `SELECT pg_try_advisory_lock(hashtext($1))`, apart).Scan(&ours); err != nil || !ours {
		return err
	}
	// Closing the connection would release the lock only after a delay, and the next Tidy
	// could find it taken.
	defer func() { _, _ = conn.Exec(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock_all()`) }()
	there, err := partitions(ctx, conn)
	if err != nil {
		return err
	}
	today := visit.Day(now)
	oldest := today.AddDate(0, 0, -DaysKept)
	var failed []error
	for i := range daysAhead + 1 {
		if day := today.AddDate(0, 0, i); !there[name(day)] {
			failed = append(failed, owned(makeDay(ctx, conn, day)))
		}
	}
	for one := range there {
		if day, err := time.Parse("20060102", strings.TrimPrefix(one, prefix)); err == nil && day.Before(oldest) {
			_, err := conn.Exec(ctx, `DROP TABLE `+pgx.Identifier{one}.Sanitize())
			failed = append(failed, owned(err))
		}
	}
	// For roles that may not drop partitions.
	for _, table := range []string{"visits", "visit_changed"} {
		_, err := conn.Exec(ctx, `DELETE FROM `+table+` WHERE day < $1`, oldest)
		failed = append(failed, err)
	}
	return errors.Join(failed...)
}

// owned returns err, or nil if err means that another role owns the tables.
func owned(err error) error {
	if server, ok := errors.AsType[*pgconn.PgError](err); ok && server.Code == "42501" {
		return nil
	}
	return err
}

func name(day time.Time) string { return prefix + day.Format("20060102") }

func partitions(ctx context.Context, conn *pgx.Conn) (map[string]bool, error) {
	rows, _ := conn.Query(ctx, `SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'visits'::regclass`) // rows also reports this error
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	there := map[string]bool{}
	for _, one := range names {
		there[one] = true
	}
	return there, err
}

// makeDay creates the partition of a day and moves the day's rows that arrived earlier into
// it. Only the default partition is locked, so visits are blocked only for as long as moving
// those rows takes.
func makeDay(ctx context.Context, conn *pgx.Conn, day time.Time) error {
	table := pgx.Identifier{name(day)}.Sanitize()
	from, to := day.Format(time.DateOnly), day.AddDate(0, 0, 1).Format(time.DateOnly)
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, fmt.Sprintf(`
			LOCK TABLE %[2]s;
			CREATE TABLE %[1]s (LIKE visits INCLUDING DEFAULTS);
			WITH late AS (DELETE FROM %[2]s WHERE day = '%[3]s' RETURNING *) INSERT INTO %[1]s SELECT * FROM late;
			ALTER TABLE %[1]s ADD CONSTRAINT of_day CHECK (day >= '%[3]s' AND day < '%[4]s');
			ALTER TABLE visits ATTACH PARTITION %[1]s FOR VALUES FROM ('%[3]s') TO ('%[4]s');
			ALTER TABLE %[1]s DROP CONSTRAINT of_day`, table, apart, from, to))
		return err
	})
}
