package theme

// Theme is how every public page looks until its owner changes a part of it. A theme is a row
// of Themes: its colours are derived from the accent and a paper, and web/src/themes.css draws
// the rest by what the attributes name.
type Theme struct {
	ID          string
	Accent      string
	Light, Dark string // papers, the colours of a page in each mode
	Mode        string // the mode it starts with
	Backdrop    string

	Card   int // radius of cards, in pixels
	Button int // radius of buttons, in pixels
	Name   int // size of the business's name, in pixels

	Frame
}

// Frame names the styles that a page's outermost element selects as attributes.
type Frame struct {
	Cards string `json:"cards" enum:"line,soft,bare,glass,filled,outline,ticket" doc:"How cards are drawn"`
	Head  string `json:"head" enum:"centre,cover,left,poster,band" doc:"How the top of the home page is arranged"`
	Tile  string `json:"tile" enum:"rect,arch" doc:"The shape of pictures"`
	Font  string `json:"font" enum:"plain,serif,display,heavy,round,press" doc:"The letters of headings"`
}

// Sona is the theme of a site whose owner chose none: the style sheet without any change.
const Sona = "sona"

const pill = 9999

// Themes are the themes in the order in which they are offered. The first is the default.
var Themes = []Theme{
	{ID: Sona, Accent: Gold, Mode: Light, Backdrop: Particles, Card: 18, Button: pill},
	{ID: "malai", Accent: "#A63D1F", Light: "#FBF4E8", Dark: "#1D130D", Mode: Light, Backdrop: Plain, Card: 20, Button: 14, Name: 42, Frame: Frame{"soft", "cover", "rect", "serif"}},
	{ID: "kagaz", Accent: "#0B6E74", Light: "#FFFFFF", Dark: "#0B1618", Mode: Light, Backdrop: Plain, Card: 10, Button: 10, Name: 34, Frame: Frame{"bare", "left", "rect", "plain"}},
	{ID: "parda", Accent: "#FFC46B", Light: "#F6F2FB", Dark: "#100A1F", Mode: Dark, Backdrop: Photo, Card: 18, Button: pill, Name: 56, Frame: Frame{"glass", "poster", "rect", "heavy"}},
	{ID: "slate", Accent: "#FFD166", Light: "#F3F7F0", Dark: "#14281F", Mode: Dark, Backdrop: Particles, Card: 24, Button: pill, Name: 41, Frame: Frame{"filled", "centre", "rect", "round"}},
	{ID: "gulab", Accent: "#A81E55", Light: "#FFF1EE", Dark: "#220F18", Mode: Light, Backdrop: Gradient, Card: 16, Button: pill, Name: 41, Frame: Frame{"outline", "centre", "arch", "display"}},
	{ID: "bandhani", Accent: "#8C1220", Light: "#FFF5DF", Dark: "#210A0D", Mode: Light, Backdrop: Plain, Card: 10, Button: 8, Name: 45, Frame: Frame{"ticket", "band", "rect", "display"}},
	{ID: "akhbar", Accent: "#A11D1D", Light: "#F8F5EC", Dark: "#161512", Mode: Light, Backdrop: Plain, Card: 0, Button: 0, Name: 46, Frame: Frame{"bare", "centre", "rect", "press"}},
	{ID: "utsav", Accent: "#FFB020", Light: "#FFF4E3", Dark: "#2A0C2C", Mode: Dark, Backdrop: Pattern, Card: 22, Button: 16, Name: 43, Frame: Frame{"soft", "band", "arch", "round"}},
	{ID: "sada", Accent: "#1C1917", Light: "#FFFFFF", Dark: "#121212", Mode: Light, Backdrop: Plain, Card: 12, Button: 10, Name: 32, Frame: Frame{"line", "centre", "rect", "plain"}},
}

// IDs returns the ids of all themes.
func IDs() (ids []string) {
	for i := range Themes {
		ids = append(ids, Themes[i].ID)
	}
	return ids
}

// Find returns the theme with an id, or the default.
func Find(id string) *Theme {
	for i := range Themes {
		if Themes[i].ID == id {
			return &Themes[i]
		}
	}
	return &Themes[0]
}

// Own returns the theme's choices, which its owner may change.
func (t *Theme) Own() Choice {
	return Choice{Theme: t.ID, Accent: t.Accent, Mode: t.Mode, Backdrop: t.Backdrop, Shape: t.shape()}
}

// WithoutPhoto returns the backdrop that stands for a photo which is not there.
func (t *Theme) WithoutPhoto() string {
	if t.Backdrop == Photo {
		return Gradient
	}
	if t.isSona() {
		return Particles
	}
	return t.Backdrop
}

// The limits of a button's radius in the shapes.
const (
	roundest = 100 // of a rounded one; a rounder one is a pill
	squarest = 2
)

func (t *Theme) shape() string {
	switch {
	case t.Button > roundest:
		return Pill
	case t.Button > squarest:
		return Rounded
	}
	return Square
}

// isSona reports whether the style sheet alone is the theme.
func (t *Theme) isSona() bool { return t.ID == Sona }
