// Package theme derives a page's colours and shapes from the owner's few choices.
// Text stays readable with any choice: lightness is adjusted until the required contrast
// is reached. The package does no I/O.
package theme

import (
	"strconv"
	"strings"

	"parichay/internal/kit/oklch"
)

// The owner's options; the first of each is the default.
var (
	Accents   = []string{Gold, "#1F5FC4", "#0E8A5F", "#8B2F6F", "#B5451B"}
	Modes     = []string{Light, Dark, Phone}
	Backdrops = []string{Particles, Plain, Glow, Gradient, Pattern, Photo}
	Shapes    = []string{Pill, Rounded, Square}
)

// The options that this package or the pages handle by name.
const (
	Gold      = "#DAA520"
	Light     = "light"
	Dark      = "dark"
	Phone     = "phone" // follows the visitor's system setting
	Particles = "particles"
	Plain     = "plain"
	Glow      = "glow"
	Photo     = "photo"
	Gradient  = "gradient"
	Pattern   = "pattern"
	Pill      = "pill"
	Rounded   = "rounded"
	Square    = "square"
)

// Choice holds the owner's choices: a theme, and what the owner made of it.
type Choice struct {
	Theme    string
	Accent   string // #RRGGBB
	Mode     string
	Backdrop string
	Shape    string
}

// Look is what a page contains for a choice. The zero Look is the default.
type Look struct {
	Style  string   // custom properties, placed after the page's own style sheet; empty: none
	Themes []Colour // of the browser's toolbars
	Frame  *Frame   // nil: the default theme

	Backdrop string // one that the style sheet of all pages does not draw; empty: none
}

// Colour is a colour that applies if a media query matches, or always if Media is empty.
type Colour struct{ Media, Colour string }

const (
	whenLight = "(prefers-color-scheme:light)"
	whenDark  = "(prefers-color-scheme:dark)"
)

// Of returns the look of a choice. Unknown options count as the default.
func Of(c Choice) Look {
	look := c.look()
	if c.Backdrop == Gradient || c.Backdrop == Pattern {
		look.Backdrop = c.Backdrop
	}
	return look
}

func (c Choice) look() Look {
	t, accent := Find(c.Theme), c.accent()
	base, dark := t.lengths(c.Shape), c.dark(accent)
	if !t.isSona() {
		return c.themed(t, base)
	}
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

// themed returns the look of a theme other than the default. Its style sets every colour.
func (c Choice) themed(t *Theme, base string) Look {
	light, dark := c.light(c.accent()), c.dark(c.accent())
	all := func(p palette) string {
		tokens := append(p.ofAccent(), p.ofDark()...)
		if tokens = append(tokens, p.ofTheme()...); t.Cards == filled {
			tokens = append(tokens, p.ofCards()...)
		}
		return properties(tokens)
	}
	frame := t.Frame
	look := Look{Frame: &frame}
	switch c.Mode {
	case Dark:
		look.Style, look.Themes = rule("color-scheme:dark;"+base+all(dark)), []Colour{{Colour: dark.page.String()}}
	case Phone:
		look.Style = rule("color-scheme:light dark;"+base+all(light)) + "@media" + whenDark + "{" + rule(all(dark)) + "}"
		look.Themes = []Colour{{whenLight, light.page.String()}, {whenDark, dark.page.String()}}
	default:
		look.Style, look.Themes = rule(base+all(light)), []Colour{{Colour: light.page.String()}}
	}
	return look
}

// light returns the palette of a light page.
func (c Choice) light(accent colour) palette {
	if paper, ok := oklch.Parse(Find(c.Theme).Light); ok {
		return lightOn(paper, accent, c.pixels())
	}
	return lightOf(accent, c.inks())
}

// dark returns the palette of a dark page.
func (c Choice) dark(accent colour) palette {
	if paper, ok := oklch.Parse(Find(c.Theme).Dark); ok {
		return darkOn(paper, accent, c.pixels())
	}
	return darkOf(accent)
}

func (c Choice) accent() colour {
	for _, text := range []string{c.Accent, Find(c.Theme).Accent} {
		if accent, ok := oklch.Parse(text); ok {
			return accent
		}
	}
	return oklch.RGB{}
}

// inks returns the text colours of the default theme, which are darker on a coloured backdrop.
func (c Choice) inks() inks {
	if c.isVeiled() || c.Backdrop == Gradient {
		return veiled
	}
	return usual
}

func (c Choice) isVeiled() bool { return c.Backdrop == Photo || c.Backdrop == Glow }

// extreme are the pixels of a picture between which all others lie.
var extreme = []colour{black, white}

// pixels returns what the veil of the backdrop covers.
func (c Choice) pixels() []colour {
	if c.isVeiled() {
		return extreme
	}
	return nil
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
	Rounded: "--radius-button:14px;",
	Square:  "--radius-button:2px;--radius-card:2px;--radius-well:2px;",
}

// lengths returns the properties of a theme's lengths in a shape. A shape other than the theme's
// own changes the radii.
func (t *Theme) lengths(shape string) string {
	if t.isSona() {
		return radii[shape]
	}
	card, button := t.Card, t.Button
	if shape != t.shape() {
		switch shape {
		case Pill:
			card, button = max(card, 16), pill
		case Rounded:
			card, button = min(max(card, 14), 20), 14
		case Square:
			card, button = squarest, squarest
		}
	}
	px := func(name string, length int) string { return "--" + name + ":" + strconv.Itoa(length) + "px;" }
	return px("radius-button", button) + px("radius-card", card) + px("radius-well", min(card*2/3, 12)) + px("name", t.Name)
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

// ofTheme returns the tokens that only pages with a theme have.
func (p palette) ofTheme() []token {
	return []token{
		{name: "wash", colour: p.wash},
		{name: "veil", colour: p.veil},
		{name: "dim", colour: p.veil, alpha: "B3"},
		{name: "pane", colour: p.card, alpha: "C0"},
		{name: "rim", colour: p.ink, alpha: "66"},
	}
}

// filled is the style of cards that have a colour each.
const filled = "filled"

// ofCards returns the colours of filled cards.
func (p palette) ofCards() []token {
	return []token{{name: "one", colour: p.cards[0]}, {name: "two", colour: p.cards[1]}, {name: "three", colour: p.cards[2]}}
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
	light, dark := c.light(accent), c.dark(accent)
	if Find(c.Theme).isSona() && accent.String() == Gold && c.inks() == usual {
		light.ink = goldInk
	}
	shown := light
	if c.Mode == Dark {
		shown = dark
	}
	return Ratios{
		Button: min(oklch.Contrast(shown.onFill, shown.fill), oklch.Contrast(shown.onFill, shown.light)),
		White:  oklch.Contrast(light.ink, light.page), Dark: oklch.Contrast(dark.ink, dark.page),
	}
}

// goldInk is the style sheet's text colour for the gold accent.
var goldInk = oklch.Hex(0x7A5A0A)
