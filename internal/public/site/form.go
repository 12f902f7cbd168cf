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
)

// Form is a form with its own address, for browsers without JavaScript. It is sent by an
// ordinary POST, which is answered with a page. It is rendered for each visitor, because it
// contains a token and cannot be part of the pages that visitors share.
type Form struct {
	page
	Kind  lead.Kind
	back  string
	Title string // locale key of the title; with the suffix .submit, of the button, and with .sent, of the confirmation
}

// QuotePath is the path of the form that requests a quote.
const QuotePath = ServicesPath + "/quote"

// Forms lists all forms.
var Forms = []Form{
	{page{path: QuotePath, name: "form", words: []string{"services", "lead", "basket"}}, lead.Quote, ServicesPath, "services.quote"},
	{page{path: PortfolioPath + "/request", name: "form", words: []string{"portfolio", "lead"}}, lead.Portfolio, PortfolioPath, "portfolio.request"},
}

// Path returns the path of the form without language prefix.
func (f *Form) Path() string { return f.path }

// SourceOf returns the traffic source of a visitor without script. It is taken from the form's
// address. If the form's address has none, it is taken from the Referer: from the Referer's query
// if the Referer is a page of this site, whose host is own. Otherwise the source is the Referer's
// host.
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

// DrawForm renders a form's page for one visitor. at is the requested path.
func (s *Site) DrawForm(ctx context.Context, f *Form, at string, form pagedata.FormPage, status int) (*render.Page, error) {
	if _, err := s.Current(); err != nil {
		return nil, err
	}
	now := s.live.current.Load()
	lang, _, _ := now.languages.Find(at)
	v, b, err := s.boot(ctx, address{page: &f.page, lang: lang, path: f.path}, now)
	if err != nil {
		return nil, err
	}
	v.fillForm(ctx, f, b, form)
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
		err = fault.ErrUnavailable // the page has no script, so the browser cannot render it
	}
	return made, err
}

// fillForm fills the data of a form's page.
func (v *view) fillForm(ctx context.Context, f *Form, b *pagedata.Boot, form pagedata.FormPage) {
	form.Kind, form.Action, form.Back = f.Kind, v.languages.Path(v.lang, f.path), v.languages.Path(v.lang, f.back)
	if !v.offers(v.site.pages[f.back]) {
		form.Back = v.languages.Path(v.lang, "/")
	}
	form.Issues = append([]fault.Issue{}, form.Issues...) // empty, never null
	if form.Values == nil {
		form.Values = map[string]string{}
	}
	b.Asking = v.asking(f.Kind)
	if f.Kind == lead.Quote {
		// If the services cannot be loaded, the visitor can still request a quote.
		if services, err := v.site.Services(ctx, v.lang); err == nil {
			for _, card := range services.Items {
				form.Services = append(form.Services, card.Title)
			}
		}
	}
	form.Services, form.Chosen = list(form.Services), list(form.Chosen)
	if len(form.Items) == 0 && (form.Sent == nil || len(form.Sent.Items) == 0) {
		v.keepBaskets(b, nil)
	}
	b.Form = &form
}

// formAt returns the form at a path, or nil.
func formAt(path string) *Form {
	for i := range Forms {
		if Forms[i].path == path {
			return &Forms[i]
		}
	}
	return nil
}

// opens returns the name under which the opening of the form is counted. It returns "" if the
// page is a response to a post, which does not count.
func (f *Form) opens(form pagedata.FormPage) string {
	if form.Sent != nil || form.Failure != "" || len(form.Issues) > 0 {
		return ""
	}
	return strings.TrimSuffix(string(f.Kind), "_request")
}

// headForm builds the head of a form's page. For share previews it has the image and the
// description of the list that the form belongs to.
func (v *view) headForm(f *Form, b *pagedata.Boot) (render.Head, error) {
	list := *v
	list.address = v.site.pageAt(v.lang, f.back)
	shared, err := list.describe(&pagedata.Boot{Shell: b.Shell, Services: &pagedata.ServicesPage{}, Portfolio: &pagedata.PortfolioPage{}})
	return render.Head{
		Title: v.titled(v.text(f.Title)), Description: shared.Description, Path: f.path, Prefix: shared.Prefix, NoIndex: true, Canonical: v.site.absolute(v.languages.Path(v.lang, f.path)),
		SiteName: shared.SiteName, Locale: shared.Locale, Type: shared.Type, Image: shared.Image,
	}, err
}
