package server

import (
	"crypto/sha256"
	"encoding/base64"
	"log/slog"
	"net/http"
	"path"
	"strings"

	"parichay/internal/picture"
	"parichay/internal/profile"
)

const cardPrefix = "/card"

func (v *view) card(told about) picture.CardText {
	title, _, _ := strings.Cut(told.title, " · ")
	return picture.CardText{
		Lang: v.lang, Brand: v.profile.BrandName, Initials: profile.Initials(v.profile.BrandName),
		Title: title, Subtitle: told.description,
	}
}

// cardPath names the picture by what is written on it, so that an edit is a new
// address and old previews are not shown again.
func (v *view) cardPath(told about) string {
	return path.Join(cardPrefix, prefixed(v.lang, v.path), digest(v.card(told))+".jpg")
}

func digest(c picture.CardText) string {
	sum := sha256.Sum256([]byte(strings.Join([]string{string(c.Lang), c.Brand, c.Initials, c.Title, c.Subtitle}, "\x00")))
	return base64.RawURLEncoding.EncodeToString(sum[:9])
}

// serveCard draws the share picture of a page. An address from before an edit
// gets today's picture.
func (s *Server) serveCard(w http.ResponseWriter, r *http.Request) {
	folder, _ := path.Split(strings.TrimPrefix(r.URL.Path, cardPrefix))
	where := "/" + strings.Trim(folder, "/")
	a, ok := s.find(where)
	if !ok || path.Ext(r.URL.Path) != ".jpg" {
		s.serveNotFound(w, r)
		return
	}
	v, b, err := s.boot(r.Context(), a, s.live.current.Load())
	if err != nil {
		s.serveInstead(w, r, a, err)
		return
	}
	text := v.card(a.page.head(v, b))
	key := digest(text)
	body, err := s.drawings.get("card "+key, func() ([]byte, error) { return picture.Card(text) })
	if err != nil {
		slog.ErrorContext(r.Context(), "share picture", "path", where, "error", err)
		writeProblem(w, problem(http.StatusInternalServerError, "internal"))
		return
	}
	h := w.Header()
	h["Content-Type"] = []string{"image/jpeg"}
	h["Cross-Origin-Resource-Policy"] = []string{"cross-origin"} // previews are shown by others
	h["Cache-Control"] = []string{"no-cache"}
	if strings.HasSuffix(r.URL.Path, "/"+key+".jpg") {
		h["Cache-Control"] = []string{"public, max-age=31536000, immutable"}
	}
	_, _ = w.Write(body)
}
