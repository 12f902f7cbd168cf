package content

import (
	"context"

	"parichay/internal/api/wire"
	"parichay/internal/domain/trade"
	"parichay/locales"
)

// TradeChoice is a trade that the owner may choose.
type TradeChoice struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Search  []string `json:"search" doc:"Further words for it, in every language"`
	Icons   []string `json:"icons" doc:"The icons that are offered first for its services"`
	Caution string   `json:"caution,omitempty" doc:"What the advertising rules of the trade forbid"`

	Sentences map[locales.Lang]string `json:"sentences" doc:"What describes a new service until the owner writes something else, in every language"`
}

// Trades lists the trades.
func (s Content) Trades(_ context.Context, in *InLanguage) (*wire.Reply[[]TradeChoice], error) {
	choices := []TradeChoice{}
	for i := range trade.All {
		t := &trade.All[i]
		choice := TradeChoice{ID: t.ID, Name: t.Name(in.language()), Icons: append([]string{}, t.Icons...), Caution: t.Caution(in.language())}
		choice.Sentences = map[locales.Lang]string{}
		for _, lang := range locales.All {
			choice.Sentences[lang] = t.Sentence(lang)
			choice.Search = append(append(choice.Search, t.Name(lang)), t.Search(lang)...)
		}
		choices = append(choices, choice)
	}
	return wire.ReplyWith(choices, nil)
}

// Words returns what visitors who read a language see in each slot that the owner leaves empty,
// by the key of the slot.
func (s Content) Words(_ context.Context, in *InLanguage) (*wire.Reply[map[string]string], error) {
	now, err := s.Site.Current()
	if err != nil {
		return nil, err
	}
	chosen, texts := trade.Find(now.Profile.Profile.Trade), map[string]string{}
	for i := range trade.Slots {
		texts[trade.Slots[i].Key] = chosen.Word(&trade.Slots[i], in.language())
	}
	return wire.ReplyWith(texts, nil)
}
