package settings

import (
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	netmail "net/mail"
	"net/netip"
	"net/url"
	"os/user"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"filippo.io/age"

	"parichay/internal/domain/field"
	"parichay/internal/kit/headers"
	"parichay/internal/kit/mail"
	"parichay/internal/kit/requestlog"
	"parichay/internal/kit/seal"
	"parichay/internal/ops/acme"
	"parichay/internal/public/intake"
	"parichay/internal/store/db"
	"parichay/internal/store/media"
)

// Names of settings that other packages mention in their errors.
const (
	DatabaseURL   = "PARICHAY_DATABASE_URL"
	MigrateURL    = "PARICHAY_MIGRATE_DATABASE_URL"
	Listen        = "PARICHAY_LISTEN"
	BaseURL       = "PARICHAY_BASE_URL"
	MetricsListen = "PARICHAY_METRICS_LISTEN"
	Media         = "PARICHAY_MEDIA"
	HTTPListen    = "PARICHAY_HTTP_LISTEN"
	Backup        = "PARICHAY_BACKUP"
	PurgeSecret   = "PARICHAY_PURGE_SECRET" //nolint:gosec // a name, not a secret
	PurgeURL      = "PARICHAY_PURGE_URL"
	SecretKey     = "PARICHAY_SECRET_KEY"
	SMTPURL       = "PARICHAY_SMTP_URL"
	TLSDomains    = "PARICHAY_TLS_DOMAINS"
)

var userName = regexp.MustCompile(`^[a-z_][a-z0-9_-]{0,31}$`)

func exists(name string) bool {
	_, err := user.Lookup(name)
	return err == nil
}

// purgeSecret matches secrets that need no escaping in a header or a cache's configuration.
var purgeSecret = regexp.MustCompile(`^[A-Za-z0-9._~+/=-]{16,200}$`)

// Config holds the parsed settings.
type Config struct {
	DatabaseURL    string
	MigrateURL     string // empty: DatabaseURL
	Listen         string
	BaseURL        *url.URL
	HSTS           string
	TrustedProxies []string
	ProxyUsers     []string // empty: any user of this machine
	MetricsListen  string
	LogFormat      requestlog.Format
	LogLevel       slog.Level
	Traces         *url.URL // nil: nothing is traced
	Media          media.Place
	Mail           *mail.Server // nil: no mail
	LeadsAnHour    int
	CacheBytes     uint64   // 0: depends on the memory limit
	Purge          *url.URL // nil: no cache in front is purged
	PurgeSecret    string   // authenticates PURGE requests; empty: none
	StopDelay      time.Duration
	RequireFactor  bool         // the owner must have a second factor
	Backup         *media.Place // nil: no automatic backups
	BackupKeep     int
	BackupTo       []age.Recipient // empty: backups are not encrypted
	SecretKey      *seal.Key       // nil: the file beside the pictures
	TLS            TLS
}

// TLS configures built-in HTTPS.
type TLS struct {
	Domains    []string // empty: no built-in HTTPS
	Email      string
	Directory  string
	HTTPListen string
}

// port returns usual, the default of a listen address, if built-in HTTPS is on, otherwise "".
func (t TLS) port(usual string) string {
	if len(t.Domains) == 0 {
		return ""
	}
	return usual
}

// mostAnHour is the maximum of PARICHAY_LEADS_AN_HOUR.
const mostAnHour = 1_000_000

// escapes explains the most frequent mistake in URLs.
const escapes = "in a password write # / ? @ % as %23 %2F %3F %40 %25"

