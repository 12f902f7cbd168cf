package site

import (
	"strconv"
	"time"

	"parichay/internal/profile"
	"parichay/locales"
)

// firstYear is when the business's copyright begins.
const firstYear = 2025

// Boot is everything a public page is drawn from, on the server and again in the
// browser.
type Boot struct {
	Page    string            `json:"page" enum:"home,services,portfolio,blog,post,download,form,notFound,unavailable"`
	Lang    locales.Lang      `json:"lang"`
	Edition string            `json:"edition" doc:"Names all the page was made from: another one, and it may show something else"`
	Words   map[string]string `json:"words" doc:"The page's words in its language"`
	Shell   Shell             `json:"shell"`

	Home      *HomePage      `json:"home,omitempty"`
	Services  *ServicesPage  `json:"services,omitempty"`
	Portfolio *PortfolioPage `json:"portfolio,omitempty"`
	Blog      *BlogPage      `json:"blog,omitempty"`
	Post      *PostPage      `json:"post,omitempty" doc:"Absent on page post: there is no such article"`
	Download  *DownloadPage  `json:"download,omitempty"`
	Form      *FormPage      `json:"form,omitempty"`
}

// Shell is what every public page has around its own part.
type Shell struct {
	Path      string         `json:"path" doc:"Path without language prefix"`
	Languages []LanguageLink `json:"languages"`
	Home      string         `json:"home" doc:"The home page in this language"`
	ChatURL   string         `json:"chatUrl"`
	BrandName string         `json:"brandName"`
	Copyright string         `json:"copyright"`
	Notice    string         `json:"notice,omitempty" enum:"fetch_error,connection_error" doc:"Why defaults are shown, if they are"`
}

// LanguageLink is this page in a language.
type LanguageLink struct {
	Code    locales.Lang `json:"code"`
	Href    string       `json:"href"`
	Current bool         `json:"current"`
}

// HomePage is the home page's own part.
type HomePage struct {
	BrandName     string               `json:"brandName"`
	Tagline       string               `json:"tagline"`
	ProfileImage  string               `json:"profileImage"`
	ImageSet      string               `json:"imageSet,omitempty" doc:"Smaller drawings of the picture, for srcset; absent when it is not ours"`
	Initials      string               `json:"initials"`
	ProfileURL    string               `json:"profileUrl"`
	Social        []profile.SocialLink `json:"social"`
	Links         []PageLink           `json:"links"`
	DownloadURL   string               `json:"downloadUrl"`
	Contact       Contact              `json:"contact"`
	ShopButtonURL string               `json:"shopButtonUrl"`
	FeedbackURL   string               `json:"feedbackUrl"`
	VCardURL      string               `json:"vcardUrl"`
	OpeningHours  *profile.Hours       `json:"openingHours,omitempty" doc:"In IST, Monday first; absent when the owner's text cannot be read"`
}

// ServicesPage is the services page's own part.
type ServicesPage struct {
	Items []ServiceCard `json:"items"`
}

// ServiceCard is one service.
type ServiceCard struct {
	ID          string   `json:"id"`
	Icon        string   `json:"icon"`
	Title       string   `json:"title"`
	Description string   `json:"description"`
	Features    []string `json:"features"`
}

// PortfolioPage is the portfolio page's own part.
type PortfolioPage struct {
	Items []ProjectCard `json:"items"`
	Paging
}

// ProjectCard is one case study.
type ProjectCard struct {
	ID          string   `json:"id"`
	Title       string   `json:"title"`
	Client      string   `json:"client"`
	Description string   `json:"description"`
	Category    string   `json:"category"`
	Tags        []string `json:"tags"`
	Date        string   `json:"date" doc:"Month and year in the page's language"`
	ImageURL    string   `json:"imageUrl"`
	ImageSet    string   `json:"imageSet,omitempty" doc:"Smaller drawings of the picture, for srcset; absent when it is not ours"`
	Link        string   `json:"link"`
	CaseStudy   string   `json:"caseStudy" doc:"Sanitised HTML; empty in lists, asked for when it is opened"`
}

// BlogPage is the blog list's own part.
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
	Excerpt    string       `json:"excerpt"`
	Categories []string     `json:"categories"`
	Lang       locales.Lang `json:"lang" doc:"Language the text is really in"`
}

// PostPage is an article whole.
type PostPage struct {
	ID         string         `json:"id"`
	Title      string         `json:"title"`
	Author     string         `json:"author"`
	Date       string         `json:"date"`
	DateTime   string         `json:"dateTime" format:"date"`
	Categories []string       `json:"categories"`
	Content    string         `json:"content" doc:"Sanitised HTML"`
	Lang       locales.Lang   `json:"lang"`
	written    []locales.Lang // languages it exists in
	changed    time.Time
}

// DownloadPage is the download page's own part.
type DownloadPage struct {
	BusinessName string         `json:"businessName"`
	Address      string         `json:"address"`
	MapsURL      string         `json:"mapsUrl"`
	HoursText    string         `json:"hoursText"`
	OpeningHours *profile.Hours `json:"openingHours,omitempty"`
	Buttons      []StoreButton  `json:"buttons"`
	QR           QRCode         `json:"qr"`
	FeedbackURL  string         `json:"feedbackUrl"`
	VCardURL     string         `json:"vcardUrl"`
}

// StoreButton leads to the owner's app.
type StoreButton struct {
	Key      string `json:"key" enum:"googlePlay,appStore,apkDownload"`
	Title    string `json:"title"`
	Subtitle string `json:"subtitle"`
	Href     string `json:"href"`
}

// QRCode is a code and where its pictures are.
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

// PageLink leads to another page of the site.
type PageLink struct {
	Key  string `json:"key" enum:"services,portfolio,blog"`
	Href string `json:"href"`
}

// Contact is the ways to reach the business, as text and as links.
type Contact struct {
	Phone    string `json:"phone"`
	PhoneURL string `json:"phoneUrl"`
	Email    string `json:"email"`
	EmailURL string `json:"emailUrl"`
	Address  string `json:"address"`
	MapsURL  string `json:"mapsUrl"`
}

func (v *view) shell() Shell {
	shell := Shell{
		Path: v.path, Home: Prefixed(v.lang, "/"), Notice: v.notice,
		ChatURL: v.profile.WhatsApp, BrandName: v.profile.BrandName,
		Copyright: "© " + years(v.today.Year()) + " " + v.profile.BrandName,
	}
	for _, lang := range locales.All {
		shell.Languages = append(shell.Languages, LanguageLink{Code: lang, Href: v.href(lang), Current: lang == v.lang})
	}
	return shell
}

func years(now int) string {
	if now <= firstYear {
		return strconv.Itoa(firstYear)
	}
	return strconv.Itoa(firstYear) + "–" + strconv.Itoa(now)
}
