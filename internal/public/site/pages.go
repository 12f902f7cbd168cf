package site

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"parichay/internal/domain/content"
	"parichay/internal/domain/profile"
	"parichay/internal/kit/fault"
	"parichay/internal/public/draw"
	"parichay/internal/public/pagedata"
	"parichay/internal/public/render"
	"parichay/locales"
)

// page describes one public page: its path, the component that renders it, the texts it needs,
// and the functions that fill its data and its head.
type page struct {
	path       string // without language prefix; for an item's page, the part before the id; empty if the page has no address
	name       string // component of the front end
	words      []string
	tellsHours bool     // whether it is open now, and special days if there are any
	opens      []string // namespaces of the texts that the page's dialogs load
	status     int
	part       string              // part of the site that the owner may hide; empty: always shown
	list       *content.Collection // collection whose items the page lists
	leads      bool                // the page links to the lists that are not empty
	step       int                 // number of items shown at first and added by each click; 0: a whole page
	size       int                 // items on a page; 0: all
	item       *content.Collection // collection of the single item that the page shows; the item's id is the address's arg
	fill       func(context.Context, *view, *pagedata.Boot) error
	head       func(*view, *pagedata.Boot) about
}

// about describes a page to search engines and share previews.
type about struct {
	title, description string
	article            bool
	cover              *draw.Cover // cover of the item that the page shows
	photo              string      // the item's own picture, if we store it
	data               []any       // JSON-LD
}

var shellWords = []string{"common", "language", "toast"}

// The whole public site: first the pages with their own address, then those of items, then
// those that are shown in place of another page.
var (
	publicPages = []page{
		{path: "/", name: "home", leads: true, tellsHours: true, words: []string{"home", "next", "hours"}, list: content.Blocks, fill: fillHome, head: headHome},
		{path: ServicesPath, name: "services", words: []string{"services", "basket", "price", "pages"}, opens: []string{"lead", "learnMore"}, part: servicesPart, list: content.Services, size: 100, fill: fillServices, head: headServices},
		{path: PortfolioPath, name: "portfolio", words: []string{"portfolio", "pages"}, opens: []string{"lead"}, part: portfolioPart, list: content.Portfolio, size: 24, fill: fillPortfolio, head: headPortfolio},
		{path: BlogPath, name: "blog", words: []string{"blog", "pages"}, part: blogPart, list: content.Posts, step: 4, size: 40, fill: fillBlog, head: headBlog},
		{path: "/download", name: "download", tellsHours: true, words: []string{"download", "hours"}, part: "download", fill: fillDownload, head: headDownload},
		{path: PrivacyPath, name: "privacy", words: []string{"privacy"}, fill: fillPrivacy, head: headPrivacy},
	}
	postPage    = page{path: BlogPath, name: "post", words: []string{"blog", "next"}, part: blogPart, item: content.Posts, fill: fillPost, head: headPost}
	projectPage = page{path: PortfolioPath, name: "project", words: []string{"portfolio", "next"}, part: portfolioPart, item: content.Portfolio, fill: fillProject, head: headProject}
	servicePage = page{path: ServicesPath, name: "service", words: []string{"services", "next", "basket", "price"}, opens: []string{"lead"}, part: servicesPart, item: content.Services, fill: fillService, head: headService}
	postMissing = page{name: "post", words: []string{"blog"}, status: http.StatusNotFound}
	notFound    = page{name: "notFound", words: []string{"notFound"}, status: http.StatusNotFound}
	unavailable = page{name: "unavailable", words: []string{"unavailable"}, status: http.StatusServiceUnavailable}
)

// itemPages maps paths to the pages that show one item.
var itemPages = map[string]*page{BlogPath: &postPage, PortfolioPath: &projectPage, ServicesPath: &servicePage}

// itemFolders lists these paths. Going through itemPages would be an initialization cycle.
var itemFolders = []string{BlogPath, PortfolioPath, ServicesPath}

// Names of the parts of the site with which the owner hides articles, case studies or services.
const (
	blogPart      = "blog"
	portfolioPart = "portfolio"
	servicesPart  = "services"
)

