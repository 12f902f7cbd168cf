package intake

import (
	"errors"
	"net/netip"
	"time"

	"parichay/internal/domain/lead"
	"parichay/internal/kit/fault"
)

// TokenField is the field of a form that carries its token.
const TokenField = "token"

// ErrFreshToken asks for a fresh token and its puzzles: the one that came is too old, or
// asks for less than is needed now. Browsers send the message again by themselves.
var ErrFreshToken error = fault.Invalid{Issues: []fault.Issue{{Field: TokenField, Code: fault.InvalidValue}}}

// Submission is a form as it arrived, by whichever way.
type Submission struct {
	lead.Lead
	Key, Trap, Token, Solution string
	Scriptless                 bool // it came by a form that cannot solve puzzles
}

// Judge says what is suspicious about a message, as far as it can be seen without
// the others. cleaned is the message as it would be kept. What is neither suspicious nor
// weak has taken a place in the inbox.
func (d *Door) Judge(secret lead.Secret, in Submission, cleaned lead.Lead, from netip.Prefix, now time.Time) (lead.Judged, error) {
	judged, err := secret.Judge(in.Token, in.Solution, now)
	switch {
	case errors.Is(err, lead.ErrStale):
		return judged, ErrFreshToken
	case err != nil:
		return judged, err
	case in.Trap != "":
		judged.Reason = lead.Trapped
	case judged.Reason == "" && cleaned.Advertising():
		judged.Reason = lead.Advertises
	case judged.Reason == lead.Unsolved && in.Scriptless && !cleaned.Advertising() && d.admit(from):
		judged.Reason = ""
	case judged.Reason == "":
		judged.Most, judged.Weak = d.enter(from, judged.Bits)
		if judged.Weak && in.Scriptless {
			judged.Most, judged.Weak = nil, false
			if !d.admit(from) {
				judged.Reason = lead.Unsolved
			}
		}
	}
	return judged, nil
}
