package lead

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAdvertisingDoesNotMatchMessagesOfCustomers(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"We offer link building and guest posts, see https://example.com",
		"Nice site! https://a.example https://b.example https://c.example",
		`<a href="https://a.example">cheap</a>`,
		"[url=https://a.example]cheap[/url]",
		"Casino, viagra, cialis",
		"Rank on the first page of Google! https://a.example unsubscribe",
	} {
		assert.True(t, Lead{Kind: Quote, Message: text}.Advertising(), text)
	}
	for _, text := range []string{
		"I have a textile shop in Surat. My site is https://example.in and I want more orders on WhatsApp.",
		"અમારી દુકાન માટે દિવાળીના પોસ્ટર જોઈએ છે. ભાવ જણાવશો?",
		"हमें अपनी वेबसाइट को गूगल पर ऊपर लाना है। कितना खर्च आएगा?",
		"Can you do SEO for my site www.example.in and my second site https://example.com?",
		"Please call me",
		"<script>alert(1)</script>", // a nuisance, but not an advertisement
	} {
		assert.False(t, Lead{Kind: Quote, Message: text}.Advertising(), text)
	}
	assert.True(t, Lead{Kind: Portfolio, Name: "visit https://a.example", Company: "x"}.Advertising())
}

func TestTextHashIgnoresSpacing(t *testing.T) {
	t.Parallel()
	a := Lead{Message: "We can bring ten thousand visitors to your site within a week. Offer 17!"}
	b := Lead{Message: "we can bring   ten thousand visitors to your site, within a week.\nOffer 18!"}
	assert.Equal(t, a.TextHash(), b.TextHash())
	assert.NotNil(t, a.TextHash())
	assert.NotEqual(t, a.TextHash(), Lead{Message: strings.Replace(a.Message, "ten", "two", 1)}.TextHash())
	assert.Nil(t, Lead{Message: "Please call me tomorrow"}.TextHash(), "two people may both write that")
}

func TestNetworkLimitsScaleWithExpectedMessages(t *testing.T) {
	t.Parallel()
	for anHour, want := range map[int][3]int{0: {5, 30, 2}, 30: {5, 30, 2}, 5000: {5, 30, 2}, 100_000: {100, 600, 40}} {
		a := Arrival{AnHour: anHour}
		assert.Equal(t, want[0], a.Room(), anHour)
		assert.Equal(t, want[2], a.TextRoom(), anHour)
		a.Proven = true
		assert.Equal(t, want[1], a.Room(), anHour)
	}
}
