package account

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"parichay/internal/domain/field"
	"parichay/internal/kit/fault"
)

// Passkey is a passkey that the owner has registered.
type Passkey struct {
	ID         int64               `json:"id"`
	Name       string              `json:"name"`
	CreatedAt  time.Time           `json:"createdAt"`
	LastUsed   *time.Time          `json:"lastUsed,omitempty"`
	Credential webauthn.Credential `json:"-"`
	Challenge  string              `json:"-"` // answered at registration
}

var nameRule = field.Rule{Kind: field.Text, Max: 60}

// PasskeyName returns a passkey's name as it will be stored, or fault.Invalid.
func PasskeyName(name string) (string, error) { return nameRule.Check("name", name) }

// ChallengeLife is how long a challenge may be answered. clocksApart is the tolerated
// clock difference of two replicas. UsedLife is how long an answered challenge must be
// remembered.
const (
	ChallengeLife = 5 * time.Minute
	clocksApart   = time.Minute
	UsedLife      = ChallengeLife + 2*clocksApart
)

// Layout of a challenge: time, nonce and MAC. Because of the MAC, challenges need not be
// stored. The MAC of a registration also covers the session.
const (
	nonceAt  = 8
	macAt    = nonceAt + 16
	askedEnd = macAt + sha256.Size
)

// Asker is the secret key that creates and verifies challenges for passkeys.
type Asker []byte

// Ask creates a challenge. session is the session of a registration, or empty for a
// sign-in.
func (a Asker) Ask(session string, now time.Time) []byte {
	raw := make([]byte, macAt, askedEnd)
	binary.BigEndian.PutUint64(raw, uint64(now.UnixMilli()))
	_, _ = rand.Read(raw[nonceAt:]) // never fails: crypto/rand ends the program instead
	return append(raw, a.mac(session, raw)...)
}

// Asked reports whether a challenge is authentic, belongs to the session and has not
// expired.
func (a Asker) Asked(challenge, session string, now time.Time) bool {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(challenge)
	if err != nil || len(raw) != askedEnd || !hmac.Equal(raw[macAt:], a.mac(session, raw[:macAt])) {
		return false
	}
	age := now.Sub(time.UnixMilli(int64(binary.BigEndian.Uint64(raw))))
	return age >= -clocksApart && age <= ChallengeLife
}

func (a Asker) mac(session string, raw []byte) []byte {
	h := hmac.New(sha256.New, a)
	h.Write(raw) // has a fixed length, so the session cannot be confused with it
	h.Write([]byte(session))
	return h.Sum(nil)
}

// RelyingParty is the site in WebAuthn's terms.
type RelyingParty struct{ web *webauthn.WebAuthn }

// ErrNoPasskeys means that browsers refuse passkeys for the site's URL: they require a
// domain name and, except on localhost, https.
var ErrNoPasskeys = fmt.Errorf("passkeys need https and a domain name: %w", fault.ErrNotFound)

// NewRelyingParty returns the relying party of the site with that base URL.
func NewRelyingParty(base *url.URL) (RelyingParty, error) {
	host := base.Hostname()
	if net.ParseIP(host) != nil || base.Scheme != "https" && host != "localhost" {
		return RelyingParty{}, ErrNoPasskeys
	}
	web, err := webauthn.New(&webauthn.Config{
		RPID: host, RPDisplayName: host, RPOrigins: []string{base.Scheme + "://" + base.Host},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(),
			UserVerification: protocol.VerificationRequired,
		},
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore, // some password managers add extensions
	})
	return RelyingParty{web}, err
}

// known is the owner as a webauthn.User.
type known struct {
	Owner
	keys []Passkey
}

// WebAuthnID implements webauthn.User, as do the next three methods.
func (k known) WebAuthnID() []byte { return k.Handle }

// WebAuthnName returns the name that the browser shows in its list of passkeys.
func (k known) WebAuthnName() string { return k.Email }

// WebAuthnDisplayName equals WebAuthnName: there is one owner.
func (k known) WebAuthnDisplayName() string { return k.Email }

// WebAuthnCredentials returns the passkeys that may answer a challenge.
func (k known) WebAuthnCredentials() []webauthn.Credential {
	all := make([]webauthn.Credential, len(k.keys))
	for i, key := range k.keys {
		all[i] = key.Credential
	}
	return all
}

