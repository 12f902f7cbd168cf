// Package fault names the ways an operation can go wrong, so that every floor
// speaks of them in the same words. It knows nothing of HTTP, SQL or languages:
// it carries codes, and the locale makes sentences of them.
package fault

import (
	"errors"
	"fmt"
	"strings"
)

// The sentinels. Wrap them with %w; the server maps each to one status and one
// problem code.
var (
	ErrNotFound     = errors.New("not found")            // 404
	ErrConflict     = errors.New("conflict")             // 409: based on a revision that is no longer the newest
	ErrSignedOut    = errors.New("signed out")           // 401
	ErrCredentials  = errors.New("bad credentials")      // 401: e-mail or password wrong, never saying which
	ErrUnconfirmed  = errors.New("not confirmed")        // 401: signed in, but this asks for password, code or passkey again
	ErrFactorNeeded = errors.New("second factor needed") // 403: the operator wants one; only what sets it up is open
	ErrUnavailable  = errors.New("store unavailable")    // 503: nothing was written
	ErrFull         = errors.New("full")                 // 422: a list has as many items as it may
	ErrBuiltIn      = errors.New("built in")             // 422: it comes with the site, and may be hidden only
	ErrInUse        = errors.New("in use")               // 409: something shows it, or would if it were brought back
	ErrCutOff       = errors.New("cut off")              // 400: the sender went before all of the body had come
)

// TooMany refuses an attempt made too often; 429 with Retry-After.
type TooMany struct{ RetrySeconds int }

func (e TooMany) Error() string {
	return fmt.Sprintf("too many attempts, retry in %d s", e.RetrySeconds)
}

// Code is the reason a value was refused. Each has a word in locales under
// "issue.<code>", and may have one per field under "issue.<code>.<field>".
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
	Taken         Code = "taken"      // by something else of the same list
	NotStored     Code = "not_stored" // an address under /media/ without a stored picture

	// Of passwords.
	Common   Code = "common"    // one of those that everybody chooses, or nearly
	OwnWords Code = "own_words" // made of what anybody knows of the site and its owner
	Pattern  Code = "pattern"   // a row of the keyboard, or the same over and over
	Blank    Code = "blank"     // nothing but blanks
	Same     Code = "same"      // the one there is
)

// Issue is one refused value: which field, why, and the bound it missed.
type Issue struct {
	Field string `json:"field" doc:"Key of the field that was refused"`
	Code  Code   `json:"code" doc:"Reason; words for it live in the locale files"`
	Want  string `json:"want,omitempty" doc:"The bound that was missed, where there is one"`
	Lang  string `json:"lang,omitempty" enum:"hi,gu" doc:"Language of the text that was refused, where it is not English"`
}

// Invalid is an input with at least one issue; 422.
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
		// The context goes in as an argument: it holds what visitors sent, and a
		// percent sign of theirs must not be read as a format.
		*errp = fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), *errp)
	}
}
