package site

import (
	"maps"
	"net/http"
	"strconv"

	"parichay/internal/boot"
	"parichay/internal/policy"
	"parichay/internal/render"
	"parichay/locales"
)

// FormFields are those a form sends back as they were typed; hiddenFields come along.
var (
	FormFields   = []string{"name", "email", "phone", "company", "message"}
	hiddenFields = []string{"services", "consent", "homepage", "token", "source"}
)

// ServePlainly answers for a form without drawing it: whoever is refused must not
// cost what they are refused, and what is stored is said to be, whatever else
// fails. All that was typed is in the answer, to be sent again after retry seconds.
func (s *Site) ServePlainly(w http.ResponseWriter, r *http.Request, f *Form, form boot.FormPage, status, retry int) {
	lang := LanguageOf(r.URL.Path)
	page := render.Plain{Lang: lang, Look: s.live.current.Load().look}
	chat := render.Link{Text: locales.Text(lang, "common.chat"), Href: s.Shown(lang).WhatsApp}
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
	if chat.Href != "" {
		page.Links = append(page.Links, chat)
	}
	page.Links = append(page.Links, render.Link{Text: locales.Text(lang, "common.backToHome"), Href: Prefixed(lang, "/")})
	h := w.Header()
	maps.Copy(h, policy.Document(page.CSP()))
	if status != http.StatusOK {
		h.Set("Retry-After", strconv.Itoa(retry))
	}
	w.WriteHeader(status)
	_ = page.Write(w) // the status is on its way, nobody is left to tell
}

// typed is all a form sent: what the visitor wrote to be seen, the rest unseen.
func typed(lang locales.Lang, r *http.Request) (all []render.Typed) {
	for _, name := range FormFields {
		if value := r.PostForm.Get(name); value != "" {
			all = append(all, render.Typed{Name: name, Label: locales.Text(lang, "lead."+name), Value: value})
		}
	}
	for _, name := range hiddenFields {
		for _, value := range r.PostForm[name] {
			all = append(all, render.Typed{Name: name, Value: value})
		}
	}
	return all
}

// AdminPage serves the owner's app; it holds no data, so anybody may load it.
func (s *Site) AdminPage(more ...func(http.Header)) (http.HandlerFunc, error) {
	body, err := s.assets.Admin()
	if err != nil {
		return nil, err
	}
	headers := policy.Document(s.assets.AdminCSP())
	headers["Cache-Control"] = []string{"no-cache"}
	for _, set := range more {
		set(headers)
	}
	return func(w http.ResponseWriter, _ *http.Request) {
		maps.Copy(w.Header(), headers)
		_, _ = w.Write(body)
	}, nil
}
