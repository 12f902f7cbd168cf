package server

import (
	"mime"
	"net/http"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"parichay/internal/picture"
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

func (q qrCode) path(name string) string { return q.prefix + name }

// serveQR draws the code: screen or print, SVG or PNG; ?save downloads it.
func (s *Server) serveQR(w http.ResponseWriter, r *http.Request) {
	lang := languageOf(r.URL.Path)
	now := s.live.current.Load()
	v := &view{snapshot: now, address: address{lang: lang}, profile: now.Profile.Profile.Shown(lang), server: s}
	q := v.qr()
	variant, extension, _ := strings.Cut(chi.URLParam(r, "name"), ".")
	if variant == "print" {
		q.color = picture.PrintInk
	}
	code, err := picture.NewQR(q.target, q.color)
	if err != nil || variant != "print" && variant != "screen" {
		s.serveNotFound(w, r)
		return
	}
	var body []byte
	switch extension {
	case "svg":
		body = code.SVG()
	case "png":
		if body, err = code.PNG(qrPixels); err != nil {
			s.serveNotFound(w, r)
			return
		}
	default:
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
