// Package look makes a page's colours and shapes of the few things its owner chose.
// However odd the choice, what is written stays readable: lightness is moved until
// the contrast that is promised is there. The package does no I/O.
package theme

import (
	"strings"

	"parichay/internal/kit/oklch"
)

// What an owner may choose between; the first of each is the page as it comes.
var (
	Modes     = []string{Light, Dark, Phone}
	Backdrops = []string{Particles, "plain", Glow, Photo}
	Shapes    = []string{Pill, "rounded", "square"}
)

// The choices that are told apart here or by the pages.
const (
	Gold      = "#DAA520"
	Light     = "light"
	Dark      = "dark"
	Phone     = "phone" // as the visitor's phone says
	Particles = "particles"
	Glow      = "glow"
	Photo     = "photo"
	Pill      = "pill"
)

// Choice is what the owner chose.
type Choice struct {
	Accent   string // #RRGGBB
	Mode     string
	Backdrop string
	Shape    string
}

// Look is a choice as a document carries it. The zero Look is the page as it comes.
type Look struct {
	Style  string   // a style sheet of custom properties, to stand behind the page's own; empty: nothing differs
	Themes []Colour // of the browser's own bars
}

// Colour is one for those whose phone answers a media query; without one, for all.
type Colour struct{ Media, Colour string }

const (
	whenLight = "(prefers-color-scheme:light)"
	whenDark  = "(prefers-color-scheme:dark)"
)

// Of makes the look of a choice. A choice it does not know is the default.
func Of(c Choice) Look {
	accent, base := c.accent(), radii[c.Shape]
	dark := darkOf(accent)
	darkened := properties(append(dark.ofAccent(), dark.ofDark()...))
	if c.Mode == Dark {
		return Look{Style: rule("color-scheme:dark;" + base + darkened), Themes: []Colour{{Colour: dark.page.String()}}}
	}
	light := lightOf(accent, c.inks())
	if accent.String() != Gold {
		base += properties(light.ofAccent())
	}
	if c.inks() == veiled {
		base += properties(light.ofInks())
	}
	if c.Mode != Phone {
		return Look{Style: rule(base)}
	}
	return Look{
		Style:  rule("color-scheme:light dark;"+base) + "@media" + whenDark + "{" + rule(darkened) + "}",
		Themes: []Colour{{whenLight, white.String()}, {whenDark, dark.page.String()}},
	}
}

func (c Choice) accent() colour {
	accent, ok := oklch.Parse(c.Accent)
	if !ok {
		accent, _ = oklch.Parse(Gold)
	}
	return accent
}

// inks are darker where text stands on something behind a veil.
func (c Choice) inks() inks {
	if c.Backdrop == Photo || c.Backdrop == Glow {
		return veiled
	}
	return usual
}

// rule declares properties for the whole page.
func rule(properties string) string {
	if properties == "" {
		return ""
	}
	return ":root{" + strings.TrimSuffix(properties, ";") + "}"
}

// radii are those of cards, of what stands in them, and of buttons, where they differ
// from the style sheet's.
var radii = map[string]string{
	"rounded": "--radius-button:14px;",
	"square":  "--radius-button:2px;--radius-card:2px;--radius-well:2px;",
}

// token is a colour by its name in web/src/tokens.css.
type token struct {
	name   string
	colour colour
	alpha  string // in hexadecimal; empty: opaque
}

func properties(tokens []token) string {
	var out strings.Builder
	for _, t := range tokens {
		out.WriteString("--color-" + t.name + ":" + t.colour.String() + t.alpha + ";")
	}
	return out.String()
}

// ofAccent are those that follow the accent.
func (p palette) ofAccent() []token {
	return []token{
		{name: "gold", colour: p.fill},
		{name: "gold-light", colour: p.light},
		{name: "gold-deep", colour: p.deep},
		{name: "on-gold", colour: p.onFill},
		{name: "gold-ink", colour: p.ink},
		{name: "ivory", colour: p.tint},
		{name: "well", colour: p.well},
		{name: "line", colour: p.line},
		{name: "edge", colour: p.edge},
		{name: "faint", colour: p.faint},
		{name: "glow", colour: p.fill, alpha: "40"},
		{name: "lift", colour: p.fill, alpha: "47"},
	}
}

// ofDark are those that are others in the dark, too.
func (p palette) ofDark() []token {
	return []token{
		{name: "page", colour: p.page},
		{name: "card", colour: p.card},
		{name: "ink", colour: p.text},
		{name: "muted", colour: p.muted},
		{name: "chat", colour: p.chat},
		{name: "on-chat", colour: p.onChat},
		{name: "danger", colour: p.danger},
		{name: "on-danger", colour: p.onDanger},
		{name: "danger-soft", colour: p.alarm},
		{name: "shade", colour: black, alpha: "99"},
	}
}

// ofInks are those that are darker over something veiled.
func (p palette) ofInks() []token {
	return []token{{name: "gold-ink", colour: p.ink}, {name: "muted", colour: p.muted}, {name: "chat", colour: p.chat}, {name: "danger", colour: p.danger}}
}

// Ratios are how readable an accent makes the page, for its owner to see.
type Ratios struct {
	Button float64 `json:"button" doc:"Contrast of the main button's text"`
	White  float64 `json:"white" doc:"Contrast of links and headings on a light page"`
	Dark   float64 `json:"dark" doc:"The same on a dark page"`
}

// RatiosOf are those of a choice's accent.
func RatiosOf(c Choice) Ratios {
	accent := c.accent()
	light, dark := lightOf(accent, c.inks()), darkOf(accent)
	if accent.String() == Gold && c.inks() == usual {
		light.ink = goldInk
	}
	shown := light
	if c.Mode == Dark {
		shown = dark
	}
	return Ratios{
		Button: min(oklch.Contrast(shown.onFill, shown.fill), oklch.Contrast(shown.onFill, shown.light)),
		White:  oklch.Contrast(light.ink, white), Dark: oklch.Contrast(dark.ink, dark.page),
	}
}

// goldInk is the style sheet's own.
var goldInk = oklch.Hex(0x7A5A0A)
