package fault_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parichay/internal/kit/fault"
)

func wrapped(err error, id string) (out error) {
	out = err
	defer fault.Wrap(&out, "post %q", id)
	return out
}

func TestWrapNeverTreatsArgumentsAsFormat(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"100%", "%d", "%!s(MISSING)", "%1000000[1]d%1000000[1]d", "%w"} {
		err := wrapped(fault.ErrNotFound, id)
		require.EqualError(t, err, `post "`+id+`": not found`)
		require.ErrorIs(t, err, fault.ErrNotFound)
	}
}

func TestWrapReturnsNilForNil(t *testing.T) {
	t.Parallel()
	require.NoError(t, wrapped(nil, "x"))
}

func TestInvalidListsIssuesInOrder(t *testing.T) {
	t.Parallel()
	err := error(fault.Invalid{Issues: []fault.Issue{{Field: "email", Code: fault.Required}, {Field: "name", Code: fault.TooLong, Want: "9"}}})
	require.EqualError(t, err, "invalid: email required, name too_long")
	var invalid fault.Invalid
	require.ErrorAs(t, err, &invalid)
	require.Len(t, invalid.Issues, 2)
}

func TestTooManyErrorContainsTheRetryDelay(t *testing.T) {
	t.Parallel()
	require.EqualError(t, fault.TooMany{RetrySeconds: 7}, "too many attempts, retry in 7 s")
}
