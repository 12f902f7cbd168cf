package postgres

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/content"
	"parichay/internal/domain/field"
	"parichay/internal/kit/fault"
)

// claim permanently reserves the address that the owner chose for an item: if the item gets
// another address later, this one redirects to it. An address that another item has or had is
// refused. The item's own id needs no claim. An autosave claims nothing, because it would
// reserve every prefix of an address that is being typed.
func claim(ctx context.Context, tx pgx.Tx, c *content.Collection, item content.Item, how field.Action) (content.Item, error) {
	if c.Address == "" || item.Values.Text(c.Address) == "" {
		return item, nil
	}
	address := item.Values.Text(c.Address)
	if address == item.ID {
		item.Values = maps.Clone(item.Values)
		item.Values[c.Address] = ""
		return item, nil
	}
	free := !slices.Contains(c.Reserved, address)
	if !free {
		return item, fault.Invalid{Issues: []fault.Issue{{Field: c.Address, Code: fault.Taken}}}
	}
	err := tx.QueryRow(ctx, `
		WITH given AS (INSERT INTO item_addresses (collection, address, item_id) SELECT $1, $2, $3 WHERE $4 ON CONFLICT DO NOTHING)
		SELECT NOT EXISTS (SELECT FROM `+c.Table+` WHERE id = $2)
			AND NOT EXISTS (SELECT FROM item_addresses WHERE collection = $1 AND address = $2 AND item_id <> $3)`, c.Name, address, item.ID, how != field.Autosaved).Scan(&free)
	if err == nil && !free {
		err = fault.Invalid{Issues: []fault.Issue{{Field: c.Address, Code: fault.Taken}}}
	}
	return item, err
}

// withAddresses adds to scopes the scopes of all addresses that the items have or had, because
// the pages at these addresses change with the item. It takes the site's write lock.
func withAddresses(ctx context.Context, tx pgx.Tx, scopes []string) ([]string, error) {
	var lists, ids []string
	for _, scope := range scopes {
		if list, id, one := strings.Cut(scope, "/"); one && content.CollectionNamed(list).Address != "" {
			lists, ids = append(lists, list), append(ids, id)
		}
	}
	if len(ids) == 0 {
		return scopes, nil
	}
	if _, err := tx.Exec(ctx, `SELECT FROM site_version FOR UPDATE`); err != nil {
		return nil, err
	}
	rows, _ := tx.Query(ctx, `SELECT collection || '/' || address FROM item_addresses WHERE collection = ANY ($1) AND item_id = ANY ($2)`, lists, ids)
	more, err := pgx.CollectRows(rows, pgx.RowTo[string])
	return slices.Concat(scopes, more), err
}
