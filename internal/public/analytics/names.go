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

// name is a name that the reports of a day have. Channels and campaigns differ by their kind.
type name struct {
	day  time.Time
	kind string
	text string
}

// limitNames replaces the names of channels and campaigns that anybody can invent in a link by
// visit.Other once a network has brought too many of them. Otherwise one sender could displace
// all other rows of a report. A name that another network has brought is free.
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
