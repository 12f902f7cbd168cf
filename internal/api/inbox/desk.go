// Package desk is where the owner writes down who came by or called, and sees what the
// last seven days brought.
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

// Where the API has it.
const (
	OwnPath  = "/leads/own"
	WeekPath = "/stats/week"
)

// Desk answers the calls; the server registers its methods.
type Desk struct {
	Ledger func() leads.Ledger
	Brand  func() string                            // which references follow
	Since  func(context.Context) (time.Time, error) // the first day visits were counted; zero: none was
	Now    func() time.Time
}

// OwnLead is a lead that the owner writes down.
type OwnLead struct {
	Key  string `header:"Idempotency-Key" maxLength:"200" doc:"Made once by the browser for each message or new item; the same key again is the same one"`
	Body struct {
		Name     string       `json:"name,omitempty"`
		Phone    string       `json:"phone,omitempty"`
		Email    string       `json:"email,omitempty"`
		Message  string       `json:"message,omitempty" doc:"What they want"`
		Channel  visit.Hand   `json:"channel" doc:"How they came"`
		Status   lead.Status  `json:"status,omitempty" doc:"pending when left out; never spam"`
		Value    string       `json:"value,omitempty" maxLength:"60" doc:"What it is worth in whole rupees as typed: 12000, 12,000 or ₹ 12,000; empty when not known"`
		Language locales.Lang `json:"language,omitempty" doc:"In which they are to be answered"`
	}
}

// Written is what became of it.
type Written struct {
	ID        int64  `json:"id"`
	Reference string `json:"reference"`
}

// Enter keeps a lead that the owner writes down. Nobody is mailed about it, nothing
// judges it, and no answer was promised.
func (d Desk) Enter(ctx context.Context, in *OwnLead) (*wire.Reply[Written], error) {
	if in.Key == "" {
		return nil, refuse("Idempotency-Key", fault.Required)
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
	got, err := d.Ledger().Enter(ctx, own, lead.Prefix(d.Brand()), in.Key)
	if err != nil {
		return nil, err
	}
	if got.Verdict == lead.KeyTaken {
		return nil, refuse("Idempotency-Key", fault.InvalidValue)
	}
	return &wire.Reply[Written]{Body: Written{ID: got.ID, Reference: lead.Reference(got.Prefix, d.Brand(), got.ID)}}, nil
}

func refuse(field string, code fault.Code) error {
	return fault.Invalid{Issues: []fault.Issue{{Field: field, Code: code}}}
}

// WeekSums is what happened in seven days.
type WeekSums struct {
	Visits int   `json:"visits" doc:"How often somebody came from outside"`
	Taps   int   `json:"taps" doc:"How often a way out was pressed: WhatsApp, a call, a link"`
	Leads  int   `json:"leads" doc:"Without spam and the owner's own feedback"`
	Won    int   `json:"won" doc:"Leads that were won in these days, whenever they came"`
	Value  int64 `json:"value" doc:"What those were worth together, in whole rupees, as far as it was told"`
}

func shown(s leads.Sums) WeekSums {
	return WeekSums{Visits: s.Visits, Taps: s.Taps, Leads: s.Leads, Won: s.Won, Value: s.Rupees}
}

// WeekAnswer is the last seven days beside the seven before.
type WeekAnswer struct {
	From     string   `json:"from" format:"date" doc:"The first of the seven days; the last is yesterday, on India's calendar, or today where nothing was counted before it"`
	Now      WeekSums `json:"now"`
	Before   WeekSums `json:"before"`
	Compared bool     `json:"compared" doc:"Whether visits were counted in all the seven before; leads always were"`
}

// Week tells what the last seven days brought.
func (d Desk) Week(ctx context.Context, _ *struct{}) (*wire.Reply[WeekAnswer], error) {
	since, err := d.Since(ctx)
	if err != nil {
		return nil, err
	}
	today := visit.Day(d.Now())
	span := visit.Week.Ending(today.AddDate(0, 0, -1)) // today is not over yet
	if !visit.Counted(since, span.Until) {
		span = visit.Week.Ending(today)
	}
	first := span.From
	now, before, err := d.Ledger().Week(ctx, first)
	if err != nil {
		return nil, err
	}
	return &wire.Reply[WeekAnswer]{Body: WeekAnswer{
		From: first.Format(time.DateOnly), Now: shown(now), Before: shown(before), Compared: visit.Counted(since, span.Before().From),
	}}, nil
}
