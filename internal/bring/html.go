package bring

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// readHTML reads a page somebody saved from their browser: Linktree's, or one of
// LittleLink's files.
func readHTML(file []byte) (page Page, found bool) {
	root, err := html.Parse(bytes.NewReader(file))
	if err != nil {
		return page, false
	}
	for node := range root.Descendants() {
		if node.DataAtom == atom.Script && attribute(node, "id") == "__NEXT_DATA__" && node.FirstChild != nil {
			if page, found = readLinktree([]byte(node.FirstChild.Data)); found {
				return page, true
			}
		}
	}
	if page, found = readDrawnLinktree(root); found {
		return page, true
	}
	return readLittleLink(root)
}

// linktreeLink is a link in the data a Linktree page is drawn from.
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
			Title   string         `json:"pageTitle"`
			About   string         `json:"description"`
			User    string         `json:"username"`
			Links   []linktreeLink `json:"links"`
			Social  []linktreeLink `json:"socialLinks"`
			Account struct {
				Title  string         `json:"pageTitle"`
				About  string         `json:"description"`
				User   string         `json:"username"`
				Links  []linktreeLink `json:"links"`
				Social []linktreeLink `json:"socialLinks"`
			} `json:"account"`
		} `json:"pageProps"`
	} `json:"props"`
}

// Linktree's names of what it draws otherwise than as a link.
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
	slices.SortStableFunc(links, func(a, b linktreeLink) int {
		first, _ := a.Position.Int64()
		second, _ := b.Position.Int64()
		return cmp.Compare(first, second)
	})
}

// platformOf is a platform by the name others give it.
func platformOf(name string) string {
	name = strings.ToLower(name)
	return cmp.Or(map[string]string{"x": "twitter", "email_address": "email", "personal_website": "website"}[name], name)
}

// readDrawnLinktree reads a page that was saved without the data it was drawn from.
func readDrawnLinktree(root *html.Node) (page Page, found bool) {
	page.Source = Linktree
	for node := range root.Descendants() {
		switch mark := attribute(node, "data-testid"); {
		case node.DataAtom == atom.A && mark == "LinkButton":
			page.Findings = append(page.Findings, Finding{Kind: Link, Title: textOf(node), Address: attribute(node, "href")})
		case node.DataAtom == atom.A && mark == "SocialIcon":
			name := cmp.Or(attribute(node, "title"), attribute(node, "aria-label"))
			page.Findings = append(page.Findings, Finding{Kind: Social, Title: name, Address: attribute(node, "href"), Platform: platformOf(name)})
		case mark == "LinkHeader":
			page.Findings = append(page.Findings, Finding{Kind: Heading, Title: textOf(node)})
		case node.DataAtom == atom.H1 && page.Name == "":
			page.Name = textOf(node)
		}
	}
	return page, len(page.Findings) > 0
}

// readLittleLink reads the buttons of a LittleLink page: links of the class "button".
func readLittleLink(root *html.Node) (page Page, found bool) {
	page.Source = LittleLink
	for node := range root.Descendants() {
		switch {
		case node.DataAtom == atom.A && slices.Contains(strings.Fields(attribute(node, "class")), "button"):
			page.Findings = append(page.Findings, Finding{Kind: Link, Title: textOf(node), Address: mailed(attribute(node, "href"))})
		case node.DataAtom == atom.H1 && page.Name == "":
			page.Name = textOf(node)
		case node.DataAtom == atom.P && page.About == "" && len(page.Findings) == 0:
			page.About = textOf(node)
		}
	}
	return page, len(page.Findings) > 0
}

// mailed is an address; one that is a bare e-mail address is written to.
func mailed(address string) string {
	if strings.Contains(address, "@") && !strings.Contains(address, "/") && !strings.Contains(address, ":") {
		return "mailto:" + address
	}
	return address
}

func attribute(node *html.Node, name string) string {
	for _, a := range node.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// textOf is what a reader sees of a node.
func textOf(node *html.Node) string {
	var parts []string
	for child := range node.Descendants() {
		if child.Type == html.TextNode && child.Parent.DataAtom != atom.Script && child.Parent.DataAtom != atom.Style {
			parts = append(parts, child.Data)
		}
	}
	return strings.Join(parts, " ")
}

// plain is the text of some HTML.
func plain(text string) string {
	root, err := html.Parse(strings.NewReader(text))
	if err != nil {
		return ""
	}
	return textOf(root)
}
