package lead

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/kit/fault"
)

func TestSV2QuotePhoneIsOptional(t *testing.T) {
	t.Parallel()
	full := Lead{Kind: Quote, Name: " Bakery ", Email: "a@example.in", Message: "Posters\r\nfor Diwali", Services: []string{"SEO"}, Language: "gu", Company: "ignored"}
	got, err := full.Clean()
	require.NoError(t, err)
	assert.Equal(t, Lead{Kind: Quote, Name: "Bakery", Email: "a@example.in", Message: "Posters\nfor Diwali", Services: []string{"SEO"}, Language: "gu"}, got)
	assert.Equal(t, []string{"name", "email", "message"}, refused(Lead{Kind: Quote}))
	assert.Equal(t, []string{"email"}, refused(Lead{Kind: Quote, Name: "A", Email: "a@localhost", Message: "x"}), "mail cannot reach a domain without a dot")
	assert.Equal(t, []string{"phone"}, refused(Lead{Kind: Quote, Name: "A", Email: "a@b.in", Message: "x", Phone: "call me"}))
}

func TestL1LeadSizeIsBounded(t *testing.T) {
	t.Parallel()
	quote := Lead{Kind: Quote, Name: "A", Email: "a@b.in", Message: strings.TrimSpace(strings.Repeat("સ્ત્રીના ", 4000/3)), Services: []string{"SEO"}}
	_, err := quote.Clean()
	require.NoError(t, err, "a full-length text of large grapheme clusters")
	quote.Message = strings.Repeat("x"+strings.Repeat("\u0323", 6), 4000)
	assert.Equal(t, []string{"message"}, refused(quote), "letters of 13 bytes each")
	quote.Message, quote.Services = "x", make([]string, maxServices)
	for i := range quote.Services {
		quote.Services[i] = strings.Repeat("ક", 98)
	}
	assert.Empty(t, refused(quote))
	for i := range quote.Services {
		quote.Services[i] = strings.Repeat("ક", 150)
	}
	assert.Equal(t, []string{"services"}, refused(quote))
}

func TestP2P3PortfolioRequestFollowsTheSpecification(t *testing.T) {
	t.Parallel()
	assert.Equal(t, []string{"name", "email", "phone", "company"}, refused(Lead{Kind: Portfolio}))
	l, err := Lead{Kind: Portfolio, Name: "A", Email: "a@b.in", Phone: "98250 12345", Company: "Textile works", Message: "ignored"}.Clean()
	require.NoError(t, err)
	assert.Equal(t, "Portfolio request from Textile works", l.Comment())
	assert.Equal(t, 5, *l.Rating())
	assert.Empty(t, l.Message)
}

func TestE8FeedbackNeedsTenLetters(t *testing.T) {
	t.Parallel()
	_, err := Lead{Kind: OwnerFeedback, Email: "owner@example.com", Message: "too short"}.Clean()
	var invalid fault.Invalid
	require.ErrorAs(t, err, &invalid)
	assert.Equal(t, []fault.Issue{{Field: "message", Code: fault.TooShort, Want: "10"}}, invalid.Issues)
}

func TestE8FeedbackAcceptsLocalSignInAddress(t *testing.T) {
	t.Parallel()
	assert.Empty(t, refused(Lead{Kind: OwnerFeedback, Email: "owner@localhost", Message: "Please add a map."}))
}

func TestUnknownFormIsRefused(t *testing.T) {
	t.Parallel()
	assert.Equal(t, []string{"kind"}, refused(Lead{Kind: "spam"}))
	assert.Equal(t, []string{"services"}, refused(Lead{Kind: Quote, Name: "A", Email: "a@b.in", Message: "x", Services: strings.Split(strings.Repeat("x,", 30), ",")}))
}

func TestDigestDiffersByMessage(t *testing.T) {
	t.Parallel()
	a := Lead{Kind: Quote, Name: "A", Message: "x"}
	b := a
	assert.Equal(t, a.Digest(), b.Digest())
	b.Message = "y"
	assert.NotEqual(t, a.Digest(), b.Digest())
}

func TestReferenceUsesBrandInitials(t *testing.T) {
	t.Parallel()
	for brand, want := range map[string]string{"Digital Market": "DM-1042", "digital market of gujarat": "DM-1042", "ડિજિટલ માર્કેટ": "REF-1042", "Solo": "REF-1042"} {
		assert.Equal(t, want, Reference("", brand, 1042), brand)
	}
	assert.Equal(t, "DM-1042", Reference(Prefix("Digital Market"), "Another Name", 1042))
}

func refused(l Lead) (fields []string) {
	_, err := l.Clean()
	if invalid, ok := err.(fault.Invalid); ok { //nolint:errorlint // Clean returns it bare
		for _, issue := range invalid.Issues {
			fields = append(fields, issue.Field)
		}
	}
	return fields
}
