package api

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

func (s contentAPI) getPosts(ctx context.Context, in *struct {
	InLanguage
	Offset int `query:"offset" minimum:"0" maximum:"1000000"`
	Limit  int `query:"limit" minimum:"1" maximum:"100" default:"4"`
},
) (*wire.Reply[pagedata.BlogPage], error) {
	return wire.ReplyWith(s.site.Posts(ctx, in.language(), in.Offset, in.Limit))
}

type itemInLanguage struct {
	InLanguage
	ItemPath
}

func (s contentAPI) getPost(ctx context.Context, in *itemInLanguage) (*wire.Reply[pagedata.PostPage], error) {
	return wire.ReplyWith(s.site.Post(ctx, in.language(), in.ID))
}

func (s contentAPI) getServices(ctx context.Context, in *InLanguage) (*wire.Reply[pagedata.ServicesPage], error) {
	return wire.ReplyWith(s.site.Services(ctx, in.language()))
}

func (s contentAPI) getPortfolio(ctx context.Context, in *struct {
	InLanguage
	Offset int `query:"offset" minimum:"0" maximum:"1000000"`
	Limit  int `query:"limit" minimum:"1" maximum:"100" default:"24"`
},
) (*wire.Reply[pagedata.PortfolioPage], error) {
	return wire.ReplyWith(s.site.Portfolio(ctx, in.language(), in.Offset, in.Limit))
}

func (s contentAPI) getProject(ctx context.Context, in *itemInLanguage) (*wire.Reply[pagedata.ProjectCard], error) {
	return wire.ReplyWith(s.site.Project(ctx, in.language(), in.ID))
}