// has reports whether the owner shows a page.
func (s *snapshot) has(p *page) bool { return p.part == "" || s.Profile.Profile.Shows(p.part) }

// offers reports whether pages should link to a page: the owner shows it and, on a named site,
// its list is not empty.
func (s *snapshot) offers(p *page) bool {
	empty := p.part != "" && p.list != nil && slices.Contains(s.Empty, p.list.Name)
	return s.has(p) && (!empty || !s.Profile.Profile.Owned())
}

// address is a page in a language.
type address struct {
	page   *page
	lang   locales.Lang
	path   string       // without language prefix
	arg    string       // id or address of the item that the page shows
	prefix locales.Lang // language prefix of the requested path; empty for none
	part
}

// part is the part of a list that an address shows.
type part struct {
	query       string // query string that requests the part; empty: the beginning
	number      int    // page number; 0: the beginning
	first, most int    // number of items to skip, and to show at most
}

// key returns the cache key of the address. A page without an address has one key per
// language, however many paths lead to it.
func (a address) key() string {
	if a.path == "" {
		return strconv.Itoa(a.page.status) + a.page.name + string(a.lang)
	}
	return a.asked(locales.Below(a.prefix, a.path))
}

// asked adds the query of the address to a path.
func (a address) asked(path string) string {
	if a.query != "" {
		path += "?" + a.query
	}
	return path
}

// isOwn reports whether the address has the prefix of the primary language, whose pages have
// none in their canonical addresses.
func (s *snapshot) isOwn(a address) bool { return a.prefix != "" && a.prefix == s.languages.Primary }

// view holds everything that a page is made from.
type view struct {
	*snapshot
	address
	profile profile.Profile // as shown in the address's language
	at      time.Time       // when the page is rendered
	site    *Site
	paging  pagedata.Paging // set by divided
}

// href returns the address of the view's page in a language, with its query.
func (v *view) href(lang locales.Lang) string {
	return v.asked(v.languages.Path(lang, cmp.Or(v.path, "/")))
}

// pagesByPath returns the pages with their own address, by path without language prefix.
func pagesByPath() map[string]*page {
	all := make(map[string]*page, len(publicPages))
	for i := range publicPages {
		all[publicPages[i].path] = &publicPages[i]
	}
	return all
}

// pageAt returns the address of a page in a language. path is the page's path without prefix.
func (s *Site) pageAt(lang locales.Lang, path string) address {
	p := s.pages[path]
	return address{page: p, lang: lang, path: path, part: part{most: p.beginning()}}
}

// find resolves a path of the site, including articles and case studies.
func (s *Site) find(now *snapshot, path string) (a address, ok bool) {
	prefix, rest := locales.Cut(path)
	if locales.Below(prefix, rest) != path {
		return a, false // "/hi/"
	}
	lang, ok := now.languages.Of(prefix)
	if !ok {
		return a, false
	}
	if s.pages[rest] != nil {
		a = s.pageAt(lang, rest)
	} else if folder, id, isItem := itemOf(rest); isItem {
		a = address{page: itemPages[folder], lang: lang, path: rest, arg: id}
	} else {
		return a, false
	}
	a.prefix = prefix
	return a, true
}

// itemOf splits the path of an item's page into its folder and the item's id, whether or not the
// item exists. path has no language prefix. The path of a form is not an item's.
func itemOf(path string) (folder, id string, ok bool) {
	for _, folder := range itemFolders {
		id, under := strings.CutPrefix(path, folder+"/")
		if under && plausibleID(id) && !slices.ContainsFunc(Forms, func(f Form) bool { return f.path == folder+"/"+id }) {
			return folder, id, true
		}
	}
	return "", "", false
}

