package backup_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"filippo.io/age"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/account"
	"parichay/internal/domain/lead"
	"parichay/internal/kit/fault"
	"parichay/internal/ops/backup"
	"parichay/internal/public/fallback"
	"parichay/internal/store/dump"
	"parichay/internal/store/media"
	"parichay/internal/store/postgres"
	"parichay/internal/store/schema"
	"parichay/internal/store/tables"
	"parichay/internal/testkit/hostile"
	"parichay/internal/testkit/rig"
	"parichay/internal/testkit/testdb"
)

// place is a database and a picture store.
type place struct {
	*postgres.Store
	url      string
	pictures *media.Store
}

func empty(t *testing.T, setting string) place {
	t.Helper()
	store, url := testdb.Empty(t)
	return place{store, url, bucket(t, setting)}
}

func bucket(t *testing.T, setting string) *media.Store {
	t.Helper()
	at, err := media.ParsePlace(setting)
	require.NoError(t, err)
	pictures, err := media.Open(at)
	require.NoError(t, err)
	return pictures
}

func folder(t *testing.T) string {
	t.Helper()
	return "file:" + t.TempDir()
}

// odd is a value that is easily mangled by escaping, encoding or quoting.
const odd = "tab\there \\. back\\slash \"quotes\" 'n' NULL \\N\n\\.\nનમસ્તે 🙏 \u202e;--"

// lived returns a site with rows in every table, three pictures and queued mails.
func lived(t *testing.T, setting string) place {
	t.Helper()
	store, url := testdb.New(t)
	p := place{store, url, bucket(t, setting)}
	owner, err := account.NewOwner("owner@example.com", "correct horse battery")
	require.NoError(t, err)
	_, err = store.Accounts.SetOwner(t.Context(), owner)
	require.NoError(t, err)
	for i := range 3 {
		drawn, err := p.pictures.Draw(t.Context(), "portfolio", "image/jpeg", bytes.NewReader(hostile.Photo(400+300*i, 350)))
		require.NoError(t, err)
		p.store(t, drawn)
	}
	for i := range 40 {
		l, err := lead.Lead{Kind: lead.Quote, Name: fmt.Sprint("Visitor ", i), Email: "v@example.in", Message: "Posters"}.Clean()
		require.NoError(t, err)
		_, err = store.Leads.Add(t.Context(), lead.Arrival{Lead: l, Prefix: "DM", Key: fmt.Sprint(i), Notify: true})
		require.NoError(t, err)
	}
	for _, sql := range []string{
		`INSERT INTO website_content (brand_name, tagline, translations) VALUES ('Loom', $1, jsonb_build_object('hi', jsonb_build_object('tagline', $1::text)))`,
		`INSERT INTO website_content (brand_name, tagline) VALUES ('Loom Weavers', $1)`,
		`INSERT INTO feedback_events (feedback_id, action, note) SELECT id, 'noted', $1 FROM feedback`,
		`INSERT INTO lead_photos (feedback_id, place, width, height, whole, small) SELECT id, 1, 2, 3, convert_to($1, 'UTF8'), '\x00ff' FROM feedback`,
		`DELETE FROM feedback WHERE id % 7 = 0 AND $1 <> ''`,
		`UPDATE feedback SET comment = $1, services = ARRAY[$1, '', NULL], mailed_at = CASE WHEN id % 2 = 0 THEN now() END`,
		`INSERT INTO item_revisions (collection, item_id, action, saved_by, body) VALUES ('posts', 'x', 'saved', $1, '{}')`,
		`INSERT INTO item_addresses (collection, address, item_id) VALUES ('posts', $1, 'x')`,
		`INSERT INTO faq (id, question, answer, position) VALUES ('1', $1, $1, 1)`,
		`INSERT INTO site_changes (scope, version) VALUES ($1, 7)`,
		`UPDATE posts SET content = $1, sample = true, card = NULL, deleted_at = now() WHERE id = 'whatsapp-shop-window'`,
		`INSERT INTO authenticators (secret) VALUES ($1)`,
		`INSERT INTO passkeys (credential_id, credential, name) VALUES ('\x00ff5c', '{}', $1)`,
		`INSERT INTO recovery_codes (code) VALUES ($1)`,
		`INSERT INTO security_events (kind) VALUES ($1)`,
		`INSERT INTO alarms (due_at, email, urgent) VALUES (now(), $1, true)`,
		`INSERT INTO alarm_changes (alarm, subject, item, field, name, before, after, shown, user_agent, network) SELECT id, 'site', '', 'phone', '', $1, '', true, '', '' FROM alarms`,
		`INSERT INTO probe SELECT true WHERE $1 <> ''`,
		`INSERT INTO sessions (token, expires_at) VALUES ($1, now() + interval '1 day')`,
		`INSERT INTO sign_in_attempts (counter) VALUES ($1)`,
		`INSERT INTO arrivals (network) VALUES (convert_to($1, 'UTF8'))`,
		`INSERT INTO codes (code, kind, name, target, language, retired_at) VALUES ('k7m2p', 'q', $1, '/services', 'gu', now())`,
		`INSERT INTO form_tokens (nonce) VALUES (convert_to($1, 'UTF8'))`,
		`INSERT INTO visit_counts (day, report, key, visits) VALUES ('2026-11-16', 'channel', $1, 7)`,
		`INSERT INTO visit_skips (day, reason, count) VALUES ('2026-11-16', $1, 7)`,
		`INSERT INTO visits (day, at, visitor, token, n, first, kind, language, page, channel, campaign, target) VALUES ('2026-11-16', now(), 1, 1, 0, true, 'view', 'en', $1, '', '', '')`,
	} {
		testdb.Exec(t, url, sql, odd)
	}
	return p
}

