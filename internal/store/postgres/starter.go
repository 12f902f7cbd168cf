package postgres

import (
	"context"
	"database/sql"
	"encoding/json"
	"strings"

	"parichay/internal/domain/content"
)

// insertStarter is the migration step that stores the starter content. It runs once in the life of
// a database, so the owner's edits and deletions stay. It names only columns for which the starter
// has a value, because columns that were added by later steps do not exist yet.
func insertStarter(ctx context.Context, tx *sql.Tx) error {
	for _, c := range []*content.Collection{content.Services, content.Portfolio, content.Posts} {
		items, err := c.Starter()
		if err != nil {
			return err
		}
		for i, item := range items {
			words, err := json.Marshal(item.Translations)
			if err != nil {
				return err
			}
			columns, args := []string{"id", "translations"}, []any{item.ID, string(words)}
			if c.Ordered {
				columns, args = append(columns, "position"), append(args, i+1)
			}
			for j := range c.Fields {
				f := &c.Fields[j]
				if _, given := item.Values[f.Key]; given {
					columns, args = append(columns, f.Column), append(args, cell(f, item.Values))
				}
			}
			statement := `INSERT INTO ` + c.Table + ` (` + strings.Join(columns, ", ") + `) VALUES (` + placeholders(len(args)) + `)` //nolint:gosec // the names come from content.Collections
			if _, err := tx.ExecContext(ctx, statement, args...); err != nil {
				return err
			}
		}
	}
	return nil
}
