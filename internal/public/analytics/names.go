package analytics

import (
	"strings"
	"time"

	"parichay/internal/domain/visit"
	"parichay/internal/public/intake"
	"parichay/internal/store/codes"
)

// rememberedNames bounds the memory for the names of a day, to about 2 MiB.
const rememberedNames = 4096

// name is the name of a channel or a campaign that appears in the reports of a day. kind tells
// channels from campaigns.
type name struct {
	day  time.Time
	kind string
	text string
}

// limitNames replaces names of channels and campaigns with visit.Other once a network has
// introduced too many new names in a day. Anybody can invent such names in a link, so
// otherwise one sender could displace all other rows of a report. Names that are already known
// on that day do not count.
func (p *Pipe) limitNames(a asked, events []visit.Event) {
	for i := range events {
		e := &events[i]
		day := visit.Day(e.At)
		if visit.Inventable(e.Channel) && !p.isCode(e.Channel) && !p.allowName(a, name{day, "channel", e.Channel}) {
			e.Channel = visit.Other
		}
		if e.Campaign != "" && !p.allowName(a, name{day, "campaign", e.Campaign}) {
			e.Campaign = visit.Other
		}
	}
}

// allowName reports whether a name may appear in the reports. A new name counts towards the
// limit of the sender's subnet.
func (p *Pipe) allowName(a asked, one name) bool {
	if _, known := p.names.Get(one); known {
		return true
	}
	if p.config.Door.AllowName(intake.NetworkOf(a.from)) != nil {
		return false
	}
	p.names.Add(one, struct{}{})
	return true
}

// isCode reports whether a channel is one of the owner's codes or short links.
func (p *Pipe) isCode(channel string) bool {
	for prefix, kind := range map[string]codes.Kind{visit.Code: codes.Printed, visit.Short: codes.Link} {
		if code, ok := strings.CutPrefix(channel, prefix); ok {
			_, found := codes.Find(p.config.Codes(), kind, code)
			return found
		}
	}
	return false
}
