package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"parichay/internal/domain/account"
	"parichay/internal/ops/multisite"
	"parichay/internal/ops/settings"
	"parichay/internal/store/diagnose"
	"parichay/internal/store/dump"
	"parichay/internal/store/tenant"
)

// siteCommands manage the sites of a machine with the Debian package: one process for
// each business.
type siteCommands struct {
	Add      siteAddCommand      `cmd:"" help:"Create a site on this machine (user, database, settings, unit) and print its owner's setup link."`
	List     siteListCommand     `cmd:"" help:"List the sites of this machine with health, version, waiting leads, backup age and memory."`
	Run      siteRunCommand      `cmd:"" help:"Run a command with a site's user and settings, for example: parichay site run surya doctor"`
	Upgrade  siteUpgradeCommand  `cmd:"" help:"Switch sites to the installed version; a site that fails with it keeps its version."`
	Database siteDatabaseCommand `cmd:"" hidden:""`
	Facts    siteFactsCommand    `cmd:"" hidden:""`
}

type siteAddCommand struct {
	Name    string `arg:"" help:"Short name, such as surya: lower-case letters, digits, hyphens."`
	Address string `arg:"" optional:"" help:"The site's domain, such as surya.in."`
}

// linkWithin is how long site add waits for the site's database to create a link.
const linkWithin = time.Minute

// Run creates a site. It is idempotent: it keeps what already exists.
func (c siteAddCommand) Run(a *app) error {
	if err := multisite.Root(); err != nil {
		return err
	}
	s, err := multisite.Add(a.ctx, a.stdout, c.Name, c.Address)
	if err != nil {
		return err
	}
	if err := s.Migrate(a.ctx); err != nil {
		return fmt.Errorf("the database is not ready: %w", err)
	}
	if multisite.Supervised() {
		if err := s.Start(a.ctx); err != nil {
			return err
		}
		fmt.Fprintf(a.stdout, "%s is running; log: journalctl -u %s\n", s.Name, s.Service())
	} else {
		fmt.Fprintf(a.stdout, "systemd is not running: start the program with  parichay site run %s serve\n", s.Name)
	}
	fmt.Fprintln(a.stdout, "settings:", s.Settings())
	base, err := s.Setting(settings.BaseURL)
	if err != nil {
		return err
	}
	if domain, ok := strings.CutPrefix(base, "https://"); ok {
		near, err := s.Near()
		if err != nil {
			return err
		}
		fmt.Fprintf(a.stdout, "the domain needs a proxy; for Caddy, add to /etc/caddy/Caddyfile\n\n    %s {\n        reverse_proxy %s\n    }\n\n(full examples, also for nginx: /usr/share/doc/parichay/examples)\n", domain, near)
	}
	fmt.Fprintln(a.stdout)
	ctx, cancel := context.WithTimeout(a.ctx, linkWithin)
	defer cancel()
	printed, err := s.Output(ctx, "owner", "link")
	if err != nil {
		return err
	}
	purpose, token, err := account.FindLink(printed, strings.TrimSuffix(base, "/"))
	if err != nil {
		return fmt.Errorf("cannot read the setup link (%w); to print it, run: sudo parichay site run %s owner link", err, s.Name)
	}
	return printLink(a.stdout, purpose, strings.TrimSuffix(base, "/"), token)
}

type siteDatabaseCommand struct {
	Name string `arg:""`
}

// Run creates a site's database. `site add` runs it as PostgreSQL's administrator.
func (c siteDatabaseCommand) Run(a *app) error {
	s, err := multisite.Named(c.Name)
	if err != nil {
		return err
	}
	err = tenant.Make(a.ctx, "postgres:///postgres?host=/var/run/postgresql", multisite.Prefix, s.Database())
	if trouble := diagnose.Of(err); trouble != nil && trouble.Passes {
		fmt.Fprintln(a.stderr, "parichay:", trouble)
		panic(exitCode(multisite.NotReached))
	}
	return err
}

type siteRunCommand struct {
	Name    string   `arg:"" help:"The site."`
	Command []string `arg:"" passthrough:"" help:"The command to run."`
}

// Run runs a command as the site and exits with the command's exit status.
func (c siteRunCommand) Run(a *app) error {
	if err := multisite.Root(); err != nil {
		return err
	}
	s, err := multisite.Existing(c.Name)
	if err != nil {
		return err
	}
	status, err := s.Run(a.ctx, a.stdin, a.stdout, a.stderr, c.Command...)
	if status != 0 {
		panic(exitCode(status))
	}
	return err
}

type siteUpgradeCommand struct {
	Names []string `arg:"" optional:"" name:"name" help:"The sites; all of them if none is named."`
}

