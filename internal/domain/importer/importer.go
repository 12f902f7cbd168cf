// Package importer reads saved pages and exports of other link-in-bio programs, so that
// an owner need not retype links. It offers each finding as a block or a field, and the
// owner chooses. It stores nothing.
package importer

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"

	"parichay/internal/kit/grapheme"
)

// Kind is the type of a finding.
type Kind string

// The kinds.
const (
	Link    Kind = "link"
	Heading Kind = "heading"
	Video   Kind = "video"
	Text    Kind = "text"
	Social  Kind = "social" // an icon of a platform
	Name    Kind = "name"   // the page's name
	About   Kind = "about"  // the page's description
)

// Source is the program a file comes from.
type Source string

// The sources.
const (
	Linktree   Source = "linktree"
	LinkStack  Source = "linkstack"
	LittleLink Source = "littlelink"
)

// Finding is one entry of a page.
type Finding struct {
	Kind     Kind   `json:"kind" enum:"link,heading,video,text,social,name,about"`
	Title    string `json:"title"`
	Text     string `json:"text"`
	Address  string `json:"address"`
	Platform string `json:"platform,omitempty" doc:"Of a social link: in small letters"`
}

// Page is the content found in a file, in its order.
type Page struct {
	Source   Source    `json:"source" enum:"linktree,linkstack,littlelink"`
	Name     string    `json:"name"`
	About    string    `json:"about"`
	Findings []Finding `json:"findings"`
}

// Limits of a page. Real pages are shorter, and the owner reviews every finding.
const (
	maxFindings = 300
	maxTitle    = 200
	maxPlatform = 40
	maxText     = 1000
	maxAddress  = 2048
)

// ErrUnknown means that the file has no known format.
var ErrUnknown = errors.New("importer: no links found in this file")

// Read returns the content of a saved page or an export, or ErrUnknown.
func Read(file []byte) (Page, error) {
	file = unpacked(bytes.TrimPrefix(file, []byte("\xef\xbb\xbf")))
	var page Page
	var found bool
	if trimmed := bytes.TrimSpace(file); len(trimmed) > 0 && (trimmed[0] == '{' || trimmed[0] == '[') {
		page, found = readLinkStack(trimmed)
	} else {
		page, found = readHTML(file)
	}
	page.Findings = tidy(page.Findings)
	if !found || len(page.Findings) == 0 {
		return Page{}, ErrUnknown
	}
	page.Name, page.About = short(page.Name, maxTitle), short(page.About, maxText)
	return page, nil
}

// tidy drops duplicates and entries without a target, and bounds the rest.
func tidy(all []Finding) []Finding {
	kept := []Finding{}
	for _, f := range all {
		f.Title, f.Text, f.Address, f.Platform = short(f.Title, maxTitle), short(f.Text, maxText), strings.TrimSpace(f.Address), short(f.Platform, maxPlatform)
		if f.Kind == Link && isVideo(f.Address) && f.Platform == "" {
			f.Kind = Video
		}
		switch f.Kind {
		case Heading:
			f.Address = ""
			if f.Title == "" {
				continue
			}
		case Text:
			if f.Text == "" {
				continue
			}
		case Link, Video, Social:
			if f.Address == "" || f.Address == "#" || len(f.Address) > maxAddress {
				continue
			}
			f.Title = cmp.Or(f.Title, f.Address)
		case Name, About: // they belong to Page
		}
		if slices.Contains(kept, f) || len(kept) == maxFindings {
			continue
		}
		kept = append(kept, f)
	}
	return kept
}

// videoHosts are parts of URLs of single videos.
var videoHosts = []string{"youtube.com/watch?", "youtu.be/", "youtube.com/shorts/", "instagram.com/reel/"}

func isVideo(address string) bool {
	return slices.ContainsFunc(videoHosts, func(host string) bool { return strings.Contains(address, host) })
}

// short returns at most most letters of a text, with single spaces between words.
func short(text string, most int) string {
	w := words{most: most * bytesALetter}
	w.add([]byte(text))
	head, _ := grapheme.First(string(w.text), most)
	return strings.TrimSpace(head)
}

// place returns a link's sort key. A number that is too long sorts last.
func place(n json.Number) int64 {
	if len(n) > len("-9223372036854775808") {
		return math.MaxInt64 // strconv's error would contain a copy of a long number
	}
	at, _ := n.Int64()
	return at
}

// linkStackFile is an export of LinkStack: the links only, or the whole account.
type linkStackFile struct {
	Name  string              `json:"name"`
	Page  string              `json:"littlelink_name"`
	About string              `json:"littlelink_description"`
	Links some[linkStackLink] `json:"links"`
}

type linkStackLink struct {
	Link     string      `json:"link"`
	Title    string      `json:"title"`
	Order    json.Number `json:"order"`
	ButtonID json.Number `json:"button_id"`
	Type     string      `json:"type"`
}

// linkStackButtons are the ids of LinkStack's special buttons. Older exports have only
// ids and no types. An icon belongs to the row of social links.
var linkStackButtons = map[string]string{"42": "heading", "43": "spacer", "93": "text", "94": "icon", "6": "email", "44": "telephone"}

func readLinkStack(file []byte) (page Page, found bool) {
	var export linkStackFile
	if json.Unmarshal(file, &export) != nil || export.Links == nil {
		return page, false
	}
	page = Page{Source: LinkStack, Name: cmp.Or(export.Name, export.Page), About: plain(export.About)}
	links := export.Links
	slices.SortStableFunc(links, func(a, b linkStackLink) int { return cmp.Compare(place(a.Order), place(b.Order)) })
	for _, l := range links {
		switch kind := cmp.Or(linkStackButtons[l.ButtonID.String()], l.Type); kind {
		case "spacer":
		case "heading":
			page.Findings = append(page.Findings, Finding{Kind: Heading, Title: l.Title})
		case "text":
			page.Findings = append(page.Findings, Finding{Kind: Text, Text: plain(l.Title)})
		case "icon":
			page.Findings = append(page.Findings, Finding{Kind: Social, Title: l.Title, Address: l.Link, Platform: strings.ToLower(l.Title)})
		default:
			page.Findings = append(page.Findings, Finding{Kind: Link, Title: l.Title, Address: withScheme(kind, l.Link)})
		}
	}
	return page, true
}

// withScheme adds the scheme of mail and phone links.
func withScheme(kind, link string) string {
	prefix := map[string]string{"email": "mailto:", "telephone": "tel:"}[kind]
	if link == "" || prefix == "" || strings.HasPrefix(link, prefix) {
		return link
	}
	return prefix + link
}
