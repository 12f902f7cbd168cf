package field

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestH6ChatLinkUsesPhoneDigits(t *testing.T) {
	t.Parallel()
	for phone, want := range map[string]string{
		"+91 98250 12345":    "919825012345",
		"098250 12345":       "919825012345",
		"98250-12345":        "919825012345",
		"0091 9825012345":    "919825012345",
		"+1 (212) 555-01":    "121255501",
		"919825012345":       "919825012345",
		"+91 (0)98250 12345": "919825012345",
	} {
		assert.Equal(t, "https://wa.me/"+want, ChatLink(phone), phone)
	}
}

func TestMailLinkEscapesAddress(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "mailto:hello@example.in", MailLink("hello@example.in"))
	assert.Equal(t, "mailto:a%3Fbcc=b&c%23d@example.in", MailLink("a?bcc=b&c#d@example.in"))
}