// servePage serves the page at an address of a snapshot. The address must have been resolved in
// that snapshot, because a change of the primary language moves the pages.
func (s *Site) servePage(w http.ResponseWriter, r *http.Request, a address, now *snapshot) {
	if r.URL.RawQuery != "" && a.page.size > 0 {
		var ok bool
		if a, ok = s.partOf(a, r.URL.Query()); !ok {
			s.serveInstead(w, r, a, now, fault.ErrNotFound)
			return
		}
	}
	if !now.has(a.page) {
		s.serveNotFound(w, r, now)
		return
	}
	if render.IsCopy(r.Context()) {
		s.copyPage(w, r, a, now)
		return
	}
	edition, since := now.edition(a.page.list, s.reads(a))
	key := now.scheme + a.key()
	made, before := s.cache.Get(key, edition)
	current := made != nil
	if made == nil && before != nil && s.config.Now().Sub(since) < staleFor && s.cache.MadeFor(key, now.changes.before(s.reads(a)...)) && !signedIn(r) && !s.config.Purged {
		// The page has just changed: serve the previous version while the new one is rendered. Do
		// not serve a still older version, which could show content that was removed earlier. Do
		// not do this behind a CDN, which would cache the previous version.
		made = before
		go func() { _, _ = s.make(context.WithoutCancel(r.Context()), key, a, now, render.Urgent) }()
	}
	if made == nil {
		when := render.Ordinary
		if before != nil || a.page.status != 0 {
			when = render.Urgent
		}
		page, err := s.make(r.Context(), key, a, now, when)
		switch {
		case errors.Is(err, fault.ErrUnavailable) && before != nil:
			before.ServeHTTP(w, r) // the page cannot be rendered now, so serve the outdated one
			return
		case err != nil:
			s.serveInstead(w, r, a, now, err)
			return
		}
		made = page
	}
	if a.page.status == http.StatusServiceUnavailable {
		w.Header()["Retry-After"] = []string{"5"}
	}
	var own http.Header
	if a.page.status == 0 {
		own = s.atTheEdge(a.page.list, s.purgedBy(a))
	}
	if to := made.Location(); to != "" && r.URL.RawQuery != "" {
		Redirect(to)(w, r)
		return
	}
	if current {
		s.keepReady(w, r, now, s.cache, made, a.page.list)
	}
	made.Serve(w, r, own)
}

// copyPage serves a page for a copy of the whole site. The page is rendered after all
// visitors' pages and bypasses the cache, which is for pages that visitors request.
func (s *Site) copyPage(w http.ResponseWriter, r *http.Request, a address, now *snapshot) {
	doc, err := s.describe(r.Context(), a, now)
	if err == nil {
		var page *render.Page
		if page, _, err = s.draw(r.Context(), doc, now, render.Copying); err == nil {
			page.ServeHTTP(w, r)
			return
		}
	}
	s.serveInstead(w, r, a, now, err)
}

// serveInstead serves an error page in place of a page that could not be made because of err.
func (s *Site) serveInstead(w http.ResponseWriter, r *http.Request, a address, now *snapshot, err error) {
	switch {
	case errors.Is(err, fault.ErrNotFound) && a.page == &postPage:
		s.missing.Log(r.Context(), loggable(r.URL.Path), s.config.Now())
		s.servePage(w, r, address{page: &postMissing, lang: a.lang}, now)
	case errors.Is(err, fault.ErrNotFound):
		s.serveNotFound(w, r, now)
	case errors.Is(err, fault.ErrUnavailable) && a.page.status == 0:
		s.servePage(w, r, address{page: &unavailable, lang: a.lang}, now)
	default:
		slog.ErrorContext(r.Context(), "cannot serve page", "path", r.URL.Path, "error", err)
		http.Error(w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
	}
}

// ServeItem serves the page of an article, a case study or a service.
func (s *Site) ServeItem(w http.ResponseWriter, r *http.Request) {
	now := s.live.current.Load()
	a, ok := s.find(now, r.URL.Path)
	if !ok || chi.URLParam(r, "id") == "" {
		s.serveNotFound(w, r, now)
		return
	}
	s.servePage(w, r, a, now)
}

// InLanguage returns a handler that responds with the 404 page if the path has the prefix of a
// language that the site does not offer, and otherwise calls next.
func (s *Site) InLanguage(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if _, _, ok := s.Languages().Find(r.URL.Path); !ok {
			s.ServeNotFound(w, r)
			return
		}
		next(w, r)
	}
}

// ServeNotFound responds to unknown paths with the 404 page. The path of a page with a
// trailing slash redirects to the page.
func (s *Site) ServeNotFound(w http.ResponseWriter, r *http.Request) {
	s.serveNotFound(w, r, s.live.current.Load())
}