// Run upgrades the sites one by one and continues if one fails.
func (c siteUpgradeCommand) Run(a *app) error {
	if err := multisite.Root(); err != nil {
		return err
	}
	if !multisite.Supervised() {
		return errors.New("systemd is not running: restart each program yourself")
	}
	sites, err := c.sites()
	if err != nil {
		return err
	}
	var failed []string
	for _, s := range sites {
		if err := s.Upgrade(a.ctx, a.stdout); err != nil {
			failed = append(failed, s.Name)
			fmt.Fprintf(a.stderr, "%s keeps its version: %v\n", s.Name, err)
		}
	}
	if err := multisite.Tidy(a.ctx); err != nil {
		return err
	}
	if len(failed) > 0 {
		return fmt.Errorf("%d of %d sites keep their version; once fixed, run: sudo parichay site upgrade %s", len(failed), len(sites), failed[0])
	}
	return nil
}

func (c siteUpgradeCommand) sites() (sites []multisite.Site, err error) {
	if len(c.Names) == 0 {
		return multisite.All()
	}
	for _, name := range c.Names {
		s, err := multisite.Existing(name)
		if err != nil {
			return nil, err
		}
		sites = append(sites, s)
	}
	return sites, nil
}

// siteFacts are facts from a site's own database.
type siteFacts struct {
	Waiting int        `json:"waiting"` // leads without an answer
	Backup  *time.Time `json:"backup"`
	Failing bool       `json:"failing"` // backups
}

type siteFactsCommand struct{}

// Run prints a site's facts as JSON. `site list` runs it as each site.
func (siteFactsCommand) Run(a *app) error {
	store, err := openStore(a)
	if err != nil {
		return err
	}
	defer store.Close()
	counts, err := store.Inbox.Counts(a.ctx)
	if err != nil {
		return err
	}
	backups, err := dump.LastBackups(a.ctx, store)
	if err != nil {
		return err
	}
	return json.NewEncoder(a.stdout).Encode(siteFacts{counts.Waiting(), backups.MadeAt, backups.FailedAt != nil})
}

type siteListCommand struct{}

// Run prints a table of all sites.
func (siteListCommand) Run(a *app) error {
	if err := multisite.Root(); err != nil {
		return err
	}
	sites, err := multisite.All()
	if err != nil {
		return err
	}
	if len(sites) == 0 {
		fmt.Fprintln(a.stdout, "no site yet; to create one, run: sudo parichay site add surya surya.in")
		return nil
	}
	table := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "SITE\tADDRESS\tLISTENS\tHEALTH\tPROGRAM\tWAITING LEADS\tBACKUP\tMEMORY")
	unwell := 0
	for _, s := range sites {
		line, well := siteLine(a, s)
		if !well {
			unwell++
		}
		fmt.Fprintln(table, line)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if unwell > 0 {
		return fmt.Errorf("%d of %d sites need attention; run: sudo parichay site run NAME doctor", unwell, len(sites))
	}
	return nil
}

// factsWithin is how long the list waits for one site's database.
const factsWithin = 10 * time.Second

func siteLine(a *app, s multisite.Site) (line string, well bool) {
	address, _ := s.Setting(settings.BaseURL)
	near, err := s.Near() // if the file cannot be read, Ready reports that
	if err != nil {
		near = "?"
	}
	health, waiting, backup := "ok", "?", "?"
	if err := s.Ready(a.ctx); err != nil {
		health = err.Error()
	}
	var facts siteFacts
	ctx, cancel := context.WithTimeout(a.ctx, factsWithin)
	defer cancel()
	if out, err := s.Output(ctx, "site", "facts"); err == nil && json.Unmarshal([]byte(out), &facts) == nil {
		waiting, backup = strconv.Itoa(facts.Waiting), backupAge(facts)
	}
	memory := "?"
	if bytes := s.Memory(a.ctx); bytes > 0 {
		memory = fmt.Sprintf("%d MiB", bytes>>20)
	}
	program, err := s.Version(a.ctx)
	switch {
	case errors.Is(err, multisite.ErrForeign):
		program, health = "not Parichay", "taken over?"
	case err != nil:
		program = "?"
	case program == "":
		program = "not running"
	}
	return fmt.Sprintf("%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s", s.Name, address, near, health, program, waiting, backup, memory),
		health == "ok" && !facts.Failing && waiting != "?"
}

func backupAge(f siteFacts) string {
	switch {
	case f.Failing:
		return "failing"
	case f.Backup == nil:
		return "none yet"
	}
	since := max(0, time.Since(*f.Backup)) // the date comes from the site and may be in the future
	if since < time.Hour {
		return fmt.Sprintf("%d min", int(since.Minutes()))
	}
	return fmt.Sprintf("%d h", int(since.Hours()))
}
