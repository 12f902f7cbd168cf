package server

import (
	"context"
	"errors"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"parichay/internal/fault"
	"parichay/internal/field"
	"parichay/internal/profile"
	"parichay/internal/site"
)

// Site is the profile in the client's shape. Its schema is made from the field
// table.
type Site profile.Shape

// Schema implements huma.SchemaProvider.
func (Site) Schema(r huma.Registry) *huma.Schema {
	const name = "Site"
	if r.Map()[name] == nil {
		r.Map()[name] = siteSchema()
		r.Map()["SiteChanges"] = loosened(siteSchema())
	}
	return &huma.Schema{Ref: "#/components/schemas/" + name}
}

// SiteChanges is any part of a Site.
type SiteChanges map[string]any

// Schema implements huma.SchemaProvider.
func (SiteChanges) Schema(r huma.Registry) *huma.Schema {
	Site{}.Schema(r)
	return &huma.Schema{Ref: "#/components/schemas/SiteChanges"}
}

func object() *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{}, AdditionalProperties: false}
}

func siteSchema() *huma.Schema {
	root := object()
	for i := range profile.Fields {
		f := &profile.Fields[i]
		place := root
		if group := f.Group(); group != "" {
			if root.Properties[group] == nil {
				root.Properties[group] = object()
				root.Required = append(root.Required, group)
			}
			place = root.Properties[group]
		}
		place.Properties[f.Name()] = &huma.Schema{Type: huma.TypeString}
		if f.Kind == field.Range {
			place.Properties[f.Name()] = &huma.Schema{Type: huma.TypeInteger}
		}
		place.Required = append(place.Required, f.Name())
	}
	return prepared(root)
}

// loosened asks for nothing and takes what it does not know, as a patch does. A
// value of the wrong type is the field's own rule to refuse.
func loosened(s *huma.Schema) *huma.Schema {
	s.Required, s.AdditionalProperties = nil, true
	for _, property := range s.Properties {
		if property.Type == huma.TypeObject {
			loosened(property)
		}
	}
	return prepared(s)
}

// prepared makes the messages the framework needs to validate with s.
func prepared(s *huma.Schema) *huma.Schema {
	for _, property := range s.Properties {
		property.PrecomputeMessages()
	}
	s.PrecomputeMessages()
	return s
}

// StoredSite is a revision as the owner edits it. An empty value means that the
// default is shown.
type StoredSite struct {
	Revision     int64                `json:"revision"`
	UpdatedAt    time.Time            `json:"updatedAt"`
	Site         Site                 `json:"site"`
	Translations profile.Translations `json:"translations"`
	Damaged      bool                 `json:"damaged,omitempty" doc:"A newer revision cannot be read: this one is shown instead, and saving it mends the site"`
}

func stored(r profile.Revision) StoredSite {
	words := r.Profile.Translations
	if words == nil {
		words = profile.Translations{}
	}
	return StoredSite{Revision: r.ID, UpdatedAt: r.UpdatedAt, Site: Site(r.Profile.Shape()), Translations: words, Damaged: r.Damaged}
}

// ShownSite is a revision as readers see it.
type ShownSite struct {
	Revision int64 `json:"revision"`
	Version  int64 `json:"version"`
	Site     Site  `json:"site"`
}

func (s contentAPI) getSite(_ context.Context, in *InLanguage) (*reply[ShownSite], error) {
	now, err := s.site.Current()
	if err != nil {
		return nil, err
	}
	return replyWith(ShownSite{now.Profile.ID, now.Version, Site(now.Profile.Profile.Shown(in.language()).Shape())}, nil)
}

// getStored reads the database, not memory: an owner must edit what is there.
func (s contentAPI) getStored(ctx context.Context, _ *struct{}) (*reply[StoredSite], error) {
	content, err := s.store.Site.Content(ctx)
	return replyWith(stored(content.Profile), err)
}

type siteSave struct {
	Body struct {
		Revision     int64                `json:"revision" doc:"The revision the changes are based on"`
		Site         SiteChanges          `json:"site,omitempty"`
		Translations profile.Translations `json:"translations,omitempty"`
	}
}

func (s contentAPI) patchSite(ctx context.Context, in *siteSave) (*reply[StoredSite], error) {
	saved, err := s.store.Site.Save(ctx, s.author(ctx), in.Body.Revision, func(p profile.Profile) (profile.Profile, error) {
		return p.Patch(in.Body.Site, in.Body.Translations)
	})
	return s.savedSite(ctx, saved, err)
}

// savedSite answers a save and shows it at once; a conflict carries the newest
// revision.
func (s contentAPI) savedSite(ctx context.Context, saved profile.Revision, err error) (*reply[StoredSite], error) {
	if errors.Is(err, fault.ErrConflict) {
		return nil, conflict{error: err, site: new(stored(saved))}
	}
	if err != nil {
		return nil, err
	}
	s.site.Refresh(ctx)
	return replyWith(stored(saved), nil)
}

type pageAnswer struct {
	ETag string `header:"ETag"`
	Body site.Boot
}

// getPage is what an open page asks on focus. It is kept by its edition, and content
// that is unchanged answers 304.
func (s contentAPI) getPage(ctx context.Context, in *struct {
	Path string `query:"path" required:"true"`
},
) (*pageAnswer, error) {
	data, err := s.site.Page(ctx, in.Path)
	if err != nil {
		return nil, err
	}
	return &pageAnswer{ETag: `"` + data.Edition + `"`, Body: *data}, nil
}

// preview shows what patchSite would, and saves nothing.
func (s contentAPI) preview(ctx context.Context, in *struct {
	siteSave
	InLanguage
	Path string `query:"path" required:"true" doc:"Of a page, without its language"`
},
) (*reply[site.Preview], error) {
	return replyWith(s.site.Preview(ctx, in.language(), in.Path, in.Body.Site, in.Body.Translations))
}
