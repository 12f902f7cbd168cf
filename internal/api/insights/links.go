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

// Page is where a link leads. Its secret stands behind the #, which browsers keep to
// themselves: no log of a proxy holds it.
const Page = "/report"

// label is what the owner calls a link.
var label = field.Rule{Kind: field.Text, Max: 60, Optional: true}

// Links are those that work.
type Links struct {
	Links []visits.Link `json:"links"`
}

// Shared lists the links to the reports.
func (i Insights) Shared(ctx context.Context, _ *struct{}) (*wire.Reply[Links], error) {
	all, err := i.reports().Shared(ctx)
	if err != nil {
		return nil, err
	}
	return &wire.Reply[Links]{Body: Links{append([]visits.Link{}, all...)}}, nil
}

// NewLink is a link that is to be made.
type NewLink struct {
	Body struct {
		Label string `json:"label,omitempty" doc:"Whom it is for, in the owner's words"`
		Money bool   `json:"money,omitempty" doc:"Show what won leads are worth"`
		Days  int    `json:"days" enum:"7,30,90" doc:"How long it works"`
	}
}

// MadeLink is one that was made; its address is told this once.
type MadeLink struct {
	visits.Link
	URL string `json:"url"`
}

// Share makes a link to the reports.
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

// Unshare ends a link.
func (i Insights) Unshare(ctx context.Context, in *struct {
	ID int64 `path:"id" minimum:"1"`
},
) (*struct{}, error) {
	return nil, i.reports().Unshare(ctx, in.ID)
}

// Report tells whoever has a link the same as the owner, without money if the owner
// wants it so, and without the names of codes, which are the owner's own. There is
// nothing of anybody who wrote in it.
func (i Insights) Report(ctx context.Context, in *struct {
	Asked
	Token account.Token `header:"Report-Token" required:"true" maxLength:"100" doc:"What stands behind the # of the link"`
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
