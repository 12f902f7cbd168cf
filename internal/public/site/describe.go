package site

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"parichay/internal/domain/content"
	"parichay/internal/domain/homepage"
	"parichay/internal/domain/hours"
	"parichay/internal/domain/trade"
	"parichay/internal/public/feeds"
	"parichay/internal/public/pagedata"
	"parichay/internal/public/render"
	"parichay/internal/store/media"
	"parichay/locales"
)

// describe builds the head of a page, which browsers, search engines and share previews read.
func (v *view) describe(b *pagedata.Boot) (render.Head, error) {
	info := v.page.head(v, b)
	s := v.site
	canonical, query := v.canonical(b), v.canonicalQuery()
	head := render.Head{
		Title: info.title, Description: info.description, Path: v.path, Prefix: v.languages.Prefix(v.lang),
		SiteName: b.Shell.BrandName, Locale: string(canonical) + "_IN",
		Canonical: s.absolute(v.languages.Path(canonical, v.path)) + query, Type: "website", Image: s.absolute(v.cardPath(info)),
	}
	if !v.isOwn(v.address) && head.Prefix == "" {
		head.Others = v.languages.Others()
	}
	if v.offers(s.pages[BlogPath]) {
		head.Feed = v.languages.Path(v.lang, FeedPath)
	}
	head.NoIndex = v.page.item == nil && !v.offers(v.page) // there is nothing to index yet
	if v.number > 0 {
		page := " · " + v.text("pages.one", "page", strconv.Itoa(v.number))
		head.Title, head.Description = head.Title+page, head.Description+page
	}
	if info.article {
		head.Type = "article"
	}
	alternate := func(name string, lang locales.Lang) {
		head.Alternates = append(head.Alternates, render.Alternate{Lang: name, Href: s.absolute(v.languages.Path(lang, v.path)) + query})
	}
	for _, lang := range v.written(b) {
		alternate(string(lang), lang)
	}
	alternate("x-default", v.original(b))
	for _, data := range info.data {
		raw, err := json.Marshal(data)
		if err != nil {
			return head, err
		}
		head.Data = append(head.Data, string(raw))
	}
	return head, nil
}

// written returns the languages of the site in which the page's content exists.
func (v *view) written(b *pagedata.Boot) []locales.Lang {
	switch {
	case b.Post != nil:
		return v.languages.Among(b.Post.Written)
	case b.Project != nil:
		return v.languages.Among(b.Project.Written)
	}
	return v.languages.Offered
}

// original returns the language for readers of languages in which the page's content does not
// exist: the primary one, if possible.
func (v *view) original(b *pagedata.Boot) locales.Lang {
	written := v.written(b)
	if slices.Contains(written, v.languages.Primary) {
		return v.languages.Primary
	}
	return written[0]
}

// canonical returns the language of the page's canonical address. For an article or a case
// study that is not translated, that is the language of the original.
func (v *view) canonical(b *pagedata.Boot) locales.Lang {
	if !slices.Contains(v.written(b), v.lang) {
		return v.original(b)
	}
	return v.lang
}

func (v *view) text(key string, pairs ...string) string {
	return v.snapshot.text(v.lang, key, pairs...)
}

// described describes a page whose subtitle the trade may leave empty.
func (v *view) described(title, subtitle string, data ...any) about {
	return about{title: v.titled(title), description: orElse(subtitle, v.profile.Tagline, v.profile.BrandName), data: data}
}

// titled returns a page's title followed by the brand.
func (v *view) titled(title string) string { return title + " · " + v.profile.BrandName }

func headHome(v *view, b *pagedata.Boot) about {
	p := v.profile
	info := about{
		title:       strings.Join(slices.DeleteFunc([]string{p.BrandName, p.Tagline}, isEmpty), " · "),
		description: v.text("common.description", "brand", p.BrandName, "tagline", p.Tagline),
		data:        []any{v.business().LD()},
	}
	if p.Tagline == "" {
		info.description = p.BrandName
	}
	if i := slices.IndexFunc(b.Home.Blocks, func(b homepage.Block) bool { return b.Kind == content.QuestionsBlock }); i >= 0 {
		var all []feeds.Asked
		for _, row := range b.Home.Blocks[i].Rows {
			all = append(all, feeds.Asked{Question: row.Title, Answer: row.Text})
		}
		info.data = append(info.data, feeds.FAQ(all))
	}
	return info
}

func isEmpty(text string) bool { return text == "" }

