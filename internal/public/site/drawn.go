package site

import (
	"context"
	"net/http"
	"path"
	"strings"
	"time"

	"parichay/internal/domain/content"
	"parichay/internal/domain/profile"
	"parichay/internal/kit/headers"
	"parichay/internal/public/draw"
	"parichay/locales"
)

// CardPath is the path prefix of share images, CoverPath that of the covers of items without a
// picture.
const (
	CardPath  = "/card"
	CoverPath = "/cover"
)

// owner returns the parts of a profile that images show.
func owner(p profile.Profile) draw.Owner {
	return draw.Owner{Brand: p.BrandName, Initials: profile.Initials(p.BrandName), Face: p.ProfileImage, Accent: accentOf(p)}
}

// Drawn returns the Studio that draws the site's images, and the owner's details for images in
// a language.
func (s Documents) Drawn(lang locales.Lang) (draw.Studio, draw.Owner) {
	return s.studio, owner(s.Shown(lang))
}

// accentOf returns the accent colour of a site's images.
func accentOf(p profile.Profile) string { return p.Accent }

func (v *view) card(info about) draw.Drawing {
	title, _, _ := strings.Cut(info.title, " · ")
	o := owner(v.profile)
	d := draw.Drawing{
		Owner: o, Text: draw.CardText{Lang: v.lang, Brand: o.Brand, Initials: o.Initials, Title: title, Subtitle: info.description},
		Cover: info.cover, Photo: info.photo,
	}
	if v.path == "/" {
		d.Text.Subtitle = v.profile.Tagline
	}
	return d
}

// cover returns the cover of an item that has no picture.
func (v *view) cover(c *content.Collection, id string, lang locales.Lang, text content.Values) *draw.Cover {
	cover, o := draw.CoverOf(c, id, lang, text), owner(v.profile)
	cover.Brand, cover.Initials = o.Brand, o.Initials
	return cover
}

// cardPath returns the path of a page's share image. It contains a digest of what the image
// shows, so that an edit changes the address and other sites do not show the old image.
func (v *view) cardPath(info about) string {
	return path.Join(CardPath, v.languages.Path(v.lang, v.path), draw.Digest(v.card(info))+".jpg")
}

// ServeCard serves the share image of a page. An address with an outdated digest gets the
// current image.
func (s Documents) ServeCard(w http.ResponseWriter, r *http.Request) error {
	folder, file := path.Split(strings.TrimPrefix(r.URL.Path, CardPath))
	where := "/" + strings.Trim(folder, "/")
	now := s.live.current.Load()
	a, ok := s.find(now, where)
	name, isPicture := strings.CutSuffix(file, ".jpg")
	if !ok || !now.has(a.page) || !isPicture || !draw.IsDigest(name) {
		s.ServeNotFound(w, r)
		return nil
	}
	d := &Document{Key: CardPath + locales.Below(a.lang, a.path), List: a.page.list, Header: shownElsewhere("image/jpeg")}
	d.Make = func(ctx context.Context) ([]byte, error) {
		v, b, err := s.boot(ctx, a, s.live.current.Load())
		if err != nil {
			return nil, err
		}
		card := v.card(a.page.head(v, b))
		d.Header["Etag"] = []string{`"` + draw.Digest(card) + `"`}
		body, whole, err := s.studio.Draw(ctx, card)
		if !whole {
			d.pass()
		}
		return body, err
	}
	switch {
	case a.page.item != nil:
		d.List, d.Item = a.page.item, a.arg
	case a.page.list == content.Blocks: // the image shows no blocks
		d.List = nil
	}
	return s.keepNamed(w, r, d)
}

// shownElsewhere returns the headers of an image that other sites may show.
func shownElsewhere(contentType string) http.Header {
	return http.Header{"Content-Type": {contentType}, "Cross-Origin-Resource-Policy": {"cross-origin"}}
}

// keepNamed serves a document whose ETag is part of its address. If the address has the
// current tag, clients may cache the response permanently.
func (s Documents) keepNamed(w http.ResponseWriter, r *http.Request, d *Document) error {
	now := s.live.current.Load()
	page, current, err := s.document(r.Context(), d)
	if err != nil {
		return err
	}
	w.Header()["Cache-Control"] = []string{headers.Revalidated}
	name, tag := path.Base(r.URL.Path), strings.Trim(page.Tag(), `"`)
	named := strings.TrimSuffix(name, path.Ext(name)) == tag
	if named || r.URL.RawQuery == tag {
		w.Header()["Cache-Control"] = []string{"public, max-age=31536000, immutable"}
	}
	if current && (named || d.Item == "" && d.List == nil) { // invented names would fill the memory
		s.keepReady(w, r, now, s.documents, page, d.List)
	}
	page.ServeHTTP(w, r)
	return nil
}

// covered maps path segments to the lists whose items have covers.
var covered = map[string]*content.Collection{"portfolio": content.Portfolio, "blog": content.Posts}

// coverPath returns the path of an item's cover.
func (s *Site) coverPath(list string, item content.Item, lang locales.Lang, accent string) string {
	return path.Join(CoverPath, s.Languages().Path(lang, "/"+list), item.ID, coverDigest(item, lang, accent)+".svg")
}

func coverDigest(item content.Item, lang locales.Lang, accent string) string {
	return draw.Digest(item.ID, lang, item.UpdatedAt.UTC().Format(time.RFC3339Nano), accent)
}

// ServeCover serves the cover of an item that has no picture.
func (s Documents) ServeCover(w http.ResponseWriter, r *http.Request) error {
	folder, _ := path.Split(strings.TrimPrefix(r.URL.Path, CoverPath))
	lang, below, offered := s.Languages().Find(folder)
	list, id, _ := strings.Cut(strings.Trim(below, "/"), "/")
	c := covered[list]
	if c == nil || !offered || !s.wants(list) || !plausibleID(id) || path.Ext(r.URL.Path) != ".svg" {
		s.ServeNotFound(w, r)
		return nil
	}
	accent := accentOf(s.Shown(lang))
	d := &Document{Key: CoverPath + locales.Below(lang, "/"+list+"/"+id), List: c, Item: id, Header: shownElsewhere(headers.SVG)}
	d.Make = func(ctx context.Context) ([]byte, error) {
		item, err := s.lists().item(ctx, c, id)
		if err != nil {
			return nil, err
		}
		d.Header["Etag"] = []string{`"` + coverDigest(item, lang, accent) + `"`}
		text, written := c.In(item, lang)
		return draw.CoverOf(c, id, written, text).SVG(draw.NewPalette(accent))
	}
	return s.keepNamed(w, r, d)
}

// icon returns the digest of the current icons.
func (v *view) icon() string { return iconDigest(v.shown(v.languages.Primary)) }
