package render

import (
	"bytes"
	"html/template"

	"parichay/locales"
)

// Document is a public page before it is bytes.
type Document struct {
	Status int
	Lang   locales.Lang
	Head   Head
	Boot   []byte // the page's data as JSON; the browser hydrates from the same
}

// Head is what search engines, share previews and browsers read.
type Head struct {
	Title, Description string
	Path               string      // without language prefix
	Localized          bool        // the same path exists in every language
	Canonical          string      // absolute
	Alternates         []Alternate // absolute, one a language
	NoIndex            bool
}

// Alternate is the same page in another language.
type Alternate struct{ Lang, Href string }

// The boot data is data, not script: json.Marshal has already written "<" as
// \u003c, so it cannot end its element.
var document = template.Must(template.New("document").Parse(`<!doctype html>
<html lang="{{.Lang}}" data-lang="{{.Lang}}" data-path="{{.Head.Path}}"{{if .Head.Localized}} data-localized{{end}} data-entry="{{.Entry}}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover"><script>{{.Loader}}</script><title>{{.Head.Title}}</title><meta name="description" content="{{.Head.Description}}"><meta name="theme-color" content="#ffffff">
{{- if .Head.NoIndex}}<meta name="robots" content="noindex">{{end}}
{{- if .Head.Canonical}}<link rel="canonical" href="{{.Head.Canonical}}">{{end}}
{{- range .Head.Alternates}}<link rel="alternate" hreflang="{{.Lang}}" href="{{.Href}}">{{end -}}
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>{{.CSS}}</style></head><body><div id="root"{{if not .HTML}} data-client{{end}}>{{.HTML}}</div><script type="application/json" id="boot">{{.Boot}}</script></body></html>
`))

var adminDocument = template.Must(template.New("admin").Parse(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover,interactive-widget=resizes-content"><meta name="robots" content="noindex"><title>{{.Title}}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml">
{{- range .Styles}}<link rel="stylesheet" href="{{.}}">{{end -}}
<script type="module" src="{{.Entry}}"></script></head><body><div id="root"></div><noscript>{{.NoScript}}</noscript></body></html>
`))

// write puts the parts together. html is empty when rendering failed; the
// browser then renders the page itself from the boot data.
func (a *Assets) write(doc Document, html string) ([]byte, error) {
	var out bytes.Buffer
	err := document.Execute(&out, map[string]any{
		"Lang": doc.Lang, "Head": doc.Head, "Entry": a.publicEntry,
		"Loader": template.JS(a.loader), "CSS": template.CSS(a.css), //nolint:gosec // our own build
		"HTML": template.HTML(html), "Boot": template.JS(doc.Boot), //nolint:gosec // React's output, and JSON with < escaped
	})
	return out.Bytes(), err
}

// Admin is the document of the owner's app.
func (a *Assets) Admin() ([]byte, error) {
	var out bytes.Buffer
	err := adminDocument.Execute(&out, map[string]any{
		"Title": locales.Text(locales.English, "admin.title"), "NoScript": locales.Text(locales.English, "admin.noScript"),
		"Styles": a.adminStyles, "Entry": a.adminEntry,
	})
	return out.Bytes(), err
}