// Table lists every setting, in the order of the documentation. A new setting needs a row
// here and a field of Config; `make generate` writes the rest.
var Table = []Setting{
	{
		Name: DatabaseURL, Else: "required", Required: true, Mask: maskDatabase,
		Help: "`postgres://user:password@host:5432/database`; " + escapes + ". The connection is encrypted if the host is outside private networks, unless `sslmode` says otherwise (see below)",
		Parse: func(c *Config, value string) error {
			c.DatabaseURL = value
			const address = "a PostgreSQL address such as postgres://user:password@host:5432/parichay; " + escapes
			if value == "" {
				return errors.New("is required: set it to " + address)
			}
			return checkDatabase(value, address)
		},
		Wrong: []string{
			"", "hunter2", "postgres://u:hunter2@host:port/db", "postgres://u:p@host/db?pool_max_conns=hunter2",
			"postgres://u:hunter2#hunter2@host/db", "postgres://u:12#hunter2@host/db", "postgres://u:12/hunter2@host/db", "postgres://u:12?hunter2@host/db",
			"postgres://u:hunter2%zz@host/db", "postgres://u:hunter2 hunter2@host/db", "user=u password=hunter2 hunter2 host=h",
			"postgres://u:p@host/db?sslmode=hunter2", "postgres://u:p@host/db?sslrootcert=/hunter2",
		},
	},
	{
		Name: MigrateURL, Else: "same as above", Mask: maskDatabase,
		Help: "`postgres://owner:password@…`: the role that owns the tables, if the role above may only read and write (see Two roles)",
		Parse: func(c *Config, value string) error {
			c.MigrateURL = value
			return checkDatabase(value, "a PostgreSQL address such as postgres://owner:password@host:5432/parichay; "+escapes)
		},
		Wrong: []string{"hunter2", "postgres://u:hunter2@host:port/db", "postgres://u:12#hunter2@host/db"},
	},
	{
		Name: BaseURL, Default: "http://localhost:8080",
		Help: "the site's public address, used for absolute links; `https://…` makes cookies secure and turns HSTS on",
		Parse: func(c *Config, value string) error {
			base, err := url.Parse(value)
			if err != nil || !web(base) || strings.Trim(base.Path, "/") != "" || base.User != nil || base.RawQuery != "" || base.Fragment != "" {
				c.BaseURL = &url.URL{Host: "localhost"} // rows below need one
				return errors.New("must be http(s)://host, without a path, such as https://shop.example")
			}
			c.BaseURL = base
			return nil
		},
		Wrong: []string{
			"ftp://hunter2", "hunter2.example", "https://u:hunter2@host", "https://host/hunter2", "https://host?hunter2", "https://host#hunter2", "https://", "http://hunter2:port", "http://hunter2:99999", "https://.", "https://a..b",
		},
	},
	{
		Name: "PARICHAY_STRICT_TRANSPORT", Default: headers.Year,
		Help: "the HSTS header, sent if the base URL is `https://…`. `max-age` is the number of seconds for which browsers use only HTTPS, at least a year. Add `; includeSubDomains` if all subdomains use HTTPS, too, and `; includeSubDomains; preload` for the browsers' preload lists. `max-age=0` revokes the rule",
		Parse: func(c *Config, value string) error {
			rule := strings.ToLower(strings.ReplaceAll(value, " ", "")) // case and spaces do not matter (RFC 6797, 6.1)
			age, more, _ := strings.Cut(rule, ";")
			seconds, found := strings.CutPrefix(age, "max-age=")
			n, err := strconv.ParseUint(seconds, 10, 40)
			if !found || err != nil || n > 0 && n < 31_536_000 || !slices.Contains([]string{"", "includesubdomains", "includesubdomains;preload"}, more) {
				return errors.New(`must be "max-age=SECONDS" with at least 31536000 seconds, optionally followed by "; includeSubDomains" or "; includeSubDomains; preload"; "max-age=0" revokes the rule`)
			}
			c.HSTS = value
			return nil
		},
		Wrong: []string{"hunter2", "max-age=", "max-age=300", "max-age=31536000; hunter2", "includeSubDomains", "max-age=31536000; preload", "max-age=-1"},
	},
	{
		Name: TLSDomains, Else: "none: no certificates, no HTTPS",
		Help: "domain names separated by commas, such as `shop.example,www.shop.example`: the program obtains certificates for them and serves HTTPS (see below)",
		Parse: func(c *Config, value string) error {
			for part := range strings.SplitSeq(value, ",") {
				name, err := acme.Name(part)
				if err != nil {
					return errors.New("must be domain names separated by commas, such as shop.example,www.shop.example; wildcards and IP addresses are not supported")
				}
				c.TLS.Domains = append(c.TLS.Domains, name)
			}
			base, err := acme.Name(c.BaseURL.Hostname())
			if c.BaseURL.Scheme != "" && (err != nil || c.BaseURL.Scheme != "https" || !slices.Contains(c.TLS.Domains, base)) {
				return errors.New("must include the host of PARICHAY_BASE_URL, and PARICHAY_BASE_URL must be an https address. In both settings, use the domain that visitors open")
			}
			return nil
		},
		Wrong: []string{"hunter2", "hunter2.example", "*.hunter2.example", "192.0.2.1", "shop.example,", "https://hunter2.example", "hunter2.example:443", "hunter2_.example"},
	},
	{
		Name: "PARICHAY_TLS_EMAIL", Else: "none",
		Help: "email address for the certificate authority's warnings",
		Parse: func(c *Config, value string) error {
			address, err := netmail.ParseAddress(value)
			if err != nil || address.Address != value {
				return errors.New("must be an email address, such as you@shop.example")
			}
			c.TLS.Email = value
			return nil
		},
		Wrong: []string{"hunter2", "hunter2@", "You <hunter2@shop.example>"},
	},
	{
		Name: "PARICHAY_TLS_DIRECTORY", Default: "https://acme-v02.api.letsencrypt.org/directory",
		Help: "URL of the certificate authority's ACME directory. By setting `PARICHAY_TLS_DOMAINS` you accept the authority's terms",
		Parse: func(c *Config, value string) error {
			u, err := url.Parse(value)
			if err != nil || u.Scheme != "https" || !web(u) || u.User != nil {
				return errors.New("must be https://…, the URL of a certificate authority's ACME directory")
			}
			c.TLS.Directory = value
			return nil
		},
		Wrong: []string{"hunter2", "http://hunter2.example/directory", "https://", "https://u:hunter2@host/directory"},
	},
	{
		Name: Listen, Default: "127.0.0.1:8080",
		Instead: func(c *Config) string { return c.TLS.port(":443") },
		Help:    "host and port; without a host (`:8080`) all addresses of the machine. The default is `:443` with `PARICHAY_TLS_DOMAINS`. Ignored if systemd passes a socket",
		Parse:   func(c *Config, value string) error { return parseAddress(&c.Listen, value) },
		Wrong:   []string{"hunter2", "8080", "127.0.0.1:hunter2", "hunter2:65536", "http://127.0.0.1:8080"},
	},
	{
		Name: HTTPListen, Else: "none",
		Instead: func(c *Config) string { return c.TLS.port(":80") },
		Help:    "host and port for redirects to HTTPS and for the certificate authority's checks. The default is `:80` with `PARICHAY_TLS_DOMAINS`. Ignored if systemd passes a socket named `http`",
		Parse:   func(c *Config, value string) error { return parseAddress(&c.TLS.HTTPListen, value) },
		Wrong:   []string{"hunter2", "127.0.0.1:hunter2", "hunter2:65536"},
	},
	{
		Name: Media, Default: "file:./media",
		Help: "where pictures are stored: a folder, or `s3://BUCKET?endpoint=https://HOST&region=REGION` (see below)",
		Parse: func(c *Config, value string) (err error) {
			c.Media, err = media.ParsePlace(value)
			return err
		},
		Wrong: []string{"hunter2", "/srv/hunter2", "file:", "s3://bucket?secret=hunter2", "s3://u:hunter2@bucket", "s3://bucket?endpoint=ftp://hunter2"},
	},
	{
		Name: "PARICHAY_TRUSTED_PROXIES", Else: "none",
		Help: "CIDRs of proxies whose `X-Forwarded-For` is trusted, e.g. `127.0.0.1/32` for a proxy on the same machine",
		Parse: func(c *Config, value string) error {
			for part := range strings.SplitSeq(value, ",") {
				prefix, err := netip.ParsePrefix(strings.TrimSpace(part))
				if err != nil {
					return errors.New("must be CIDRs separated by commas, such as 127.0.0.1/32")
				}
				c.TrustedProxies = append(c.TrustedProxies, prefix.String())
			}
			return nil
		},
		Wrong: []string{"hunter2", "127.0.0.1/32,hunter2", "127.0.0.1"},
	},
	{
		Name: "PARICHAY_TRUSTED_PROXY_USERS", Else: "any user of this machine",
		Help: "users that a proxy on this machine runs as, such as `www-data,caddy`; at least one must exist. For connections from this machine, `X-Forwarded-For` is then trusted only from processes of these users (Linux)",
		Parse: func(c *Config, value string) error {
			for part := range strings.SplitSeq(value, ",") {
				name := strings.TrimSpace(part)
				if !userName.MatchString(name) {
					return errors.New("must be user names separated by commas, such as www-data,caddy")
				}
				c.ProxyUsers = append(c.ProxyUsers, name)
			}
			// A proxy may be installed later, so not every user must exist.
			if !slices.ContainsFunc(c.ProxyUsers, exists) {
				return errors.New("does not name a user of this machine: write the user that the proxy runs as, such as www-data,caddy (`ps -eo user,comm` shows it)")
			}
			return nil
		},
		Wrong: []string{"hunter2,", "hunter2 hunter2", "Hunter2:0", "hunter2"},
	},
	{
		Name: SMTPURL, Else: "none: no email is sent; the inbox still works", Mask: maskURL,
		Help: "`smtp://user:password@host:587` (STARTTLS is required, with two exceptions: a mail server on this machine, and one in a private network if no password is sent) or `smtps://…`; `?from=` sets the sender if the user is not an email address",
		Parse: func(c *Config, value string) (err error) {
			const address = "smtp://user:password@host:587 or smtps://…, optionally followed by ?from=; " + escapes
			if !unambiguous(value, "from") {
				return errors.New("must be " + address)
			}
			if c.Mail, err = mail.Parse(value, c.BaseURL.Hostname()); err != nil {
				return fmt.Errorf("cannot be used (%w): write %s", err, address)
			}
			return nil
		},
		Wrong: []string{
			"hunter2", "http://u:hunter2@host", "smtp://u:hunter2@host:99999", "smtp://u:hunter2@host:port", "smtp://host?from=hunter2",
			"smtp://u:25#hunter2@host", "smtp://u:25?hunter2@host", "smtp://u:25/hunter2@host", "smtp://u:hunter2%zz@host", "smtp://u:p@host?form=hunter2",
		},
	},
	{
		Name: "PARICHAY_LEADS_AN_HOUR", Default: strconv.Itoa(intake.UsualAnHour),
		Help: "the most leads you expect in one hour, from " + strconv.Itoa(intake.UsualAnHour) + " to " + strconv.Itoa(mostAnHour) + ". If more arrive, browsers must solve a proof of work before they send a lead; the more leads arrive, the harder it gets. In each hour, the first leads (up to a sixth of this number) are emailed one by one. Further leads are listed in one email every ten minutes",
		Parse: func(c *Config, value string) (err error) {
			if c.LeadsAnHour, err = strconv.Atoi(value); err != nil || c.LeadsAnHour < intake.UsualAnHour || c.LeadsAnHour > mostAnHour {
				return fmt.Errorf("must be a whole number from %d to %d, such as 200", intake.UsualAnHour, mostAnHour)
			}
			return nil
		},
		Wrong: []string{"hunter2", "-1", "0", "29", "1.5", "10000000"},
	},
	{
		Name: "PARICHAY_CACHE_MIB", Else: "64, or a quarter of the memory limit if that is less",
		Help: "memory for the cache; a quarter of it is for feeds, data and pictures, the rest for pages",
		Parse: func(c *Config, value string) error {
			n, err := strconv.ParseUint(value, 10, 20)
			if err != nil || n == 0 {
				return errors.New("must be a whole number of mebibytes, such as 64")
			}
			c.CacheBytes = n << 20
			return nil
		},
		Wrong: []string{"hunter2", "-1", "0", "1.5", "64M"},
	},
	{
		Name: PurgeURL, Else: "none: caches in front revalidate every page", Mask: maskURL,
		Help: "URL at which a cache in front accepts `PURGE` requests (see below). If the cache requires a password, write `http://user:password@…`",
		Parse: func(c *Config, value string) (err error) {
			if c.Purge, err = url.Parse(value); err != nil || !web(c.Purge) || !unambiguous(value) {
				return errors.New("must be http(s)://host, the URL that accepts PURGE requests; " + escapes)
			}
			return nil
		},
		Wrong: []string{"hunter2", "ftp://u:hunter2@host", "http://", "http://u:hunter2@host:port", "http://u:80/hunter2@host", "http://u:80#hunter2@host"},
	},
	{
		Name: PurgeSecret, Else: "none: anyone who can reach the cache can purge it", Mask: func(string) string { return masked },
		Help: "a secret of 16 to 200 letters, digits or `-._~+/=` (`openssl rand -hex 32`), sent with every `PURGE` request as `X-Purge-Secret`, so that the cache in front can refuse requests without it (see below)",
		Parse: func(c *Config, value string) error {
			if !purgeSecret.MatchString(value) {
				return errors.New("must be 16 to 200 letters, digits or -._~+/=: create one with `openssl rand -hex 32`")
			}
			c.PurgeSecret = value
			return nil
		},
		Wrong: []string{"hunter2", "hunter2 hunter2 hunter2", "hunter2hunter2hunter2\""},
	},
	{
		Name: SecretKey, Else: "created at the first start, beside the picture folder (`media.key`)", Mask: func(string) string { return masked },
		Help: "32 random bytes in base64 (`openssl rand -base64 32`) that encrypt stored secrets; not part of backups (see below). Required if pictures are in a bucket",
		Parse: func(c *Config, value string) (err error) {
			c.SecretKey, err = seal.Parse(value)
			return err
		},
		Wrong: []string{"hunter2", "aHVudGVyMg==", "hunter2hunter2hunter2hunter2hunter2hunter2hu="},
	},
	{
		Name: Backup, Else: "none: no automatic backups",
		Help: "where backups are stored (one a night and one before every schema migration): a folder (`file:/var/backups/parichay`), or a bucket as for `PARICHAY_MEDIA`",
		Parse: func(c *Config, value string) error {
			place, err := media.ParsePlace(value)
			c.Backup = &place
			return err
		},
		Wrong: []string{"hunter2", "/srv/hunter2", "file:", "s3://bucket?secret=hunter2", "s3://u:hunter2@bucket", "s3://bucket?endpoint=ftp://hunter2"},
	},
	{
		Name: "PARICHAY_BACKUP_KEEP", Default: "14",
		Help: "how many backups are kept, including those before schema migrations",
		Parse: func(c *Config, value string) (err error) {
			if c.BackupKeep, err = strconv.Atoi(value); err != nil || c.BackupKeep < 1 || c.BackupKeep > 10_000 {
				return errors.New("must be a whole number from 1 to 10000, such as 14")
			}
			return nil
		},
		Wrong: []string{"hunter2", "0", "-1", "1.5", "2 weeks", "10001"},
	},
	{
		Name: "PARICHAY_BACKUP_RECIPIENT", Else: "none: backups are not encrypted",
		Help: "public age keys (`age1…`), separated by commas, for which backups are encrypted. Create a key pair with `age-keygen` and keep its secret key on another machine",
		Parse: func(c *Config, value string) (err error) {
			c.BackupTo, err = age.ParseRecipients(strings.NewReader(strings.ReplaceAll(value, ",", "\n")))
			if err != nil {
				return errors.New("must be public age keys (age1…) separated by commas: create a key pair with `age-keygen`")
			}
			return nil
		},
		Wrong: []string{"hunter2", "age1hunter2", "AGE-SECRET-KEY-1HUNTER2"},
	},
	{
		Name: MetricsListen, Else: "none",
		Help:  "host and port of the Prometheus metrics, which need no authentication",
		Parse: func(c *Config, value string) error { return parseAddress(&c.MetricsListen, value) },
		Wrong: []string{"hunter2", "127.0.0.1:hunter2", "hunter2:65536"},
	},
	{
		Name: "PARICHAY_LOG_FORMAT", Default: string(requestlog.Text),
		Help: "`text` for people, `json` for programs that collect logs",
		Parse: func(c *Config, value string) error {
			c.LogFormat = requestlog.Format(value)
			if c.LogFormat != requestlog.Text && c.LogFormat != requestlog.JSON {
				return errors.New("must be text or json")
			}
			return nil
		},
		Wrong: []string{"hunter2", "JSON", "logfmt"},
	},
	{
		Name: "PARICHAY_LOG_LEVEL", Default: "info",
		Help: "`debug` (one line per request), `info`, `warn` or `error`",
		Parse: func(c *Config, value string) error {
			if !slices.Contains([]string{"debug", "info", "warn", "error"}, value) {
				return errors.New("must be debug, info, warn or error")
			}
			return c.LogLevel.UnmarshalText([]byte(value))
		},
		Wrong: []string{"hunter2", "INFO", "info+2", "trace"},
	},
	{
		Name: "OTEL_EXPORTER_OTLP_ENDPOINT", Else: "none: nothing is traced",
		Help: "URL of a collector that accepts OpenTelemetry traces over HTTP, such as `http://127.0.0.1:4318`",
		Parse: func(c *Config, value string) (err error) {
			if c.Traces, err = url.Parse(value); err != nil || !web(c.Traces) || c.Traces.User != nil {
				return errors.New("must be http(s)://host:port, such as http://127.0.0.1:4318")
			}
			return nil
		},
		Wrong: []string{"hunter2", "127.0.0.1:4317", "ftp://hunter2", "http://u:hunter2@host"},
	},
	{
		Name: "PARICHAY_STOP_DELAY", Default: "1s",
		Help: "how long the program still accepts requests after the signal to stop, while `/readyz` answers 503. Set it a little longer than the load balancer's check interval",
		Parse: func(c *Config, value string) (err error) {
			if c.StopDelay, err = time.ParseDuration(value); err != nil || c.StopDelay < 0 || c.StopDelay > longestDelay {
				return fmt.Errorf("must be a duration from 0s to %v, such as 5s", longestDelay)
			}
			return nil
		},
		Wrong: []string{"hunter2", "5", "-1s", "2m"},
	},
	{
		Name: "PARICHAY_REQUIRE_SECOND_FACTOR", Default: "false",
		Help: "`true` requires a second factor. Until the owner has added a passkey or an authenticator app, the owner can only manage the account. The owner cannot remove the last second factor",
		Parse: func(c *Config, value string) (err error) {
			if c.RequireFactor, err = strconv.ParseBool(value); err != nil {
				return errors.New("must be true or false")
			}
			return nil
		},
		Wrong: []string{"hunter2", "yes"},
	},
}

