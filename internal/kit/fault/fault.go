// Package fault defines the errors and validation codes that all layers share. It does not
// depend on HTTP, SQL or languages: the server maps errors to statuses, and the locale files
// map codes to sentences.
package fault

import (
	"errors"
	"fmt"
	"strings"
)

// Sentinel errors. Wrap them with %w; the server maps each to one status and one
// problem code.
var (
	ErrNotFound     = errors.New("not found")                      // 404
	ErrConflict     = errors.New("conflict")                       // 409: the edit is based on an outdated revision
	ErrSignedOut    = errors.New("signed out")                     // 401
	ErrCredentials  = errors.New("bad credentials")                // 401: wrong email or password; never says which
	ErrUnconfirmed  = errors.New("session not confirmed recently") // 401: signed in, but this action asks for password, code or passkey again
	ErrFactorNeeded = errors.New("second factor needed")           // 403: the operator requires one; only its setup is allowed
	ErrUnavailable  = errors.New("store unavailable")              // 503: nothing was written
	ErrFull         = errors.New("full")                           // 422: a list has reached its maximum
	ErrBuiltIn      = errors.New("built in")                       // 422: the item comes with the site; it can be hidden, not deleted
	ErrInUse        = errors.New("in use")                         // 409: referenced by current or restorable content
	ErrCutOff       = errors.New("cut off")                        // 400: the sender disconnected before the body was complete
	ErrTooSlow      = errors.New("sent too slowly")                // 408: the body did not arrive in time
)

// TooMany reports an exceeded rate limit. The server responds with 429 and Retry-After.
type TooMany struct{ RetrySeconds int }

func (e TooMany) Error() string {
	return fmt.Sprintf("too many attempts, retry in %d s", e.RetrySeconds)
}

// Code is the reason a value was refused. The locale files have a text for each
// under "issue.<code>", and optionally one per field under "issue.<code>.<field>".
type Code string

// The codes a field can be refused with.
const (
	Required      Code = "required"
	TooShort      Code = "too_short"
	TooLong       Code = "too_long"
	InvalidURL    Code = "invalid_url"
	OtherPlatform Code = "other_platform"
	InvalidEmail  Code = "invalid_email"
	InvalidPhone  Code = "invalid_phone"
	InvalidValue  Code = "invalid"
	Taken         Code = "taken"       // another item of the same list has this value
	NotStored     Code = "not_stored"  // a path of this site that is not a stored or built-in picture
	Unreachable   Code = "unreachable" // neither a phone number nor an email address was given

	// For passwords.
	Common   Code = "common"    // in the list of common passwords, or close to one
	OwnWords Code = "own_words" // made of public words about the site and its owner
	Pattern  Code = "pattern"   // a keyboard row, or a repetition
	Blank    Code = "blank"     // only whitespace
	Same     Code = "same"      // equal to the current password
)

// Issue is one refused value: the field, the reason and, if there is one, the violated limit.
type Issue struct {
	Field string `json:"field" doc:"Key of the field that was refused"`
	Code  Code   `json:"code" doc:"Reason; words for it live in the locale files"`
	Want  string `json:"want,omitempty" doc:"The bound that was missed, where there is one"`
	Lang  string `json:"lang,omitempty" doc:"Language of the text that was refused, where it is not English"`
}

// Invalid reports an input with at least one issue. The server responds with 422.
type Invalid struct{ Issues []Issue }

func (e Invalid) Error() string {
	parts := make([]string, len(e.Issues))
	for i, issue := range e.Issues {
		parts[i] = issue.Field + " " + string(issue.Code)
	}
	return "invalid: " + strings.Join(parts, ", ")
}

// Wrap adds context to *errp on every return path of a function:
//
//	defer fault.Wrap(&err, "save profile on %d", base)
func Wrap(errp *error, format string, args ...any) {
	if *errp != nil {
		// The context is passed as an argument because it may contain visitors' input,
		// whose percent signs must not be read as format verbs.
		*errp = fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), *errp)
	}
}
