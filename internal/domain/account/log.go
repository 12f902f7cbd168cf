package account

import (
	"slices"
	"time"
)

// LogKind is the type of an entry in the account's log. The locales have a text for each kind
// under "account.event.<kind>".
type LogKind string

// The kinds of entries.
const (
	SignedIn         LogKind = "signed_in"
	SignedInTOTP     LogKind = "signed_in_totp"
	SignedInPasskey  LogKind = "signed_in_passkey"
	SignedInRecovery LogKind = "signed_in_recovery"
	PasswordRefused  LogKind = "password_refused"
	CodeRefused      LogKind = "code_refused"    // a wrong code after a correct password: somebody may know the password
	ConfirmRefused   LogKind = "confirm_refused" // a wrong code from a session that must confirm its identity
	PasskeyRefused   LogKind = "passkey_refused"
	PasswordChanged  LogKind = "password_changed"
	EmailChanged     LogKind = "email_changed"
	TOTPAdded        LogKind = "totp_added"
	TOTPRemoved      LogKind = "totp_removed"
	PasskeyAdded     LogKind = "passkey_added"
	PasskeyRemoved   LogKind = "passkey_removed"
	CodesMade        LogKind = "codes_made"
	CodesRemoved     LogKind = "codes_removed" // by the link of a warning
	SessionsEnded    LogKind = "sessions_ended"
	OwnerSet         LogKind = "owner_set"      // from the command line
	OwnerMade        LogKind = "owner_made"     // by the setup link
	PasswordReset    LogKind = "password_reset" // by a link
)

// LogKinds lists all kinds.
var LogKinds = []LogKind{
	SignedIn, SignedInTOTP, SignedInPasskey, SignedInRecovery, PasswordRefused, CodeRefused, ConfirmRefused, PasskeyRefused, PasswordChanged,
	EmailChanged, TOTPAdded, TOTPRemoved, PasskeyAdded, PasskeyRemoved, CodesMade, CodesRemoved, SessionsEnded, OwnerSet, OwnerMade, PasswordReset,
}

// Refusal reports whether k is a failed attempt. Strangers can cause these, so repeated
// ones are counted in one entry instead of filling the list.
func (k LogKind) Refusal() bool {
	return k == PasswordRefused || k == CodeRefused || k == ConfirmRefused || k == PasskeyRefused
}

// Alarming reports whether the owner is notified of k by mail at once.
func (k LogKind) Alarming() bool {
	return slices.Contains([]LogKind{EmailChanged, PasswordChanged, PasswordReset, TOTPAdded, TOTPRemoved, PasskeyAdded, PasskeyRemoved, CodesMade}, k)
}

// The number of wrong codes after a correct password, within an hour or a day, at which
// the owner is notified by mail.
const (
	GuessesTold = 3
	GuessesADay = 6
)

// LogEntry is one entry of the account's log.
type LogEntry struct {
	Kind  LogKind
	At    time.Time
	Times int
	Browser
}
