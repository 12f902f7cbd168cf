package content

import (
	"context"

	"parichay/internal/api/wire"
	"parichay/internal/public/pagedata"
	"parichay/locales"
)

// InLanguage is the language parameter of a request.
type InLanguage struct {
	Lang string `query:"lang" doc:"en, hi or gu; anything else is en"`
}

func (in InLanguage) language() locales.Lang {
	lang, _ := locales.Parse(in.Lang)
	return lang
}

// Posts returns a page of published articles.
func (s Content) Posts(ctx context.Context, in *struct {
	InLanguage
	Offset int `query:"offset" minimum:"0" maximum:"1000000"`
	Limit  int `query:"limit" minimum:"1" maximum:"100" default:"4"`
},
) (*wire.Reply[pagedata.BlogPage], error) {
	return wire.ReplyWith(s.Site.Posts(ctx, in.language(), in.Offset, in.Limit))
}

type itemInLanguage struct {
	InLanguage
	ItemPath
}

// Post returns one article.
func (s Content) Post(ctx context.Context, in *itemInLanguage) (*wire.Reply[pagedata.PostPage], error) {
	return wire.ReplyWith(s.Site.Post(ctx, in.language(), in.ID))
}

// Services returns the services.
func (s Content) Services(ctx context.Context, in *InLanguage) (*wire.Reply[pagedata.ServicesPage], error) {
	return wire.ReplyWith(s.Site.Services(ctx, in.language()))
}

// Portfolio returns a page of case studies.
func (s Content) Portfolio(ctx context.Context, in *struct {
	InLanguage
	Offset int `query:"offset" minimum:"0" maximum:"1000000"`
	Limit  int `query:"limit" minimum:"1" maximum:"100" default:"24"`
},
) (*wire.Reply[pagedata.PortfolioPage], error) {
	return wire.ReplyWith(s.Site.Portfolio(ctx, in.language(), in.Offset, in.Limit))
}

// Project returns one case study.
func (s Content) Project(ctx context.Context, in *itemInLanguage) (*wire.Reply[pagedata.ProjectCard], error) {
	return wire.ReplyWith(s.Site.Project(ctx, in.language(), in.ID))
}
