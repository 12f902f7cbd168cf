package postgres

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/content"
	"parichay/internal/store/db"
	"parichay/locales"
)

// sums holds how many items of each sort a collection has, and the facts on which the collection's
// queries depend. A sort is a combination of properties.
type sums struct {
	primary string // the language the owner writes in
	sorts   []sum
	unmade  bool // some items do not have their precomputed columns yet
}

// sum is the number of items of one sort.
type sum struct {
	Deleted, Published, Sample bool
	Missing                    []string // in the format of lackKeys
	Items                      int
}

func (s sum) lacks(keys ...string) bool {
	return slices.ContainsFunc(keys, func(key string) bool { return slices.Contains(s.Missing, key) })
}

// sumsOf reads the sums that triggers maintain for a collection with list cards. Other collections
// are short, so their rows are counted.
func sumsOf(ctx context.Context, tx pgx.Tx, c *content.Collection) (all sums, err error) {
	if err := tx.QueryRow(ctx, `SELECT `+primary).Scan(&all.primary); err != nil {
		return all, err
	}
	if !hasCards(c) {
		all.sorts, err = countSorts(ctx, tx, c, "true")
		return all, err
	}
	rows, _ := tx.Query(ctx, `SELECT deleted, published, sample, missing, sum(items)::int FROM item_sums WHERE list = $1 GROUP BY 1, 2, 3, 4 HAVING sum(items) <> 0`, c.Table) // rows also reports this error
	all.sorts, err = pgx.CollectRows(rows, pgx.RowToStructByPos[sum])
	all.unmade = slices.ContainsFunc(all.sorts, isUnmade)
	return all, err
}

// sumsWithLacks is like sumsOf, but also computes the missing languages of items without
// precomputed columns.
func sumsWithLacks(ctx context.Context, tx pgx.Tx, c *content.Collection) (all sums, err error) {
	if all, err = sumsOf(ctx, tx, c); err != nil || !all.unmade {
		return all, err
	}
	unmade, err := countSorts(ctx, tx, c, missingColumn+" IS NULL")
	all.sorts = append(slices.DeleteFunc(all.sorts, isUnmade), unmade...)
	return all, err
}

func isUnmade(s sum) bool { return s.Missing == nil }

// countSorts counts rows of a collection by their sort.
func countSorts(ctx context.Context, tx pgx.Tx, c *content.Collection, where string) ([]sum, error) {
	rows, _ := tx.Query(ctx, `SELECT deleted_at IS NOT NULL, `+published(c)+`, `+sample(c)+`, `+missingInAny(c)+`, count(*)::int FROM `+c.Table+` WHERE `+where+` GROUP BY 1, 2, 3, 4`) // rows also reports this error
	return pgx.CollectRows(rows, pgx.RowToStructByPos[sum])
}

// lacks returns the condition that an item's missing languages include one of the keys in
// parameter n.
func (s sums) lacks(c *content.Collection, n int) string {
	made, unmade := fmt.Sprintf(`%s && $%d::text[]`, missingColumn, n), fmt.Sprintf(`%s && $%d::text[]`, missingInAny(c), n)
	switch {
	case !hasCards(c):
		return unmade
	case s.unmade:
		return `(` + made + ` OR ` + missingColumn + ` IS NULL AND ` + unmade + `)`
	}
	return made
}

// titles returns an expression for an item's titles in lower case.
func (s sums) titles(c *content.Collection) string {
	unmade := `lower(` + titles(c) + `)`
	switch {
	case !hasCards(c):
		return unmade
	case s.unmade:
		return `coalesce(` + titlesColumn + `, ` + unmade + `)`
	}
	return titlesColumn
}

func (s sums) count(which func(sum) bool) (n int) {
	for _, one := range s.sorts {
		if which(one) {
			n += one.Items
		}
	}
	return n
}

func (s sums) counts() content.Counts {
	there := func(s sum) bool { return !s.Deleted }
	counts := content.Counts{
		Total: s.count(there), Bin: s.count(func(s sum) bool { return s.Deleted }),
		Samples: s.count(func(s sum) bool { return there(s) && s.Sample }), Missing: map[locales.Lang]int{},
	}
	for _, lang := range locales.All {
		counts.Missing[lang] = s.count(func(one sum) bool { return there(one) && one.lacks(lackKeys(s.primary, lang)...) })
	}
	return counts
}

// MergeSums merges rows with equal keys in the sums of items and leads. Such rows accumulate,
// because every statement appends to the sums.
func (s *Store) MergeSums(ctx context.Context) (err error) {
	defer db.Translate(&err, "merge sums")
	for _, t := range []struct{ table, keys, sums, some string }{
		{"item_sums", "list, deleted, published, sample, missing", "sum(items)", "sum(items) <> 0"},
		{"lead_sums", "day, status, feedback_type, source, by_hand", "sum(leads), sum(won), sum(value_inr)", "sum(leads) <> 0 OR sum(won) <> 0 OR sum(value_inr) <> 0"},
	} {
		// Rows that are added meanwhile are merged by the next call.
		if _, err := s.work.Exec(ctx, `
			WITH merged AS (
				DELETE FROM `+t.table+` WHERE ctid = ANY(ARRAY(SELECT ctid FROM (SELECT ctid, count(*) OVER (PARTITION BY `+t.keys+`) AS n FROM `+t.table+`) AS same WHERE n > 1)) RETURNING *
			)
			INSERT INTO `+t.table+` SELECT `+t.keys+`, `+t.sums+` FROM merged GROUP BY `+t.keys+` HAVING `+t.some); err != nil {
			return err
		}
	}
	return nil
}
