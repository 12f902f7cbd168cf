// Package testdb gives each test its own PostgreSQL database, cloned from a template that
// is migrated once. It is imported by tests only and needs a real server.
package testdb

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/url"
	"os"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"parichay/internal/store/postgres"
)

// template returns the name of the template database, which is migrated once per test binary.
// Cloning it takes 0.1 s.
var template = sync.OnceValues(func() (string, error) {
	_ = os.Getenv("DEV_PG_VERSION") // read, so that Go does not reuse cached test results with another server version
	name := "template_" + rand.Text()
	if err := admin("CREATE DATABASE " + pgx.Identifier{name}.Sanitize()); err != nil {
		return "", err
	}
	store, err := postgres.Open(context.Background(), address(name))
	if err != nil {
		return "", err
	}
	defer store.Close()
	_, err = store.Migrate(context.Background())
	return name, err
})

// New returns a store over a fresh, migrated database, and the database's URL.
func New(t testing.TB) (*postgres.Store, string) {
	t.Helper()
	base, err := template()
	if err != nil {
		t.Fatalf("template database: %v", err)
	}
	return fresh(t, "CREATE DATABASE %s TEMPLATE "+pgx.Identifier{base}.Sanitize())
}

// Empty returns a store over a database without a schema, and the database's URL.
func Empty(t testing.TB) (*postgres.Store, string) {
	t.Helper()
	return fresh(t, "CREATE DATABASE %s")
}

// WithCType returns a store over a fresh, migrated database with LC_CTYPE ctype, for example
// C, which knows only ASCII letters.
func WithCType(t testing.TB, ctype string) (*postgres.Store, string) {
	t.Helper()
	store, url := fresh(t, "CREATE DATABASE %s TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE '"+ctype+"'")
	if _, err := store.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return store, url
}

func fresh(t testing.TB, create string) (*postgres.Store, string) {
	t.Helper()
	name := "test_" + rand.Text()
	quoted := pgx.Identifier{name}.Sanitize()
	if err := admin(fmt.Sprintf(create, quoted)); err != nil {
		t.Fatalf("create database: %v", err)
	}
	store, err := postgres.Open(t.Context(), address(name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		store.Close()
		if err := admin("DROP DATABASE " + quoted + " WITH (FORCE)"); err != nil {
			t.Errorf("drop database: %v", err)
		}
	})
	return store, address(name)
}

// Exec runs SQL on a test's database, for operations that the store does not offer.
func Exec(t testing.TB, url, sql string, args ...any) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	if _, err := conn.Exec(t.Context(), sql, args...); err != nil {
		t.Fatal(err)
	}
}

func address(database string) string {
	base := os.Getenv("PARICHAY_DATABASE_URL")
	u, err := url.Parse(base)
	if base == "" || err != nil {
		panic("tests need a real PostgreSQL: run them with scripts/with-postgres")
	}
	u.Path = "/" + database
	return u.String()
}

// creating serialises CREATE DATABASE, because PostgreSQL refuses to clone a template that
// is being cloned.
var creating sync.Mutex

func admin(sql string) error {
	creating.Lock()
	defer creating.Unlock()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, os.Getenv("PARICHAY_DATABASE_URL"))
	if err != nil {
		return fmt.Errorf("%w (run tests with scripts/with-postgres)", err)
	}
	defer func() { _ = conn.Close(ctx) }()
	_, err = conn.Exec(ctx, sql)
	return err
}
