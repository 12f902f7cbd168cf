package pictures

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"time"

	"parichay/internal/api/wire"
	"parichay/internal/kit/fault"
	"parichay/internal/kit/headers"
	"parichay/internal/public/intake"
	"parichay/internal/store/media"
)

// Serve serves pictures, and no other objects of the bucket.
func (l Library) Serve(w http.ResponseWriter, r *http.Request) {
	name, contentType, ok := media.File(r.URL.EscapedPath())
	if !ok {
		wire.Write(w, wire.NewProblem(http.StatusNotFound, "not_found"))
		return
	}
	object, err := l.loadInTurn(r.Context(), name)
	switch {
	case errors.Is(err, fault.ErrNotFound):
		wire.Write(w, wire.NewProblem(http.StatusNotFound, "not_found"))
		return
	case err != nil:
		if r.Context().Err() == nil {
			slog.WarnContext(r.Context(), "cannot load picture", "name", name, "error", err)
		}
		wire.Write(w, wire.NewProblem(http.StatusServiceUnavailable, "unavailable"))
		return
	}
	defer object.Close()
	h := w.Header()
	h["Content-Type"] = []string{contentType}
	h["Cache-Control"] = []string{"public, max-age=31536000, immutable"}
	h["Etag"] = []string{`"` + name + `"`} // the content under a name never changes
	h["Content-Security-Policy"] = []string{"sandbox; " + headers.Closed}
	h["Cross-Origin-Resource-Policy"] = []string{"cross-origin"} // feed readers and share previews embed pictures
	http.ServeContent(w, r, "", time.Time{}, object)
}

// loadInTurn loads a picture under a queue slot. It releases the slot before the picture is
// sent, so that slow visitors do not block others.
func (l Library) loadInTurn(ctx context.Context, name string) (io.ReadSeekCloser, error) {
	done, err := l.Door.Slot(ctx, intake.Pictures, wire.NetworkOf(ctx))
	if err != nil {
		return nil, err
	}
	defer done()
	return l.Pictures.Load(ctx, name)
}
