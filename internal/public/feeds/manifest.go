package feeds

import (
	"encoding/json"

	"parichay/internal/kit/grapheme"
)

// Manifest is how the site, or its owner's app, looks once it is put on a phone's home
// screen.
type Manifest struct {
	Lang, Name, Description string
	Scope, Start, Colour    string
	Alone                   bool // without the browser's bar
	Icons                   []Icon
	Shortcuts               []Shortcut
}

// Shortcut is a place that a long press on the icon offers.
type Shortcut struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

// Icon is one of its pictures.
type Icon struct {
	Src     string `json:"src"`
	Sizes   string `json:"sizes"`
	Type    string `json:"type"`
	Purpose string `json:"purpose,omitempty"`
}

// shortLetters is how many letters stand below an icon.
const shortLetters = 12

// JSON writes the manifest.
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
