package site

import (
	"context"
	"strconv"
	"time"

	"parichay/internal/content"
	"parichay/internal/fault"
	"parichay/internal/field"
	"parichay/internal/media"
	"parichay/internal/profile"
	"parichay/locales"
)

// BlogPath is where the articles live.
const BlogPath = "/blog"

const (
	blogStep = 4   // articles shown first, and added by each press
	maxShown = 400 // beyond that a reader without JavaScript is better served by search
)

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
	services, err := s.store.Items.Services(ctx)
	cards := []ServiceCard{}
	for _, service := range services {
		text := service.In(lang)
		cards = append(cards, ServiceCard{ID: service.ID, Icon: service.Icon, Title: text.Title, Description: text.Description, Features: list(text.Features)})
	}
	return ServicesPage{Items: cards}, err
}

func fillPortfolio(ctx context.Context, v *view, b *Boot) error {
	projects, err := v.site.Portfolio(ctx, v.lang)
	for i := range projects.Items {
		projects.Items[i].CaseStudy = "" // fetched when it is opened: the page stays light however many there are
	}
	b.Portfolio = &projects
	return err
}

// Portfolio lists the case studies as readers of a language see them.
func (s *Site) Portfolio(ctx context.Context, lang locales.Lang) (PortfolioPage, error) {
	projects, err := s.store.Items.Portfolio(ctx)
	cards := []ProjectCard{}
	for _, p := range projects {
		text := p.In(lang)
		cards = append(cards, ProjectCard{
			ID: p.ID, Title: text.Title, Client: text.Client, Description: text.Description, Category: text.Category, Tags: list(text.Tags),
			Date: locales.MonthYear(lang, p.Date), ImageURL: p.ImageURL, ImageSet: media.SourceSet(p.ImageURL), Link: p.Link, CaseStudy: article(text.CaseStudy),
		})
	}
	return PortfolioPage{Items: cards}, err
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
	posts, err := v.site.Posts(ctx, v.lang, 0, shown)
	b.Blog = &posts
	return err
}

// Posts lists the articles that are public today, newest first, as readers of a
// language see them.
func (s *Site) Posts(ctx context.Context, lang locales.Lang, offset, limit int) (BlogPage, error) {
	posts, total, err := s.store.Items.Posts(ctx, s.Today(), offset, limit)
	cards := []PostCard{}
	for _, p := range posts {
		text, written := p.In(lang)
		cards = append(cards, PostCard{
			ID: p.ID, Href: Prefixed(lang, BlogPath+"/"+p.ID), Title: text.Title, Author: p.Author,
			Date: locales.LongDate(lang, p.Date), DateTime: p.Date.Format(time.DateOnly),
			Excerpt: content.Excerpt(text.Content), Categories: list(text.Categories), Lang: written,
		})
	}
	return BlogPage{Posts: cards, Total: total}, err
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
	if !plausibleID(id) {
		return PostPage{}, fault.ErrNotFound
	}
	p, err := s.store.Items.Post(ctx, s.Today(), id)
	if err != nil {
		return PostPage{}, err
	}
	text, written := p.In(lang)
	whole := PostPage{
		ID: p.ID, Title: text.Title, Author: p.Author, Date: locales.LongDate(lang, p.Date), DateTime: p.Date.Format(time.DateOnly),
		Categories: list(text.Categories), Content: article(text.Content), Lang: written,
	}
	for _, candidate := range locales.All {
		if _, written := p.In(candidate); written == candidate {
			whole.written = append(whole.written, candidate)
		}
	}
	return whole, nil
}

// articleSizes is how wide a picture in an article is shown at most.
const articleSizes = "(min-width: 48rem) 45rem, 92vw"

// article is a text as readers get it: clean, its pictures no larger than needed.
func article(text string) string { return media.FitSources(content.Clean(text), articleSizes) }

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
