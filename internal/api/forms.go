package api

import (
	"errors"
	"log/slog"
	"net/http"

	"parichay/internal/api/wire"
	"parichay/internal/kit/fault"
	"parichay/internal/public/intake"
	"parichay/internal/public/pagedata"
	"parichay/internal/public/render"
	"parichay/internal/public/site"
)

// maxForm bounds the body of a form: the longest fields in a script of which every
// byte is sent as three.
const maxForm = 256 << 10

// serveForm shows an empty form.
func (s leadAPI) serveForm(f *site.Form) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := s.door.AllowForm(networkOf(r.Context())); err != nil {
			s.servePlainly(w, r, f, pagedata.FormPage{}, err)
			return
		}
		s.drawForm(w, r, f, pagedata.FormPage{Chosen: r.URL.Query()["service"], Source: site.SourceOf(r, s.config.BaseURL.Host)}, http.StatusOK)
	}
}

// takeForm stores what was posted, or shows the form again with all that was typed.
func (s leadAPI) takeForm(f *site.Form) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := r.ParseForm(); err != nil {
			wire.Write(w, wire.NewProblem(http.StatusBadRequest, "bad_request"))
			return
		}
		form := pagedata.FormPage{Values: map[string]string{}, Chosen: r.PostForm["services"], Source: r.PostForm.Get(intake.SourceField)}
		for _, name := range site.FormFields {
			form.Values[name] = r.PostForm.Get(name)
		}
		// After reading, unlike the API: a refusal shows what was typed.
		err := s.door.AllowPost(networkOf(r.Context()))
		var receipt pagedata.LeadReceipt
		if err == nil {
			receipt, err = s.takeIn(r.Context(), intake.Posted(f.Kind, r.URL.Path, site.LanguageOf(r.URL.Path), r.PostForm))
		}
		var often fault.TooMany
		switch {
		case err == nil:
			form.Sent = &receipt
			s.drawForm(w, r, f, form, http.StatusOK)
		case errors.As(err, &often):
			s.servePlainly(w, r, f, form, err)
		default:
			status := wire.ProblemOf(err).Status
			if status >= http.StatusInternalServerError {
				slog.ErrorContext(r.Context(), "form", "path", r.URL.Path, "error", err)
			}
			refuse(&form, err)
			s.drawForm(w, r, f, form, status)
		}
	}
}

// refuse says what is wrong in the form's own terms.
func refuse(form *pagedata.FormPage, err error) {
	var invalid fault.Invalid
	if !errors.As(err, &invalid) {
		form.Failure = "unavailable"
	}
	for _, issue := range invalid.Issues {
		switch issue.Field {
		case intake.TokenField:
			form.Failure = "stale"
		case keyField:
			form.Failure = "changed"
		default:
			form.Issues = append(form.Issues, issue)
		}
	}
}

// drawForm answers with the page drawn for this visitor.
func (s leadAPI) drawForm(w http.ResponseWriter, r *http.Request, f *site.Form, form pagedata.FormPage, status int) {
	made, err := s.drawnForm(r, f, form, status)
	if err != nil {
		s.servePlainly(w, r, f, form, err)
		return
	}
	made.ServeHTTP(w, r)
}

// drawnForm has its turn until the page is drawn, and not until the visitor has it.
func (s leadAPI) drawnForm(r *http.Request, f *site.Form, form pagedata.FormPage, status int) (*render.Page, error) {
	done, err := s.door.Slot(r.Context(), intake.Drawings, networkOf(r.Context()))
	if err != nil {
		return nil, err
	}
	defer done()
	if form.Sent == nil {
		// Without the secret the form is drawn all the same: what was typed is in it.
		if secret, err := s.leadSecret(r.Context()); err == nil {
			form.Token = secret.Issue(s.config.Now(), s.door.BitsWithoutScript()).Text
		}
	}
	return s.site.DrawForm(r.Context(), f, site.LanguageOf(r.URL.Path), form, status)
}

// drawingPause is when to come again if there was no slot to draw a form in.
const drawingPause = 2

// servePlainly answers for a form that is not drawn, because of err.
func (s leadAPI) servePlainly(w http.ResponseWriter, r *http.Request, f *site.Form, form pagedata.FormPage, err error) {
	status, retry := wire.ProblemOf(err).Status, drawingPause
	if status == http.StatusInternalServerError {
		slog.ErrorContext(r.Context(), "form", "path", r.URL.Path, "error", err)
	}
	if often, ok := errors.AsType[fault.TooMany](err); ok {
		retry = often.RetrySeconds
	}
	s.site.ServePlainly(w, r, f, form, status, retry)
}
