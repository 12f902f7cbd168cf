package inbox

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

// MaxForm is the size limit of a posted form. It allows the longest message and answers in a
// non-Latin script, where URL encoding triples every byte.
const MaxForm = 1 << 20

// ServeForm returns the handler that shows an empty form.
func (s *Visitors) ServeForm(f *site.Form) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := s.Door.AllowForm(wire.NetworkOf(r.Context())); err != nil {
			s.servePlainly(w, r, f, pagedata.FormPage{}, err)
			return
		}
		s.drawForm(w, r, f, pagedata.FormPage{Chosen: r.URL.Query()["service"], Source: site.SourceOf(r, s.Host)}, http.StatusOK)
	}
}

// TakeForm returns the handler that stores a posted form. If the form is refused, the handler
// shows it again with the submitted values.
func (s *Visitors) TakeForm(f *site.Form) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := r.ParseForm(); err != nil {
			wire.Write(w, wire.NewProblem(http.StatusBadRequest, "bad_request"))
			return
		}
		form := pagedata.FormPage{Values: map[string]string{}, Chosen: r.PostForm["services"], Source: r.PostForm.Get(intake.SourceField)}
		for name := range r.PostForm {
			if site.IsTyped(name) {
				form.Values[name] = r.PostForm.Get(name)
			}
		}
		// Unlike in the API, the limit is checked after the body was read, because a refusal shows
		// the submitted values.
		err := s.Door.AllowPost(wire.NetworkOf(r.Context()))
		var receipt pagedata.LeadReceipt
		if err == nil {
			lang, _, _ := s.Site.Languages().Find(r.URL.Path)
			receipt, err = s.takeIn(r.Context(), intake.Posted(f.Kind, r.URL.Path, lang, r.PostForm))
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
				slog.ErrorContext(r.Context(), "lead form failed", "path", r.URL.Path, "error", err)
			}
			refuse(&form, err)
			s.drawForm(w, r, f, form, status)
		}
	}
}

// refuse sets the form's failure code or its issues according to err.
func refuse(form *pagedata.FormPage, err error) {
	var invalid fault.Invalid
	if !errors.As(err, &invalid) {
		form.Failure = "unavailable"
	}
	for _, issue := range invalid.Issues {
		switch issue.Field {
		case intake.TokenField:
			form.Failure = "stale"
		case wire.KeyField:
			form.Failure = "changed"
		default:
			form.Issues = append(form.Issues, issue)
		}
	}
}

// drawForm responds with the form rendered for this visitor.
func (s *Visitors) drawForm(w http.ResponseWriter, r *http.Request, f *site.Form, form pagedata.FormPage, status int) {
	made, err := s.drawnForm(r, f, form, status)
	if err != nil {
		s.servePlainly(w, r, f, form, err)
		return
	}
	made.ServeHTTP(w, r)
}

// drawnForm renders a form under a queue slot, which it releases before the page is sent.
func (s *Visitors) drawnForm(r *http.Request, f *site.Form, form pagedata.FormPage, status int) (*render.Page, error) {
	done, err := s.Door.Slot(r.Context(), intake.Drawings, wire.NetworkOf(r.Context()))
	if err != nil {
		return nil, err
	}
	defer done()
	if form.Sent == nil {
		// If the secret cannot be loaded, the form is rendered without a token, so that the
		// submitted values are not lost.
		if secret, err := s.Secret(r.Context()); err == nil {
			form.Token = secret.Issue(s.Now(), s.Door.BitsWithoutScript()).Text
		}
	}
	return s.Site.DrawForm(r.Context(), f, r.URL.Path, form, status)
}

// drawingPause is the Retry-After in seconds when no slot was free to render a form.
const drawingPause = 2

// servePlainly responds with a plain page, which needs no rendering, because err prevents the
// normal one.
func (s *Visitors) servePlainly(w http.ResponseWriter, r *http.Request, f *site.Form, form pagedata.FormPage, err error) {
	status, retry := wire.ProblemOf(err).Status, drawingPause
	if status == http.StatusInternalServerError {
		slog.ErrorContext(r.Context(), "lead form failed", "path", r.URL.Path, "error", err)
	}
	if often, ok := errors.AsType[fault.TooMany](err); ok {
		retry = often.RetrySeconds
	}
	s.Site.ServePlainly(w, r, f, form, status, retry)
}
