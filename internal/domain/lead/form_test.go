package lead

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/kit/fault"
)

func issuesOf(f Form, l Lead) (all []string) {
	_, err := f.Clean(l)
	if invalid, ok := err.(fault.Invalid); ok { //nolint:errorlint // Clean returns it bare
		for _, issue := range invalid.Issues {
			all = append(all, issue.Field+" "+string(issue.Code))
		}
	}
	return all
}

func TestFormNeedsTheContactThatTheOwnerChose(t *testing.T) {
	t.Parallel()
	const phone, email = "98250 12345", "a@b.in"
	for _, row := range []struct {
		need         Contact
		phone, email string
		quote        []string
		portfolio    []string
	}{
		{AsSpecified, "", "", []string{"email required"}, []string{"email required", "phone required"}},
		{AsSpecified, phone, "", []string{"email required"}, []string{"email required"}},
		{AsSpecified, "", email, nil, []string{"phone required"}},
		{ByPhone, "", "", []string{"phone required"}, []string{"phone required"}},
		{ByPhone, "", email, []string{"phone required"}, []string{"phone required"}},
		{ByPhone, phone, "", nil, nil},
		{ByPhone, phone, "nobody", []string{"email invalid_email"}, []string{"email invalid_email"}},
		{ByEmail, phone, "", []string{"email required"}, []string{"email required"}},
		{ByEmail, "", email, nil, nil},
		{ByEither, "", " ", []string{"phone unreachable"}, []string{"phone unreachable"}},
		{ByEither, phone, "", nil, nil},
		{ByEither, "", email, nil, nil},
		{ByEither, "call me", "", []string{"phone invalid_phone"}, []string{"phone invalid_phone"}},
		{ByEither, "", "nobody", []string{"email invalid_email"}, []string{"email invalid_email"}},
	} {
		form := Form{Contact: row.need, NoCompany: true}
		l := Lead{Kind: Quote, Name: "Asha", Phone: row.phone, Email: row.email, Message: "A cake"}
		assert.Equal(t, row.quote, issuesOf(form, l), "%+v", row)
		l.Kind = Portfolio
		assert.Equal(t, row.portfolio, issuesOf(form, l), "%+v", row)
	}
}

func TestPortfolioRequestWithoutACompanyIsNamedAfterItsSender(t *testing.T) {
	t.Parallel()
	l, err := Form{Contact: ByPhone, NoCompany: true}.Clean(Lead{Kind: Portfolio, Name: "Asha", Phone: "98250 12345", Company: "ignored"})
	require.NoError(t, err)
	assert.Empty(t, l.Company)
	assert.Equal(t, "Portfolio request from Asha", l.Comment())
}
