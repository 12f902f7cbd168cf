package profile

import (
	"parichay/internal/domain/lead"
	"parichay/internal/domain/trade"
)

// usualNeeds is the value of formNeeds with which a message needs what is usual in the owner's
// trade.
const usualNeeds = "usual"

// Form returns what the site's forms ask for.
func (p Profile) Form() lead.Form {
	t := trade.Find(p.Trade)
	form := lead.Form{Contact: t.Form, NoCompany: !t.IsAgency()}
	if p.Needs != usualNeeds && p.Needs != "" {
		form.Contact = lead.Contact(p.Needs)
	}
	return form
}
