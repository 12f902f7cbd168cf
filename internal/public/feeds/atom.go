package feeds

import (
	"encoding/xml"
	"html"
	"net/url"
	"regexp"
	"time"
)

// Feed is an Atom feed of the newest articles.
type Feed struct {
	Lang, Title, Subtitle string
	Self, Page            string // address of the feed, and of the page with the same articles
	Others                []Alternate
	Updated               time.Time
	Entries               []Entry
}

// Entry is one article of a feed.
type Entry struct {
	ID                     string // a permanent address
	Title, Author, Address string
	Published, Updated     time.Time
	Summary, HTML          string
	Lang                   string
}

// Alternate is the address of the same document in another language.
type Alternate struct{ Lang, Href string }

// The feed's XML, as RFC 4287 defines it.
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

// AtomType is the media type of a feed.
const AtomType = "application/atom+xml"

// Atom returns the feed as XML.
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

// reference matches an href or src attribute in sanitised HTML, and captures its URL.
var reference = regexp.MustCompile(` (href|src)="([^"]*)"`)

// ForReadersElsewhere returns an HTML text with absolute links and picture addresses, for feed
// readers. address is the URL of the page that the text is from.
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
