package visit

import "slices"

// Hand is a channel that the owner may choose for a lead entered by hand.
type Hand string

// All lists the channels, the likeliest first.
func (Hand) All() []Hand {
	all := []Hand{WalkIn, Phone}
	for i := range Channels {
		if Channels[i].Hand {
			all = append(all, Hand(Channels[i].Key))
		}
	}
	return all
}

// ChannelOfLead returns the channel of a lead. For a lead entered by the owner, the
// source is a channel's key. A source sent by a browser is never such a key, so that
// no visitor can pretend to be a walk-in.
func ChannelOfLead(source string, byHand bool) string { //nolint:revive // byHand is a property of the lead
	if byHand && slices.Contains(Hand("").All(), Hand(source)) {
		return source
	}
	channel, _ := ChannelOf(source, "")
	return channel
}
