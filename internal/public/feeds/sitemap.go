package feeds

import "encoding/xml"

// Place is an address of the site with its alternates, and the day it last changed.
type Place struct {
	Address, Changed string
	Alternates       []Alternate
}

const sitemapNS = "http://www.sitemaps.org/schemas/sitemap/0.9"

type (
	sitemapURL struct {
		Loc        string        `xml:"loc"`
		Changed    string        `xml:"lastmod,omitempty"`
		Alternates []sitemapLink `xml:"xhtml:link"`
	}
	sitemapLink struct {
		Rel  string `xml:"rel,attr"`
		Lang string `xml:"hreflang,attr"`
		Href string `xml:"href,attr"`
	}
)

func entries(places []Place) []sitemapURL {
	all := make([]sitemapURL, len(places))
	for i, p := range places {
		all[i] = sitemapURL{Loc: p.Address, Changed: p.Changed}
		for _, a := range p.Alternates {
			all[i].Alternates = append(all[i].Alternates, sitemapLink{"alternate", a.Lang, a.Href})
		}
	}
	return all
}

// Sitemap returns a sitemap of the given places.
func Sitemap(places []Place) ([]byte, error) {
	body, err := xml.Marshal(struct {
		XMLName xml.Name     `xml:"urlset"`
		NS      string       `xml:"xmlns,attr"`
		XHTML   string       `xml:"xmlns:xhtml,attr"`
		URLs    []sitemapURL `xml:"url"`
	}{NS: sitemapNS, XHTML: "http://www.w3.org/1999/xhtml", URLs: entries(places)})
	return append([]byte(xml.Header), body...), err
}

// SitemapIndex returns the index of a sitemap that is split into parts.
func SitemapIndex(parts []Place) ([]byte, error) {
	return xml.Marshal(struct {
		XMLName xml.Name     `xml:"sitemapindex"`
		NS      string       `xml:"xmlns,attr"`
		Parts   []sitemapURL `xml:"sitemap"`
	}{NS: sitemapNS, Parts: entries(parts)})
}