// rows returns a hash of each table that is backed up, with the next id of its sequence.
func (p place) rows(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, table := range tables.Tables {
		if !table.BackedUp {
			continue
		}
		all[table.Name] = p.hash(t, table)
		if sequence := p.ask(t, `SELECT coalesce(pg_get_serial_sequence('`+table.Name+`', (SELECT attname FROM pg_attribute WHERE attrelid = '`+table.Name+`'::regclass AND attidentity <> '')), '')`); sequence != "" {
			all[table.Name] += p.ask(t, `SELECT ', next ' || last_value + is_called::int FROM `+sequence)
		}
	}
	return all
}

func (p place) hash(t *testing.T, table tables.Table, but ...string) string {
	t.Helper()
	without := fmt.Sprintf("to_jsonb(t) - '%s' - '{%s}'::text[]", table.Secret, strings.Join(but, ","))
	return p.ask(t, `SELECT count(*) || ' ' || coalesce(md5(string_agg(row::text, E'\n' ORDER BY row::text COLLATE "C")), '') FROM (SELECT `+without+` AS row FROM `+table.Name+` t) x`)
}

func (p place) store(t *testing.T, drawn *media.Picture) {
	t.Helper()
	require.NoError(t, p.Media.Store(t.Context(), string(drawn.Name), "", func(ctx context.Context) error { return p.pictures.Keep(ctx, drawn) }))
}

// listed returns the number of pictures in the library.
func (p place) listed(t *testing.T) int {
	t.Helper()
	_, total, err := p.Media.Shelf(t.Context(), "", 0, 1)
	require.NoError(t, err)
	return total
}

func (p place) ask(t *testing.T, sql string) (answer string) {
	t.Helper()
	require.NoError(t, p.Pool().QueryRow(t.Context(), sql).Scan(&answer), sql)
	return answer
}

func (p place) count(t *testing.T, of string) string {
	t.Helper()
	return p.ask(t, `SELECT count(*)::text FROM `+of)
}

// files returns the hashes of all picture files.
func (p place) files(t *testing.T) map[string][32]byte {
	t.Helper()
	all := map[string][32]byte{}
	rows, err := p.Pool().Query(t.Context(), `SELECT name FROM media`)
	require.NoError(t, err)
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	for _, name := range names {
		files, err := p.pictures.Carry(t.Context(), media.Name(name))
		require.NoError(t, err)
		for _, f := range files {
			all[f.Name] = sha256.Sum256(f.Body)
		}
	}
	return all
}

