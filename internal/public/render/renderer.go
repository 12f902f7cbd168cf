package render

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strconv"

	"parichay/internal/kit/fault"
	"parichay/internal/kit/headers"
)

// Renderer turns documents into pages.
type Renderer struct {
	assets  *Assets
	engine  *Engine
	headers http.Header
}

// NewRenderer returns a renderer whose pages all have the given headers.
func NewRenderer(assets *Assets, engine *Engine, headers http.Header) *Renderer {
	return &Renderer{assets: assets, engine: engine, headers: headers}
}

// Page renders doc. If React fails, Page returns a page without content, which the browser
// renders; finished is then false, and the status is 503, so that clients without script
// retry. If too many ordinary pages are waiting, Page returns fault.ErrUnavailable. A page for
// a copy of the site waits for an engine until ctx ends and is not compressed.
func (r *Renderer) Page(ctx context.Context, doc Document, when Urgency) (page *Page, finished bool, err error) {
	if doc.MovedTo != "" {
		page, err = moved(doc.MovedTo)
		return page, true, err
	}
	if when != Copying {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, maxWait)
		defer cancel()
	}
	html, failure := r.engine.Render(ctx, doc.Boot, when)
	if errors.Is(failure, fault.ErrUnavailable) {
		return nil, false, failure
	}
	if failure != nil {
		slog.ErrorContext(ctx, "server rendering failed; leaving the page to the browser", "path", doc.Head.Path, "lang", doc.Lang, "error", failure)
	}
	hosts := hostsOf(html)
	if failure != nil || doc.Page == fetching { // the page's pictures are not known yet
		hosts = []string{anyHost}
	}
	body, err := r.assets.write(doc, html)
	if err != nil {
		return nil, false, err
	}
	header := r.headersOf(doc, hosts)
	if failure == nil && when == Copying {
		return newPlainPage(doc.Status, body, header), true, nil
	}
	if failure == nil {
		page, err = NewPage(doc.Status, body, header)
		return page, true, err
	}
	header = header.Clone()
	headers.Unkeep(header)
	header["Retry-After"] = []string{strconv.Itoa(int(failedFor.Seconds()))}
	page, err = NewPage(http.StatusServiceUnavailable, body, header)
	return page, false, err
}

// fetching is the page whose dialogs fetch texts, which may contain pictures of any host.
const fetching = "portfolio"

// headersOf returns the headers of a document. A document with its own look, or with pictures
// of other hosts, gets a content security policy that allows them.
func (r *Renderer) headersOf(doc Document, hosts []string) http.Header {
	if doc.Look.Style == "" && doc.Look.Backdrop == "" && len(hosts) == 0 {
		return r.headers
	}
	own := r.headers.Clone()
	own["Content-Security-Policy"] = []string{r.assets.PublicCSP(doc, hosts...)}
	return own
}
