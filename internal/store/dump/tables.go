// Package dump copies whole tables out of a database and into one. Package tables decides which
// tables. It does not interpret rows and does not touch files.
package dump

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"parichay/internal/store/tables"
)

// Table describes one copied table.
type Table struct {
	Name    string           `json:"name"`
	Columns []string         `json:"columns"`
	Rows    int64            `json:"rows"`
	Next    map[string]int64 `json:"next,omitempty"` // next value of each identity column
}

// Reasons why a database is not filled. Its rows then stay unchanged.
var (
	ErrNotEmpty = errors.New("the database is not empty")
	ErrNewer    = errors.New("database schema is newer than this binary")
)

// Choice selects the tables to copy and the tables to empty first.
type Choice struct {
	takes, empties func(tables.Table) bool
	signs          map[string]string // see used
}

var (
	// Everything selects the tables of a backup. Restoring it ends all sessions.
	Everything = Choice{
		takes:   func(t tables.Table) bool { return t.BackedUp },
		empties: func(t tables.Table) bool { return t.BackedUp || t.SignIn },
		signs:   map[string]string{"owner": "", "website_content": " OFFSET 1", "item_revisions": "", "feedback": ""},
	}
	// Carried selects the tables of an export: the site and its leads, without the account.
	Carried = Choice{
		takes:   carried,
		empties: carried,
		signs:   map[string]string{"website_content": " OFFSET 1", "item_revisions": "", "feedback": ""},
	}
)

func carried(t tables.Table) bool { return t.BackedUp && !t.Private && !t.SignIn }

// mostNumbered is the highest next value of a sequence that is accepted from a file. JavaScript
// represents integers exactly up to this value. Above it there are enough ids for new rows.
const mostNumbered = 1 << 53

// Trust validates a description of tables, because anybody may have written the file it comes
// from. Every table must be one that c copies and be listed once, and its next values must leave
// room for new rows.
func (c Choice) Trust(described []Table) error {
	known := map[string]bool{}
	for _, t := range tables.Tables {
		known[t.Name] = c.takes(t)
	}
	for _, t := range described {
		if !known[t.Name] {
			return fmt.Errorf("table %q is unknown or listed twice", t.Name)
		}
		known[t.Name] = false
		for column, next := range t.Next {
			if next < 1 || next > mostNumbered {
				return fmt.Errorf("table %s: %d is not a valid next value of %s", t.Name, next, column)
			}
		}
	}
	return nil
}

// unhurried lifts the statement timeouts, because copying whole tables may take long. Waiting for
// a lock still times out after ten seconds.
const unhurried = `SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL lock_timeout = '10s'`

// schemaVersion returns the newest applied migration, 0 if there is none.
func schemaVersion(ctx context.Context, tx pgx.Tx) (version int64, err error) {
	there, err := exists(ctx, tx, "goose_db_version")
	if err == nil && there {
		err = tx.QueryRow(ctx, `SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied`).Scan(&version)
	}
	return version, err
}

func exists(ctx context.Context, tx pgx.Tx, table string) (there bool, err error) {
	err = tx.QueryRow(ctx, `SELECT to_regclass($1) IS NOT NULL`, table).Scan(&there)
	return there, err
}