func (p place) backup(t *testing.T, recipients ...age.Recipient) []byte {
	t.Helper()
	var file bytes.Buffer
	_, err := backup.Backup{Program: "test", Recipients: recipients}.Write(t.Context(), p.Store, p.pictures, &file)
	require.NoError(t, err)
	return file.Bytes()
}

func (p place) restore(t *testing.T, file []byte, how backup.Restore) error {
	t.Helper()
	_, err := how.Read(t.Context(), p.Store, p.pictures, bytes.NewReader(file))
	return err
}

func TestBackupRestoresEveryRowAndPicture(t *testing.T) {
	t.Parallel()
	bringsBack(t, folder(t), folder(t))
}

func TestBackupRestoresFromAndToABucket(t *testing.T) {
	s3, err := rig.StartS3(t.Context())
	if errors.Is(err, rig.ErrNoS3) {
		t.Skip(err)
	}
	require.NoError(t, err)
	t.Cleanup(s3.Remove)
	for name, value := range s3.Credentials() {
		t.Setenv(name, value)
	}
	bringsBack(t, s3.Setting(s3.Address), folder(t))
	bringsBack(t, folder(t), s3.Setting(s3.Address))
}

func bringsBack(t *testing.T, from, to string) {
	t.Helper()
	before := lived(t, from)
	rows, files := before.rows(t), before.files(t)
	require.Len(t, files, 8)
	for table, hash := range rows {
		require.NotEqual(t, "0 ", hash[:2], "%s is empty: the test needs rows in every table", table)
	}
	after := empty(t, to)
	require.NoError(t, after.restore(t, before.backup(t), backup.Restore{}))
	assert.Equal(t, rows, after.rows(t))
	assert.Equal(t, files, after.files(t))
	assert.NotEqual(t, before.ask(t, `SELECT secret::text FROM lead_settings`), after.ask(t, `SELECT secret::text FROM lead_settings`))
	for _, table := range tables.Tables {
		if !table.BackedUp {
			assert.Equal(t, "0", after.count(t, table.Name), table.Name)
		}
	}
	assert.Equal(t, "40", before.count(t, "river_job"))
	assert.Equal(t, "0", after.count(t, "river_job"), "the copy must not send the original's mails")
	assert.Equal(t, "0", after.count(t, "pg_trigger WHERE tgenabled = 'D'"))
	assert.Equal(t, rows, before.rows(t), "making a backup changes nothing")
}

func TestBackupIsAConsistentSnapshot(t *testing.T) {
	t.Parallel()
	before := lived(t, folder(t))
	rows := before.rows(t)
	cut := &slowly{do: func() {
		testdb.Exec(t, before.url, `DELETE FROM feedback; INSERT INTO website_content (brand_name) VALUES ('Later'); UPDATE site_version SET version = 99`)
	}}
	_, err := backup.Backup{}.Write(t.Context(), before.Store, before.pictures, cut)
	require.NoError(t, err)
	require.Equal(t, "0", before.count(t, "feedback"), "the change happened during the backup")
	after := empty(t, folder(t))
	require.NoError(t, after.restore(t, cut.Bytes(), backup.Restore{}))
	assert.Equal(t, rows, after.rows(t))
}

// slowly calls do before the first write.
type slowly struct {
	bytes.Buffer
	do func()
}

func (s *slowly) Write(p []byte) (int, error) {
	if s.do != nil {
		s.do()
		s.do = nil
	}
	return s.Buffer.Write(p)
}

