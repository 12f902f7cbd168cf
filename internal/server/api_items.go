package server

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"parichay/internal/content"
	"parichay/internal/fault"
	"parichay/internal/postgres"
	"parichay/locales"
)

// ItemValues are an item's texts by field key: a text, or a list of texts. What
// each may hold is the collection's table to say.
type ItemValues content.Values

// Schema implements huma.SchemaProvider.
func (ItemValues) Schema(r huma.Registry) *huma.Schema {
	const name = "ItemValues"
	if r.Map()[name] == nil {
		text := &huma.Schema{Type: huma.TypeString}
		list := &huma.Schema{Type: huma.TypeArray, Items: text}
		r.Map()[name] = &huma.Schema{Type: huma.TypeObject, AdditionalProperties: &huma.Schema{OneOf: []*huma.Schema{text, list}}}
	}
	return &huma.Schema{Ref: "#/components/schemas/" + name}
}

// ItemTranslations are an item's texts in the other languages.
type ItemTranslations map[locales.Lang]ItemValues

// Item is a member of a list as the owner edits it.
type Item struct {
	ID           string           `json:"id"`
	Revision     int64            `json:"revision"`
	UpdatedAt    time.Time        `json:"updatedAt"`
	DeletedAt    *time.Time       `json:"deletedAt,omitempty"`
	Published    bool             `json:"published"`
	Values       ItemValues       `json:"values"`
	Translations ItemTranslations `json:"translations"`
	Missing      []locales.Lang   `json:"missing,omitempty" doc:"In a list: languages whose readers get some of it in another"`
}

func itemShown(i content.Item) Item {
	words := ItemTranslations{}
	for lang, values := range i.Translations {
		words[lang] = ItemValues(values)
	}
	return Item{i.ID, i.Revision, i.UpdatedAt, i.DeletedAt, i.Published, ItemValues(i.Values), words, i.Missing}
}

// ItemChanges are what a form sends.
type ItemChanges struct {
	Values       ItemValues       `json:"values,omitempty"`
	Translations ItemTranslations `json:"translations,omitempty"`
	Published    *bool            `json:"published,omitempty" doc:"False keeps an article from the public"`
}

func (c ItemChanges) changes() content.Changes {
	words := content.Words{}
	for lang, values := range c.Translations {
		words[lang] = content.Values(values)
	}
	return content.Changes{Values: content.Values(c.Values), Translations: words, Published: c.Published}
}

// ItemPath is the id in an address.
type ItemPath struct {
	ID string `path:"id"`
}

// registerItems gives every collection the same routes.
func (s contentAPI) registerItems() {
	add(s.Server, http.MethodGet, "/stored", owner, "How much there is in each list", s.countItems)
	for i := range content.Collections {
		c := &content.Collections[i]
		path := "/" + c.Name
		add(s.Server, http.MethodGet, "/stored"+path, owner, "The list "+c.Name+", drafts included, page by page and without long texts", s.listItems(c))
		add(s.Server, http.MethodGet, "/stored"+path+"/{id}", owner, "One item of "+c.Name+", from the bin as well", s.getItem(c))
		add(s.Server, http.MethodPost, path, owner, "Add to "+c.Name, s.createItem(c), creates)
		add(s.Server, http.MethodPatch, path+"/{id}", owner, "Save an item of "+c.Name, s.saveItem(c))
		add(s.Server, http.MethodDelete, path+"/{id}", owner, "Put an item of "+c.Name+" into the bin", s.deleteItem(c))
		add(s.Server, http.MethodPost, path+"/{id}/undelete", owner, "Take an item of "+c.Name+" out of the bin", s.undeleteItem(c))
		if c.Ordered {
			add(s.Server, http.MethodPut, path+"/order", owner, "Put "+c.Name+" into an order", s.orderItems(c), takes(orderBody))
		}
	}
}

// Items is a part of a list.
type Items struct {
	Items []Item `json:"items"`
	Total int    `json:"total" doc:"How many there are in all parts"`
}

