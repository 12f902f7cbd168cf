package site

import (
	"context"
	"fmt"
	"net/http"

	"parichay/internal/domain/profile"
	"parichay/internal/public/draw"
	"parichay/internal/public/feeds"
	"parichay/locales"
)

// adminPath is the path of the owner's app.
const adminPath = "/admin"

// Paths of the manifests of the site and of the owner's app.
const (
	ManifestPath      = "/manifest.webmanifest"
	AdminManifestPath = adminPath + ManifestPath
)

// ServeManifest serves the manifest with which a phone puts the site on its home screen.
func (s Documents) ServeManifest(w http.ResponseWriter, r *http.Request) error {
	lang, _, _ := s.Languages().Find(r.URL.Path)
	return s.serveManifest(w, r, ManifestPath+string(lang), func() feeds.Manifest { return s.siteManifest(lang) })
}

// ServeAdminManifest serves the manifest of the owner's app, in the requested language.
func (s Documents) ServeAdminManifest(w http.ResponseWriter, r *http.Request) error {
	lang, _ := locales.Parse(r.URL.Query().Get("lang"))
	return s.serveManifest(w, r, AdminManifestPath+string(lang), func() feeds.Manifest { return s.appManifest(lang) })
}

func (s Documents) serveManifest(w http.ResponseWriter, r *http.Request, key string, describe func() feeds.Manifest) error {
	return s.Keep(w, r, &Document{Key: key, Header: headed("application/manifest+json"), Make: func(context.Context) ([]byte, error) { return describe().JSON() }})
}

// siteManifest returns the manifest of the public site in a language.
func (s Documents) siteManifest(lang locales.Lang) feeds.Manifest {
	p := s.Shown(lang)
	return feeds.Manifest{Lang: string(lang), Name: p.BrandName, Description: p.Tagline, Scope: "/", Start: s.Languages().Path(lang, "/"), Colour: p.Accent, Icons: s.manifestIcons()}
}

// appManifest returns the manifest of the owner's app in a language.
func (s Documents) appManifest(lang locales.Lang) feeds.Manifest {
	p := s.Shown(lang)
	m := feeds.Manifest{
		Lang: string(lang), Name: locales.Text(lang, "admin.app", "brand", p.BrandName),
		Scope: adminPath, Start: adminPath + "/dashboard", Alone: true, Colour: p.Accent, Icons: s.manifestIcons(),
	}
	for _, tab := range []string{"inbox", "page", "insights"} {
		m.Shortcuts = append(m.Shortcuts, feeds.Shortcut{Name: locales.Text(lang, "screen."+tab+".title"), URL: adminPath + "/" + tab})
	}
	return m
}

func (s Documents) manifestIcons() (all []feeds.Icon) {
	digest := iconDigest(s.Shown(s.Languages().Primary))
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

// iconDigest returns the digest of everything that the icons show. They are the same in all
// languages, so p is the profile in the primary language.
func iconDigest(p profile.Profile) string {
	return draw.Digest(p.ProfileImage, profile.Initials(p.BrandName), p.Accent)
}
