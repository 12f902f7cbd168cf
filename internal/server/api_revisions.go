package server

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"parichay/internal/content"
	"parichay/internal/fault"
	"parichay/internal/field"
	"parichay/internal/postgres"
	"parichay/internal/wire"
)

// siteSubject is the history of the profile; the others are those of the lists.
const siteSubject = "site"

// subject is what a history is of.
type subject string

// Schema implements huma.SchemaProvider.
func (subject) Schema(huma.Registry) *huma.Schema {
	names := []string{siteSubject}
	for i := range content.Collections {
		names = append(names, content.Collections[i].Name)
	}
	return wire.OneOf(names)
}

// Revision is one entry of a history.
type Revision struct {
	ID      string         `json:"id" doc:"Names the revision in /revisions/{id}/restore"`
	Before  string         `json:"before,omitempty" doc:"Names the item's revision before it; absent for the first, and for the site"`
	Subject subject        `json:"subject"`
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

func (s contentAPI) getRevisions(ctx context.Context, in *struct {
	Subject subject `query:"subject" default:"site"`
	ID      string  `query:"id" doc:"Only this item's"`
	Before  int64   `query:"before" minimum:"0"`
	Limit   int     `query:"limit" minimum:"1" maximum:"100" default:"20"`
},
) (*reply[Revisions], error) {
	var history []postgres.Revision
	var err error
	if c := content.CollectionNamed(string(in.Subject)); c != nil {
		history, err = s.store.Items.Revisions(ctx, c, in.ID, in.Before, in.Limit)
	} else {
		history, err = s.store.Site.Revisions(ctx, in.Before, in.Limit)
	}
	page := Revisions{Revisions: shownAll(history, func(r postgres.Revision) Revision {
		name := func(id int64) string { return string(in.Subject) + "-" + strconv.FormatInt(id, 10) }
		before := ""
		if r.Before != 0 {
			before = name(r.Before)
		}
		return Revision{name(r.ID), before, in.Subject, r.Item, r.Title, r.At, r.By, r.Action, r.Current, r.Changes}
	})}
	if len(history) == in.Limit {
		page.Next = history[len(history)-1].ID
	}
	return replyWith(page, err)
}

// Restored is what came back: the site, or an item.
type Restored struct {
	Site *wire.StoredSite `json:"site,omitempty"`
	Item *content.Item    `json:"item,omitempty"`
}

func (s contentAPI) restoreRevision(ctx context.Context, in *struct {
	ID   string `path:"id"`
	Body struct {
		Base int64 `json:"base" doc:"The revision that is there now"`
	}
},
) (*reply[Restored], error) {
	subject, number, _ := strings.Cut(in.ID, "-")
	revision, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return nil, fault.ErrNotFound
	}
	if c := content.CollectionNamed(subject); c != nil {
		item, err := s.store.Items.Restore(ctx, s.author(ctx), c, in.Body.Base, revision)
		answer, err := s.changed(ctx, item, err)
		if err != nil {
			return nil, err
		}
		return replyWith(Restored{Item: &answer.Body}, nil)
	}
	if subject != siteSubject {
		return nil, fault.ErrNotFound
	}
	saved, err := s.store.Site.Restore(ctx, s.author(ctx), in.Body.Base, revision)
	answer, err := s.savedSite(ctx, saved, err)
	if err != nil {
		return nil, err
	}
	return replyWith(Restored{Site: &answer.Body}, nil)
}
