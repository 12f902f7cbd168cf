package wire

import (
	"time"

	"github.com/danielgtaylor/huma/v2"

	"parichay/internal/domain/content"
	"parichay/internal/domain/field"
)

// SiteSubject is the history of the profile; the others are those of the lists.
const SiteSubject = "site"

// Subject is what a history is of.
type Subject string

// Schema implements huma.SchemaProvider.
func (Subject) Schema(huma.Registry) *huma.Schema {
	names := []string{SiteSubject}
	for i := range content.Collections {
		names = append(names, content.Collections[i].Name)
	}
	return OneOf(names)
}

// Revision is one entry of a history.
type Revision struct {
	ID      string         `json:"id" doc:"Names the revision in /revisions/{id}/restore"`
	Before  string         `json:"before,omitempty" doc:"Names the item's revision before it; absent for the first, and for the site"`
	Subject Subject        `json:"subject"`
	Item    string         `json:"item,omitempty" doc:"Id of the list's item"`
	Title   string         `json:"title,omitempty" doc:"What the item was called"`
	At      time.Time      `json:"at"`
	By      string         `json:"by" doc:"Who saved it; empty for what came with the installation"`
	Action  field.Action   `json:"action"`
	Current bool           `json:"current"`
	Changes []field.Change `json:"changes" doc:"What differs from the revision before"`
}

// Revisions is a page of a history.
type Revisions struct {
	Revisions []Revision `json:"revisions"`
	Next      int64      `json:"next,omitempty" doc:"Pass as before for the next page; absent at the end"`
}

// Restored is what came back: the site, or an item.
type Restored struct {
	Site *StoredSite   `json:"site,omitempty"`
	Item *content.Item `json:"item,omitempty"`
}

// DraftLink is a link at which others read an article before it is public.
type DraftLink struct {
	URL       string     `json:"url,omitempty" doc:"Told once, when it is made"`
	ExpiresAt *time.Time `json:"expiresAt,omitempty" doc:"Absent: there is none that works"`
}
