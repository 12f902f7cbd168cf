package db

import (
	"errors"
	"net/url"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Address is where a database is, and as whom the program goes there.
type Address struct {
	Host, Database, User, Password string
	Port                           uint16
	Options                        map[string]string
}

// ErrAddress says nothing of what was read: parts of it may be a password.
var ErrAddress = errors.New("not the address of a PostgreSQL database")

// ParseAddress reads an address as the pools will.
func ParseAddress(text string) (Address, error) {
	pool, err := pgxpool.ParseConfig(text)
	if err != nil {
		return Address{}, ErrAddress
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
