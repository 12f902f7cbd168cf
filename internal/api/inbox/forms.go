package inbox

import (
	"cmp"
	"errors"
	"log/slog"
	"net/http"
	"net/url"

	"parichay/internal/api/wire"
	"parichay/internal/domain/lead"
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
		query := r.URL.Query()
		form := pagedata.FormPage{Chosen: query["service"], Source: site.SourceOf(r, s.Host)}
		s.drawForm(w, r, f, form, query, http.StatusOK)
	}
}

// TakeForm returns the handler that stores a posted form. If the form is refused, the handler
// shows it again with the submitted values.
func (s *Visitors) TakeForm(f *site.Form) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		// Unlike in the API, a form above the limit is read all the same, because a refusal shows the
		// submitted values.
		allowed := s.Door.AllowPost(wire.NetworkOf(r.Context()))
		gather, cut := s.takePosted(w, r, allowed == nil)
		if gather != nil {
			defer gather.form.Release()
		} else if cut != nil {
			wire.Write(w, wire.NewProblem(http.StatusBadRequest, "bad_request"))
			return
		}
		form := pagedata.FormPage{Values: map[string]string{}, Chosen: r.PostForm["services"], Source: r.PostForm.Get(intake.SourceField)}
		for name := range r.PostForm {
			if site.IsTyped(name) {
				form.Values[name] = r.PostForm.Get(name)
			}
		}
		err := allowed
		if err == nil {
			err = cut
		}
		var receipt pagedata.LeadReceipt
		if err == nil {
			lang, _, _ := s.Site.Languages().Find(r.URL.Path)
			sent, ctx := intake.Posted(f.Kind, r.URL.Path, lang, r.PostForm), r.Context()
			if gather != nil {
				sent.Photos, ctx = gather.drawn, gather.ctx
			}
			receipt, err = s.takeIn(ctx, sent)
		}
		if gather != nil {
			receipt, form.PhotosAgain = gather.settle(receipt), gather.sent > 0
		}
		var often fault.TooMany
		switch {
		case err == nil:
			form.Sent = &receipt
			s.drawForm(w, r, f, form, nil, http.StatusOK)
		case errors.As(err, &often):
			s.servePlainly(w, r, f, form, err)
		default:
			status := wire.ProblemOf(err).Status
			if status >= http.StatusInternalServerError && cut == nil {
				slog.ErrorContext(r.Context(), "lead form failed", "path", r.URL.Path, "error", err)
			}
			refuse(&form, err)
			s.drawForm(w, r, f, form, r.PostForm, status)
		}
	}
}

// listItems adds what the visitor's basket contains to a form. Services that are not on the list any
// more are left out. If there are more lines than a message can have, the form lists the first ones
// and says so.
func (s *Visitors) listItems(r *http.Request, form *pagedata.FormPage, typed url.Values) error {
	lang, _, _ := s.Site.Languages().Find(r.URL.Path)
	choices := intake.Basket(typed)
	lines, err := s.Site.Basket(r.Context(), lang, choices[:min(len(choices), lead.MaxChoices)])
	if len(lines) > 0 && len(choices) > lead.MaxChoices {
		form.Failure = "many"
	}
	for _, line := range lines {
		quantity := typed.Get(lead.QuantityField + line.ID)
		form.Items = append(form.Items, pagedata.BasketLine{
			ID: line.ID, Title: line.Title, Unit: line.Unit, Price: line.Price(lang), Quantity: cmp.Or(quantity, "1"), Seen: line.Seen,
		})
	}
	return err
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
		case lead.ItemField:
			form.Failure = "gone"
		default:
			form.Issues = append(form.Issues, issue)
		}
	}
}

// drawForm responds with the form rendered for this visitor. typed has the lines of the basket.
func (s *Visitors) drawForm(w http.ResponseWriter, r *http.Request, f *site.Form, form pagedata.FormPage, typed url.Values, status int) {
	made, err := s.drawnForm(r, f, form, typed, status)
	if err != nil {
		s.servePlainly(w, r, f, form, err)
		return
	}
	made.ServeHTTP(w, r)
}

// drawnForm renders a form under a queue slot, which it releases before the page is sent.
func (s *Visitors) drawnForm(r *http.Request, f *site.Form, form pagedata.FormPage, typed url.Values, status int) (*render.Page, error) {
	done, err := s.Door.Slot(r.Context(), intake.Drawings, wire.NetworkOf(r.Context()))
	if err != nil {
		return nil, err
	}
	defer done()
	if err := s.listItems(r, &form, typed); err != nil {
		return nil, err
	}
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
