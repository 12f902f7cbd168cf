package main

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"os"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"

	"parichay/internal/mail"
	"parichay/internal/media"
)

const (
	listenSetting  = "PARICHAY_LISTEN"
	metricsSetting = "PARICHAY_METRICS_LISTEN"
)

// config is every setting of the program. Each comes from the environment, or
// from the file that NAME_FILE names.
type config struct {
	databaseURL    string
	listen         string
	baseURL        *url.URL
	trustedProxies []string
	metricsListen  string
	media          media.Place
	mail           *mail.Server // nil: no mail
	cacheBytes     uint64       // 0: what memory allows
	purge          *url.URL     // nil: nobody can empty a cache in front
}

// readConfig collects all that is wrong with the environment, so that an
// operator mends it in one go. It never repeats a value: it may be a secret.
func readConfig(getenv func(string) string) (config, error) {
	var issues []error
	read := func(name, fallback string) string {
		value := getenv(name)
		if file := getenv(name + "_FILE"); value == "" && file != "" {
			text, err := os.ReadFile(file)
			if err != nil {
				issues = append(issues, fmt.Errorf("%s_FILE cannot be read", name))
			}
			value = strings.TrimSpace(string(text))
		}
		return cmp.Or(value, fallback)
	}
	address := func(name, fallback string) string {
		value := read(name, fallback)
		_, port, err := net.SplitHostPort(value)
		if _, number := strconv.ParseUint(port, 10, 16); value != "" && errors.Join(err, number) != nil {
			issues = append(issues, fmt.Errorf("%s must be host:port, such as 127.0.0.1:8080", name))
		}
		return value
	}
	c := config{
		databaseURL:   read("PARICHAY_DATABASE_URL", ""),
		listen:        address(listenSetting, "127.0.0.1:8080"),
		metricsListen: address(metricsSetting, ""),
	}
	if _, err := pgxpool.ParseConfig(c.databaseURL); c.databaseURL == "" || err != nil {
		issues = append(issues, errors.New("PARICHAY_DATABASE_URL is required and must be a PostgreSQL address such as postgres://user:password@host:5432/parichay"))
	}
	base, err := url.Parse(read("PARICHAY_BASE_URL", "http://localhost:8080"))
	if err != nil || (base.Scheme != "http" && base.Scheme != "https") || base.Host == "" || strings.Trim(base.Path, "/") != "" || base.User != nil || base.RawQuery != "" || base.Fragment != "" {
		issues = append(issues, errors.New("PARICHAY_BASE_URL must be http(s)://host, without a path"))
		base = &url.URL{Host: "localhost"} // so that the other settings are looked at, too
	}
	c.baseURL = base
	if c.media, err = media.ParsePlace(read("PARICHAY_MEDIA", "file:./media")); err != nil {
		issues = append(issues, fmt.Errorf("PARICHAY_MEDIA %w", err))
	}
	if server := read("PARICHAY_SMTP_URL", ""); server != "" {
		if c.mail, err = mail.Parse(server, base.Hostname()); err != nil {
			issues = append(issues, fmt.Errorf("PARICHAY_SMTP_URL cannot be used: %w", err))
		}
	}
	if purge := read("PARICHAY_PURGE_URL", ""); purge != "" {
		if c.purge, err = url.Parse(purge); err != nil || (c.purge.Scheme != "http" && c.purge.Scheme != "https") || c.purge.Host == "" {
			issues = append(issues, errors.New("PARICHAY_PURGE_URL must be http(s)://host, the address that takes PURGE requests"))
		}
	}
	if mib := read("PARICHAY_CACHE_MIB", ""); mib != "" {
		n, err := strconv.ParseUint(mib, 10, 20)
		if err != nil || n == 0 {
			issues = append(issues, errors.New("PARICHAY_CACHE_MIB must be a whole number of mebibytes, such as 64"))
		}
		c.cacheBytes = n << 20
	}
	if list := read("PARICHAY_TRUSTED_PROXIES", ""); list != "" {
		for part := range strings.SplitSeq(list, ",") {
			prefix, err := netip.ParsePrefix(strings.TrimSpace(part))
			if err != nil {
				issues = append(issues, errors.New("PARICHAY_TRUSTED_PROXIES must be CIDRs separated by commas, such as 127.0.0.1/32"))
				break
			}
			c.trustedProxies = append(c.trustedProxies, prefix.String())
		}
	}
	return c, errors.Join(issues...)
}
