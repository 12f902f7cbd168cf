package site

import (
	"cmp"
	"context"
	"html"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"parichay/internal/domain/content"
	"parichay/internal/domain/field"
	"parichay/internal/domain/homepage"
	"parichay/internal/domain/hours"
	"parichay/internal/domain/lead"
	"parichay/internal/domain/profile"
	"parichay/internal/domain/trade"
	"parichay/internal/kit/fault"
	"parichay/internal/public/pagedata"
	"parichay/internal/store/media"
	"parichay/internal/store/postgres"
	"parichay/locales"
)

// Paths of the articles, the case studies and the services.
const (
	BlogPath      = "/blog"
	PortfolioPath = "/portfolio"
	ServicesPath  = "/services"
)

func fillHome(ctx context.Context, v *view, b *pagedata.Boot) error {
	p := v.profile
	blocks, err := v.blocks(ctx)
	if err != nil {
		return err
	}
	home := &pagedata.HomePage{
		BrandName: p.BrandName, Tagline: p.Tagline, ProfileImage: p.ProfileImage, ImageSet: media.SourceSet(p.ProfileImage),
		Initials: profile.Initials(p.BrandName), ProfileURL: v.site.absolute(v.languages.Path(v.lang, "/")),
		Cover: p.Cover, CoverSet: media.SourceSet(p.Cover), MainAction: v.mainAction(),
		Social: p.Social(), VCardURL: v.languages.Path(v.lang, VCardPath), OpeningHours: v.openingHours(), Blocks: blocks,
	}
	if home.ProfileImage == profile.Default().ProfileImage {
		home.ProfileImage = v.site.avatar
	}
	if home.MainAction != nil && home.MainAction.Kind == profile.ChatAction { // one chat link is enough
		home.Social = slices.DeleteFunc(home.Social, func(link profile.SocialLink) bool { return link.Platform == profile.ChatAction })
	}
	b.Home = home
	return nil
}

// mapsLink returns a link to a map of an address; empty if there is no address.
func mapsLink(address string) string {
	if address == "" {
		return ""
	}
	return field.MapsLink(address)
}

// mainAction returns the action that the owner chose for the main button. It returns nil if
// that action has no target; the button then shares the page.
func (v *view) mainAction() *pagedata.MainAction {
	p := v.profile
	action := &pagedata.MainAction{Kind: p.MainAction}
	switch p.MainAction {
	case profile.ChatAction:
		action.Href = p.WhatsApp
	case profile.CallAction:
		if p.Phone != "" {
			action.Href = field.TelLink(p.Phone)
		}
	case profile.ShopAction:
		action.Href = p.ShopButtonURL
	case profile.QuoteAction:
		action.Href = v.languages.Path(v.lang, Forms[0].path)
	}
	if action.Href == "" {
		return nil
	}
	return action
}

// blocks returns the blocks of the home page as they are shown now.
func (v *view) blocks(ctx context.Context) ([]homepage.Block, error) {
	page, e := v.homepage(ctx)
	shown := page.Shown(v.Blocks)
	return shown, e.err
}

// homepage returns the context in which blocks are shown, and what they show of lists.
func (v *view) homepage(ctx context.Context) (*homepage.Page, *excerpts) {
	link := func(part string) string {
		if p := v.site.pages["/"+part]; v.offers(p) && (part != "download" || v.worthVisiting()) {
			return v.languages.Path(v.lang, p.path)
		}
		return ""
	}
	e := &excerpts{view: v, items: map[*content.Collection][]content.Item{}}
	return &homepage.Page{
		Profile: v.profile, Lang: v.lang, At: v.at, Glyphs: v.site.assets.Icons, Link: link, Smaller: media.Smallest, Drawn: media.SourceSet, Marked: v.marked,
		Excerpt: func(kind homepage.Kind, group string) homepage.Excerpt { return e.of(ctx, kind, group) },
	}, e
}

const (
	specialAhead = 60  // days whose special hours the open/closed line knows, and
	specialLong  = 400 // those after a closure that is longer
	specialShown = 14  // days whose special hours are listed
	specialYear  = 365
)

// special returns the days whose hours differ from the usual week: from yesterday, whose night may
// not be over, until a date that is far enough to tell when the shop opens next.
func (v *view) special() []hours.SpecialDay {
	all, today := v.specialDays(), v.date()
	until := today.AddDate(0, 0, specialAhead)
	for end := today.AddDate(0, 0, specialLong); until.Before(end) && len(hours.Between(all, until.AddDate(0, 0, -7), until)) > 0; {
		until = until.AddDate(0, 0, 1)
	}
	return hours.Between(all, today.AddDate(0, 0, -1), until)
}

