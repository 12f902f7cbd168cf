package media

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/kit/fault"
	"parichay/internal/testkit/rig"
)

// startS3 starts a real S3 server, or skips the test if there is none.
func startS3(t *testing.T) *rig.S3 {
	t.Helper()
	s3, err := rig.StartS3(t.Context())
	if errors.Is(err, rig.ErrNoS3) {
		t.Skip(err)
	}
	require.NoError(t, err)
	t.Cleanup(s3.Remove)
	for name, value := range s3.Credentials() {
		t.Setenv(name, value)
	}
	return s3
}

func TestS3BucketStoresPictures(t *testing.T) {
	s3 := startS3(t)
	keeps(t, s3.Setting(s3.Address))
}

func TestS3OutageIsTemporary(t *testing.T) {
	s3 := startS3(t)
	s, p := open(t, s3.Setting(s3.Address)), drawn(t)
	s3.Stop()
	require.ErrorIs(t, s.Keep(t.Context(), p), fault.ErrUnavailable)
	_, err := s.Load(t.Context(), p.files[0].name)
	require.ErrorIs(t, err, fault.ErrUnavailable, "an outage is not a missing file")
	require.NoError(t, s3.Start(t.Context()))
	require.NoError(t, s.Keep(t.Context(), p))
}

func TestWrongS3KeysAreNotReportedAsNotFound(t *testing.T) {
	s3 := startS3(t)
	t.Setenv("AWS_SECRET_ACCESS_KEY", "another")
	s, p := open(t, s3.Setting(s3.Address)), drawn(t)
	require.ErrorIs(t, s.Keep(t.Context(), p), fault.ErrUnavailable)
}

func TestCutS3ConnectionStoresNoPartialFile(t *testing.T) {
	s3 := startS3(t)
	p := drawn(t)
	for _, after := range []int{0, 100, 700, 2000, len(p.files[0].body) / 2, len(p.files[0].body)} {
		s := open(t, s3.Setting(through(t, s3.Address, func(sent *bytes.Buffer) bool { return sent.Len() <= after })))
		require.ErrorIs(t, s.Keep(t.Context(), p), fault.ErrUnavailable, "cut after %d bytes", after)
	}
	wholeOrAbsent(t, s3, p)
}

func TestUploadDamagedOnTheWayToS3IsRefused(t *testing.T) {
	s3 := startS3(t)
	p := drawn(t)
	quarter := p.files[0].body[len(p.files[0].body)/4:][:32]
	damage := func(sent *bytes.Buffer) bool {
		if at := bytes.Index(sent.Bytes(), quarter); at >= 0 {
			sent.Bytes()[at] ^= 1
		}
		return true
	}
	s := open(t, s3.Setting(through(t, s3.Address, damage)))
	require.ErrorIs(t, s.Keep(t.Context(), p), fault.ErrUnavailable)
	wholeOrAbsent(t, s3, p)
}

// wholeOrAbsent checks in the server's own folder that every file is complete or missing.
func wholeOrAbsent(t *testing.T, s3 *rig.S3, p *Picture) {
	t.Helper()
	for _, f := range p.files {
		body, err := fs.ReadFile(os.DirFS(s3.Folder), f.name)
		if !errors.Is(err, fs.ErrNotExist) {
			require.NoError(t, err)
			assert.True(t, bytes.Equal(f.body, body), "%s is incomplete", f.name)
		}
	}
}

// through starts a proxy for a server. For every piece that a client sends, it calls pass with all
// data sent so far on the connection. pass may change the last piece; returning false cuts the
// connection.
func through(t *testing.T, server string, pass func(sent *bytes.Buffer) bool) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go relay(client, server, pass)
		}
	}()
	return listener.Addr().String()
}

func relay(client net.Conn, server string, pass func(sent *bytes.Buffer) bool) {
	defer client.Close()
	upstream, err := net.Dial("tcp", server)
	if err != nil {
		return
	}
	defer upstream.Close()
	go func() { _, _ = io.Copy(client, upstream) }()
	var sent bytes.Buffer
	piece := make([]byte, 4096)
	for {
		n, err := client.Read(piece)
		before := sent.Len()
		sent.Write(piece[:n])
		if err != nil || !pass(&sent) {
			return
		}
		if _, err := upstream.Write(sent.Bytes()[before:]); err != nil {
			return
		}
	}
}

func TestS3ProbeErrorsSayWhatToDo(t *testing.T) {
	s3 := startS3(t)
	require.NoError(t, open(t, s3.Setting(s3.Address)).Probe(t.Context()))
	err := open(t, strings.Replace(s3.Setting(s3.Address), "s3://", "s3://another-", 1)).Probe(t.Context())
	require.ErrorContains(t, err, "there is no bucket another-")
	require.NotErrorIs(t, err, fault.ErrUnavailable, "waiting does not help")

	const wrong = "not-the-secret"
	t.Setenv("AWS_SECRET_ACCESS_KEY", wrong)
	err = open(t, s3.Setting(s3.Address)).Probe(t.Context())
	require.ErrorContains(t, err, "correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
	require.NotErrorIs(t, err, fault.ErrUnavailable)
	assert.NotContains(t, err.Error(), wrong)

	s3.Stop()
	require.ErrorIs(t, open(t, s3.Setting(s3.Address)).Probe(t.Context()), fault.ErrUnavailable, "the outage may end")
}

func TestS3ShelfWritesAreAtomic(t *testing.T) {
	s3 := startS3(t)
	place, err := ParsePlace(s3.Setting(s3.Address))
	require.NoError(t, err)
	shelf, err := OpenShelf(place)
	require.NoError(t, err)
	long := bytes.Repeat([]byte("a long file "), 3<<20) // three parts
	require.NoError(t, shelf.Write(t.Context(), "kept-1", func(to io.Writer) error { _, err := to.Write(long); return err }))
	require.Error(t, shelf.Write(t.Context(), "kept-2", func(to io.Writer) error {
		_, err := to.Write(long)
		return errors.Join(err, errors.New("the source failed"))
	}))
	names, err := shelf.Names(t.Context(), "kept-")
	require.NoError(t, err)
	assert.Equal(t, []string{"kept-1"}, names)
	body, err := fs.ReadFile(os.DirFS(s3.Folder), "kept-1")
	require.NoError(t, err)
	assert.True(t, bytes.Equal(long, body))
	require.NoError(t, shelf.Remove(t.Context(), "kept-1"))
	names, err = shelf.Names(t.Context(), "kept-")
	require.NoError(t, err)
	assert.Empty(t, names)
}
