package profile

import (
	"encoding/json"
	"slices"

	"parichay/internal/domain/field"
)

// Columns lists the text columns of website_content that hold the profile, each once,
// in the order of Fields.
func Columns() []string {
	var names []string
	for i := range Fields {
		if !slices.Contains(names, Fields[i].Column) {
			names = append(names, Fields[i].Column)
		}
	}
	return names
}

// Row returns the stored text of every column, in the order of Columns. Fields
// that share a column become one JSON object.
func (p Profile) Row() []string {
	var row []string
	for _, column := range Columns() {
		fields := in(column)
		if len(fields) == 1 {
			row = append(row, *fields[0].At(&p))
			continue
		}
		members := map[string]any{}
		for _, f := range fields {
			if value := *f.At(&p); value != "" {
				members[f.Name()] = f.outward(value)
			}
		}
		text, _ := json.Marshal(members) //nolint:errchkjson // strings and ints always marshal
		row = append(row, string(text))
	}
	return row
}

// FromRow is the inverse of Row. A JSON column that does not parse, a member that its field
// refuses, and a picture or link with an unsafe URL count as empty, so that the default
// applies.
func FromRow(row []string) Profile {
	var p Profile
	for i, column := range Columns() {
		fields := in(column)
		if len(fields) == 1 {
			if shows(fields[0].Kind, row[i]) {
				*fields[0].At(&p) = row[i]
			}
			continue
		}
		var members map[string]any
		if json.Unmarshal([]byte(row[i]), &members) != nil {
			continue
		}
		for _, f := range fields {
			text, _ := inward(members[f.Name()])
			if value, issue := f.Clean(text); issue == nil {
				*f.At(&p) = value
			}
		}
	}
	return p
}

// shows reports whether a stored value may be shown. It refuses URLs that no save would have
// accepted and that a browser might execute.
func shows(kind field.Kind, text string) bool {
	switch kind {
	case field.Image:
		return field.IsPicture(text)
	case field.URL:
		return field.OnTheWeb(text)
	default:
		return true
	}
}

func in(column string) []*Field {
	var fields []*Field
	for i := range Fields {
		if Fields[i].Column == column {
			fields = append(fields, &Fields[i])
		}
	}
	return fields
}
