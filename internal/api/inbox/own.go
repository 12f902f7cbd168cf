package inbox

import (
	"context"
	"time"

	"parichay/internal/api/wire"
	"parichay/internal/domain/lead"
	"parichay/internal/domain/visit"
	"parichay/internal/kit/fault"
	"parichay/internal/store/leads"
	"parichay/locales"
)

// Paths of the API.
const (
	OwnPath  = "/leads/own"
	WeekPath = "/stats/week"
)

// OwnLead is a request with a lead that the owner enters.
type OwnLead struct {
	wire.MessageKey
	Body struct {
		Name     string       `json:"name,omitempty"`
		Phone    string       `json:"phone,omitempty"`
		Email    string       `json:"email,omitempty"`
		Message  string       `json:"message,omitempty" doc:"What the person wants"`
		Channel  visit.Hand   `json:"channel" doc:"How the person came"`
		Status   lead.Status  `json:"status,omitempty" doc:"Default: pending; never spam"`
		Value    string       `json:"value,omitempty" maxLength:"60" doc:"Value in whole rupees as typed: 12000, 12,000 or ₹ 12,000; empty if unknown"`
		Language locales.Lang `json:"language,omitempty" doc:"Language of the answer"`
	}
}

// Written is the response to an OwnLead.
type Written struct {
	ID        int64  `json:"id"`
	Reference string `json:"reference"`
}

// Enter stores a lead that the owner enters. It sends no mail and runs no spam checks. The
// lead has no due time, because nobody was promised an answer.
func (s Inbox) Enter(ctx context.Context, in *OwnLead) (*wire.Reply[Written], error) {
	if err := in.Check(); err != nil {
		return nil, err
	}
	b := in.Body
	if b.Status == "" {
		b.Status = lead.Pending
	}
	own, err := lead.Own{
		Name: b.Name, Phone: b.Phone, Email: b.Email, Message: b.Message, Channel: string(b.Channel), Status: b.Status, Language: b.Language,
	}.Clean(b.Value)
	if err != nil {
		return nil, err
	}
	got, err := s.Store.Inbox.Enter(ctx, own, lead.Prefix(s.Site.Brand()), in.Key)
	if err != nil {
		return nil, err
	}
	if got.Verdict == lead.KeyTaken {
		return nil, fault.Invalid{Issues: []fault.Issue{{Field: wire.KeyField, Code: fault.InvalidValue}}}
	}
	return &wire.Reply[Written]{Body: Written{ID: got.ID, Reference: s.reference(got.Prefix, got.ID)}}, nil
}

// WeekSums contains the totals of seven days.
type WeekSums struct {
	Visits int   `json:"visits" doc:"Number of visits from outside"`
	Taps   int   `json:"taps" doc:"Number of taps on WhatsApp, phone and other links"`
	Leads  int   `json:"leads" doc:"Leads without spam and the owner's own feedback"`
	Won    int   `json:"won" doc:"Leads that were won in these days, whenever they came in"`
	Value  int64 `json:"value" doc:"Total value of the won leads in whole rupees, as far as entered"`
}

func shown(sums leads.Sums) WeekSums {
	return WeekSums{Visits: sums.Visits, Taps: sums.Taps, Leads: sums.Leads, Won: sums.Won, Value: sums.Rupees}
}

// WeekAnswer compares the last seven days with the seven before.
type WeekAnswer struct {
	From     string   `json:"from" format:"date" doc:"The first of the seven days in India's time zone. The last is yesterday, or today if nothing was counted before"`
	Now      WeekSums `json:"now"`
	Before   WeekSums `json:"before"`
	Compared bool     `json:"compared" doc:"Whether visits were counted on all of the seven days before; leads always are"`
}

// Week returns the totals of the last seven days.
func (s Inbox) Week(ctx context.Context, _ *struct{}) (*wire.Reply[WeekAnswer], error) {
	since, err := s.Store.Reports.Since(ctx)
	if err != nil {
		return nil, err
	}
	today := visit.Day(s.Now())
	span := visit.Week.Ending(today.AddDate(0, 0, -1)) // today is not over yet
	if !visit.Counted(since, span.Until) {
		span = visit.Week.Ending(today)
	}
	first := span.From
	now, before, err := s.Store.Inbox.Week(ctx, first)
	if err != nil {
		return nil, err
	}
	return &wire.Reply[WeekAnswer]{Body: WeekAnswer{
		From: first.Format(time.DateOnly), Now: shown(now), Before: shown(before), Compared: visit.Counted(since, span.Before().From),
	}}, nil
}
