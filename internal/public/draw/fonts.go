package draw

import (
	"bytes"
	"embed"
	"fmt"
	"sync"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/language"
)

//go:embed fonts/*.woff
var fontFiles embed.FS

// families are searched for a glyph in this order. Hind Vadodara has no Gujarati digits and
// few of the rare vowel signs; Noto has all of them.
var families = []struct {
	file   string
	script language.Script
}{
	{"hind-latin", language.Latin},
	{"hind-latin-ext", language.Latin},
	{"hind-devanagari", language.Devanagari},
	{"hind-vadodara-gujarati", language.Gujarati},
	{"noto-sans-gujarati-gujarati", language.Gujarati},
}

type weight int

const (
	medium weight = iota
	bold
	weights
)

// typeface is a font and the script it is for. A *font.Font may be shared.
type typeface struct {
	font   *font.Font
	script language.Script
}

var typefaces = sync.OnceValues(func() (all [weights][]typeface, err error) {
	for w, name := range [weights]string{medium: "500", bold: "700"} {
		for _, family := range families {
			file := "fonts/" + family.file + "-" + name + "-normal.woff"
			raw, err := fontFiles.ReadFile(file)
			if err != nil {
				return all, err
			}
			face, err := font.ParseTTF(bytes.NewReader(raw))
			if err != nil {
				return all, fmt.Errorf("read %s: %w", file, err)
			}
			all[w] = append(all[w], typeface{face.Font, family.script})
		}
	}
	return all, nil
})
