package site

import (
	"bytes"
	"context"
	"encoding/xml"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/emersion/go-vcard"
	"github.com/gorilla/feeds"

	"parichay/internal/content"
	"parichay/internal/fault"
	"parichay/internal/field"
	"parichay/internal/media"
	"parichay/locales"
)

// VCardPath is where the contact lives.
const VCardPath = "/contact.vcf"

const feedPosts = 20

type sitemapURL struct {
	Loc        string        `xml:"loc"`
	Changed    string        `xml:"lastmod,omitempty"`
	Alternates []sitemapLink `xml:"xhtml:link"`
}

type sitemapLink struct {
	Rel  string `xml:"rel,attr"`
	Lang string `xml:"hreflang,attr"`
	Href string `xml:"href,attr"`
}

// sitemapPart is how many articles a part of the sitemap lists: with their languages
// and alternates about a megabyte.
const sitemapPart = 1000

// maxSitemapParts is what a sitemap may list.
const maxSitemapParts = 50_000

// SitemapPath is where the parts of a sitemap live that is too long for one.
const SitemapPath = "/sitemap/"

// ServeSitemap lists every page in every language, each with its alternates; where
// there are many articles, it lists the parts that do.
func (s Documents) ServeSitemap(w http.ResponseWriter, r *http.Request) error {
	return s.Keep(w, r, Document{
		Key: "/sitemap.xml", List: content.Posts, Header: headed(xmlType),
		Make: func(ctx context.Context) ([]byte, error) {
			total, err := lists(s).countPublic(ctx, content.Posts)
			if err != nil {
				return nil, err
			}
			if total <= sitemapPart {
				return s.sitemap(ctx, 0)
			}
			index := struct {
				XMLName xml.Name     `xml:"sitemapindex"`
				NS      string       `xml:"xmlns,attr"`
				Parts   []sitemapURL `xml:"sitemap"`
			}{NS: sitemapNS}
			for part := range (total-1)/sitemapPart + 1 {
				index.Parts = append(index.Parts, sitemapURL{Loc: s.absolute(SitemapPath + strconv.Itoa(part) + ".xml")})
			}
			return xml.Marshal(index)
		},
	})
}

// ServeSitemapPart is one part of a long sitemap.
func (s Documents) ServeSitemapPart(w http.ResponseWriter, r *http.Request) error {
	part, err := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(r.URL.Path, SitemapPath), ".xml"))
	if err != nil || part < 0 || part > maxSitemapParts {
		return fault.ErrNotFound
	}
	return s.Keep(w, r, Document{
		Key: SitemapPath + strconv.Itoa(part), List: content.Posts, Header: headed(xmlType),
		Make: func(ctx context.Context) ([]byte, error) { return s.sitemap(ctx, part) },
	})
}

const (
	xmlType   = "application/xml; charset=utf-8"
	sitemapNS = "http://www.sitemaps.org/schemas/sitemap/0.9"
)

func (s Documents) sitemap(ctx context.Context, part int) ([]byte, error) {
	posts, err := lists(s).addresses(ctx, content.Posts, part*sitemapPart, sitemapPart)
	if err == nil && part > 0 && len(posts) == 0 {
		err = fault.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	list := struct {
		XMLName xml.Name     `xml:"urlset"`
		NS      string       `xml:"xmlns,attr"`
		XHTML   string       `xml:"xmlns:xhtml,attr"`
		URLs    []sitemapURL `xml:"url"`
	}{NS: sitemapNS, XHTML: "http://www.w3.org/1999/xhtml"}
	add := func(path, changed string, written []locales.Lang) {
		var links []sitemapLink
		for _, lang := range written {
			links = append(links, sitemapLink{"alternate", string(lang), s.absolute(Prefixed(lang, path))})
		}
		for _, lang := range written {
			list.URLs = append(list.URLs, sitemapURL{s.absolute(Prefixed(lang, path)), changed, links})
		}
	}
	for i := range publicPages {
		if part == 0 {
			add(publicPages[i].path, "", locales.All)
		}
	}
	for _, post := range posts {
		add(BlogPath+"/"+post.ID, post.Changed, append([]locales.Lang{locales.English}, post.Written...))
	}
	body, err := xml.Marshal(list)
	return append([]byte(xml.Header), body...), err
}

// ServeRobots tells crawlers what is not for them.
func (s Documents) ServeRobots(w http.ResponseWriter, r *http.Request) error {
	return s.Keep(w, r, Document{Key: "/robots.txt", Header: headed("text/plain; charset=utf-8"), Make: func(context.Context) ([]byte, error) {
		return []byte("User-agent: *\nDisallow: /admin\nDisallow: /api/\n\nSitemap: " + s.absolute("/sitemap.xml") + "\n"), nil
	}})
}

// ServeSecurity says where to report a hole, as RFC 9116 wants it.
func (s Documents) ServeSecurity(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte("Contact: " + field.MailLink(s.Shown(locales.English).Email) + "\nPreferred-Languages: en, hi, gu\nExpires: " +
		s.config.Now().UTC().AddDate(0, 6, 0).Truncate(24*time.Hour).Format(time.RFC3339) + "\n"))
}

