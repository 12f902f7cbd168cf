package postgres

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/content"
	"parichay/internal/domain/field"
	"parichay/internal/kit/fault"
	"parichay/internal/store/db"
	"parichay/locales"
)

// itemColumns returns the columns in the order that scanItem reads. They are derived from the
// collection's fields, so a new field changes no query.
func itemColumns(c *content.Collection) string {
	columns := []string{"id", "revision", "updated_at", "deleted_at", "translations", published(c), sample(c), primary}
	for i := range c.Fields {
		f := &c.Fields[i]
		columns = append(columns, f.Column)
	}
	return strings.Join(columns, ", ")
}

func published(c *content.Collection) string {
	if c.Drafts {
		return "published"
	}
	return "true"
}

func sample(c *content.Collection) string {
	return map[bool]string{true: "sample", false: "false"}[c.Samples]
}

func scanItem(c *content.Collection, row pgx.Row) (content.Item, error) {
	return scanMore(c, row, func(*content.Item) []any { return nil })
}

// scanMore scans an item, and the columns that follow it into the targets that more returns.
func scanMore(c *content.Collection, row pgx.Row, more func(*content.Item) []any) (content.Item, error) {
	var item content.Item
	targets := []any{&item.ID, &item.Revision, &item.UpdatedAt, &item.DeletedAt, &item.Translations, &item.Published, &item.Sample, &item.Primary}
	first := len(targets)
	for i := range c.Fields {
		switch f := &c.Fields[i]; {
		case f.Kind == field.Tags:
			targets = append(targets, new([]string))
		case f.Layout() != "":
			targets = append(targets, new(time.Time))
		default:
			targets = append(targets, new(string))
		}
	}
	if err := row.Scan(append(targets, more(&item)...)...); err != nil {
		return item, err
	}
	item.Values = content.Values{}
	for i := range c.Fields {
		f := &c.Fields[i]
		switch cell := targets[first+i].(type) {
		case *[]string:
			item.Values[f.Key] = *cell
		case *time.Time:
			item.Values[f.Key] = cell.Format(f.Layout())
		case *string:
			item.Values[f.Key] = *cell
		}
	}
	return item, nil
}

// Part selects which of a collection's items are listed.
type Part struct {
	Bin           bool          // only items in the bin; false: only items outside it
	Missing       locales.Lang  // only items that lack a text in this language
	State         content.State // only items in this state
	Search        string        // only items whose title contains these words
	Offset, Limit int
}

// List lists one page of a part of a collection, without bodies, and returns the total count. Items
// are in public order; the bin is ordered by deletion, latest first.
func (s Items) List(ctx context.Context, c *content.Collection, p Part) (items []content.Item, total int, err error) {
	defer db.Translate(&err, "items of %s", c.Name)
	listed := c.Listed()
	err = s.db.Snapshot(ctx, func(ctx context.Context, tx pgx.Tx) error {
		read := sumsOf
		if p.lacking() != nil {
			read = sumsWithLacks
		}
		known, err := read(ctx, tx, c)
		if err != nil {
			return err
		}
		ids, n, err := p.ids(ctx, tx, c, known)
		if total = n; err != nil {
			return err
		}
		rows, _ := tx.Query(ctx, `SELECT `+strings.Replace(itemColumns(listed), "translations", shortened, 1)+`, `+missing(c)+`, `+firstPicture(c)+` FROM `+c.Table+`
			WHERE id = ANY($1) ORDER BY deleted_at DESC, `+order(c), ids, c.Bodies())
		items, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (content.Item, error) {
			return scanMore(listed, row, func(item *content.Item) []any { return []any{&item.Missing, &item.Picture} })
		})
		return err
	})
	return items, total, err
}

// Count counts the items of every collection.
func (s Items) Count(ctx context.Context) (counts map[string]content.Counts, err error) {
	defer db.Translate(&err, "count items")
	counts = map[string]content.Counts{}
	err = s.db.Snapshot(ctx, func(ctx context.Context, tx pgx.Tx) error {
		for i := range content.Collections {
			c := &content.Collections[i]
			known, err := sumsWithLacks(ctx, tx, c)
			if err != nil {
				return err
			}
			counts[c.Name] = known.counts()
		}
		return nil
	})
	return counts, err
}

