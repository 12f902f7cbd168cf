package wire

import (
	"time"

	"github.com/danielgtaylor/huma/v2"

	"parichay/internal/domain/content"
	"parichay/internal/domain/field"
)

// SiteSubject is the subject of the profile's history; the other subjects are the lists.
const SiteSubject = "site"

// Subject is what a history belongs to: the site or a list.
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
	ID      string         `json:"id" doc:"Id for /revisions/{id}/restore"`
	Before  string         `json:"before,omitempty" doc:"Id of the item's previous revision; absent for the first one and for the site"`
	Subject Subject        `json:"subject"`
	Item    string         `json:"item,omitempty" doc:"Id of the list's item"`
	Title   string         `json:"title,omitempty" doc:"Title of the item at that time"`
	At      time.Time      `json:"at"`
	By      string         `json:"by" doc:"Who saved it; empty for content that came with the installation"`
	Action  field.Action   `json:"action"`
	Current bool           `json:"current"`
	Changes []field.Change `json:"changes" doc:"Differences from the previous revision"`
}

// Revisions is one page of a history.
type Revisions struct {
	Revisions []Revision `json:"revisions"`
	Next      int64      `json:"next,omitempty" doc:"Pass as before for the next page; absent at the end"`
}

// Restored is the restored site or item.
type Restored struct {
	Site *StoredSite   `json:"site,omitempty"`
	Item *content.Item `json:"item,omitempty"`
}

// DraftLink is a link with which others can read an article before it is public.
type DraftLink struct {
	URL       string     `json:"url,omitempty" doc:"Shown only once, when the link is created"`
	ExpiresAt *time.Time `json:"expiresAt,omitempty" doc:"Absent if there is no valid link"`
}