// longestDelay is the maximum of PARICHAY_STOP_DELAY.
const longestDelay = time.Minute

func parseAddress(into *string, value string) error {
	*into = value
	_, port, err := net.SplitHostPort(value)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return errors.New("must be host:port, such as 127.0.0.1:8080")
	}
	return nil
}

func web(u *url.URL) bool { return (u.Scheme == "http" || u.Scheme == "https") && field.IsHost(u.Host) }

// checkDatabase validates a database URL. If the invalid part cannot be named, the error
// describes the expected form, address.
func checkDatabase(value, address string) error {
	_, err := db.ParseAddress(value)
	if !unambiguous(value) || errors.Is(err, db.ErrAddress) {
		return errors.New("must be " + address)
	}
	if err != nil {
		return fmt.Errorf("cannot be used: %w", err)
	}
	return nil
}

// unambiguous reports whether the password of a URL cannot have been parsed as anything else.
// An unescaped / ? or # in a password ends the host too early: the rest of the password
// becomes a path or query, and its beginning a port that error messages would show. An @ after
// the host is a sign of this; it is allowed only in the values of the given query keys.
func unambiguous(address string, keys ...string) bool {
	_, rest, found := strings.Cut(address, "://")
	if !found {
		return true
	}
	if end := strings.IndexAny(rest, "/?#"); end >= 0 {
		rest = rest[end:]
	} else {
		rest = ""
	}
	if strings.Contains(rest, "#") {
		return false
	}
	path, raw, _ := strings.Cut(rest, "?")
	if len(keys) == 0 {
		return !strings.Contains(rest, "@")
	}
	query, err := url.ParseQuery(raw)
	for key := range query {
		if !slices.Contains(keys, key) {
			return false
		}
	}
	return err == nil && !strings.Contains(path, "@")
}

