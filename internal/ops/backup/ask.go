package backup

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"strings"

	"parichay/internal/public/render"
)

// PagesOf returns Pages whose Fetch calls handler. The caller sets Start, Forms and Count.
func PagesOf(handler http.Handler, base *url.URL) Pages {
	return Pages{
		Base: strings.TrimSuffix(base.String(), "/"),
		Fetch: func(ctx context.Context, path string) (status int, contentType string, body []byte, err error) {
			request, err := http.NewRequestWithContext(render.ForCopy(alone{ctx}), http.MethodGet, base.String(), http.NoBody)
			if err != nil {
				return 0, "", nil, err
			}
			if request.URL, err = request.URL.Parse(path); err != nil {
				return 0, "", nil, err
			}
			request.RemoteAddr, request.RequestURI = "127.0.0.1:0", request.URL.RequestURI()
			w := &answered{header: http.Header{}, status: http.StatusOK}
			handler.ServeHTTP(w, request)
			return w.status, w.header.Get("Content-Type"), w.body.Bytes(), nil
		},
	}
}

// alone is a context that is canceled with the wrapped one but hides its values, so that the
// router does not continue the routing of the outer request.
type alone struct{ context.Context } //nolint:containedctx // it wraps a context

// Value implements context.Context.
func (alone) Value(any) any { return nil }

// answered records a response in memory.
type answered struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header implements http.ResponseWriter.
func (a *answered) Header() http.Header { return a.header }

// WriteHeader implements http.ResponseWriter.
func (a *answered) WriteHeader(status int) { a.status = status }

// Write implements http.ResponseWriter.
func (a *answered) Write(piece []byte) (int, error) { return a.body.Write(piece) }