func TestFlippedBitAnywhereIsRefused(t *testing.T) {
	t.Parallel()
	before, after := lived(t, folder(t)), lived(t, folder(t))
	testdb.Exec(t, after.url, `INSERT INTO website_content (brand_name) VALUES ('Another business')`)
	rows, files := after.rows(t), after.files(t)
	identity, err := age.GenerateX25519Identity()
	require.NoError(t, err)
	for name, file := range map[string][]byte{"plain": before.backup(t), "encrypted": before.backup(t, identity.Recipient())} {
		how := backup.Restore{Replace: true, Identities: []age.Identity{identity}}
		for at := range positions(len(file)) {
			broken := bytes.Clone(file)
			broken[at] ^= 1 << (at % 8)
			require.Error(t, after.restore(t, broken, how), "%s: byte %d of %d", name, at, len(file))
		}
		for _, length := range []int{0, 1, 100, len(file) / 2, len(file) - 41, len(file) - 40, len(file) - 1} {
			require.Error(t, after.restore(t, file[:length], how), "%s: cut after %d of %d bytes", name, length, len(file))
		}
		require.Error(t, after.restore(t, append(bytes.Clone(file), 0), how), "%s: one extra byte", name)
		require.Error(t, after.restore(t, append(bytes.Clone(file), file...), how), "%s: twice", name)
	}
	assert.Equal(t, rows, after.rows(t))
	assert.Equal(t, files, after.files(t))
}

// positions yields all of the first and last 100 offsets of a file, and many between.
func positions(length int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for at := 0; at < length; at++ {
			if at >= 100 && at < length-100 {
				at += min(2503, length-100-at-1)
			}
			if !yield(at) {
				return
			}
		}
	}
}

func TestExistingDataIsReplacedOnlyOnRequest(t *testing.T) {
	t.Parallel()
	before, after := lived(t, folder(t)), lived(t, folder(t))
	testdb.Exec(t, after.url, `INSERT INTO website_content (brand_name) VALUES ('Another business'); UPDATE site_version SET version = 5`)
	stray, err := after.pictures.Draw(t.Context(), "posts", "image/jpeg", bytes.NewReader(hostile.Photo(330, 200)))
	require.NoError(t, err)
	after.store(t, stray)
	require.NoError(t, after.pictures.KeepPrivate(t.Context(), "content", []byte("of the other")))
	mine, file := after.rows(t), before.backup(t)

	require.ErrorIs(t, after.restore(t, file, backup.Restore{}), dump.ErrNotEmpty)
	assert.Equal(t, mine, after.rows(t))

	version := after.ask(t, `SELECT version::text FROM site_version`)
	require.NoError(t, after.restore(t, file, backup.Restore{Replace: true}))
	theirs, now := before.rows(t), after.rows(t)
	assert.NotEqual(t, theirs["site_version"], now["site_version"])
	assert.Greater(t, after.ask(t, `SELECT version::text FROM site_version`), version, "running programs must notice the change")
	delete(theirs, "site_version")
	delete(now, "site_version")
	assert.Equal(t, theirs, now)
	assert.Equal(t, before.files(t), after.files(t))
	require.Error(t, after.pictures.Check(t.Context(), stray.Name), "pictures of the replaced site are deleted")
	_, err = after.pictures.LoadPrivate(t.Context(), "content", 100)
	require.Error(t, err, "and so is its fallback copy")
	assert.Equal(t, "0", after.count(t, "sessions"))
	assert.Equal(t, "0", after.count(t, "river_job"))
}

func TestRestoreKeepsTheFallbackCopyOfAnotherDatabase(t *testing.T) {
	t.Parallel()
	shared := folder(t)
	running := lived(t, shared)
	origin, err := running.Site.Origin(t.Context())
	require.NoError(t, err)
	kept, err := (&fallback.File{Format: fallback.Format, Origin: origin}).Encode()
	require.NoError(t, err)
	require.NoError(t, running.pictures.KeepPrivate(t.Context(), fallback.Name, kept))
	file, rehearsal := running.backup(t), empty(t, shared)
	for _, replace := range []bool{false, true} {
		require.NoError(t, rehearsal.restore(t, file, backup.Restore{Replace: replace}))
		now, err := running.pictures.LoadPrivate(t.Context(), fallback.Name, fallback.MaxSize)
		require.NoError(t, err, "replace: %t", replace)
		assert.Equal(t, kept, now)
	}
	require.NoError(t, running.restore(t, file, backup.Restore{Replace: true}))
	_, err = running.pictures.LoadPrivate(t.Context(), fallback.Name, fallback.MaxSize)
	require.ErrorIs(t, err, fault.ErrNotFound, "the copy of the replaced content is removed")
}

