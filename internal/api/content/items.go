package content

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"parichay/internal/api/signin"
	"parichay/internal/api/wire"
	"parichay/internal/domain/account"
	"parichay/internal/domain/content"
	"parichay/internal/domain/importer"
	"parichay/internal/domain/pricelist"
	"parichay/internal/kit/fault"
	"parichay/internal/kit/headers"
	"parichay/internal/public/intake"
	"parichay/internal/public/render"
	"parichay/internal/public/site"
	"parichay/internal/store/postgres"
	"parichay/locales"
)

// ItemPath is the id of an item in a path.
type ItemPath struct {
	ID string `path:"id"`
}

// List holds the owner's handlers for one list, which package api registers.
type List struct {
	Content
	Of *content.Collection
}

// Items is one page of a list.
type Items struct {
	Items []content.Item `json:"items"`
	Total int            `json:"total" doc:"Number of items on all pages"`
}

type itemsPart struct {
	Bin     bool          `query:"bin" doc:"List deleted items instead, last deleted first"`
	Missing locales.Lang  `query:"missing" doc:"Only items that have no text in this language"`
	State   content.State `query:"state" doc:"Only items in this state"`
	Search  string        `query:"search" maxLength:"200" doc:"Only items with all these words in their title, in any language"`
	Offset  int           `query:"offset" minimum:"0"`
	Limit   int           `query:"limit" minimum:"1" maximum:"200" default:"50"`
}

// Items returns a page of the list.
func (s List) Items(ctx context.Context, in *itemsPart) (*wire.Reply[Items], error) {
	items, total, err := s.Store.Items.List(ctx, s.Of, postgres.Part(*in))
	if err == nil && s.Of == content.Blocks {
		err = s.Site.MarkEmpty(ctx, items)
	}
	return wire.ReplyWith(Items{append([]content.Item{}, items...), total}, err)
}

// Item returns one item, deleted or not.
func (s List) Item(ctx context.Context, in *ItemPath) (*wire.Reply[content.Item], error) {
	return wire.ReplyWith(s.Store.Items.Item(ctx, s.Of, in.ID))
}

// CountItems returns the number of items in each list.
func (s Content) CountItems(ctx context.Context, _ *struct{}) (*wire.Reply[map[string]content.Counts], error) {
	return wire.ReplyWith(s.Store.Items.Count(ctx))
}

type itemCreation struct {
	wire.MessageKey
	Body content.Changes
}

// Create adds an item.
func (s List) Create(ctx context.Context, in *itemCreation) (*wire.Reply[content.Item], error) {
	if err := in.Check(); err != nil {
		return nil, err
	}
	if err := s.Of.Knows(in.Body.Values); err != nil {
		return nil, err
	}
	item, err := s.Store.Items.Create(ctx, author(ctx), s.Of, in.Key, in.Body)
	return s.changed(ctx, item, err)
}

type itemSave struct {
	ItemPath
	Body struct {
		Revision int64 `json:"revision" doc:"The revision the changes are based on"`
		content.Changes
	}
}

// Save saves an item.
func (s List) Save(ctx context.Context, in *itemSave) (*wire.Reply[content.Item], error) {
	if err := s.Of.Knows(in.Body.Values); err != nil {
		return nil, err
	}
	item, err := s.Store.Items.Save(ctx, author(ctx), s.Of, in.ID, in.Body.Revision, in.Body.Changes)
	return s.changed(ctx, item, err)
}

// Delete moves an item to the bin.
func (s List) Delete(ctx context.Context, in *ItemPath) (*struct{}, error) {
	item, err := s.Store.Items.Delete(ctx, author(ctx), s.Of, in.ID)
	_, err = s.changed(ctx, item, err)
	return nil, err
}

// Undelete restores an item from the bin.
func (s List) Undelete(ctx context.Context, in *ItemPath) (*wire.Reply[content.Item], error) {
	item, err := s.Store.Items.Undelete(ctx, author(ctx), s.Of, in.ID)
	return s.changed(ctx, item, err)
}

// ReadPage returns what would be imported from a saved page of another service, without
// importing it.
func (s Content) ReadPage(ctx context.Context, in *struct {
	Body struct {
		File string `json:"file" doc:"A saved Linktree or LittleLink page, or a LinkStack export"`
	}
},
) (*wire.Reply[importer.Offers], error) {
	page, err := importer.Read([]byte(in.Body.File))
	if err != nil {
		return nil, err
	}
	now, err := s.Store.Site.Content(ctx)
	if err != nil {
		return nil, err
	}
	blocks, _, err := s.Store.Items.List(ctx, content.Blocks, postgres.Part{Limit: content.Blocks.Most})
	home := importer.Home{Profile: now.Profile.Profile, Blocks: blocks}
	return wire.ReplyWith(home.Offers(page), err)
}

// ReadPriceList returns what is understood of a price list, without storing it.
func (s Content) ReadPriceList(_ context.Context, in *struct {
	Body struct {
		Text string `json:"text" maxLength:"100000" doc:"One line for each service, with its unit and price; headings above them are their groups"`
	}
},
) (*wire.Reply[pricelist.List], error) {
	bound := func(key string) int { return content.Services.Field(key).Bound() }
	limits := pricelist.Limits{Title: bound("title"), Unit: bound("unit"), Group: bound("group")}
	return wire.ReplyWith(pricelist.Read(in.Body.Text, limits), nil)
}

