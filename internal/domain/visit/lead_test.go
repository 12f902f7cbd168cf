package visit

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"parichay/locales"
)

func TestVisitorCannotClaimWalkIn(t *testing.T) {
	t.Parallel()
	for _, own := range Hand("").All() {
		assert.Equal(t, string(own), ChannelOfLead(string(own), true), "the owner's choice is used as it is")
	}
	for source, want := range map[string]string{
		"walkin": "named:walkin", "phone": "named:phone", "walkin/diwali": "named:walkin", "instagram/diwali": "instagram", "": "direct", "q.board": "code:board",
	} {
		assert.Equal(t, want, ChannelOfLead(source, false), source)
	}
	assert.Equal(t, "named:other", ChannelOfLead("other", true))
}

func TestEveryChannelIsNamedInLocales(t *testing.T) {
	t.Parallel()
	keys := []string{Direct, WalkIn, Phone, "code", "link"}
	for i := range Channels {
		keys = append(keys, Channels[i].Key)
	}
	for _, key := range keys {
		assert.True(t, locales.Has("channel."+key), key)
	}
	for key, want := range map[string]string{
		"instagram": "Instagram", "code:board": "Printed code board", "link:diwali": "Short link diwali", "site:example.com": "example.com", "named:shop-board": "shop-board", "named:a:b": "a:b",
	} {
		assert.Equal(t, want, locales.Channel(locales.English, key))
	}
}
