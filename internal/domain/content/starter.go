package content

import (
	"embed"
	"encoding/json"
	"fmt"
	"html"
	"io/fs"
	"maps"
	"strings"

	"parichay/locales"
)

// starter is the sample content of a new site. It is stored once, at installation;
// items that the owner edits or deletes are never restored.
//
//go:embed starter/*.json starter/posts/*.json
var starter embed.FS

// sample is an item of the starter: the values that are the same in all languages, and
// the texts by language. Its file has them side by side, each under its language's code.
type sample struct {
	ID    string
	Same  Values
	texts map[locales.Lang]Values
}

// UnmarshalJSON implements json.Unmarshaler.
func (s *sample) UnmarshalJSON(raw []byte) error {
	type shared sample // without this method
	if err := json.Unmarshal(raw, (*shared)(s)); err != nil {
		return err
	}
	var parts map[locales.Lang]json.RawMessage
	if err := json.Unmarshal(raw, &parts); err != nil {
		return err
	}
	s.texts = map[locales.Lang]Values{}
	for _, lang := range locales.All {
		var texts Values
		if part := parts[lang]; part != nil {
			if err := json.Unmarshal(part, &texts); err != nil {
				return err
			}
			s.texts[lang] = texts
		}
	}
	return nil
}

// Starter returns a collection's sample items in their order.
func (c *Collection) Starter() ([]Item, error) {
	names, err := fs.Glob(starter, "starter/"+c.Name+"/*.json")
	if err != nil {
		return nil, err
	}
	var samples []sample
	for _, name := range names {
		var one sample
		if err := read(name, &one); err != nil {
			return nil, err
		}
		samples = append(samples, one)
	}
	if len(names) == 0 {
		err = read("starter/"+c.Name+".json", &samples)
	}
	var items []Item
	for _, s := range samples {
		items = append(items, c.item(s))
	}
	return items, err
}

func (c *Collection) item(s sample) Item {
	item := Item{ID: s.ID, Published: true, Values: c.texts(s.texts[locales.English], locales.English), Translations: Words{}}
	for _, lang := range locales.Translated {
		if texts := s.texts[lang]; texts != nil {
			item.Translations[lang] = c.texts(texts, lang)
		}
	}
	maps.Copy(item.Values, c.texts(s.Same, locales.English))
	return item
}

// texts returns the given values that belong to fields of the collection, in their stored
// form.
func (c *Collection) texts(given Values, lang locales.Lang) Values {
	if given["problem"] != nil {
		given["caseStudy"] = study(given, lang)
	}
	out := Values{}
	for i := range c.Fields {
		f := &c.Fields[i]
		if raw, ok := given[f.Key]; ok {
			out[f.Key], _ = f.clean(raw) // a test checks every text
		}
	}
	return out
}

// study joins the parts of a case study into one text that the owner can edit.
func study(parts Values, lang locales.Lang) string {
	var b strings.Builder
	tag := func(name, text string) {
		b.WriteString("<" + name + ">" + html.EscapeString(text) + "</" + name + ">\n")
	}
	heading := func(key string) { tag("h3", locales.Text(lang, key)) }
	heading("portfolio.problem")
	tag("p", parts.Text("problem"))
	heading("portfolio.done")
	b.WriteString("<ul>\n")
	for _, line := range parts.List("done") {
		tag("li", line)
	}
	b.WriteString("</ul>\n")
	heading("portfolio.figures")
	b.WriteString("<ul>\n")
	figures, _ := parts["figures"].([]any)
	for _, raw := range figures {
		figure, _ := raw.(map[string]any)
		b.WriteString("<li><strong>" + html.EscapeString(Values(figure).Text("value")) + "</strong> " + html.EscapeString(Values(figure).Text("label")) + "</li>\n")
	}
	b.WriteString("</ul>\n")
	if closing := parts.Text("caseStudy"); closing != "" {
		tag("p", closing)
	}
	return b.String()
}

func read(name string, into any) error {
	raw, err := starter.ReadFile(name)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}