type itemsPart struct {
	Bin     bool         `query:"bin" doc:"What was deleted, last first, instead of what is there"`
	Missing locales.Lang `query:"missing" doc:"Only what readers of this language get in another"`
	Offset  int          `query:"offset" minimum:"0"`
	Limit   int          `query:"limit" minimum:"1" maximum:"200" default:"50"`
}

func (s contentAPI) listItems(c *content.Collection) func(context.Context, *itemsPart) (*reply[Items], error) {
	return func(ctx context.Context, in *itemsPart) (*reply[Items], error) {
		items, total, err := s.store.Items.List(ctx, c, postgres.Part(*in))
		return replyWith(Items{shownAll(items, itemShown), total}, err)
	}
}

func (s contentAPI) getItem(c *content.Collection) func(context.Context, *ItemPath) (*reply[Item], error) {
	return func(ctx context.Context, in *ItemPath) (*reply[Item], error) {
		item, err := s.store.Items.Item(ctx, c, in.ID)
		return replyWith(itemShown(item), err)
	}
}

func (s contentAPI) countItems(ctx context.Context, _ *struct{}) (*reply[map[string]content.Counts], error) {
	return replyWith(s.store.Items.Count(ctx))
}

type itemCreation struct {
	MessageKey
	Body ItemChanges
}

func (s contentAPI) createItem(c *content.Collection) func(context.Context, *itemCreation) (*reply[Item], error) {
	return func(ctx context.Context, in *itemCreation) (*reply[Item], error) {
		if err := in.check(); err != nil {
			return nil, err
		}
		item, err := s.store.Items.Create(ctx, s.author(ctx), c, in.Key, in.Body.changes())
		return s.changed(ctx, item, err)
	}
}

type itemSave struct {
	ItemPath
	Body struct {
		Revision int64 `json:"revision" doc:"The revision the changes are based on"`
		ItemChanges
	}
}

func (s contentAPI) saveItem(c *content.Collection) func(context.Context, *itemSave) (*reply[Item], error) {
	return func(ctx context.Context, in *itemSave) (*reply[Item], error) {
		item, err := s.store.Items.Save(ctx, s.author(ctx), c, in.ID, in.Body.Revision, in.Body.changes())
		return s.changed(ctx, item, err)
	}
}

func (s contentAPI) deleteItem(c *content.Collection) func(context.Context, *ItemPath) (*struct{}, error) {
	return func(ctx context.Context, in *ItemPath) (*struct{}, error) {
		item, err := s.store.Items.Delete(ctx, s.author(ctx), c, in.ID)
		_, err = s.changed(ctx, item, err)
		return nil, err
	}
}

func (s contentAPI) undeleteItem(c *content.Collection) func(context.Context, *ItemPath) (*reply[Item], error) {
	return func(ctx context.Context, in *ItemPath) (*reply[Item], error) {
		item, err := s.store.Items.Undelete(ctx, s.author(ctx), c, in.ID)
		return s.changed(ctx, item, err)
	}
}

type itemOrder struct {
	Body struct {
		IDs []string `json:"ids" maxItems:"10000"`
	}
}

func (s contentAPI) orderItems(c *content.Collection) func(context.Context, *itemOrder) (*struct{}, error) {
	return func(ctx context.Context, in *itemOrder) (*struct{}, error) {
		err := s.store.Items.Order(ctx, c, in.Body.IDs)
		if err == nil {
			s.site.Refresh(ctx)
		}
		return nil, err
	}
}

// changed answers a change to an item and shows it at once; a conflict carries
// the newest state.
func (s contentAPI) changed(ctx context.Context, item content.Item, err error) (*reply[Item], error) {
	if errors.Is(err, fault.ErrConflict) {
		current := itemShown(item)
		return nil, conflict{error: err, item: &current}
	}
	if err != nil {
		return nil, err
	}
	s.site.Refresh(ctx)
	return replyWith(itemShown(item), nil)
}

// author is who is signed in.
func (s *Server) author(ctx context.Context) postgres.Author {
	return postgres.Author(callerOf(ctx).Session.Email)
}
