// Package pagedata defines the data from which public pages are rendered, on the server and
// again in the browser. It holds types only; package site fills them.
package pagedata

import (
	"time"

	"parichay/internal/domain/field"
	"parichay/internal/domain/homepage"
	"parichay/internal/domain/hours"
	"parichay/internal/domain/lead"
	"parichay/internal/domain/profile"
	"parichay/internal/domain/theme"
	"parichay/internal/domain/trade"
	"parichay/internal/domain/visit"
	"parichay/internal/kit/fault"
	"parichay/locales"
)

// Boot holds all the data of a public page, from which it is rendered on the server and again
// in the browser.
type Boot struct {
	Page    string            `json:"page" enum:"home,services,service,portfolio,project,blog,post,download,privacy,form,notFound,unavailable"`
	Lang    locales.Lang      `json:"lang"`
	Edition string            `json:"edition" doc:"Names all the page was made from: another one, and it may show something else"`
	Words   map[string]string `json:"words" doc:"The page's words in its language"`
	Shell   Shell             `json:"shell"`

	Home      *HomePage      `json:"home,omitempty"`
	Services  *ServicesPage  `json:"services,omitempty"`
	Service   *ServiceCard   `json:"service,omitempty"`
	Portfolio *PortfolioPage `json:"portfolio,omitempty"`
	Project   *ProjectCard   `json:"project,omitempty"`
	Blog      *BlogPage      `json:"blog,omitempty"`
	Post      *PostPage      `json:"post,omitempty" doc:"Absent on page post: there is no such article"`
	Download  *DownloadPage  `json:"download,omitempty"`
	Privacy   *PrivacyPage   `json:"privacy,omitempty"`
	Form      *FormPage      `json:"form,omitempty"`
	Asking    *Asking        `json:"asking,omitempty"`
	URL       string         `json:"url,omitempty" doc:"The full address of an item's page, to be shared"`
	Next      *NextItem      `json:"next,omitempty" doc:"What to read after this article or case study"`
}

// Asking is what a form says and asks besides its usual labels and inputs.
type Asking struct {
	Intro       string           `json:"intro,omitempty"`
	Placeholder string           `json:"placeholder,omitempty" doc:"An example inside the empty message field"`
	Contact     lead.Contact     `json:"contact,omitempty" enum:"phone,email,either" doc:"How the sender must be reachable; absent: by email, and by phone for the portfolio, too"`
	NoCompany   bool             `json:"noCompany,omitempty" doc:"The company is not asked for"`
	Questions   []field.Question `json:"questions,omitempty" doc:"Questions of the owner's own"`
	Wish        []field.Question `json:"wish,omitempty" doc:"What is asked with a basket, besides"`
	Photos      bool             `json:"photos,omitempty" doc:"Up to three pictures may come with the message"`
}

// NextItem links to the next item of a list.
type NextItem struct {
	Title string       `json:"title"`
	Href  string       `json:"href"`
	Lang  locales.Lang `json:"lang" doc:"Language the title is really in"`
}

// Written returns the languages in which the page's content exists.
func (b *Boot) Written() []locales.Lang {
	switch {
	case b.Post != nil:
		return b.Post.Written
	case b.Project != nil:
		return b.Project.Written
	case b.Service != nil:
		return b.Service.Written
	}
	return locales.All
}

// Address returns the last segment of the path of the item that the page shows, if items of its
// list can have several; empty otherwise.
func (b *Boot) Address() string {
	switch {
	case b.Post != nil:
		return b.Post.Address
	case b.Service != nil:
		return b.Service.Address
	}
	return ""
}

