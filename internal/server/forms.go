package server

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"time"

	"parichay/internal/fault"
	"parichay/internal/lead"
	"parichay/internal/render"
	"parichay/locales"
)

// maxForm bounds the body of a form: the longest fields in a script of which every
// byte is sent as three. parallelForms is how many form pages are drawn at once:
// they are made for one visitor each and must not keep the pages of all others
// waiting. Who waits longer than drawingPatience gets a plain page.
const (
	maxForm         = 256 << 10
	parallelForms   = 2
	drawingPatience = 2 * time.Second
)

// formPage is a form with an address of its own, for browsers without JavaScript:
// an ordinary post, answered with a page. It is drawn for each visitor, because it
// carries a token of theirs; the pages everybody shares cannot.
type formPage struct {
	page
	kind  lead.Kind
	back  string
	title string // the word it is called by; with .submit and .sent those of its button and of success
}

var formPages = []formPage{
	{page{path: "/services/quote", name: "form", words: []string{"services", "lead"}}, lead.Quote, "/services", "services.quote"},
	{page{path: "/portfolio/request", name: "form", words: []string{"portfolio", "lead"}}, lead.Portfolio, "/portfolio", "portfolio.request"},
}

// FormPage is a form page's own part.
type FormPage struct {
	Kind     lead.Kind         `json:"kind" enum:"quote_request,portfolio_request"`
	Action   string            `json:"action" doc:"Where it is posted to"`
	Back     string            `json:"back" doc:"The page it belongs to"`
	Token    string            `json:"token"`
	Values   map[string]string `json:"values" doc:"What was typed"`
	Services []string          `json:"services" doc:"To choose from"`
	Chosen   []string          `json:"chosen"`
	Issues   []fault.Issue     `json:"issues"`
	Failure  string            `json:"failure,omitempty" enum:"stale,changed,unavailable" doc:"Why it was not stored"`
	Sent     *LeadReceipt      `json:"sent,omitempty" doc:"It was stored"`
}

// formFields are those a form sends back as they were typed.
var formFields = []string{"name", "email", "phone", "company", "message"}

// serveForm shows an empty form.
func (s *Server) serveForm(p *formPage) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := s.door.allowForm(networkOf(r.Context())); err != nil {
			s.servePlainly(w, r, p, FormPage{}, err)
			return
		}
		s.drawForm(w, r, p, FormPage{Chosen: r.URL.Query()["service"]}, http.StatusOK)
	}
}

// takeForm stores what was posted, or shows the form again with all that was typed.
func (s *Server) takeForm(p *formPage) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var large *http.MaxBytesError
		if err := r.ParseForm(); errors.As(err, &large) {
			writeProblem(w, respond(err))
			return
		} else if err != nil {
			writeProblem(w, problem(http.StatusBadRequest, "bad_request"))
			return
		}
		form := FormPage{Values: map[string]string{}, Chosen: r.PostForm["services"]}
		for _, name := range formFields {
			form.Values[name] = r.PostForm.Get(name)
		}
		receipt, err := s.takeIn(r.Context(), submissionOf(p, languageOf(r.URL.Path), r.PostForm))
		var often fault.TooMany
		switch {
		case err == nil:
			form.Sent = &receipt
			s.drawForm(w, r, p, form, http.StatusOK)
		case errors.As(err, &often):
			s.servePlainly(w, r, p, form, err)
		default:
			form.refuse(err)
			s.drawForm(w, r, p, form, respond(err).Status)
		}
	}
}

// submissionOf reads a posted form. Its token makes its key, too: it was made for
// this one form, so that the same form posted twice is one message. Without a token
// nothing tells two forms apart, and each is a message.
func submissionOf(p *formPage, lang locales.Lang, typed url.Values) submission {
	token := typed.Get(tokenField)
	key := rand.Text()
	if token != "" {
		sum := sha256.Sum256([]byte(token)) // whatever came as token
		key = base64.RawURLEncoding.EncodeToString(sum[:])
	}
	return submission{
		key: "form " + key, trap: typed.Get("homepage"), token: token, scriptless: true,
		Lead: lead.Lead{
			Kind: p.kind, Name: typed.Get("name"), Email: typed.Get("email"), Phone: typed.Get("phone"), Company: typed.Get("company"),
			Message: typed.Get("message"), Services: typed["services"], Language: lang, Page: prefixed(lang, p.path),
			Consent: typed.Get("consent"),
		},
	}
}

// refuse says what is wrong in the form's own terms.
func (f *FormPage) refuse(err error) {
	var invalid fault.Invalid
	if !errors.As(err, &invalid) {
		f.Failure = "unavailable"
	}
	for _, issue := range invalid.Issues {
		switch issue.Field {
		case tokenField:
			f.Failure = "stale"
		case keyField:
			f.Failure = "changed"
		default:
			f.Issues = append(f.Issues, issue)
		}
	}
}

// drawForm renders the page for this visitor.
func (s *Server) drawForm(w http.ResponseWriter, r *http.Request, p *formPage, form FormPage, status int) {
	done, err := s.door.slot(r.Context(), networkOf(r.Context()))
	if err != nil {
		s.servePlainly(w, r, p, form, err)
		return
	}
	defer done()
	doc, err := s.formDocument(r, p, languageOf(r.URL.Path), form)
	if err != nil {
		s.servePlainly(w, r, p, form, err)
		return
	}
	doc.Status = status
	made, drawn, err := s.forms.Page(r.Context(), doc)
	if !drawn && err == nil {
		err = fault.ErrUnavailable // no script would draw it instead
	}
	if err != nil {
		s.servePlainly(w, r, p, form, err)
		return
	}
	made.ServeHTTP(w, r)
}

func (s *Server) formDocument(r *http.Request, p *formPage, lang locales.Lang, form FormPage) (render.Document, error) {
	a := address{page: &p.page, lang: lang, path: p.path}
	v, b, err := s.boot(r.Context(), a, s.live.current.Load())
	if err != nil {
		return render.Document{}, err
	}
	form.Kind, form.Action, form.Back = p.kind, prefixed(lang, p.path), prefixed(lang, p.back)
	form.Issues = append([]fault.Issue{}, form.Issues...) // empty, never null
	if form.Values == nil {
		form.Values = map[string]string{}
	}
	if p.kind == lead.Quote {
		// Without the list of services a quote can still be asked for.
		if services, err := s.store.Items.Services(r.Context()); err == nil {
			for _, card := range serviceCards(services, lang) {
				form.Services = append(form.Services, card.Title)
			}
		}
	}
	form.Services, form.Chosen = list(form.Services), list(form.Chosen)
	if form.Sent == nil {
		// Without the secret the form is drawn all the same: what was typed is in it.
		if secret, err := s.leadSecret(r.Context()); err == nil {
			form.Token = secret.Issue(s.config.Now(), s.door.puzzlesWithoutScript()).Text
		}
	}
	b.Form = &form
	data, err := json.Marshal(b)
	return render.Document{
		Lang: lang, Boot: data, Static: true, Head: render.Head{Title: v.titled(v.text(p.title)), Path: p.path, NoIndex: true},
	}, err
}

// formHeaders keep a visitor's form out of every cache.
func (s *Server) formHeaders() http.Header {
	h := s.pageHeaders()
	h["Cache-Control"] = []string{"no-store"}
	return h
}
