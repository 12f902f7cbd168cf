package account

import (
	"encoding/base64"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/alexedwards/argon2id"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestA3TOTPCodeIsValidOnce(t *testing.T) {
	t.Parallel()
	// The RFC's secret, 12345678901234567890, and the last six digits of its vectors.
	app := TOTP{Secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"}
	for at, code := range map[int64]string{1111111111: "050471", 1111111109: "081804", 1234567890: "005924", 20000000000: "353130"} {
		for _, off := range []time.Duration{-30 * time.Second, 0, 30 * time.Second} {
			_, ok := app.Use(code, time.Unix(at, 0).Add(off))
			assert.True(t, ok, "%d %s", at, off)
		}
		for _, off := range []time.Duration{-61 * time.Second, 61 * time.Second} {
			_, ok := app.Use(code, time.Unix(at, 0).Add(off))
			assert.False(t, ok, "%d %s", at, off)
		}
		used, ok := app.Use(code[:3]+" "+code[3:], time.Unix(at, 0))
		require.True(t, ok, "with a space, as apps show it")
		assert.Equal(t, at/step, used.LastStep)
		_, ok = used.Use(code, time.Unix(at, 0))
		assert.False(t, ok, "a code is valid once")
	}
	for _, wrong := range []string{"", "28708", "2870822", "287083", "२८७०८२"} {
		_, ok := app.Use(wrong, time.Unix(59, 0))
		assert.False(t, ok, wrong)
	}
	_, ok := TOTP{}.Use("", time.Unix(59, 0))
	assert.False(t, ok, "no code is valid without an app")
}

func TestTOTPURLNamesSiteAndAccount(t *testing.T) {
	t.Parallel()
	app, err := NewTOTP()
	require.NoError(t, err)
	assert.Len(t, app.Secret, 32, "160 bits")
	u, err := url.Parse(app.URL("shop.example", "a+b@example.com"))
	require.NoError(t, err)
	assert.Equal(t, "/shop.example:a+b@example.com", u.Path)
	assert.Equal(t, url.Values{"secret": {app.Secret}, "issuer": {"shop.example"}}, u.Query())
}

func TestRecoveryCodeIsFoundInAnySpelling(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	codes := NewRecoveryCodes()
	for i, code := range codes.Shown {
		found, err := FindRecovery(codes.Stored, strings.ToLower(code))
		require.NoError(t, err)
		assert.Equal(t, codes.Stored[i], found)
		seen[HashRecovery(code)] = true
		typed := strings.NewReplacer("-", " ", "O", "0", "I", "1", "B", "8").Replace(code)
		assert.Equal(t, HashRecovery(code), HashRecovery(strings.ToLower(typed)), code)
	}
	assert.Len(t, seen, RecoveryCodes)
	found, err := FindRecovery(codes.Stored, "AAAA-AAAA-AAAA-AAAA")
	require.NoError(t, err)
	assert.Empty(t, found)
}

func TestFastHashedRecoveryCodesStayValid(t *testing.T) {
	t.Parallel()
	old := []string{HashRecovery("AAAA-BBBB-CCCC-DDDD"), HashRecovery("EEEE-FFFF-GGGG-HHHH")}
	found, err := FindRecovery(old, "eeee ffff gggg hhhh")
	require.NoError(t, err)
	assert.Equal(t, old[1], found, "a fast hash of an earlier version")
	slow := SlowCodes(old)
	for _, one := range slow {
		_, _, _, err := argon2id.DecodeHash(one)
		require.NoError(t, err)
		assert.True(t, Slow(one))
	}
	found, err = FindRecovery(slow, "eeee ffff gggg hhhh")
	require.NoError(t, err)
	assert.Equal(t, slow[1], found)
	mixed := append(SlowCodes(old[:1]), SlowCodes(old[1:])...)
	found, err = FindRecovery(mixed, "eeee ffff gggg hhhh")
	require.NoError(t, err)
	assert.Equal(t, mixed[1], found)
}

func TestPasskeyChallengeIsBoundToItsSession(t *testing.T) {
	t.Parallel()
	asker, now := Asker("a secret of the database"), time.Now()
	text := func(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }
	signIn, forSession := asker.Ask("", now), asker.Ask("one", now)
	assert.NotEqual(t, signIn, asker.Ask("", now))
	assert.True(t, asker.Asked(text(signIn), "", now.Add(ChallengeLife-time.Second)))
	assert.True(t, asker.Asked(text(signIn), "", now.Add(-clocksApart/2)), "by a replica whose clock is slow")
	assert.False(t, asker.Asked(text(signIn), "", now.Add(ChallengeLife+time.Second)))
	assert.False(t, asker.Asked(text(signIn), "", now.Add(-2*clocksApart)))
	assert.False(t, asker.Asked(text(signIn), "one", now))
	assert.True(t, asker.Asked(text(forSession), "one", now))
	assert.False(t, asker.Asked(text(forSession), "two", now))
	assert.False(t, asker.Asked(text(forSession), "", now))
	assert.False(t, Asker("another").Asked(text(signIn), "", now))
	for i := range signIn {
		changed := slices.Clone(signIn)
		changed[i] ^= 1
		assert.False(t, asker.Asked(text(changed), "", now), i)
	}
	for _, wrong := range []string{"", "x", text(signIn[:40]), text(signIn) + "=", text(append(signIn, 0))} {
		assert.False(t, asker.Asked(wrong, "", now), wrong)
	}
}

func TestNeedsReturnsTheFactorsThatAreSetUp(t *testing.T) {
	t.Parallel()
	assert.Empty(t, Factors{}.Needs())
	assert.Empty(t, Factors{Codes: 3}.Needs(), "recovery codes are not a factor")
	assert.Equal(t, []string{ByTOTP, ByPasskey, ByRecovery}, Factors{TOTP: true, Passkeys: 2, Codes: 1}.Needs())
	assert.Equal(t, []string{ByPasskey}, Factors{Passkeys: 1}.Needs())
}

func TestDeviceReturnsBrowserAndSystem(t *testing.T) {
	t.Parallel()
	for userAgent, want := range map[string]string{
		"Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36":                                    "Chrome Android",
		"Mozilla/5.0 (Linux; Android 13; SM-A135F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36":         "Samsung Internet Android",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1":            "Safari iPhone",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0":                      "Edge Windows",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0":                                                               "Firefox macOS",
		"Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/139.0 Mobile Safari/537.36 Instagram 390.0.0.42": "Instagram Android",
		"curl/8.5.0": " ",
		"":           " ",
	} {
		browser, system := Browser{UserAgent: userAgent}.Device()
		assert.Equal(t, want, browser+" "+system, userAgent)
	}
}

// The test vectors of RFC 4226 (appendix D) and RFC 6238 (appendix B, the last six digits).
func TestTOTPCodesMatchRFCVectors(t *testing.T) {
	t.Parallel()
	app := TOTP{Secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"}
	for step, want := range []string{"755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489"} {
		got, err := app.Code(int64(step))
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
	for at, want := range map[int64]string{59: "287082", 1111111109: "081804", 1111111111: "050471", 1234567890: "005924", 2000000000: "279037", 20000000000: "353130"} {
		got, err := app.Code(Step(time.Unix(at, 0)))
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
	fresh, err := NewTOTP()
	require.NoError(t, err)
	assert.Len(t, fresh.Secret, 32, "160 bits, which every app supports")
	_, err = TOTP{Secret: "no base32!"}.Code(1)
	require.Error(t, err)
}
