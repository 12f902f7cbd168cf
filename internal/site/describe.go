package site

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"parichay/internal/content"
	"parichay/internal/field"
	"parichay/internal/profile"
	"parichay/internal/render"
	"parichay/locales"
)

// describe makes the head of a page: what browsers, search engines and share
// previews read.
func (v *view) describe(b *Boot) (render.Head, error) {
	told := v.page.head(v, b)
	s := v.site
	canonical, query := v.canonical(b), v.canonicalQuery()
	head := render.Head{
		Title: told.title, Description: told.description, Path: v.path, Localized: true,
		SiteName: b.Shell.BrandName, Locale: string(canonical) + "_IN",
		Canonical: s.absolute(Prefixed(canonical, v.path)) + query, Type: "website", Image: s.absolute(v.cardPath(told)),
	}
	if v.number > 0 {
		page := " · " + v.text("pages.one", "page", strconv.Itoa(v.number))
		head.Title, head.Description = head.Title+page, head.Description+page
	}
	if told.article {
		head.Type = "article"
	}
	written := locales.All
	if b.Post != nil {
		written = b.Post.written
	}
	for _, lang := range written {
		head.Alternates = append(head.Alternates, render.Alternate{Lang: string(lang), Href: s.absolute(Prefixed(lang, v.path)) + query})
	}
	head.Alternates = append(head.Alternates, render.Alternate{Lang: "x-default", Href: s.absolute(v.path) + query})
	for _, data := range told.data {
		raw, err := json.Marshal(data)
		if err != nil {
			return head, err
		}
		head.Data = append(head.Data, string(raw))
	}
	return head, nil
}

// canonical is the language of the page that stands for this one: an article without a
// translation is the English one under another address.
func (v *view) canonical(b *Boot) locales.Lang {
	if b.Post != nil && !slices.Contains(b.Post.written, v.lang) {
		return locales.English
	}
	return v.lang
}

func (v *view) text(key string, pairs ...string) string { return locales.Text(v.lang, key, pairs...) }

// titled is a page's title with the brand behind it.
func (v *view) titled(title string) string { return title + " · " + v.profile.BrandName }

func headHome(v *view, _ *Boot) about {
	p := v.profile
	return about{
		title:       p.BrandName + " · " + p.Tagline,
		description: v.text("common.description", "brand", p.BrandName, "tagline", p.Tagline),
		data:        []any{v.business()},
	}
}

func headServices(v *view, b *Boot) about {
	data := []any{v.crumbs(v.text("home.links.services"))}
	for _, service := range b.Services.Items {
		data = append(data, map[string]any{
			"@context": "https://schema.org", "@type": "Service", "name": service.Title, "description": service.Description,
			"provider": map[string]any{"@id": v.site.absolute("/") + "#business"},
		})
	}
	return about{title: v.titled(v.text("services.title")), description: v.text("services.subtitle"), data: data}
}

func headPortfolio(v *view, _ *Boot) about {
	return about{title: v.titled(v.text("portfolio.title")), description: v.text("portfolio.subtitle"), data: []any{v.crumbs(v.text("home.links.portfolio"))}}
}

func headBlog(v *view, _ *Boot) about {
	return about{title: v.titled(v.text("blog.title")), description: v.text("blog.subtitle"), data: []any{v.crumbs(v.text("home.links.blog"))}}
}

func headDownload(v *view, _ *Boot) about {
	return about{title: v.titled(v.text("download.title")), description: v.text("download.subtitle"), data: []any{v.business(), v.crumbs(v.text("home.download"))}}
}

func headPost(v *view, b *Boot) about {
	post := b.Post
	told := about{title: v.titled(post.Title), description: content.Excerpt(post.Content), article: true}
	told.data = []any{
		map[string]any{
			"@context": "https://schema.org", "@type": "BlogPosting", "headline": post.Title, "inLanguage": post.Lang,
			"datePublished": post.DateTime, "dateModified": post.changed.Format(time.DateOnly), "image": v.site.absolute(v.cardPath(told)),
			"author":           map[string]any{"@type": "Organization", "name": post.Author},
			"publisher":        map[string]any{"@type": "Organization", "@id": v.site.absolute("/") + "#business", "name": v.profile.BusinessName},
			"mainEntityOfPage": v.site.absolute(Prefixed(v.canonical(b), v.path)),
		},
		v.crumbs(v.text("home.links.blog"), post.Title),
	}
	return told
}

// crumbs is the way from home to this page; names are its steps.
func (v *view) crumbs(names ...string) map[string]any {
	step := func(n int, name, path string) map[string]any {
		return map[string]any{"@type": "ListItem", "position": n, "name": name, "item": v.site.absolute(Prefixed(v.lang, path))}
	}
	steps := []any{step(1, v.profile.BrandName, "/")}
	for i, name := range names {
		path := v.path
		if i < len(names)-1 {
			path = BlogPath
		}
		steps = append(steps, step(i+2, name, path))
	}
	return map[string]any{"@context": "https://schema.org", "@type": "BreadcrumbList", "itemListElement": steps}
}

// business describes the owner's business with its opening hours, if they can be read.
func (v *view) business() map[string]any {
	p := v.profile
	var links []string
	for _, link := range p.Social() {
		links = append(links, link.Href)
	}
	data := map[string]any{
		"@context": "https://schema.org", "@type": "LocalBusiness", "@id": v.site.absolute("/") + "#business",
		"name": p.BusinessName, "description": p.Tagline, "url": v.site.absolute(Prefixed(v.lang, "/")), "image": v.site.absoluteImage(p.ProfileImage),
		"telephone": field.Dialled(p.Phone), "email": p.Email, "address": p.Address, "sameAs": links,
	}
	if h, ok := v.hours(); ok {
		var specs []any
		for day, spans := range h.Week {
			for _, span := range spans {
				specs = append(specs, map[string]any{
					"@type": "OpeningHoursSpecification", "dayOfWeek": "https://schema.org/" + time.Weekday((day+1)%7).String(),
					"opens": clock(span.Open), "closes": clock(span.Close),
				})
			}
		}
		data["openingHoursSpecification"] = specs
	}
	return data
}

// hours reads the opening times from the text the owner wrote first: the reader's
// language does not matter to a clock.
func (v *view) hours() (profile.Hours, bool) {
	return profile.ParseHours(v.snapshot.shown(locales.English).BusinessHours)
}

func clock(minutes int) string {
	return time.Date(0, 1, 1, 0, minutes, 0, 0, time.UTC).Format("15:04")
}
