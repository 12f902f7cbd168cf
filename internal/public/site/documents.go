package site

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"parichay/internal/domain/content"
	"parichay/internal/kit/fault"
	"parichay/internal/kit/headers"
	"parichay/internal/kit/lowprio"
	"parichay/internal/public/render"
	"parichay/internal/store/postgres"
)

// Document is anything that the site serves besides pages: a feed, a sitemap, API data, a
// picture.
type Document struct {
	Key    string              // cache key: the address, and everything else that the document depends on
	List   *content.Collection // collection whose items the document shows, if any
	Item   string              // id of the item, if the document shows only one item of List
	Scopes []string            // scopes that the document reads; nil: the scopes of List and Item
	Header http.Header
	Make   func(context.Context) ([]byte, error)
}

// pass marks the document as provisional: clients may not cache it, and it is soon made again.
// Make calls it if it cannot make the document completely.
func (d *Document) pass() { d.Header["Cache-Control"] = []string{headers.Unkept} }

func (d *Document) isPassing() bool { return d.Header.Get("Cache-Control") == headers.Unkept }

func (d *Document) reads() []string {
	switch {
	case d.Scopes != nil:
		return d.Scopes
	case d.Item != "":
		return []string{postgres.ProfileScope, postgres.ItemScope(d.List, d.Item)}
	case d.List != nil:
		return []string{postgres.ProfileScope, d.List.Name}
	}
	return []string{postgres.ProfileScope}
}

// Documents serves the documents of a site.
type Documents struct{ *Site }

// Keep serves a document from the cache. The document is made once per edition, however many
// clients request it.
func (s Documents) Keep(w http.ResponseWriter, r *http.Request, d *Document) error {
	page, current, err := s.document(r.Context(), d)
	switch {
	case err == nil && current:
		page.Serve(w, r, s.atTheEdge(d.List, d.reads()))
	case err == nil:
		page.ServeHTTP(w, r)
	}
	return err
}

// document returns a document from the cache or makes it. If the document cannot be made now, the
// document of the previous edition is returned, if it is cached. current is false for such a
// document and for a provisional one.
func (s Documents) document(ctx context.Context, d *Document) (found *render.Page, current bool, err error) {
	now := s.live.current.Load()
	edition, _ := now.edition(d.List, d.reads())
	key := now.scheme + d.Key
	page, before := s.documents.Get(key, edition)
	if page != nil {
		return page, !page.NoStore(), nil
	}
	page, err = s.documents.Make(key, edition, func() (made *render.Page, _ bool, err error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), documentPatience)
		defer cancel()
		if s.makers[d.kind()].Do(ctx, func() {
			var body []byte
			if body, err = d.Make(ctx); err == nil {
				made, err = render.NewPage(http.StatusOK, body, d.Header)
			}
		}) != nil {
			err = fault.ErrUnavailable
		}
		return made, !d.isPassing(), err
	})
	if errors.Is(err, fault.ErrUnavailable) && before != nil {
		return before, false, nil
	}
	return page, !d.isPassing(), err
}

// documentPatience is the time limit for waiting for a worker and making a document.
const documentPatience = 5 * time.Second

// makers are the workers that make documents. Of each kind, one document is made at a time.
// So, however many different documents are requested, no kind takes more than its share of
// processor, memory and database, and none delays other kinds.
type makers [kinds]lowprio.Workers

const (
	ordinary = iota
	ofLists
	pictures // JPEG, PNG and icons, which are slow to make
	shapes   // SVG, which is fast to make
	kinds
)

func newMakers(ctx context.Context) (m makers) {
	for kind := range m {
		m[kind] = lowprio.NewWorkers(ctx, 1)
	}
	return m
}

func (d *Document) kind() int {
	switch {
	case d.Header.Get("Content-Type") == headers.SVG:
		return shapes
	case strings.HasPrefix(d.Header.Get("Content-Type"), "image/"):
		return pictures
	case d.List != nil && d.Item == "":
		return ofLists
	}
	return ordinary
}

// headed returns the headers of a document that is revalidated on each use.
func headed(contentType string) http.Header {
	return http.Header{"Content-Type": {contentType}, "Cache-Control": {headers.Revalidated}}
}
