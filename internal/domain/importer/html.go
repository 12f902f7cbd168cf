package importer

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"golang.org/x/net/html/atom"
)

// readHTML reads a Linktree or LittleLink page that was saved in a browser.
func readHTML(file []byte) (page Page, found bool) {
	drawn, little := newPage(Linktree), newPage(LittleLink)
	first := true
	scan(file, func(id, text []byte) {
		if first && string(id) == "__NEXT_DATA__" {
			first = false
			page, found = readLinktree(text)
		}
	}, drawn.readDrawnLinktree, little.readLittleLink)
	switch {
	case found:
		return page, true
	case len(drawn.Findings) > 0:
		return drawn, true
	}
	return little, len(little.Findings) > 0
}

// newPage returns a page with enough capacity that findings never move in memory:
// collectors hold pointers to them.
func newPage(from Source) Page { return Page{Source: from, Findings: make([]Finding, 0, maxRead)} }

// linktreeLink is a link in the embedded data of a Linktree page.
type linktreeLink struct {
	Type     string      `json:"type"`
	Title    string      `json:"title"`
	URL      string      `json:"url"`
	Position json.Number `json:"position"`
	Context  struct {
		Description string `json:"description"`
	} `json:"context"`
}

type linktreeData struct {
	Props struct {
		PageProps struct {
			Title   string             `json:"pageTitle"`
			About   string             `json:"description"`
			User    string             `json:"username"`
			Links   some[linktreeLink] `json:"links"`
			Social  some[linktreeLink] `json:"socialLinks"`
			Account struct {
				Title  string             `json:"pageTitle"`
				About  string             `json:"description"`
				User   string             `json:"username"`
				Links  some[linktreeLink] `json:"links"`
				Social some[linktreeLink] `json:"socialLinks"`
			} `json:"account"`
		} `json:"pageProps"`
	} `json:"props"`
}

// linktreeKinds maps Linktree's types other than links.
var linktreeKinds = map[string]Kind{"HEADER": Heading, "TEXT": Text, "YOUTUBE_VIDEO": Video, "VIDEO": Video}

func readLinktree(data []byte) (page Page, found bool) {
	var known linktreeData
	if json.Unmarshal(data, &known) != nil {
		return page, false
	}
	p := known.Props.PageProps
	links, social := p.Links, p.Social
	if len(links) == 0 {
		links = p.Account.Links
	}
	if len(social) == 0 {
		social = p.Account.Social
	}
	if len(links)+len(social) == 0 {
		return page, false
	}
	page = Page{Source: Linktree, Name: cmp.Or(p.Title, p.Account.Title, p.User, p.Account.User), About: cmp.Or(p.About, p.Account.About)}
	inOrder(links)
	for _, l := range links {
		f := Finding{Kind: cmp.Or(linktreeKinds[l.Type], Link), Title: l.Title, Text: l.Context.Description, Address: l.URL}
		if f.Kind == Text {
			f.Text = cmp.Or(f.Text, f.Title)
		}
		page.Findings = append(page.Findings, f)
	}
	inOrder(social)
	for _, l := range social {
		page.Findings = append(page.Findings, Finding{Kind: Social, Title: l.Title, Address: l.URL, Platform: platformOf(l.Type)})
	}
	return page, true
}

func inOrder(links []linktreeLink) {
	slices.SortStableFunc(links, func(a, b linktreeLink) int { return cmp.Compare(place(a.Position), place(b.Position)) })
}

// platformOf returns our name of a platform, given its name in another program.
func platformOf(name string) string {
	name = strings.ToLower(name)
	return cmp.Or(map[string]string{"x": "twitter", "email_address": "email", "personal_website": "website"}[name], name)
}

// readDrawnLinktree reads a tag of a Linktree page that was saved without its embedded
// data.
func (p *Page) readDrawnLinktree(e *element) (title *string) {
	if len(p.Findings) == maxRead {
		return nil
	}
	switch mark := string(e.attribute("data-testid")); {
	case e.atom == atom.A && mark == "LinkButton":
		return p.add(Finding{Kind: Link, Address: string(e.attribute("href"))})
	case e.atom == atom.A && mark == "SocialIcon":
		name := cmp.Or(string(e.attribute("title")), string(e.attribute("aria-label")))
		p.add(Finding{Kind: Social, Title: name, Address: string(e.attribute("href")), Platform: platformOf(name)})
	case mark == "LinkHeader":
		return p.add(Finding{Kind: Heading})
	case e.atom == atom.H1 && p.Name == "":
		return &p.Name
	}
	return nil
}

// readLittleLink reads a tag of a LittleLink page, whose links have the class "button".
func (p *Page) readLittleLink(e *element) (title *string) {
	switch {
	case len(p.Findings) == maxRead:
	case e.atom == atom.A && e.hasClass("button"):
		return p.add(Finding{Kind: Link, Address: mailed(string(e.attribute("href")))})
	case e.atom == atom.H1 && p.Name == "":
		return &p.Name
	case e.atom == atom.P && p.About == "" && len(p.Findings) == 0:
		return &p.About
	}
	return nil
}

// add appends a finding and returns a pointer to its title.
func (p *Page) add(f Finding) (title *string) {
	p.Findings = append(p.Findings, f)
	return &p.Findings[len(p.Findings)-1].Title
}

// mailed adds mailto: to a bare email address.
func mailed(address string) string {
	if strings.Contains(address, "@") && !strings.Contains(address, "/") && !strings.Contains(address, ":") {
		return "mailto:" + address
	}
	return address
}
