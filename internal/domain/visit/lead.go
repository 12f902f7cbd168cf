package visit

import "slices"

// Hand is a channel that the owner may choose for a lead written down by hand.
type Hand string

// All lists them, the likeliest first.
func (Hand) All() []Hand {
	all := []Hand{WalkIn, Phone}
	for i := range Channels {
		if Channels[i].Hand {
			all = append(all, Hand(Channels[i].Key))
		}
	}
	return all
}

// ChannelOfLead tells how a lead came. What the owner wrote down is a channel's key
// already. What a browser sent is a source like any other: no visitor can pretend to
// have walked in.
func ChannelOfLead(source string, byHand bool) string { //nolint:revive // who wrote it decides what it means
	if byHand && slices.Contains(Hand("").All(), Hand(source)) {
		return source
	}
	channel, _ := ChannelOf(source, "")
	return channel
}
