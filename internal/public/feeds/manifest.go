package feeds

import (
	"encoding/json"

	"parichay/internal/kit/grapheme"
)

// Manifest describes the site, or its owner's app, for a phone's home screen.
type Manifest struct {
	Lang, Name, Description string
	Scope, Start, Colour    string
	Alone                   bool // without the browser's toolbar
	Icons                   []Icon
	Shortcuts               []Shortcut
}

// Shortcut is an entry of the menu that a long press on the icon opens.
type Shortcut struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

// Icon is one image of a Manifest.
type Icon struct {
	Src     string `json:"src"`
	Sizes   string `json:"sizes"`
	Type    string `json:"type"`
	Purpose string `json:"purpose,omitempty"`
}

// shortLetters is the number of letters that fit below an icon.
const shortLetters = 12

// JSON returns the manifest, with a short name that fits below the icon.
func (m Manifest) JSON() ([]byte, error) {
	short, more := grapheme.First(m.Name, shortLetters)
	if more {
		short, _ = grapheme.First(m.Name, shortLetters-1)
		short += "…"
	}
	display := "minimal-ui"
	if m.Alone {
		display = "standalone"
	}
	return json.Marshal(struct {
		ID          string     `json:"id"`
		Lang        string     `json:"lang"`
		Name        string     `json:"name"`
		ShortName   string     `json:"short_name"`
		Description string     `json:"description,omitempty"`
		Start       string     `json:"start_url"`
		Scope       string     `json:"scope"`
		Display     string     `json:"display"`
		Theme       string     `json:"theme_color"`
		Background  string     `json:"background_color"`
		Icons       []Icon     `json:"icons"`
		Shortcuts   []Shortcut `json:"shortcuts,omitempty"`
	}{m.Scope, m.Lang, m.Name, short, m.Description, m.Start, m.Scope, display, m.Colour, "#ffffff", m.Icons, m.Shortcuts})
}
