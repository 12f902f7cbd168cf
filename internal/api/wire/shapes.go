package wire

import (
	"time"

	"github.com/danielgtaylor/huma/v2"

	"parichay/internal/domain/field"
	"parichay/internal/domain/profile"
)

// Site is the profile in the form that clients use. Its schema is generated from the field
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

// SiteChanges is any subset of a Site.
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

// loosened turns a schema into the schema of a patch: nothing is required, and unknown properties
// are accepted. The rule of a field refuses values of the wrong type.
func loosened(s *huma.Schema) *huma.Schema {
	s.Required, s.AdditionalProperties = nil, true
	for _, property := range s.Properties {
		if property.Type == huma.TypeObject {
			loosened(property)
		}
	}
	return prepared(s)
}

// prepared precomputes the messages that the framework needs to validate with s, and returns
// s.
func prepared(s *huma.Schema) *huma.Schema {
	for _, property := range s.Properties {
		property.PrecomputeMessages()
	}
	s.PrecomputeMessages()
	return s
}

// StoredSite is a revision as the owner edits it. For an empty value, visitors see the default.
type StoredSite struct {
	Revision     int64                `json:"revision"`
	UpdatedAt    time.Time            `json:"updatedAt"`
	Site         Site                 `json:"site"`
	Translations profile.Translations `json:"translations"`
	Damaged      bool                 `json:"damaged,omitempty" doc:"A newer revision is damaged: this one is shown instead, and saving it repairs the site"`
}

// Stored converts a revision to a StoredSite.
func Stored(r profile.Revision) StoredSite {
	words := r.Profile.Translations
	if words == nil {
		words = profile.Translations{}
	}
	return StoredSite{Revision: r.ID, UpdatedAt: r.UpdatedAt, Site: Site(r.Profile.Shape()), Translations: words, Damaged: r.Damaged}
}

// ItemValues is the schema of content.Values: a text or a list of texts for each field key.
// The collection's table validates the values.
type ItemValues struct{}

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
