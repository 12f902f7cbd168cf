package server

import (
	"context"

	"parichay/internal/lead"
	"parichay/locales"
)

type feedbackForm struct {
	Key  string `header:"Idempotency-Key" required:"true" minLength:"1" maxLength:"200" doc:"Made once per message by the browser; the same key again is the same message"`
	Body struct {
		Message  string       `json:"message"`
		Language locales.Lang `json:"language,omitempty"`
	}
}

// postFeedback takes the owner's own message to the people who run the site. It
// is stored where visitors' messages are.
func (s *Server) postFeedback(ctx context.Context, in *feedbackForm) (*leadAnswer, error) {
	who := shownSession(callerOf(ctx).session).User
	return s.addLead(ctx, in.Key, lead.Lead{
		Kind: lead.OwnerFeedback, Name: who.Name, Email: who.Email, Message: in.Body.Message, Language: in.Body.Language, Page: "/admin/send-feedback",
	})
}
