package intake

import (
	"errors"
	"net/netip"
	"time"

	"parichay/internal/domain/lead"
	"parichay/internal/kit/fault"
)

// TokenField is the form field that carries the token.
const TokenField = "token"

// ErrFreshToken asks the browser for a fresh token: the token sent is too old, or its proof of
// work is weaker than required now. Browsers then resend the message automatically.
var ErrFreshToken error = fault.Invalid{Issues: []fault.Issue{{Field: TokenField, Code: fault.InvalidValue}}}

// Submission is a lead form as received, from the API or from an HTML form.
type Submission struct {
	lead.Lead
	Key, Trap, Token, Solution string
	Scriptless                 bool // sent by a form that cannot run scripts
	Photos                     []lead.Photo
}

// judge rates a message by its token, its text and the current limits, without comparing it to
// other messages. cleaned is the message as it would be stored. A message that is neither
// suspicious nor weak was counted towards the inbox load.
func (d *Door) judge(secret lead.Secret, in Submission, cleaned lead.Lead, from netip.Prefix, now time.Time) (lead.Judged, error) {
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
