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

// A form token records when the form was opened. It is valid from MinAge, because nobody types
// faster, until MaxAge.
const (
	MinAge = 3 * time.Second
	MaxAge = 2 * time.Hour
)

// Under load a token requires a proof of work: the browser must find Puzzles numbers of a
// given size in bits by brute force. One attempt takes Rounds rounds of PBKDF2. Browsers run
// PBKDF2 in native code, so a spam program is hardly faster than a phone. The server derives
// the numbers from its secret.
const (
	Puzzles = 4
	Rounds  = 1000
)

// Layout of a token: version, time, difficulty, nonce and MAC. Every part has a fixed offset
// and length, so that a token can be decoded in only one way.
const (
	tokenVersion = 1
	bitsAt       = 9
	nonceAt      = 10
	nonceSize    = 12
	macAt        = nonceAt + nonceSize
	tokenSize    = macAt + sha256.Size
)

// ErrStale means that a token has expired. The client should retry with a new one.
var ErrStale = errors.New("form token is stale")

// Secret signs tokens and hashes networks. All replicas share it.
type Secret []byte

// Token is issued when a form is opened and sent back with the message.
type Token struct {
	Text    string
	Bits    int      // size of each number of the proof of work; 0: no proof required
	Targets []uint32 // derived from the numbers; the browser checks its attempts with them
}

// Issue creates a token for a form opened now. With bits > 0, creating it takes a millisecond.
func (s Secret) Issue(now time.Time, bits int) Token {
	raw := make([]byte, macAt, tokenSize)
	raw[0] = tokenVersion
	binary.BigEndian.PutUint64(raw[1:], uint64(now.UnixMilli()))
	raw[bitsAt] = byte(bits)
	_, _ = rand.Read(raw[nonceAt:macAt]) // never fails: crypto/rand crashes the program instead
	raw = append(raw, s.mac("form token", raw)...)
	t := Token{Text: base64.RawURLEncoding.EncodeToString(raw), Bits: bits, Targets: []uint32{}}
	if bits > 0 {
		for puzzle, answer := range s.answers(raw[macAt:], bits) {
			t.Targets = append(t.Targets, derived(raw[macAt:], puzzle, answer))
		}
	}
	return t
}

// Answer returns a token's solution without brute force. It is meant for the drills of
// cmd/nemesis, which simulate people who solve puzzles on their own phones.
func (s Secret) Answer(token string) string {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(raw) != tokenSize || raw[bitsAt] == 0 {
		return ""
	}
	return encoded(s.answers(raw[macAt:], int(raw[bitsAt])))
}

// Judged is the result of checking a token.
type Judged struct {
	Nonce  []byte   // identifies an authentic token, which is valid once
	Proven bool     // it required a proof of work, and the solution is right
	Bits   int      // difficulty of its proof of work
	Most   *float64 // maximum inbox load at which this difficulty is enough; nil: any load
	Weak   bool     // valid, but the difficulty has risen since the form was opened
	Reason Reason   // empty if the token is valid
}

// Judge checks a token and its solution. It returns ErrStale if the token has expired.
func (s Secret) Judge(token, solution string, now time.Time) (Judged, error) {
	if token == "" {
		return Judged{Reason: Tokenless}, nil
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(raw) != tokenSize || raw[0] != tokenVersion || !hmac.Equal(raw[macAt:], s.mac("form token", raw[:macAt])) {
		return Judged{Reason: Forged}, nil //nolint:nilerr // an unreadable token is forged
	}
	nonce, bits := raw[nonceAt:macAt], int(raw[bitsAt])
	age := now.Sub(time.UnixMilli(int64(binary.BigEndian.Uint64(raw[1:]))))
	switch {
	case age > MaxAge:
		return Judged{}, ErrStale
	case age < MinAge:
		return Judged{Nonce: nonce, Reason: TooFast}, nil
	case bits > 0 && !hmac.Equal([]byte(encoded(s.answers(raw[macAt:], bits))), []byte(solution)):
		return Judged{Nonce: nonce, Reason: Unsolved}, nil
	}
	return Judged{Nonce: nonce, Bits: bits, Proven: bits > 0}, nil
}

// Network hashes a network, so that it is not stored in the clear.
func (s Secret) Network(prefix netip.Prefix) []byte {
	raw, _ := prefix.MarshalBinary() // never fails
	return s.mac("network", raw)[:12]
}

// For derives a separate secret for a purpose outside this package.
func (s Secret) For(purpose string) []byte { return s.mac("secret for "+purpose, nil) }

// mac returns the MAC of raw for a purpose. A MAC for one purpose is not valid for another.
func (s Secret) mac(purpose string, raw []byte) []byte {
	h := hmac.New(sha256.New, s)
	h.Write([]byte(purpose))
	h.Write([]byte{0})
	h.Write(raw)
	return h.Sum(nil)
}

// answers derives the numbers that solve a token.
func (s Secret) answers(challenge []byte, bits int) []uint32 {
	all := make([]uint32, Puzzles)
	for i := range all {
		all[i] = binary.BigEndian.Uint32(s.mac("puzzle", append([]byte{byte(i)}, challenge...))) >> (32 - min(bits, 32))
	}
	return all
}

func encoded(answers []uint32) string {
	var raw []byte
	for _, n := range answers {
		raw = binary.BigEndian.AppendUint32(raw, n)
	}
	return base64.RawURLEncoding.EncodeToString(raw)
}

// derived returns the target that belongs to a number, computed with PBKDF2.
func derived(challenge []byte, puzzle int, answer uint32) uint32 {
	salt := binary.BigEndian.AppendUint32([]byte{byte(puzzle)}, answer)
	key, _ := pbkdf2.Key(sha256.New, string(challenge), salt, Rounds, 4) // never fails with these lengths
	return binary.BigEndian.Uint32(key)
}

// Solve finds a token's solution by brute force, as a browser does.
func (t Token) Solve() string {
	raw, err := base64.RawURLEncoding.DecodeString(t.Text)
	if err != nil || len(raw) != tokenSize || len(t.Targets) == 0 {
		return ""
	}
	answers := make([]uint32, len(t.Targets))
	for i, target := range t.Targets {
		for n := uint32(0); n < 1<<t.Bits && derived(raw[macAt:], i, n) != target; n++ {
			answers[i] = n + 1
		}
	}
	return encoded(answers)
}
