package archive

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"mime"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Pages are the public site as its server answers.
type Pages struct {
	Base  string   // where the site is, without a slash at its end
	Start []string // paths that everything else is found from
	Forms []string // paths of forms: a plain file takes no answers
	Fetch func(ctx context.Context, path string) (status int, contentType string, body []byte, err error)
}

// each shows every page, and everything a page needs, as a file of a site that
// works from any host and any folder: links are relative, scripts are gone, and what
// would ask this server something leads to the owner's chat, mail or phone instead.
func (p Pages) each(ctx context.Context, put func(name string, body []byte) error) error {
	c := &crawl{Pages: p, put: put, seen: map[string]bool{}}
	for _, at := range p.Start {
		c.visit(at)
	}
	for len(c.queue) > 0 {
		at := c.queue[0]
		c.queue = c.queue[1:]
		if err := c.page(ctx, at); err != nil {
			return fmt.Errorf("page %s: %w", at, err)
		}
	}
	return nil
}

type crawl struct {
	Pages
	put     func(name string, body []byte) error
	queue   []string
	seen    map[string]bool // files
	contact string
}

func (c *crawl) visit(at string) {
	if name := fileOf(at); !c.seen[name] {
		c.seen[name] = true
		c.queue = append(c.queue, at)
	}
}

// fileOf names the file of an address: a page is an index of its folder, and what a
// query adds to it a folder below; anything else is called as it is.
func fileOf(at string) string {
	u, err := url.Parse(at)
	if err != nil {
		return "index.html"
	}
	name := strings.TrimPrefix(path.Clean(u.Path), "/")
	if path.Ext(name) != "" {
		return name
	}
	if u.RawQuery != "" { // no address of a page begins so
		name = path.Join(name, "_"+strings.NewReplacer("=", "-", "&", "-", "/", "-").Replace(u.RawQuery))
	}
	return path.Join(name, "index.html")
}

// busyPause is how long a server that is busy is left alone.
const (
	busyPause = 500 * time.Millisecond
	busyTries = 60
)

func (c *crawl) fetch(ctx context.Context, at string) (contentType string, body []byte, err error) {
	for range busyTries {
		status, contentType, body, err := c.Fetch(ctx, at)
		switch {
		case err != nil:
			return "", nil, err
		case status == 429 || status == 503:
			select {
			case <-ctx.Done():
				return "", nil, ctx.Err()
			case <-time.After(busyPause):
			}
		case status != 200:
			return "", nil, nil // a link of the owner's that leads nowhere leads nowhere here, too
		default:
			kind, _, err := mime.ParseMediaType(contentType)
			return kind, body, err
		}
	}
	return "", nil, errors.New("the server stays busy")
}

func (c *crawl) page(ctx context.Context, at string) error {
	kind, body, err := c.fetch(ctx, at)
	if err != nil || kind == "" {
		return err
	}
	name := fileOf(at)
	if kind == "text/html" {
		if body, err = c.rewrite(at, name, body); err != nil {
			return err
		}
	}
	return c.put(name, body)
}

func (c *crawl) rewrite(at, name string, body []byte) ([]byte, error) {
	document, err := html.ParseWithOptions(bytes.NewReader(body), html.ParseOptionEnableScripting(false))
	if err != nil {
		return nil, err
	}
	if c.contact == "" {
		c.contact = contactIn(document)
	}
	from := &url.URL{Path: strings.SplitN(at, "?", 2)[0]}
	c.node(from, name, document)
	var out bytes.Buffer
	err = html.Render(&out, document)
	return out.Bytes(), err
}

// chatPattern finds the owner's own chat, not a text to send to anybody.
var chatPattern = regexp.MustCompile(`^https://wa\.me/[0-9]+`)

// contactIn is how a page's owner is reached without this server.
func contactIn(document *html.Node) string {
	var chat, mail, phone string
	for n := range document.Descendants() {
		switch href := attribute(n, "href"); {
		case n.DataAtom != atom.A:
		case chat == "" && chatPattern.MatchString(href):
			chat = href
		case mail == "" && strings.HasPrefix(href, "mailto:") && !strings.HasPrefix(href, "mailto:?"):
			mail = href
		case phone == "" && strings.HasPrefix(href, "tel:"):
			phone = href
		}
	}
	for _, way := range []string{chat, mail, phone} {
		if way != "" {
			return way
		}
	}
	return ""
}

