// Package accounts keeps who the owner is and who is signed in: the account, its
// log, sessions, second factors, and the attempts to sign in.
package accounts

import (
	"parichay/internal/kit/seal"
	"parichay/internal/store/db"
)

type (
	// Account keeps the owner, the account's log, and the attempts to sign in.
	Account struct {
		db     *db.DB
		tables []string
	}
	// Sessions keeps who is signed in, or half.
	Sessions struct{ db *db.DB }
	// Factors keeps second factors and the questions put to them.
	Factors struct {
		db  *db.DB
		key *seal.Key // for the authenticator's secret
	}
)

// New opens the stores. tables are those that are part of signing in: they are
// emptied when the owner is set anew.
func New(d *db.DB, tables []string) (Account, Sessions, Factors) {
	return Account{d, tables}, Sessions{d}, Factors{db: d}
}
