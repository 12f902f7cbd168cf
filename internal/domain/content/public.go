package content

import (
	"cmp"
	"strings"
	"time"

	"parichay/internal/domain/field"
	"parichay/locales"
)

// PublicFrom is from when readers may see an item of a scheduled collection, on India's
// clock.
func (c *Collection) PublicFrom(v Values) time.Time {
	at, _ := time.ParseInLocation(field.MomentLayout, v.Text(c.Scheduled)+"T"+cmp.Or(v.Text(c.Hour), "00:00"), locales.India) // rules have checked both
	return at
}

// AddressOf is the last part of an item's address: what the owner chose, else its id.
func (c *Collection) AddressOf(i Item) string { return cmp.Or(i.Values.Text(c.Address), i.ID) }

// Teaser is what lists and previews tell of an article: what the owner wrote for that,
// else its beginning.
func (v Values) Teaser(excerpt, body string) string {
	return cmp.Or(strings.Join(strings.Fields(v.Text(excerpt)), " "), Teaser(v.Text(body)))
}
