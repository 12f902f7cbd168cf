package server

import (
	"strconv"

	"parichay/internal/profile"
	"parichay/locales"
)

// firstYear is when the business's copyright begins.
const firstYear = 2025

// Boot is everything a public page is drawn from, on the server and again in the
// browser.
type Boot struct {
	Page    string            `json:"page" enum:"home,notFound"`
	Lang    locales.Lang      `json:"lang" enum:"en,hi,gu"`
	Version int64             `json:"version" doc:"Version of the site's content the page was made from"`
	Words   map[string]string `json:"words" doc:"The page's words in its language"`
	Shell   Shell             `json:"shell"`
	Home    *HomePage         `json:"home,omitempty"`
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
	Code    locales.Lang `json:"code" enum:"en,hi,gu"`
	Href    string       `json:"href"`
	Current bool         `json:"current"`
}

// HomePage is the home page's own part.
type HomePage struct {
	BrandName     string               `json:"brandName"`
	Tagline       string               `json:"tagline"`
	ProfileImage  string               `json:"profileImage"`
	Initials      string               `json:"initials"`
	ProfileURL    string               `json:"profileUrl"`
	Social        []profile.SocialLink `json:"social"`
	Links         []PageLink           `json:"links"`
	DownloadURL   string               `json:"downloadUrl"`
	Contact       Contact              `json:"contact"`
	ShopButtonURL string               `json:"shopButtonUrl"`
	FeedbackURL   string               `json:"feedbackUrl"`
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

func (v *view) shell(p *page) Shell {
	shell := Shell{
		Path: p.path, Home: prefixed(v.lang, "/"), Notice: v.notice,
		ChatURL: v.profile.WhatsApp, BrandName: v.profile.BrandName,
		Copyright: "© " + years(v.today.Year()) + " " + v.profile.BrandName,
	}
	for _, lang := range locales.All {
		path := p.path
		if path == "" {
			path = "/"
		}
		shell.Languages = append(shell.Languages, LanguageLink{Code: lang, Href: prefixed(lang, path), Current: lang == v.lang})
	}
	return shell
}

func years(now int) string {
	if now <= firstYear {
		return strconv.Itoa(firstYear)
	}
	return strconv.Itoa(firstYear) + "–" + strconv.Itoa(now)
}

func fillHome(v *view, b *Boot) {
	p := v.profile
	home := &HomePage{
		BrandName: p.BrandName, Tagline: p.Tagline, ProfileImage: p.ProfileImage,
		Initials: profile.Initials(p.BrandName), ProfileURL: v.server.absolute(prefixed(v.lang, "/")),
		Social: p.Social(), DownloadURL: prefixed(v.lang, "/download"),
		Contact: Contact{
			Phone: p.Phone, PhoneURL: profile.TelLink(p.Phone),
			Email: p.Email, EmailURL: "mailto:" + p.Email,
			Address: p.Address, MapsURL: profile.MapsLink(p.Address),
		},
		ShopButtonURL: p.ShopButtonURL, FeedbackURL: p.FeedbackURL,
	}
	for _, key := range []string{"services", "portfolio", "blog"} {
		home.Links = append(home.Links, PageLink{Key: key, Href: prefixed(v.lang, "/"+key)})
	}
	b.Home = home
}
