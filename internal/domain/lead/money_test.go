package lead

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/kit/fault"
	"parichay/locales"
)

func TestParseValueAcceptsIndianFormats(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]int64{
		"12000": 12_000, "12,000": 12_000, "₹ 1,42,000": 142_000, "₹1 42 000": 142_000, "१२,०००": 12_000, "૧૨૦૦૦": 12_000, " 0 ": 0, "007": 7,
		"99,99,99,999": MostValue, "0999999999": MostValue,
	} {
		got, err := ParseValue(typed)
		require.NoError(t, err, typed)
		require.NotNil(t, got, typed)
		assert.Equal(t, want, *got, typed)
	}
	for _, nothing := range []string{"", "  ", "\u00a0"} {
		got, err := ParseValue(nothing)
		require.NoError(t, err)
		assert.Nil(t, got, "unknown value")
	}
	for typed, code := range map[string]fault.Code{
		"₹": fault.InvalidValue, ",": fault.InvalidValue, "12k": fault.InvalidValue, "-5": fault.InvalidValue, "12.50": fault.InvalidValue, "1e5": fault.InvalidValue,
		"twelve": fault.InvalidValue, "100,00,00,000": fault.TooLong, "99999999999999999999999": fault.TooLong,
	} {
		_, err := ParseValue(typed)
		var refused fault.Invalid
		require.ErrorAs(t, err, &refused, typed)
		assert.Equal(t, "value", refused.Issues[0].Field)
		assert.Equal(t, code, refused.Issues[0].Code, typed)
	}
}

func TestOwnLeadNeedsOnlyAName(t *testing.T) {
	t.Parallel()
	own, err := Own{Name: " Station Bakery ", Channel: "walkin", Status: Won, Language: "gu"}.Clean("₹ 12,000")
	require.NoError(t, err)
	assert.Equal(t, "Station Bakery", own.Name)
	assert.Equal(t, int64(12_000), *own.Value)
	assert.Equal(t, locales.Gujarati, own.Language)
	_, err = Own{Phone: "12", Email: "nobody", Status: Spam}.Clean("much")
	var refused fault.Invalid
	require.ErrorAs(t, err, &refused)
	fields := make([]string, len(refused.Issues))
	for i, issue := range refused.Issues {
		fields[i] = issue.Field
	}
	assert.ElementsMatch(t, []string{"name", "phone", "email", "status", "value"}, fields)
	other := own
	other.Value = nil
	assert.NotEqual(t, own.Digest(), other.Digest())
}
