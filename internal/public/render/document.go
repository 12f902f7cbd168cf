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

// Document is a public page before it is bytes.
type Document struct {
	Status  int
	Lang    locales.Lang
	Page    string // its component, whose scripts the browser asks for together; any other name has the entry alone
	Head    Head
	Look    theme.Look
	Boot    []byte // the page's data as JSON; the browser hydrates from the same
	MovedTo string // it lives elsewhere: nothing of it is drawn
	Static  bool   // complete as it is: the browser loads no script and gets no data
	Opens   string // the form that is opened by seeing it, as it is counted
}

// Head is what search engines, share previews and browsers read.
type Head struct {
	Title, Description string
	Path               string      // without language prefix; empty: it has no address of its own, and who sees it is not counted
	Localized          bool        // the same path exists in every language
	Canonical          string      // absolute
	Alternates         []Alternate // absolute, one a language
	NoIndex            bool
	SiteName, Locale   string
	Type, Image        string   // Open Graph's type, and the share picture
	Icon               string   // what names the icons drawn today; empty: whatever they are
	Feed               string   // path of the feed in this language
	Data               []string // JSON-LD
}

// speculation lets a browser fetch the next page while a finger or pointer is
// still on its way.
const speculation = `{"prefetch":[{"where":{"and":[{"href_matches":"/*"},{"not":{"href_matches":"/admin*"}},{"not":{"href_matches":"/*.vcf"}},{"not":{"href_matches":"/qr/*"}},{"not":{"href_matches":"/*/qr/*"}},{"not":{"selector_matches":"[aria-haspopup]"}}]},"eagerness":"moderate"}]}`

// Alternate is the same page in another language.
type Alternate struct{ Lang, Href string }

// iconLinks name the owner's picture in the sizes that browsers and phones ask for.
const iconLinks = `<link rel="icon" href="/icon/48.png{{with .Head.Icon}}?{{.}}{{end}}" sizes="48x48"><link rel="apple-touch-icon" href="/icon/180.png{{with .Head.Icon}}?{{.}}{{end}}"><link rel="manifest" href="{{if ne .Lang "en"}}/{{.Lang}}{{end}}/manifest.webmanifest">`

// The boot data is data, not script: json.Marshal has already written "<" as
// \u003c, so it cannot end its element.
var document = template.Must(template.New("document").Parse(`<!doctype html>
<html lang="{{.Lang}}"{{if .Pixel}} data-counted{{end}}{{with .Opens}} data-opens="{{.}}"{{end}}{{if .Moves}} data-tail="{{.Tail}}"{{end}}{{if .Entry}} data-entry="{{.Entry}}"{{with .Chunks}} data-chunks="{{.}}"{{end}}{{with .Dialogs}} data-dialogs="{{.}}"{{end}}{{end}}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover"><script>{{.Loader}}</script><title>{{.Head.Title}}</title><meta name="description" content="{{.Head.Description}}">
{{- range .Themes}}<meta name="theme-color"{{with .Media}} media="{{.}}"{{end}} content="{{.Colour}}">{{end}}
{{- if .Head.NoIndex}}<meta name="robots" content="noindex">{{end}}
{{- if .Head.Canonical}}<link rel="canonical" href="{{.Head.Canonical}}">{{end}}
{{- range .Head.Alternates}}<link rel="alternate" hreflang="{{.Lang}}" href="{{.Href}}">{{end -}}
{{- if .Head.Image}}<meta property="og:type" content="{{.Head.Type}}"><meta property="og:site_name" content="{{.Head.SiteName}}"><meta property="og:title" content="{{.Head.Title}}"><meta property="og:description" content="{{.Head.Description}}"><meta property="og:url" content="{{.Head.Canonical}}"><meta property="og:locale" content="{{.Head.Locale}}"><meta property="og:image" content="{{.Head.Image}}"><meta property="og:image:width" content="1200"><meta property="og:image:height" content="630"><meta property="og:image:alt" content="{{.Head.Title}}"><meta name="twitter:card" content="summary_large_image">{{end}}{{with .Head.Feed}}<link rel="alternate" type="application/atom+xml" href="{{.}}">{{end}}
{{- range .Data}}<script type="application/ld+json">{{.}}</script>{{end -}}
` + iconLinks + `<style>{{.CSS}}</style>{{with .Look}}<style id="look">{{.}}</style>{{end}}</head><body><div id="root"{{if not .HTML}} data-client{{end}}>{{.HTML}}</div>{{if .Entry}}<script type="application/json" id="boot">{{.Boot}}</script>{{end}}{{with .Pixel}}<noscript><img src="{{.}}" alt="" hidden></noscript>{{end}}<script type="speculationrules">{{.Speculation}}</script></body></html>
`))

