package site

import (
	"bytes"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"parichay/internal/domain/lead"
	"parichay/internal/kit/headers"
	"parichay/internal/public/pagedata"
	"parichay/internal/public/render"
	"parichay/locales"
)

// formFields are the fields that a visitor fills in, besides the answers to the form's questions.
// hiddenFields are the other fields of a form.
var (
	formFields   = []string{"name", "email", "phone", "company", "message"}
	hiddenFields = []string{"services", lead.ItemField, "consent", "homepage", "token", "source"}
)

// IsTyped reports whether a visitor fills in the field of a form with that name.
func IsTyped(name string) bool {
	return slices.Contains(formFields, name) || strings.HasPrefix(name, lead.DetailField)
}

// ServePlainly responds to a form with a plain page, without rendering, because a refusal must
// be cheap and a stored message must be confirmed whatever else fails. A refusal contains
// everything that was typed, so that the visitor can send it again after retry seconds.
func (s *Site) ServePlainly(w http.ResponseWriter, r *http.Request, f *Form, form pagedata.FormPage, status, retry int) {
	now := s.live.current.Load()
	lang, _, _ := now.languages.Find(r.URL.Path)
	if form.Sent == nil && r.Method != http.MethodPost {
		if page, err := now.unavailable(lang, status); err == nil {
			page.Serve(w, r, http.Header{"Retry-After": {strconv.Itoa(retry)}})
			return
		}
	}
	page := render.Plain{Lang: lang, Look: now.look, Title: now.text(lang, f.Title), Text: locales.Text(lang, "lead.error")}
	chat := now.shown(lang).WhatsApp
	if form.Sent != nil {
		status, chat = http.StatusOK, form.Sent.ChatURL
		page.Title = now.text(lang, f.Title+".sent")
		page.Text = locales.Text(lang, "lead.reference", "reference", form.Sent.Reference)
		page.More = whatCame(lang, *form.Sent)
	} else {
		if status == http.StatusTooManyRequests {
			page.Text = locales.Text(lang, "lead.error.too_many")
		}
		page.Action, page.Send, page.Typed = r.URL.Path, now.text(lang, f.Title+".submit"), now.typed(lang, r)
		if form.PhotosAgain && s.Form(lang).Photos {
			page.More, page.Photos = []string{locales.Text(lang, "lead.photos.again")}, locales.Text(lang, "lead.photos")
		}
	}
	page.Links = now.waysOn(lang, chat)
	h := w.Header()
	maps.Copy(h, now.plainHeaders())
	if status != http.StatusOK {
		h.Set("Retry-After", strconv.Itoa(retry))
	}
	w.WriteHeader(status)
	_ = page.Write(w) // the status is already sent
}

// whatCame returns the lines of the basket and the fate of the pictures that came with a message, as
// photoLines in photo-lines.ts words it.
func whatCame(lang locales.Lang, sent pagedata.LeadReceipt) (lines []string) {
	for _, d := range sent.Items {
		lines = append(lines, d.Label+": "+d.Value)
	}
	if sent.Photos > 0 {
		lines = append(lines, locales.Text(lang, "lead.photos.kept", "count", strconv.Itoa(sent.Photos)))
	}
	if len(sent.Lost) == 0 {
		return lines
	}
	lines = append(lines, locales.Text(lang, "lead.photos.lost"))
	for _, lost := range sent.Lost {
		lines = append(lines, locales.Text(lang, "lead.photos.lost."+lost.Reason, "name", lost.Name))
	}
	return append(lines, locales.Text(lang, "lead.photos.chat"))
}

// refusal is the key of a page made by unavailable.
type refusal struct {
	lang   locales.Lang
	status int
}

// unavailable returns the page for visitors who may not open a form now. It is made once for
// each language and status.
func (s *snapshot) unavailable(lang locales.Lang, status int) (*render.Page, error) {
	key := refusal{lang, status}
	if made, ok := s.refused.Load(key); ok {
		return made.(*render.Page), nil //nolint:forcetypeassert // nothing else is stored
	}
	page := render.Plain{Lang: lang, Look: s.look, Title: locales.Text(lang, "unavailable.title"), Text: locales.Text(lang, "unavailable.message")}
	retry := render.Link{Text: locales.Text(lang, "common.retry")} // an empty href reloads the page
	page.Links = append([]render.Link{retry}, s.waysOn(lang, s.shown(lang).WhatsApp)...)
	var body bytes.Buffer
	if err := page.Write(&body); err != nil {
		return nil, err
	}
	made, err := render.NewPage(status, body.Bytes(), s.plainHeaders())
	if err == nil {
		s.refused.Store(key, made)
	}
	return made, err
}

// plainHeaders returns the headers of a plain page in the snapshot's look.
func (s *snapshot) plainHeaders() http.Header {
	s.plain.once.Do(func() { s.plain.headers = headers.Document(render.Plain{Look: s.look}.CSP()) })
	return s.plain.headers
}

// waysOn returns the links at the end of a plain page: to the owner's chat, if any, and to the
// home page.
func (s *snapshot) waysOn(lang locales.Lang, chat string) (links []render.Link) {
	if chat != "" {
		links = append(links, render.Link{Text: locales.Text(lang, "common.chat"), Href: chat})
	}
	return append(links, render.Link{Text: locales.Text(lang, "common.backToHome"), Href: s.languages.Path(lang, "/")})
}

// typed returns all values of a posted form. Values that the visitor typed have a label; all
// others are hidden fields.
func (s *snapshot) typed(lang locales.Lang, r *http.Request) (all []render.Typed) {
	add := func(name, label string) {
		if value := r.PostForm.Get(name); value != "" {
			all = append(all, render.Typed{Name: name, Label: label, Value: value})
		}
	}
	for _, name := range formFields {
		add(name, s.text(lang, "lead."+name))
	}
	for _, name := range slices.Sorted(maps.Keys(r.PostForm)) {
		if label, ok := strings.CutPrefix(name, lead.DetailField); ok {
			add(name, label)
		}
		if strings.HasPrefix(name, lead.QuantityField) || strings.HasPrefix(name, lead.SeenField) {
			add(name, "")
		}
	}
	for _, name := range hiddenFields {
		for _, value := range r.PostForm[name] {
			all = append(all, render.Typed{Name: name, Value: value})
		}
	}
	return all
}

// AdminPage returns the handler of the owner's app. The app's document contains no data, so anybody
// may load it. The function more may change the page's headers.
func (s *Site) AdminPage(more ...func(http.Header)) (http.HandlerFunc, error) {
	body, err := s.assets.Admin()
	if err != nil {
		return nil, err
	}
	headers := headers.Document(s.assets.AdminCSP())
	headers["Cache-Control"] = []string{"no-cache"}
	for _, set := range more {
		set(headers)
	}
	return func(w http.ResponseWriter, _ *http.Request) {
		maps.Copy(w.Header(), headers)
		_, _ = w.Write(body)
	}, nil
}
