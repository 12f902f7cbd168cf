package rig

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// Pair is two PostgreSQL servers for one drill: a primary, and a synchronous standby that
// confirms each commit before the primary does.
type Pair struct{ Primary, Standby *Server }

// Server is one server of a Pair.
type Server struct{ data, port string }

const replicationPatience = 30 * time.Second

// StartPair starts both servers in addition to the server of scripts/with-postgres, with the same
// binaries.
func StartPair(ctx context.Context) (p Pair, err error) {
	box, err := os.MkdirTemp(filepath.Dir(os.Getenv("DEV_PG_DATA")), "pair-")
	if err != nil {
		return p, err
	}
	// PostgreSQL runs as its own user.
	if err := os.Chmod(box, 0o777); err != nil {
		return p, err
	}
	p = Pair{&Server{data: filepath.Join(box, "primary")}, &Server{data: filepath.Join(box, "standby")}}
	defer func() {
		if err != nil {
			p.End()
		}
	}()
	if err := run(ctx, "initdb", "-D", p.Primary.data, "-U", "parichay", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"); err != nil {
		return p, err
	}
	if err := p.Primary.start(ctx); err != nil {
		return p, err
	}
	from := fmt.Sprintf("host=127.0.0.1 port=%s user=parichay", p.Primary.port)
	if err := run(ctx, "pg_basebackup", "-D", p.Standby.data, "-d", from, "-R", "-X", "stream", "-c", "fast", "--no-sync"); err != nil {
		return p, err
	}
	if err := p.Standby.start(ctx); err != nil {
		return p, err
	}
	return p, p.synchronise(ctx)
}

// synchronise makes every commit wait for the standby. It configures only the primary, because
// a promoted standby has no standby of its own.
func (p Pair) synchronise(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, p.Primary.URL("postgres"))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	for _, sql := range []string{`ALTER SYSTEM SET synchronous_standby_names = '*'`, `SELECT pg_reload_conf()`} {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return err
		}
	}
	return Until(ctx, replicationPatience, "the standby confirms commits", func() bool {
		var streaming bool
		err := conn.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'sync')`).Scan(&streaming)
		return err == nil && streaming
	})
}

// URL returns the URL of a database of the pair, on whichever server accepts writes.
func (p Pair) URL(database string) string {
	return fmt.Sprintf("postgres://parichay@127.0.0.1:%s,127.0.0.1:%s/%s?sslmode=disable&target_session_attrs=read-write", p.Primary.port, p.Standby.port, database)
}

// End stops both servers and deletes their files.
func (p Pair) End() {
	ctx := context.Background()
	for _, s := range []*Server{p.Standby, p.Primary} {
		if s.ctl(ctx, "end") != nil {
			_ = s.Kill(ctx)
		}
	}
	_ = os.RemoveAll(filepath.Dir(p.Primary.data))
}

// URL returns the URL of one of the server's databases.
func (s *Server) URL(database string) string {
	return fmt.Sprintf("postgres://parichay@127.0.0.1:%s/%s?sslmode=disable", s.port, database)
}

// Kill kills every process of the server at once, like a power cut.
func (s *Server) Kill(ctx context.Context) error { return s.ctl(ctx, "kill") }

// Promote promotes a standby to accept writes.
func (s *Server) Promote(ctx context.Context) error {
	return run(ctx, "pg_ctl", "-D", s.data, "-s", "-w", "promote")
}

func (s *Server) start(ctx context.Context) error {
	address, err := FreeAddress(ctx)
	if err != nil {
		return err
	}
	if _, s.port, err = net.SplitHostPort(address); err != nil {
		return err
	}
	config, err := os.OpenFile(filepath.Join(s.data, "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(config, "\nport = %s\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\ntimezone = 'UTC'\n", s.port)
	if err := errors.Join(err, config.Close()); err != nil {
		return err
	}
	return s.ctl(ctx, "start")
}

// ctl runs scripts/pg-ctl for this server.
func (s *Server) ctl(ctx context.Context, action string) error {
	command := exec.CommandContext(ctx, os.Getenv("DEV_PG_CTL"), action)
	command.Env = append(os.Environ(), "DEV_PG_DATA="+s.data)
	return finish(command)
}

// run runs a PostgreSQL program as the user that owns the servers.
func run(ctx context.Context, program string, args ...string) error {
	args = append([]string{filepath.Join(os.Getenv("DEV_PG_BIN"), program)}, args...)
	if user := os.Getenv("DEV_PG_USER"); user != "" {
		args = append([]string{"setpriv", "--reuid=" + user, "--regid=" + user, "--init-groups"}, args...)
	}
	command := exec.CommandContext(ctx, args[0], args[1:]...)
	command.Dir = "/"
	return finish(command)
}

func finish(command *exec.Cmd) error {
	// The output goes to a file instead of a pipe, because a started server keeps it open.
	out, err := os.CreateTemp("", "postgres-*.log")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(out.Name()); _ = out.Close() }()
	command.Stdout, command.Stderr = out, out
	if err := command.Run(); err != nil {
		text, _ := os.ReadFile(out.Name())
		return fmt.Errorf("%s: %w: %s", strings.Join(command.Args, " "), err, text)
	}
	return nil
}
