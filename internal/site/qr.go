package site

import (
	"context"
	"fmt"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"parichay/internal/fault"
	"parichay/internal/picture"
	"parichay/locales"
)

// QRPath is where the codes live.
const QRPath = "/qr/"

// qrPixels is the side of a downloaded code: sharp on an A4 poster.
const qrPixels = 1200

// qrCode is the code of the download page in one language.
type qrCode struct {
	target, color string
	size          int
	prefix        string
}

func (v *view) qr() qrCode {
	q := qrCode{target: v.profile.QRLink, color: v.profile.QRColor, prefix: Prefixed(v.lang, QRPath)}
	q.size, _ = strconv.Atoi(v.profile.QRSize) // the field's own rule lets numbers through only
	// The owner's target counts once it is another than the one the form offers.
	if q.target == "" || strings.TrimSuffix(q.target, "/") == v.site.absolute("") {
		q.target = v.site.absolute(Prefixed(v.lang, "/download"))
	}
	return q
}

// qrView is the current content as the codes see it: they belong to no page.
func (s Documents) qrView(lang locales.Lang) *view {
	now := s.live.current.Load()
	return &view{snapshot: now, address: address{lang: lang}, profile: now.shown(lang), site: s.Site}
}

func (q qrCode) path(name string) string { return q.prefix + name }

// ServeQR draws the code: screen or print, SVG or PNG; ?save downloads it.
func (s Documents) ServeQR(w http.ResponseWriter, r *http.Request) error {
	q := s.qrView(LanguageOf(r.URL.Path)).qr()
	variant, extension, _ := strings.Cut(chi.URLParam(r, "name"), ".")
	if variant == "print" {
		q.color = picture.PrintInk
	}
	known := (variant == "print" || variant == "screen") && (extension == "svg" || extension == "png")
	if !known {
		s.ServeNotFound(w, r)
		return nil
	}
	h := headed(mime.TypeByExtension("." + extension))
	if r.URL.Query().Has("save") {
		h["Content-Disposition"] = []string{`attachment; filename="qr-` + variant + "." + extension + `"`}
	}
	return s.Keep(w, r, Document{Key: strings.Join([]string{"code", extension, q.color, q.target, h.Get("Content-Disposition")}, " "), Header: h, Make: func(context.Context) ([]byte, error) {
		code, err := picture.NewQR(q.target, q.color)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", fault.ErrNotFound, err)
		}
		if extension == "svg" {
			return code.SVG(), nil
		}
		return code.PNG(qrPixels)
	}})
}
