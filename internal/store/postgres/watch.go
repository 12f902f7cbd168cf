package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/account"
	"parichay/internal/domain/content"
	"parichay/internal/domain/field"
	"parichay/internal/domain/profile"
	"parichay/internal/kit/grapheme"
	"parichay/internal/store/alarms"
	"parichay/locales"
)

// raiseSite raises alarms about changed destinations in the profile and about new contacts in its
// texts.
func raiseSite(ctx context.Context, tx pgx.Tx, before, after profile.Profile) error {
	like := alarms.Change{Subject: alarms.Site, Shown: true}
	if alarms.Watching(ctx) == nil {
		return nil
	}
	if err := alarms.RaiseDestinationChanges(ctx, tx, like, profile.Led(before, after)); err != nil {
		return err
	}
	return raiseReworded(ctx, tx, like, profile.Reworded(before, after), func(p knownContacts) error {
		p.addSite(before)
		return nil
	})
}

// raiseItem is like raiseSite, but for an item. It compares the texts with those that visitors
// last saw, even if the item was hidden in between.
func raiseItem(ctx context.Context, tx pgx.Tx, c *content.Collection, before, after content.Item) error {
	like := alarms.Change{Subject: c.Name, Item: after.ID, Name: c.TitleOf(after), Shown: before.Seen()}
	if alarms.Watching(ctx) == nil {
		return nil
	}
	if err := alarms.RaiseDestinationChanges(ctx, tx, like, c.Led(before, after)); err != nil {
		return err
	}
	if after.Seen() && !before.Seen() && before.ID != "" {
		read, err := lastRead(ctx, tx, c, before)
		if err != nil {
			return err
		}
		before, like.Shown = read, read.Seen()
	}
	return raiseReworded(ctx, tx, like, c.Reworded(before, after), func(p knownContacts) error {
		site, err := latest(ctx, tx)
		if err == nil {
			p.addSite(site.Profile)
		} else if errors.Is(err, pgx.ErrNoRows) {
			err = nil
		}
		c.EachContact(before, func(key string, lang locales.Lang, contact field.Contact) {
			p.add(contact, alarms.Change{Subject: c.Name, Item: before.ID}.In(key, lang))
		})
		return err
	})
}

// lastRead returns a hidden item as visitors last saw it, if it was hidden less than the life of
// a session ago. Otherwise it returns the item unchanged. A thief could hide an item, change it
// and show it again; comparing with the last public state detects this.
func lastRead(ctx context.Context, tx pgx.Tx, c *content.Collection, item content.Item) (content.Item, error) {
	var raw []byte
	err := tx.QueryRow(ctx, `
		SELECT r.body FROM item_revisions AS r
		WHERE r.collection = $1 AND r.item_id = $2 AND r.action <> 'deleted' AND (r.body->>'published')::boolean
			AND r.id <= $3 AND (SELECT n.saved_at FROM item_revisions AS n
				WHERE n.collection = $1 AND n.item_id = $2 AND n.id > r.id ORDER BY n.id LIMIT 1) > now() - $4::interval
		ORDER BY r.id DESC LIMIT 1`, c.Name, item.ID, item.Revision, account.SessionLife).Scan(&raw)
	if errors.Is(err, pgx.ErrNoRows) {
		return item, nil
	}
	var old body
	if err == nil {
		err = json.Unmarshal(raw, &old)
	}
	read := old.item()
	read.ID = item.ID
	return read, err
}

// knownContacts holds the contacts that visitors could see before a change, by key, with the values
// that contain each.
type knownContacts map[string][]alarms.Change

func (p knownContacts) add(c field.Contact, in alarms.Change) { p[c.Key] = append(p[c.Key], in) }

func (p knownContacts) addSite(site profile.Profile) {
	site.EachContact(func(key string, lang locales.Lang, c field.Contact) {
		p.add(c, alarms.Change{Subject: alarms.Site}.In(key, lang))
	})
}

// knows reports whether a contact is known, and returns the values that contain it.
func (p knownContacts) knows(c field.Contact) (in []alarms.Change, known bool) {
	for _, key := range c.Vouchers() {
		if values, found := p[key]; found {
			in, known = append(in, values...), true
		}
	}
	return in, known
}

// raiseReworded raises alarms about new contacts in texts. like supplies the other fields of each
// change. A contact that the profile or the item already has raises no alarm. If a recent alarm
// is about that contact, the text is added to that alarm, so that undo restores both.
func raiseReworded(ctx context.Context, tx pgx.Tx, like alarms.Change, all []field.Rewording, read func(knownContacts) error) error {
	if len(all) == 0 {
		return nil
	}
	known := knownContacts{field.HostKey(alarms.Watching(ctx).Host): nil}
	if err := read(known); err != nil {
		return err
	}
	for _, r := range all {
		change := like.In(r.Field, r.Lang)
		change.Before, change.After = r.Before, r.After
		var fresh []field.Contact
		var sources []alarms.Change
		for _, c := range r.Contacts {
			if in, ok := known.knows(c); ok {
				sources = append(sources, in...)
			} else {
				fresh = append(fresh, c)
			}
		}
		var err error
		if change.Appeared = named(fresh); len(fresh) > 0 {
			err = alarms.Raise(ctx, tx, change)
		} else {
			change.Appeared = named(r.Contacts)
			err = alarms.Follow(ctx, tx, change, sources)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Limits on how many contacts of a text an alarm lists, and on the characters of each.
const mostNamed, longestNamed = 10, 100

func named(all []field.Contact) string {
	var texts []string
	for _, c := range all[:min(len(all), mostNamed)] {
		text, _ := grapheme.First(c.Text, longestNamed)
		texts = append(texts, text)
	}
	return strings.Join(texts, "\n")
}
