// Package homescreen tells a phone how the site, or its owner's app, looks on its home
// screen.
package homescreen

import (
	"fmt"

	"parichay/internal/domain/profile"
	"parichay/internal/public/draw"
	"parichay/internal/public/feeds"
	"parichay/locales"
)

// Where the icons are, and the owner's app.
const (
	IconPath  = "/icon/"
	AdminPath = "/admin"
)

// Shown is the profile as readers of a language see it.
type Shown func(lang locales.Lang) profile.Profile

// Site is the manifest of the public site in the language whose home page start is.
func Site(shown Shown, lang locales.Lang, start string) feeds.Manifest {
	p := shown(lang)
	return feeds.Manifest{Lang: string(lang), Name: p.BrandName, Description: p.Tagline, Scope: "/", Start: start, Colour: p.Accent, Icons: icons(shown)}
}

// App is the manifest of the owner's app in a language.
func App(shown Shown, lang locales.Lang) feeds.Manifest {
	p := shown(lang)
	m := feeds.Manifest{
		Lang: string(lang), Name: locales.Text(lang, "admin.app", "brand", p.BrandName),
		Scope: AdminPath, Start: AdminPath + "/dashboard", Alone: true, Colour: p.Accent, Icons: icons(shown),
	}
	for _, tab := range []string{"inbox", "page", "insights"} {
		m.Shortcuts = append(m.Shortcuts, feeds.Shortcut{Name: locales.Text(lang, "screen."+tab+".title"), URL: AdminPath + "/" + tab})
	}
	return m
}

func icons(shown Shown) (all []feeds.Icon) {
	digest := Digest(shown)
	for _, name := range []string{"192.png", "512.png", "maskable.png"} {
		drawn := draw.Icons[name]
		icon := feeds.Icon{Src: IconPath + name + "?" + digest, Type: "image/png", Sizes: fmt.Sprintf("%dx%d", drawn.Pixels, drawn.Pixels)}
		if drawn.Cut == draw.Maskable {
			icon.Purpose = "maskable"
		}
		all = append(all, icon)
	}
	return all
}

// Digest names what the icons are drawn from. They are the same in all languages.
func Digest(shown Shown) string {
	p := shown(locales.English)
	return draw.Digest(p.ProfileImage, profile.Initials(p.BrandName), p.Accent)
}
