package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"mime"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"parichay/internal/kit/lowprio"
)

// Pages gives access to the pages of the public site.
type Pages struct {
	Base  string                               // URL of the site, without a trailing slash
	Start []string                             // paths where the crawl begins
	Forms []string                             // paths of forms, which a static copy cannot serve
	Count func(context.Context) (int64, error) // approximate number of pages
	Fetch func(ctx context.Context, path string) (status int, contentType string, body []byte, err error)
}

// copiers is the number of pages that are copied at the same time. Each copier keeps one
// thread busy, its own or the renderer's, and lowprio.Spare threads do not slow down requests.
const copiers = lowprio.Spare

// each calls put for every page and for every file that a page needs. The files form a static
// site that works on any host and in any folder: links are relative, scripts are removed, and
// forms lead to the owner's chat, mail or phone instead. Pages are copied concurrently, but
// put is called for one file at a time.
func (p Pages) each(ctx context.Context, put func(name string, body []byte) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	c := &crawl{Pages: p, put: put, seen: map[string]bool{}}
	c.found.L = &c.mu
	defer context.AfterFunc(ctx, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.found.Broadcast()
	})()
	for _, at := range p.Start {
		c.visit(at)
	}
	if err := c.work(ctx, len(p.Start)); err != nil { // first, because they contain the owner's contact
		return err
	}
	var group sync.WaitGroup
	for range copiers {
		group.Add(1)
		lowprio.Go(func() {
			defer group.Done()
			if err := c.work(ctx, math.MaxInt); err != nil {
				cancel(err)
			}
		})
	}
	group.Wait()
	return context.Cause(ctx)
}

type crawl struct {
	Pages
	putting sync.Mutex
	put     func(name string, body []byte) error

	mu      sync.Mutex // guards the fields below
	found   sync.Cond  // signals a new page in the queue, or a finished page
	queue   []string
	busy    int             // pages being copied
	seen    map[string]bool // by file name
	contact string
}

// work copies queued pages until none are left, but at most most pages.
func (c *crawl) work(ctx context.Context, most int) error {
	for range most {
		at, more := c.next(ctx)
		if !more {
			break
		}
		if err := c.page(ctx, at); err != nil {
			return fmt.Errorf("page %s: %w", at, err)
		}
		c.mu.Lock()
		c.busy--
		c.mu.Unlock()
		c.found.Broadcast()
	}
	return nil
}

// next waits for a page to copy, and returns false if there are no more.
func (c *crawl) next(ctx context.Context) (at string, more bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.queue) == 0 && c.busy > 0 && ctx.Err() == nil {
		c.found.Wait()
	}
	if len(c.queue) == 0 || ctx.Err() != nil {
		return "", false
	}
	at, c.queue = c.queue[0], c.queue[1:]
	c.busy++
	return at, true
}

func (c *crawl) visit(at string) {
	name := fileOf(at)
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.seen[name] {
		c.seen[name] = true
		c.queue = append(c.queue, at)
		c.found.Signal()
	}
}

// fileOf returns the file name for an address. A page becomes index.html in its own folder; a
// query adds a folder below. Other files keep their names.
func fileOf(at string) string {
	u, err := url.Parse(at)
	if err != nil {
		return "index" + pageSuffix
	}
	name := strings.TrimPrefix(path.Clean(u.Path), "/")
	if path.Ext(name) != "" {
		return name
	}
	if u.RawQuery != "" { // no page's path has a segment that begins with "_"
		name = path.Join(name, "_"+strings.NewReplacer("=", "-", "&", "-", "/", "-").Replace(u.RawQuery))
	}
	return path.Join(name, "index"+pageSuffix)
}

// pageSuffix is the extension of pages, and of no other files.
const pageSuffix = ".html"

// busyPause is the pause before a retry if the server is busy; busyTries limits the attempts.
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
			return "", nil, nil // a broken link of the owner stays broken in the copy
		default:
			kind, _, err := mime.ParseMediaType(contentType)
			return kind, body, err
		}
	}
	return "", nil, errors.New("the server is still busy after all retries")
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
	c.putting.Lock()
	defer c.putting.Unlock()
	return c.put(name, body)
}

