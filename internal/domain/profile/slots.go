package profile

import (
	"strings"

	"parichay/internal/domain/field"
	"parichay/internal/domain/trade"
	"parichay/locales"
)

// slotsColumn is the column that holds the trade and the owner's own texts of the slots.
const slotsColumn = "words"

// slotGroup is the group of Path with the text of each slot.
const slotGroup = "words"

// maxSlots is how many slots a Profile has room for.
const maxSlots = 64

// withSlots adds a field for each slot. Its value is the owner's own text. If that is empty,
// visitors see the text of the trade.
func withSlots(fields []Field) []Field {
	for i := range trade.Slots {
		slot := &trade.Slots[i]
		kind := field.Text
		switch {
		case slot.Lines:
			kind = field.Multiline
		case slot.Asks:
			kind = field.Questions
		}
		fields = append(fields, Field{
			Path: slotGroup + "." + slot.Key, Column: slotsColumn, Slot: slot, Localized: true,
			Rule: field.Rule{Kind: kind, Max: slot.Max, Optional: true}, At: func(p *Profile) *string { return &p.Words[i] },
		})
	}
	return fields
}

// Delivered returns what visitors see in lang if the owner leaves a field empty.
func (p Profile) Delivered(f *Field, lang locales.Lang) string {
	if f.Slot == nil {
		return f.DefaultIn(lang)
	}
	return trade.Find(p.Trade).Word(f.Slot, lang)
}

// Word returns the text of a slot. p must be a result of Shown or Public.
func (p Profile) Word(key string) string { return *byKey[key].At(&p) }

// OwnWord reports whether the text of a slot is the owner's own. p must be a result of Shown or
// Public for lang.
func (p Profile) OwnWord(key string, lang locales.Lang) bool {
	f := byKey[key]
	return *f.At(&p) != p.Delivered(f, lang)
}

// Replaced returns the texts that replace built-in ones for readers of lang, by the keys of the
// built-in ones. It is empty for a site without a trade whose owner wrote no text of a slot. p
// must be a result of Shown or Public.
func (p Profile) Replaced(lang locales.Lang) map[string]string {
	var all map[string]string
	for i := range trade.Slots {
		slot := &trade.Slots[i]
		text := p.Words[i]
		if slot.Lines || text == slot.BuiltIn(lang) {
			continue
		}
		if all == nil {
			all = map[string]string{}
		}
		for _, key := range slot.Texts {
			all[key] = text
		}
	}
	return all
}

// Points returns the entries of a list slot, and whether they differ from the built-in ones. p
// must be a result of Shown or Public.
func (p Profile) Points(key string, lang locales.Lang) (points []trade.Point, own bool) {
	f := byKey[key]
	text := *f.At(&p)
	return trade.Points(text), strings.TrimSpace(text) != f.Slot.BuiltIn(lang)
}
