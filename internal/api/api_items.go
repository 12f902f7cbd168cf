package api

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

// listAPI has the owner's handlers for one list.
type listAPI struct {
	contentAPI
	list *content.Collection
}

// registerItems gives every collection the same routes.
func (s contentAPI) registerItems() {
	add(s.Server, http.MethodGet, "/stored", owner, "Number of items in each list", s.countItems)
	add(s.Server, http.MethodPost, "/blocks/import", owner, "Preview of an import from a page saved from another service; nothing is stored", s.readPage, takes(pageBody), alone(intake.Imports))
	add(s.Server, http.MethodPost, "/samples", owner, "Remove the samples of all lists, restore them, or keep them as the owner's content", s.changeSamples)
	for i := range content.Collections {
		c := &content.Collections[i]
		path, list := "/"+c.Name, listAPI{s, c}
		add(s.Server, http.MethodGet, "/stored"+path, owner, "The items of "+c.Name+" including drafts, paged, without long texts", list.listItems)
		add(s.Server, http.MethodGet, "/stored"+path+"/{id}", owner, "One item of "+c.Name+", deleted or not", list.getItem)
		add(s.Server, http.MethodPost, path, owner, "Add an item to "+c.Name, list.createItem, creates)
		add(s.Server, http.MethodPatch, path+"/{id}", owner, "Save an item of "+c.Name, list.saveItem)
		add(s.Server, http.MethodDelete, path+"/{id}", owner, "Move an item of "+c.Name+" to the bin", list.deleteItem)
		add(s.Server, http.MethodPost, path+"/several", owner, "Delete, restore, show or hide several items of "+c.Name+", all or none", list.doAll)
		add(s.Server, http.MethodPost, path+"/{id}/undelete", owner, "Restore an item of "+c.Name+" from the bin", list.undeleteItem)
		if c.Scheduled != "" {
			add(s.Server, http.MethodGet, path+"/{id}/link", owner, "Expiry of the draft link to an item of "+c.Name, list.getLink)
			add(s.Server, http.MethodPost, path+"/{id}/link", confirmed, "Create a draft link, with which others can read an unpublished item of "+c.Name, list.makeLink, creates)
			add(s.Server, http.MethodDelete, path+"/{id}/link", owner, "Revoke the draft link to an item of "+c.Name, list.endLink)
		}
		if c.Ordered {
			add(s.Server, http.MethodPut, path+"/order", owner, "Set the order of "+c.Name, list.orderItems, takes(orderBody))
		}
	}
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

func (s listAPI) listItems(ctx context.Context, in *itemsPart) (*wire.Reply[Items], error) {
	items, total, err := s.store.Items.List(ctx, s.list, postgres.Part(*in))
	return wire.ReplyWith(Items{append([]content.Item{}, items...), total}, err)
}

func (s listAPI) getItem(ctx context.Context, in *ItemPath) (*wire.Reply[content.Item], error) {
	return wire.ReplyWith(s.store.Items.Item(ctx, s.list, in.ID))
}

func (s contentAPI) countItems(ctx context.Context, _ *struct{}) (*wire.Reply[map[string]content.Counts], error) {
	return wire.ReplyWith(s.store.Items.Count(ctx))
}

type itemCreation struct {
	wire.MessageKey
	Body content.Changes
}

func (s listAPI) createItem(ctx context.Context, in *itemCreation) (*wire.Reply[content.Item], error) {
	if err := in.Check(); err != nil {
		return nil, err
	}
	if err := s.list.Knows(in.Body.Values); err != nil {
		return nil, err
	}
	item, err := s.store.Items.Create(ctx, s.author(ctx), s.list, in.Key, in.Body)
	return s.changed(ctx, item, err)
}

type itemSave struct {
	ItemPath
	Body struct {
		Revision int64 `json:"revision" doc:"The revision the changes are based on"`
		content.Changes
	}
}

func (s listAPI) saveItem(ctx context.Context, in *itemSave) (*wire.Reply[content.Item], error) {
	if err := s.list.Knows(in.Body.Values); err != nil {
		return nil, err
	}
	item, err := s.store.Items.Save(ctx, s.author(ctx), s.list, in.ID, in.Body.Revision, in.Body.Changes)
	return s.changed(ctx, item, err)
}

func (s listAPI) deleteItem(ctx context.Context, in *ItemPath) (*struct{}, error) {
	item, err := s.store.Items.Delete(ctx, s.author(ctx), s.list, in.ID)
	_, err = s.changed(ctx, item, err)
	return nil, err
}

func (s listAPI) undeleteItem(ctx context.Context, in *ItemPath) (*wire.Reply[content.Item], error) {
	item, err := s.store.Items.Undelete(ctx, s.author(ctx), s.list, in.ID)
	return s.changed(ctx, item, err)
}

// readPage previews what would be imported from a page saved from another service.
func (s contentAPI) readPage(ctx context.Context, in *struct {
	Body struct {
		File string `json:"file" doc:"A saved Linktree or LittleLink page, or a LinkStack export"`
	}
},
) (*wire.Reply[importer.Offers], error) {
	page, err := importer.Read([]byte(in.Body.File))
	if err != nil {
		return nil, err
	}
	now, err := s.store.Site.Content(ctx)
	if err != nil {
		return nil, err
	}
	blocks, _, err := s.store.Items.List(ctx, content.Blocks, postgres.Part{Limit: content.Blocks.Most})
	home := importer.Home{Profile: now.Profile.Profile, Blocks: blocks}
	return wire.ReplyWith(home.Offers(page), err)
}

// changeSamples removes the samples that nobody has edited, restores them, or keeps them
// as the owner's content.
func (s contentAPI) changeSamples(ctx context.Context, in *struct {
	Body struct {
		Deed string `json:"deed" enum:"remove,restore,keep"`
	}
},
) (_ *struct{}, err error) {
	switch in.Body.Deed {
	case "remove":
		err = s.store.Items.RemoveSamples(ctx, s.author(ctx))
	case "restore":
		err = s.store.Items.RestoreSamples(ctx, s.author(ctx))
	default:
		err = s.store.Items.KeepSamples(ctx)
	}
	if err == nil {
		s.site.Refresh(ctx)
	}
	return nil, err
}

func (s listAPI) getLink(ctx context.Context, in *ItemPath) (*wire.Reply[wire.DraftLink], error) {
	until, err := s.store.Items.SharedUntil(ctx, s.list, in.ID)
	if errors.Is(err, fault.ErrNotFound) {
		return wire.ReplyWith(wire.DraftLink{}, nil)
	}
	return wire.ReplyWith(wire.DraftLink{ExpiresAt: &until}, err)
}

func (s listAPI) makeLink(ctx context.Context, in *itemInLanguage) (*wire.Reply[wire.DraftLink], error) {
	token := account.NewToken()
	until, err := s.store.Items.Share(ctx, s.list, in.ID, token)
	return wire.ReplyWith(wire.DraftLink{URL: strings.TrimSuffix(s.config.BaseURL.String(), "/") + site.Prefixed(in.language(), site.DraftPath+string(token)), ExpiresAt: &until}, err)
}

func (s listAPI) endLink(ctx context.Context, in *ItemPath) (*struct{}, error) {
	return nil, s.store.Items.Unshare(ctx, s.list, in.ID)
}

// serveDraft shows an unpublished article to anybody who has its draft link.
func (s contentAPI) serveDraft(w http.ResponseWriter, r *http.Request) error {
	page, err := s.drawDraft(r)
	switch {
	case errors.Is(err, fault.ErrNotFound):
		s.site.ServeNotFound(w, r)
		return nil
	case err == nil:
		headers.Unlisted(w.Header())
		page.ServeHTTP(w, r)
	}
	return err
}

// drawDraft loads and renders an article under a queue slot, which it releases before the
// page is sent.
func (s contentAPI) drawDraft(r *http.Request) (*render.Page, error) {
	done, err := s.door.Slot(r.Context(), intake.Drawings, wire.NetworkOf(r.Context()))
	if err != nil {
		return nil, err
	}
	defer done()
	post, err := s.store.Items.Shared(r.Context(), content.Posts, account.Token(chi.URLParam(r, "token")))
	if err != nil {
		return nil, err
	}
	return s.site.DrawDraft(r.Context(), r.URL.Path, post)
}

// Changed lists the items that an action changed.
type Changed struct {
	IDs []string `json:"ids" doc:"Items that the action changed; the others already had this state"`
}

func (s listAPI) doAll(ctx context.Context, in *struct {
	Body struct {
		Deed content.Deed `json:"deed"`
		IDs  []string     `json:"ids" minItems:"1" maxItems:"200"`
	}
},
) (*wire.Reply[Changed], error) {
	ids, err := s.store.Items.DoAll(ctx, s.author(ctx), s.list, in.Body.Deed, in.Body.IDs)
	if err == nil {
		s.site.Refresh(ctx)
	}
	return wire.ReplyWith(Changed{ids}, err)
}

type itemOrder struct {
	Body struct {
		IDs []string `json:"ids" maxItems:"10000"`
	}
}

func (s listAPI) orderItems(ctx context.Context, in *itemOrder) (*struct{}, error) {
	err := s.store.Items.Order(ctx, s.list, in.Body.IDs)
	if err == nil {
		s.site.Refresh(ctx)
	}
	return nil, err
}

// changed responds with a changed item and reloads the content of this replica. A conflict
// carries the newest state of the item.
func (s contentAPI) changed(ctx context.Context, item content.Item, err error) (*wire.Reply[content.Item], error) {
	if errors.Is(err, fault.ErrConflict) {
		return nil, wire.Conflict{Err: err, Item: &item}
	}
	if err != nil {
		return nil, err
	}
	s.site.Refresh(ctx)
	return wire.ReplyWith(item, nil)
}

// author is the signed-in owner.
func (s *Server) author(ctx context.Context) postgres.Author {
	return postgres.Author(signin.CallerOf(ctx).Session.Email)
}