func (c *crawl) rewrite(at, name string, body []byte) ([]byte, error) {
	document, err := html.ParseWithOptions(bytes.NewReader(body), html.ParseOptionEnableScripting(false))
	if err != nil {
		return nil, err
	}
	s := &sheet{crawl: c, from: &url.URL{Path: strings.SplitN(at, "?", 2)[0]}, name: name, contact: c.contactOr(document)}
	s.node(document)
	var out bytes.Buffer
	err = html.Render(&out, document)
	return out.Bytes(), err
}

// contactOr returns the contact of the first page that has one, possibly this page.
func (c *crawl) contactOr(document *html.Node) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.contact == "" {
		c.contact = contactIn(document)
	}
	return c.contact
}

// sheet is a page being rewritten.
type sheet struct {
	*crawl
	from    *url.URL
	name    string
	contact string
}

// chatPattern matches the owner's chat, but not a share link without a number.
var chatPattern = regexp.MustCompile(`^https://wa\.me/[0-9]+`)

// contactIn returns the owner's chat, mail or phone link on a page, in this order.
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

// serverLinks are link relations in the head that need a server or the original address.
var serverLinks = []string{"canonical", "alternate", "manifest", "modulepreload", "preload", "prefetch"}

// node rewrites a part of a page for the static copy.
func (s *sheet) node(n *html.Node) {
	for child := n.FirstChild; child != nil; {
		next := child.NextSibling
		if s.drops(child) {
			n.RemoveChild(child)
		} else {
			s.node(child)
		}
		child = next
	}
	if n.Type == html.TextNode && n.Parent != nil && n.Parent.DataAtom == atom.Style {
		n.Data = stylePattern.ReplaceAllStringFunc(n.Data, func(found string) string {
			return "url(" + s.link(strings.Trim(found[len("url("):len(found)-1], `"'`)) + ")"
		})
	}
	if n.Type != html.ElementNode {
		return
	}
	attributes := n.Attr[:0]
	for _, a := range n.Attr {
		switch {
		case a.Key == "srcset":
			a.Val = s.sources(a.Val)
		case a.Key == "href" || a.Key == "src" || a.Key == "action" || a.Key == "poster":
			a.Val = s.link(a.Val)
		case a.Key == "name" && n.DataAtom != atom.Meta:
			continue // a form field, which would be appended to the contact link
		case strings.HasPrefix(a.Key, "data-") && n.DataAtom == atom.Html:
			continue // used by scripts only
		}
		attributes = append(attributes, a)
	}
	n.Attr = attributes
}

var stylePattern = regexp.MustCompile(`url\(["']?/[^)"']*["']?\)`)

// drops reports whether a node is useless in a static copy.
func (s *sheet) drops(n *html.Node) bool {
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
		return strings.HasPrefix(action, "#") || s.contact == "" && s.isForm(action)
	case atom.A:
		return s.contact == "" && s.isForm(attribute(n, "href"))
	case atom.Button:
		elsewhere := attribute(n, "form") != "" && s.contact != ""
		return !elsewhere && !inside(n, atom.Form) // it needs a script, or its form was dropped
	default:
		return false
	}
}

func (c *crawl) isForm(at string) bool {
	return slices.Contains(c.Forms, strings.SplitN(at, "?", 2)[0])
}

// link makes an address of the site relative and queues its file. Forms lead to the contact.
func (s *sheet) link(at string) string {
	at = strings.TrimPrefix(at, s.Base)
	if at == "" {
		at = "/"
	}
	if s.isForm(at) {
		return s.contact
	}
	to, err := s.from.Parse(at)
	if err != nil || to.Scheme != "" || to.Host != "" || strings.HasPrefix(at, "#") {
		return at
	}
	fragment := to.Fragment
	to.Fragment = ""
	target := fileOf(to.String())
	s.visit(to.String())
	relative := relativeTo(path.Dir(s.name), target)
	if fragment != "" {
		relative += "#" + fragment
	}
	return relative
}

func (s *sheet) sources(set string) string {
	parts := strings.Split(set, ", ")
	for i, part := range parts {
		at, size, _ := strings.Cut(part, " ")
		parts[i] = strings.TrimSpace(s.link(at) + " " + size)
	}
	return strings.Join(parts, ", ")
}

// relativeTo returns the relative path from a folder to a file.
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
