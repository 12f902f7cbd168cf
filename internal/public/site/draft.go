package site

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"parichay/internal/domain/content"
	"parichay/internal/kit/fault"
	"parichay/internal/public/render"
)

// DraftPath is the path prefix of links to articles that are not public yet.
const DraftPath = "/draft/"

// loggable returns a path without the secret that opens a draft, so that readers of the log
// cannot open it.
func loggable(path string) string {
	if before, _, found := strings.Cut(strings.ToLower(path), DraftPath); found {
		return before + DraftPath
	}
	return path
}

// DrawDraft renders an unpublished article for anybody who has its draft link, which is path.
// The page has no scripts, and nobody may cache or index it. If the article is public by now,
// DrawDraft returns a redirect to its page.
func (s *Site) DrawDraft(ctx context.Context, path string, post content.Item) (*render.Page, error) {
	now := s.live.current.Load()
	lang, _, _ := now.languages.Find(path)
	if post.Published && !content.Posts.PublicFrom(post.Values).After(s.config.Now()) {
		page, _, err := s.forms.Page(ctx, render.Document{MovedTo: now.languages.Path(lang, BlogPath+"/"+content.Posts.AddressOf(post))}, render.Urgent)
		return page, err
	}
	v, b, err := s.boot(ctx, address{page: &page{name: postPage.name, words: postPage.words}, lang: lang, path: BlogPath}, now)
	if err != nil {
		return nil, err
	}
	drawn := s.post(post, lang)
	b.Post, b.URL = &drawn, s.absolute(path)
	data, err := json.Marshal(b)
	if err != nil {
		return nil, err
	}
	head := render.Head{Prefix: now.languages.Prefix(lang), Title: v.titled(drawn.Title), NoIndex: true, Icon: v.icon()}
	made, whole, err := s.forms.Page(ctx, render.Document{Status: http.StatusOK, Lang: lang, Look: v.look, Boot: data, Static: true, Head: head}, render.Urgent)
	if err == nil && !whole {
		err = fault.ErrUnavailable // the page has no script, so the browser cannot render it
	}
	return made, err
}
