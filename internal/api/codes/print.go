package codes

import (
	"cmp"
	"context"
	"strings"

	"parichay/internal/kit/headers"
	"parichay/internal/public/draw"
	"parichay/locales"
)

// pixels is the side of a code as a picture: sharp on an A4 poster.
const pixels = 1200

// Sheet is what of a code is printed, and on what.
type Sheet struct {
	One
	File  string `path:"file" enum:"print.svg,print.png,print.pdf" doc:"The code as shapes or pixels, or a stand with the owner's name and picture"`
	Paper string `query:"paper" enum:"a6,a5,a4" default:"a6" doc:"Of the stand"`
	Save  bool   `query:"save" doc:"As a file to keep"`
}

// Drawing is a file.
type Drawing struct {
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
}

var types = map[string]string{"print.svg": headers.SVG, "print.png": "image/png", "print.pdf": "application/pdf"}

// Print draws a code, with the owner's picture in its middle and in ink that every
// reader sees. A retired one is drawn, too: it still leads somewhere.
func (s Codes) Print(ctx context.Context, in *Sheet) (*Drawing, error) {
	c, err := s.Rows().Get(ctx, in.Code)
	if err != nil {
		return nil, err
	}
	lang := cmp.Or(c.Language, s.Primary())
	studio, owner := s.Drawn(lang)
	look, _ := studio.Look(ctx, owner) // without the picture while it cannot be had
	qr, err := draw.NewQR(s.address(c), draw.PrintInk)
	if err != nil {
		return nil, err
	}
	qr = qr.With(look.Face)
	out := &Drawing{ContentType: types[in.File]}
	switch in.File {
	case "print.svg":
		out.Body = qr.SVG()
	case "print.png":
		out.Body, err = qr.PNG(pixels)
	default:
		_, address, _ := strings.Cut(s.address(c), "://")
		out.Body, err = draw.Stand{
			Lang: lang, Brand: owner.Brand, Initials: owner.Initials, Words: locales.Text(lang, "stand.words"), Address: address, Code: qr, Look: look,
		}.PDF(draw.Paper(in.Paper))
	}
	if in.Save {
		out.Disposition = `attachment; filename="` + c.Code + strings.TrimPrefix(in.File, "print") + `"`
	}
	return out, err
}