// ServeFeed is the newest articles as Atom.
func (s Documents) ServeFeed(w http.ResponseWriter, r *http.Request) error {
	return s.Keep(w, r, Document{Key: "/feed.xml", List: content.Posts, Header: headed("application/atom+xml; charset=utf-8"), Make: s.feed})
}

func (s Documents) feed(ctx context.Context) ([]byte, error) {
	posts, err := lists(s).publicPage(ctx, content.Posts, 0, feedPosts)
	if err != nil {
		return nil, err
	}
	shown := s.Shown(locales.English)
	feed := &feeds.Feed{Title: shown.BrandName, Subtitle: shown.Tagline, Link: &feeds.Link{Href: s.absolute(BlogPath)}, Id: s.absolute("/feed.xml")}
	for _, post := range posts {
		text, day := post.Values, post.Values.Day("date")
		address := s.absolute(BlogPath + "/" + post.ID)
		feed.Items = append(feed.Items, &feeds.Item{
			Title: text.Text("title"), Id: address, Link: &feeds.Link{Href: address},
			Author: &feeds.Author{Name: text.Text("author")}, Created: day, Updated: day,
			Description: content.Excerpt(text.Text("content")), Content: s.withFullSources(content.Clean(text.Text("content"))),
		})
		if feed.Updated.Before(day) {
			feed.Updated = day
		}
	}
	text, err := feed.ToAtom()
	return []byte(text), err
}

// ServeVCard is the contact to save. It is a real address with its real type: a
// file made by script is dropped by Instagram's browser.
func (s Documents) ServeVCard(w http.ResponseWriter, r *http.Request) error {
	lang := LanguageOf(r.URL.Path)
	h := headed("text/vcard; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="contact.vcf"`)
	return s.Keep(w, r, Document{Key: "contact.vcf" + string(lang), Header: h, Make: func(context.Context) ([]byte, error) { return s.vcard(lang) }})
}

func (s Documents) vcard(lang locales.Lang) ([]byte, error) {
	p := s.Shown(lang)
	card := vcard.Card{}
	card.SetValue(vcard.FieldFormattedName, p.BrandName)
	card.SetName(&vcard.Name{GivenName: p.BrandName})
	card.SetValue(vcard.FieldOrganization, p.BusinessName)
	card.SetValue(vcard.FieldNote, p.Tagline)
	card.Add(vcard.FieldTelephone, &vcard.Field{Value: p.Phone, Params: vcard.Params{vcard.ParamType: {vcard.TypeWork}}})
	card.Add(vcard.FieldEmail, &vcard.Field{Value: p.Email, Params: vcard.Params{vcard.ParamType: {vcard.TypeWork}}})
	card.AddAddress(&vcard.Address{Field: &vcard.Field{Params: vcard.Params{vcard.ParamType: {vcard.TypeWork}}}, StreetAddress: strings.ReplaceAll(p.Address, "\n", ", ")})
	card.AddValue(vcard.FieldURL, s.absolute(Prefixed(lang, "/")))
	card.SetValue(vcard.FieldVersion, "3.0") // what phones in use read best
	var file bytes.Buffer
	err := vcard.NewEncoder(&file).Encode(card)
	return file.Bytes(), err
}

// withFullSources gives the pictures of a text full addresses, for readers elsewhere.
func (s Documents) withFullSources(text string) string {
	return strings.ReplaceAll(text, `src="`+media.Prefix, `src="`+s.absolute(media.Prefix))
}
