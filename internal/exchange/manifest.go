package exchange

import (
	"encoding/json"

	"parichay/internal/letter"
)

// Manifest is how the site looks once it is put on a phone's home screen.
type Manifest struct {
	Lang, Name, Description string
	Start, Colour           string
	Icons                   []Icon
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
	short, more := letter.First(m.Name, shortLetters)
	if more {
		short, _ = letter.First(m.Name, shortLetters-1)
		short += "…"
	}
	return json.Marshal(struct {
		ID          string `json:"id"`
		Lang        string `json:"lang"`
		Name        string `json:"name"`
		ShortName   string `json:"short_name"`
		Description string `json:"description,omitempty"`
		Start       string `json:"start_url"`
		Scope       string `json:"scope"`
		Display     string `json:"display"`
		Theme       string `json:"theme_color"`
		Background  string `json:"background_color"`
		Icons       []Icon `json:"icons"`
	}{"/", m.Lang, m.Name, short, m.Description, m.Start, "/", "minimal-ui", m.Colour, "#ffffff", m.Icons})
}
