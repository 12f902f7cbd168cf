// Package settings is the one table of what an operator may set, and everything
// that follows from it: how each setting is read, what is wrong with it and what to
// do, what `parichay config` and the documentation say. It reads the environment it
// is given and the files that it names, opens nothing else, and never repeats a
// value that is wrong: it may be a secret.
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
	Default string                 // read like a value where nothing is set
	Else    string                 // in words, what holds where there is no default
	Instead func(c *Config) string // another default, where rows above ask for one
	Help    string                 // what the documentation says, in Markdown

	// Parse puts a value into the configuration. Rows are parsed in the table's
	// order, so that one may use what an earlier one said. Its error follows the
	// name ("must be …"), says what to do, and does not repeat the value.
	Parse    func(c *Config, value string) error
	Required bool // an empty value is parsed, too, and is wrong

	// Mask makes a value that holds a secret fit to be shown. It is only asked
	// about values that Parse took.
	Mask func(value string) string

	// Wrong are values that Parse refuses; each is tried by a test.
	Wrong []string
}

// prefix is what the names of all settings begin with; no other variable may.
const prefix = "PARICHAY_"

// fromFile after a setting's name makes the name of a variable that names a file
// with the value.
const fromFile = "_FILE"

// fromDefault is where a setting comes from that nobody set.
const fromDefault = "default"

// longest is how much a file with a value may hold.
const longest = 64 << 10

// Line is a setting as it was understood.
type Line struct {
	Name  string
	Value string // fit to be shown
	From  string // environment, file or default
}

// Read understands an environment, as os.Environ returns it. The error has one
// line for all that is wrong with each setting, so that an operator mends them in
// one go.
func Read(environ []string) (Config, error) {
	c, _, err := read(environ)
	return c, err
}

// Lines is every setting of the table as it was understood, with the same error
// as Read.
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

// readFile returns what a setting's file holds. The file's name is not repeated
// either: somebody may have put the value there.
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
		return "", fmt.Errorf("%s names a file of more than %d KiB: it must hold the value and nothing else", name, longest>>10)
	}
	return string(text), nil
}

// why is what the system says of a file, without its name.
func why(err error) string {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		return at.Err.Error()
	}
	return "cannot be opened"
}

// unknown has an error for each variable that looks like a setting and is none.
// What is misspelt would otherwise be ignored, and its default taken.
func unknown(given map[string]string) (issues []error) {
	for _, name := range slices.Sorted(maps.Keys(given)) {
		base := strings.TrimSuffix(name, fromFile)
		if !strings.HasPrefix(name, prefix) || slices.ContainsFunc(Table, func(s Setting) bool { return s.Name == base }) {
			continue
		}
		near := slices.MinFunc(Table, func(a, b Setting) int { return distance(base, a.Name) - distance(base, b.Name) }).Name
		issues = append(issues, fmt.Errorf("%s is no setting of this program: did you mean %s? Rename it or unset it; `parichay config` lists all", name, near+strings.TrimPrefix(name, base)))
	}
	return issues
}

// distance is how many letters must be put in, left out or changed to make one
// word another (Levenshtein). It is short enough not to be a dependency.
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

// Markdown is the table of the documentation.
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
