package profile

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"parichay/internal/domain/lead"
	"parichay/locales"
)

func TestFormFollowsTheTradeUntilTheOwnerChooses(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		trade, needs string
		contact      lead.Contact
		noCompany    bool
	}{
		{"", "", lead.AsSpecified, false},
		{"agency", "", lead.AsSpecified, false},
		{"agency", "usual", lead.AsSpecified, false},
		{"agency", "phone", lead.ByPhone, false},
		{"bakery", "", lead.ByPhone, true},
		{"shop", "usual", lead.ByEither, true},
		{"bakery", "email", lead.ByEmail, true},
	} {
		p := Default()
		p.Trade, p.Needs = row.trade, row.needs
		for _, lang := range locales.All {
			form := p.Shown(lang).Form()
			assert.Equal(t, row.contact, form.Contact, "%+v", row)
			assert.Equal(t, row.noCompany, form.NoCompany, "%+v", row)
		}
	}
}