// Shell holds the data that all public pages need, such as the header and the footer.
type Shell struct {
	Path         string         `json:"path" doc:"Path without language prefix"`
	Languages    []LanguageLink `json:"languages"`
	Home         string         `json:"home" doc:"The home page in this language"`
	ChatURL      string         `json:"chatUrl"`
	BrandName    string         `json:"brandName"`
	Copyright    string         `json:"copyright"`
	Registration string         `json:"registration,omitempty" doc:"The business's registration number, as the owner wrote it"`
	Look         string         `json:"look,omitempty" doc:"The style sheet of the owner's choices, for pages that were opened before they were made"`
	Frame        *theme.Frame   `json:"frame,omitempty" doc:"How the page is drawn; absent: as the default theme"`
	Backdrop     *Backdrop      `json:"backdrop,omitempty" doc:"What is behind the page; absent: particles"`
	Notice       string         `json:"notice,omitempty" enum:"fetch_error,connection_error" doc:"Why defaults are shown, if they are"`
}

// Backdrop is the background of every page, if the owner chose one.
type Backdrop struct {
	Kind     string `json:"kind" enum:"plain,glow,photo,gradient,pattern"`
	Image    string `json:"image,omitempty"`
	ImageSet string `json:"imageSet,omitempty"`
}

// MainAction is the action of the home page's main button.
type MainAction struct {
	Kind string `json:"kind" enum:"whatsapp,call,shop,quote"`
	Href string `json:"href"`
}

// LanguageLink links to this page in one language.
type LanguageLink struct {
	Code    locales.Lang `json:"code"`
	Href    string       `json:"href"`
	Current bool         `json:"current"`
}

// HomePage is the home page's own data.
type HomePage struct {
	BrandName    string               `json:"brandName"`
	Tagline      string               `json:"tagline"`
	ProfileImage string               `json:"profileImage"`
	ImageSet     string               `json:"imageSet,omitempty" doc:"Smaller drawings of the picture, for srcset; absent when it is not ours"`
	Initials     string               `json:"initials"`
	Cover        string               `json:"cover,omitempty" doc:"A wide picture above the profile image"`
	CoverSet     string               `json:"coverSet,omitempty"`
	MainAction   *MainAction          `json:"mainAction,omitempty" doc:"Absent: sharing the profile"`
	ProfileURL   string               `json:"profileUrl"`
	Social       []profile.SocialLink `json:"social"`
	VCardURL     string               `json:"vcardUrl"`
	OpeningHours *hours.Hours         `json:"openingHours,omitempty" doc:"In IST, Monday first; absent when the owner's text cannot be read"`
	Blocks       []homepage.Block     `json:"blocks" doc:"What the page shows below, in order"`
}

// ServicesPage is the services page's own data.
type ServicesPage struct {
	Items     []ServiceCard `json:"items"`
	Rows      bool          `json:"rows,omitempty" doc:"As rows that lead to the services' pages, not as cards"`
	LearnMore *LearnMore    `json:"learnMore,omitempty" doc:"Absent: the built-in reasons and steps"`
	Paging    *Paging       `json:"paging,omitempty" doc:"Absent: the items are the whole list"`
}

// LearnMore is the reasons for the business and the steps of its work. Without any, the page
// does not offer to learn more.
type LearnMore struct {
	Reasons []trade.Point `json:"reasons"`
	Steps   []trade.Point `json:"steps"`
}

// ServiceCard is one service.
type ServiceCard struct {
	ID          string   `json:"id"`
	Href        string   `json:"href" doc:"Its page"`
	Icon        string   `json:"icon"`
	Glyph       string   `json:"glyph" doc:"What the icon is drawn with: the d of an SVG path"`
	Image       string   `json:"image,omitempty" doc:"A square picture, shown instead of the icon"`
	ImageSet    string   `json:"imageSet,omitempty" doc:"Smaller drawings of it, for srcset"`
	Title       string   `json:"title"`
	Price       string   `json:"price,omitempty" doc:"What it costs, in the page's language"`
	Unit        string   `json:"unit,omitempty" doc:"What one gets for that price"`
	Group       string   `json:"group,omitempty" doc:"The heading it is listed under"`
	Description string   `json:"description"`
	Features    []string `json:"features"`
	Cost        string   `json:"cost,omitempty" doc:"Its price in paise, as stored: 45000, 45000+, 45000-90000 or ask. Absent where it cannot be put into a basket"`
	Revision    int64    `json:"revision,omitempty" doc:"This state of the service. Absent: it has not changed yet"`

	Costs   *field.PriceRange `json:"-"` // nil if its price is not named
	Address string            `json:"-"` // the last segment of its path
	Written []locales.Lang    `json:"-"` // languages it exists in
}

