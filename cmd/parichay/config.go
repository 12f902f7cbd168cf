package main

import (
	"fmt"
	"text/tabwriter"

	"parichay/internal/ops/settings"
)

type configCommand struct{}

// Run prints the settings, and then returns the errors in them.
func (configCommand) Run(a *app) error {
	lines, wrong := settings.Lines(a.environ)
	table := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	for _, l := range lines {
		fmt.Fprintf(table, "%s\t%s\t%s\n", l.Name, l.Value, l.From)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	return wrong
}
