package account

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/url"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"parichay/internal/fault"
	"parichay/internal/field"
)

// Passkey is one the owner has registered.
type Passkey struct {
	ID         int64               `json:"id"`
	Name       string              `json:"name"`
	CreatedAt  time.Time           `json:"createdAt"`
	LastUsed   *time.Time          `json:"lastUsed,omitempty"`
	Credential webauthn.Credential `json:"-"`
}

var nameRule = field.Rule{Kind: field.Text, Max: 60}

// PasskeyName is a passkey's name as it will be kept, or fault.Invalid.
func PasskeyName(name string) (string, error) { return nameRule.Check("name", name) }

// Challenge is a question put to a passkey. Value names it in the answer, Data
// is what the check needs.
type Challenge struct {
	Value string
	Data  webauthn.SessionData
}

// ChallengeLife is how long an answer is waited for.
const ChallengeLife = 10 * time.Minute

// RelyingParty is the site as passkeys know it.
type RelyingParty struct{ web *webauthn.WebAuthn }

// ErrNoPasskeys says that browsers refuse passkeys under the site's address:
// they want a domain name and, except on localhost, encryption.
var ErrNoPasskeys = fmt.Errorf("passkeys need https and a domain name: %w", fault.ErrNotFound)

// NewRelyingParty speaks for the site under its base URL.
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
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore, // some password managers add theirs
	})
	return RelyingParty{web}, err
}

// known is the owner in the library's terms.
type known struct {
	Owner
	keys []Passkey
}

// WebAuthnID implements webauthn.User, as do the three below.
func (k known) WebAuthnID() []byte { return k.Handle }

// WebAuthnName is what the browser's list of passkeys says.
func (k known) WebAuthnName() string { return k.Email }

// WebAuthnDisplayName is the same: there is one owner.
func (k known) WebAuthnDisplayName() string { return k.Email }

// WebAuthnCredentials are the keys that may answer.
func (k known) WebAuthnCredentials() []webauthn.Credential {
	all := make([]webauthn.Credential, len(k.keys))
	for i, key := range k.keys {
		all[i] = key.Credential
	}
	return all
}

// Ask makes a challenge for any passkey of this site, with the options the
// browser wants.
func (r RelyingParty) Ask() (options json.RawMessage, c Challenge, err error) {
	if r.web == nil {
		return nil, Challenge{}, ErrNoPasskeys
	}
	asked, data, err := r.web.BeginDiscoverableLogin()
	if err != nil {
		return nil, Challenge{}, err
	}
	options, err = json.Marshal(asked.Response)
	return options, Challenge{data.Challenge, *data}, err
}

// AskNew makes a challenge for a passkey to be registered.
func (r RelyingParty) AskNew(o Owner, keys []Passkey) (options json.RawMessage, c Challenge, err error) {
	if r.web == nil {
		return nil, Challenge{}, ErrNoPasskeys
	}
	user := known{o, keys}
	taken := make([]protocol.CredentialDescriptor, len(keys))
	for i := range keys {
		taken[i] = keys[i].Credential.Descriptor()
	}
	asked, data, err := r.web.BeginRegistration(user, webauthn.WithExclusions(taken))
	if err != nil {
		return nil, Challenge{}, err
	}
	options, err = json.Marshal(asked.Response)
	return options, Challenge{data.Challenge, *data}, err
}

// Answered names the challenge an answer of the browser is for.
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

// Check returns the passkey that answered, to be stored as it now is.
func (r RelyingParty) Check(o Owner, keys []Passkey, c Challenge, answer json.RawMessage) (Passkey, error) {
	if r.web == nil {
		return Passkey{}, ErrNoPasskeys
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return Passkey{}, refuse(err)
	}
	find := func([]byte, []byte) (webauthn.User, error) { return known{o, keys}, nil }
	_, credential, err := r.web.ValidatePasskeyLogin(find, c.Data, parsed)
	if err != nil {
		return Passkey{}, refuse(err)
	}
	// A counter that runs backwards means that two devices hold the key.
	if credential.Authenticator.CloneWarning {
		return Passkey{}, refuse(errors.New("the passkey seems to be copied"))
	}
	for _, key := range keys {
		if bytes.Equal(key.Credential.ID, credential.ID) {
			key.Credential = *credential
			return key, nil
		}
	}
	return Passkey{}, fault.ErrCredentials
}

// Register returns the passkey the browser has made.
func (r RelyingParty) Register(o Owner, name string, c Challenge, answer json.RawMessage) (Passkey, error) {
	if r.web == nil {
		return Passkey{}, ErrNoPasskeys
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(answer)
	if err != nil {
		return Passkey{}, refuse(err)
	}
	credential, err := r.web.CreateCredential(known{o, nil}, c.Data, parsed)
	if err != nil {
		return Passkey{}, refuse(err)
	}
	return Passkey{Name: name, Credential: *credential}, nil
}

func refuse(err error) error { return fmt.Errorf("%w: %w", fault.ErrCredentials, err) }

// Possible reports whether browsers accept passkeys for this site.
func (r RelyingParty) Possible() bool { return r.web != nil }