// Item returns one item, even from the bin, or ErrNotFound.
func (s Items) Item(ctx context.Context, c *content.Collection, id string) (item content.Item, err error) {
	defer db.Translate(&err, "item %q of %s", id, c.Name)
	return db.One(ctx, s.db.DB, scanner(c), `SELECT `+itemColumns(c)+` FROM `+c.Table+` WHERE id = $1`, id)
}

// shortened selects the translations without the bodies, whose keys are $2.
const shortened = `(SELECT coalesce(jsonb_object_agg(lang, texts - $2::text[]), '{}') FROM jsonb_each(translations) AS t (lang, texts))`

func order(c *content.Collection) string {
	if c.Ordered {
		return "position, id"
	}
	return c.Field(c.Scheduled).Column + " DESC, id"
}

// Author identifies who makes a change.
type Author string

// Create stores a new item made from changes and returns it. A repeated key returns the stored item.
func (s Items) Create(ctx context.Context, by Author, c *content.Collection, key string, changes content.Changes) (created content.Item, err error) {
	defer db.Translate(&err, "create in %s", c.Name)
	item, err := s.newItem(ctx, c, changes)
	if err != nil {
		return created, err
	}
	err = s.db.writeFor(ctx, savedHow(changes), []string{c.Name}, func(ctx context.Context, tx pgx.Tx) error {
		var id string
		err := tx.QueryRow(ctx, `SELECT item_id FROM item_revisions WHERE idempotency_key = $1 AND collection = $2`, key, c.Name).Scan(&id)
		if err == nil {
			if created, err = itemByID(ctx, tx, c, id); err != nil {
				return err
			}
			return db.ErrUndo
		}
		if !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
		created, err = insertItem(ctx, tx, by, c, item, savedHow(changes), key)
		return err
	})
	return created, err
}

// CreateAll stores new items, all or none, in the order of changes, and returns their ids. A
// repeated key returns the ids of the stored items.
func (s Items) CreateAll(ctx context.Context, by Author, c *content.Collection, key string, changes []content.Changes) (ids []string, err error) {
	defer db.Translate(&err, "create several in %s", c.Name)
	items, keys, issues := []content.Item{}, []string{}, []fault.Issue{}
	for n, change := range changes {
		item, err := s.newItem(ctx, c, change)
		if invalid, refused := errors.AsType[fault.Invalid](err); refused {
			for _, issue := range invalid.Issues {
				issue.Field = strconv.Itoa(n) + "." + issue.Field
				issues = append(issues, issue)
			}
		} else if err != nil {
			return nil, err
		}
		items, keys = append(items, item), append(keys, key+"/"+strconv.Itoa(n))
	}
	if len(issues) > 0 {
		return nil, fault.Invalid{Issues: issues}
	}
	err = s.db.writeFor(ctx, field.Created, []string{c.Name}, func(ctx context.Context, tx pgx.Tx) error {
		rows, _ := tx.Query(ctx, `SELECT item_id FROM item_revisions WHERE idempotency_key = ANY ($1) AND collection = $2 ORDER BY id`, keys, c.Name)
		if ids, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
			return err
		}
		if len(ids) > 0 {
			return db.ErrUndo
		}
		for n, item := range items {
			created, err := insertItem(ctx, tx, by, c, item, field.Created, keys[n])
			if err != nil {
				return err
			}
			ids = append(ids, created.ID)
		}
		return nil
	})
	return ids, err
}

// newItem returns a new item made from changes. It is not stored.
func (s Items) newItem(ctx context.Context, c *content.Collection, changes content.Changes) (item content.Item, err error) {
	if err := s.db.QueryRow(ctx, `SELECT `+primary).Scan(&item.Primary); err != nil {
		return item, err
	}
	if item, err = c.Patch(item, changes); err != nil {
		return item, err
	}
	return item, private(changes, item)
}

