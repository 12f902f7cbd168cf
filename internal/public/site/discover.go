package site

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"parichay/internal/domain/content"
	"parichay/internal/domain/field"
	"parichay/internal/kit/fault"
	"parichay/internal/public/draw"
	"parichay/internal/public/feeds"
	"parichay/internal/public/pagedata"
	"parichay/internal/store/postgres"
	"parichay/locales"
)

// VCardPath is the path of the contact.
const VCardPath = "/contact.vcf"

// sitemapPart is the number of items of each list that a part of the sitemap lists. With all
// languages and alternates, such a part has about a megabyte.
const sitemapPart = 1000

// maxSitemapParts is the number of parts that a sitemap may have.
const maxSitemapParts = 50_000

// SitemapPath is the path prefix of the parts of a long sitemap.
const SitemapPath = "/sitemap/"

// ServeSitemap serves a list of every page in every language, each with its alternates. If
// there are many articles, it serves an index of sitemap parts instead. The sitemap of a
// sample site is empty.
func (s Documents) ServeSitemap(w http.ResponseWriter, r *http.Request) error {
	return s.Keep(w, r, &Document{
		Key: "/sitemap.xml", List: content.Posts, Scopes: sitemapScopes, Header: headed(xmlType),
		Make: func(ctx context.Context) ([]byte, error) {
			if s.IsSample() {
				return feeds.Sitemap(nil)
			}
			now := s.live.current.Load()
			var changes []string
			for _, p := range sitemapPages {
				if !now.has(p) {
					continue
				}
				own, err := s.lists().lastChanges(ctx, p.item, sitemapPart)
				if err != nil {
					return nil, err
				}
				for part, changed := range own {
					if part == len(changes) {
						changes = append(changes, "")
					}
					changes[part] = max(changes[part], changed)
				}
			}
			if len(changes) <= 1 {
				return s.sitemap(ctx, 0)
			}
			var parts []feeds.Place
			for part, changed := range changes {
				parts = append(parts, feeds.Place{Address: s.absolute(SitemapPath + strconv.Itoa(part) + ".xml"), Changed: changed})
			}
			return feeds.SitemapIndex(parts)
		},
	})
}

// ServeSitemapPart serves one part of a long sitemap.
func (s Documents) ServeSitemapPart(w http.ResponseWriter, r *http.Request) error {
	part, err := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(r.URL.Path, SitemapPath), ".xml"))
	if err != nil || s.IsSample() || part < 0 || part > maxSitemapParts || r.URL.Path != SitemapPath+strconv.Itoa(part)+".xml" {
		return fault.ErrNotFound
	}
	return s.Keep(w, r, &Document{
		Key: SitemapPath + strconv.Itoa(part), List: content.Posts, Scopes: sitemapScopes, Header: headed(xmlType),
		Make: func(ctx context.Context) ([]byte, error) { return s.sitemap(ctx, part) },
	})
}

const xmlType = "application/xml; charset=utf-8"

// sitemapPages are the pages of items that a sitemap lists.
var sitemapPages = []*page{&postPage, &projectPage, &servicePage}

// sitemapScopes are the scopes that a sitemap reads.
var sitemapScopes = []string{postgres.ProfileScope, content.Posts.Name, content.Portfolio.Name, content.Services.Name}

func (s Documents) sitemap(ctx context.Context, part int) ([]byte, error) {
	now := s.live.current.Load()
	var places []feeds.Place
	add := func(path, changed string, written []locales.Lang) {
		alternates := s.inLanguages(path, now.languages.Among(written))
		for _, a := range alternates {
			places = append(places, feeds.Place{Address: a.Href, Changed: changed, Alternates: alternates})
		}
	}
	for i := range publicPages {
		if part == 0 && now.offers(&publicPages[i]) {
			add(publicPages[i].path, "", now.languages.Offered)
		}
	}
	items := 0
	for _, p := range sitemapPages {
		if !now.has(p) {
			continue
		}
		found, err := s.lists().addresses(ctx, p.item, part*sitemapPart, sitemapPart)
		if err != nil {
			return nil, err
		}
		for _, item := range found {
			add(p.path+"/"+item.Address, item.Changed, item.Written)
		}
		items += len(found)
	}
	if part > 0 && items == 0 {
		return nil, fault.ErrNotFound
	}
	return feeds.Sitemap(places)
}

// inLanguages returns the addresses of a path in the given languages.
func (s Documents) inLanguages(path string, in []locales.Lang) (all []feeds.Alternate) {
	for _, lang := range in {
		all = append(all, feeds.Alternate{Lang: string(lang), Href: s.absolute(s.Languages().Path(lang, path))})
	}
	return all
}

