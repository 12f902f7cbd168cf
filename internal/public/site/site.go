// Package site serves what visitors see: public pages with their data, share images, QR codes,
// feeds and other documents. It makes them from the newest content, which it holds in memory.
// It handles neither sessions nor input.
package site

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"parichay/internal/domain/content"
	"parichay/internal/domain/profile"
	"parichay/internal/kit/fault"
	"parichay/internal/kit/headers"
	"parichay/internal/kit/loglimit"
	"parichay/internal/public/draw"
	"parichay/internal/public/render"
	"parichay/internal/store/media"
	"parichay/internal/store/postgres"
	"parichay/locales"
	"parichay/web"
)

// Config holds the settings of a Site.
type Config struct {
	BaseURL *url.URL // base of all absolute links; the Host header is never used
	Now     func() time.Time
	Kept    *media.Store // where the fallback file is stored; nil for none

	Purged     bool   // the CDN is purged after every save, and may therefore cache pages
	CacheBytes uint64 // memory for finished pages and documents; 0 means the default
}

// sampleImage is the path of the default picture of every site, as a JPEG.
const sampleImage = "/profile.jpg"

// Site serves every public page and document.
type Site struct {
	config    Config
	store     *postgres.Store
	live      *live
	assets    *render.Assets
	engine    *render.Engine
	renderer  *render.Renderer
	forms     *render.Renderer // for pages that are rendered for one visitor
	samples   *render.Renderer // for pages of a sample site
	defaults  *render.Renderer // for pages that show defaults, because no content was loaded
	cache     *render.Cache
	documents *render.Cache // feeds, data, pictures
	makers    makers        // make the documents
	avatar    string        // the default picture of every site, as a data URL
	studio    draw.Studio
	pages     map[string]*page // by path without language prefix
	missing   loglimit.Missing
	nexts     nexts
	counts    sync.Map    // number of items of each list when a page of it was last made
	refusing  atomic.Bool // whether TakesWrites last failed
}

// New returns a site with the content of store. Its background work ends with ctx.
func New(ctx context.Context, config Config, store *postgres.Store) (*Site, error) {
	assets, err := render.ReadAssets(web.Files())
	if err != nil {
		return nil, err
	}
	most := cmp.Or(config.CacheBytes, render.DefaultCacheBytes)
	cache, err := render.NewCache(ctx, "page", most*3/4, config.Now)
	if err != nil {
		return nil, err
	}
	documents, err := render.NewCache(ctx, "document", most/4, config.Now)
	if err != nil {
		return nil, err
	}
	engine, err := render.NewEngine(assets.Bundle(), cache.Visited)
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, engine.Close)
	avatar, err := render.Inlined(web.Files(), profile.Default().ProfileImage)
	if err != nil {
		return nil, err
	}
	sample, err := render.Bundled(web.Files(), sampleImage)
	if err != nil {
		return nil, err
	}
	s := &Site{
		config: config, store: store,
		assets: assets, engine: engine, cache: cache, documents: documents, makers: newMakers(ctx), avatar: avatar,
		studio: draw.Studio{Sample: sample, SampleAt: profile.Default().ProfileImage}, pages: pagesByPath(),
	}
	if config.Kept != nil {
		s.studio.Open = config.Kept.Image
	}
	csp := assets.PublicCSP(render.Document{}) // a page with a look adds its own policy
	s.renderer = render.NewRenderer(assets, engine, headers.Page(csp))
	s.forms = render.NewRenderer(assets, engine, headers.Form(csp))
	s.samples = render.NewRenderer(assets, engine, headers.Sample(csp))
	s.defaults = render.NewRenderer(assets, engine, headers.Defaults(csp))
	s.live = newLive(ctx, store, config.Now, keeper{s}.loadKept)
	return s, nil
}

// Serve responds to r if r requests a public page, and reports whether it did.
func (s *Site) Serve(w http.ResponseWriter, r *http.Request) bool {
	// Only requests for a page may have to wait for the content.
	if _, path := locales.Cut(r.URL.Path); s.pages[path] == nil || (r.Method != http.MethodGet && r.Method != http.MethodHead) {
		return false
	}
	now := s.live.current.Load()
	a, ok := s.find(now, r.URL.Path)
	if !ok {
		return false
	}
	s.servePage(w, r, a, now)
	return true
}

// Languages returns the languages of the site and their addresses.
func (s *Site) Languages() profile.Languages { return s.live.current.Load().languages }

