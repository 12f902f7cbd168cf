package draw

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"image"
	"log/slog"

	"parichay/internal/domain/content"
	"parichay/internal/kit/fault"
	"parichay/locales"
)

// Studio draws with pictures that were stored.
type Studio struct {
	// Open is a picture of ours at an address, at least so many pixels wide where there
	// is one; ErrNotFound where the address is none of ours. Nil: there are none.
	Open func(ctx context.Context, address string, width int) (image.Image, error)
	// Sample stands for the picture at SampleAt, which every site begins with.
	Sample   image.Image
	SampleAt string
}

// Owner is whose pictures are drawn.
type Owner struct {
	Brand, Initials string
	Face            string // address of the picture; empty for none
	Accent          string
}

// How wide pictures are needed at least.
const (
	facePixelsWanted  = 320
	photoPixelsWanted = 1200
)

// Look is how an owner's pictures look. While the owner's own cannot be had, they are
// drawn without, and whole is false.
func (s Studio) Look(ctx context.Context, o Owner) (look Look, whole bool) {
	look.Palette = NewPalette(o.Accent)
	look.Face, whole = s.open(ctx, o.Face, facePixelsWanted)
	return look, whole
}

// open is a picture of ours, or nil: nothing is fetched from elsewhere.
func (s Studio) open(ctx context.Context, address string, width int) (_ image.Image, whole bool) {
	switch {
	case address == "":
		return nil, true
	case address == s.SampleAt:
		return s.Sample, true
	case s.Open == nil:
		return nil, true
	}
	img, err := s.Open(ctx, address, width)
	switch {
	case errors.Is(err, fault.ErrNotFound):
		return nil, true
	case err != nil:
		slog.WarnContext(ctx, "drawn without a picture", "address", address, "error", err)
		return nil, false
	}
	return img, true
}

// drawnAs is part of what names a picture; raise it when they are drawn otherwise.
const drawnAs = "2"

// Digest names a picture by what it is drawn from.
func Digest(from ...any) string {
	text, _ := json.Marshal(append(from, drawnAs)) // texts and numbers only
	sum := sha256.Sum256(text)
	return base64.RawURLEncoding.EncodeToString(sum[:digestBytes])
}

const digestBytes = 9

// IsDigest tells whether a name may have been Digest's, now or earlier.
func IsDigest(name string) bool {
	sum, err := base64.RawURLEncoding.DecodeString(name)
	return err == nil && len(sum) == digestBytes
}

// Drawing is all that a share card is made of.
type Drawing struct {
	Owner Owner
	Text  CardText
	Cover *Cover // of an item, instead of the text
	Photo string // address of the item's own picture
}

// Draw makes the card. One without a picture that it should have is not whole.
func (s Studio) Draw(ctx context.Context, d Drawing) (body []byte, whole bool, err error) {
	look, whole := s.Look(ctx, d.Owner)
	if d.Cover == nil {
		body, err = Card(d.Text, look)
		return body, whole, err
	}
	photo, had := s.open(ctx, d.Photo, photoPixelsWanted)
	if photo != nil {
		body, err = d.Cover.Photo(look, photo)
	} else {
		body, err = d.Cover.Card(look)
	}
	return body, whole && had, err
}

// CoverOf is what is written on an item's picture where it has none of its own.
func CoverOf(c *content.Collection, id string, lang locales.Lang, text content.Values) *Cover {
	cover := &Cover{Lang: lang, ID: id, Title: text.Text(c.Title), Label: text.Text("category")}
	if labels := text.List("categories"); len(labels) > 0 {
		cover.Label = labels[0]
	}
	if figure, found := content.FindFigure(text.Text("caseStudy")); found {
		cover.Figure, cover.Note, cover.Label = &figure, text.Text("client"), locales.Text(lang, "item.portfolio.caseStudy")
		cover.Before, cover.After = locales.Text(lang, "cover.before"), locales.Text(lang, "cover.after")
	}
	return cover
}
