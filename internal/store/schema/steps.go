package schema

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Step is one migration.
type Step struct {
	Version int64
	Name    string
	About   string   // the first sentence of its comment
	Locks   []Lock   // held until the step ends
	Work    []string // slow operations; empty: the step is quick
}

// String returns the step's file name without extension.
func (s Step) String() string { return fmt.Sprintf("%05d_%s", s.Version, s.Name) }

// Lock is a table that a step locks.
type Lock struct {
	Table string
	Who   string // which statements of others wait
}

// Starter is the step that stores the starter content. It is written in Go, in a package that
// knows the content.
const Starter = 5

// Steps returns all steps that this program knows, in order.
func Steps() []Step {
	all := []Step{{Version: Starter, Name: "starter", About: "The content a new site begins with."}}
	for _, r := range revisions {
		all = append(all, r.step())
	}
	files, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		panic(err) // the pattern is ours
	}
	for _, file := range files {
		text, err := fs.ReadFile(migrations, file)
		if err != nil {
			panic(err) // the file is embedded
		}
		number, name, _ := strings.Cut(strings.TrimSuffix(filepath.Base(file), ".sql"), "_")
		version, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			panic(err) // goose requires the same format
		}
		step := Step{Version: version, Name: name, About: about(up(string(text)))}
		step.Locks, step.Work = locks(string(text))
		all = append(all, step)
	}
	slices.SortFunc(all, func(a, b Step) int { return int(a.Version - b.Version) })
	return all
}

// Newest returns the newest step that this program knows.
func Newest() int64 {
	all := Steps()
	return all[len(all)-1].Version
}

var sentenceEnd = regexp.MustCompile(`[.:] |\.$|:$`)

// about returns the first sentence of the step's opening comment.
func about(text string) string {
	var comment []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if words, ok := strings.CutPrefix(line, "-- "); ok && !strings.HasPrefix(words, "+goose") {
			comment = append(comment, words)
		} else if len(comment) > 0 {
			break
		}
	}
	all := strings.Join(comment, " ")
	if end := sentenceEnd.FindStringIndex(all); end != nil {
		return strings.TrimRight(all[:end[0]], ".:") + "."
	}
	return all
}

// up returns the part of a step between its Up and Down marks.
func up(text string) string {
	text, _, _ = strings.Cut(text, "-- +goose Down")
	_, text, _ = strings.Cut(text, "-- +goose Up")
	return text
}

var (
	comments = regexp.MustCompile(`--[^\n]*`)
	bodies   = regexp.MustCompile(`(?s)\$\$.*?\$\$`)
	doBlock  = regexp.MustCompile(`(?is)^DO\s+\$\$(.*)\$\$$`)
	opening  = regexp.MustCompile(`(?is)^(BEGIN|DECLARE|IF .*? THEN|EXCEPTION .*? THEN|END IF|ELSE)\s+`)
	created  = regexp.MustCompile(`(?i)^CREATE TABLE (?:IF NOT EXISTS )?(\w+)`)
)

// The values of Lock.Who: which other statements must wait until the step has ended.
const (
	everybody = "reads and writes"
	writers   = "writes"
	rivals    = "writes to the same rows"
)

// kinds classifies statements: which other statements wait for them, and which work is slow.
// The first match counts; a statement without a match blocks nobody.
var kinds = []struct {
	statement *regexp.Regexp // the only group is the table's name
	who       string
	work      string // format with the table's name; empty: quick
}{
	{regexp.MustCompile(`(?i)^ALTER TABLE (\w+) VALIDATE CONSTRAINT\b`), "", ""},
	{regexp.MustCompile(`(?i)^ALTER TABLE (\w+) .*(?:\bALTER COLUMN \w+ (?:SET DATA )?TYPE\b|\bGENERATED ALWAYS AS \()`), everybody, "every row of %s is rewritten"},
	{regexp.MustCompile(`(?i)^ALTER TABLE (\w+) .*\bNOT VALID$`), everybody, ""},
	{regexp.MustCompile(`(?i)^ALTER TABLE (\w+) .*(?:\bSET NOT NULL\b|\bADD (?:CONSTRAINT|CHECK|FOREIGN|UNIQUE|PRIMARY)\b)`), everybody, "every row of %s is read"},
	{regexp.MustCompile(`(?i)^(?:ALTER TABLE|DROP TABLE(?: IF EXISTS)?|DROP TRIGGER(?: IF EXISTS)? \w+ ON) (\w+)`), everybody, ""},
	{regexp.MustCompile(`(?i)^CREATE TRIGGER .*? ON (\w+)`), writers, ""},
	{regexp.MustCompile(`(?i)^CREATE (?:UNIQUE )?INDEX .*?\bON (\w+)`), writers, "an index on %s is built"},
	{regexp.MustCompile(`(?i)^(?:UPDATE|DELETE FROM) (\w+)`), rivals, "rows of %s are changed"},
}

// locks returns the tables that a step locks, and its slow work. Tables that the step itself
// creates do not count: nobody else uses them yet.
func locks(text string) (found []Lock, work []string) {
	own, strongest := map[string]bool{}, map[string]string{}
	var order []string
	for _, statement := range statements(up(text)) {
		if made := created.FindStringSubmatch(statement); made != nil {
			own[made[1]] = true
		}
		for _, kind := range kinds {
			at := kind.statement.FindStringSubmatch(statement)
			if at == nil {
				continue
			}
			if table := at[1]; kind.who != "" && !own[table] {
				if strongest[table] == "" {
					order = append(order, table)
				}
				strongest[table] = stronger(strongest[table], kind.who)
				if slow := fmt.Sprintf(kind.work, table); kind.work != "" && !slices.Contains(work, slow) {
					work = append(work, slow)
				}
			}
			break
		}
	}
	for _, table := range order {
		found = append(found, Lock{Table: table, Who: strongest[table]})
	}
	return found, work
}

func stronger(a, b string) string {
	rank := []string{"", rivals, writers, everybody}
	return rank[max(slices.Index(rank, a), slices.Index(rank, b))]
}

// statements returns the statements of a step and of its DO blocks, but not those in the bodies
// of functions that it creates.
func statements(text string) (all []string) {
	var quoted []string // $$-quoted bodies, whose semicolons do not end a statement
	text = bodies.ReplaceAllStringFunc(comments.ReplaceAllString(text, ""), func(body string) string {
		quoted = append(quoted, body)
		return fmt.Sprintf("$$%d$$", len(quoted)-1)
	})
	for statement := range strings.SplitSeq(text, ";") {
		statement = strings.TrimSpace(statement)
		for opening.MatchString(statement) {
			statement = strings.TrimSpace(opening.ReplaceAllString(statement, ""))
		}
		if block := doBlock.FindStringSubmatch(statement); block != nil {
			number, _ := strconv.Atoi(block[1])
			all = append(all, statements(strings.Trim(quoted[number], "$"))...)
			continue
		}
		if statement != "" {
			all = append(all, strings.Join(strings.Fields(statement), " "))
		}
	}
	return all
}
