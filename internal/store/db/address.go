package db

import (
	"crypto/tls"
	"errors"
	"io/fs"
	"net/url"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"parichay/internal/kit/listen"
)

// Address is where a database is, and as whom the program goes there.
type Address struct {
	Host, Database, User, Password string
	Port                           uint16
	Options                        map[string]string
}

// ErrAddress says nothing of what was read: parts of it may be a password.
var ErrAddress = errors.New("not the address of a PostgreSQL database")

// What is wrong with an address that can be read.
var (
	ErrSSLMode = errors.New("its sslmode must be disable, allow, prefer, require, verify-ca or verify-full")
	ErrSSLFile = errors.New("a file that its sslrootcert, sslcert or sslkey names cannot be read")
)

// Pools is what an address says of connections. Where it does not say how they are
// encrypted, those that leave networks of our own are, or there are none: a server that
// cannot is told of by package reach.
func Pools(text string) (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(text)
	if err != nil {
		return nil, wrong(err)
	}
	if strings.Contains(text, "sslmode") {
		return config, nil
	}
	at := config.ConnConfig
	at.Fallbacks = slices.DeleteFunc(at.Fallbacks, func(f *pgconn.FallbackConfig) bool { return f.TLSConfig == nil && !listen.Near(f.Host) })
	verify(at.Host, at.TLSConfig)
	for _, next := range at.Fallbacks {
		verify(next.Host, next.TLSConfig)
	}
	return config, nil
}

// wrong is what of the parser's error can be told: its own words repeat the address,
// password included.
func wrong(err error) error {
	parsing, ok := errors.AsType[*pgconn.ParseConfigError](err)
	if !ok {
		return ErrAddress
	}
	cause := parsing.Unwrap()
	if _, file := errors.AsType[*fs.PathError](cause); file {
		return ErrSSLFile
	}
	if cause != nil && cause.Error() == "sslmode is invalid" {
		return ErrSSLMode
	}
	return ErrAddress
}

// verify has a server outside of networks of our own prove who it is (as sslmode=verify-full).
func verify(host string, c *tls.Config) {
	if c != nil && !listen.Near(host) {
		c.InsecureSkipVerify, c.ServerName, c.MinVersion = false, host, tls.VersionTLS12
	}
}

// ParseAddress reads an address as the pools will.
func ParseAddress(text string) (Address, error) {
	pool, err := Pools(text)
	if err != nil {
		return Address{}, err
	}
	at := pool.ConnConfig
	options := at.RuntimeParams // of an address in words; one that is a URL may say more
	if u, err := url.Parse(text); err == nil && u.Scheme != "" {
		options = map[string]string{}
		for name, values := range u.Query() {
			options[name] = values[0]
		}
	}
	return Address{Host: at.Host, Port: at.Port, Database: at.Database, User: at.User, Password: at.Password, Options: options}, nil
}
