package main

import (
	"net"

	"parichay/internal/ops/acme"
	"parichay/internal/ops/settings"
	"parichay/internal/store/postgres"
)

// redirectAddress returns the listen address that redirects HTTP to HTTPS, or "" without TLS.
func redirectAddress(c settings.Config) string {
	if len(c.TLS.Domains) == 0 {
		return ""
	}
	return c.TLS.HTTPListen
}

// openCertificates returns the manager of the site's certificates, or nil if the program does
// not serve HTTPS itself.
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
