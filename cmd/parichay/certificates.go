package main

import (
	"net"

	"parichay/internal/ops/acme"
	"parichay/internal/ops/settings"
	"parichay/internal/store/postgres"
)

// redirectAddress is where browsers come that do not know of HTTPS yet.
func redirectAddress(c settings.Config) string {
	if len(c.TLS.Domains) == 0 {
		return ""
	}
	return c.TLS.HTTPListen
}

// openCertificates returns nil where the program does not speak HTTPS itself.
func openCertificates(c settings.Config, f *front, store *postgres.Store) *acme.Certificates {
	if len(c.TLS.Domains) == 0 {
		return nil
	}
	return acme.New(acme.Config{
		Domains: c.TLS.Domains, Base: c.BaseURL, HSTS: c.HSTS, Email: c.TLS.Email, Directory: c.TLS.Directory, HTTPS: at(f.public), HTTP: at(f.redirect),
	}, store.Certificates)
}

func at(doors []door) net.Addr {
	if len(doors) == 0 {
		return nil
	}
	return doors[0].Addr()
}
