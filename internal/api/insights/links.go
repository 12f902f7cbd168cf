package insights

import (
	"context"
	"strings"
	"time"

	"parichay/internal/api/wire"
	"parichay/internal/domain/account"
	"parichay/internal/domain/field"
	"parichay/internal/kit/fault"
	"parichay/internal/store/visits"
)

// Page is the page that a share link opens. The token is in the URL fragment, which browsers
// do not send, so no proxy can log it.
const Page = "/report"

// label is the rule for the name that the owner gives to a link.
var label = field.Rule{Kind: field.Text, Max: 60, Optional: true}

// Links is the list of active share links.
type Links struct {
	Links []visits.Link `json:"links"`
}

// Shared returns the active share links.
func (i Insights) Shared(ctx context.Context, _ *struct{}) (*wire.Reply[Links], error) {
	all, err := i.reports().Shared(ctx)
	if err != nil {
		return nil, err
	}
	return &wire.Reply[Links]{Body: Links{append([]visits.Link{}, all...)}}, nil
}

// NewLink is a request to create a share link.
type NewLink struct {
	Body struct {
		Label string `json:"label,omitempty" doc:"The owner's note on who gets the link"`
		Money bool   `json:"money,omitempty" doc:"Show the value of won leads"`
		Days  int    `json:"days" enum:"7,30,90" doc:"How many days the link works"`
	}
}

// MadeLink is a new share link; its address is shown only once.
type MadeLink struct {
	visits.Link
	URL string `json:"url"`
}

// Share creates a share link.
func (i Insights) Share(ctx context.Context, in *NewLink) (*wire.Reply[MadeLink], error) {
	name, issue := label.Clean("label", in.Body.Label)
	if issue != nil {
		return nil, fault.Invalid{Issues: []fault.Issue{*issue}}
	}
	token := account.NewToken()
	link, err := i.reports().Share(ctx, token, name, in.Body.Money, time.Duration(in.Body.Days)*24*time.Hour)
	if err != nil {
		return nil, err
	}
	return &wire.Reply[MadeLink]{Body: MadeLink{link, strings.TrimSuffix(i.BaseURL.String(), "/") + Page + "#" + string(token)}}, nil
}

// Unshare revokes a share link.
func (i Insights) Unshare(ctx context.Context, in *struct {
	ID int64 `path:"id" minimum:"1"`
},
) (*struct{}, error) {
	return nil, i.reports().Unshare(ctx, in.ID)
}

// Report returns the owner's reports to a reader with a share link. Values of won leads are
// included only if the link allows it; names of codes never are. The reports contain no
// personal data of leads.
func (i Insights) Report(ctx context.Context, in *struct {
	Asked
	Token account.Token `header:"Report-Token" required:"true" maxLength:"100" doc:"The part of the link after the #"`
},
) (*wire.Reply[Stats], error) {
	link, err := i.reports().Opened(ctx, in.Token)
	if err != nil {
		return nil, err
	}
	stats, err := i.gather(ctx, wish{Asked: in.Asked, money: link.Money, shared: true})
	if err != nil {
		return nil, err
	}
	return &wire.Reply[Stats]{Body: stats}, nil
}
