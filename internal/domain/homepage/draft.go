package homepage

import (
	"slices"

	"parichay/internal/domain/content"
	"parichay/locales"
)

// Draft is a block that is being written.
type Draft struct {
	ID string `json:"id,omitempty" doc:"Absent when it is new"`
	content.Changes
	Primary locales.Lang `json:"-"` // what the owner writes in; of a block that is there, it is known
}

// Onto are the blocks with this one among them, without regard to when it begins and
// ends: who writes it wants to see it. One that a save would refuse leaves them as
// they are.
func (d *Draft) Onto(items []content.Item) []content.Item {
	next := slices.Clone(items)
	i := slices.IndexFunc(next, func(b content.Item) bool { return b.ID == d.ID })
	if i < 0 {
		i, next = len(next), append(next, content.Item{Primary: d.Primary})
	}
	item, err := content.Blocks.Patch(next[i], d.Changes)
	if err != nil {
		return items
	}
	for _, key := range content.Blocks.Span {
		item.Values[key] = ""
	}
	next[i] = item
	return next
}
