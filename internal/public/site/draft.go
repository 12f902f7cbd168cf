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

// DraftPath is where links to articles lead that are not public yet.
const DraftPath = "/draft/"

// loggable is a path without what opens a draft: whoever reads the log shall not.
func loggable(path string) string {
	if before, _, found := strings.Cut(strings.ToLower(path), DraftPath); found {
		return before + DraftPath
	}
	return path
}

// DrawDraft draws an article as it will be, for whoever has the link at path: without
// scripts, and for nobody to keep or find. One that is public by now leads to its page.
func (s *Site) DrawDraft(ctx context.Context, path string, post content.Item) (*render.Page, error) {
	lang := LanguageOf(path)
	if post.Published && !content.Posts.PublicFrom(post.Values).After(s.config.Now()) {
		page, _, err := s.forms.Page(ctx, render.Document{MovedTo: Prefixed(lang, BlogPath+"/"+content.Posts.AddressOf(post))}, render.Urgent)
		return page, err
	}
	v, b, err := s.boot(ctx, address{page: &page{name: postPage.name, words: postPage.words}, lang: lang, path: BlogPath}, s.live.current.Load())
	if err != nil {
		return nil, err
	}
	drawn := s.post(post, lang)
	b.Post, b.URL = &drawn, s.absolute(path)
	data, err := json.Marshal(b)
	if err != nil {
		return nil, err
	}
	head := render.Head{Title: v.titled(drawn.Title), NoIndex: true, Icon: v.icon()}
	made, whole, err := s.forms.Page(ctx, render.Document{Status: http.StatusOK, Lang: lang, Look: v.look, Boot: data, Static: true, Head: head}, render.Urgent)
	if err == nil && !whole {
		err = fault.ErrUnavailable // no script would draw it instead
	}
	return made, err
}
