package site

import (
	"encoding/xml"
	"net/http"
	"strings"
	"time"

	"github.com/emersion/go-vcard"
	"github.com/gorilla/feeds"

	"parichay/internal/content"
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

// ServeSitemap lists every page in every language, each with its alternates.
func (s *Site) ServeSitemap(w http.ResponseWriter, r *http.Request) error {
	posts, err := keeper{s}.addresses(r.Context(), content.Posts)
	if err != nil {
		return err
	}
	list := struct {
		XMLName xml.Name     `xml:"urlset"`
		NS      string       `xml:"xmlns,attr"`
		XHTML   string       `xml:"xmlns:xhtml,attr"`
		URLs    []sitemapURL `xml:"url"`
	}{NS: "http://www.sitemaps.org/schemas/sitemap/0.9", XHTML: "http://www.w3.org/1999/xhtml"}
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
		add(publicPages[i].path, "", locales.All)
	}
	for _, post := range posts {
		add(BlogPath+"/"+post.ID, post.Changed, append([]locales.Lang{locales.English}, post.Written...))
	}
	body, err := xml.Marshal(list)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/xml; charset=utf-8")
	_, _ = w.Write(append([]byte(xml.Header), body...))
	return nil
}

// ServeRobots tells crawlers what is not for them.
func (s *Site) ServeRobots(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte("User-agent: *\nDisallow: /admin\nDisallow: /api/\n\nSitemap: " + s.absolute("/sitemap.xml") + "\n"))
}

// ServeSecurity says where to report a hole, as RFC 9116 wants it.
func (s *Site) ServeSecurity(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte("Contact: " + field.MailLink(s.Shown(locales.English).Email) + "\nPreferred-Languages: en, hi, gu\nExpires: " +
		s.config.Now().UTC().AddDate(0, 6, 0).Truncate(24*time.Hour).Format(time.RFC3339) + "\n"))
}

// ServeFeed is the newest articles as Atom.
func (s *Site) ServeFeed(w http.ResponseWriter, r *http.Request) error {
	posts, _, err := keeper{s}.publicPage(r.Context(), content.Posts, 0, feedPosts)
	if err != nil {
		return err
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
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/atom+xml; charset=utf-8")
	_, _ = w.Write([]byte(text))
	return nil
}

// ServeVCard is the contact to save. It is a real address with its real type: a
// file made by script is dropped by Instagram's browser.
func (s *Site) ServeVCard(w http.ResponseWriter, r *http.Request) {
	lang := LanguageOf(r.URL.Path)
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
	w.Header().Set("Content-Type", "text/vcard; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="contact.vcf"`)
	_ = vcard.NewEncoder(w).Encode(card)
}

// withFullSources gives the pictures of a text full addresses, for readers elsewhere.
func (s *Site) withFullSources(text string) string {
	return strings.ReplaceAll(text, `src="`+media.Prefix, `src="`+s.absolute(media.Prefix))
}
