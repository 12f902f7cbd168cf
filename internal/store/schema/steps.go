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

// Step is one change of the tables.
type Step struct {
	Version int64
	Name    string
	About   string   // the first sentence of what it says of itself
	Locks   []Lock   // what others have to wait for, all of it until the step is over
	Work    []string // what takes its time meanwhile; nothing: a moment
}

// String names a step as its file does.
func (s Step) String() string { return fmt.Sprintf("%05d_%s", s.Version, s.Name) }

// Lock is a table that a step keeps to itself.
type Lock struct {
	Table string
	Who   string // what of others waits
}

// Starter is the step that stores the content a new site begins with. It is written
// in Go, by those who know the content.
const Starter = 5

// Steps are all that this program knows, in order.
func Steps() []Step {
	all := []Step{{Version: Starter, Name: "starter", About: "The content a new site begins with."}}
	files, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		panic(err) // the pattern is ours
	}
	for _, file := range files {
		text, err := fs.ReadFile(migrations, file)
		if err != nil {
			panic(err) // it is inside the program
		}
		number, name, _ := strings.Cut(strings.TrimSuffix(filepath.Base(file), ".sql"), "_")
		version, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			panic(err) // goose wants the same names
		}
		step := Step{Version: version, Name: name, About: about(string(text))}
		step.Locks, step.Work = locks(string(text))
		all = append(all, step)
	}
	slices.SortFunc(all, func(a, b Step) int { return int(a.Version - b.Version) })
	return all
}

// Newest is the last step this program knows.
func Newest() int64 {
	all := Steps()
	return all[len(all)-1].Version
}

var sentenceEnd = regexp.MustCompile(`[.:] |\.$|:$`)

// about is the first sentence of the comment that a step begins with.
func about(text string) string {
	var said []string
	for line := range strings.Lines(up(text)) {
		line = strings.TrimSpace(line)
		if words, ok := strings.CutPrefix(line, "-- "); ok && !strings.HasPrefix(words, "+goose") {
			said = append(said, words)
		} else if len(said) > 0 {
			break
		}
	}
	all := strings.Join(said, " ")
	if end := sentenceEnd.FindStringIndex(all); end != nil {
		return strings.TrimRight(all[:end[0]], ".:") + "."
	}
	return all
}

// up is the part of a step that is applied.
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

// Who waits for a statement.
const (
	everybody = "reads and writes"
	writers   = "writes"
	rivals    = "writes of the same rows"
)

// kinds are statements, by how they begin: who waits for them, and what takes its
// time. The first that fits counts; what fits none keeps nobody waiting.
var kinds = []struct {
	statement *regexp.Regexp // its only group is the table
	who       string
	work      string // with the table's name; empty: a moment
}{
	{regexp.MustCompile(`(?i)^ALTER TABLE (\w+) VALIDATE CONSTRAINT\b`), "", ""},
	{regexp.MustCompile(`(?i)^ALTER TABLE (\w+) .*(?:\bALTER COLUMN \w+ (?:SET DATA )?TYPE\b|\bGENERATED ALWAYS AS \()`), everybody, "every row of %s is written anew"},
	{regexp.MustCompile(`(?i)^ALTER TABLE (\w+) .*\bNOT VALID$`), everybody, ""},
	{regexp.MustCompile(`(?i)^ALTER TABLE (\w+) .*(?:\bSET NOT NULL\b|\bADD (?:CONSTRAINT|CHECK|FOREIGN|UNIQUE|PRIMARY)\b)`), everybody, "every row of %s is read"},
	{regexp.MustCompile(`(?i)^(?:ALTER TABLE|DROP TABLE(?: IF EXISTS)?|DROP TRIGGER(?: IF EXISTS)? \w+ ON) (\w+)`), everybody, ""},
	{regexp.MustCompile(`(?i)^CREATE TRIGGER .*? ON (\w+)`), writers, ""},
	{regexp.MustCompile(`(?i)^CREATE (?:UNIQUE )?INDEX .*?\bON (\w+)`), writers, "an index of %s is built"},
	{regexp.MustCompile(`(?i)^(?:UPDATE|DELETE FROM) (\w+)`), rivals, "rows of %s are changed"},
}

// locks are the tables that a step keeps others from, and what takes its time. Tables
// it has made itself nobody knows yet.
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
				if said := fmt.Sprintf(kind.work, table); kind.work != "" && !slices.Contains(work, said) {
					work = append(work, said)
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

// statements are those of a step, and of the blocks in it that are run at once; what
// functions do when they are called is not among them.
func statements(text string) (all []string) {
	var kept []string // the bodies, so that no semicolon in them ends a statement
	text = bodies.ReplaceAllStringFunc(comments.ReplaceAllString(text, ""), func(body string) string {
		kept = append(kept, body)
		return fmt.Sprintf("$$%d$$", len(kept)-1)
	})
	for statement := range strings.SplitSeq(text, ";") {
		statement = strings.TrimSpace(statement)
		for opening.MatchString(statement) {
			statement = strings.TrimSpace(opening.ReplaceAllString(statement, ""))
		}
		if block := doBlock.FindStringSubmatch(statement); block != nil {
			number, _ := strconv.Atoi(block[1])
			all = append(all, statements(strings.Trim(kept[number], "$"))...)
			continue
		}
		if statement != "" {
			all = append(all, strings.Join(strings.Fields(statement), " "))
		}
	}
	return all
}
