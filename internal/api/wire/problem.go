// Package wire contains what all API handlers share: the shapes of requests and responses,
// errors as problems (RFC 9457), and the middleware that refuses bad requests.
package wire

import (
	"cmp"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"parichay/internal/domain/content"
	"parichay/internal/domain/importer"
	"parichay/internal/kit/fault"
	"parichay/internal/kit/requestlog"
	"parichay/internal/store/media"
)

// Problem is the body of every error response (RFC 9457). Clients act on Code and translate
// it. No error text of the server is shown to users.
type Problem struct {
	Type        string        `json:"type" doc:"Always about:blank: the code says what happened"`
	Title       string        `json:"title"`
	Status      int           `json:"status"`
	Code        string        `json:"code" enum:"invalid,bad_request,signed_out,bad_credentials,unconfirmed,factor_needed,forbidden,not_found,conflict,full,built_in,in_use,unknown_file,too_many,too_large,too_slow,media_type,media_too_large,media_broken,media_busy,unavailable,internal"`
	Issues      []fault.Issue `json:"issues,omitempty" doc:"Which values were refused"`
	Current     *StoredSite   `json:"current,omitempty" doc:"For the code conflict: the newest revision, to merge with"`
	CurrentItem *content.Item `json:"currentItem,omitempty" doc:"The same for an item of a list"`
}

func (p *Problem) Error() string { return p.Title + ": " + p.Code }

// GetStatus implements huma.StatusError.
func (p *Problem) GetStatus() int { return p.Status }

// ContentType implements huma.ContentTypeFilter.
func (p *Problem) ContentType(string) string { return "application/problem+json" }

// NewProblem returns a problem with a status and a code.
func NewProblem(status int, code string) *Problem {
	return &Problem{Type: "about:blank", Title: http.StatusText(status), Status: status, Code: code}
}

// Conflict is the error of a save that was refused because of a newer revision. It carries
// the newest state of the site or the item.
type Conflict struct {
	Err  error
	Site *StoredSite
	Item *content.Item
}

func (c Conflict) Error() string { return c.Err.Error() }

func (c Conflict) Unwrap() error { return c.Err }

// ProblemOf returns the problem for an error. It is the only place that maps errors to
// statuses and codes.
func ProblemOf(err error) *Problem {
	var invalid fault.Invalid
	var stale Conflict
	var often fault.TooMany
	var picture media.Refused
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return NewProblem(http.StatusRequestEntityTooLarge, "too_large")
	case errors.As(err, &picture):
		return NewProblem(pictureStatus[picture], string(picture))
	case errors.As(err, &invalid):
		p := NewProblem(http.StatusUnprocessableEntity, "invalid")
		p.Issues = invalid.Issues
		return p
	case errors.As(err, &stale):
		p := NewProblem(http.StatusConflict, "conflict")
		p.Current, p.CurrentItem = stale.Site, stale.Item
		return p
	case errors.As(err, &often):
		return NewProblem(http.StatusTooManyRequests, "too_many")
	case errors.Is(err, fault.ErrSignedOut):
		return NewProblem(http.StatusUnauthorized, "signed_out")
	case errors.Is(err, fault.ErrCredentials):
		return NewProblem(http.StatusUnauthorized, "bad_credentials")
	case errors.Is(err, fault.ErrUnconfirmed):
		return NewProblem(http.StatusUnauthorized, "unconfirmed")
	case errors.Is(err, fault.ErrFactorNeeded):
		return NewProblem(http.StatusForbidden, "factor_needed")
	case errors.Is(err, fault.ErrNotFound):
		return NewProblem(http.StatusNotFound, "not_found")
	case errors.Is(err, fault.ErrConflict):
		return NewProblem(http.StatusConflict, "conflict")
	case errors.Is(err, fault.ErrFull):
		return NewProblem(http.StatusUnprocessableEntity, "full")
	case errors.Is(err, fault.ErrBuiltIn):
		return NewProblem(http.StatusUnprocessableEntity, "built_in")
	case errors.Is(err, fault.ErrInUse):
		return NewProblem(http.StatusConflict, "in_use")
	case errors.Is(err, importer.ErrUnknown):
		return NewProblem(http.StatusUnprocessableEntity, "unknown_file")
	case errors.Is(err, fault.ErrCutOff):
		return NewProblem(http.StatusBadRequest, "bad_request")
	case errors.Is(err, fault.ErrTooSlow):
		return NewProblem(http.StatusRequestTimeout, "too_slow")
	case errors.Is(err, fault.ErrUnavailable):
		return NewProblem(http.StatusServiceUnavailable, "unavailable")
	}
	return NewProblem(http.StatusInternalServerError, "internal")
}

