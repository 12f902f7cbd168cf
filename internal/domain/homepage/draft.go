package homepage

import (
	"slices"

	"parichay/internal/domain/content"
	"parichay/locales"
)

// Draft is a block that is being edited.
type Draft struct {
	ID string `json:"id,omitempty" doc:"Absent when it is new"`
	content.Changes
	Primary locales.Lang `json:"-"` // primary language of the site, for a new block
}

// Onto returns the blocks with this draft among them. The draft's span is ignored,
// because the owner wants to see it now. If a save would refuse the draft, items are
// returned unchanged.
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
