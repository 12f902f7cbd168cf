package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
)

// JSON is the format of request and response bodies.
var JSON = huma.Format{Marshal: huma.DefaultJSONFormat.Marshal, Unmarshal: unmarshal}

var errText = errors.New("JSON body has invalid UTF-8 or a duplicate name")

// unmarshal refuses JSON that other parsers may read differently: invalid UTF-8 and duplicate
// names in an object.
func unmarshal(raw []byte, into any) error {
	if !utf8.Valid(raw) {
		return errText
	}
	if err := once(json.NewDecoder(bytes.NewReader(raw))); err != nil {
		return err
	}
	return json.Unmarshal(raw, into)
}

// once reads one value and returns errText if an object in it has a duplicate name.
func once(d *json.Decoder) error {
	type level struct {
		names map[string]bool // names so far, if the value is an object; nil if it is a list
		name  bool            // whether the next token is a name
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
			return nil // json.Unmarshal refuses trailing data
		}
		open[len(open)-1].name = open[len(open)-1].names != nil
	}
}
