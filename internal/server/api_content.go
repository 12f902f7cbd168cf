package server

import (
	"context"

	"parichay/internal/fault"
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

type postsAnswer struct {
	Body struct {
		Posts []PostCard `json:"posts"`
		Total int        `json:"total"`
	}
}

func (s *Server) getPosts(ctx context.Context, in *struct {
	InLanguage
	Offset int `query:"offset" minimum:"0" maximum:"1000000"`
	Limit  int `query:"limit" minimum:"1" maximum:"100" default:"4"`
},
) (*postsAnswer, error) {
	posts, total, err := s.store.Items.Posts(ctx, s.today(), in.Offset, in.Limit)
	out := &postsAnswer{}
	out.Body.Posts, out.Body.Total = postCards(posts, in.language()), total
	return out, err
}

func (s *Server) getPost(ctx context.Context, in *struct {
	InLanguage
	ID string `path:"id"`
},
) (*struct{ Body *PostPage }, error) {
	if !plausibleID(in.ID) {
		return nil, fault.ErrNotFound
	}
	post, err := s.store.Items.Post(ctx, s.today(), in.ID)
	if err != nil {
		return nil, err
	}
	return &struct{ Body *PostPage }{postWhole(post, in.language())}, nil
}

func (s *Server) getServices(ctx context.Context, in *InLanguage) (*struct{ Body ServicesPage }, error) {
	services, err := s.store.Items.Services(ctx)
	return &struct{ Body ServicesPage }{ServicesPage{serviceCards(services, in.language())}}, err
}

func (s *Server) getPortfolio(ctx context.Context, in *InLanguage) (*struct{ Body PortfolioPage }, error) {
	projects, err := s.store.Items.Portfolio(ctx)
	return &struct{ Body PortfolioPage }{PortfolioPage{projectCards(projects, in.language())}}, err
}
