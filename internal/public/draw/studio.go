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

// Studio draws images that may contain stored pictures. It loads these through Open.
type Studio struct {
	// Open loads the stored picture at an address, at least width pixels wide if there is such a
	// size. It returns ErrNotFound for an address on another site. If Open is nil, there are no
	// stored pictures.
	Open func(ctx context.Context, address string, width int) (image.Image, error)
	// Sample is the default picture of every site. Its address is SampleAt.
	Sample   image.Image
	SampleAt string
}

// Owner holds what images show of a site's owner.
type Owner struct {
	Brand, Initials string
	Face            string // address of the picture; empty for none
	Accent          string
}

// Widths, in pixels, in which stored pictures are requested from Open.
const (
	facePixelsWanted  = 320
	photoPixelsWanted = 1200
)

// Look returns the colours and the picture for an owner's images. If the picture cannot be
// loaded now, Look leaves it out and returns whole false.
func (s Studio) Look(ctx context.Context, o Owner) (look Look, whole bool) {
	look.Palette = NewPalette(o.Accent)
	look.Face, whole = s.open(ctx, o.Face, facePixelsWanted)
	return look, whole
}

// open returns the stored picture or the sample at an address, or nil if there is none.
// Nothing is fetched from other hosts. whole is false only if the picture exists but cannot be
// loaded now; callers then mark their drawing as provisional.
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
		slog.WarnContext(ctx, "cannot load picture; drawing without it", "address", address, "error", err)
		return nil, false
	}
	return img, true
}

// drawnAs is the version of the drawing code and part of every digest. Increment it when
// images are drawn differently.
const drawnAs = "2"

// Digest returns the name of an image: a hash of everything it is drawn from.
func Digest(from ...any) string {
	text, _ := json.Marshal(append(from, drawnAs)) // texts and numbers only
	sum := sha256.Sum256(text)
	return base64.RawURLEncoding.EncodeToString(sum[:digestBytes])
}

const digestBytes = 9

// IsDigest reports whether name has the form of a Digest.
func IsDigest(name string) bool {
	sum, err := base64.RawURLEncoding.DecodeString(name)
	return err == nil && len(sum) == digestBytes
}

// Drawing holds everything that a share card is drawn from.
type Drawing struct {
	Owner Owner
	Text  CardText
	Cover *Cover // of an item, instead of the text
	Photo string // address of the item's own picture
}

// Draw draws the card. whole is false if a picture of the card could not be loaded.
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

// CoverOf returns the cover of an item that has no picture.
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
