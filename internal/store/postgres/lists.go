package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"golang.org/x/text/unicode/norm"

	"parichay/internal/domain/content"
	"parichay/internal/domain/field"
	"parichay/internal/store/db"
	"parichay/locales"
)

// rightNow is the time in India, where owners and most of their readers are.
const rightNow = `(now() AT TIME ZONE 'Asia/Kolkata')`

// inState is the condition of items that are in a state.
func inState(c *content.Collection, s content.State) string {
	switch s {
	case content.Published:
		return published(c) + ` AND ` + due(c, rightNow)
	case content.Scheduled:
		return published(c) + ` AND ` + waits(c, rightNow)
	case content.Hidden:
		return `NOT ` + published(c)
	case content.Untranslated: // see lacks
	}
	return "true"
}

// mostWords bounds a search.
const mostWords = 8

// wordsOf returns the first words of a search text.
func wordsOf(search string) []string {
	words := strings.Fields(norm.NFC.String(search))
	return words[:min(len(words), mostWords)]
}

// contains is the condition that a text contains parameter n in any case. The database
// folds the case of both, because which letters it can fold depends on its character type.
func contains(text string, n int) string {
	return fmt.Sprintf(`strpos(lower(%s), lower($%d)) > 0`, text, n)
}

// from is the part of a collection that p names, and the arguments of that.
func (p Part) from(c *content.Collection, known sums) (sql string, args []any) {
	sql = ` FROM ` + c.Table + ` WHERE deleted_at IS NULL AND ` + inState(c, p.State)
	if p.Bin {
		sql = ` FROM ` + c.Table + ` WHERE deleted_at IS NOT NULL AND ` + inState(c, p.State)
	}
	if langs := p.lacking(); langs != nil {
		args = append(args, lackKeys(known.primary, langs...))
		sql += ` AND ` + known.lacks(c, len(args))
	}
	for _, word := range wordsOf(p.Search) {
		one, other := patterns(word)
		args = append(args, one, other)
		sql += fmt.Sprintf(` AND (%[1]s LIKE lower($%[2]d) OR $%[3]d <> '' AND %[1]s LIKE lower($%[3]d))`, known.titles(c), len(args)-1, len(args))
	}
	return sql, args
}

// lacking are the languages of which an item of the part lacks one; nil: of none.
func (p Part) lacking() []locales.Lang {
	switch {
	case p.Missing != "":
		return []locales.Lang{p.Missing}
	case p.State == content.Untranslated:
		return locales.All
	}
	return nil
}

// ids are those of a part in their order, and how many there are besides them.
func (p Part) ids(ctx context.Context, tx pgx.Tx, c *content.Collection, known sums) (ids []string, total int, err error) {
	from, args := p.from(c, known)
	in := order(c)
	if p.Bin {
		in = `deleted_at DESC, ` + in
	}
	page := fmt.Sprintf(` ORDER BY %s OFFSET $%d LIMIT $%d`, in, len(args)+1, len(args)+2)
	rows, _ := tx.Query(ctx, `SELECT id`+from+page, append([]any{planPerCall}, append(args, p.Offset, p.Limit)...)...) // the rows know its error, too
	if ids, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
		return nil, 0, err
	}
	if p.Offset == 0 && len(ids) < p.Limit {
		return ids, len(ids), nil
	}
	total, err = p.total(ctx, tx, c, known)
	return ids, total, err
}

// total counts a part. Only what no sum knows is counted row by row: what words find, and
// what waits for its day.
func (p Part) total(ctx context.Context, tx pgx.Tx, c *content.Collection, known sums) (total int, err error) {
	count := func(p Part) (n int, err error) {
		from, args := p.from(c, known)
		err = tx.QueryRow(ctx, `SELECT count(*)`+from, append([]any{planPerCall}, args...)...).Scan(&n)
		return n, err
	}
	if p.Search != "" || p.State == content.Scheduled {
		return count(p)
	}
	keys := lackKeys(known.primary, p.lacking()...)
	total = known.count(func(s sum) bool {
		return s.Deleted == p.Bin && (p.State != content.Published || s.Published) && (p.State != content.Hidden || !s.Published) && (keys == nil || s.lacks(keys...))
	})
	if p.State == content.Published {
		p.State = content.Scheduled
		waiting, err := count(p)
		return total - waiting, err
	}
	return total, nil
}

// titles are the titles of an item in all languages. The translations
// hold whole articles, the card no more than their beginning: it is read first.
func titles(c *content.Collection) string {
	words := "translations"
	if len(c.Bodies()) > 0 {
		words = "coalesce(card->'translations', translations)"
	}
	all := []string{c.Field(c.Title).Column}
	for _, lang := range locales.Translated {
		all = append(all, words+`->'`+string(lang)+`'->>'`+c.Title+`'`)
	}
	return `concat_ws(' ', ` + strings.Join(all, ", ") + `)`
}

// DoAll does something to several items of a collection, to all or to none, and tells
// which were not so before. One that is not there is passed over.
func (s Items) DoAll(ctx context.Context, by Author, c *content.Collection, deed content.Deed, ids []string) (changed []string, err error) {
	defer db.Translate(&err, "%s several of %s", deed, c.Name)
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	scopes := []string{c.Name}
	for _, id := range ids {
		scopes = append(scopes, ItemScope(c, id))
	}
	err = s.db.publish(ctx, scopes, func(ctx context.Context, tx pgx.Tx) error {
		changed = []string{}
		for _, id := range ids {
			_, err := changeIn(ctx, tx, by, c, id, actionOf(deed), func(item content.Item) (content.Item, error) { return done(deed, c, item) })
			switch {
			case errors.Is(err, db.ErrUndo), errors.Is(err, pgx.ErrNoRows):
			case err != nil:
				return err
			default:
				changed = append(changed, id)
			}
		}
		if len(changed) == 0 {
			return db.ErrUndo
		}
		return nil
	})
	return changed, err
}

func actionOf(d content.Deed) field.Action {
	switch d {
	case content.DeleteAll:
		return field.Deleted
	case content.UndeleteAll:
		return field.Undeleted
	default:
		return field.Saved
	}
}

func done(d content.Deed, c *content.Collection, item content.Item) (content.Item, error) {
	switch d {
	case content.DeleteAll:
		return binned(c, item)
	case content.UndeleteAll:
		return undeleted(item)
	default:
		return c.Patch(item, content.Changes{Published: new(d == content.ShowAll)})
	}
}

// firstPicture is the address of the first picture of ours in the texts of an item.
func firstPicture(c *content.Collection) string {
	all := []string{}
	for _, key := range c.Bodies() {
		all = append(all, `(regexp_match(`+c.Field(key).Column+`, '<img [^>]*src="(/media/[^"]+)"'))[1]`)
	}
	return `coalesce(` + strings.Join(append(all, `''`), ", ") + `)`
}
