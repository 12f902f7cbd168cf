// Package tenant makes a site's own place in a server that others use, too: a role and
// a database of the same name.
package tenant

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Make makes the role and its database, as an administrator of the server at an
// address. What is there stays. The names of all sites' databases begin with prefix.
// The administrator connects to no site's database, and resolves no name to what a
// site's role may have made: either would run the site's code with all rights.
func Make(ctx context.Context, administrator, prefix, name string) error {
	config, err := pgx.ParseConfig(administrator)
	if err != nil {
		return err
	}
	config.RuntimeParams["search_path"] = "pg_catalog"
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	most, others, err := shared(ctx, conn, prefix, name)
	if err != nil {
		return err
	}
	if err := enough(most, others); err != nil {
		return err
	}
	quoted := pgx.Identifier{name}.Sanitize()
	// No password: the server knows the program by its user on this machine.
	if _, err := conn.Exec(ctx, `CREATE ROLE `+quoted+` LOGIN`); err != nil && !isThere(err) {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err := createDatabase(ctx, conn, quoted, locale); err != nil && !isThere(err) {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err := pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error { return closeToStrangers(ctx, tx, name) }); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// closeToStrangers takes the right to connect from all roles but the owner, and opens a new
// database. A database is new if it takes no connections although every role may connect:
// createDatabase leaves it so. One that an administrator closed later stays closed.
func closeToStrangers(ctx context.Context, tx pgx.Tx, name string) error {
	var fresh bool
	if err := tx.QueryRow(ctx, `
		SELECT NOT datallowconn AND has_database_privilege('public', oid, 'CONNECT')
		FROM pg_database WHERE datname = $1`, name).Scan(&fresh); err != nil {
		return err
	}
	quoted := pgx.Identifier{name}.Sanitize()
	if _, err := tx.Exec(ctx, `REVOKE CONNECT, TEMPORARY ON DATABASE `+quoted+` FROM PUBLIC`); err != nil || !fresh {
		return err
	}
	_, err := tx.Exec(ctx, `ALTER DATABASE `+quoted+` WITH ALLOW_CONNECTIONS true`)
	return err
}

// locale knows the letters of all scripts and sorts the same on every system. With the
// locale C, letters outside ASCII make no trigrams and have no case.
const locale = "C.UTF-8"

// createDatabase creates a database with a locale, or with the server's own locale if the
// system under the server does not have that one. The database takes no connections yet:
// the server lets every role connect to a new one.
func createDatabase(ctx context.Context, conn *pgx.Conn, quoted, locale string) error {
	create := `CREATE DATABASE ` + quoted + ` OWNER ` + quoted + ` ENCODING 'UTF8' TEMPLATE template0 ALLOW_CONNECTIONS false`
	_, err := conn.Exec(ctx, create+` LC_COLLATE '`+locale+`' LC_CTYPE '`+locale+`'`)
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok && refused.Code == "42809" { // invalid locale name
		_, err = conn.Exec(ctx, create)
	}
	return err
}

// connsOfSite is what a site needs of a server's connections: a few while it is quiet,
// and not all of them are busy at once.
const connsOfSite = 10

// shared is how many connections the server takes, and how many other sites there are.
func shared(ctx context.Context, conn *pgx.Conn, prefix, name string) (most, others int, err error) {
	err = conn.QueryRow(ctx, `
		SELECT current_setting('max_connections')::int, count(*) FROM pg_database
		WHERE starts_with(datname, $1) AND datname <> $2`, prefix, name).Scan(&most, &others)
	return most, others, err
}

// enough refuses a site for which the server has not enough connections: it and the
// others would take turns in being refused.
func enough(most, others int) error {
	needed := (others + 1) * connsOfSite
	if needed <= most {
		return nil
	}
	return fmt.Errorf(`PostgreSQL takes %d connections, enough for %d sites. To allow more, then run this again:
sudo -u postgres psql -c 'ALTER SYSTEM SET max_connections = %d' && sudo systemctl restart postgresql`, most, most/connsOfSite, max(2*most, needed))
}

func isThere(err error) bool {
	refused, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (refused.Code == "42710" || refused.Code == "42P04")
}
