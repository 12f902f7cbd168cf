package certificates_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"io/fs"
	"math/big"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/caddyserver/certmagic"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"parichay/internal/kit/seal"
	"parichay/internal/store/certificates"
	"parichay/internal/store/postgres"
	"parichay/internal/testkit/testdb"
)

// replicas returns the storages of two replicas on one database.
func replicas(t *testing.T) (one, other *certificates.Storage, url string) {
	t.Helper()
	first, url := testdb.New(t)
	second, err := postgres.Open(t.Context(), url)
	require.NoError(t, err)
	t.Cleanup(second.Close)
	return first.Certificates, second.Certificates, url
}

func TestReplicasShareStoredFiles(t *testing.T) {
	t.Parallel()
	one, other, _ := replicas(t)
	ctx := t.Context()
	_, err := other.Load(ctx, "certificates/ca/shop.example/shop.example.key")
	require.ErrorIs(t, err, fs.ErrNotExist)
	for _, value := range []string{"first", "second\x00\xff"} {
		require.NoError(t, one.Store(ctx, "certificates/ca/shop.example/shop.example.key", []byte(value)))
		got, err := other.Load(ctx, "certificates/ca/shop.example/shop.example.key")
		require.NoError(t, err)
		assert.Equal(t, value, string(got))
	}
	info, err := other.Stat(ctx, "certificates/ca/shop.example/shop.example.key")
	require.NoError(t, err)
	assert.True(t, info.IsTerminal)
	assert.Equal(t, int64(8), info.Size)
	assert.WithinDuration(t, time.Now(), info.Modified, time.Minute)
}

func TestStorageNamesArePaths(t *testing.T) {
	t.Parallel()
	one, _, _ := replicas(t)
	ctx := t.Context()
	for _, name := range []string{"a/b/1", "a/b/2", "a/c", "a_b/3", "ab"} {
		require.NoError(t, one.Store(ctx, name, nil))
	}
	list := func(folder string, recursive bool) []string {
		names, err := one.List(ctx, folder, recursive)
		require.NoError(t, err)
		return names
	}
	assert.Equal(t, []string{"a/b", "a/c"}, list("a", false))
	assert.Equal(t, []string{"a/b/1", "a/b/2", "a/c"}, list("a", true))
	_, err := one.List(ctx, "nowhere", true)
	require.ErrorIs(t, err, fs.ErrNotExist)
	folder, err := one.Stat(ctx, "a/b")
	require.NoError(t, err)
	assert.False(t, folder.IsTerminal)
	_, err = one.Stat(ctx, "nowhere")
	require.ErrorIs(t, err, fs.ErrNotExist)

	assert.True(t, one.Exists(ctx, "a"))
	require.NoError(t, one.Delete(ctx, "a"))
	require.NoError(t, one.Delete(ctx, "a"), "deleting is idempotent")
	assert.False(t, one.Exists(ctx, "a"))
	assert.True(t, one.Exists(ctx, "a_b/3"), "\"_\" in a name is not a wildcard")
	assert.True(t, one.Exists(ctx, "ab"))
}

func TestLockExcludesAllReplicas(t *testing.T) {
	t.Parallel()
	one, other, _ := replicas(t)
	var inside, most, done atomic.Int32
	var wait sync.WaitGroup
	for _, s := range []*certificates.Storage{one, other, one, other} {
		wait.Go(func() {
			failed := s.Lock(t.Context(), "issue")
			if n := inside.Add(1); n > most.Load() {
				most.Store(n)
			}
			failed = errors.Join(failed, s.Store(t.Context(), "while/held", nil)) // takes a moment
			inside.Add(-1)
			if failed = errors.Join(failed, s.Unlock(t.Context(), "issue")); assert.NoError(t, failed) {
				done.Add(1)
			}
		})
	}
	wait.Wait()
	assert.Equal(t, int32(1), most.Load())
	assert.Equal(t, int32(4), done.Load())
	require.NoError(t, one.Lock(t.Context(), "a"))
	require.NoError(t, other.Lock(t.Context(), "b"), "a different name is a different lock")
}

// soon returns a context that ends before a lock's lease does.
func soon(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	t.Cleanup(cancel)
	return ctx
}

func TestLiveHolderRenewsItsLock(t *testing.T) {
	t.Parallel()
	one, other, _ := replicas(t)
	one.Lease(200 * time.Millisecond)
	require.NoError(t, one.Lock(t.Context(), "issue"))
	require.ErrorIs(t, other.Lock(soon(t), "issue"), context.DeadlineExceeded) // five times as long as the lease
	require.NoError(t, one.Unlock(t.Context(), "issue"))
	require.NoError(t, other.Lock(t.Context(), "issue"))
}