// masked is shown instead of a secret.
const masked = "***"

// plain lists the options of a database URL that are not secret.
var plain = []string{
	"application_name", "connect_timeout", "default_query_exec_mode", "sslmode", "sslnegotiation", "sslrootcert", "sslcert", "sslkey", "sslsni", "target_session_attrs",
	"pool_max_conns", "pool_min_conns", "pool_min_idle_conns", "pool_max_conn_lifetime", "pool_max_conn_idle_time", "pool_health_check_period", "pool_max_conn_lifetime_jitter",
	"search_path", "statement_timeout", "lock_timeout", "timezone",
}

// maskDatabase returns a database URL without password. Values of options outside plain are
// masked, because they may be secret.
func maskDatabase(value string) string {
	at, err := db.ParseAddress(value)
	if err != nil {
		return masked
	}
	shown := url.URL{Scheme: "postgres", Host: net.JoinHostPort(at.Host, fmt.Sprint(at.Port)), Path: "/" + at.Database}
	var options []string
	for _, name := range slices.Sorted(maps.Keys(at.Options)) {
		option := masked
		if slices.Contains(plain, name) {
			option = at.Options[name]
		}
		options = append(options, name+"="+option)
	}
	shown.RawQuery = strings.Join(options, "&")
	return show(shown, at.User, at.Password)
}

// maskURL returns a URL without password, path and query.
func maskURL(value string) string {
	u, err := url.Parse(value)
	if err != nil {
		return masked
	}
	password, _ := u.User.Password()
	return show(url.URL{Scheme: u.Scheme, Host: u.Host}, u.User.Username(), password)
}

// show adds the user to u. The user is masked if it equals the password: some servers use
// the same secret for both.
func show(u url.URL, user, password string) string {
	host := u.String()
	if user == "" {
		return host
	}
	if user == password {
		user = masked
	} else {
		user = url.User(user).String()
	}
	if password != "" {
		user += ":" + masked
	}
	return strings.Replace(host, "://", "://"+user+"@", 1)
}