// Has reports whether path is the path of a public page or a form, or looks like the path of an
// article or a case study. It does not check whether such an item exists.
func (s *Site) Has(path string) bool { return s.has(s.live.current.Load(), path) }

func (s *Site) has(now *snapshot, path string) bool {
	if _, page := s.find(now, path); page {
		return true
	}
	prefix, rest := locales.Cut(path)
	_, ok := now.languages.Of(prefix)
	return ok && slices.ContainsFunc(Forms, func(f Form) bool { return f.path == rest })
}

// HasPage reports whether a path without language prefix belongs to a public page or a form, or
// looks like the path of an article or a case study.
func (s *Site) HasPage(path string) bool {
	_, _, item := itemOf(path)
	return item || s.pages[path] != nil || slices.ContainsFunc(Forms, func(f Form) bool { return f.path == path })
}

// Public reports for each path, without language prefix, whether it is the path of a page. The
// path of an article or a case study counts only if the item is public now. Public runs at
// most two queries, one for all articles and one for all case studies.
func (s *Site) Public(ctx context.Context, paths []string) (map[string]bool, error) {
	public, ids := map[string]bool{}, map[string][]string{}
	for _, path := range paths {
		if folder, id, ok := itemOf(path); ok {
			ids[folder] = append(ids[folder], id)
		} else {
			public[path] = s.HasPage(path)
		}
	}
	for folder, asked := range ids {
		found, err := s.store.Items.PublicAmong(ctx, itemPages[folder].item, s.Today(), asked)
		if err != nil {
			return nil, err
		}
		for _, id := range found {
			public[folder+"/"+id] = true
		}
	}
	return public, nil
}

// mostProjects is the maximum number of case studies whose links Links returns for the page
// that lists them.
const mostProjects = 100

// Links returns the URLs that the page at path, without language prefix, links to: those of
// the profile and of the blocks, which are on several pages, and those of the article or the
// case studies that the page shows. An article or a case study takes one query per call, the
// list of case studies one query per content version, and all other pages none.
func (s *Site) Links(ctx context.Context, path string) (urls []string, err error) {
	now := s.live.current.Load()
	urls = now.shown(locales.English).Links()
	for i := range now.Blocks {
		urls = append(urls, content.Blocks.Links(now.Blocks[i])...)
	}
	if path == PortfolioPath { // on this page, dialogs show the case studies
		more, err := now.projectLinks(ctx, s.store, s.Today())
		return append(urls, more...), err
	}
	folder, id, ok := itemOf(path)
	if !ok {
		return urls, nil
	}
	c := itemPages[folder].item
	item, err := s.store.Items.PublicItem(ctx, c, s.Today(), id)
	if errors.Is(err, fault.ErrNotFound) {
		return urls, nil
	}
	return append(urls, c.Links(item)...), err
}

func (s *snapshot) projectLinks(ctx context.Context, store *postgres.Store, today time.Time) ([]string, error) {
	if known := s.projects.Load(); known != nil {
		return *known, nil
	}
	items, err := store.Items.PublicPage(ctx, content.Portfolio, today, 0, mostProjects)
	if err != nil {
		return nil, err
	}
	urls := []string{}
	for i := range items {
		urls = append(urls, content.Portfolio.Links(items[i])...)
	}
	s.projects.Store(&urls)
	return urls, nil
}

// AdminPaths lists the paths of the owner's app.
func (s *Site) AdminPaths() []string { return s.assets.AdminPaths }

// Shown returns the profile as readers of a language see it now.
func (s *Site) Shown(lang locales.Lang) profile.Profile { return s.live.current.Load().shown(lang) }

// Brand returns the English brand name, from which the prefix of lead references is derived.
func (s *Site) Brand() string { return s.Shown(locales.English).BrandName }

// HomeURL returns the public address of the home page in the primary language, which has no
// prefix.
func (s *Site) HomeURL() string { return s.absolute("/") }

// absoluteImage returns the full address of a picture. image is a path or already a full
// address.
func (s *Site) absoluteImage(image string) string {
	switch {
	case image == profile.Default().ProfileImage:
		return s.absolute(sampleImage) // search engines accept no SVG
	case strings.HasPrefix(image, "/"):
		return s.absolute(image)
	}
	return image
}

// absolute turns a path of this site into a full address.
func (s *Site) absolute(path string) string {
	return strings.TrimSuffix(s.config.BaseURL.String(), "/") + path
}
