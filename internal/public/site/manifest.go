package site

import (
	"context"
	"net/http"

	"parichay/internal/public/feeds"
	"parichay/internal/public/site/homescreen"
	"parichay/locales"
)

// Where the manifests of the site and of the owner's app are.
const (
	ManifestPath      = "/manifest.webmanifest"
	AdminManifestPath = homescreen.AdminPath + ManifestPath
)

// ServeManifest tells a phone how to put the site on its home screen.
func (s Documents) ServeManifest(w http.ResponseWriter, r *http.Request) error {
	lang := LanguageOf(r.URL.Path)
	return s.serveManifest(w, r, Prefixed(lang, ManifestPath), func() feeds.Manifest { return homescreen.Site(s.Shown, lang, Prefixed(lang, "/")) })
}

// ServeAdminManifest tells the same of the owner's app, in the language it is asked for.
func (s Documents) ServeAdminManifest(w http.ResponseWriter, r *http.Request) error {
	lang, _ := locales.Parse(r.URL.Query().Get("lang"))
	return s.serveManifest(w, r, AdminManifestPath+string(lang), func() feeds.Manifest { return homescreen.App(s.Shown, lang) })
}

func (s Documents) serveManifest(w http.ResponseWriter, r *http.Request, key string, describe func() feeds.Manifest) error {
	return s.Keep(w, r, &Document{Key: key, Header: headed("application/manifest+json"), Make: func(context.Context) ([]byte, error) { return describe().JSON() }})
}
