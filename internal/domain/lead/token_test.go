package lead

import (
	"encoding/base64"
	"net/netip"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	secret = Secret("thirty-two bytes of a test secret")
	opened = time.Date(2026, 11, 14, 12, 0, 0, 0, time.UTC)
)

func TestTokenIsValidFromThreeSecondsToTwoHours(t *testing.T) {
	t.Parallel()
	token := secret.Issue(opened, 0)
	for age, want := range map[time.Duration]Reason{0: TooFast, 2999 * time.Millisecond: TooFast, MinAge: "", MaxAge: ""} {
		judged, err := secret.Judge(token.Text, "", opened.Add(age))
		require.NoError(t, err)
		assert.Equal(t, want, judged.Reason, age)
		assert.Len(t, judged.Nonce, nonceSize)
		assert.False(t, judged.Proven)
	}
	_, err := secret.Judge(token.Text, "", opened.Add(MaxAge+time.Millisecond))
	require.ErrorIs(t, err, ErrStale)
	assert.NotEqual(t, token.Text, secret.Issue(opened, 0).Text, "every token has its own nonce")
}

func TestAlteredTokenIsForged(t *testing.T) {
	t.Parallel()
	token := secret.Issue(opened, 0)
	raw, err := base64.RawURLEncoding.DecodeString(token.Text)
	require.NoError(t, err)
	judge := func(text string) Reason {
		judged, err := secret.Judge(text, "", opened.Add(time.Minute))
		require.NoError(t, err)
		assert.Nil(t, judged.Nonce)
		return judged.Reason
	}
	for i := range raw {
		changed := append([]byte{}, raw...)
		changed[i] ^= 1
		assert.Equal(t, Forged, judge(base64.RawURLEncoding.EncodeToString(changed)), "byte %d", i)
	}
	// Truncated, extended or otherwise encoded tokens are forged.
	for _, text := range []string{token.Text[:len(token.Text)-1], token.Text + "A", token.Text + "=", token.Text[:30] + "+" + token.Text[31:], "x"} {
		assert.Equal(t, Forged, judge(text), text)
	}
	assert.Equal(t, Tokenless, judge(""))
	judged, err := Secret("another secret").Judge(token.Text, "", opened.Add(time.Minute))
	require.NoError(t, err)
	assert.Equal(t, Forged, judged.Reason)
}

func TestTokenWithPuzzlesNeedsASolution(t *testing.T) {
	t.Parallel()
	const bits = 5
	token := secret.Issue(opened, bits)
	later := opened.Add(time.Minute)
	judge := func(solution string) Reason {
		judged, err := secret.Judge(token.Text, solution, later)
		require.NoError(t, err)
		assert.Equal(t, judged.Reason == "", judged.Proven)
		return judged.Reason
	}
	solution := token.Solve()
	assert.Empty(t, judge(solution))
	assert.Equal(t, solution, secret.Answer(token.Text), "the secret yields the solution without brute force")
	assert.Equal(t, Unsolved, judge(""))
	assert.Equal(t, Unsolved, judge(solution[:len(solution)-4]))
	assert.Equal(t, Unsolved, judge(secret.Issue(opened, bits).Solve()), "a solution must not fit another token")
	assert.Equal(t, Unsolved, judge(Secret("another secret").Answer(token.Text)))
	judged, err := secret.Judge(token.Text, solution, later)
	require.NoError(t, err)
	assert.Equal(t, bits, judged.Bits)
}

// TestEachBitDoublesTheProofOfWork counts attempts, not seconds.
func TestEachBitDoublesTheProofOfWork(t *testing.T) {
	t.Parallel()
	for bits := 1; bits <= 20; bits++ {
		all := secret.answers([]byte("one"), bits)
		require.Len(t, all, Puzzles)
		for _, answer := range all {
			assert.Less(t, answer, uint32(1)<<bits)
		}
	}
	most := 0
	for n := range 64 {
		if secret.answers([]byte{byte(n)}, 10)[0] >= 512 {
			most++
		}
	}
	assert.InDelta(t, 32, most, 20, "answers must be spread over the whole range")
}

func TestNetworkReturnsAHashThatDependsOnTheSecret(t *testing.T) {
	t.Parallel()
	a, b := secret.Network(netip.MustParsePrefix("10.1.2.0/24")), secret.Network(netip.MustParsePrefix("10.1.3.0/24"))
	assert.NotEqual(t, a, b)
	assert.Equal(t, a, secret.Network(netip.MustParsePrefix("10.1.2.0/24")))
	assert.NotEqual(t, a, Secret("other").Network(netip.MustParsePrefix("10.1.2.0/24")))
}

func FuzzFormToken(f *testing.F) {
	f.Add(secret.Issue(opened, 0).Text, "")
	f.Add(secret.Issue(opened, 3).Text, "AAAA")
	f.Add("", "x")
	f.Fuzz(func(t *testing.T, token, solution string) {
		judged, err := secret.Judge(token, solution, opened.Add(time.Minute))
		require.NoError(t, err)
		if judged.Reason == "" {
			raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
			require.NoError(t, err)
			require.Len(t, raw, tokenSize)
			require.Equal(t, raw[nonceAt:macAt], judged.Nonce)
		}
	})
}