func TestArchiveOfAnOlderProgramIsMigrated(t *testing.T) {
	t.Parallel()
	before, names := older(t)
	want := map[string]string{}
	for _, table := range names {
		want[table] = before.hash(t, tables.Table{Name: table}, added[table]...)
	}
	file := before.backup(t)
	for _, after := range []place{empty(t, folder(t)), lived(t, folder(t))} {
		require.NoError(t, after.restore(t, file, backup.Restore{Replace: true}))
		for _, table := range names {
			assert.Equal(t, want[table], after.hash(t, tables.Table{Name: table}, added[table]...), table)
		}
		assert.Equal(t, "Loom Weavers", after.ask(t, `SELECT brand_name || looks FROM website_content`), "newer columns have their defaults")
		assert.Equal(t, "9", after.count(t, "blocks"), "rows of later migrations exist")
		assert.Equal(t, "0", after.count(t, "pg_namespace WHERE nspname = 'parichay_restore'"))
		assert.Equal(t, before.files(t), after.files(t))
	}
}

// added lists the columns that were added to tables since the schema of older.
var added = map[string][]string{
	"services": {"published", "price", "unit", "image", "group_name", "address"}, "media": {"title", "alt", "added_at", "stored_at"}, "feedback": {"value_inr", "won_at", "by_hand", "details"}, "feedback_events": {"value_inr"},
	"lead_settings": {"no_weekly_mail", "week_told"},
}

// older returns a site with the schema from before themes and blocks, and the tables that
// have changed since only by added columns.
func older(t *testing.T) (before place, names []string) {
	t.Helper()
	before = empty(t, folder(t))
	require.NoError(t, schema.UpTo(t.Context(), before.Pool().Config().ConnConfig, 19))
	drawn, err := before.pictures.Draw(t.Context(), "portfolio", "image/jpeg", bytes.NewReader(hostile.Photo(400, 350)))
	require.NoError(t, err)
	testdb.Exec(t, before.url, `INSERT INTO media (name) VALUES ($1)`, string(drawn.Name))
	require.NoError(t, before.pictures.Keep(t.Context(), drawn))
	for _, sql := range []string{
		`INSERT INTO website_content (brand_name, tagline) VALUES ('Loom Weavers', $1)`,
		`INSERT INTO feedback (name, email, comment, feedback_type, language, idempotency_key, digest) VALUES ('Visitor', '', $1, 'quote_request', 'en', 'k', '')`,
		`INSERT INTO feedback_events (feedback_id, action, note) SELECT id, 'noted', $1 FROM feedback`,
		`INSERT INTO services (id, title, description, icon, position) VALUES ('s', $1, '', '', 1)`,
		`INSERT INTO owner (email, password_hash) VALUES ('owner@example.com', $1)`,
	} {
		testdb.Exec(t, before.url, sql, odd)
	}
	return before, []string{"feedback", "feedback_events", "services", "posts", "owner", "media", "site_changes", "item_revisions"}
}

