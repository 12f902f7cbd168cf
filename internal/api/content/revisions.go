package content

import (
	"context"
	"strconv"
	"strings"

	"parichay/internal/api/wire"
	"parichay/internal/domain/content"
	"parichay/internal/kit/fault"
	"parichay/internal/store/postgres"
)

// Revisions returns a page of the history.
func (s Content) Revisions(ctx context.Context, in *struct {
	Subject wire.Subject `query:"subject" default:"site"`
	ID      string       `query:"id" doc:"Only revisions of this item"`
	Before  int64        `query:"before" minimum:"0"`
	Limit   int          `query:"limit" minimum:"1" maximum:"100" default:"20"`
},
) (*wire.Reply[wire.Revisions], error) {
	var history []postgres.Revision
	var err error
	if c := content.CollectionNamed(string(in.Subject)); c != nil {
		history, err = s.Store.Items.Revisions(ctx, c, in.ID, in.Before, in.Limit)
	} else {
		history, err = s.Store.Site.Revisions(ctx, in.Before, in.Limit)
	}
	page := wire.Revisions{Revisions: wire.ShownAll(history, func(r postgres.Revision) wire.Revision {
		name := func(id int64) string { return string(in.Subject) + "-" + strconv.FormatInt(id, 10) }
		before := ""
		if r.Before != 0 {
			before = name(r.Before)
		}
		return wire.Revision{
			ID: name(r.ID), Before: before, Subject: in.Subject, Item: r.Item, Title: r.Title, At: r.At, By: r.By, Action: r.Action, Current: r.Current, Changes: r.Changes,
		}
	})}
	if len(history) == in.Limit {
		page.Next = history[len(history)-1].ID
	}
	return wire.ReplyWith(page, err)
}

// Restore restores an older revision.
func (s Content) Restore(ctx context.Context, in *struct {
	ID   string `path:"id"`
	Body struct {
		Base int64 `json:"base" doc:"The current revision"`
	}
},
) (*wire.Reply[wire.Restored], error) {
	subject, number, _ := strings.Cut(in.ID, "-")
	revision, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return nil, fault.ErrNotFound
	}
	if c := content.CollectionNamed(subject); c != nil {
		item, err := s.Store.Items.Restore(ctx, author(ctx), c, in.Body.Base, revision)
		answer, err := s.changed(ctx, item, err)
		if err != nil {
			return nil, err
		}
		return wire.ReplyWith(wire.Restored{Item: &answer.Body}, nil)
	}
	if subject != wire.SiteSubject {
		return nil, fault.ErrNotFound
	}
	saved, err := s.Store.Site.Restore(ctx, author(ctx), in.Body.Base, revision)
	answer, err := s.savedSite(ctx, saved, err)
	if err != nil {
		return nil, err
	}
	return wire.ReplyWith(wire.Restored{Site: &answer.Body}, nil)
}
