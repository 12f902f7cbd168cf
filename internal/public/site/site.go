// Package site is what visitors are shown: public pages with their data, share
// pictures, QR codes, feeds and other documents, all made from the newest content,
// which it holds in memory. It knows no session and takes nothing in.
package site

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"parichay/internal/domain/profile"
	"parichay/internal/domain/theme"
	"parichay/internal/kit/headers"
	"parichay/internal/kit/loglimit"
	"parichay/internal/public/draw"
	"parichay/internal/public/render"
	"parichay/internal/store/media"
	"parichay/internal/store/postgres"
	"parichay/locales"
	"parichay/web"
)

// Config is what the outside decides.
type Config struct {
	BaseURL *url.URL // every absolute link comes from here, never from the Host header
	Now     func() time.Time
	Kept    *media.Store // where the newest content is kept for a start without database; nil keeps none

	Purged     bool   // caches in front are emptied after every save, and may therefore keep what they get
	CacheBytes uint64 // what finished pages and documents may take; 0: the default
}

// sampleImage is the picture every site begins with, in pixels.
const sampleImage = "/profile.jpg"

// Site makes every public document.
type Site struct {
	config    Config
	store     *postgres.Store
	live      *live
	assets    *render.Assets
	engine    *render.Engine
	renderer  *render.Renderer
	forms     *render.Renderer // its pages are nobody else's
	samples   *render.Renderer // for a site that is a sample
	defaults  *render.Renderer // its pages show no business, for want of content
	cache     *render.Cache
	documents *render.Cache // besides pages: feeds, data, pictures
	makers    makers        // who make those
	avatar    string        // the picture every site begins with, as a data address
	studio    draw.Studio
	glyphs    map[string]string // what the icons an owner may choose are drawn with, by name
	pages     map[string]address
	missing   loglimit.Missing
	nexts     nexts
	counts    sync.Map    // of each list, how long it was when a page of it was last made
	refusing  atomic.Bool // whether writes were refused when last asked
}

// New prepares a site over its store. Background work ends with ctx.
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
	glyphs, err := engine.Glyphs()
	if err != nil {
		return nil, err
	}
	s := &Site{
		config: config, store: store,
		assets: assets, engine: engine, cache: cache, documents: documents, makers: newMakers(ctx), avatar: avatar, glyphs: glyphs,
		studio: draw.Studio{Sample: sample, SampleAt: profile.Default().ProfileImage}, pages: addresses(),
	}
	if config.Kept != nil {
		s.studio.Open = config.Kept.Image
	}
	csp := assets.PublicCSP(theme.Look{}) // a page with a look adds its own policy
	s.renderer = render.NewRenderer(assets, engine, headers.Page(csp))
	s.forms = render.NewRenderer(assets, engine, headers.Form(csp))
	s.samples = render.NewRenderer(assets, engine, headers.Sample(csp))
	s.defaults = render.NewRenderer(assets, engine, headers.Defaults(csp))
	s.live = newLive(ctx, store, config.Now, keeper{s}.loadKept)
	return s, nil
}

// Serve answers a public page from memory, if r asks for one.
func (s *Site) Serve(w http.ResponseWriter, r *http.Request) bool {
	a, ok := s.pages[r.URL.Path]
	if !ok || (r.Method != http.MethodGet && r.Method != http.MethodHead) {
		return false
	}
	s.servePage(w, r, a)
	return true
}

// Has tells whether a public page, a form or, if it was written, an article or a case study lives under path.
func (s *Site) Has(path string) bool {
	_, page := s.pages[path]
	_, _, item := itemOf(path)
	return page || item || slices.ContainsFunc(Forms, func(f Form) bool { return f.Path(LanguageOf(path)) == path })
}

// HasPage is Has of a path without a language.
func (s *Site) HasPage(path string) bool { return LanguageOf(path) == locales.English && s.Has(path) }

// Public tells which of some paths without a language lead to a page: an article or a case
// study only if it is public now. It asks the database once for each of the two.
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

// AdminPaths lists where the owner's app lives.
func (s *Site) AdminPaths() ([]string, error) { return s.engine.AdminPaths() }

// Shown is the profile as readers of a language see it now.
func (s *Site) Shown(lang locales.Lang) profile.Profile { return s.live.current.Load().shown(lang) }

// absoluteImage is the full address of a picture, which may have one already.
func (s *Site) absoluteImage(image string) string {
	switch {
	case image == profile.Default().ProfileImage:
		return s.absolute(sampleImage) // search engines take no SVG
	case strings.HasPrefix(image, "/"):
		return s.absolute(image)
	}
	return image
}

// absolute turns a path of this site into a full address.
func (s *Site) absolute(path string) string {
	return strings.TrimSuffix(s.config.BaseURL.String(), "/") + path
}
