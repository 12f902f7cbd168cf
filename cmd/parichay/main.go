// Command parichay is the whole product: the public site, the owner's app, the
// API and the background work, in one program over one PostgreSQL.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"parichay/internal/kit/requestlog"
	"parichay/internal/ops/settings"
	"parichay/internal/store/db"
	"parichay/internal/store/diagnose"
)

// version is set by the build.
var version = "dev"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // who cannot wait for the end asks a second time
	os.Exit(run(ctx, os.Args[1:], os.Environ(), os.Stdin, os.Stdout, os.Stderr))
}

// app is what commands work with.
type app struct {
	ctx     context.Context //nolint:containedctx // lives as long as one command
	environ []string
	stdin   io.Reader
	stdout  io.Writer
	stderr  io.Writer
}

type commands struct {
	Serve   serveCommand   `cmd:"" help:"Bring the schema up to date and serve the site."`
	Migrate migrateCommand `cmd:"" help:"Bring the schema up to date and stop."`
	Owner   struct {
		Set  ownerSetCommand  `cmd:"" help:"Create or reset the one owner; ends all sessions and removes second factors."`
		Link ownerLinkCommand `cmd:"" help:"Print a link that works once: to make the account, or to choose a new password."`
	} `cmd:"" help:"The one account that may change the site."`
	Backup  backupCommand  `cmd:"" help:"Put everything into one archive: every row that is kept, and every picture."`
	Restore restoreCommand `cmd:"" help:"Put an archive back, whole or not at all."`
	Export  exportCommand  `cmd:"" help:"Write everything in formats that other programs read: JSON, CSV, pictures and the public pages as plain files."`
	Import  importCommand  `cmd:"" help:"Put an export into this installation, whole or not at all; the account stays."`
	Mail    struct {
		Test mailTestCommand `cmd:"" help:"Send a mail as the owner's are sent, and say what became of it."`
	} `cmd:"" help:"Mails to the owner."`
	Site    siteCommands   `cmd:"" help:"Sites of this machine, side by side (Debian package)."`
	Doctor  doctorCommand  `cmd:"" help:"Look at all that the program needs, and say of each fault what to do."`
	Config  configCommand  `cmd:"" help:"Show every setting as it is understood, and where it came from."`
	Version versionCommand `cmd:"" help:"Print the version."`

	ShowVersion kong.VersionFlag `name:"version" help:"Print the version."`
}

// exitCode lets a parser's "print help and stop" end run instead of the process.
type exitCode int

func run(ctx context.Context, args, environ []string, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case exitCode:
			code = int(p)
		default:
			panic(p)
		}
	}()
	log, _ := settings.Read(environ) // a command that needs them says what is wrong with them
	slog.SetDefault(slog.New(requestlog.New(stderr, log.LogFormat, log.LogLevel)))
	var c commands
	parser, err := kong.New(&c, kong.Name("parichay"), kong.Description("A small business's public face. Settings come from the environment; see docs/operate.md."),
		kong.Vars{"version": "parichay " + version}, kong.Writers(stdout, stderr), kong.Exit(func(code int) { panic(exitCode(code)) }))
	if err != nil {
		fmt.Fprintln(stderr, "parichay:", err)
		return 1
	}
	parsed, err := parser.Parse(args)
	if err != nil {
		fmt.Fprintln(stderr, "parichay:", err)
		return 2
	}
	if err := parsed.Run(&app{ctx: ctx, environ: environ, stdin: stdin, stdout: stdout, stderr: stderr}); err != nil {
		if trouble := diagnose.Of(err); trouble != nil {
			err = fmt.Errorf("%s: %w", addressOf(err), trouble)
		}
		if errors.Is(err, db.ErrTransactionPooling) {
			err = fmt.Errorf("%s: %w", addressOf(err), db.ErrTransactionPooling)
		}
		for line := range strings.Lines(err.Error()) {
			fmt.Fprintln(stderr, "parichay:", strings.TrimSuffix(line, "\n"))
		}
		return 1
	}
	return 0
}

type versionCommand struct{}

// Run implements the command.
func (versionCommand) Run(a *app) error {
	_, err := fmt.Fprintln(a.stdout, "parichay", version)
	return err
}
