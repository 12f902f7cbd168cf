package lead

import (
	"crypto/hmac"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"net/netip"
	"time"
)

// A form's token says when the form was opened. It is valid from MinAge, because
// nobody types faster, until MaxAge.
const (
	MinAge = 3 * time.Second
	MaxAge = 2 * time.Hour
)

// Where much comes, a token asks for Puzzles numbers of so many bits each, which are
// found by trying. A try is Rounds of PBKDF2, which browsers have in native code: a
// program that spams tries little faster than the processor of a phone. We know the
// numbers without trying.
const (
	Puzzles = 4
	Rounds  = 1000
)

// A token is these bytes and their MAC. Every part has a fixed place and length,
// so that no two readings of one token exist.
const (
	tokenVersion = 1
	bitsAt       = 9
	nonceAt      = 10
	nonceSize    = 12
	macAt        = nonceAt + nonceSize
	tokenSize    = macAt + sha256.Size
)

// ErrStale is a token whose time is over; a fresh one mends it.
var ErrStale = errors.New("form token is stale")

// Secret signs tokens and hides networks. All replicas share it.
type Secret []byte

// Token is an opened form.
type Token struct {
	Text    string
	Bits    int      // of each number that must be found before it counts; 0: none
	Targets []uint32 // what the numbers are known by
}

// Issue makes a token for a form opened now. With bits it takes a millisecond.
func (s Secret) Issue(now time.Time, bits int) Token {
	raw := make([]byte, macAt, tokenSize)
	raw[0] = tokenVersion
	binary.BigEndian.PutUint64(raw[1:], uint64(now.UnixMilli()))
	raw[bitsAt] = byte(bits)
	_, _ = rand.Read(raw[nonceAt:macAt]) // never fails: crypto/rand ends the program instead
	raw = append(raw, s.mac("form token", raw)...)
	t := Token{Text: base64.RawURLEncoding.EncodeToString(raw), Bits: bits, Targets: []uint32{}}
	if bits > 0 {
		for puzzle, answer := range s.answers(raw[macAt:], bits) {
			t.Targets = append(t.Targets, tried(raw[macAt:], puzzle, answer))
		}
	}
	return t
}

// Answer is a token's solution without any trying: for drills, whose people have
// phones of their own.
func (s Secret) Answer(token string) string {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(raw) != tokenSize || raw[bitsAt] == 0 {
		return ""
	}
	return written(s.answers(raw[macAt:], int(raw[bitsAt])))
}

// Judged is what a token tells.
type Judged struct {
	Nonce  []byte   // of a token that is ours, to be used once
	Proven bool     // it asked for puzzles, and they are solved
	Bits   int      // of its puzzles
	Most   *float64 // how much may have reached the inbox lately for it to get in; nil: anything
	Weak   bool     // nothing is wrong, but more is asked for now than when the form was opened
	Reason Reason   // empty when nothing is wrong
}

// Judge reads a token and the solution that came with it. ErrStale asks for a
// fresh token.
func (s Secret) Judge(token, solution string, now time.Time) (Judged, error) {
	if token == "" {
		return Judged{Reason: Tokenless}, nil
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(raw) != tokenSize || raw[0] != tokenVersion || !hmac.Equal(raw[macAt:], s.mac("form token", raw[:macAt])) {
		return Judged{Reason: Forged}, nil //nolint:nilerr // what cannot be read is not ours
	}
	nonce, bits := raw[nonceAt:macAt], int(raw[bitsAt])
	age := now.Sub(time.UnixMilli(int64(binary.BigEndian.Uint64(raw[1:]))))
	switch {
	case age > MaxAge:
		return Judged{}, ErrStale
	case age < MinAge:
		return Judged{Nonce: nonce, Reason: TooFast}, nil
	case bits > 0 && !hmac.Equal([]byte(written(s.answers(raw[macAt:], bits))), []byte(solution)):
		return Judged{Nonce: nonce, Reason: Unsolved}, nil
	}
	return Judged{Nonce: nonce, Bits: bits, Proven: bits > 0}, nil
}

// Network stands for an address's network without telling it.
func (s Secret) Network(prefix netip.Prefix) []byte {
	raw, _ := prefix.MarshalBinary() // never fails
	return s.mac("network", raw)[:12]
}

// For is a secret of its own for a purpose, for what is no lead's.
func (s Secret) For(purpose string) []byte { return s.mac("secret for "+purpose, nil) }

// mac names what it is for, so that one use can never be passed off as another.
func (s Secret) mac(purpose string, raw []byte) []byte {
	h := hmac.New(sha256.New, s)
	h.Write([]byte(purpose))
	h.Write([]byte{0})
	h.Write(raw)
	return h.Sum(nil)
}

// answers are the numbers a token asks for.
func (s Secret) answers(challenge []byte, bits int) []uint32 {
	all := make([]uint32, Puzzles)
	for i := range all {
		all[i] = binary.BigEndian.Uint32(s.mac("puzzle", append([]byte{byte(i)}, challenge...))) >> (32 - min(bits, 32))
	}
	return all
}

func written(answers []uint32) string {
	var raw []byte
	for _, n := range answers {
		raw = binary.BigEndian.AppendUint32(raw, n)
	}
	return base64.RawURLEncoding.EncodeToString(raw)
}

// tried is what a number is known by.
func tried(challenge []byte, puzzle int, answer uint32) uint32 {
	salt := binary.BigEndian.AppendUint32([]byte{byte(puzzle)}, answer)
	key, _ := pbkdf2.Key(sha256.New, string(challenge), salt, Rounds, 4) // never fails with these lengths
	return binary.BigEndian.Uint32(key)
}

// Solve finds a token's solution by trying, as a browser does.
func (t Token) Solve() string {
	raw, err := base64.RawURLEncoding.DecodeString(t.Text)
	if err != nil || len(raw) != tokenSize || len(t.Targets) == 0 {
		return ""
	}
	answers := make([]uint32, len(t.Targets))
	for i, target := range t.Targets {
		for n := uint32(0); n < 1<<t.Bits && tried(raw[macAt:], i, n) != target; n++ {
			answers[i] = n + 1
		}
	}
	return written(answers)
}