var adminDocument = template.Must(template.New("admin").Parse(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover,interactive-widget=resizes-content"><meta name="robots" content="noindex"><title>{{.Title}}</title><link rel="icon" href="/icon/48.png" sizes="48x48"><link rel="apple-touch-icon" href="/icon/180.png"><link rel="manifest" href="/admin/manifest.webmanifest">
{{- range .Styles}}<link rel="stylesheet" href="{{.}}">{{end}}{{range .Chunks}}<link rel="modulepreload" href="{{.}}">{{end -}}
<script type="module" src="{{.Entry}}"></script></head><body><div id="root"></div><noscript>{{.NoScript}}</noscript></body></html>
`))

var stillDocument = template.Must(template.New("still").Parse(`<!doctype html>
<html lang="{{.Lang}}"><head><meta charset="utf-8"><link rel="stylesheet" href="{{.Style}}"></head><body inert><div id="root">{{.HTML}}</div></body></html>`))

// withoutScript is what only visitors without script are shown.
var withoutScript = regexp.MustCompile(`<noscript>.*?</noscript>`)

// Still is a page to look at: nothing in it runs or can be pressed. What a script
// would reveal is shown from the start, and what it would hide is not there.
func (a *Assets) Still(lang locales.Lang, html string) (string, error) {
	var out strings.Builder
	html = withoutScript.ReplaceAllString(html, "")
	err := stillDocument.Execute(&out, map[string]any{
		"Lang": lang, "Style": a.publicStyle, "HTML": template.HTML(strings.ReplaceAll(html, ` data-reveal=""`, "")), //nolint:gosec // React's output
	})
	return out.String(), err
}

// tail is what follows a language's name in the page's address.
func (h *Head) tail() string { return strings.TrimSuffix(h.Path, "/") }

// ViewPath is where a view is counted that no script tells of.
const ViewPath = "/api/v1/visits/view.gif"

// pixel is what counts a view where no script runs; empty where none is counted.
func (d *Document) pixel() template.URL {
	if d.Head.Path == "" {
		return ""
	}
	path := d.Head.Path
	if d.Lang != locales.English {
		path = "/" + string(d.Lang) + d.Head.tail()
	}
	return template.URL(ViewPath + "?p=" + (&url.URL{Path: path}).EscapedPath()) //nolint:gosec // an address of ours, escaped
}

// usualThemes are the colours of the browser's bars around a page that says nothing else.
var usualThemes = []theme.Colour{{Colour: "#ffffff"}}

// write puts the parts together. html is empty when rendering failed; the
// browser then renders the page itself from the boot data.
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
		"Data": data, "Speculation": template.HTML(speculation), //nolint:gosec // a constant above; not a script to the template, so not JS
		"Lang": doc.Lang, "Head": doc.Head, "Entry": entry, "Pixel": doc.pixel(), "Opens": doc.Opens,
		"Moves": doc.Head.Localized && doc.Lang == locales.English, "Tail": doc.Head.tail(),
		"Chunks": strings.Join(scripts.page, " "), "Dialogs": strings.Join(scripts.dialogs[doc.Lang], " "),
		"Loader": template.JS(a.loader), "CSS": template.CSS(a.css), //nolint:gosec // our own build
		"Look": template.CSS(doc.Look.Style), "Themes": themes, //nolint:gosec // colours and lengths, made by package look
		"HTML": template.HTML(html), "Boot": template.JS(doc.Boot), //nolint:gosec // React's output, and JSON with < escaped
	})
	return out.Bytes(), err
}

// Admin is the document of the owner's app.
func (a *Assets) Admin() ([]byte, error) {
	var out bytes.Buffer
	err := adminDocument.Execute(&out, map[string]any{
		"Title": locales.Text(locales.English, "admin.title"), "NoScript": locales.Text(locales.English, "admin.noScript"),
		"Styles": a.adminStyles, "Chunks": a.adminChunks, "Entry": a.adminEntry,
	})
	return out.Bytes(), err
}
