package site

import (
	"bytes"
	"context"
	"encoding/xml"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/emersion/go-vcard"

	"parichay/internal/content"
	"parichay/internal/fault"
	"parichay/internal/field"
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
			changes, err := lists(s).lastChanges(ctx, content.Posts, sitemapPart)
			if err != nil {
				return nil, err
			}
			if len(changes) <= 1 {
				return s.sitemap(ctx, 0)
			}
			index := struct {
				XMLName xml.Name     `xml:"sitemapindex"`
				NS      string       `xml:"xmlns,attr"`
				Parts   []sitemapURL `xml:"sitemap"`
			}{NS: sitemapNS}
			for part, changed := range changes {
				index.Parts = append(index.Parts, sitemapURL{Loc: s.absolute(SitemapPath + strconv.Itoa(part) + ".xml"), Changed: changed})
			}
			return xml.Marshal(index)
		},
	})
}

// ServeSitemapPart is one part of a long sitemap.
func (s Documents) ServeSitemapPart(w http.ResponseWriter, r *http.Request) error {
	part, err := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(r.URL.Path, SitemapPath), ".xml"))
	if err != nil || part < 0 || part > maxSitemapParts || r.URL.Path != SitemapPath+strconv.Itoa(part)+".xml" {
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
	self := s.absolute("/feed.xml")
	feed := atomFeed{Title: shown.BrandName, ID: self, Subtitle: shown.Tagline, Links: []atomLink{{s.absolute(BlogPath), "alternate"}, {self, "self"}}}
	updated := s.live.current.Load().Profile.UpdatedAt.UTC().Truncate(time.Second) // without articles the rest is all there is
	for i, post := range posts {
		text, address := post.Values, s.absolute(BlogPath+"/"+post.ID)
		changed := changed(content.Posts, post)
		if i == 0 || updated.Before(changed) {
			updated = changed
		}
		feed.Entries = append(feed.Entries, atomEntry{
			Title: text.Text("title"), ID: address, Link: atomLink{address, "alternate"}, Author: text.Text("author"),
			Published: text.Day("date").Format(time.RFC3339), Updated: changed.Format(time.RFC3339),
			Summary: atomText{"text", content.Excerpt(text.Text("content"))},
			Content: atomText{"html", s.forReadersElsewhere(content.Clean(text.Text("content")), address)},
		})
	}
	feed.Updated = updated.Format(time.RFC3339)
	body, err := xml.Marshal(feed)
	return append([]byte(xml.Header), body...), err
}

// The feed as RFC 4287 wants it.
type (
	atomFeed struct {
		XMLName  xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
		Title    string      `xml:"title"`
		ID       string      `xml:"id"`
		Updated  string      `xml:"updated"`
		Subtitle string      `xml:"subtitle,omitempty"`
		Links    []atomLink  `xml:"link"`
		Entries  []atomEntry `xml:"entry"`
	}
	atomEntry struct {
		Title     string   `xml:"title"`
		ID        string   `xml:"id"`
		Published string   `xml:"published"`
		Updated   string   `xml:"updated"`
		Author    string   `xml:"author>name"`
		Link      atomLink `xml:"link"`
		Summary   atomText `xml:"summary"`
		Content   atomText `xml:"content"`
	}
	atomLink struct {
		Href string `xml:"href,attr"`
		Rel  string `xml:"rel,attr"`
	}
	atomText struct {
		Type string `xml:"type,attr"`
		Text string `xml:",chardata"`
	}
)

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
	card.Add(vcard.FieldTelephone, &vcard.Field{Value: field.Dialled(p.Phone), Params: vcard.Params{vcard.ParamType: {vcard.TypeWork}}})
	card.Add(vcard.FieldEmail, &vcard.Field{Value: p.Email, Params: vcard.Params{vcard.ParamType: {vcard.TypeWork}}})
	card.AddAddress(&vcard.Address{Field: &vcard.Field{Params: vcard.Params{vcard.ParamType: {vcard.TypeWork}}}, StreetAddress: strings.ReplaceAll(p.Address, "\n", ", ")})
	card.AddValue(vcard.FieldURL, s.absolute(Prefixed(lang, "/")))
	card.SetValue(vcard.FieldVersion, "3.0") // what phones in use read best
	var file bytes.Buffer
	err := vcard.NewEncoder(&file).Encode(card)
	return file.Bytes(), err
}

// reference is an attribute of a clean text that leads somewhere, and where.
var reference = regexp.MustCompile(` (href|src)="([^"]*)"`)

// forReadersElsewhere gives the links and pictures of a text that stands at an address
// full addresses.
func (s Documents) forReadersElsewhere(text, address string) string {
	base, err := url.Parse(address)
	if err != nil {
		return text
	}
	return reference.ReplaceAllStringFunc(text, func(attribute string) string {
		found := reference.FindStringSubmatch(attribute)
		full, err := base.Parse(html.UnescapeString(found[2]))
		if err != nil {
			return attribute
		}
		return " " + found[1] + `="` + html.EscapeString(full.String()) + `"`
	})
}