// PortfolioPage is the portfolio page's own data.
type PortfolioPage struct {
	Items []ProjectCard `json:"items"`
	Paging
}

// ProjectCard is one case study.
type ProjectCard struct {
	ID          string         `json:"id"`
	Href        string         `json:"href"`
	Title       string         `json:"title"`
	Client      string         `json:"client"`
	Description string         `json:"description"`
	Category    string         `json:"category"`
	Tags        []string       `json:"tags"`
	Date        string         `json:"date" doc:"Month and year in the page's language"`
	ImageURL    string         `json:"imageUrl"`
	ImageSet    string         `json:"imageSet,omitempty" doc:"Smaller drawings of the picture, for srcset; absent when it is not ours"`
	Link        string         `json:"link"`
	CaseStudy   string         `json:"caseStudy" doc:"Sanitised HTML; empty in lists, asked for when it is opened"`
	Written     []locales.Lang `json:"-"` // languages it exists in
	Changed     time.Time      `json:"-"`
}

// BlogPage is the blog list's own data.
type BlogPage struct {
	Posts []PostCard `json:"posts"`
	Paging
}

// PostCard is an article as lists show it.
type PostCard struct {
	ID         string       `json:"id"`
	Href       string       `json:"href"`
	Title      string       `json:"title"`
	Author     string       `json:"author"`
	Date       string       `json:"date" doc:"Long date in the page's language"`
	DateTime   string       `json:"dateTime" format:"date"`
	Excerpt    string       `json:"excerpt" doc:"The first hundred letters and three dots; empty on the blog's page, which shows the teaser"`
	Teaser     string       `json:"teaser" doc:"The excerpt up to its last whole word"`
	Categories []string     `json:"categories"`
	Lang       locales.Lang `json:"lang" doc:"Language the text is really in"`
}

// PostPage is a complete article.
type PostPage struct {
	ID         string         `json:"id"`
	Title      string         `json:"title"`
	Author     string         `json:"author"`
	Date       string         `json:"date"`
	DateTime   string         `json:"dateTime" format:"date"`
	Categories []string       `json:"categories"`
	Content    string         `json:"content" doc:"Sanitised HTML"`
	Cover      string         `json:"cover,omitempty" doc:"A picture above it"`
	CoverSet   string         `json:"coverSet,omitempty" doc:"Smaller drawings of it, for srcset"`
	Lang       locales.Lang   `json:"lang"`
	Written    []locales.Lang `json:"-"` // languages it exists in
	Changed    time.Time      `json:"-"`

	Address     string `json:"-"` // the last segment of its path
	SearchTitle string `json:"-"` // empty means its title
	Description string `json:"-"`
}

// DownloadPage is the download page's own data.
type DownloadPage struct {
	BusinessName string             `json:"businessName"`
	Address      string             `json:"address"`
	MapsURL      string             `json:"mapsUrl"`
	HoursText    string             `json:"hoursText" doc:"As the owner wrote it; empty where that is another language and the week can be told instead"`
	HoursNotes   string             `json:"hoursNotes,omitempty" doc:"What to read below the week, where that is told: lines that say something else"`
	OpeningHours *hours.Hours       `json:"openingHours,omitempty"`
	SpecialDays  []hours.SpecialDay `json:"specialDays,omitempty" doc:"Days of the next two weeks with other hours"`
	Buttons      []StoreButton      `json:"buttons"`
	OneEdition   bool               `json:"oneEdition,omitempty" doc:"The app has no editions to choose from"`
	QR           QRCode             `json:"qr"`
	FeedbackURL  string             `json:"feedbackUrl"`
	VCardURL     string             `json:"vcardUrl"`
}

