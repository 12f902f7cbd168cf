package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
)

// JSON is how bodies are read and written.
var JSON = huma.Format{Marshal: huma.DefaultJSONFormat.Marshal, Unmarshal: unmarshal}

var errText = errors.New("the body is no JSON, or reads in two ways")

// unmarshal refuses what is read elsewhere differently: text that is not UTF-8, and an
// object that names a member twice.
func unmarshal(raw []byte, into any) error {
	if !utf8.Valid(raw) {
		return errText
	}
	if err := once(json.NewDecoder(bytes.NewReader(raw))); err != nil {
		return err
	}
	return json.Unmarshal(raw, into)
}

// once reads one value and looks at the names in it.
func once(d *json.Decoder) error {
	type level struct {
		names map[string]bool // nil: a list
		name  bool            // a name comes next
	}
	var open []level
	for {
		token, err := d.Token()
		if err != nil {
			return err
		}
		inside := len(open) - 1
		switch at := token.(type) {
		case json.Delim:
			switch at {
			case '{':
				open = append(open, level{names: map[string]bool{}, name: true})
				continue
			case '[':
				open = append(open, level{})
				continue
			default:
				open = open[:inside]
			}
		case string:
			if inside >= 0 && open[inside].name {
				if open[inside].names[at] {
					return errText
				}
				open[inside].names[at], open[inside].name = true, false
				continue
			}
		}
		if len(open) == 0 {
			return nil // what follows is the decoder's to refuse
		}
		open[len(open)-1].name = open[len(open)-1].names != nil
	}
}