// insertItem stores a new item under a free id.
func insertItem(ctx context.Context, tx pgx.Tx, by Author, c *content.Collection, item content.Item, how field.Action, key string) (content.Item, error) {
	err := roomFor(ctx, tx, c)
	if err != nil {
		return item, err
	}
	if item.ID, err = freeID(ctx, tx, c, c.TitleOf(item)); err != nil {
		return item, err
	}
	if item, err = claim(ctx, tx, c, item, how); err != nil {
		return item, err
	}
	if err := refuseUnstored(ctx, tx, nil, c.Uploads(item)); err != nil {
		return item, err
	}
	if err := insertRow(ctx, tx, c, item); err != nil {
		return item, err
	}
	created, err := record(ctx, tx, c, item, field.Created, by, &key)
	if err != nil {
		return created, err
	}
	return created, raiseItem(ctx, tx, c, content.Item{}, created)
}

// roomFor returns ErrFull if a collection has reached its limit.
func roomFor(ctx context.Context, tx pgx.Tx, c *content.Collection) error {
	var n int
	if c.Most == 0 {
		return nil
	}
	if err := tx.QueryRow(ctx, `SELECT count(*) FROM `+c.Table+` WHERE deleted_at IS NULL`).Scan(&n); err != nil {
		return err
	}
	if n >= c.Most {
		return fault.ErrFull
	}
	return nil
}

// freeID returns an id that no item has or had: a slug of the title if the collection uses slugs,
// otherwise the time.
func freeID(ctx context.Context, tx pgx.Tx, c *content.Collection, title string) (id string, err error) {
	base, first, candidate := "", 1, `CASE n WHEN 1 THEN $1 ELSE $1 || '-' || n END`
	if c.Slugs {
		base = content.Slug(title)
	}
	switch {
	case base == "":
		base, candidate = strconv.FormatInt(time.Now().UnixMilli(), 10), `($1::bigint + n - 1)::text`
	case slices.Contains(c.Reserved, base):
		first = 2
	}
	// One query tries many candidates, because a pasted list may have the same title many times. Counts and the
	// bound make PostgreSQL look up each candidate. With NOT EXISTS it would read all ids; without the bound it
	// would spend longer on compiling the query (JIT).
	const many = 200
	for err = pgx.ErrNoRows; errors.Is(err, pgx.ErrNoRows); first += many {
		err = tx.QueryRow(ctx, `SELECT id FROM (SELECT `+candidate+` AS id FROM generate_series($3::int, $4::int) AS n) AS candidates
			WHERE (SELECT count(*) FROM `+c.Table+` AS t WHERE t.id = candidates.id) = 0
				AND (SELECT count(*) FROM item_addresses AS a WHERE a.collection = $2 AND a.address = candidates.id) = 0 LIMIT 1`, base, c.Name, first, first+many-1).Scan(&id)
	}
	return id, err
}

func insertRow(ctx context.Context, tx pgx.Tx, c *content.Collection, item content.Item) error {
	columns, args := rowOf(c, item)
	columns, args = append(columns, "id"), append(args, item.ID)
	position := ""
	if c.Ordered {
		columns = append(columns, "position")
		among := c.Table
		if len(c.BuiltIn) > 0 { // after the owner's other items, before the built-in ones
			among += ` WHERE ` + c.Field(c.Kind).Column + ` NOT IN ('` + strings.Join(c.BuiltIn, `', '`) + `')`
			if _, err := tx.Exec(ctx, `UPDATE `+c.Table+` SET position = position + 1 WHERE position > (SELECT coalesce(max(position), 0) FROM `+among+`)`); err != nil {
				return err
			}
		}
		position = ", (SELECT coalesce(max(position), 0) + 1 FROM " + among + ")"
	}
	_, err := tx.Exec(ctx, `INSERT INTO `+c.Table+` (`+strings.Join(columns, ", ")+`) VALUES (`+placeholders(len(args))+position+`)`, args...)
	return err
}

// rowOf returns an item's columns and their values.
func rowOf(c *content.Collection, item content.Item) (columns []string, args []any) {
	words := item.Translations
	if words == nil {
		words = content.Words{}
	}
	columns, args = []string{"translations", "deleted_at"}, []any{words, item.DeletedAt}
	if c.Drafts {
		columns, args = append(columns, "published"), append(args, item.Published)
	}
	if hasCards(c) {
		columns, args = append(columns, "card", picturesColumn), append(args, c.Card(item, time.Now()), shownBy(c, item))
	}
	for i := range c.Fields {
		f := &c.Fields[i]
		columns, args = append(columns, f.Column), append(args, cell(f, item.Values))
	}
	return columns, args
}

