// Command parichay is the whole product: the public site, the owner's app, the
// API and the background work, in one program over one PostgreSQL.
package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"parichay/internal/capped"
)

// version is set by the build.
var version = "dev"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Getenv, os.Stdin, os.Stdout, os.Stderr))
}

// app is what commands work with.
type app struct {
	ctx    context.Context //nolint:containedctx // lives as long as one command
	getenv func(string) string
	stdin  io.Reader
	stdout io.Writer
}

type commands struct {
	Serve   serveCommand   `cmd:"" help:"Bring the schema up to date and serve the site."`
	Migrate migrateCommand `cmd:"" help:"Bring the schema up to date and stop."`
	Owner   struct {
		Set ownerSetCommand `cmd:"" help:"Create or reset the one owner; ends all sessions and removes second factors."`
	} `cmd:"" help:"The one account that may change the site."`
	Version versionCommand `cmd:"" help:"Print the version."`
}

// exitCode lets a parser's "print help and stop" end run instead of the process.
type exitCode int

func run(ctx context.Context, args []string, getenv func(string) string, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case exitCode:
			code = int(p)
		default:
			panic(p)
		}
	}()
	slog.SetDefault(slog.New(capped.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{ReplaceAttr: shortened}))))
	var c commands
	parser, err := kong.New(&c, kong.Name("parichay"), kong.Description("A small business's public face. Settings come from the environment; see docs/operate.md."),
		kong.Writers(stdout, stderr), kong.Exit(func(code int) { panic(exitCode(code)) }))
	if err != nil {
		fmt.Fprintln(stderr, "parichay:", err)
		return 1
	}
	parsed, err := parser.Parse(args)
	if err != nil {
		fmt.Fprintln(stderr, "parichay:", err)
		return 2
	}
	if err := parsed.Run(&app{ctx: ctx, getenv: getenv, stdin: stdin, stdout: stdout}); err != nil {
		fmt.Fprintln(stderr, "parichay:", err)
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

// longestLogged bounds what one value adds to a line of the log: some of them are
// what strangers sent.
const longestLogged = 1000

func shortened(_ []string, a slog.Attr) slog.Attr {
	if text := a.Value.String(); len(text) > longestLogged && a.Key != "stack" {
		a.Value = slog.StringValue(strings.ToValidUTF8(text[:longestLogged], "") + "…")
	}
	return a
}
