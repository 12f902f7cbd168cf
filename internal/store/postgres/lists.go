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

// rightNow is the current time in India, where owners and most of their readers are.
const rightNow = `(now() AT TIME ZONE 'Asia/Kolkata')`

// inState returns the condition for items in a state. Part.from handles Untranslated.
func inState(c *content.Collection, s content.State) string {
	switch s {
	case content.Published:
		return published(c) + ` AND ` + due(c, rightNow)
	case content.Scheduled:
		return published(c) + ` AND ` + waits(c, rightNow)
	case content.Hidden:
		return `NOT ` + published(c)
	case content.Untranslated: // see sums.lacks
	}
	return "true"
}

// mostWords limits the words of a search.
const mostWords = 8

// wordsOf returns the first words of a search text.
func wordsOf(search string) []string {
	words := strings.Fields(norm.NFC.String(search))
	return words[:min(len(words), mostWords)]
}

// contains returns the condition that a text contains parameter n, ignoring case. The database
// lowercases both, because its LC_CTYPE decides which letters it can lowercase.
func contains(text string, n int) string {
	return fmt.Sprintf(`strpos(lower(%s), lower($%d)) > 0`, text, n)
}

// from returns the FROM clause for the items of p, with its arguments.
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

// lacking returns the languages by which the part is filtered: each of its items lacks at
// least one of them. It returns nil if the part is not filtered by language.
func (p Part) lacking() []locales.Lang {
	switch {
	case p.Missing != "":
		return []locales.Lang{p.Missing}
	case p.State == content.Untranslated:
		return locales.All
	}
	return nil
}

// ids returns the ids of one page of a part, in order, and the total count of the part.
func (p Part) ids(ctx context.Context, tx pgx.Tx, c *content.Collection, known sums) (ids []string, total int, err error) {
	from, args := p.from(c, known)
	in := order(c)
	if p.Bin {
		in = `deleted_at DESC, ` + in
	}
	page := fmt.Sprintf(` ORDER BY %s OFFSET $%d LIMIT $%d`, in, len(args)+1, len(args)+2)
	rows, _ := tx.Query(ctx, `SELECT id`+from+page, append([]any{planPerCall}, append(args, p.Offset, p.Limit)...)...) // rows also reports this error
	if ids, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
		return nil, 0, err
	}
	if p.Offset == 0 && len(ids) < p.Limit {
		return ids, len(ids), nil
	}
	total, err = p.total(ctx, tx, c, known)
	return ids, total, err
}

// total returns the number of items in a part. It counts rows only where the sums do not help:
// for search results and scheduled items.
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

// titles returns an expression for the titles of an item in all languages. It prefers the card,
// which is short, to the translations, which hold whole articles.
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

// DoAll applies a bulk action to items of a collection, to all of them or to none, and returns
// the ids of those that changed. Missing items are skipped.
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

// firstPicture returns an expression for the path of the first uploaded picture in an item's texts.
func firstPicture(c *content.Collection) string {
	all := []string{}
	for _, key := range c.Bodies() {
		all = append(all, `(regexp_match(`+c.Field(key).Column+`, '<img [^>]*src="(/media/[^"]+)"'))[1]`)
	}
	return `coalesce(` + strings.Join(append(all, `''`), ", ") + `)`
}