func (s *Site) serveNotFound(w http.ResponseWriter, r *http.Request, now *snapshot) {
	if path, slash := strings.CutSuffix(r.URL.Path, "/"); slash && s.has(now, path) {
		Redirect(path)(w, r)
		return
	}
	s.missing.Log(r.Context(), loggable(r.URL.Path), s.config.Now())
	lang, _, _ := now.languages.Find(r.URL.Path)
	s.servePage(w, r, address{page: &notFound, lang: lang}, now)
}

// staleFor is how long after a change the previous page may still be served.
const staleFor = time.Second

// signedIn reports whether r may come from the owner, who must see a save at once.
func signedIn(r *http.Request) bool { return len(r.Header["Cookie"]) > 0 }

// make renders a page that is not cached and caches it. However many visitors wait for the
// page, it is rendered once, and none of them can cancel the rendering.
func (s *Site) make(ctx context.Context, key string, a address, now *snapshot, when render.Urgency) (*render.Page, error) {
	ctx = context.WithoutCancel(ctx)
	edition, _ := now.edition(a.page.list, s.reads(a))
	return s.cache.Make(key, edition, func() (*render.Page, bool, error) {
		doc, err := s.describe(ctx, a, now)
		if err != nil {
			return nil, false, err
		}
		return s.draw(ctx, doc, now, when)
	})
}

// Redirect redirects permanently to path, keeping the query string.
func Redirect(path string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		to := url.URL{Path: path, RawQuery: r.URL.RawQuery}
		http.Redirect(w, r, to.String(), http.StatusPermanentRedirect)
	}
}

// Page returns the data of the page at an address, or ErrNotFound.
func (s *Site) Page(ctx context.Context, href string) (*pagedata.Boot, error) {
	now := s.live.current.Load()
	a, ok := s.located(now, href)
	if !ok {
		return nil, fault.ErrNotFound
	}
	if _, err := s.Current(); err != nil {
		return nil, err
	}
	if !now.has(a.page) {
		return nil, fault.ErrNotFound
	}
	_, b, err := s.boot(ctx, a, now)
	return b, err
}

// boot collects the data of a page.
func (s *Site) boot(ctx context.Context, a address, now *snapshot) (*view, *pagedata.Boot, error) {
	v := &view{snapshot: now, address: a, profile: now.shown(a.lang), at: now.now(), site: s}
	edition, _ := now.editionAt(v.at, a.page.list, s.reads(a))
	words := slices.Concat(shellWords, a.page.words)
	if v.notice != "" {
		words = append(words, "notice")
	}
	if a.page.tellsHours && len(v.special()) > 0 {
		words = append(words, "special", "date")
	}
	b := &pagedata.Boot{
		Page: a.page.name, Lang: a.lang, Edition: edition.String(),
		Words: now.section(a.lang, words, a.page.opens),
		Shell: v.shell(),
	}
	if a.page.item != nil {
		b.URL = s.absolute(v.href(a.lang))
	}
	if a.page.fill == nil {
		return v, b, nil
	}
	return v, b, a.page.fill(ctx, v, b)
}

func (s *Site) describe(ctx context.Context, a address, now *snapshot) (render.Document, error) {
	v, b, err := s.boot(ctx, a, now)
	if err != nil {
		return render.Document{}, err
	}
	if address := b.Address(); address != "" && address != a.arg {
		return render.Document{MovedTo: locales.Below(a.prefix, a.page.path+"/"+address)}, nil
	}
	data, err := json.Marshal(b)
	if err != nil {
		return render.Document{}, err
	}
	doc := render.Document{Status: http.StatusOK, Lang: a.lang, Page: a.page.name, Look: now.look, Boot: data}
	if a.page.status != 0 {
		doc.Status = a.page.status
		doc.Head = render.Head{Prefix: v.languages.Prefix(a.lang), Title: strconv.Itoa(a.page.status) + " · " + b.Shell.BrandName, NoIndex: true, Icon: v.icon()}
		return doc, nil
	}
	doc.Head, err = v.describe(b)
	doc.Head.Icon = v.icon()
	return doc, err
}