// Ask returns the browser's options to sign in with any passkey of this site.
func (r RelyingParty) Ask(challenge []byte) (options json.RawMessage, err error) {
	if r.web == nil {
		return nil, ErrNoPasskeys
	}
	asked, _, err := r.web.BeginDiscoverableLogin(webauthn.WithChallenge(challenge))
	if err != nil {
		return nil, err
	}
	return json.Marshal(asked.Response)
}

// AskNew returns the browser's options to register a passkey.
func (r RelyingParty) AskNew(o Owner, keys []Passkey, challenge []byte) (options json.RawMessage, err error) {
	if r.web == nil {
		return nil, ErrNoPasskeys
	}
	user := known{o, keys}
	taken := make([]protocol.CredentialDescriptor, len(keys))
	for i := range keys {
		taken[i] = keys[i].Credential.Descriptor()
	}
	asked, _, err := r.web.BeginRegistration(user, webauthn.WithExclusions(taken), func(o *protocol.PublicKeyCredentialCreationOptions) error {
		o.Challenge = challenge
		return nil
	})
	if err != nil {
		return nil, err
	}
	return json.Marshal(asked.Response)
}

// Registered reports whether an answer names one of these passkeys.
func Registered(keys []Passkey, answer json.RawMessage) bool {
	var named struct {
		ID protocol.URLEncodedBase64 `json:"rawId"`
	}
	return json.Unmarshal(answer, &named) == nil && slices.ContainsFunc(keys, func(p Passkey) bool { return bytes.Equal(p.Credential.ID, named.ID) })
}

// Answered returns the challenge that a browser's answer is for.
func Answered(answer json.RawMessage) (challenge string, err error) {
	var outer struct {
		Response struct {
			ClientData protocol.URLEncodedBase64 `json:"clientDataJSON"`
		} `json:"response"`
	}
	var inner struct {
		Challenge string `json:"challenge"`
	}
	if json.Unmarshal(answer, &outer) != nil || json.Unmarshal(outer.Response.ClientData, &inner) != nil || inner.Challenge == "" {
		return "", fault.ErrCredentials
	}
	return inner.Challenge, nil
}

// Check verifies an answer and returns the updated passkey to store.
func (r RelyingParty) Check(o Owner, keys []Passkey, challenge string, answer json.RawMessage) (Passkey, error) {
	if r.web == nil {
		return Passkey{}, ErrNoPasskeys
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return Passkey{}, refuse(err)
	}
	find := func([]byte, []byte) (webauthn.User, error) { return known{o, keys}, nil }
	_, credential, err := r.web.ValidatePasskeyLogin(find, webauthn.SessionData{Challenge: challenge, UserVerification: protocol.VerificationRequired}, parsed)
	if err != nil {
		return Passkey{}, refuse(err)
	}
	// A counter that decreases means that two devices hold the key.
	if credential.Authenticator.CloneWarning {
		return Passkey{}, refuse(errors.New("the passkey may be cloned"))
	}
	for _, key := range keys {
		if bytes.Equal(key.Credential.ID, credential.ID) {
			key.Credential = *credential
			return key, nil
		}
	}
	return Passkey{}, fault.ErrCredentials
}

// Register verifies a registration and returns the new passkey.
func (r RelyingParty) Register(o Owner, name string, challenge string, answer json.RawMessage) (Passkey, error) {
	if r.web == nil {
		return Passkey{}, ErrNoPasskeys
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(answer)
	if err != nil {
		return Passkey{}, refuse(err)
	}
	credential, err := r.web.CreateCredential(known{o, nil}, webauthn.SessionData{
		Challenge: challenge, UserID: o.Handle, UserVerification: protocol.VerificationRequired, CredParams: webauthn.CredentialParametersDefault(),
	}, parsed)
	if err != nil {
		return Passkey{}, refuse(err)
	}
	return Passkey{Name: name, Credential: *credential, Challenge: challenge}, nil
}

func refuse(err error) error { return fmt.Errorf("%w: %w", fault.ErrCredentials, err) }

// Possible reports whether browsers accept passkeys for this site.
func (r RelyingParty) Possible() bool { return r.web != nil }