func TestArchiveOfANewerProgramIsRefused(t *testing.T) {
	t.Parallel()
	before, after := lived(t, folder(t)), empty(t, folder(t))
	testdb.Exec(t, before.url, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, true)`)
	_, err := backup.Backup{}.Write(t.Context(), before.Store, before.pictures, io.Discard)
	require.ErrorContains(t, err, "newer than this binary", "this program does not know all tables of a newer schema")
	require.ErrorIs(t, after.restore(t, backup.Fake(t, backup.Head{Format: backup.Format + 1}), backup.Restore{}), backup.ErrNewer)
	require.ErrorIs(t, after.restore(t, backup.Fake(t, backup.Head{Format: 1, Schema: 99999}), backup.Restore{}), backup.ErrNewer)
	assert.Equal(t, "0", after.count(t, "pg_tables WHERE schemaname = 'public'"), "no tables were created")
}

func TestEncryptedArchiveOpensOnlyWithItsKey(t *testing.T) {
	t.Parallel()
	mine, err := age.GenerateX25519Identity()
	require.NoError(t, err)
	another, err := age.GenerateX25519Identity()
	require.NoError(t, err)
	before, after := lived(t, folder(t)), empty(t, folder(t))
	file := before.backup(t, mine.Recipient())
	assert.NotContains(t, string(file), "parichay.json")
	require.ErrorIs(t, after.restore(t, file, backup.Restore{}), backup.ErrSealed)
	require.ErrorIs(t, after.restore(t, file, backup.Restore{Identities: []age.Identity{another}}), backup.ErrSealed)
	require.NoError(t, after.restore(t, file, backup.Restore{Identities: []age.Identity{another, mine}}))
	assert.Equal(t, before.rows(t), after.rows(t))
}

func TestMissingPictureIsListedAndDoesNotFailTheBackup(t *testing.T) {
	t.Parallel()
	at := t.TempDir()
	before := lived(t, "file:"+at)
	found, err := filepath.Glob(filepath.Join(at, "public", "portfolio", "*"))
	require.NoError(t, err)
	require.NoError(t, os.Remove(found[0]))
	var file bytes.Buffer
	m, err := backup.Backup{}.Write(t.Context(), before.Store, before.pictures, &file)
	require.NoError(t, err)
	require.Len(t, m.Missing, 1)
	after := empty(t, folder(t))
	require.NoError(t, after.restore(t, file.Bytes(), backup.Restore{}))
	was, is := before.rows(t), after.rows(t)
	delete(was, "media")
	delete(is, "media")
	assert.Equal(t, was, is)
	pictures := tables.Table{Name: "media"}
	assert.Equal(t, before.hash(t, pictures, "stored_at"), after.hash(t, pictures, "stored_at"))
	assert.Equal(t, 2, after.listed(t), "a picture without files is not listed")
}

func TestFailedRestoreChangesNothing(t *testing.T) {
	t.Parallel()
	before, after := lived(t, folder(t)), lived(t, folder(t))
	extra, err := before.pictures.Draw(t.Context(), "posts", "image/jpeg", bytes.NewReader(hostile.Photo(360, 210)))
	require.NoError(t, err)
	before.store(t, extra)
	testdb.Exec(t, after.url, `ALTER TABLE services ADD CONSTRAINT never CHECK (title = 'a title that no service has') NOT VALID`)
	rows, files := after.rows(t), after.files(t)
	require.ErrorContains(t, after.restore(t, before.backup(t), backup.Restore{Replace: true}), "services")
	assert.Equal(t, rows, after.rows(t))
	assert.Equal(t, files, after.files(t))
	require.Error(t, after.pictures.Check(t.Context(), extra.Name), "pictures added by the failed restore are removed")
	assert.Equal(t, "0", after.count(t, "pg_trigger WHERE tgenabled = 'D'"))
}

func TestBackupLeavesOutUnfinishedUploads(t *testing.T) {
	t.Parallel()
	before, after := lived(t, folder(t)), empty(t, folder(t))
	down := errors.New("bucket is down")
	require.ErrorIs(t, before.Media.Store(t.Context(), "public/posts/00000000000000000000000000000001-400x300.jpg", "", func(context.Context) error { return down }), down)
	var file bytes.Buffer
	m, err := backup.Backup{Program: "test"}.Write(t.Context(), before.Store, before.pictures, &file)
	require.NoError(t, err)
	assert.Empty(t, m.Missing)
	require.NoError(t, after.restore(t, file.Bytes(), backup.Restore{}))
	assert.Equal(t, "3", after.count(t, "media"))
	assert.Equal(t, 3, after.listed(t))
}