// PrivacyPage is the privacy page's own data.
type PrivacyPage struct {
	Counted []visit.Kind   `json:"counted" doc:"What is counted"`
	Skipped []visit.Reason `json:"skipped" doc:"What is not, by why"`
	Days    int            `json:"days" doc:"How long single visits are kept"`
	Hours   int            `json:"hours" doc:"How long it can be told which visits of a day are one person's, at most"`
	MailURL string         `json:"mailUrl"`
	CallURL string         `json:"callUrl"`
	Photos  bool           `json:"photos,omitempty" doc:"Pictures may come with a message"`
}

// StoreButton links to the owner's app.
type StoreButton struct {
	Key      string `json:"key" enum:"googlePlay,appStore,apkDownload"`
	Title    string `json:"title"`
	Subtitle string `json:"subtitle"`
	Href     string `json:"href"`
}

// QRCode describes a QR code and where its images are.
type QRCode struct {
	Target      string `json:"target"`
	Size        int    `json:"size"`
	Label       string `json:"label"`
	Description string `json:"description"`
	SVG         string `json:"svg"`
	SVGDownload string `json:"svgDownload"`
	PNGDownload string `json:"pngDownload"`
	PrintSVG    string `json:"printSvg"`
	PrintPNG    string `json:"printPng"`
}

// Paging describes which part of a list a page shows, and which pages of the list it links to.
type Paging struct {
	Total int   `json:"total"`
	First int   `json:"first,omitempty" doc:"How many come before these"`
	Page  int   `json:"page,omitempty" doc:"Which page of the list this is; absent where it is only the beginning of the first"`
	Pages []int `json:"pages,omitempty" doc:"The pages to link to; absent where there is one only"`
}

// FormPage is a form page's own data.
type FormPage struct {
	Kind     lead.Kind         `json:"kind" enum:"quote_request,portfolio_request"`
	Action   string            `json:"action" doc:"Where it is posted to"`
	Back     string            `json:"back" doc:"The page it belongs to"`
	Token    string            `json:"token"`
	Source   string            `json:"source" doc:"What led the visitor here"`
	Values   map[string]string `json:"values" doc:"What was typed"`
	Services []string          `json:"services" doc:"To choose from"`
	Chosen   []string          `json:"chosen"`
	Items    []BasketLine      `json:"items,omitempty" doc:"What the visitor's basket contains"`
	Issues   []fault.Issue     `json:"issues"`
	Failure  string            `json:"failure,omitempty" enum:"stale,changed,gone,many,unavailable" doc:"Why it was not stored. many: the basket has more lines than a message can have, and the form lists the first ones"`
	Sent     *LeadReceipt      `json:"sent,omitempty" doc:"It was stored"`

	PhotosAgain bool `json:"photosAgain,omitempty" doc:"Pictures were sent and must be chosen again: a browser does not keep them"`
}

// BasketLine is a line of a basket, as a form lists it.
type BasketLine struct {
	ID       string `json:"id"`
	Title    string `json:"title"`
	Unit     string `json:"unit,omitempty"`
	Price    string `json:"price,omitempty"`
	Quantity string `json:"quantity" doc:"As it was typed"`
	Seen     int64  `json:"seen" doc:"The state of the service that the form shows"`
}

// LeadReceipt is what a visitor sees after sending a message.
type LeadReceipt struct {
	Reference string `json:"reference" doc:"What people call the message, such as DM-1042"`
	ChatURL   string `json:"chatUrl" doc:"The business's chat with the reference already typed, and the basket if there is one"`

	Items []lead.Detail `json:"items,omitempty" doc:"The basket as it was stored, the total last"`

	Photos int         `json:"photos,omitempty" doc:"How many pictures are stored with it"`
	Lost   []LostPhoto `json:"lost,omitempty" doc:"Pictures that were sent with it and are not stored"`
}

// LostPhoto is a picture that was sent with a message and is not stored.
type LostPhoto struct {
	Name   string `json:"name" doc:"The file's name"`
	Reason string `json:"reason" enum:"media_type,media_too_large,media_broken,many,unavailable" doc:"many: more than three; unavailable: nothing is wrong with the file, but it cannot be stored now"`
}