func (v *view) specialDays() []hours.SpecialDay { return v.Profile.Profile.SpecialIn(v.lang) }

// date returns the current date in India.
func (v *view) date() time.Time {
	year, month, day := v.site.Today().Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// upcoming returns the special days that are listed, by date.
func (v *view) upcoming() []hours.SpecialDay {
	today := v.date()
	days := hours.Between(v.specialDays(), today, today.AddDate(0, 0, specialShown))
	slices.SortStableFunc(days, func(a, b hours.SpecialDay) int { return cmp.Compare(a.From, b.From) })
	return days
}

func (v *view) openingHours() *hours.Hours {
	h, ok := v.hours()
	if !ok {
		return nil
	}
	h.Special = v.special()
	if v.marked {
		h.At = v.site.config.Now().UnixMilli()
	}
	return &h
}

// wants reports whether the owner shows a part of the site.
func (s *Site) wants(part string) bool { return s.live.current.Load().Profile.Profile.Shows(part) }

func fillServices(ctx context.Context, v *view, b *pagedata.Boot) error {
	services, err := v.site.Services(ctx, v.lang)
	services.LearnMore, services.Rows = v.learnMore(), v.takesBaskets()
	b.Services, b.Asking = &services, v.asking(lead.Quote)
	if err == nil {
		err = v.divideServices(b)
	}
	v.keepBaskets(b, services.Items)
	return err
}

// divideServices leaves on the page the services of its part of the list. Those of a group are
// listed together, as the front end shows them. A list that fits on one page stays as it is.
func (v *view) divideServices(b *pagedata.Boot) error {
	services := b.Services
	paging, err := v.divided(len(services.Items))
	if len(paging.Pages) == 0 {
		maps.DeleteFunc(b.Words, func(key, _ string) bool { return strings.HasPrefix(key, "pages.") })
		return err
	}
	place := map[string]int{"": 0} // of each group, in the order of their first services
	for i := range services.Items {
		if _, known := place[services.Items[i].Group]; !known {
			place[services.Items[i].Group] = len(place)
		}
	}
	slices.SortStableFunc(services.Items, func(a, b pagedata.ServiceCard) int { return place[a.Group] - place[b.Group] })
	first := min(v.first, len(services.Items))
	services.Items, services.Paging = services.Items[first:min(first+v.most, len(services.Items))], &paging
	return err
}

// Services lists the services as readers of a language see them.
func (s *Site) Services(ctx context.Context, lang locales.Lang) (pagedata.ServicesPage, error) {
	if !s.wants(servicesPart) {
		return pagedata.ServicesPage{Items: []pagedata.ServiceCard{}}, fault.ErrNotFound
	}
	services, err := s.lists().public(ctx, content.Services)
	cards, groups := []pagedata.ServiceCard{}, s.groups(services, lang)
	for _, service := range services {
		cards = append(cards, s.serviceCard(service, lang))
		cards[len(cards)-1].Group = groups[s.group(service, s.Languages().Primary)]
	}
	return pagedata.ServicesPage{Items: cards}, err
}

func fillService(ctx context.Context, v *view, b *pagedata.Boot) error {
	service, err := v.site.Service(ctx, v.lang, v.arg)
	if err == nil {
		b.Service, b.Asking = &service, v.asking(lead.Quote)
		v.keepBaskets(b, []pagedata.ServiceCard{service})
		b.URL = v.site.absolute(v.languages.Path(v.lang, ServicesPath+"/"+service.Address))
	}
	return err
}

// Service returns a service as readers of a language see it, or ErrNotFound.
func (s *Site) Service(ctx context.Context, lang locales.Lang, id string) (pagedata.ServiceCard, error) {
	if !s.wants(servicesPart) {
		return pagedata.ServiceCard{}, fault.ErrNotFound
	}
	service, err := s.lists().item(ctx, content.Services, id)
	if err != nil {
		return pagedata.ServiceCard{}, err
	}
	card := s.serviceCard(service, lang)
	card.Written = content.Services.Written(service)
	return card, nil
}

func (s *Site) serviceCard(service content.Item, lang locales.Lang) pagedata.ServiceCard {
	text, _ := content.Services.In(service, lang)
	image, err := content.Services.Field("image").Check("image", text.Text("image")) // a picture on another host would tell that host who reads the page
	if err != nil {
		image = ""
	}
	address := content.Services.AddressOf(service)
	card := pagedata.ServiceCard{
		ID: service.ID, Href: s.Languages().Path(lang, ServicesPath+"/"+address), Address: address,
		Icon: text.Text("icon"), Glyph: cmp.Or(s.assets.Icons[text.Text("icon")], s.assets.Icons["Sparkles"]), Image: image, ImageSet: media.SourceSet(image),
		Title: text.Text("title"), Unit: text.Text("unit"), Description: text.Text("description"), Features: text.List("features"),
	}
	if price, ok := field.ParsePrice(text.Text("price")); ok {
		if s.takesBaskets() {
			card.Cost, card.Revision = text.Text("price"), service.Revision
		}
		card.Price = locales.Price(lang, price.Low, price.High, price.From)
		if price.Low > 0 {
			card.Costs = &price
		}
	}
	return card
}

// groups returns the name of each group in a language, by its name in the primary language. A group
// that is translated in one service is translated in all.
func (s *Site) groups(services []content.Item, lang locales.Lang) map[string]string {
	names := map[string]string{}
	for _, service := range services {
		own, shown := s.group(service, s.Languages().Primary), s.group(service, lang)
		if names[own] == "" || names[own] == own {
			names[own] = shown
		}
	}
	return names
}

func (s *Site) group(service content.Item, lang locales.Lang) string {
	text, _ := content.Services.In(service, lang)
	return text.Text("group")
}

func fillPortfolio(ctx context.Context, v *view, b *pagedata.Boot) (err error) {
	projects, err := v.site.Portfolio(ctx, v.lang, v.first, v.most)
	if err == nil {
		projects.Paging, err = v.divided(projects.Total)
	}
	b.Portfolio, b.Asking = &projects, v.asking(lead.Portfolio)
	return err
}

// Portfolio lists case studies as readers of a language see them, without their texts.
func (s *Site) Portfolio(ctx context.Context, lang locales.Lang, offset, limit int) (pagedata.PortfolioPage, error) {
	if !s.wants(portfolioPart) {
		return pagedata.PortfolioPage{Items: []pagedata.ProjectCard{}}, fault.ErrNotFound
	}
	projects, total, err := s.lists().cards(ctx, content.Portfolio, offset, limit)
	cards := []pagedata.ProjectCard{}
	for _, p := range projects {
		cards = append(cards, s.projectCard(p, lang))
	}
	return pagedata.PortfolioPage{Items: cards, Paging: pagedata.Paging{Total: total}}, err
}

// Project returns a complete case study as readers of a language see it, or ErrNotFound.
func (s *Site) Project(ctx context.Context, lang locales.Lang, id string) (pagedata.ProjectCard, error) {
	if !s.wants(portfolioPart) {
		return pagedata.ProjectCard{}, fault.ErrNotFound
	}
	p, err := s.lists().item(ctx, content.Portfolio, id)
	if err != nil {
		return pagedata.ProjectCard{}, err
	}
	card := s.projectCard(p, lang)
	text, _ := content.Portfolio.In(p, lang)
	card.CaseStudy = s.article(lang, text.Text("caseStudy"))
	card.Written, card.Changed = content.Portfolio.Written(p), changedAt(content.Portfolio, p)
	return card, nil
}

func (s *Site) projectCard(p content.Item, lang locales.Lang) pagedata.ProjectCard {
	text, _ := content.Portfolio.In(p, lang)
	rule := content.Portfolio.Field("imageUrl")
	picture, err := rule.Check("imageUrl", text.Text("imageUrl")) // the stored value may be invalid
	if err != nil || picture == "" || picture == rule.Default {
		picture = s.coverPath("portfolio", p, lang, accentOf(s.Shown(lang)))
	}
	link := text.Text("link")
	if !field.OnTheWeb(link) {
		link = ""
	}
	return pagedata.ProjectCard{
		ID: p.ID, Href: s.Languages().Path(lang, PortfolioPath+"/"+p.ID), Title: text.Text("title"), Client: text.Text("client"), Description: text.Text("description"), Category: text.Text("category"), Tags: text.List("tags"),
		Date: locales.MonthYear(lang, text.Day("date")), ImageURL: picture, ImageSet: media.SourceSet(picture), Link: link,
	}
}

func fillBlog(ctx context.Context, v *view, b *pagedata.Boot) (err error) {
	posts, err := v.site.Posts(ctx, v.lang, v.first, v.most)
	if err == nil {
		posts.Paging, err = v.divided(posts.Total)
	}
	for i := range posts.Posts {
		posts.Posts[i].Excerpt = ""
	}
	b.Blog = &posts
	return err
}

// byline returns the author to show for an article. The author of a sample article is the site's
// current brand.
func (s *Site) byline(lang locales.Lang, author string) string {
	if author == profile.Default().BrandName {
		return s.Shown(lang).BrandName
	}
	return author
}

// Posts lists the articles that are public today, newest first, as readers of a
// language see them.
func (s *Site) Posts(ctx context.Context, lang locales.Lang, offset, limit int) (pagedata.BlogPage, error) {
	if !s.wants(blogPart) {
		return pagedata.BlogPage{Posts: []pagedata.PostCard{}}, fault.ErrNotFound
	}
	posts, total, err := s.lists().cards(ctx, content.Posts, offset, limit)
	cards := []pagedata.PostCard{}
	for _, p := range posts {
		text, written := content.Posts.In(p, lang)
		cards = append(cards, pagedata.PostCard{
			ID: p.ID, Href: s.Languages().Path(lang, BlogPath+"/"+content.Posts.AddressOf(p)), Title: text.Text("title"), Author: s.byline(lang, text.Text("author")),
			Date: locales.LongDate(lang, text.Day("date")), DateTime: text.Text("date"),
			Excerpt: cmp.Or(text.Text("excerpt"), content.Excerpt(text.Text("content"))), Teaser: text.Teaser("excerpt", "content"), Categories: text.List("categories"), Lang: written,
		})
	}
	return pagedata.BlogPage{Posts: cards, Paging: pagedata.Paging{Total: total}}, err
}

func fillPost(ctx context.Context, v *view, b *pagedata.Boot) error {
	post, err := v.site.Post(ctx, v.lang, v.arg)
	if err == nil {
		b.Post, b.Next = &post, v.next(ctx, post.ID)
		b.URL = v.site.absolute(v.languages.Path(v.lang, BlogPath+"/"+post.Address))
	}
	return err
}

func fillProject(ctx context.Context, v *view, b *pagedata.Boot) error {
	project, err := v.site.Project(ctx, v.lang, v.arg)
	if err == nil {
		b.Project, b.Next = &project, v.next(ctx, project.ID)
	}
	return err
}

// next returns the link to the item after id. It returns nil on failure, because the page is
// usable without the link.
func (v *view) next(ctx context.Context, id string) *pagedata.NextItem {
	c := v.page.item
	item, err := v.site.lists().next(ctx, c, id)
	if err != nil {
		return nil
	}
	v.site.nexts.put(postgres.ItemScope(c, v.arg), postgres.ItemScope(c, item.ID))
	text, written := c.In(item, v.lang)
	return &pagedata.NextItem{Title: text.Text(c.Title), Href: v.languages.Path(v.lang, v.page.path+"/"+c.AddressOf(item)), Lang: written}
}

// Post returns an article that is public today as readers of a language see it, or
// ErrNotFound.
func (s *Site) Post(ctx context.Context, lang locales.Lang, id string) (pagedata.PostPage, error) {
	if !s.wants(blogPart) {
		return pagedata.PostPage{}, fault.ErrNotFound
	}
	p, err := s.lists().item(ctx, content.Posts, id)
	if err != nil {
		return pagedata.PostPage{}, err
	}
	return s.post(p, lang), nil
}

func (s *Site) post(p content.Item, lang locales.Lang) pagedata.PostPage {
	text, written := content.Posts.In(p, lang)
	cover, err := content.Posts.Field("cover").Check("cover", text.Text("cover")) // a cover on another host would tell that host who reads the article
	if err != nil {
		cover = ""
	}
	return pagedata.PostPage{
		Address: content.Posts.AddressOf(p), Cover: cover, CoverSet: media.SourceSet(cover),
		SearchTitle: text.Text("searchTitle"), Description: cmp.Or(text.Text("searchDescription"), text.Teaser("excerpt", "content")),
		ID: p.ID, Title: text.Text("title"), Author: s.byline(lang, text.Text("author")), Date: locales.LongDate(lang, text.Day("date")), DateTime: text.Text("date"),
		Categories: text.List("categories"), Content: s.article(lang, text.Text("content")), Lang: written, Written: content.Posts.Written(p),
		Changed: changedAt(content.Posts, p),
	}
}

// articleSizes is the sizes attribute of pictures in an article.
const articleSizes = "(min-width: 48rem) 45rem, 92vw"

// article returns an HTML text for readers of a language: sanitised, with pictures no larger
// than needed, and with links to our own pages in that language.
func (s *Site) article(lang locales.Lang, text string) string {
	return s.ownLinks(lang, media.FitSources(content.Clean(text), articleSizes))
}

// ownLinks changes links to our own pages in sanitised HTML so that they lead to the pages in
// a language.
func (s *Site) ownLinks(lang locales.Lang, text string) string {
	return ownLink.ReplaceAllStringFunc(text, func(link string) string {
		path := strings.TrimPrefix(ownLink.FindStringSubmatch(link)[1], html.EscapeString(s.absolute("")))
		page, _, _ := strings.Cut(path, "#")
		page, _, _ = strings.Cut(page, "?")
		if prefix, _ := locales.Cut(page); prefix != "" || !s.HasPage(page) {
			return link
		}
		return `<a href="` + s.Languages().Path(lang, path) + `"`
	})
}

// ownLink matches the beginning of a link in sanitised HTML and captures its address.
var ownLink = regexp.MustCompile(`<a href="([^"]*)"`)

func fillDownload(_ context.Context, v *view, b *pagedata.Boot) error {
	p := v.profile
	qr := v.qr()
	b.Download = &pagedata.DownloadPage{
		BusinessName: p.BusinessName, Address: p.Address, MapsURL: mapsLink(p.Address),
		OpeningHours: v.openingHours(), SpecialDays: v.upcoming(),
		Buttons: slices.DeleteFunc([]pagedata.StoreButton{
			{Key: "googlePlay", Title: p.GooglePlayTitle, Subtitle: p.GooglePlaySubtitle, Href: p.GooglePlayURL},
			{Key: "appStore", Title: p.AppStoreTitle, Subtitle: p.AppStoreSubtitle, Href: p.AppStoreURL},
			{Key: "apkDownload", Title: p.APKDownloadTitle, Subtitle: p.APKDownloadSubtitle, Href: p.AppDownloadURL},
		}, func(b pagedata.StoreButton) bool { return b.Href == "" }),
		OneEdition: !trade.Find(v.profile.Trade).IsAgency(),
		QR: pagedata.QRCode{
			Target: qr.target, Size: qr.size, Label: p.QRLabel, Description: p.QRDescription,
			SVG: qr.path("screen.svg"), SVGDownload: qr.path("screen.svg?save"), PNGDownload: qr.path("screen.png?save"),
			PrintSVG: qr.path("print.svg?save"), PrintPNG: qr.path("print.png?save"),
		},
		FeedbackURL: p.FeedbackURL, VCardURL: v.languages.Path(v.lang, VCardPath),
	}
	b.Download.HoursText, b.Download.HoursNotes = v.hoursTexts()
	b.Words["download.subtitle"] = v.downloadSubtitle()
	if b.Download.OneEdition {
		maps.DeleteFunc(b.Words, func(key, _ string) bool { return strings.HasPrefix(key, "download.edition.") })
	}
	return nil
}

// visit returns the key of the built-in subtitle of the download page, which mentions only what the
// page has.
func (v *view) visit() string {
	p := v.profile
	switch {
	case p.GooglePlayURL+p.AppStoreURL+p.AppDownloadURL != "":
		return "download.subtitle"
	case p.Address != "" && p.BusinessHours != "":
		return "subtitle.place"
	case p.Address != "":
		return "subtitle.address"
	case p.BusinessHours != "":
		return "subtitle.hours"
	}
	return onlyCode
}

const onlyCode = "subtitle.code"

// worthVisiting reports whether the home page leads to the download page. A trade calls it "Visit
// us", which promises more than a code.
func (v *view) worthVisiting() bool {
	return v.visit() != onlyCode || trade.Find(v.profile.Trade).IsAgency()
}

// downloadSubtitle returns the subtitle of the download page. With a trade, the subtitle promises
// an address and hours.
func (v *view) downloadSubtitle() string {
	key := v.visit()
	if key == "subtitle.place" || v.profile.OwnWord("downloadSubtitle", v.lang) {
		return v.text(key)
	}
	return locales.Text(v.lang, key)
}

// hoursTexts returns the opening hours as the owner wrote them. If they are not written in the
// reader's language but the week is known, text is "", the page tells the week, and notes are the
// lines that say something else.
func (v *view) hoursTexts() (text, notes string) {
	text = v.profile.BusinessHours
	if _, ok := v.hours(); !ok {
		return text, ""
	}
	r := hours.Read(text)
	if r.Readable && v.Profile.Profile.Writes("businessHours", v.lang) {
		return text, ""
	}
	return "", strings.Join(r.Notes, "\n")
}

// list returns a copy that is never nil, so that it becomes a JSON array.
func list(items []string) []string { return append([]string{}, items...) }
