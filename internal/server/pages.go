package server

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strconv"

	"parichay/internal/profile"
	"parichay/internal/render"
	"parichay/locales"
)

// page is one public page: where it lives, which component draws it, which words
// it needs, and what fills its data.
type page struct {
	path  string // without language prefix
	name  string // component of the front end
	words []string
	fill  func(*view, *Boot)
}

var shellWords = []string{"common", "language", "toast"}

var (
	publicPages = []page{
		{path: "/", name: "home", words: []string{"home", "share"}, fill: fillHome},
	}
	notFound = page{name: "notFound", words: []string{"notFound"}, fill: func(*view, *Boot) {}}
)

// address is a page in a language.
type address struct {
	page *page
	lang locales.Lang
}

// view is what a page may draw on.
type view struct {
	*snapshot
	lang    locales.Lang
	profile profile.Profile // as shown in lang
	server  *Server
}

// prefixed is the path of a page in a language: English has no prefix.
func prefixed(lang locales.Lang, path string) string {
	switch {
	case lang == locales.English:
		return path
	case path == "/":
		return "/" + string(lang)
	}
	return "/" + string(lang) + path
}

func addresses() map[string]address {
	all := make(map[string]address)
	for i := range publicPages {
		for _, lang := range locales.All {
			all[prefixed(lang, publicPages[i].path)] = address{&publicPages[i], lang}
		}
	}
	return all
}

func (s *Server) servePage(w http.ResponseWriter, r *http.Request, a address) {
	now := s.live.current.Load()
	where := r.URL.Path
	if a.page == &notFound {
		where = "404:" + string(a.lang) // one page for all paths that do not exist
	}
	made := s.cache.Get(where, now.edition)
	if made == nil {
		var err error
		made, err = s.make(r.Context(), where, a, now)
		if err != nil {
			slog.ErrorContext(r.Context(), "page", "path", where, "error", err)
			http.Error(w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
			return
		}
	}
	made.ServeHTTP(w, r)
}

// make renders a page that is not in memory. However many visitors wait for it,
// it is rendered once, and none of them can cancel it for the others.
func (s *Server) make(ctx context.Context, where string, a address, now *snapshot) (*render.Page, error) {
	ctx = context.WithoutCancel(ctx)
	return s.cache.Make(where, now.edition, func() (*render.Page, bool, error) {
		doc, err := s.document(a, now)
		if err != nil {
			return nil, false, err
		}
		return s.renderer.Page(ctx, doc)
	})
}

// serveNotFound answers every path nobody claimed.
func (s *Server) serveNotFound(w http.ResponseWriter, r *http.Request) {
	slog.InfoContext(r.Context(), "no such page", "path", r.URL.Path)
	s.servePage(w, r, address{&notFound, languageOf(r.URL.Path)})
}

func languageOf(path string) locales.Lang {
	for _, lang := range locales.Translated {
		if prefix := "/" + string(lang); path == prefix || len(path) > len(prefix) && path[:len(prefix)+1] == prefix+"/" {
			return lang
		}
	}
	return locales.English
}

// boot gathers a page's data.
func (s *Server) boot(a address, now *snapshot) Boot {
	v := &view{snapshot: now, lang: a.lang, profile: now.Profile.Profile.Shown(a.lang), server: s}
	b := Boot{
		Page: a.page.name, Lang: a.lang, Version: now.Version,
		Words: locales.Section(a.lang, append(shellWords, a.page.words...)...),
		Shell: v.shell(a.page),
	}
	a.page.fill(v, &b)
	return b
}

func (s *Server) document(a address, now *snapshot) (render.Document, error) {
	b := s.boot(a, now)
	data, err := json.Marshal(b)
	if err != nil {
		return render.Document{}, err
	}
	doc := render.Document{Status: http.StatusOK, Lang: a.lang, Boot: data}
	doc.Head = render.Head{
		Title:       b.Shell.BrandName + " · " + now.Profile.Profile.Shown(a.lang).Tagline,
		Description: locales.Text(a.lang, "common.description", "brand", b.Shell.BrandName, "tagline", now.Profile.Profile.Shown(a.lang).Tagline),
		Path:        a.page.path,
	}
	if a.page == &notFound {
		doc.Status, doc.Head.NoIndex = http.StatusNotFound, true
		doc.Head.Title = strconv.Itoa(http.StatusNotFound) + " · " + b.Shell.BrandName
		return doc, nil
	}
	doc.Head.Localized = true
	doc.Head.Canonical = s.absolute(prefixed(a.lang, a.page.path))
	for _, lang := range locales.All {
		doc.Head.Alternates = append(doc.Head.Alternates, render.Alternate{Lang: string(lang), Href: s.absolute(prefixed(lang, a.page.path))})
	}
	doc.Head.Alternates = append(doc.Head.Alternates, render.Alternate{Lang: "x-default", Href: s.absolute(a.page.path)})
	return doc, nil
}
