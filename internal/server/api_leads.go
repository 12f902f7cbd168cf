package server

import (
	"context"
	"errors"

	"parichay/internal/fault"
	"parichay/internal/lead"
	"parichay/locales"
)

type leadForm struct {
	Key  string `header:"Idempotency-Key" maxLength:"200" doc:"Made once per message by the browser; the same key again is the same message"`
	Body struct {
		Kind     lead.Kind    `json:"kind" enum:"quote_request,portfolio_request"`
		Name     string       `json:"name,omitempty"`
		Email    string       `json:"email,omitempty"`
		Phone    string       `json:"phone,omitempty"`
		Company  string       `json:"company,omitempty"`
		Message  string       `json:"message,omitempty"`
		Services []string     `json:"services,omitempty" maxItems:"100"`
		Edition  string       `json:"edition,omitempty"`
		Language locales.Lang `json:"language,omitempty"`
		Page     string       `json:"page,omitempty"`
	}
}

type leadAnswer struct {
	Body struct {
		Reference string `json:"reference" doc:"What people call the message, such as DM-1042"`
	}
}

const keyField = "Idempotency-Key"

// postLead takes a message in. It answers only after the database has committed
// it.
func (s *Server) postLead(ctx context.Context, in *leadForm) (*leadAnswer, error) {
	if in.Key == "" {
		return nil, fault.Invalid{Issues: []fault.Issue{{Field: keyField, Code: fault.Required}}}
	}
	b := in.Body
	return s.addLead(ctx, in.Key, lead.Lead{
		Kind: b.Kind, Name: b.Name, Email: b.Email, Phone: b.Phone, Company: b.Company, Message: b.Message,
		Services: b.Services, Edition: b.Edition, Language: b.Language, Page: b.Page,
	})
}

func (s *Server) addLead(ctx context.Context, key string, raw lead.Lead) (*leadAnswer, error) {
	l, err := raw.Clean()
	if err != nil {
		return nil, err
	}
	id, err := s.store.AddLead(ctx, key, l)
	if errors.Is(err, fault.ErrConflict) {
		return nil, fault.Invalid{Issues: []fault.Issue{{Field: keyField, Code: fault.InvalidValue}}}
	}
	if err != nil {
		return nil, err
	}
	out := &leadAnswer{}
	out.Body.Reference = lead.Reference(s.live.current.Load().Profile.Profile.Shown(locales.English).BrandName, id)
	return out, nil
}
