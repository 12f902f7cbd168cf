package server

import (
	"context"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"parichay/internal/picture"
	"parichay/locales"
)

// qrPixels is the side of a downloaded code: sharp on an A4 poster.
const qrPixels = 1200

// qrCode is the code of the download page in one language.
type qrCode struct {
	target, color string
	size          int
	prefix        string
}

func (v *view) qr() qrCode {
	q := qrCode{target: v.profile.QRLink, color: v.profile.QRColor, prefix: prefixed(v.lang, "/qr/")}
	q.size, _ = strconv.Atoi(v.profile.QRSize) // the field's own rule lets numbers through only
	// The owner's target counts once it is another than the one the form offers.
	if q.target == "" || strings.TrimSuffix(q.target, "/") == v.server.absolute("") {
		q.target = v.server.absolute(prefixed(v.lang, "/download"))
	}
	return q
}

// qrView is the current content as the codes see it: they belong to no page.
func (s *Server) qrView(lang locales.Lang) *view {
	now := s.live.current.Load()
	return &view{snapshot: now, address: address{lang: lang}, profile: now.Profile.Profile.Shown(lang), server: s}
}

type qrPreview struct {
	Body struct {
		Target string `json:"target" doc:"Where the code leads"`
		SVG    string `json:"svg"`
		Faint  bool   `json:"faint" doc:"A camera may miss this colour on paper"`
	}
}

// previewQR draws what serveQR would after a save of these settings. It is the
// owner's: an open one would make codes for anybody in this site's name.
func (s *Server) previewQR(_ context.Context, in *struct {
	URL   string `query:"url"`
	Color string `query:"color"`
	Lang  string `query:"lang" doc:"en, hi or gu; anything else is en"`
},
) (*qrPreview, error) {
	lang, _ := locales.Parse(in.Lang)
	v := s.qrView(lang)
	changed, err := v.profile.Patch(map[string]any{"qrCodeSettings": map[string]any{"url": in.URL, "color": in.Color}}, nil)
	if err != nil {
		return nil, err
	}
	v.profile = changed
	q := v.qr()
	code, err := picture.NewQR(q.target, q.color)
	if err != nil {
		return nil, err
	}
	contrast, err := picture.Contrast(q.color)
	out := &qrPreview{}
	out.Body.Target, out.Body.SVG, out.Body.Faint = q.target, string(code.SVG()), contrast < picture.LeastContrast
	return out, err
}

func (q qrCode) path(name string) string { return q.prefix + name }

// serveQR draws the code: screen or print, SVG or PNG; ?save downloads it.
func (s *Server) serveQR(w http.ResponseWriter, r *http.Request) {
	q := s.qrView(languageOf(r.URL.Path)).qr()
	variant, extension, _ := strings.Cut(chi.URLParam(r, "name"), ".")
	if variant == "print" {
		q.color = picture.PrintInk
	}
	known := (variant == "print" || variant == "screen") && (extension == "svg" || extension == "png")
	if !known {
		s.serveNotFound(w, r)
		return
	}
	body, err := s.drawings.get(strings.Join([]string{"code", extension, q.color, q.target}, " "), func() ([]byte, error) {
		code, err := picture.NewQR(q.target, q.color)
		if err != nil {
			return nil, err
		}
		if extension == "svg" {
			return code.SVG(), nil
		}
		return code.PNG(qrPixels)
	})
	if err != nil {
		s.serveNotFound(w, r)
		return
	}
	h := w.Header()
	h["Content-Type"] = []string{mime.TypeByExtension("." + extension)}
	h["Cache-Control"] = []string{"no-cache"}
	if r.URL.Query().Has("save") {
		h["Content-Disposition"] = []string{`attachment; filename="qr-` + variant + "." + extension + `"`}
	}
	_, _ = w.Write(body)
}
