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

// Document is what others read of the site besides its pages: a feed, a list of
// addresses, data, a picture.
type Document struct {
	Key    string              // its address, with all that tells it apart
	List   *content.Collection // whose items it shows, if any
	Item   string              // of which it shows one
	Scopes []string            // what it reads, where that is more than those
	Header http.Header
	Make   func(context.Context) ([]byte, error)
}

// pass says, while the document is made, that it will do for a moment only: it is kept by
// nobody else, and soon made anew.
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

// Documents serves them.
type Documents struct{ *Site }

// Keep serves a document that is made once for each edition of what it shows,
// however many ask.
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

// document finds or makes a document. While it cannot be made, the one before it
// will do, and is not called current.
func (s Documents) document(ctx context.Context, d *Document) (found *render.Page, current bool, err error) {
	edition, _ := s.live.current.Load().edition(d.List, d.reads())
	page, before := s.documents.Get(d.Key, edition)
	if page != nil {
		return page, !page.NoStore(), nil
	}
	page, err = s.documents.Make(d.Key, edition, func() (made *render.Page, _ bool, err error) {
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

// documentPatience is how long a document may wait for its turn and then take.
const documentPatience = 5 * time.Second

// makers make documents, one of each kind at a time: however many different ones are
// asked for, they take no more than their share of processor, memory and database,
// and nothing from other kinds.
type makers [kinds]lowprio.Workers

const (
	ordinary = iota
	ofLists
	pictures // of pixels, which take long
	shapes   // pictures of shapes, which do not
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

// headed are the headers of a document of one type that is asked for anew each time.
func headed(contentType string) http.Header {
	return http.Header{"Content-Type": {contentType}, "Cache-Control": {headers.Revalidated}}
}
