package render

import (
	"html/template"
	"io"

	"parichay/internal/domain/theme"
	"parichay/internal/kit/headers"
	"parichay/locales"
)

// Plain is a page that is made without React at almost no cost, for requests for which
// rendering would be too expensive. It may contain a form with what the visitor typed, to be
// sent again.
type Plain struct {
	Lang   locales.Lang
	Look   theme.Look
	Title  string
	Text   string
	More   []string // further paragraphs
	Action string   // where the form is posted; empty if there is none
	Typed  []Typed
	Photos string // label of the input for pictures; empty if there is none
	Send   string
	Links  []Link
}

// Typed is a form value; a value without a label becomes a hidden field.
type Typed struct{ Name, Label, Value string }

// Link is a link at the end of a plain page.
type Link struct{ Text, Href string }

const plainCSS = `body{max-width:36rem;margin:8vh auto;padding:0 1.25rem;font:1.0625rem/1.6 system-ui,sans-serif;color:var(--color-ink,#1c1917);background:var(--color-page,#fff)}` +
	`p,label{overflow-wrap:anywhere}label{display:block;margin:1rem 0}textarea{display:block;box-sizing:border-box;width:100%;padding:.5rem;font:inherit}` +
	`button,a{display:inline-block;min-height:2.75rem;margin:.5rem 1rem .5rem 0;font:inherit;line-height:2.75rem;color:inherit}button{padding:0 1.5rem;font-weight:700}`

// Browsers drop the first line break after <textarea>, so the template adds one.
var plain = template.Must(template.New("plain").Parse(`<!doctype html>
<html lang="{{.Page.Lang}}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>{{.Page.Title}}</title><link rel="icon" href="/icon/48.png" sizes="48x48"><style>{{.CSS}}</style>{{with .Page.Look.Style}}<style>{{$.Style}}</style>{{end}}</head><body><main><h1>{{.Page.Title}}</h1><p>{{.Page.Text}}</p>
{{- range .Page.More}}<p>{{.}}</p>{{end}}
{{- if .Page.Action}}<form method="post" action="{{.Page.Action}}"{{if .Page.Photos}} enctype="multipart/form-data"{{end}}>
{{- range .Page.Typed}}{{if .Label}}<label>{{.Label}}<textarea name="{{.Name}}">
{{.Value}}</textarea></label>{{else}}<input type="hidden" name="{{.Name}}" value="{{.Value}}">{{end}}{{end -}}
{{with .Page.Photos}}<label>{{.}} <input type="file" name="photos" accept="image/*" multiple></label>{{end -}}
<button type="submit">{{.Page.Send}}</button></form>{{end}}
{{- range .Page.Links}}<a href="{{.Href}}">{{.Text}}</a>{{end}}</main></body></html>
`))

// CSP returns the page's content security policy.
func (p Plain) CSP() string {
	return headers.PagePolicy("style-src " + hashes(plainCSS, p.Look.Style))
}

// Write writes the page's HTML.
func (p Plain) Write(w io.Writer) error {
	return plain.Execute(w, struct { // not embedded: templates find fields of embedded structs slowly
		Page       Plain
		CSS, Style template.CSS
	}{p, plainCSS, template.CSS(p.Look.Style)}) //nolint:gosec // colours and lengths, made by package theme
}
