package main

import (
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/user"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/store/dump"
	"parichay/internal/testkit/rig"
	"parichay/internal/testkit/testdb"
)

// diagnosis is what doctor says, by what it looked at.
func diagnosis(t *testing.T, environ map[string]string) (code int, said map[string]string) {
	t.Helper()
	code, stdout, stderr := command(t.Context(), environ, "", "doctor")
	assert.NotContains(t, stdout+stderr, "hunter2")
	said = map[string]string{}
	for line := range strings.Lines(stdout) {
		mark, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		name, text, _ := strings.Cut(strings.TrimSpace(rest), " ")
		said[name] = mark + " " + strings.TrimSpace(text)
	}
	require.Len(t, said, len(checks), stdout+stderr)
	return code, said
}

func TestDoctorFindsNothingAtASiteThatIsWell(t *testing.T) {
	_, address := testdb.New(t)
	mails, err := rig.OpenMails(t.Context(), "")
	require.NoError(t, err)
	defer mails.Stop()
	folder := filepath.Join(t.TempDir(), "media")
	require.NoError(t, os.Mkdir(folder, 0o700))
	require.NoError(t, writeKey(folder+".key"))
	environ := environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+folder, "PARICHAY_SMTP_URL", mails.URL(),
		"PARICHAY_BACKUP", "file:"+t.TempDir(), "PARICHAY_TRUSTED_PROXIES", "127.0.0.1/32")
	code, said := diagnosis(t, environ)
	assert.Equal(t, 0, code, said)
	for name, text := range said {
		assert.True(t, strings.HasPrefix(text, "ok "), "%s: %s", name, text)
	}
	assert.Regexp(t, `^ok answers within \d+ ms, (not encrypted on the way|encrypted)`, said["database"], "it says which it is")
	assert.Empty(t, mails.All(), "it sends nothing")
}

func TestDoctorSaysThatSearchIsSlowOnADatabaseWithCharacterTypeC(t *testing.T) {
	_, plain := testdb.WithCType(t, "C")
	_, said := diagnosis(t, environment("PARICHAY_DATABASE_URL", plain, "PARICHAY_MEDIA", "file:"+t.TempDir()))
	assert.Equal(t, "ok complete, but slow in Hindi and Gujarati: the database was created with LC_CTYPE C, so its index holds English letters only. "+
		"To speed it up, recreate the database with LC_CTYPE C.UTF-8: docs/operate.md, \"Search in Indian scripts\"", said["search"])

	_, full := testdb.WithCType(t, "C.UTF-8")
	_, said = diagnosis(t, environment("PARICHAY_DATABASE_URL", full, "PARICHAY_MEDIA", "file:"+t.TempDir()))
	assert.Equal(t, "ok words in all scripts are indexed (LC_CTYPE C.UTF-8)", said["search"])
}

func TestDoctorNoticesThatThePicturesAreElsewhere(t *testing.T) {
	_, address := testdb.New(t)
	testdb.Exec(t, address, `INSERT INTO media (name) VALUES ('public/posts/00000000000000000000000000000001-400x300.jpg')`)
	_, said := diagnosis(t, environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+t.TempDir()))
	assert.Contains(t, said["pictures"], "WRONG of the newest 1 pictures 1 are gone or damaged")
}

func TestDoctorDoesNotCountAFailedUploadAsALostPicture(t *testing.T) {
	_, address := testdb.New(t)
	testdb.Exec(t, address, `INSERT INTO media (name, stored_at) VALUES ('public/posts/00000000000000000000000000000001-400x300.jpg', NULL)`)
	_, said := diagnosis(t, environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+t.TempDir()))
	assert.Equal(t, "ok can be written and removed; the newest 0 are whole", said["pictures"])
}

func TestDoctorSaysOfEachFaultWhatToDo(t *testing.T) {
	_, address := testdb.Empty(t)
	folder := t.TempDir()
	code, said := diagnosis(t, environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+folder, "PARICHAY_SMTP_URL", "smtp://shop:hunter2@127.0.0.1:1",
		"PARICHAY_BASE_URL", "https://127.0.0.1:1", "PARICHAY_TRUSTED_PROXIES", "0.0.0.0/0", "PARICHAY_PURGE_URL", "http://127.0.0.1:1"))
	assert.Equal(t, 1, code)
	assert.Regexp(t, "^WRONG [0-9]+ steps are to be applied: run `parichay migrate`", said["schema"])
	assert.Regexp(t, `^WRONG rows cannot be written: `, said["writing"])
	assert.Regexp(t, `^WRONG PARICHAY_SMTP_URL: 127\.0\.0\.1, as \S+ cannot be used: it cannot be reached: correct host and port`, said["mail"])
	assert.Regexp(t, `^WRONG https://127\.0\.0\.1:1 cannot be reached from here `, said["address"])
	assert.Regexp(t, `^WRONG PARICHAY_TRUSTED_PROXIES: 0\.0\.0\.0/0 is so wide `, said["proxies"])
	assert.Regexp(t, `^WRONG PARICHAY_PURGE_URL is set without PARICHAY_PURGE_SECRET: `, said["purge"])
	assert.Equal(t, "WRONG PARICHAY_BACKUP is not set: no backups are made by themselves", said["backup"])
	assert.Regexp(t, `^WRONG PARICHAY_SECRET_KEY: there is none`, said["key"])

	code, said = diagnosis(t, environment("PARICHAY_DATABASE_URL", "postgres://parichay:hunter2@127.0.0.1:1/none", "PARICHAY_MEDIA", "file:"+folder))
	assert.Equal(t, 1, code)
	assert.Regexp(t, `^WRONG PARICHAY_DATABASE_URL: `, said["database"])
	assert.Equal(t, "? not known without the database", said["schema"])
}

