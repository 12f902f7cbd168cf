package door

import (
	"errors"
	"net/netip"
	"time"

	"parichay/internal/fault"
	"parichay/internal/lead"
)

// TokenField is the field of a form that carries its token.
const TokenField = "token"

// Submission is a form as it arrived, by whichever way.
type Submission struct {
	lead.Lead
	Key, Trap, Token, Solution string
	Scriptless                 bool // it came by a form that cannot solve puzzles
}

// Judge says what is suspicious about a message, as far as it can be seen without
// the others. cleaned is the message as it would be kept.
func (d *Door) Judge(secret lead.Secret, in Submission, cleaned lead.Lead, from netip.Prefix, now time.Time) (lead.Judged, error) {
	judged, err := secret.Judge(in.Token, in.Solution, now)
	switch {
	case errors.Is(err, lead.ErrStale):
		return judged, fault.Invalid{Issues: []fault.Issue{{Field: TokenField, Code: fault.InvalidValue}}}
	case err != nil:
		return judged, err
	case in.Trap != "":
		judged.Reason = lead.Trapped
	case judged.Reason == lead.Unsolved && in.Scriptless && !cleaned.Advertising() && d.admitUnsolved(from):
		judged.Reason = ""
	case judged.Reason == "" && cleaned.Advertising():
		judged.Reason = lead.Advertises
	}
	return judged, nil
}
