package postgres_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/content"
	"parichay/internal/store/postgres"
	"parichay/internal/store/tables"
	"parichay/internal/testkit/testdb"
)

// schema returns the columns of our own tables.
func schema(t *testing.T, store *postgres.Store) map[string][]string {
	t.Helper()
	rows, err := store.Pool().Query(t.Context(), `SELECT table_name::text, array_agg(column_name::text) FROM information_schema.columns
		WHERE table_schema = 'public' AND table_name !~ '^(river|goose)_' AND NOT (SELECT relispartition FROM pg_class WHERE oid = table_name::regclass) GROUP BY table_name`)
	require.NoError(t, err)
	columns := map[string][]string{}
	var table string
	var names []string
	_, err = pgx.ForEachRow(rows, []any{&table, &names}, func() error {
		columns[table] = slices.Clone(names)
		return nil
	})
	require.NoError(t, err)
	return columns
}

func TestTablesListsExactlyTheTablesOfTheSchema(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	there := schema(t, store)
	var named []string
	for _, table := range tables.Tables {
		named = append(named, table.Name)
		if table.Of != "" {
			assert.Equal(t, 1, count(t, url, fmt.Sprintf(
				`SELECT count(*) FROM pg_constraint WHERE conrelid = '%s'::regclass AND confrelid = '%s'::regclass AND confdeltype = 'c'`, table.Name, table.Of)),
				"%s: its rows are not deleted with those of %s", table.Name, table.Of)
		}
		if table.Over == "" && table.Of == "" && !table.SignIn && !table.ByDay {
			assert.True(t, table.BackedUp, "%s: retained but not backed up", table.Name)
		}
	}
	for table := range there {
		assert.Contains(t, named, table, "table %s is missing from tables.Tables: add it, or the cleanup job deletes the pictures that its rows use", table)
	}
	for _, table := range named {
		if !slices.ContainsFunc(content.Collections, func(c content.Collection) bool { return c.Table == table }) {
			assert.Contains(t, there, table, "tables.Tables lists %s, but there is no such table", table)
		}
	}
	slices.Sort(named)
	assert.Len(t, slices.Compact(named), len(tables.Tables), "a table is listed twice")
}

func TestTLSKeysAreNeitherBackedUpNorExported(t *testing.T) {
	t.Parallel()
	seen := 0
	for _, table := range tables.Tables {
		if strings.HasPrefix(table.Name, "tls_") {
			seen++
			assert.True(t, table.Private && !table.BackedUp, table.Name)
		}
	}
	assert.Equal(t, 2, seen)
}

// lacking lists the tables and columns of a collection that a schema lacks.
func lacking(c content.Collection, there map[string][]string) (all []string) {
	columns, found := there[c.Table]
	if !found {
		return []string{fmt.Sprintf("collection %s: there is no table %s, write a migration", c.Name, c.Table)}
	}
	needed := []string{"id", "revision", "updated_at", "deleted_at", "translations"}
	if c.Drafts {
		needed = append(needed, "published")
	}
	if c.Ordered {
		needed = append(needed, "position")
	} else {
		needed = append(needed, "date")
	}
	for i := range c.Fields {
		needed = append(needed, c.Fields[i].Column)
	}
	slices.Sort(needed)
	for _, column := range slices.Compact(needed) {
		if !slices.Contains(columns, column) {
			all = append(all, fmt.Sprintf("collection %s: table %s has no column %s, write a migration", c.Name, c.Table, column))
		}
	}
	return all
}

func TestEveryCollectionHasATableWithAllColumns(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	there := schema(t, store)
	for _, c := range content.Collections {
		for _, missing := range lacking(c, there) {
			t.Error(missing)
		}
	}

	festivals := content.Collection{Name: "festivals", Table: "festivals", Ordered: true, Fields: []content.Field{{Key: "who", Column: "who"}}}
	assert.Equal(t, []string{"collection festivals: there is no table festivals, write a migration"}, lacking(festivals, there))
	testdb.Exec(t, url, `CREATE TABLE festivals (LIKE services)`)
	assert.Equal(t, []string{"collection festivals: table festivals has no column who, write a migration"}, lacking(festivals, schema(t, store)))
	testdb.Exec(t, url, `ALTER TABLE festivals ADD who text, DROP position`)
	assert.Equal(t, []string{"collection festivals: table festivals has no column position, write a migration"}, lacking(festivals, schema(t, store)))
}

