package site

import (
	"context"
	"maps"
	"net/http"
	"strings"

	"parichay/internal/domain/content"
	"parichay/internal/kit/fault"
	"parichay/internal/public/render"
	"parichay/locales"
)

// KeepData returns middleware that caches the API's responses about the site by edition, like
// other documents. prefix is the API's path prefix.
func (s Documents) KeepData(prefix string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			d, ok := s.data(strings.TrimPrefix(r.URL.Path, prefix), r)
			if !ok || r.Method != http.MethodGet {
				next.ServeHTTP(w, r)
				return
			}
			answer := render.Answer{Headers: http.Header{}}
			d.Make = func(ctx context.Context) ([]byte, error) {
				answer.Status = http.StatusOK
				asked := r.Clone(ctx)
				asked.Header.Del("If-None-Match")
				next.ServeHTTP(&answer, asked)
				if answer.Status != http.StatusOK {
					return nil, fault.ErrNotFound // any error will do: Keep caches nothing, and the code below sends the response unchanged
				}
				h := headed(answer.Headers.Get("Content-Type"))
				if tag := answer.Headers.Get("Etag"); tag != "" {
					h["Etag"] = []string{tag}
				}
				maps.Copy(d.Header, h)
				return answer.Body.Bytes(), nil
			}
			switch err := s.Keep(w, r, &d); {
			case err != nil && answer.Status != 0:
				maps.Copy(w.Header(), answer.Headers)
				w.WriteHeader(answer.Status)
				_, _ = w.Write(answer.Body.Bytes())
			case err != nil:
				next.ServeHTTP(w, r)
			}
		})
	}
}

// data returns the document that an API request asks for, without Make. It returns false if
// the response must not be cached.
func (s Documents) data(path string, r *http.Request) (Document, bool) {
	query := r.URL.Query()
	lang, _ := locales.Parse(query.Get("lang"))
	d := Document{Key: "data " + path + " " + string(lang), Header: http.Header{}}
	list, id, isItem := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	lists := map[string]*content.Collection{"services": content.Services, "portfolio": content.Portfolio, "posts": content.Posts}
	switch {
	case path == "/site":
	case strings.Contains(id, "/"): // sub-resources of an item are private
		return d, false
	case lists[list] != nil && isItem:
		d.List, d.Item = lists[list], id
	case lists[list] != nil:
		d.List = lists[list]
		if list != "services" { // services are few, and listed completely
			d.Key += " " + query.Get("offset") + " " + query.Get("limit")
		}
	case path == "/page":
		a, ok := s.located(s.live.current.Load(), query.Get("path"))
		if !ok {
			return d, false
		}
		d.Key += " " + a.key()
		d.Scopes = s.reads(a)
		if d.List = a.page.list; a.page.item != nil {
			d.List, d.Item = a.page.item, a.arg
		}
	default:
		return d, false
	}
	return d, true
}
