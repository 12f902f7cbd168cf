package render

import (
	"bytes"
	"html/template"
	"net/url"
	"regexp"
	"strings"

	"parichay/internal/domain/theme"
	"parichay/locales"
)

// Document is a public page before it is rendered.
type Document struct {
	Status  int
	Lang    locales.Lang
	Page    string // component whose scripts are preloaded; an unknown name preloads only the entry
	Head    Head
	Look    theme.Look
	Boot    []byte // the page's data as JSON; the browser hydrates the page from it
	MovedTo string // if not empty, the target of a redirect; nothing is rendered
	Static  bool   // complete without script: the browser gets neither scripts nor data
	Opens   string // name of the form that a view of this page opens, for counting
}

// Head is what search engines, share previews and browsers read.
type Head struct {
	Title, Description string
	Path               string         // without language prefix; empty if the page has no address and its views are not counted
	Prefix             locales.Lang   // language prefix of the page's addresses; empty for none
	Others             []locales.Lang // other languages in which the page exists; only for pages without prefix, which a reader's stored language replaces
	Canonical          string         // absolute
	Alternates         []Alternate    // absolute, one per language
	NoIndex            bool
	SiteName, Locale   string
	Type, Image        string   // Open Graph type, and the share image
	Icon               string   // digest of the current icons; empty if not versioned
	Feed               string   // path of the feed in this language
	Data               []string // JSON-LD
}

// speculation lets a browser prefetch the next page before the visitor has clicked.
const speculation = `{"prefetch":[{"where":{"and":[{"href_matches":"/*"},{"not":{"href_matches":"/admin*"}},{"not":{"href_matches":"/*.vcf"}},{"not":{"href_matches":"/qr/*"}},{"not":{"href_matches":"/*/qr/*"}},{"not":{"selector_matches":"[aria-haspopup]"}}]},"eagerness":"moderate"}]}`

// Alternate is the same page in another language.
type Alternate struct{ Lang, Href string }

// iconLinks refer to the owner's picture in the sizes that browsers and phones request.
const iconLinks = `<link rel="icon" href="/icon/48.png{{with .Head.Icon}}?{{.}}{{end}}" sizes="48x48"><link rel="apple-touch-icon" href="/icon/180.png{{with .Head.Icon}}?{{.}}{{end}}"><link rel="manifest" href="{{.Manifest}}">`

// The boot data is in a script element with a JSON type, so it does not run. json.Marshal has
// written "<" as \u003c, so the data cannot end the element.
var document = template.Must(template.New("document").Parse(`<!doctype html>
<html lang="{{.Lang}}"{{if .Pixel}} data-counted{{end}}{{with .Opens}} data-opens="{{.}}"{{end}}{{with .Others}} data-others="{{.}}" data-tail="{{$.Tail}}"{{end}}{{if .Entry}} data-entry="{{.Entry}}"{{with .Chunks}} data-chunks="{{.}}"{{end}}{{with .Dialogs}} data-dialogs="{{.}}"{{end}}{{end}}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover"><script>{{.Loader}}</script><title>{{.Head.Title}}</title><meta name="description" content="{{.Head.Description}}">
{{- range .Themes}}<meta name="theme-color"{{with .Media}} media="{{.}}"{{end}} content="{{.Colour}}">{{end}}
{{- if .Head.NoIndex}}<meta name="robots" content="noindex">{{end}}
{{- if .Head.Canonical}}<link rel="canonical" href="{{.Head.Canonical}}">{{end}}
{{- range .Head.Alternates}}<link rel="alternate" hreflang="{{.Lang}}" href="{{.Href}}">{{end -}}
{{- if .Head.Image}}<meta property="og:type" content="{{.Head.Type}}"><meta property="og:site_name" content="{{.Head.SiteName}}"><meta property="og:title" content="{{.Head.Title}}"><meta property="og:description" content="{{.Head.Description}}"><meta property="og:url" content="{{.Head.Canonical}}"><meta property="og:locale" content="{{.Head.Locale}}"><meta property="og:image" content="{{.Head.Image}}"><meta property="og:image:width" content="1200"><meta property="og:image:height" content="630"><meta property="og:image:alt" content="{{.Head.Title}}"><meta name="twitter:card" content="summary_large_image">{{end}}{{with .Head.Feed}}<link rel="alternate" type="application/atom+xml" href="{{.}}">{{end}}
{{- range .Data}}<script type="application/ld+json">{{.}}</script>{{end -}}
` + iconLinks + `<style>{{.CSS}}</style>{{with .Themed}}<style>{{.}}</style>{{end}}{{with .Look}}<style id="look">{{.}}</style>{{end}}</head><body><div id="root"{{if not .HTML}} data-client{{end}}>{{.HTML}}</div>{{if .Entry}}<script type="application/json" id="boot">{{.Boot}}</script>{{end}}{{with .Pixel}}<noscript><img src="{{.}}" alt="" hidden></noscript>{{end}}<script type="speculationrules">{{.Speculation}}</script></body></html>
`))

