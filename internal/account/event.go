package account

import "time"

// EventKind is something the owner should be able to look up about the account.
// Each has words in the locales under "account.event.<kind>".
type EventKind string

// The kinds of events.
const (
	SignedIn         EventKind = "signed_in"
	SignedInTOTP     EventKind = "signed_in_totp"
	SignedInPasskey  EventKind = "signed_in_passkey"
	SignedInRecovery EventKind = "signed_in_recovery"
	PasswordRefused  EventKind = "password_refused"
	CodeRefused      EventKind = "code_refused" // after a right password: somebody may know it
	PasskeyRefused   EventKind = "passkey_refused"
	PasswordChanged  EventKind = "password_changed"
	EmailChanged     EventKind = "email_changed"
	TOTPAdded        EventKind = "totp_added"
	TOTPRemoved      EventKind = "totp_removed"
	PasskeyAdded     EventKind = "passkey_added"
	PasskeyRemoved   EventKind = "passkey_removed"
	CodesMade        EventKind = "codes_made"
	SessionsEnded    EventKind = "sessions_ended"
	OwnerSet         EventKind = "owner_set" // from the command line
)

// EventKinds is all of them.
var EventKinds = []EventKind{
	SignedIn, SignedInTOTP, SignedInPasskey, SignedInRecovery, PasswordRefused, CodeRefused, PasskeyRefused, PasswordChanged,
	EmailChanged, TOTPAdded, TOTPRemoved, PasskeyAdded, PasskeyRemoved, CodesMade, SessionsEnded, OwnerSet,
}

// Refusal reports whether k is a failure. Strangers cause those, so repeated
// ones are counted in one event instead of filling the list.
func (k EventKind) Refusal() bool {
	return k == PasswordRefused || k == CodeRefused || k == PasskeyRefused
}

// Event is one entry of the account's log.
type Event struct {
	Kind  EventKind
	At    time.Time
	Times int
	Browser
}
