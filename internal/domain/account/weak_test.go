package account

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"parichay/internal/kit/fault"
)

func TestWeakReportsWhyPasswordIsGuessable(t *testing.T) {
	t.Parallel()
	about := []string{"Maya Sharma Jewels", "maya-jewels.example", "maya.sharma@mail.example"}
	for password, why := range map[string]fault.Code{
		"passwordpassword": fault.Common, "Password123456": fault.Common, "P@ssw0rd!2024": fault.Common, "2024password!!": fault.Common, "1q2w3e4r5t6y": fault.Pattern,
		"dragonmonkey": fault.Common, "sunshine1990": fault.Common, "letmein letmein": fault.Pattern, "4dm1n4dm1n12": fault.Common, "JaiShreeRam@108": fault.Common, "parichay2026!": fault.Common,
		"MayaSharma2024": fault.OwnWords, "mayajewels!!": fault.OwnWords, "sharma maya 1": fault.OwnWords, "M4y4-Jewels-1": fault.OwnWords,
		"qwertyuiopas": fault.Pattern, "asdfghjklqwe": fault.Pattern, "1234567890123": fault.Pattern, "zzzzzzzzzzzzzz": fault.Pattern, "abababababab": fault.Pattern,
		"abcdefghijklm": fault.Pattern, "0987654321098": fault.Pattern, "kx9kx9kx9kx9": fault.Pattern, "!@#$%^&*()_+": fault.Pattern,
		"            ": fault.Blank, "\u00a0\u200b          ": fault.Blank,
	} {
		assert.Equal(t, why, Weak(password, about...), password)
	}
	for _, good := range []string{
		"correct horse battery", "seven green lanterns", "nine blue lanterns", "kxm7p-w3fqz-tn9vd-hb4rj", "મારી દુકાન સવારે ખુલે", "a whole new password", "gate under monsoon", "Tr7#vQ9!mZ2p",
	} {
		assert.Empty(t, Weak(good, about...), good)
	}
}

func TestWeakRefusesAllCommonPasswords(t *testing.T) {
	t.Parallel()
	n := 0
	for word := range strings.FieldsSeq(regexp.MustCompile(`(?m)^#.*`).ReplaceAllString(commonPasswords, "") + ours) {
		n++
		for _, password := range []string{word, word + word + word, word + "2024", "1990" + word + "!"} {
			if len(password) >= MinPassword {
				assert.NotEmpty(t, Weak(password), password)
			}
		}
	}
	assert.Greater(t, n, 3000)
}

// Each password is refused by exactly one variant, in the order of variants.
func TestWeakFindsDisguisedCommonPasswords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ password, change string }{
		{"192837465newproject2004", "two words that contain years"},
		{"1990newproject2004!", "a year before a word that ends in one"},
		{"1928374652024", "a year after a word that begins with one"},
		{"1990monkeyblink1822024", "years before and after"},
		{"99999blink182monkey99999", "digits before and after"},
		{"adm1n+987654", "a 1 for an i, and digits after"},
		{"we1come+987654", "a 1 for an l, and digits after"},
		{"4dm1n4dm1n12", "a 4 for an a at the beginning"},
		{"monkeyf00tba11", "1s for ls at the end"},
	} {
		assert.Equal(t, fault.Common, Weak(c.password), "%s: %s", c.password, c.change)
	}
}

func BenchmarkWeak(b *testing.B) {
	for b.Loop() {
		Weak("a rather long sentence that nobody would guess, and then some more of it", "Maya Sharma", "shop.example")
	}
}
