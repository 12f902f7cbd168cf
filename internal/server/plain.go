package server

import (
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"strconv"

	"parichay/internal/door"
	"parichay/internal/fault"
	"parichay/internal/render"
	"parichay/internal/site"
	"parichay/locales"
)

// drawingPause is when to come again if there was no slot to draw a form in.
const drawingPause = 2

// servePlainly answers for a form without drawing it: whoever is refused must not
// cost what they are refused, and what is stored is said to be, whatever else
// fails. All that was typed is in the answer, to be sent again.
func (s leadAPI) servePlainly(w http.ResponseWriter, r *http.Request, f *site.Form, form site.FormPage, err error) {
	lang, status, retry := site.LanguageOf(r.URL.Path), respond(err).Status, drawingPause
	if status == http.StatusInternalServerError {
		slog.ErrorContext(r.Context(), "form", "path", r.URL.Path, "error", err)
	}
	if often, ok := errors.AsType[fault.TooMany](err); ok {
		retry = often.RetrySeconds
	}
	page := render.Plain{Lang: lang}
	chat := render.Link{Text: locales.Text(lang, "common.chat"), Href: s.site.Shown(lang).WhatsApp}
	switch {
	case form.Sent != nil:
		status, chat.Href = http.StatusOK, form.Sent.ChatURL
		page.Title = locales.Text(lang, f.Title+".sent")
		page.Text = locales.Text(lang, "lead.reference", "reference", form.Sent.Reference)
	case r.Method == http.MethodPost:
		page.Title = locales.Text(lang, f.Title)
		page.Text = locales.Text(lang, "lead.error")
		if status == http.StatusTooManyRequests {
			page.Text = locales.Text(lang, "lead.error.too_many")
		}
		page.Action, page.Send, page.Typed = r.URL.Path, locales.Text(lang, f.Title+".submit"), typed(lang, r)
	default:
		page.Title = locales.Text(lang, "unavailable.title")
		page.Text = locales.Text(lang, "unavailable.message")
		page.Links = []render.Link{{Text: locales.Text(lang, "common.retry"), Href: r.URL.RequestURI()}}
	}
	page.Links = append(page.Links, chat, render.Link{Text: locales.Text(lang, "common.backToHome"), Href: site.Prefixed(lang, "/")})
	h := w.Header()
	maps.Copy(h, s.site.DocumentHeaders(render.PlainCSP()))
	if status != http.StatusOK {
		h.Set("Retry-After", strconv.Itoa(retry))
	}
	w.WriteHeader(status)
	_ = page.Write(w) // the status is on its way, nobody is left to tell
}

// typed is all a form sent: what the visitor wrote to be seen, the rest unseen.
func typed(lang locales.Lang, r *http.Request) (all []render.Typed) {
	for _, name := range formFields {
		if value := r.PostForm.Get(name); value != "" {
			all = append(all, render.Typed{Name: name, Label: locales.Text(lang, "lead."+name), Value: value})
		}
	}
	for _, name := range []string{"services", "consent", "homepage", door.TokenField} {
		for _, value := range r.PostForm[name] {
			all = append(all, render.Typed{Name: name, Value: value})
		}
	}
	return all
}
