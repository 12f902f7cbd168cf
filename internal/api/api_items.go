package api

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

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

// ItemPath is the id in an address.
type ItemPath struct {
	ID string `path:"id"`
}

// listAPI is what the owner does with one list.
type listAPI struct {
	contentAPI
	list *content.Collection
}

// registerItems gives every collection the same routes.
func (s contentAPI) registerItems() {
	add(s.Server, http.MethodGet, "/stored", owner, "How much there is in each list", s.countItems)
	add(s.Server, http.MethodPost, "/blocks/import", owner, "What a page saved from another program would bring along; nothing is stored", s.readPage, takes(pageBody), alone(intake.Imports))
	add(s.Server, http.MethodPost, "/samples", owner, "Remove the samples of all lists, bring them back, or keep them as one's own", s.changeSamples)
	for i := range content.Collections {
		c := &content.Collections[i]
		path, list := "/"+c.Name, listAPI{s, c}
		add(s.Server, http.MethodGet, "/stored"+path, owner, "The list "+c.Name+", drafts included, page by page and without long texts", list.listItems)
		add(s.Server, http.MethodGet, "/stored"+path+"/{id}", owner, "One item of "+c.Name+", from the bin as well", list.getItem)
		add(s.Server, http.MethodPost, path, owner, "Add to "+c.Name, list.createItem, creates)
		add(s.Server, http.MethodPatch, path+"/{id}", owner, "Save an item of "+c.Name, list.saveItem)
		add(s.Server, http.MethodDelete, path+"/{id}", owner, "Put an item of "+c.Name+" into the bin", list.deleteItem)
		add(s.Server, http.MethodPost, path+"/several", owner, "Delete, bring back, show or hide several items of "+c.Name+", all or none", list.doAll)
		add(s.Server, http.MethodPost, path+"/{id}/undelete", owner, "Take an item of "+c.Name+" out of the bin", list.undeleteItem)
		if c.Scheduled != "" {
			add(s.Server, http.MethodGet, path+"/{id}/link", owner, "Until when the link to an item of "+c.Name+" works that others read it at", list.getLink)
			add(s.Server, http.MethodPost, path+"/{id}/link", confirmed, "Make a link at which others read an item of "+c.Name+" before it is public", list.makeLink, creates)
			add(s.Server, http.MethodDelete, path+"/{id}/link", owner, "End the link to an item of "+c.Name, list.endLink)
		}
		if c.Ordered {
			add(s.Server, http.MethodPut, path+"/order", owner, "Put "+c.Name+" into an order", list.orderItems, takes(orderBody))
		}
	}
}

// Items is a part of a list.
type Items struct {
	Items []content.Item `json:"items"`
	Total int            `json:"total" doc:"How many there are in all parts"`
}

type itemsPart struct {
	Bin     bool          `query:"bin" doc:"What was deleted, last first, instead of what is there"`
	Missing locales.Lang  `query:"missing" doc:"Only what readers of this language get in another"`
	State   content.State `query:"state" doc:"Only what is in this state"`
	Search  string        `query:"search" maxLength:"200" doc:"Only what has all these words in its title, in any language"`
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
	MessageKey
	Body content.Changes
}

func (s listAPI) createItem(ctx context.Context, in *itemCreation) (*wire.Reply[content.Item], error) {
	if err := in.check(); err != nil {
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

// readPage tells what a page of another program would bring along.
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

// changeSamples removes what the site came with and nobody has changed, brings it
// back, or makes it the owner's.
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

// serveDraft shows an article to whoever has the link to it.
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

// drawDraft has its turn while the article is looked up and drawn, and not until its
// reader has it.
func (s contentAPI) drawDraft(r *http.Request) (*render.Page, error) {
	done, err := s.door.Slot(r.Context(), intake.Drawings, networkOf(r.Context()))
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

// Changed names what a deed changed.
type Changed struct {
	IDs []string `json:"ids" doc:"Those that were not so before"`
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

// changed answers a change to an item and shows it at once; a conflict carries
// the newest state.
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

// author is who is signed in.
func (s *Server) author(ctx context.Context) postgres.Author {
	return postgres.Author(callerOf(ctx).Session.Email)
}
