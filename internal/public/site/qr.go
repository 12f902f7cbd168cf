package site

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"parichay/internal/kit/fault"
	"parichay/internal/kit/headers"
	"parichay/internal/public/draw"
)

// Path prefixes of the QR codes and the icons.
const (
	QRPath   = "/qr/"
	IconPath = "/icon/"
)

// qrPixels is the size of a downloaded code: sharp on an A4 poster.
const qrPixels = 1200

// qrCode describes the QR code that the download page shows in one language.
type qrCode struct {
	target, color string
	size          int
	prefix        string
	owner         draw.Owner // the owner, whose picture is in the middle
}

func (v *view) qr() qrCode {
	q := qrCode{target: v.profile.QRLink, color: v.profile.QRColor, prefix: v.languages.Path(v.lang, QRPath), owner: owner(v.profile)}
	q.size, _ = strconv.Atoi(v.profile.QRSize) // the field's rule accepts only numbers
	// The form's default target is the site's own address; it does not count as a choice.
	if q.target == "" || strings.TrimSuffix(q.target, "/") == v.site.absolute("") {
		q.target = v.site.absolute(v.languages.Path(v.lang, "/download"))
	}
	return q
}

// qrView returns a view for the codes at a path, which belong to no page.
func (s Documents) qrView(path string) *view {
	now := s.live.current.Load()
	lang, _, _ := now.languages.Find(path)
	return &view{snapshot: now, address: address{lang: lang}, profile: now.shown(lang), site: s.Site}
}

func (q qrCode) path(name string) string { return q.prefix + name }

// ServeQR serves a code as SVG or PNG: the code of the download page for screen or print, or
// the code of the home page. With ?save, the browser downloads it.
func (s Documents) ServeQR(w http.ResponseWriter, r *http.Request) error {
	q := s.qrView(r.URL.Path).qr()
	variant, extension, _ := strings.Cut(chi.URLParam(r, "name"), ".")
	known := extension == "svg" || extension == "png"
	switch variant {
	case "screen":
	case "print":
		q.color = draw.PrintInk
	case "home":
		q.color, q.target = draw.PrintInk, s.HomeURL()
	default:
		known = false
	}
	if !known {
		s.ServeNotFound(w, r)
		return nil
	}
	h := headed(headers.TypeOf("." + extension))
	if r.URL.Query().Has("save") {
		h["Content-Disposition"] = []string{`attachment; filename="qr-` + variant + "." + extension + `"`}
	}
	d := &Document{Key: strings.Join([]string{"code", extension, q.color, q.target, q.owner.Face, h.Get("Content-Disposition")}, " "), Header: h}
	d.Make = func(ctx context.Context) ([]byte, error) {
		code, whole, err := q.code(ctx, s.studio)
		if !whole {
			d.pass()
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w", fault.ErrNotFound, err)
		}
		if extension == "svg" {
			return code.SVG(), nil
		}
		return code.PNG(qrPixels)
	}
	return s.Keep(w, r, d)
}

// code returns the QR code with the owner's picture; whole is false if the picture could not
// be loaded.
func (q qrCode) code(ctx context.Context, studio draw.Studio) (code draw.QR, whole bool, err error) {
	look, whole := studio.Look(ctx, q.owner)
	code, err = draw.NewQR(q.target, q.color)
	return code.With(look.Face), whole, err
}

// ServeIcon serves an icon with the owner's picture or, without a picture, the initials.
func (s Documents) ServeIcon(w http.ResponseWriter, r *http.Request) error {
	icon, known := draw.Icons[strings.TrimPrefix(r.URL.Path, IconPath)]
	h := shownElsewhere("image/png")
	switch r.URL.Path {
	case "/favicon.ico":
		known, h = true, shownElsewhere("image/x-icon")
	case "/apple-touch-icon.png":
		icon, known = draw.Icons["180.png"], true
	}
	if !known {
		s.ServeNotFound(w, r)
		return nil
	}
	o := owner(s.Shown(s.Languages().Primary))
	d := &Document{Key: "icon " + r.URL.Path, Header: h}
	d.Make = func(ctx context.Context) ([]byte, error) {
		look, whole := s.studio.Look(ctx, o)
		if !whole {
			d.pass()
		}
		d.Header["Etag"] = []string{`"` + iconDigest(s.Shown(s.Languages().Primary)) + `"`}
		if icon.Pixels == 0 {
			return draw.Favicon(look, o.Initials)
		}
		return draw.Icon(look, o.Initials, icon.Pixels, icon.Cut)
	}
	return s.keepNamed(w, r, d)
}
