// Package content implements the API handlers of the site's content. The public reads it. The
// owner edits the profile and the lists, shares drafts and restores revisions.
package content

import (
	"context"
	"errors"
	"net/url"

	"parichay/internal/api/wire"
	"parichay/internal/domain/homepage"
	"parichay/internal/domain/profile"
	"parichay/internal/kit/fault"
	"parichay/internal/public/intake"
	"parichay/internal/public/pagedata"
	"parichay/internal/public/site"
	"parichay/internal/store/media"
	"parichay/internal/store/postgres"
	"parichay/locales"
)

// Content holds the handlers, which package api registers.
type Content struct {
	Store    *postgres.Store
	Site     *site.Site
	Pictures *media.Store
	Door     *intake.Door
	BaseURL  *url.URL
}

// ShownSite is a revision as readers see it.
type ShownSite struct {
	Revision int64     `json:"revision"`
	Version  int64     `json:"version"`
	HomeURL  string    `json:"homeUrl" doc:"The public address of the home page in the primary language"`
	Site     wire.Site `json:"site"`
}

// Shown returns the profile as readers see it.
func (s Content) Shown(_ context.Context, in *InLanguage) (*wire.Reply[ShownSite], error) {
	now, err := s.Site.Current()
	if err != nil {
		return nil, err
	}
	return wire.ReplyWith(ShownSite{now.Profile.ID, now.Version, s.Site.HomeURL(), wire.Site(now.Profile.Profile.Public(in.language()).Shape())}, nil)
}

// Stored returns the profile as the owner edits it. It reads from the database, because the
// owner must not edit cached content.
func (s Content) Stored(ctx context.Context, _ *struct{}) (*wire.Reply[wire.StoredSite], error) {
	content, err := s.Store.Site.Content(ctx)
	return wire.ReplyWith(wire.Stored(content.Profile), err)
}

type siteSave struct {
	Body struct {
		Revision     int64                `json:"revision" doc:"The revision the changes are based on"`
		Site         wire.SiteChanges     `json:"site,omitempty"`
		Translations profile.Translations `json:"translations,omitempty"`
	}
}

// SaveSite saves the given fields of the profile as the next revision.
func (s Content) SaveSite(ctx context.Context, in *siteSave) (*wire.Reply[wire.StoredSite], error) {
	saved, err := s.Store.Site.Save(ctx, author(ctx), in.Body.Revision, func(p profile.Profile) (profile.Profile, error) {
		return p.Patch(in.Body.Site, in.Body.Translations)
	})
	return s.savedSite(ctx, saved, err)
}

// savedSite reloads the content of this replica and responds to a save. If err is a conflict,
// the response contains the newest revision.
func (s Content) savedSite(ctx context.Context, saved profile.Revision, err error) (*wire.Reply[wire.StoredSite], error) {
	if errors.Is(err, fault.ErrConflict) {
		return nil, wire.Conflict{Err: err, Site: new(wire.Stored(saved))}
	}
	if err != nil {
		return nil, err
	}
	s.Site.Refresh(ctx)
	return wire.ReplyWith(wire.Stored(saved), nil)
}

// PageAnswer is the data of a page, with its edition as ETag.
type PageAnswer struct {
	ETag string `header:"ETag"`
	Body pagedata.Boot
}

// Page returns the data of a page. A browser requests it again when the visitor returns to a tab
// with an open page. The response is cached by edition, and a client with unchanged content gets
// a 304.
func (s Content) Page(ctx context.Context, in *struct {
	Path string `query:"path" required:"true"`
},
) (*PageAnswer, error) {
	data, err := s.Site.Page(ctx, in.Path)
	if err != nil {
		return nil, err
	}
	return &PageAnswer{ETag: `"` + data.Edition + `"`, Body: *data}, nil
}

// Preview renders a page as it would look after a save, without saving.
func (s Content) Preview(ctx context.Context, in *struct {
	InLanguage
	Path string `query:"path" required:"true" doc:"Path of the page, without the language prefix"`
	Body struct {
		Revision     int64                `json:"revision,omitempty" doc:"Same as in a save; ignored"`
		Site         wire.SiteChanges     `json:"site,omitempty"`
		Translations profile.Translations `json:"translations,omitempty"`
		Block        *homepage.Draft      `json:"block,omitempty"`
	}
},
) (*wire.Reply[site.Preview], error) {
	return wire.ReplyWith(s.Site.Preview(ctx, in.language(), in.Path, site.Draft{Site: in.Body.Site, Translations: in.Body.Translations, Block: in.Body.Block}))
}

// Accent is an accent colour that fits the owner's picture.
type Accent struct {
	Colour string `json:"colour" doc:"#RRGGBB; empty if the picture has no colours or was not uploaded here"`
}

// Accent returns an accent colour that fits the profile picture.
func (s Content) Accent(ctx context.Context, _ *struct{}) (*wire.Reply[Accent], error) {
	colour, err := s.Pictures.Accent(ctx, s.Site.Shown(locales.English).ProfileImage)
	return wire.ReplyWith(Accent{colour}, err)
}
