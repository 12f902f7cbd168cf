package content

import (
	"cmp"
	"strings"
	"time"

	"parichay/internal/domain/field"
	"parichay/locales"
)

// DraftLinkLife is how long a draft's preview link works.
const DraftLinkLife = 7 * 24 * time.Hour

// PublicFrom returns the time from which an item of a scheduled collection is public.
func (c *Collection) PublicFrom(v Values) time.Time {
	at, _ := time.ParseInLocation(field.MomentLayout, v.Text(c.Scheduled)+"T"+cmp.Or(v.Text(c.Hour), "00:00"), locales.India) // the rules guarantee the format
	return at
}

// AddressOf returns the last part of an item's URL: the slug that the owner chose, else its
// id.
func (c *Collection) AddressOf(i Item) string { return cmp.Or(i.Values.Text(c.Address), i.ID) }

// Teaser returns the text that lists and previews show for an article: the owner's excerpt, else
// the beginning of the body.
func (v Values) Teaser(excerpt, body string) string {
	return cmp.Or(strings.Join(strings.Fields(v.Text(excerpt)), " "), Teaser(v.Text(body)))
}
