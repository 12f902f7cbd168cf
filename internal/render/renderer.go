package render

import (
	"context"
	"log/slog"
	"net/http"
)

// Renderer makes pages of documents.
type Renderer struct {
	assets  *Assets
	engine  *Engine
	headers http.Header
}

// NewRenderer prepares a renderer whose pages all carry the given headers.
func NewRenderer(assets *Assets, engine *Engine, headers http.Header) *Renderer {
	return &Renderer{assets: assets, engine: engine, headers: headers}
}

// Page renders doc. If React fails the page is still made, for the browser to
// render; keep is then false, so that the next visitor tries again.
func (r *Renderer) Page(ctx context.Context, doc Document) (page *Page, keep bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, 2*renderTimeout)
	defer cancel()
	html, failure := r.engine.Render(ctx, doc.Boot)
	if failure != nil {
		slog.ErrorContext(ctx, "page rendered by the browser instead", "path", doc.Head.Path, "lang", doc.Lang, "error", failure)
	}
	body, err := r.assets.write(doc, html)
	if err != nil {
		return nil, false, err
	}
	page, err = newPage(doc.Status, body, r.headers)
	return page, failure == nil, err
}