func TestOnlyExpiredRowsArePruned(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	testdb.Exec(t, url, `UPDATE lead_settings SET retention_months = 1`)
	rows := map[string]string{ // how to insert a row of age $1; a row of age 0 expires in an hour
		"sessions":         `(token, expires_at) VALUES ($1, now() - $1::interval + interval '1 hour')`,
		"half_sessions":    `(token, expires_at) VALUES ($1, now() - $1::interval + interval '1 hour')`,
		"known_devices":    `(token, expires_at) VALUES ($1, now() - $1::interval + interval '1 hour')`,
		"challenges":       `(challenge, data, expires_at) VALUES ($1, '{}', now() - $1::interval + interval '1 hour')`,
		"used_challenges":  `(challenge, expires_at) VALUES ($1, now() - $1::interval + interval '1 hour')`,
		"owner_links":      `(token, purpose, expires_at) VALUES ($1, '', now() - $1::interval + interval '1 hour')`,
		"draft_links":      `(token, collection, item_id, expires_at) VALUES ($1, 'posts', $1, now() - $1::interval + interval '1 hour')`,
		"report_links":     `(token, money, expires_at) VALUES ($1, false, now() - $1::interval + interval '1 hour')`,
		"sign_in_attempts": `(counter, at) VALUES ($1, now() - $1::interval)`,
		"alarms":           `(due_at, email, urgent, at) VALUES (now(), '', false, now() - $1::interval)`,
		"alarm_links":      `(token, alarm, expires_at) SELECT $1, min(id), now() - $1::interval + interval '1 hour' FROM alarms`,
		"security_events":  `(kind, at) VALUES ('', now() - $1::interval)`,
		"form_tokens":      `(nonce, used_at) VALUES ($1::text::bytea, now() - $1::interval)`,
		"arrivals":         `(network, at) VALUES ('', now() - $1::interval)`,
		"lead_mails":       `(at) VALUES (now() - $1::interval)`,
		"tls_files":        `(name, value, stored_at) VALUES ('acme/ca/challenge_tokens/' || $1, '', now() - $1::interval)`,
		"tls_locks":        `(name, owner, expires_at) VALUES ($1, '', now() - $1::interval + interval '1 hour')`,
		"visit_salts":      `(day, salt) VALUES (((now() - $1::interval) AT TIME ZONE 'Asia/Kolkata')::date, '')`,
		"feedback": `(name, email, comment, feedback_type, language, idempotency_key, digest, created_at)
			VALUES ('', '', '', 'quote_request', 'en', $1, '', now() - $1::interval)`,
	}
	for _, table := range tables.Tables {
		if table.Over == "" {
			continue
		}
		insert := rows[table.Name]
		require.NotEmpty(t, insert, "table %s is pruned: add here how to insert a row", table.Name)
		for _, age := range []string{"0 seconds", "1 year"} {
			testdb.Exec(t, url, strings.ReplaceAll(`INSERT INTO `+table.Name+` `+insert, `$1`, `'`+age+`'`))
		}
	}
	require.NoError(t, store.Prune(t.Context()))
	for table := range rows {
		assert.Equal(t, 1, count(t, url, `SELECT count(*) FROM `+table), table)
	}
}

func TestErrorNamesTheRoleThatCannotChangeTables(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	state, err := store.Schema(t.Context())
	require.NoError(t, err)
	assert.Positive(t, state.At())
	steps, err := store.QueueSteps(t.Context())
	require.NoError(t, err)
	require.NotEmpty(t, steps)
	for _, step := range steps {
		assert.True(t, step.Applied, step.Name)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	fails := func() []error {
		_, reading := store.Schema(ended)
		_, listing := store.QueueSteps(ended)
		_, migrating := store.Migrate(ended)
		return []error{reading, listing, migrating}
	}
	for _, err := range fails() {
		require.Error(t, err)
		require.NotErrorIs(t, err, postgres.ErrMigrating)
	}
	require.Error(t, store.MigrateAs("::"))
	require.NoError(t, store.MigrateAs(url))
	_, err = store.Migrate(t.Context())
	require.NoError(t, err)
	for _, err := range fails() {
		require.ErrorIs(t, err, postgres.ErrMigrating)
	}
}
