// Package bring reads the pages other link-in-bio programs save or export, so that
// an owner need not type their links again. It finds, and tells what the rules of
// blocks and fields make of what it found; the owner chooses. It stores nothing.
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

// Kind is what a finding would become.
type Kind string

// The kinds.
const (
	Link    Kind = "link"
	Heading Kind = "heading"
	Video   Kind = "video"
	Text    Kind = "text"
	Social  Kind = "social" // a platform's icon
	Name    Kind = "name"   // of the page
	About   Kind = "about"  // what it says of itself
)

// Source is the program a file comes from.
type Source string

// The sources.
const (
	Linktree   Source = "linktree"
	LinkStack  Source = "linkstack"
	LittleLink Source = "littlelink"
)

// Finding is one thing of a page, in its order.
type Finding struct {
	Kind     Kind   `json:"kind" enum:"link,heading,video,text,social,name,about"`
	Title    string `json:"title"`
	Text     string `json:"text"`
	Address  string `json:"address"`
	Platform string `json:"platform,omitempty" doc:"Of a social link: in small letters"`
}

// Page is what was found in a file.
type Page struct {
	Source   Source    `json:"source" enum:"linktree,linkstack,littlelink"`
	Name     string    `json:"name"`
	About    string    `json:"about"`
	Findings []Finding `json:"findings"`
}

// What a page may hold: the longest of others are shorter, and what an owner looks
// through one by one has an end.
const (
	maxFindings = 300
	maxTitle    = 200
	maxPlatform = 40
	maxText     = 1000
	maxAddress  = 2048
)

// ErrUnknown says that a file is none we can read.
var ErrUnknown = errors.New("bring: no page of links is found in this file")

// Read finds what a saved page or an export holds.
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

// tidy drops what leads nowhere and what is there twice, and bounds the rest.
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
		case Name, About: // they are the page's own
		}
		if slices.Contains(kept, f) || len(kept) == maxFindings {
			continue
		}
		kept = append(kept, f)
	}
	return kept
}

// videoHosts are those whose pages are one video, by what their addresses contain.
var videoHosts = []string{"youtube.com/watch?", "youtu.be/", "youtube.com/shorts/", "instagram.com/reel/"}

func isVideo(address string) bool {
	return slices.ContainsFunc(videoHosts, func(host string) bool { return strings.Contains(address, host) })
}

// short is the beginning of a text, its words apart by single blanks.
func short(text string, most int) string {
	w := words{most: most * bytesALetter}
	w.add([]byte(text))
	head, _ := grapheme.First(string(w.text), most)
	return strings.TrimSpace(head)
}

// place is a number by which links are sorted; one that no program writes is the last.
func place(n json.Number) int64 {
	if len(n) > len("-9223372036854775808") {
		return math.MaxInt64 // the error of a longer one holds a copy of it
	}
	at, _ := n.Int64()
	return at
}

// linkStackFile is what LinkStack exports: the links alone, or the whole account.
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

// The buttons of LinkStack that are no links, by their numbers; exports from before
// it named types have those alone. An icon stands in the row of social links.
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

// withScheme is a link as it is dialled or written to.
func withScheme(kind, link string) string {
	prefix := map[string]string{"email": "mailto:", "telephone": "tel:"}[kind]
	if link == "" || prefix == "" || strings.HasPrefix(link, prefix) {
		return link
	}
	return prefix + link
}
