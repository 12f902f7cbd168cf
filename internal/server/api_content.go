package server

import (
	"context"

	"parichay/internal/boot"
	"parichay/locales"
)

// InLanguage is the query of what is read in a language.
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
) (*reply[boot.BlogPage], error) {
	return replyWith(s.site.Posts(ctx, in.language(), in.Offset, in.Limit))
}

type itemInLanguage struct {
	InLanguage
	ItemPath
}

func (s contentAPI) getPost(ctx context.Context, in *itemInLanguage) (*reply[boot.PostPage], error) {
	return replyWith(s.site.Post(ctx, in.language(), in.ID))
}

func (s contentAPI) getServices(ctx context.Context, in *InLanguage) (*reply[boot.ServicesPage], error) {
	return replyWith(s.site.Services(ctx, in.language()))
}

func (s contentAPI) getPortfolio(ctx context.Context, in *struct {
	InLanguage
	Offset int `query:"offset" minimum:"0" maximum:"1000000"`
	Limit  int `query:"limit" minimum:"1" maximum:"100" default:"24"`
},
) (*reply[boot.PortfolioPage], error) {
	return replyWith(s.site.Portfolio(ctx, in.language(), in.Offset, in.Limit))
}

func (s contentAPI) getProject(ctx context.Context, in *itemInLanguage) (*reply[boot.ProjectCard], error) {
	return replyWith(s.site.Project(ctx, in.language(), in.ID))
}
