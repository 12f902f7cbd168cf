package account

import (
	"context"
	"encoding/json"

	"parichay/internal/api/signin"
	"parichay/internal/api/wire"
	"parichay/internal/domain/account"
	"parichay/internal/kit/fault"
	"parichay/internal/kit/headers"
	"parichay/internal/public/draw"
	"parichay/internal/store/accounts"
)

// NewCodes is a response with new recovery codes, if any. They cannot be read again later.
type NewCodes struct {
	Codes []string `json:"codes,omitempty" doc:"New recovery codes, shown only once"`
}

func showing(codes []string, err error) (*wire.Reply[NewCodes], error) {
	return wire.ReplyWith(NewCodes{codes}, err)
}

// staying returns the caller's session, which stays open when all others end.
func staying(c *signin.Caller) account.Visit {
	return account.Visit{Browser: c.Browser, Session: c.Token, Device: c.Device}
}

// removing returns the parameters with which the store removes a second factor for the caller.
func (k Keys) removing(ctx context.Context) accounts.Change {
	return accounts.Change{Visit: staying(signin.CallerOf(ctx)), Required: k.RequireFactor}
}

// NewTOTP is the secret for an authenticator app.
type NewTOTP struct {
	Secret string `json:"secret" doc:"For typing into the app"`
	URL    string `json:"url" doc:"For opening the app on the same device"`
}

func (k Keys) totpURL(ctx context.Context, t account.TOTP) string {
	return t.URL(k.BaseURL.Hostname(), signin.CallerOf(ctx).Session.Email)
}

// BeginTOTP returns a new secret. If it is called again soon, it returns the same secret,
// because the page may have been reloaded while the owner was in the app.
func (k Keys) BeginTOTP(ctx context.Context, _ *struct{}) (*wire.Reply[NewTOTP], error) {
	fresh, err := account.NewTOTP()
	if err != nil {
		return nil, err
	}
	t, err := k.Store.Factors.BeginTOTP(ctx, fresh)
	return wire.ReplyWith(NewTOTP{t.Secret, k.totpURL(ctx, t)}, err)
}

// PicturedAnswer is a response with a picture.
type PicturedAnswer struct {
	ContentType string `header:"Content-Type"`
	Body        []byte
}

// DrawTOTP returns the pending secret as a QR code.
func (k Keys) DrawTOTP(ctx context.Context, _ *struct{}) (*PicturedAnswer, error) {
	t, err := k.Store.Factors.PendingTOTP(ctx)
	if err != nil {
		return nil, err
	}
	code, err := draw.NewQR(k.totpURL(ctx, t), draw.PrintInk)
	if err != nil {
		return nil, err
	}
	return &PicturedAnswer{ContentType: headers.SVG, Body: code.SVG()}, nil
}

// EnableTOTP enables the authenticator app if the code is valid.
func (k Keys) EnableTOTP(ctx context.Context, in *struct {
	Body struct {
		Code string `json:"code" maxLength:"20"`
	}
},
) (*wire.Reply[NewCodes], error) {
	t, err := k.Store.Factors.PendingTOTP(ctx)
	if err != nil {
		return nil, err
	}
	used, ok := t.Use(in.Body.Code, k.Now())
	if !ok {
		return nil, fault.Invalid{Issues: []fault.Issue{{Field: "code", Code: fault.InvalidValue}}}
	}
	c := signin.CallerOf(ctx)
	codes, err := k.Guard.FirstCodes(ctx, c)
	if err != nil {
		return nil, err
	}
	return showing(k.Store.Factors.EnableTOTP(ctx, used, codes, staying(c)))
}

// RemoveTOTP removes the authenticator app.
func (k Keys) RemoveTOTP(ctx context.Context, _ *struct{}) (*struct{}, error) {
	return nil, k.Store.Factors.RemoveTOTP(ctx, k.removing(ctx))
}

// BeginPasskey returns the challenge to register a passkey.
func (k Keys) BeginPasskey(ctx context.Context, _ *struct{}) (*wire.Reply[PasskeyOptions], error) {
	options, err := k.Guard.AskNewPasskey(ctx, signin.CallerOf(ctx))
	return wire.ReplyWith(PasskeyOptions{options}, err)
}

// AddPasskey registers the passkey that the browser has created.
func (k Keys) AddPasskey(ctx context.Context, in *struct {
	Body struct {
		Name       string          `json:"name"`
		Credential json.RawMessage `json:"credential" doc:"The credential that the browser created"`
	}
},
) (*wire.Reply[NewCodes], error) {
	c := signin.CallerOf(ctx)
	key, err := k.Guard.NewPasskey(ctx, c, in.Body.Name, in.Body.Credential)
	if err != nil {
		return nil, err
	}
	codes, err := k.Guard.FirstCodes(ctx, c)
	if err != nil {
		return nil, err
	}
	return showing(k.Store.Factors.AddPasskey(ctx, key, codes, staying(c)))
}

// NamePasskey renames a passkey.
func (k Keys) NamePasskey(ctx context.Context, in *struct {
	ID   int64 `path:"id"`
	Body struct {
		Name string `json:"name"`
	}
},
) (*struct{}, error) {
	name, err := account.PasskeyName(in.Body.Name)
	if err != nil {
		return nil, err
	}
	return nil, k.Store.Factors.NamePasskey(ctx, in.ID, name)
}

// RemovePasskey removes a passkey.
func (k Keys) RemovePasskey(ctx context.Context, in *struct {
	ID int64 `path:"id"`
},
) (*struct{}, error) {
	return nil, k.Store.Factors.RemovePasskey(ctx, in.ID, k.removing(ctx))
}

// ReplaceCodes creates new recovery codes and invalidates the old ones.
func (k Keys) ReplaceCodes(ctx context.Context, _ *struct{}) (*wire.Reply[NewCodes], error) {
	c := signin.CallerOf(ctx)
	codes, err := k.Guard.NewCodes(ctx, c)
	if err != nil {
		return nil, err
	}
	return showing(codes.Shown, k.Store.Factors.ReplaceCodes(ctx, codes, staying(c)))
}