var pictureStatus = map[media.Refused]int{
	media.ErrType: http.StatusUnsupportedMediaType, media.ErrTooLarge: http.StatusRequestEntityTooLarge,
	media.ErrBroken: http.StatusUnprocessableEntity, media.ErrBusy: http.StatusTooManyRequests,
}

// frameworkCodes gives the problem code for each status with which the API framework itself
// refuses a request.
var frameworkCodes = map[int]string{
	http.StatusBadRequest: "bad_request", http.StatusUnsupportedMediaType: "bad_request", http.StatusNotAcceptable: "bad_request",
	http.StatusUnprocessableEntity: "invalid", http.StatusRequestEntityTooLarge: "too_large",
	http.StatusNotFound: "not_found", http.StatusMethodNotAllowed: "bad_request", http.StatusForbidden: "forbidden",
	http.StatusRequestTimeout: "too_slow",
}

func init() { //nolint:gochecknoinits // the framework offers no other way to set its error format
	huma.NewErrorWithContext = func(ctx huma.Context, status int, _ string, errs ...error) huma.StatusError {
		if status != http.StatusInternalServerError {
			return refused(status, errs)
		}
		err := errors.Join(errs...)
		p := ProblemOf(err)
		often, _ := errors.AsType[fault.TooMany](err)
		switch p.Status {
		case http.StatusInternalServerError:
			slog.ErrorContext(ctx.Context(), "request failed", "method", ctx.Method(), "route", ctx.Operation().Path, "error", err)
		case http.StatusServiceUnavailable:
			ctx.SetHeader("Retry-After", "2")
			slog.WarnContext(ctx.Context(), "request refused", "method", ctx.Method(), "route", ctx.Operation().Path, "error", err)
		case http.StatusTooManyRequests:
			ctx.SetHeader("Retry-After", strconv.Itoa(cmp.Or(often.RetrySeconds, 2)))
		}
		requestlog.Refuse(ctx.Context(), p.Code)
		return p
	}
	huma.DefaultArrayNullable = false // our lists are empty, never null
	// The decoder accepts "Kind" for "kind". Without this, another spelling would bypass the
	// validation.
	huma.ValidateStrictCasing = true
	huma.NewError = func(status int, _ string, errs ...error) huma.StatusError { return refused(status, errs) }
}

// refused returns the problem for a refusal by the framework itself. It never includes the
// refused value, which may be a password.
func refused(status int, errs []error) *Problem {
	p := NewProblem(status, cmp.Or(frameworkCodes[status], "internal"))
	for _, err := range errs {
		detail, ok := errors.AsType[*huma.ErrorDetail](err)
		if !ok {
			continue
		}
		issue := fault.Issue{Field: detail.Location[strings.LastIndexByte(detail.Location, '.')+1:], Code: fault.InvalidValue}
		if name, found := strings.CutPrefix(detail.Message, "expected required property "); found {
			issue.Field, _, _ = strings.Cut(name, " ")
			issue.Code = fault.Required
		}
		p.Issues = append(p.Issues, issue)
	}
	return p
}

// Write sends a problem outside the API framework.
func Write(w http.ResponseWriter, p *Problem) {
	requestlog.RefuseBy(w, p.Code)
	w.Header().Set("Content-Type", "application/problem+json")
	if p.Status == http.StatusServiceUnavailable && w.Header().Get("Retry-After") == "" {
		w.Header().Set("Retry-After", "2")
	}
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p) //nolint:errchkjson // the status is already sent, so the error cannot be reported
}
