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

// Pages are the public site as its server answers.
type Pages struct {
	Base  string                               // where the site is, without a slash at its end
	Start []string                             // paths that everything else is found from
	Forms []string                             // paths of forms: a plain file takes no answers
	Count func(context.Context) (int64, error) // about how many there are
	Fetch func(ctx context.Context, path string) (status int, contentType string, body []byte, err error)
}

// copiers is how many pages are copied at once. Each takes one thread at a time, its own or
// that of whoever draws the page for it, and there are as many to spare (see aside).
const copiers = lowprio.Spare

// each shows every page, and everything a page needs, as a file of a site that
// works from any host and any folder: links are relative, scripts are gone, and what
// would ask this server something leads to the owner's chat, mail or phone instead.
// Several pages are made at a time; put is called for one after the other.
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
	if err := c.work(ctx, len(p.Start)); err != nil { // before all others: they say how the owner is reached
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

	mu      sync.Mutex // guards what follows
	found   sync.Cond  // there is more to copy, or a page is done
	queue   []string
	busy    int             // pages under way
	seen    map[string]bool // files
	contact string
}

// work copies so many pages, or all there are.
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

// next waits for a page to copy; false: there are no more.
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

// fileOf names the file of an address: a page is an index of its folder, and what a
// query adds to it a folder below; anything else is called as it is.
func fileOf(at string) string {
	u, err := url.Parse(at)
	if err != nil {
		return "index" + pageSuffix
	}
	name := strings.TrimPrefix(path.Clean(u.Path), "/")
	if path.Ext(name) != "" {
		return name
	}
	if u.RawQuery != "" { // no address of a page begins so
		name = path.Join(name, "_"+strings.NewReplacer("=", "-", "&", "-", "/", "-").Replace(u.RawQuery))
	}
	return path.Join(name, "index"+pageSuffix)
}

// pageSuffix ends the names of pages, and of nothing else.
const pageSuffix = ".html"

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

// contactOr is how the owner is reached as the first page that said it does, this one perhaps.
func (c *crawl) contactOr(document *html.Node) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.contact == "" {
		c.contact = contactIn(document)
	}
	return c.contact
}

// sheet is a page on its way into a file.
type sheet struct {
	*crawl
	from    *url.URL
	name    string
	contact string
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
	kept := n.Attr[:0]
	for _, a := range n.Attr {
		switch {
		case a.Key == "srcset":
			a.Val = s.sources(a.Val)
		case a.Key == "href" || a.Key == "src" || a.Key == "action" || a.Key == "poster":
			a.Val = s.link(a.Val)
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
		return !elsewhere && !inside(n, atom.Form) // it waits for a script, or its form is gone
	default:
		return false
	}
}

func (c *crawl) isForm(at string) bool {
	return slices.Contains(c.Forms, strings.SplitN(at, "?", 2)[0])
}

// link makes an address of the site a relative one, and has its file made.
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