// proxied is a proxy on this machine that comes to the program from an address of its
// own, and what it makes of a request.
func proxied(t *testing.T, p program, rewrite func(*httputil.ProxyRequest)) (address string) {
	t.Helper()
	proxy := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(&url.URL{Scheme: "http", Host: p.address})
			rewrite(r)
		},
		Transport: &http.Transport{DialContext: (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 9)}}).DialContext},
	})
	t.Cleanup(proxy.Close)
	return proxy.URL
}

func TestDoctorForgesAnAddressAtTheRunningSiteAndSaysWhatToDoWhenItIsBelieved(t *testing.T) {
	_, address := testdb.New(t)
	const proxies = "127.0.0.9/32"
	p := serve(t, environment("PARICHAY_DATABASE_URL", address, "PARICHAY_TRUSTED_PROXIES", proxies))
	replaces := proxied(t, p, (*httputil.ProxyRequest).SetXForwarded)
	adds := proxied(t, p, func(r *httputil.ProxyRequest) {
		r.Out.Header["X-Forwarded-For"] = r.In.Header["X-Forwarded-For"]
		r.SetXForwarded()
	})
	passesOn := proxied(t, p, func(r *httputil.ProxyRequest) { r.Out.Header["X-Forwarded-For"] = r.In.Header["X-Forwarded-For"] })
	believes := proxied(t, p, func(r *httputil.ProxyRequest) { r.Out.Header.Set("X-Forwarded-For", r.In.Header.Get("X-Real-Ip")) })
	tellsNothing := proxied(t, p, func(*httputil.ProxyRequest) {})
	said := func(listen, base, trusted string) string {
		_, said := diagnosis(t, environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+t.TempDir(), "PARICHAY_LISTEN", listen, "PARICHAY_BASE_URL", base, "PARICHAY_TRUSTED_PROXIES", trusted))
		return said["proxies"]
	}
	for _, base := range []string{replaces, adds, "http://" + p.address} {
		assert.Equal(t, "ok X-Forwarded-For counts from 1 networks; a forged one is not believed at "+p.address+"; a forged one is not believed at "+base, said(p.address, base, proxies))
	}
	assert.Equal(t, "WRONG a forged X-Forwarded-For was believed at "+passesOn+": let the proxy replace X-Forwarded-For by whom it sees (nginx: `proxy_set_header X-Forwarded-For $remote_addr;`), and PARICHAY_TRUSTED_PROXIES name the proxies alone",
		said(p.address, passesOn, proxies))
	assert.Regexp(t, "^WRONG a forged X-Real-IP was believed at "+believes, said(p.address, believes, proxies))
	assert.Regexp(t, "^WRONG at "+tellsNothing+" no visitor's address is found: let the proxy send X-Forwarded-For", said(p.address, tellsNothing, proxies))
	assert.Regexp(t, `^ok .*; forging was not tried at 127\.0\.0\.1:1 \(.*connection refused\); a forged one is not believed at `+replaces, said("127.0.0.1:1", replaces, proxies))
	other := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(other.Close)
	assert.Regexp(t, `; forging was not tried at `+other.URL+` \(what answers there is another program`, said(p.address, other.URL, proxies))
}

