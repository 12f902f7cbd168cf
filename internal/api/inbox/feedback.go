package inbox

import (
	"context"

	"parichay/internal/api/signin"
	"parichay/internal/api/wire"
	"parichay/internal/domain/account"
	"parichay/internal/domain/lead"
	"parichay/internal/public/pagedata"
	"parichay/locales"
)

type feedbackForm struct {
	wire.MessageKey
	Body struct {
		Message  string `json:"message"`
		Language string `json:"language,omitempty"`
	}
}

// Feedback stores the owner's message to the people who run the site. It appears in the same
// inbox as the visitors' messages.
func (s *Visitors) Feedback(ctx context.Context, in *feedbackForm) (*wire.Reply[pagedata.LeadReceipt], error) {
	if err := in.Check(); err != nil {
		return nil, err
	}
	l, err := lead.Lead{
		Kind: lead.OwnerFeedback, Name: account.DisplayName, Email: signin.CallerOf(ctx).Session.Email, Message: in.Body.Message, Language: locales.Lang(in.Body.Language), Page: "/admin/send-feedback",
	}.Clean()
	if err != nil {
		return nil, err
	}
	got, err := s.keep(ctx, lead.Arrival{Lead: l, Key: in.Key, Notify: s.Mail})
	return wire.ReplyWith(s.receipt(got, l), err)
}