var adminDocument = template.Must(template.New("admin").Parse(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover,interactive-widget=resizes-content"><meta name="robots" content="noindex"><title>{{.Title}}</title><link rel="icon" href="/icon/48.png" sizes="48x48"><link rel="apple-touch-icon" href="/icon/180.png"><link rel="manifest" href="/admin/manifest.webmanifest">
{{- range .Styles}}<link rel="stylesheet" href="{{.}}">{{end}}{{range .Chunks}}<link rel="modulepreload" href="{{.}}">{{end -}}
<script type="module" src="{{.Entry}}"></script></head><body><div id="root"></div><noscript>{{.NoScript}}</noscript></body></html>
`))

var stillDocument = template.Must(template.New("still").Parse(`<!doctype html>
<html lang="{{.Lang}}"><head><meta charset="utf-8"><link rel="stylesheet" href="{{.Style}}"></head><body inert><div id="root">{{.HTML}}</div></body></html>`))

// withoutScript matches the elements that are shown only to visitors without script.
var withoutScript = regexp.MustCompile(`<noscript>.*?</noscript>`)

// Still returns an inert page for a preview: nothing in it runs or can be clicked. Parts that
// a script would reveal are visible, and parts for visitors without script are removed.
func (a *Assets) Still(lang locales.Lang, html string) (string, error) {
	var out strings.Builder
	html = withoutScript.ReplaceAllString(html, "")
	err := stillDocument.Execute(&out, map[string]any{
		"Lang": lang, "Style": a.publicStyle, "HTML": template.HTML(strings.ReplaceAll(html, ` data-reveal=""`, "")), //nolint:gosec // React's output
	})
	return out.String(), err
}

// tail returns the part of the path that follows a language prefix; empty for the home page.
func (h *Head) tail() string { return strings.TrimSuffix(h.Path, "/") }

// ViewPath is the path of the pixel that counts a view without script.
const ViewPath = "/api/v1/visits/view.gif"

// pixel returns the address that counts a view without script; empty if views are not counted.
func (d *Document) pixel() template.URL {
	if d.Head.Path == "" {
		return ""
	}
	path := locales.Below(d.Head.Prefix, d.Head.Path)
	return template.URL(ViewPath + "?p=" + (&url.URL{Path: path}).EscapedPath()) //nolint:gosec // our own address, escaped
}

// manifestPath is the path of the manifest without language prefix.
const manifestPath = "/manifest.webmanifest"

// usualThemes are the default colours of the browser's toolbar.
var usualThemes = []theme.Colour{{Colour: "#ffffff"}}

// write assembles the document. html is empty if rendering failed; the browser then renders
// the page itself from the boot data.
func (a *Assets) write(doc Document, html string) ([]byte, error) {
	var out bytes.Buffer
	entry := a.publicEntry
	if doc.Static {
		entry = ""
	}
	themes := doc.Look.Themes
	if themes == nil {
		themes = usualThemes
	}
	scripts := a.scripts[strings.ToLower(doc.Page)]
	data := make([]template.JS, len(doc.Head.Data))
	for i, text := range doc.Head.Data {
		data[i] = template.JS(text) //nolint:gosec // JSON with < escaped
	}
	err := document.Execute(&out, map[string]any{
		"Data": data, "Speculation": template.HTML(speculation), //nolint:gosec // a constant; the template does not treat this element as a script, so it cannot be template.JS
		"Lang": doc.Lang, "Head": doc.Head, "Entry": entry, "Pixel": doc.pixel(), "Opens": doc.Opens,
		"Others": strings.Join(locales.CodesOf(doc.Head.Others), " "), "Tail": doc.Head.tail(), "Manifest": locales.Below(doc.Head.Prefix, manifestPath),
		"Chunks": strings.Join(scripts.page, " "), "Dialogs": strings.Join(scripts.dialogs[doc.Lang], " "),
		"Loader": template.JS(a.loader), "CSS": template.CSS(a.css), //nolint:gosec // our own build
		"Themed": template.CSS(a.themesOf(doc)),                  //nolint:gosec // our own build
		"Look":   template.CSS(doc.Look.Style), "Themes": themes, //nolint:gosec // colours and lengths, made by package theme
		"HTML": template.HTML(html), "Boot": template.JS(doc.Boot), //nolint:gosec // React's output, and JSON with < escaped
	})
	return out.Bytes(), err
}

// Admin returns the document of the owner's app.
func (a *Assets) Admin() ([]byte, error) {
	var out bytes.Buffer
	err := adminDocument.Execute(&out, map[string]any{
		"Title": locales.Text(locales.English, "admin.title"), "NoScript": locales.Text(locales.English, "admin.noScript"),
		"Styles": a.adminStyles, "Chunks": a.adminChunks, "Entry": a.adminEntry,
	})
	return out.Bytes(), err
}