// IsSample reports whether this is a sample site, which the owner has not named yet.
func (s *Site) IsSample() bool { return !s.live.current.Load().owned }

// ServeRobots serves robots.txt. For a sample site, it disallows everything.
func (s Documents) ServeRobots(w http.ResponseWriter, r *http.Request) error {
	return s.Keep(w, r, &Document{Key: "/robots.txt", Header: headed("text/plain; charset=utf-8"), Make: func(context.Context) ([]byte, error) {
		if s.IsSample() {
			return []byte("# A sample: nobody has given it their name yet.\nUser-agent: *\nDisallow: /\n"), nil
		}
		return []byte("User-agent: *\nDisallow: /admin\nDisallow: /api/\n\nSitemap: " + s.absolute("/sitemap.xml") + "\n"), nil
	}})
}

// ServeSecurity serves security.txt (RFC 9116), which says where to report a vulnerability.
func (s Documents) ServeSecurity(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	now := s.live.current.Load()
	contact := s.absolute(Forms[0].path)
	if email := now.shown(now.languages.Primary).Email; now.Profile.Profile.Owned() && email != "" {
		contact = field.MailLink(email)
	}
	preferred := append([]locales.Lang{now.languages.Primary}, now.languages.Others()...)
	_, _ = w.Write([]byte("Contact: " + contact + "\nPreferred-Languages: " + strings.Join(locales.CodesOf(preferred), ", ") + "\nExpires: " +
		s.config.Now().UTC().AddDate(0, 6, 0).Truncate(24*time.Hour).Format(time.RFC3339) + "\n"))
}

// FeedPath is the path of the feed, without language prefix.
const FeedPath = "/feed.xml"

// feedPosts is the maximum number of articles in a feed. Feeds in other languages than the primary
// one contain only articles in that language, and search only the newest feedLooked articles for
// them. So if few articles are translated, the feed is short, but not expensive to make.
const (
	feedPosts  = 20
	feedLooked = 100
)

// ServeFeed serves an Atom feed of the newest articles in the language of the path. The feed in
// the primary language also has articles that are not written in it.
func (s Documents) ServeFeed(w http.ResponseWriter, r *http.Request) error {
	lang, _, _ := s.Languages().Find(r.URL.Path)
	return s.Keep(w, r, &Document{
		Key: FeedPath + string(lang), List: content.Posts, Header: headed(feeds.AtomType + "; charset=utf-8"),
		Make: func(ctx context.Context) ([]byte, error) { return s.feed(ctx, lang) },
	})
}

func (s Documents) feed(ctx context.Context, lang locales.Lang) ([]byte, error) {
	if !s.wants(blogPart) {
		return nil, fault.ErrNotFound
	}
	languages := s.Languages()
	most := feedPosts
	if lang != languages.Primary {
		most = feedLooked
	}
	posts, err := s.lists().page(ctx, content.Posts, 0, most)
	if err != nil {
		return nil, err
	}
	shown := s.Shown(lang)
	feed := feeds.Feed{
		Lang: string(lang), Title: shown.BrandName, Subtitle: shown.Tagline, Self: s.absolute(languages.Path(lang, FeedPath)), Page: s.absolute(languages.Path(lang, BlogPath)),
		Others:  slices.DeleteFunc(s.inLanguages(FeedPath, languages.Offered), func(a feeds.Alternate) bool { return a.Lang == string(lang) }),
		Updated: s.live.current.Load().Profile.UpdatedAt.UTC().Truncate(time.Second), // without articles only the profile changes
	}
	for _, post := range posts {
		text, written := content.Posts.In(post, lang)
		if written != lang && lang != languages.Primary || len(feed.Entries) == feedPosts {
			continue
		}
		address, changed := s.absolute(languages.Path(lang, BlogPath+"/"+content.Posts.AddressOf(post))), changedAt(content.Posts, post)
		if len(feed.Entries) == 0 || feed.Updated.Before(changed) {
			feed.Updated = changed
		}
		feed.Entries = append(feed.Entries, feeds.Entry{
			ID: s.absolute(entryPath(lang, post.ID)), Lang: string(written), Title: text.Text("title"), Author: s.byline(lang, text.Text("author")), Address: address, Published: content.Posts.PublicFrom(post.Values).UTC(), Updated: changed,
			Summary: text.Teaser("excerpt", "content"), HTML: feeds.ForReadersElsewhere(s.ownLinks(lang, content.Clean(text.Text("content"))), address),
		})
	}
	return feed.Atom()
}

