package visit

import "slices"

// ChannelOfLead tells how a lead came. What the owner wrote down is a channel's key
// already. What a browser sent is a source like any other: no visitor can pretend to
// have walked in.
func ChannelOfLead(source string, byHand bool) string { //nolint:revive // who wrote it decides what it means
	if byHand && slices.Contains(HandChannels(), source) {
		return source
	}
	channel, _ := ChannelOf(source, "")
	return channel
}

// HandChannels lists what the owner may choose for a lead written down by hand, the
// likeliest first.
func HandChannels() []string {
	all := []string{WalkIn, Phone}
	for i := range Channels {
		if Channels[i].Hand {
			all = append(all, Channels[i].Key)
		}
	}
	return all
}