func headServices(v *view, b *pagedata.Boot) about {
	data := []any{v.crumbs(v.text("home.links.services"))}
	provider := v.business().Reference() // once, because reading the address takes time
	for _, service := range b.Services.Items {
		data = append(data, feeds.Service(provider, service.Title, service.Description, service.Costs))
	}
	return v.described(v.text("services.title"), v.text("services.subtitle"), data...)
}

func headService(v *view, b *pagedata.Boot) about {
	service := b.Service
	info := about{title: v.titled(service.Title), description: service.Description, photo: service.Image}
	work := feeds.Service(v.business().Reference(), service.Title, service.Description, service.Costs)
	work["url"], work["image"] = b.URL, v.site.absolute(v.cardPath(info))
	info.data = []any{work, v.crumbs(v.text("home.links.services"), service.Title)}
	return info
}

func headPortfolio(v *view, _ *pagedata.Boot) about {
	return v.described(v.text("portfolio.title"), v.text("portfolio.subtitle"), v.crumbs(v.text("home.links.portfolio")))
}

func headBlog(v *view, _ *pagedata.Boot) about {
	return v.described(v.text("blog.title"), v.text("blog.subtitle"), v.crumbs(v.text("home.links.blog")))
}

func headDownload(v *view, _ *pagedata.Boot) about {
	return about{title: v.titled(v.text("download.title")), description: v.downloadSubtitle(), data: []any{v.business().LD(), v.crumbs(v.text("home.download"))}}
}

func headPost(v *view, b *pagedata.Boot) about {
	post := b.Post
	info := about{title: v.titled(cmp.Or(post.SearchTitle, post.Title)), description: post.Description, article: true}
	if info.photo = post.Cover; info.photo == "" {
		info.photo, _ = media.FirstPicture(post.Content)
	}
	info.cover = v.cover(content.Posts, post.ID, post.Lang, content.Values{"title": post.Title, "categories": post.Categories})
	work := v.work(b, info, post.Title, post.Changed)
	work.Language, work.Published = string(post.Lang), post.DateTime
	if !v.isBrand(post.Author) {
		work.Author = post.Author
	}
	info.data = []any{work.Article(), v.crumbs(v.text("home.links.blog"), post.Title)}
	return info
}

// isBrand reports whether the author is the site's own business.
func (v *view) isBrand(author string) bool {
	return slices.Contains([]string{v.profile.BrandName, v.profile.BusinessName, v.shown(v.languages.Primary).BrandName, v.shown(locales.English).BrandName}, author)
}

func headProject(v *view, b *pagedata.Boot) about {
	project := b.Project
	info := about{title: v.titled(project.Title), description: project.Description, article: true}
	work := v.work(b, info, project.Title, project.Changed)
	work.Description = project.Description
	info.data = []any{work.CaseStudy(), v.crumbs(v.text("home.links.portfolio"), project.Title)}
	return info
}

func (v *view) work(b *pagedata.Boot, info about, title string, changed time.Time) feeds.Work {
	s, written := v.site, v.canonical(b)
	return feeds.Work{
		Title: title, Language: string(written), Address: s.absolute(v.languages.Path(written, v.path)), Image: s.absolute(v.cardPath(info)),
		Changed: changed, ByID: s.absolute("/") + "#business", By: v.profile.BusinessName,
	}
}

// crumbs returns the breadcrumb trail from the home page to this page. names are the names of
// the steps after the home page.
func (v *view) crumbs(names ...string) map[string]any {
	step := func(name, path string) feeds.Step {
		return feeds.Step{Name: name, Address: v.site.absolute(v.languages.Path(v.lang, path))}
	}
	steps := []feeds.Step{step(v.profile.BrandName, "/")}
	for i, name := range names {
		path := v.path
		if i < len(names)-1 {
			path = v.page.path
		}
		steps = append(steps, step(name, path))
	}
	return feeds.Crumbs(steps...)
}

// business describes the owner's business, with its opening hours if they can be parsed.
func (v *view) business() feeds.Business {
	p := v.profile
	b := feeds.Business{
		ID: v.site.absolute("/") + "#business", Name: p.BusinessName, Description: p.Tagline, URL: v.site.absolute(v.languages.Path(v.lang, "/")),
		Type: trade.Find(p.Trade).Schema, Image: v.site.absoluteImage(p.ProfileImage), Phone: p.Phone, Email: p.Email, Address: p.Address, Hours: v.openingHours(),
		Special: hours.Apart(v.specialDays(), v.date(), v.date().AddDate(0, 0, specialYear)),
	}
	for _, link := range p.Social() {
		b.Links = append(b.Links, link.Href)
	}
	return b
}

func (v *view) hours() (hours.Hours, bool) { return v.Profile.Profile.Week() }