// entryPath returns the path in the id of a feed's entry. An id names the entry for ever, so it
// does not follow the primary language: English never has a prefix.
func entryPath(lang locales.Lang, id string) string {
	path := BlogPath + "/" + id
	if lang == locales.English {
		return path
	}
	return locales.Below(lang, path)
}

// translations names the languages other than the primary one, each with its path: "Hindi (/hi)".
func (s *snapshot) translations() (all []string) {
	for _, lang := range s.languages.Others() {
		all = append(all, locales.Text(s.languages.Primary, "field.primaryLanguage.option."+string(lang))+" ("+s.languages.Path(lang, "/")+")")
	}
	return all
}

// LLMsPath is the path of the site's description for language models.
const LLMsPath = "/llms.txt"

// ServeLLMs serves a short plain-text description of the business, its pages and its newest
// articles.
func (s Documents) ServeLLMs(w http.ResponseWriter, r *http.Request) error {
	return s.Keep(w, r, &Document{Key: LLMsPath, List: content.Posts, Header: headed("text/plain; charset=utf-8"), Make: func(ctx context.Context) ([]byte, error) {
		now := s.live.current.Load()
		primary := now.languages.Primary
		posts, err := s.Posts(ctx, primary, 0, feedPosts)
		if err != nil && !errors.Is(err, fault.ErrNotFound) { // if articles are hidden, the rest is still described
			return nil, err
		}
		p := now.shown(primary)
		word := func(key string) string { return locales.Text(primary, key) }
		summary := feeds.Summary{Name: p.BrandName, Description: p.Tagline, Facts: []string{
			fact(word("llms.address"), p.Address), fact(word("llms.hours"), p.BusinessHours), fact(word("llms.phone"), field.Dialled(p.Phone)), fact(word("llms.email"), p.Email),
		}}
		if others := now.translations(); len(others) > 0 {
			summary.Facts = append(summary.Facts, locales.Text(primary, "llms.languages", "languages", strings.Join(others, word("llms.and"))))
		}
		pages := feeds.Section{Title: word("llms.pages")}
		for i := range publicPages {
			a := s.pageAt(primary, publicPages[i].path)
			if !now.offers(a.page) {
				continue
			}
			v := &view{snapshot: now, address: a, profile: p, site: s.Site}
			about := a.page.head(v, &pagedata.Boot{Home: &pagedata.HomePage{}, Services: &pagedata.ServicesPage{}, Portfolio: &pagedata.PortfolioPage{}, Blog: &pagedata.BlogPage{}})
			title, _, _ := strings.Cut(about.title, " · ")
			pages.Links = append(pages.Links, feeds.Link{Title: title, Address: s.absolute(a.path), About: about.description})
		}
		articles := feeds.Section{Title: word("llms.articles")}
		for _, post := range posts.Posts {
			articles.Links = append(articles.Links, feeds.Link{Title: post.Title, Address: s.absolute(post.Href), About: post.Teaser})
		}
		summary.Sections = []feeds.Section{pages, articles}
		return summary.Text(), nil
	}})
}

// fact returns a value with its name as one line, or "" if the value is empty.
func fact(what, value string) string {
	if value == "" {
		return ""
	}
	return what + ": " + strings.ReplaceAll(value, "\n", ", ")
}

// photoBytes is the maximum size of the picture in a contact.
const photoBytes = 28 << 10

// ServeVCard serves the contact as a file. A script in the page could create it, too, but
// Instagram's browser drops files that scripts create.
func (s Documents) ServeVCard(w http.ResponseWriter, r *http.Request) error {
	lang, _, _ := s.Languages().Find(r.URL.Path)
	d := &Document{Key: "contact.vcf" + string(lang), Header: headed("text/vcard; charset=utf-8")}
	d.Header.Set("Content-Disposition", `attachment; filename="contact.vcf"`)
	d.Make = func(ctx context.Context) ([]byte, error) {
		p := s.Shown(lang)
		contact := feeds.Contact{
			Name: p.BrandName, Organisation: p.BusinessName, Note: p.Tagline, Phone: p.Phone, Email: p.Email, Address: p.Address,
			URL: s.absolute(s.Languages().Path(lang, "/")),
		}
		look, whole := s.studio.Look(ctx, owner(p))
		if !whole {
			d.pass()
		}
		if look.Face != nil {
			contact.Photo = draw.Portrait(look.Face, photoBytes)
		}
		return contact.VCard(), nil
	}
	return s.Keep(w, r, d)
}