// used reports whether filling the database would overwrite somebody's data. signs names tables
// that are empty in an unused database, apart from starter content.
func (c Choice) used(ctx context.Context, tx pgx.Tx) (some bool, err error) {
	for table, besides := range c.signs {
		there, err := exists(ctx, tx, table)
		if err != nil || !there {
			return false, err
		}
		if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM `+quoted(table)+besides+`)`).Scan(&some); err != nil || some {
			return some, err
		}
	}
	return false, nil
}

// existing returns the chosen tables that exist: an older schema does not have all of them.
func (c Choice) existing(ctx context.Context, tx pgx.Tx) (found []Table, err error) {
	for _, t := range tables.Tables {
		if !c.takes(t) {
			continue
		}
		there, err := exists(ctx, tx, t.Name)
		if err != nil {
			return nil, err
		}
		if there {
			described, err := describe(ctx, tx, t)
			if err != nil {
				return nil, err
			}
			found = append(found, described)
		}
	}
	return found, nil
}

// describe returns the columns of a table that are not generated, and the next value of each
// identity column.
func describe(ctx context.Context, tx pgx.Tx, t tables.Table) (Table, error) {
	described := Table{Name: t.Name, Next: map[string]int64{}}
	rows, err := tx.Query(ctx, `
		SELECT attname::text, attidentity <> '' FROM pg_attribute
		WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attname <> $2 ORDER BY attnum`, t.Name, t.Secret)
	if err != nil {
		return described, err
	}
	var column string
	var numbered bool
	var sequences []string
	if _, err := pgx.ForEachRow(rows, []any{&column, &numbered}, func() error {
		described.Columns = append(described.Columns, column)
		if numbered {
			sequences = append(sequences, column)
		}
		return nil
	}); err != nil {
		return described, err
	}
	for _, column := range sequences {
		var sequence string
		if err := tx.QueryRow(ctx, `SELECT pg_get_serial_sequence($1, $2)`, quoted(t.Name), column).Scan(&sequence); err != nil {
			return described, err
		}
		var next int64
		if err := tx.QueryRow(ctx, `SELECT last_value + is_called::int FROM `+sequence).Scan(&next); err != nil {
			return described, err
		}
		described.Next[column] = next
	}
	return described, nil
}

func quoted(name string) string { return pgx.Identifier{name}.Sanitize() }

func (t *Table) columns() string {
	all := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		all[i] = quoted(c)
	}
	return strings.Join(all, ", ")
}

// estimate returns the approximate number of rows and bytes of the chosen tables.
func estimate(ctx context.Context, tx pgx.Tx, chosen []Table) (rows, bytes int64, err error) {
	names := make([]string, len(chosen))
	for i, t := range chosen {
		names[i] = t.Name
	}
	err = tx.QueryRow(ctx, `SELECT coalesce(sum(greatest(reltuples, 0)), 0)::bigint, coalesce(sum(pg_table_size(oid)), 0)::bigint
		FROM pg_class WHERE oid = ANY(SELECT to_regclass(name) FROM unnest($1::text[]) AS name)`, names).Scan(&rows, &bytes)
	return rows, bytes, err
}

// emptied returns the tables to truncate before filling.
func (c Choice) emptied() (names []string) {
	for _, t := range tables.Tables {
		if c.empties(t) {
			names = append(names, t.Name)
		}
	}
	return names
}

// clearTables truncates the named tables; names of missing tables are ignored.
func clearTables(ctx context.Context, tx pgx.Tx, names []string) error {
	var found []string
	for _, name := range names {
		there, err := exists(ctx, tx, name)
		if err != nil {
			return err
		}
		if there {
			found = append(found, quoted(name))
		}
	}
	_, err := tx.Exec(ctx, `TRUNCATE `+strings.Join(found, ", "))
	return err
}

// triggers enables or disables our triggers: rows are inserted as they were, without side effects.
func triggers(ctx context.Context, tx pgx.Tx, filled []Table, state string) error {
	for i := range filled {
		if _, err := tx.Exec(ctx, fmt.Sprintf(`ALTER TABLE %s %s TRIGGER USER`, quoted(filled[i].Name), state)); err != nil {
			return err
		}
	}
	return nil
}

// number restarts identity columns at their next values.
func number(ctx context.Context, tx pgx.Tx, filled []Table) error {
	for i := range filled {
		for column, next := range filled[i].Next {
			if _, err := tx.Exec(ctx, fmt.Sprintf(`ALTER TABLE %s ALTER COLUMN %s RESTART WITH %d`, quoted(filled[i].Name), quoted(column), next)); err != nil {
				return err
			}
		}
	}
	return nil
}

// sameTables reports whether two lists have the same tables with the same columns.
func sameTables(a, b []Table) bool {
	return slices.EqualFunc(a, b, func(a, b Table) bool { return a.Name == b.Name && slices.Equal(a.Columns, b.Columns) })
}
