package feeds

import (
	"encoding/xml"
	"html"
	"net/url"
	"regexp"
	"time"
)

// Feed is the newest articles.
type Feed struct {
	Lang, Title, Subtitle string
	Self, Page            string // where it is, and the page that shows the same
	Others                []Alternate
	Updated               time.Time
	Entries               []Entry
}

// Entry is one article.
type Entry struct {
	ID                     string // an address that stays the same
	Title, Author, Address string
	Published, Updated     time.Time
	Summary, HTML          string
	Lang                   string
}

// Alternate is the same in another language.
type Alternate struct{ Lang, Href string }

// The feed as RFC 4287 wants it.
type (
	atomFeed struct {
		XMLName  xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
		Lang     string      `xml:"xml:lang,attr,omitempty"`
		Title    string      `xml:"title"`
		ID       string      `xml:"id"`
		Updated  string      `xml:"updated"`
		Subtitle string      `xml:"subtitle,omitempty"`
		Links    []atomLink  `xml:"link"`
		Entries  []atomEntry `xml:"entry"`
	}
	atomEntry struct {
		Lang      string   `xml:"xml:lang,attr,omitempty"`
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
		Lang string `xml:"hreflang,attr,omitempty"`
		Type string `xml:"type,attr,omitempty"`
	}
	atomText struct {
		Type string `xml:"type,attr"`
		Text string `xml:",chardata"`
	}
)

// AtomType is the type of a feed's content.
const AtomType = "application/atom+xml"

// Atom writes the feed.
func (f Feed) Atom() ([]byte, error) {
	feed := atomFeed{
		Lang: f.Lang, Title: f.Title, ID: f.Self, Subtitle: f.Subtitle, Updated: f.Updated.Format(time.RFC3339),
		Links: []atomLink{{Href: f.Page, Rel: "alternate"}, {Href: f.Self, Rel: "self"}},
	}
	for _, other := range f.Others {
		feed.Links = append(feed.Links, atomLink{Href: other.Href, Rel: "alternate", Lang: other.Lang, Type: AtomType})
	}
	for _, e := range f.Entries {
		if e.Lang == f.Lang {
			e.Lang = ""
		}
		feed.Entries = append(feed.Entries, atomEntry{
			Lang: e.Lang, Title: e.Title, ID: e.ID, Link: atomLink{Href: e.Address, Rel: "alternate"}, Author: e.Author,
			Published: e.Published.Format(time.RFC3339), Updated: e.Updated.Format(time.RFC3339),
			Summary: atomText{"text", e.Summary}, Content: atomText{"html", e.HTML},
		})
	}
	body, err := xml.Marshal(feed)
	return append([]byte(xml.Header), body...), err
}

// reference is an attribute of a clean text that leads somewhere, and where.
var reference = regexp.MustCompile(` (href|src)="([^"]*)"`)

// ForReadersElsewhere gives the links and pictures of a text that stands at an address
// full addresses.
func ForReadersElsewhere(text, address string) string {
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
