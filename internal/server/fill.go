package server

import (
	"context"
	"strconv"
	"time"

	"parichay/internal/content"
	"parichay/internal/media"
	"parichay/internal/profile"
	"parichay/locales"
)

const (
	blogPath = "/blog"
	blogStep = 4   // articles shown first, and added by each press
	maxShown = 400 // beyond that a reader without JavaScript is better served by search
)

func fillHome(_ context.Context, v *view, b *Boot) error {
	p := v.profile
	home := &HomePage{
		BrandName: p.BrandName, Tagline: p.Tagline, ProfileImage: p.ProfileImage, ImageSet: media.SourceSet(p.ProfileImage),
		Initials: profile.Initials(p.BrandName), ProfileURL: v.server.absolute(prefixed(v.lang, "/")),
		Social: p.Social(), DownloadURL: prefixed(v.lang, "/download"),
		Contact: Contact{
			Phone: p.Phone, PhoneURL: profile.TelLink(p.Phone),
			Email: p.Email, EmailURL: profile.MailLink(p.Email),
			Address: p.Address, MapsURL: profile.MapsLink(p.Address),
		},
		ShopButtonURL: p.ShopButtonURL, FeedbackURL: p.FeedbackURL, VCardURL: prefixed(v.lang, vcardPath), OpeningHours: v.openingHours(),
	}
	for _, key := range []string{"services", "portfolio", "blog"} {
		home.Links = append(home.Links, PageLink{Key: key, Href: prefixed(v.lang, "/"+key)})
	}
	if home.ProfileImage == profile.Default().ProfileImage {
		home.ProfileImage = v.server.avatar
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
	services, err := v.server.store.Items.Services(ctx)
	b.Services = &ServicesPage{Items: serviceCards(services, v.lang)}
	return err
}

func serviceCards(services []content.Service, lang locales.Lang) []ServiceCard {
	cards := []ServiceCard{}
	for _, service := range services {
		text := service.In(lang)
		cards = append(cards, ServiceCard{ID: service.ID, Icon: service.Icon, Title: text.Title, Description: text.Description, Features: list(text.Features)})
	}
	return cards
}

func fillPortfolio(ctx context.Context, v *view, b *Boot) error {
	projects, err := v.server.store.Items.Portfolio(ctx)
	b.Portfolio = &PortfolioPage{Items: projectCards(projects, v.lang)}
	for i := range b.Portfolio.Items {
		b.Portfolio.Items[i].CaseStudy = "" // fetched when it is opened: the page stays light however many there are
	}
	return err
}

func projectCards(projects []content.Project, lang locales.Lang) []ProjectCard {
	cards := []ProjectCard{}
	for _, p := range projects {
		text := p.In(lang)
		cards = append(cards, ProjectCard{
			ID: p.ID, Title: text.Title, Client: text.Client, Description: text.Description, Category: text.Category, Tags: list(text.Tags),
			Date: content.MonthYear(lang, p.Date), ImageURL: p.ImageURL, ImageSet: media.SourceSet(p.ImageURL), Link: p.Link, CaseStudy: article(text.CaseStudy),
		})
	}
	return cards
}

// shownArg reads how many articles a visitor without JavaScript asked for; only
// whole steps count, so that few addresses exist.
func shownArg(text string) string {
	n, err := strconv.Atoi(text)
	if err != nil || n <= blogStep || n > maxShown || n%blogStep != 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func fillBlog(ctx context.Context, v *view, b *Boot) error {
	shown := blogStep
	if v.arg != "" {
		shown, _ = strconv.Atoi(v.arg) // shownArg wrote it
	}
	posts, total, err := v.server.store.Items.Posts(ctx, v.today, 0, shown)
	b.Blog = &BlogPage{Posts: postCards(posts, v.lang), Total: total}
	return err
}

func postCards(posts []content.Post, lang locales.Lang) []PostCard {
	cards := []PostCard{}
	for _, p := range posts {
		text, written := p.In(lang)
		cards = append(cards, PostCard{
			ID: p.ID, Href: prefixed(lang, blogPath+"/"+p.ID), Title: text.Title, Author: p.Author,
			Date: content.LongDate(lang, p.Date), DateTime: p.Date.Format(time.DateOnly),
			Excerpt: content.Excerpt(text.Content), Categories: list(text.Categories), Lang: written,
		})
	}
	return cards
}

func fillPost(ctx context.Context, v *view, b *Boot) error {
	post, err := v.server.store.Items.Post(ctx, v.today, v.arg)
	if err != nil {
		return err
	}
	b.Post = postWhole(post, v.lang)
	return nil
}

func postWhole(p content.Post, lang locales.Lang) *PostPage {
	text, written := p.In(lang)
	whole := &PostPage{
		ID: p.ID, Title: text.Title, Author: p.Author, Date: content.LongDate(lang, p.Date), DateTime: p.Date.Format(time.DateOnly),
		Categories: list(text.Categories), Content: article(text.Content), Lang: written,
	}
	for _, candidate := range locales.All {
		if _, written := p.In(candidate); written == candidate {
			whole.written = append(whole.written, candidate)
		}
	}
	return whole
}

// articleSizes is how wide a picture in an article is shown at most.
const articleSizes = "(min-width: 48rem) 45rem, 92vw"

// article is a text as readers get it: clean, its pictures no larger than needed.
func article(text string) string { return media.FitSources(content.Clean(text), articleSizes) }

func fillDownload(_ context.Context, v *view, b *Boot) error {
	p := v.profile
	qr := v.qr()
	b.Download = &DownloadPage{
		BusinessName: p.BusinessName, Address: p.Address, MapsURL: profile.MapsLink(p.Address),
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
		FeedbackURL: p.FeedbackURL, VCardURL: prefixed(v.lang, vcardPath),
	}
	return nil
}

// list makes sure that a list without members is a list.
func list(items []string) []string { return append([]string{}, items...) }