// shownBy returns the names of the pictures that an item shows.
func shownBy(c *content.Collection, item content.Item) []string {
	names := []string{}
	for _, shown := range c.Uploads(item) {
		names = append(names, shown.Name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// cell returns a value in the type of its column.
func cell(f *content.Field, values content.Values) any {
	if f.Layout() != "" {
		return values.Day(f.Key)
	}
	return values[f.Key]
}

func itemByID(ctx context.Context, tx pgx.Tx, c *content.Collection, id string) (content.Item, error) {
	return scanItem(c, tx.QueryRow(ctx, `SELECT `+itemColumns(c)+` FROM `+c.Table+` WHERE id = $1`, id))
}

// Save applies changes to an item. If base is not its newest revision, Save stores nothing and
// returns the newest with ErrConflict, unless the newest already contains the changes.
func (s Items) Save(ctx context.Context, by Author, c *content.Collection, id string, base int64, changes content.Changes) (content.Item, error) {
	return s.save(ctx, by, c, id, base, savedHow(changes), changes)
}

// PutBack is like Save, but for values that the item had before. Their pictures need not exist
// any more: a text without its picture is better than a thief's text.
func (s Items) PutBack(ctx context.Context, by Author, c *content.Collection, id string, base int64, changes content.Changes) (content.Item, error) {
	return s.save(ctx, by, c, id, base, field.Restored, changes)
}

func (s Items) save(ctx context.Context, by Author, c *content.Collection, id string, base int64, action field.Action, changes content.Changes) (content.Item, error) {
	return s.change(ctx, by, c, id, action, func(current content.Item) (content.Item, error) {
		next, err := c.Patch(current, changes)
		if err == nil {
			err = private(changes, current, next)
		}
		if err == nil && current.Revision != base && !c.Same(current, next) {
			err = fault.ErrConflict
		}
		return next, err
	})
}

// Delete moves an item to the bin. Deleting it again changes nothing. A built-in item is refused
// with ErrBuiltIn.
func (s Items) Delete(ctx context.Context, by Author, c *content.Collection, id string) (content.Item, error) {
	return s.change(ctx, by, c, id, field.Deleted, func(item content.Item) (content.Item, error) { return binned(c, item) })
}

func binned(c *content.Collection, item content.Item) (content.Item, error) {
	if c.IsBuiltIn(item) {
		return item, fault.ErrBuiltIn
	}
	return deleted(item)
}

// Undelete takes an item out of the bin.
func (s Items) Undelete(ctx context.Context, by Author, c *content.Collection, id string) (content.Item, error) {
	return s.change(ctx, by, c, id, field.Undeleted, undeleted)
}

// TakeBack is like Undelete, but ignores the collection's limit. It is meant for items that an
// intruder deleted.
func (s Items) TakeBack(ctx context.Context, by Author, c *content.Collection, id string) (content.Item, error) {
	roomy := *c
	roomy.Most = 0
	return s.change(ctx, by, &roomy, id, field.Undeleted, undeleted)
}

func deleted(item content.Item) (content.Item, error) {
	if item.DeletedAt == nil {
		item.DeletedAt = new(time.Now())
	}
	return item, nil
}

func undeleted(item content.Item) (content.Item, error) {
	item.DeletedAt = nil
	return item, nil
}

// change applies the function change to an item and stores the result as the item's next
// revision. If nothing changes, it stores nothing.
func (s Items) change(ctx context.Context, by Author, c *content.Collection, id string, action field.Action, change func(content.Item) (content.Item, error)) (saved content.Item, err error) {
	defer db.Translate(&err, "%s in %s: %s", action, c.Name, id)
	err = s.db.writeFor(ctx, action, []string{c.Name, ItemScope(c, id)}, func(ctx context.Context, tx pgx.Tx) error {
		saved, err = changeIn(ctx, tx, by, c, id, action, change)
		return err
	})
	return saved, err
}

// changeIn is like change, but runs in the given transaction. It returns db.ErrUndo if nothing
// changes.
func changeIn(ctx context.Context, tx pgx.Tx, by Author, c *content.Collection, id string, action field.Action, change func(content.Item) (content.Item, error)) (content.Item, error) {
	current, err := itemByID(ctx, tx, c, id)
	if err != nil {
		return current, err
	}
	next, err := change(current)
	if err != nil {
		return current, err
	}
	if next, err = claim(ctx, tx, c, next, action); err != nil {
		return current, err
	}
	if c.Same(current, next) {
		return current, db.ErrUndo
	}
	if action != field.Restored { // an earlier state is restored unchanged
		if err := refuseUnstored(ctx, tx, c.Uploads(current), c.Uploads(next)); err != nil {
			return current, err
		}
	}
	if current.DeletedAt != nil && next.DeletedAt == nil {
		if err := roomFor(ctx, tx, c); err != nil {
			return current, err
		}
	}
	if current.Revision == 0 { // the first change also records the state before it
		if _, err := record(ctx, tx, c, current, field.Created, "", nil); err != nil {
			return current, err
		}
	}
	columns, args := rowOf(c, next)
	for i := range columns {
		columns[i] += " = $" + strconv.Itoa(i+1)
	}
	args = append(args, id)
	if _, err := tx.Exec(ctx, `UPDATE `+c.Table+` SET updated_at = clock_timestamp(), `+strings.Join(columns, ", ")+` WHERE id = $`+strconv.Itoa(len(args)), args...); err != nil {
		return current, err
	}
	saved, err := record(ctx, tx, c, next, action, by, nil)
	if err == nil {
		err = raiseItem(ctx, tx, c, current, saved)
	}
	if err == nil && action == field.Autosaved {
		err = forgetAutosaved(ctx, tx, c, id, current.Revision)
	}
	return saved, err
}

// body is the state of an item as a revision stores it.
type body struct {
	Published    bool           `json:"published"`
	Values       content.Values `json:"values"`
	Translations content.Words  `json:"translations"`
}

// record stores an item's state as its newest revision.
func record(ctx context.Context, tx pgx.Tx, c *content.Collection, item content.Item, action field.Action, by Author, key *string) (content.Item, error) {
	var revision int64
	err := tx.QueryRow(ctx, `
		INSERT INTO item_revisions (collection, item_id, action, saved_by, body, idempotency_key, saved_at)
		VALUES ($1, $2, $3, $4, $5, $6, coalesce($7, clock_timestamp())) RETURNING id`,
		c.Name, item.ID, action, by, body{item.Published, item.Values, item.Translations}, key, before(item, by)).Scan(&revision)
	if err != nil {
		return item, err
	}
	set := `revision = $1`
	if hasCards(c) {
		set += `, ` + listed(c)
	}
	if _, err := tx.Exec(ctx, `UPDATE `+c.Table+` SET `+set+` WHERE id = $2`, revision, item.ID); err != nil {
		return item, err
	}
	return itemByID(ctx, tx, c, item.ID)
}

// before returns the time to record for a state without an author, which is the item's last
// update. For any other state it returns nil.
func before(item content.Item, by Author) *time.Time {
	if by == "" {
		return &item.UpdatedAt
	}
	return nil
}

// Order puts a collection into the given order. Items that are not in ids follow in their current
// order.
func (s Items) Order(ctx context.Context, c *content.Collection, ids []string) (err error) {
	defer db.Translate(&err, "order %s", c.Name)
	return s.db.publish(ctx, []string{c.Name}, func(ctx context.Context, tx pgx.Tx) error {
		return putInOrder(ctx, tx, c, ids)
	})
}

func putInOrder(ctx context.Context, tx pgx.Tx, c *content.Collection, ids []string) error {
	_, err := tx.Exec(ctx, `
		UPDATE `+c.Table+` AS target SET position = wanted.place
		FROM (
			SELECT item.id, row_number() OVER (ORDER BY named.place NULLS LAST, item.position, item.id) AS place
			FROM `+c.Table+` AS item
			LEFT JOIN unnest($1::text[]) WITH ORDINALITY AS named (id, place) ON named.id = item.id
		) AS wanted WHERE target.id = wanted.id`, ids)
	return err
}
