package site

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"parichay/internal/domain/lead"
	"parichay/internal/domain/visit"
	"parichay/internal/kit/fault"
	"parichay/internal/public/pagedata"
	"parichay/internal/public/render"
	"parichay/locales"
)

// Form is a form with an address of its own, for browsers without JavaScript: an
// ordinary post, answered with a page. It is drawn for each visitor, because it
// carries a token of theirs; the pages everybody shares cannot.
type Form struct {
	page
	Kind  lead.Kind
	back  string
	Title string // the word it is called by; with .submit and .sent those of its button and of success
}

// Forms lists them all.
var Forms = []Form{
	{page{path: "/services/quote", name: "form", words: []string{"services", "lead"}}, lead.Quote, "/services", "services.quote"},
	{page{path: "/portfolio/request", name: "form", words: []string{"portfolio", "lead"}}, lead.Portfolio, "/portfolio", "portfolio.request"},
}

// Path is where the form lives in a language.
func (f *Form) Path(lang locales.Lang) string { return Prefixed(lang, f.path) }

// SourceOf is what led somebody to a form whom no script follows: what its address
// says, or that of the page before it, or where that page is, if it is not our own host.
func SourceOf(r *http.Request, own string) string {
	source := visit.SourceOf(r.URL.Query())
	from, err := url.Parse(r.Referer())
	switch {
	case source != "" || err != nil:
		return source
	case from.Host == r.Host || from.Host == own:
		return visit.SourceOf(from.Query())
	}
	return strings.TrimPrefix(from.Host, "www.")
}

// DrawForm renders a form's page for one visitor.
func (s *Site) DrawForm(ctx context.Context, f *Form, lang locales.Lang, form pagedata.FormPage, status int) (*render.Page, error) {
	if _, err := s.Current(); err != nil {
		return nil, err
	}
	v, b, err := s.boot(ctx, address{page: &f.page, lang: lang, path: f.path}, s.live.current.Load())
	if err != nil {
		return nil, err
	}
	form.Kind, form.Action, form.Back = f.Kind, f.Path(lang), Prefixed(lang, f.back)
	if !v.offers(s.pages[f.back].page) {
		form.Back = Prefixed(lang, "/")
	}
	form.Issues = append([]fault.Issue{}, form.Issues...) // empty, never null
	if form.Values == nil {
		form.Values = map[string]string{}
	}
	if f.Kind == lead.Quote {
		// Without the list of services a quote can still be asked for.
		if services, err := s.Services(ctx, lang); err == nil {
			for _, card := range services.Items {
				form.Services = append(form.Services, card.Title)
			}
		}
	}
	form.Services, form.Chosen = list(form.Services), list(form.Chosen)
	b.Form = &form
	data, err := json.Marshal(b)
	if err != nil {
		return nil, err
	}
	head, err := v.headForm(f, b)
	if err != nil {
		return nil, err
	}
	made, drawn, err := s.forms.Page(ctx, render.Document{Status: status, Lang: lang, Look: v.look, Boot: data, Static: true, Opens: f.opens(form), Head: head}, render.Urgent)
	if err == nil && !drawn {
		err = fault.ErrUnavailable // no script would draw it instead
	}
	return made, err
}

// opens is what the form is counted under once somebody sees it empty.
func (f *Form) opens(form pagedata.FormPage) string {
	if form.Sent != nil || form.Failure != "" || len(form.Issues) > 0 {
		return ""
	}
	return strings.TrimSuffix(string(f.Kind), "_request")
}

// headForm makes the head of a form: it is shared with the picture and the words of the
// list it belongs to.
func (v *view) headForm(f *Form, b *pagedata.Boot) (render.Head, error) {
	list := *v
	list.address = v.site.pages[Prefixed(v.lang, f.back)]
	shared, err := list.describe(&pagedata.Boot{Shell: b.Shell, Services: &pagedata.ServicesPage{}, Portfolio: &pagedata.PortfolioPage{}})
	return render.Head{
		Title: v.titled(v.text(f.Title)), Description: shared.Description, Path: f.path, NoIndex: true, Canonical: v.site.absolute(f.Path(v.lang)),
		SiteName: shared.SiteName, Locale: shared.Locale, Type: shared.Type, Image: shared.Image,
	}, err
}
