package site

import (
	"context"
	"html"
	"regexp"
	"strings"

	"parichay/internal/content"
	"parichay/internal/field"
	"parichay/internal/media"
	"parichay/internal/profile"
	"parichay/locales"
)

// BlogPath is where the articles live.
const BlogPath = "/blog"

func fillHome(_ context.Context, v *view, b *Boot) error {
	p := v.profile
	home := &HomePage{
		BrandName: p.BrandName, Tagline: p.Tagline, ProfileImage: p.ProfileImage, ImageSet: media.SourceSet(p.ProfileImage),
		Initials: profile.Initials(p.BrandName), ProfileURL: v.site.absolute(Prefixed(v.lang, "/")),
		Social: p.Social(), DownloadURL: Prefixed(v.lang, "/download"),
		Contact: Contact{
			Phone: p.Phone, PhoneURL: field.TelLink(p.Phone),
			Email: p.Email, EmailURL: field.MailLink(p.Email),
			Address: p.Address, MapsURL: field.MapsLink(p.Address),
		},
		ShopButtonURL: p.ShopButtonURL, FeedbackURL: p.FeedbackURL, VCardURL: Prefixed(v.lang, VCardPath), OpeningHours: v.openingHours(),
	}
	for _, key := range []string{"services", "portfolio", "blog"} {
		home.Links = append(home.Links, PageLink{Key: key, Href: Prefixed(v.lang, "/"+key)})
	}
	if home.ProfileImage == profile.Default().ProfileImage {
		home.ProfileImage = v.site.avatar
	}
	b.Home = home
	return nil
}

func (v *view) openingHours() *profile.Hours {
	if h, ok := v.hours(); ok {
		return &h
	}
	return nil
}

func fillServices(ctx context.Context, v *view, b *Boot) error {
	services, err := v.site.Services(ctx, v.lang)
	b.Services = &services
	return err
}

// Services lists the services as readers of a language see them.
func (s *Site) Services(ctx context.Context, lang locales.Lang) (ServicesPage, error) {
	services, err := lists{s}.public(ctx, content.Services)
	cards := []ServiceCard{}
	for _, service := range services {
		text, _ := content.Services.In(service, lang)
		cards = append(cards, ServiceCard{
			ID: service.ID, Icon: text.Text("icon"), Title: text.Text("title"), Description: text.Text("description"), Features: text.List("features"),
		})
	}
	return ServicesPage{Items: cards}, err
}

func fillPortfolio(ctx context.Context, v *view, b *Boot) (err error) {
	projects, err := v.site.Portfolio(ctx, v.lang, v.first, v.most)
	if err == nil {
		projects.Paging, err = v.divided(projects.Total)
	}
	b.Portfolio = &projects
	return err
}

// Portfolio lists case studies as readers of a language see them, without their texts.
func (s *Site) Portfolio(ctx context.Context, lang locales.Lang, offset, limit int) (PortfolioPage, error) {
	projects, total, err := lists{s}.publicCards(ctx, content.Portfolio, offset, limit)
	cards := []ProjectCard{}
	for _, p := range projects {
		cards = append(cards, projectCard(p, lang))
	}
	return PortfolioPage{Items: cards, Paging: Paging{Total: total}}, err
}

// Project is a case study whole as readers of a language see it, or ErrNotFound.
func (s *Site) Project(ctx context.Context, lang locales.Lang, id string) (ProjectCard, error) {
	p, err := lists{s}.publicItem(ctx, content.Portfolio, id)
	if err != nil {
		return ProjectCard{}, err
	}
	card := projectCard(p, lang)
	text, _ := content.Portfolio.In(p, lang)
	card.CaseStudy = s.article(lang, text.Text("caseStudy"))
	return card, nil
}

func projectCard(p content.Item, lang locales.Lang) ProjectCard {
	text, _ := content.Portfolio.In(p, lang)
	picture := text.Text("imageUrl")
	return ProjectCard{
		ID: p.ID, Title: text.Text("title"), Client: text.Text("client"), Description: text.Text("description"), Category: text.Text("category"), Tags: text.List("tags"),
		Date: locales.MonthYear(lang, text.Day("date")), ImageURL: picture, ImageSet: media.SourceSet(picture), Link: text.Text("link"),
	}
}

