package schema

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"embed"
	"encoding/hex"

	"github.com/pressly/goose/v3"
)

//go:embed functions/*.sql
var functions embed.FS

// revision is a step that creates or replaces the SQL function in a file of the folder
// functions. The function's text stays in this one file however often it changes. A changed
// file needs a new revision, because a database does not apply a step twice.
type revision struct {
	version int64
	name    string
	sum     string // checksum of the file when the revision was added
}

var revisions = []revision{
	{49, "take_lead", "038028f35d48"},
	{55, "take_lead", "1358a1a16162"},
}

func (r revision) text() string {
	text, err := functions.ReadFile("functions/" + r.name + ".sql")
	if err != nil {
		panic(err) // the file is embedded
	}
	return string(text)
}

func (r revision) step() Step { return Step{Version: r.version, Name: r.name, About: about(r.text())} }

func (r revision) migration() *goose.Migration {
	return goose.NewGoMigration(r.version, &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, r.text())
		return err
	}}, nil)
}

// sumOf returns a short checksum of a function's text.
func sumOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:6])
}
