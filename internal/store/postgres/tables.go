package postgres

import (
	"context"
	"errors"

	"parichay/internal/store/db"
	"parichay/internal/store/tables"
)

func signInTables() (names []string) {
	for _, t := range tables.Tables {
		if t.SignIn {
			names = append(names, t.Name)
		}
	}
	return names
}

// pruneStep limits the rows that one statement deletes.
const pruneStep = 1000

// Prune deletes expired rows. An error in one table does not stop the others.
func (s *Store) Prune(ctx context.Context) (err error) {
	defer db.Translate(&err, "prune")
	var failed []error
	for _, t := range tables.Tables {
		for n := int64(pruneStep); t.Over != "" && n == pruneStep; {
			n, err = s.work.Exec(ctx, `DELETE FROM `+t.Name+` WHERE ctid = ANY(ARRAY(SELECT ctid FROM `+t.Name+` WHERE `+t.Over+` LIMIT $1))`, pruneStep)
			failed = append(failed, err)
		}
	}
	return errors.Join(failed...)
}
