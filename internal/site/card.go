package site

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"path"
	"strings"

	"parichay/internal/picture"
	"parichay/internal/profile"
)

// CardPath is where share pictures live.
const CardPath = "/card"

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
	return path.Join(CardPath, Prefixed(v.lang, v.path), digest(v.card(told))+".jpg")
}

func digest(c picture.CardText) string {
	sum := sha256.Sum256([]byte(strings.Join([]string{string(c.Lang), c.Brand, c.Initials, c.Title, c.Subtitle}, "\x00")))
	return base64.RawURLEncoding.EncodeToString(sum[:9])
}

// ServeCard draws the share picture of a page. An address from before an edit
// gets today's picture.
func (s Documents) ServeCard(w http.ResponseWriter, r *http.Request) error {
	folder, _ := path.Split(strings.TrimPrefix(r.URL.Path, CardPath))
	where := "/" + strings.Trim(folder, "/")
	a, ok := s.find(where)
	if !ok || path.Ext(r.URL.Path) != ".jpg" {
		s.ServeNotFound(w, r)
		return nil
	}
	h := http.Header{"Content-Type": {"image/jpeg"}, "Cross-Origin-Resource-Policy": {"cross-origin"}} // previews are shown by others
	d := Document{Key: CardPath + Prefixed(a.lang, a.path), List: a.page.list, Header: h, Make: func(ctx context.Context) ([]byte, error) {
		v, b, err := s.boot(ctx, a, s.live.current.Load())
		if err != nil {
			return nil, err
		}
		text := v.card(a.page.head(v, b))
		h["Etag"] = []string{`"` + digest(text) + `"`}
		return picture.Card(text)
	}}
	if a.page.item != nil {
		d.List, d.Item = a.page.item, a.arg
	}
	page, _, err := s.document(r.Context(), d)
	if err != nil {
		return err
	}
	w.Header()["Cache-Control"] = []string{revalidated}
	if strings.HasSuffix(r.URL.Path, "/"+strings.Trim(page.Tag(), `"`)+".jpg") {
		w.Header()["Cache-Control"] = []string{"public, max-age=31536000, immutable"}
	}
	page.ServeHTTP(w, r)
	return nil
}
