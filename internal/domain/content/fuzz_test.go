package content

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"parichay/internal/testkit/hostile"
)

// allowed lists the elements and attributes of an article, independently of policy. The two
// must agree.
var allowed = map[string][]string{
	"p": {"lang"}, "blockquote": {"lang"}, "li": {"lang"}, "a": {"href", "rel", "target"}, "img": {"src", "alt", "title", "width", "height", "loading"},
	"br": nil, "h2": nil, "h3": nil, "ul": nil, "ol": nil, "strong": nil, "em": nil, "u": nil, "s": nil, "code": nil, "pre": nil, "hr": nil, "figure": nil, "figcaption": nil,
}

// strange lists everything in a cleaned article that is not allowed, parsed as browsers do.
func strange(clean string) (found []string) {
	nodes, err := html.ParseFragment(strings.NewReader(clean), &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div})
	if err != nil {
		return nil // nested too deeply to parse
	}
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.CommentNode || n.Type == html.DoctypeNode {
			found = append(found, "comment "+n.Data)
		}
		if n.Type == html.ElementNode {
			attributes, known := allowed[n.Data]
			if !known || n.Namespace != "" {
				found = append(found, "element "+n.Namespace+":"+n.Data)
			}
			for _, a := range n.Attr {
				if !slices.Contains(attributes, a.Key) {
					found = append(found, "attribute "+a.Key)
				}
				if u, err := url.Parse(strings.TrimSpace(a.Val)); (a.Key == "href" || a.Key == "src") && (err != nil || !slices.Contains([]string{"", "http", "https", "mailto", "tel"}, u.Scheme)) {
					found = append(found, "URL "+a.Val)
				}
			}
		}
		for child := n.FirstChild; child != nil; child = child.NextSibling {
			walk(child)
		}
	}
	for _, n := range nodes {
		walk(n)
	}
	return found
}

// Fails if policy allows "svg" or "style".
func TestCleanLeavesOnlyAllowedMarkup(t *testing.T) {
	t.Parallel()
	for _, payload := range hostile.Scripts() {
		once := Clean(payload.Text)
		if found := strange(once); found != nil {
			t.Errorf("%q became %q with %v", payload.Text, once, found)
		}
		if twice := Clean(once); twice != once {
			t.Errorf("%q became %q, then %q", payload.Text, once, twice)
		}
	}
}

func FuzzSanitize(f *testing.F) {
	for _, payload := range hostile.Scripts() {
		f.Add(payload.Text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		once := Clean(text)
		if found := strange(once); found != nil {
			t.Errorf("%q: %v", once, found)
		}
		if twice := Clean(once); twice != once {
			t.Errorf("%q became %q, then %q", text, once, twice)
		}
		if len(once) > 64+8*len(text) {
			t.Errorf("%d bytes became %d", len(text), len(once))
		}
		if begins := Beginning(text); strings.ContainsAny(begins, "<>") {
			t.Errorf("Beginning contains tags: %q", begins)
		}
	})
}
