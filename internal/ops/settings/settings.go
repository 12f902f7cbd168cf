// Package settings defines every setting of the program in one table, and derives from it the
// parsing, the error messages, `parichay config` and the documentation. It reads only the
// environment it is given, the files named there and the machine's list of users. Errors never
// repeat an invalid value, because it may be a secret.
package settings

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
)

// Setting is a row of Table.
type Setting struct {
	Name    string
	Default string                 // parsed if nothing is set
	Else    string                 // describes the behaviour if nothing is set and there is no Default
	Instead func(c *Config) string // returns a default that depends on earlier rows, or "" to use Default
	Help    string                 // for the documentation, in Markdown

	// Parse stores a value in the configuration. Rows are parsed in the table's order, so
	// a row may use the results of earlier ones. The error is appended to the setting's
	// name ("must be …"), says what to do, and does not contain the value.
	Parse    func(c *Config, value string) error
	Required bool // an empty value is parsed too, and refused

	// Mask hides the secret in a value, for display. It is only called with values that
	// Parse accepted.
	Mask func(value string) string

	// Wrong lists values that Parse must refuse; a test tries each.
	Wrong []string
}

// prefix is reserved for settings: any other variable that begins with it is an error.
const prefix = "PARICHAY_"

// fromFile is appended to a setting's name to form the variable that names a file with
// the value.
const fromFile = "_FILE"

// fromDefault is Line.From for a setting that is not set.
const fromDefault = "default"

// longest is the maximum size of a file with a value.
const longest = 64 << 10

// Line is a setting and its effective value.
type Line struct {
	Name  string
	Value string // with secrets masked
	From  string // environment, file or default
}

// Read parses an environment in the form of os.Environ. The error lists all invalid and
// unknown settings, one per line, so that an operator can fix them in one go.
func Read(environ []string) (Config, error) {
	c, _, err := read(environ)
	return c, err
}

// Lines returns the effective value of every setting, and the same error as Read.
func Lines(environ []string) ([]Line, error) {
	_, lines, err := read(environ)
	return lines, err
}

func read(environ []string) (c Config, lines []Line, err error) {
	given := map[string]string{}
	for _, pair := range environ {
		name, value, _ := strings.Cut(pair, "=")
		given[name] = value
	}
	var issues []error
	for _, s := range Table {
		value, from, issue := s.find(given)
		if from == fromDefault && s.Instead != nil {
			value = cmp.Or(s.Instead(&c), value)
		}
		if issue == nil && (value != "" || s.Required) {
			if issue = s.Parse(&c, value); issue != nil {
				issue = fmt.Errorf("%s %w", s.Name, issue)
			}
		}
		line := Line{Name: s.Name, From: from}
		switch {
		case issue != nil:
			issues = append(issues, issue)
			line.Value = "(wrong)"
		case value == "":
			line.Value = s.Else
		case s.Mask != nil:
			line.Value = s.Mask(value)
		default:
			line.Value = value
		}
		lines = append(lines, line)
	}
	return c, lines, errors.Join(append(issues, unknown(given)...)...)
}

// find returns a setting's value and where it came from.
func (s Setting) find(given map[string]string) (value, from string, err error) {
	if value := given[s.Name]; value != "" {
		return value, "environment", nil
	}
	if file := given[s.Name+fromFile]; file != "" {
		value, err := s.readFile(file)
		return value, "file", err
	}
	return s.Default, fromDefault, nil
}

// readFile returns the content of a setting's file. Errors do not contain the file's name,
// because somebody may have put the value there.
func (s Setting) readFile(path string) (string, error) {
	name := s.Name + fromFile
	file, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("%s names a file that cannot be read (%s): give the path of a file that the program's user may read", name, why(err))
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, longest+1))
	text = bytes.TrimSpace(text)
	switch {
	case err != nil:
		return "", fmt.Errorf("%s names a file that cannot be read (%s): give the path of a file that the program's user may read", name, why(err))
	case len(text) == 0:
		return "", fmt.Errorf("%s names an empty file: write the value into it, or unset the variable", name)
	case len(text) > longest:
		return "", fmt.Errorf("%s names a file of more than %d KiB: the file must contain the value and nothing else", name, longest>>10)
	}
	return string(text), nil
}

// why returns the system's error without the file name.
func why(err error) string {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		return at.Err.Error()
	}
	return "cannot be opened"
}

// unknown returns an error for each variable with the prefix that is not a setting.
// Otherwise a misspelt setting would be ignored and its default used.
func unknown(given map[string]string) (issues []error) {
	for _, name := range slices.Sorted(maps.Keys(given)) {
		base := strings.TrimSuffix(name, fromFile)
		if !strings.HasPrefix(name, prefix) || slices.ContainsFunc(Table, func(s Setting) bool { return s.Name == base }) {
			continue
		}
		near := slices.MinFunc(Table, func(a, b Setting) int { return distance(base, a.Name) - distance(base, b.Name) }).Name
		issues = append(issues, fmt.Errorf("%s is not a setting of this program: did you mean %s? Rename or unset it; `parichay config` lists all settings", name, near+strings.TrimPrefix(name, base)))
	}
	return issues
}

// distance returns the Levenshtein distance of two words.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			changed := diagonal
			if a[i] != b[j] {
				changed++
			}
			diagonal = row[j+1]
			row[j+1] = min(changed, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// Markdown renders Table for docs/operate.md.
func Markdown() string {
	var text strings.Builder
	text.WriteString("| name | default | |\n|---|---|---|\n")
	for _, s := range Table {
		otherwise := s.Else
		if s.Default != "" {
			otherwise = "`" + s.Default + "`"
		}
		fmt.Fprintf(&text, "| `%s` | %s | %s |\n", s.Name, otherwise, s.Help)
	}
	return text.String()
}