func TestDoctorNoticesAProxyThatIsNotTrustedAndSettingsThatTheProgramDoesNotHaveYet(t *testing.T) {
	_, address := testdb.New(t)
	said := func(p program, base, trusted string) string {
		_, said := diagnosis(t, environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+t.TempDir(), "PARICHAY_LISTEN", p.address, "PARICHAY_BASE_URL", base, "PARICHAY_TRUSTED_PROXIES", trusted))
		return said["proxies"]
	}
	p := serve(t, environment("PARICHAY_DATABASE_URL", address))
	base := proxied(t, p, (*httputil.ProxyRequest).SetXForwarded)
	assert.Equal(t, "WRONG "+base+" comes through a proxy at 127.0.0.9 that is not trusted, so that all visitors share one network and its limits: set PARICHAY_TRUSTED_PROXIES=127.0.0.9/32 and restart the program",
		said(p, base, ""))
	p.stop()
	require.Equal(t, 0, p.ends(t))

	p = serve(t, environment("PARICHAY_DATABASE_URL", address, "PARICHAY_TRUSTED_PROXIES", "127.0.0.0/8"))
	base = proxied(t, p, (*httputil.ProxyRequest).SetXForwarded)
	assert.Equal(t, "WRONG a forged X-Forwarded-For was believed at "+p.address+", though by these settings 127.0.0.1 is no proxy: restart the program, so that it has them", said(p, base, "127.0.0.9/32"))
	assert.Equal(t, "ok X-Forwarded-For counts from 1 networks; whether a forged one is believed at "+p.address+" cannot be told from this machine, which is trusted itself; whether a forged one is believed at "+
		base+" cannot be told from this machine, which is trusted itself", said(p, base, "127.0.0.0/8"))
}

func TestOfThisMachineOnlyProgramsOfTheProxysUserNameVisitors(t *testing.T) {
	_, address := testdb.New(t)
	me, err := user.Current()
	require.NoError(t, err)
	said := func(users string) (string, string, string) {
		environ := environment("PARICHAY_DATABASE_URL", address, "PARICHAY_TRUSTED_PROXIES", "127.0.0.0/8", "PARICHAY_TRUSTED_PROXY_USERS", users)
		p := serve(t, environ)
		defer func() { p.stop(); p.ends(t) }()
		base := proxied(t, p, (*httputil.ProxyRequest).SetXForwarded)
		_, said := diagnosis(t, environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+t.TempDir(), "PARICHAY_LISTEN", p.address, "PARICHAY_BASE_URL", base,
			"PARICHAY_TRUSTED_PROXIES", "127.0.0.0/8", "PARICHAY_TRUSTED_PROXY_USERS", users))
		return said["proxies"], p.address, base
	}
	got, listens, _ := said(me.Username)
	assert.Contains(t, got, "whether a forged one is believed at "+listens+" cannot be told from this machine, which is trusted itself")
	got, _, base := said("no-such-user")
	assert.Equal(t, "WRONG "+base+" comes through a proxy of this machine whose user is not trusted, so that all visitors share one network and its limits: name that user in PARICHAY_TRUSTED_PROXY_USERS and restart the program", got)
}

func TestDoctorTriesThePlaceOfBackupsAndMakesNoFolder(t *testing.T) {
	_, address := testdb.New(t)
	typo := filepath.Join(t.TempDir(), "typo")
	code, _, stderr := command(t.Context(), environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+typo), "", "doctor")
	assert.Equal(t, 1, code)
	assert.Contains(t, stderr, "PARICHAY_MEDIA: ")
	assert.NoDirExists(t, typo)
	environ := environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+t.TempDir(), "PARICHAY_BACKUP", "file:"+typo)
	_, said := diagnosis(t, environ)
	assert.Regexp(t, `^WRONG PARICHAY_BACKUP: .*no such file`, said["backup"])
	assert.NoDirExists(t, typo)
	environ["PARICHAY_BACKUP"] = "file:" + t.TempDir()
	_, said = diagnosis(t, environ)
	assert.Regexp(t, `^ok none yet; .*; \d+ MiB are free there$`, said["backup"])
	entries, err := os.ReadDir(strings.TrimPrefix(environ["PARICHAY_BACKUP"], "file:"))
	require.NoError(t, err)
	assert.Empty(t, entries)
}

func TestAPlaceOfBackupsThatCannotBeOpenedCostsBackupsOnly(t *testing.T) {
	store, address := testdb.New(t)
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	p := serve(t, environment("PARICHAY_DATABASE_URL", address, "PARICHAY_BACKUP", "file:"+filepath.Join(file, "backups")))
	assert.Contains(t, p.log.String(), `msg="backups cannot be kept now`)
	assert.Contains(t, p.log.String(), "ReadWritePaths=")
	require.Eventually(t, func() bool {
		last, err := dump.LastBackups(t.Context(), store)
		return err == nil && last.FailedAt != nil
	}, 30*time.Second, 10*time.Millisecond, "it counts as failing")
	p.stop()
	assert.Equal(t, 0, p.ends(t))
}

func TestDoctorSaysThatAnOlderProgramMakesNoBackups(t *testing.T) {
	_, address := testdb.New(t)
	testdb.Exec(t, address, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, true)`)
	_, said := diagnosis(t, environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+t.TempDir()))
	assert.Regexp(t, `^WRONG step 99999, newer than this program, which may run on it but makes no backups of it: .*pg_dump`, said["schema"])
}
