package main

import (
	"parichay/internal/ops/doctor"
	"parichay/internal/ops/settings"
)

type doctorCommand struct{}

// Run prints the findings.
func (doctorCommand) Run(a *app) error {
	c, err := settings.Read(a.environ)
	if err != nil {
		return err
	}
	store, err := openDatabase(a.ctx, c)
	if err != nil {
		return err
	}
	defer store.Close()
	return doctor.Run(a.ctx, a.stdout, c, store)
}