func TestLockOfDeadReplicaIsTakenOver(t *testing.T) {
	t.Parallel()
	one, other, url := replicas(t)
	testdb.Exec(t, url, `INSERT INTO tls_locks VALUES ('issue', 'a program that was killed', clock_timestamp() + interval '300 milliseconds')`)
	require.Error(t, one.Lock(expired(t), "issue"), "the lease has not expired yet")
	require.NoError(t, one.Lock(t.Context(), "issue"))

	// A suspended replica loses its lock, too. When it resumes, it unlocks a lock that it no
	// longer holds.
	testdb.Exec(t, url, `UPDATE tls_locks SET expires_at = clock_timestamp() - interval '1 second'`)
	require.NoError(t, other.Lock(t.Context(), "issue"))
	require.NoError(t, one.Unlock(t.Context(), "issue"))
	require.Error(t, one.Lock(soon(t), "issue"), "the other still holds it")
	require.NoError(t, other.Unlock(t.Context(), "issue"))
	require.NoError(t, other.Unlock(t.Context(), "issue"), "unlocking twice is harmless")
	require.NoError(t, one.Lock(t.Context(), "issue"))
}

// expired returns a context that is long enough for one statement but not for waiting.
func expired(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	t.Cleanup(cancel)
	return ctx
}

func newKey(t *testing.T) *seal.Key {
	t.Helper()
	key, err := seal.Parse(seal.Make())
	require.NoError(t, err)
	return key
}

// Fails if Store does not call sealed, or if storing one key also seals others.
func TestPrivateKeysAreSealedWhenStored(t *testing.T) {
	t.Parallel()
	one, other, url := replicas(t)
	ctx := t.Context()
	const before, now, certificate = "acme/ca/users/me/me.key", "certificates/ca/shop.example/shop.example.key", "certificates/ca/shop.example/shop.example.crt"
	require.NoError(t, one.Store(ctx, before, []byte("account's secret")))
	one.SealWith(newKey(t))
	require.NoError(t, one.Store(ctx, certificate, []byte("for everybody")))
	require.NoError(t, one.Store(ctx, now, []byte("certificate's secret")))
	store, err := postgres.Open(ctx, url)
	require.NoError(t, err)
	defer store.Close()
	var stored string
	require.NoError(t, store.Pool().QueryRow(ctx, `SELECT string_agg(encode(value, 'escape'), ' ') FROM tls_files`).Scan(&stored))
	assert.NotContains(t, stored, "certificate's secret")
	assert.Contains(t, stored, "for everybody")
	assert.Contains(t, stored, "account's secret", "the previous release, to which an upgrade may be rolled back, reads only unsealed keys")
	for name, want := range map[string]string{before: "account's secret", now: "certificate's secret"} {
		got, err := one.Load(ctx, name)
		require.NoError(t, err, name)
		assert.Equal(t, want, string(got))
		info, err := one.Stat(ctx, name)
		require.NoError(t, err, name)
		assert.Equal(t, int64(len(want)), info.Size)
	}
	sealed, unreadable, err := one.Sealed(ctx)
	require.NoError(t, err)
	assert.Equal(t, [2]int{1, 0}, [2]int{sealed, unreadable})

	_, err = other.Load(ctx, now)
	require.ErrorIs(t, err, fs.ErrNotExist, "without the sealing key it counts as missing")
	require.ErrorIs(t, err, seal.ErrKey, "the error says why")
	assert.False(t, other.Exists(ctx, now))
	assert.True(t, other.Exists(ctx, before))
	sealed, unreadable, err = other.Sealed(ctx)
	require.NoError(t, err)
	assert.Equal(t, [2]int{1, 1}, [2]int{sealed, unreadable})
}

// authority is an issuer that signs every request.
type authority struct {
	key    *ecdsa.PrivateKey
	issued int
}

func (*authority) IssuerKey() string { return "ca" }

func (a *authority) Issue(_ context.Context, request *x509.CertificateRequest) (*certmagic.IssuedCertificate, error) {
	a.issued++
	template := &x509.Certificate{SerialNumber: big.NewInt(int64(a.issued)), DNSNames: request.DNSNames, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(60 * 24 * time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, request.PublicKey, a.key)
	return &certmagic.IssuedCertificate{Certificate: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})}, err
}

// Fails if Stat finds a key that Load cannot open: HTTPS would stay down permanently.
func TestChangedSealingKeyLeadsToANewCertificate(t *testing.T) {
	t.Parallel()
	one, other, _ := replicas(t)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	ca := &authority{key: key}
	begin := func(storage *certificates.Storage) error {
		storage.SealWith(newKey(t))
		var config *certmagic.Config
		cache := certmagic.NewCache(certmagic.CacheOptions{Logger: zap.NewNop(), GetConfigForCert: func(certmagic.Certificate) (*certmagic.Config, error) { return config, nil }})
		defer cache.Stop()
		config = certmagic.New(cache, certmagic.Config{Storage: storage, Logger: zap.NewNop(), Issuers: []certmagic.Issuer{ca}, OCSP: certmagic.OCSPConfig{DisableStapling: true}})
		if err := config.ObtainCertSync(t.Context(), "shop.example"); err != nil {
			return err
		}
		_, err := config.CacheManagedCertificate(t.Context(), "shop.example")
		return err
	}
	require.NoError(t, begin(one))
	require.NoError(t, begin(other))
	assert.Equal(t, 2, ca.issued)
}