// CreateAll adds several items, all or none.
func (s List) CreateAll(ctx context.Context, in *struct {
	wire.MessageKey
	Body struct {
		Items []content.Changes `json:"items" minItems:"1" maxItems:"200"`
	}
},
) (*wire.Reply[Changed], error) {
	if err := in.Check(); err != nil {
		return nil, err
	}
	for _, item := range in.Body.Items {
		if err := s.Of.Knows(item.Values); err != nil {
			return nil, err
		}
	}
	ids, err := s.Store.Items.CreateAll(ctx, author(ctx), s.Of, in.Key, in.Body.Items)
	if err == nil {
		s.Site.Refresh(ctx)
	}
	return wire.ReplyWith(Changed{ids}, err)
}

// ChangeSamples removes the samples that nobody has edited, restores them, or keeps them
// as the owner's content.
func (s Content) ChangeSamples(ctx context.Context, in *struct {
	Body struct {
		Deed string `json:"deed" enum:"remove,restore,keep"`
	}
},
) (_ *struct{}, err error) {
	switch in.Body.Deed {
	case "remove":
		err = s.Store.Items.RemoveSamples(ctx, author(ctx))
	case "restore":
		err = s.Store.Items.RestoreSamples(ctx, author(ctx))
	default:
		err = s.Store.Items.KeepSamples(ctx)
	}
	if err == nil {
		s.Site.Refresh(ctx)
	}
	return nil, err
}

// Link returns when the draft link of an item expires.
func (s List) Link(ctx context.Context, in *ItemPath) (*wire.Reply[wire.DraftLink], error) {
	until, err := s.Store.Items.SharedUntil(ctx, s.Of, in.ID)
	if errors.Is(err, fault.ErrNotFound) {
		return wire.ReplyWith(wire.DraftLink{}, nil)
	}
	return wire.ReplyWith(wire.DraftLink{ExpiresAt: &until}, err)
}

// MakeLink creates a draft link.
func (s List) MakeLink(ctx context.Context, in *itemInLanguage) (*wire.Reply[wire.DraftLink], error) {
	token := account.NewToken()
	until, err := s.Store.Items.Share(ctx, s.Of, in.ID, token)
	return wire.ReplyWith(wire.DraftLink{URL: strings.TrimSuffix(s.BaseURL.String(), "/") + s.Site.Languages().Path(in.language(), site.DraftPath+string(token)), ExpiresAt: &until}, err)
}

// EndLink revokes a draft link.
func (s List) EndLink(ctx context.Context, in *ItemPath) (*struct{}, error) {
	return nil, s.Store.Items.Unshare(ctx, s.Of, in.ID)
}

// ServeDraft shows an unpublished article to anybody who has its draft link.
func (s Content) ServeDraft(w http.ResponseWriter, r *http.Request) error {
	page, err := s.drawDraft(r)
	switch {
	case errors.Is(err, fault.ErrNotFound):
		s.Site.ServeNotFound(w, r)
		return nil
	case err == nil:
		headers.Unlisted(w.Header())
		page.ServeHTTP(w, r)
	}
	return err
}

// drawDraft loads and renders an article under a queue slot, which it releases before the
// page is sent.
func (s Content) drawDraft(r *http.Request) (*render.Page, error) {
	done, err := s.Door.Slot(r.Context(), intake.Drawings, wire.NetworkOf(r.Context()))
	if err != nil {
		return nil, err
	}
	defer done()
	post, err := s.Store.Items.Shared(r.Context(), content.Posts, account.Token(chi.URLParam(r, "token")))
	if err != nil {
		return nil, err
	}
	return s.Site.DrawDraft(r.Context(), r.URL.Path, post)
}

// Changed lists the items that an action changed.
type Changed struct {
	IDs []string `json:"ids" doc:"Items that the action changed; the others already had this state"`
}

// DoAll deletes, restores, shows or hides several items. If that fails for one of them, none
// is changed.
func (s List) DoAll(ctx context.Context, in *struct {
	Body struct {
		Deed content.Deed `json:"deed"`
		IDs  []string     `json:"ids" minItems:"1" maxItems:"200"`
	}
},
) (*wire.Reply[Changed], error) {
	ids, err := s.Store.Items.DoAll(ctx, author(ctx), s.Of, in.Body.Deed, in.Body.IDs)
	if err == nil {
		s.Site.Refresh(ctx)
	}
	return wire.ReplyWith(Changed{ids}, err)
}

type itemOrder struct {
	Body struct {
		IDs []string `json:"ids" maxItems:"10000"`
	}
}

// Order sets the order of the list.
func (s List) Order(ctx context.Context, in *itemOrder) (*struct{}, error) {
	err := s.Store.Items.Order(ctx, s.Of, in.Body.IDs)
	if err == nil {
		s.Site.Refresh(ctx)
	}
	return nil, err
}

// changed reloads the content of this replica and responds with a changed item. If err is a
// conflict, the response contains the newest state of the item.
func (s Content) changed(ctx context.Context, item content.Item, err error) (*wire.Reply[content.Item], error) {
	if errors.Is(err, fault.ErrConflict) {
		return nil, wire.Conflict{Err: err, Item: &item}
	}
	if err != nil {
		return nil, err
	}
	s.Site.Refresh(ctx)
	return wire.ReplyWith(item, nil)
}

// author returns the signed-in owner as the author of a change.
func author(ctx context.Context) postgres.Author {
	return postgres.Author(signin.CallerOf(ctx).Session.Email)
}
