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

// NewCodes carries recovery codes when there are new ones: this is the only time
// they can be read.
type NewCodes struct {
	Codes []string `json:"codes,omitempty" doc:"New recovery codes, shown this once"`
}

func showing(codes []string, err error) (*wire.Reply[NewCodes], error) {
	return wire.ReplyWith(NewCodes{codes}, err)
}

// staying is the session that goes on where all others end.
func staying(c *signin.Caller) account.Visit {
	return account.Visit{Browser: c.Browser, Session: c.Token, Device: c.Device}
}

func (k Keys) removing(ctx context.Context) accounts.Change {
	return accounts.Change{Visit: staying(k.Caller(ctx)), Required: k.RequireFactor}
}

// NewTOTP is what an authenticator app must know.
type NewTOTP struct {
	Secret string `json:"secret" doc:"For typing"`
	URL    string `json:"url" doc:"For opening in an app on the same device"`
}

func (k Keys) totpURL(ctx context.Context, t account.TOTP) string {
	return t.URL(k.BaseURL.Hostname(), k.Caller(ctx).Session.Email)
}

// BeginTOTP shares a secret; asked again soon, it shares the same one, for the
// page may have been lost while the app was looked at.
func (k Keys) BeginTOTP(ctx context.Context, _ *struct{}) (*wire.Reply[NewTOTP], error) {
	fresh, err := account.NewTOTP()
	if err != nil {
		return nil, err
	}
	t, err := k.Store.Factors.BeginTOTP(ctx, fresh)
	return wire.ReplyWith(NewTOTP{t.Secret, k.totpURL(ctx, t)}, err)
}

// PicturedAnswer is a picture.
type PicturedAnswer struct {
	ContentType string `header:"Content-Type"`
	Body        []byte
}

// DrawTOTP draws the secret for the app's camera.
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

// EnableTOTP takes the app into use once it has made a right code.
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
	c := k.Caller(ctx)
	codes, err := k.Guard.FirstCodes(ctx, c)
	if err != nil {
		return nil, err
	}
	return showing(k.Store.Factors.EnableTOTP(ctx, used, codes, staying(c)))
}

// RemoveTOTP takes the authenticator app away.
func (k Keys) RemoveTOTP(ctx context.Context, _ *struct{}) (*struct{}, error) {
	return nil, k.Store.Factors.RemoveTOTP(ctx, k.removing(ctx))
}

// BeginPasskey puts a question to a passkey to be registered.
func (k Keys) BeginPasskey(ctx context.Context, _ *struct{}) (*wire.Reply[PasskeyOptions], error) {
	options, err := k.Guard.AskNewPasskey(ctx, k.Caller(ctx))
	return wire.ReplyWith(PasskeyOptions{options}, err)
}

// AddPasskey registers the passkey that the browser has made.
func (k Keys) AddPasskey(ctx context.Context, in *struct {
	Body struct {
		Name       string          `json:"name"`
		Credential json.RawMessage `json:"credential" doc:"What the browser made"`
	}
},
) (*wire.Reply[NewCodes], error) {
	c := k.Caller(ctx)
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

// NamePasskey gives a passkey another name.
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

// RemovePasskey takes a passkey away.
func (k Keys) RemovePasskey(ctx context.Context, in *struct {
	ID int64 `path:"id"`
},
) (*struct{}, error) {
	return nil, k.Store.Factors.RemovePasskey(ctx, in.ID, k.removing(ctx))
}

// ReplaceCodes makes new recovery codes instead of those left.
func (k Keys) ReplaceCodes(ctx context.Context, _ *struct{}) (*wire.Reply[NewCodes], error) {
	c := k.Caller(ctx)
	codes, err := k.Guard.NewCodes(ctx, c)
	if err != nil {
		return nil, err
	}
	return showing(codes.Shown, k.Store.Factors.ReplaceCodes(ctx, codes, staying(c)))
}