// Links of a head that only a server, or the old address, can make good.
var serverLinks = []string{"canonical", "alternate", "manifest", "modulepreload", "preload", "prefetch"}

// node makes a part of a page fit for a plain file.
func (c *crawl) node(from *url.URL, name string, n *html.Node) {
	for child := n.FirstChild; child != nil; {
		next := child.NextSibling
		if c.drops(child) {
			n.RemoveChild(child)
		} else {
			c.node(from, name, child)
		}
		child = next
	}
	if n.Type == html.TextNode && n.Parent != nil && n.Parent.DataAtom == atom.Style {
		n.Data = stylePattern.ReplaceAllStringFunc(n.Data, func(found string) string {
			return "url(" + c.link(from, name, strings.Trim(found[len("url("):len(found)-1], `"'`)) + ")"
		})
	}
	if n.Type != html.ElementNode {
		return
	}
	kept := n.Attr[:0]
	for _, a := range n.Attr {
		switch {
		case a.Key == "srcset":
			a.Val = c.sources(from, name, a.Val)
		case a.Key == "href" || a.Key == "src" || a.Key == "action" || a.Key == "poster":
			a.Val = c.link(from, name, a.Val)
		case a.Key == "name" && n.DataAtom != atom.Meta:
			continue // what a form says besides
		case strings.HasPrefix(a.Key, "data-") && n.DataAtom == atom.Html:
			continue // what scripts go by
		}
		kept = append(kept, a)
	}
	n.Attr = kept
}

var stylePattern = regexp.MustCompile(`url\(["']?/[^)"']*["']?\)`)

// drops tells what a plain file has no use for.
func (c *crawl) drops(n *html.Node) bool {
	property := attribute(n, "property") + attribute(n, "name")
	switch n.DataAtom {
	case atom.Script, atom.Noscript:
		return true
	case atom.Link:
		return slices.Contains(serverLinks, attribute(n, "rel"))
	case atom.Meta:
		return property == "og:url" || strings.HasSuffix(property, ":image") || strings.Contains(property, ":image:")
	case atom.Form:
		action := attribute(n, "action")
		return strings.HasPrefix(action, "#") || c.contact == "" && c.isForm(action)
	case atom.A:
		return c.contact == "" && c.isForm(attribute(n, "href"))
	case atom.Button:
		elsewhere := attribute(n, "form") != "" && c.contact != ""
		return !elsewhere && !inside(n, atom.Form) // it waits for a script, or its form is gone
	default:
		return false
	}
}

func (c *crawl) isForm(at string) bool {
	return slices.Contains(c.Forms, strings.SplitN(at, "?", 2)[0])
}

// link makes an address of the site a relative one, and has its file made.
func (c *crawl) link(from *url.URL, name, at string) string {
	at = strings.TrimPrefix(at, c.Base)
	if at == "" {
		at = "/"
	}
	if c.isForm(at) {
		return c.contact
	}
	to, err := from.Parse(at)
	if err != nil || to.Scheme != "" || to.Host != "" || strings.HasPrefix(at, "#") {
		return at
	}
	fragment := to.Fragment
	to.Fragment = ""
	target := fileOf(to.String())
	c.visit(to.String())
	relative := relativeTo(path.Dir(name), target)
	if fragment != "" {
		relative += "#" + fragment
	}
	return relative
}

func (c *crawl) sources(from *url.URL, name, set string) string {
	parts := strings.Split(set, ", ")
	for i, part := range parts {
		at, size, _ := strings.Cut(part, " ")
		parts[i] = strings.TrimSpace(c.link(from, name, at) + " " + size)
	}
	return strings.Join(parts, ", ")
}

// relativeTo is the way from a folder to a file.
func relativeTo(folder, file string) string {
	if folder == "." {
		return file
	}
	from, to := strings.Split(folder, "/"), strings.Split(file, "/")
	for len(from) > 0 && len(to) > 1 && from[0] == to[0] {
		from, to = from[1:], to[1:]
	}
	return strings.Repeat("../", len(from)) + strings.Join(to, "/")
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func inside(n *html.Node, what atom.Atom) bool {
	for up := n.Parent; up != nil; up = up.Parent {
		if up.DataAtom == what {
			return true
		}
	}
	return false
}
