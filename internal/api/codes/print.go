package codes

import (
	"cmp"
	"context"
	"strings"

	"parichay/internal/kit/headers"
	"parichay/internal/public/draw"
	"parichay/internal/public/site"
	"parichay/locales"
)

// pixels is the width of a QR code as PNG. It is enough for a sharp A4 poster.
const pixels = 1200

// Sheet is a request for a printable file of a code.
type Sheet struct {
	One
	File  string `path:"file" enum:"print.svg,print.png,print.pdf" doc:"The QR code as SVG or PNG, or a printable stand with the owner's name and picture"`
	Paper string `query:"paper" enum:"a6,a5,a4" default:"a6" doc:"Paper size of the stand"`
	Save  bool   `query:"save" doc:"Download as a file"`
}

// Drawing is a response with a file.
type Drawing struct {
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
}

var types = map[string]string{"print.svg": headers.SVG, "print.png": "image/png", "print.pdf": "application/pdf"}

// Print returns a printable file of a QR code with the owner's picture in its middle, in a
// colour that every scanner can read. Retired codes can be printed, too, because they still
// lead to the home page.
func (s Codes) Print(ctx context.Context, in *Sheet) (*Drawing, error) {
	c, err := s.Store.Codes.Get(ctx, in.Code)
	if err != nil {
		return nil, err
	}
	lang := cmp.Or(c.Language, s.Site.Languages().Primary)
	studio, owner := site.Documents{Site: s.Site}.Drawn(lang)
	look, _ := studio.Look(ctx, owner) // without the picture if it cannot be loaded
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
