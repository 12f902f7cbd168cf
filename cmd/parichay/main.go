// Command parichay is the whole product: the public site, the owner's app, the API and
// the background jobs in one program, with PostgreSQL.
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
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	os.Exit(run(ctx, os.Args[1:], os.Environ(), os.Stdin, os.Stdout, os.Stderr))
}

// app is the environment of a command.
type app struct {
	ctx     context.Context //nolint:containedctx // lives as long as one command
	environ []string
	stdin   io.Reader
	stdout  io.Writer
	stderr  io.Writer
}

type commands struct {
	Serve   serveCommand   `cmd:"" help:"Migrate the schema and serve the site."`
	Migrate migrateCommand `cmd:"" help:"Migrate the schema and exit."`
	Owner   struct {
		Set  ownerSetCommand  `cmd:"" help:"Create or reset the owner; ends all sessions and removes second factors."`
		Link ownerLinkCommand `cmd:"" help:"Print a one-time link to create the account or to choose a new password."`
	} `cmd:"" help:"Manage the owner's account, the only one that may change the site."`
	Backup  backupCommand  `cmd:"" help:"Write all data and all pictures into one archive."`
	Restore restoreCommand `cmd:"" help:"Restore an archive, completely or not at all."`
	Export  exportCommand  `cmd:"" help:"Export everything in open formats: JSON, CSV, pictures and the public pages as static files."`
	Import  importCommand  `cmd:"" help:"Import an export, completely or not at all; the account is kept."`
	Mail    struct {
		Test mailTestCommand `cmd:"" help:"Send a test email and report the result."`
	} `cmd:"" help:"Test emails to the owner."`
	Site    siteCommands   `cmd:"" help:"Manage several sites on this machine (Debian package)."`
	Doctor  doctorCommand  `cmd:"" help:"Check everything the program needs and say how to fix each problem."`
	Config  configCommand  `cmd:"" help:"Show the effective value of every setting and where it comes from."`
	Version versionCommand `cmd:"" help:"Print the version."`

	ShowVersion kong.VersionFlag `name:"version" help:"Print the version."`
}

// exitCode is the panic value with which kong ends run, for example after --help, instead of
// the process.
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
	log, _ := settings.Read(environ) // a command that needs settings reports errors in them
	slog.SetDefault(slog.New(requestlog.New(stderr, log.LogFormat, log.LogLevel)))
	var c commands
	parser, err := kong.New(&c, kong.Name("parichay"), kong.Description("Link-in-bio site for a small business. Settings come from the environment; see docs/operate.md."),
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

// Run prints the version.
func (versionCommand) Run(a *app) error {
	_, err := fmt.Fprintln(a.stdout, "parichay", version)
	return err
}
