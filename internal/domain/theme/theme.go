// Package theme derives a page's colours and shapes from the owner's few choices.
// Text stays readable with any choice: lightness is adjusted until the required contrast
// is reached. The package does no I/O.
package theme

import (
	"strings"

	"parichay/internal/kit/oklch"
)

// The owner's options; the first of each is the default.
var (
	Accents   = []string{Gold, "#1F5FC4", "#0E8A5F", "#8B2F6F", "#B5451B"}
	Modes     = []string{Light, Dark, Phone}
	Backdrops = []string{Particles, "plain", Glow, Photo}
	Shapes    = []string{Pill, "rounded", "square"}
)

// The options that this package or the pages handle by name.
const (
	Gold      = "#DAA520"
	Light     = "light"
	Dark      = "dark"
	Phone     = "phone" // follows the visitor's system setting
	Particles = "particles"
	Glow      = "glow"
	Photo     = "photo"
	Pill      = "pill"
)

// Choice holds the owner's choices.
type Choice struct {
	Accent   string // #RRGGBB
	Mode     string
	Backdrop string
	Shape    string
}

// Look is what a page contains for a choice. The zero Look is the default.
type Look struct {
	Style  string   // custom properties, placed after the page's own style sheet; empty: none
	Themes []Colour // of the browser's toolbars
}

// Colour is a colour that applies if a media query matches, or always if Media is empty.
type Colour struct{ Media, Colour string }

const (
	whenLight = "(prefers-color-scheme:light)"
	whenDark  = "(prefers-color-scheme:dark)"
)

// Of returns the look of a choice. Unknown options count as the default.
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

// inks returns the text colours, which are darker on a veiled backdrop.
func (c Choice) inks() inks {
	if c.Backdrop == Photo || c.Backdrop == Glow {
		return veiled
	}
	return usual
}

// rule returns a CSS rule that sets properties on :root, or "" if there are none.
func rule(properties string) string {
	if properties == "" {
		return ""
	}
	return ":root{" + strings.TrimSuffix(properties, ";") + "}"
}

// radii are the radii of cards, wells and buttons that differ from the style sheet's.
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

// ofAccent returns the tokens that depend on the accent.
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

// ofDark returns the other tokens that differ in dark mode.
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

// ofInks returns the tokens that are darker on a veiled backdrop.
func (p palette) ofInks() []token {
	return []token{{name: "gold-ink", colour: p.ink}, {name: "muted", colour: p.muted}, {name: "chat", colour: p.chat}, {name: "danger", colour: p.danger}}
}

// Ratios are the contrasts of an accent, shown to the owner.
type Ratios struct {
	Button float64 `json:"button" doc:"Contrast of the main button's text"`
	White  float64 `json:"white" doc:"Contrast of links and headings on a light page"`
	Dark   float64 `json:"dark" doc:"The same on a dark page"`
}

// RatiosOf returns the contrasts of a choice's accent.
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

// goldInk is the style sheet's text colour for the gold accent.
var goldInk = oklch.Hex(0x7A5A0A)