func fillBlog(ctx context.Context, v *view, b *Boot) (err error) {
	posts, err := v.site.Posts(ctx, v.lang, v.first, v.most)
	if err == nil {
		posts.Paging, err = v.divided(posts.Total)
	}
	b.Blog = &posts
	return err
}

// Posts lists the articles that are public today, newest first, as readers of a
// language see them.
func (s *Site) Posts(ctx context.Context, lang locales.Lang, offset, limit int) (BlogPage, error) {
	posts, total, err := lists{s}.publicCards(ctx, content.Posts, offset, limit)
	cards := []PostCard{}
	for _, p := range posts {
		text, written := content.Posts.In(p, lang)
		cards = append(cards, PostCard{
			ID: p.ID, Href: Prefixed(lang, BlogPath+"/"+p.ID), Title: text.Text("title"), Author: text.Text("author"),
			Date: locales.LongDate(lang, text.Day("date")), DateTime: text.Text("date"),
			Excerpt: content.Excerpt(text.Text("content")), Categories: text.List("categories"), Lang: written,
		})
	}
	return BlogPage{Posts: cards, Paging: Paging{Total: total}}, err
}

func fillPost(ctx context.Context, v *view, b *Boot) error {
	post, err := v.site.Post(ctx, v.lang, v.arg)
	if err == nil {
		b.Post = &post
	}
	return err
}

// Post is an article that is public today as readers of a language see it, or
// ErrNotFound.
func (s *Site) Post(ctx context.Context, lang locales.Lang, id string) (PostPage, error) {
	p, err := lists{s}.publicItem(ctx, content.Posts, id)
	if err != nil {
		return PostPage{}, err
	}
	text, written := content.Posts.In(p, lang)
	return PostPage{
		ID: p.ID, Title: text.Text("title"), Author: text.Text("author"), Date: locales.LongDate(lang, text.Day("date")), DateTime: text.Text("date"),
		Categories: text.List("categories"), Content: s.article(lang, text.Text("content")), Lang: written, written: content.Posts.Written(p),
		changed: changed(content.Posts, p),
	}, nil
}

// articleSizes is how wide a picture in an article is shown at most.
const articleSizes = "(min-width: 48rem) 45rem, 92vw"

// article is a text as readers of a language get it: clean, its pictures no larger
// than needed, its links to our own pages in that language.
func (s *Site) article(lang locales.Lang, text string) string {
	text = media.FitSources(content.Clean(text), articleSizes)
	return ownLink.ReplaceAllStringFunc(text, func(link string) string {
		path := strings.TrimPrefix(ownLink.FindStringSubmatch(link)[1], html.EscapeString(s.absolute("")))
		page, _, _ := strings.Cut(path, "#")
		page, _, _ = strings.Cut(page, "?")
		if LanguageOf(page) != locales.English || !s.Has(page) {
			return link
		}
		return `<a href="` + Prefixed(lang, path) + `"`
	})
}

// ownLink is the beginning of a link in a clean text, and its address.
var ownLink = regexp.MustCompile(`<a href="([^"]*)"`)

func fillDownload(_ context.Context, v *view, b *Boot) error {
	p := v.profile
	qr := v.qr()
	b.Download = &DownloadPage{
		BusinessName: p.BusinessName, Address: p.Address, MapsURL: field.MapsLink(p.Address),
		HoursText: p.BusinessHours, OpeningHours: v.openingHours(),
		Buttons: []StoreButton{
			{"googlePlay", p.GooglePlayTitle, p.GooglePlaySubtitle, p.GooglePlayURL},
			{"appStore", p.AppStoreTitle, p.AppStoreSubtitle, p.AppStoreURL},
			{"apkDownload", p.APKDownloadTitle, p.APKDownloadSubtitle, p.AppDownloadURL},
		},
		QR: QRCode{
			Target: qr.target, Size: qr.size, Label: p.QRLabel, Description: p.QRDescription,
			SVG: qr.path("screen.svg"), SVGDownload: qr.path("screen.svg?save"), PNGDownload: qr.path("screen.png?save"),
			PrintSVG: qr.path("print.svg?save"), PrintPNG: qr.path("print.png?save"),
		},
		FeedbackURL: p.FeedbackURL, VCardURL: Prefixed(v.lang, VCardPath),
	}
	return nil
}

// list makes sure that a list without members is a list.
func list(items []string) []string { return append([]string{}, items...) }
