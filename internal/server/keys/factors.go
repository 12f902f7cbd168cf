package keys

import (
	"context"
	"encoding/json"

	"parichay/internal/account"
	"parichay/internal/fault"
	"parichay/internal/picture"
	"parichay/internal/policy"
)

// NewCodes carries recovery codes when there are new ones: this is the only time
// they can be read.
type NewCodes struct {
	Codes []string `json:"codes,omitempty" doc:"New recovery codes, shown this once"`
}

func showing(codes []string, err error) (*Reply[NewCodes], error) {
	return replyWith(NewCodes{codes}, err)
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
func (k Keys) BeginTOTP(ctx context.Context, _ *struct{}) (*Reply[NewTOTP], error) {
	fresh, err := account.NewTOTP()
	if err != nil {
		return nil, err
	}
	t, err := k.Store.Factors.BeginTOTP(ctx, fresh)
	return replyWith(NewTOTP{t.Secret, k.totpURL(ctx, t)}, err)
}

type picturedAnswer struct {
	ContentType string `header:"Content-Type"`
	Body        []byte
}

func (k Keys) DrawTOTP(ctx context.Context, _ *struct{}) (*picturedAnswer, error) {
	t, err := k.Store.Factors.PendingTOTP(ctx)
	if err != nil {
		return nil, err
	}
	code, err := picture.NewQR(k.totpURL(ctx, t), picture.PrintInk)
	if err != nil {
		return nil, err
	}
	return &picturedAnswer{ContentType: policy.SVG, Body: code.SVG()}, nil
}

// EnableTOTP takes the app into use once it has made a right code.
func (k Keys) EnableTOTP(ctx context.Context, in *struct {
	Body struct {
		Code string `json:"code" maxLength:"20"`
	}
},
) (*Reply[NewCodes], error) {
	t, err := k.Store.Factors.PendingTOTP(ctx)
	if err != nil {
		return nil, err
	}
	used, ok := t.Use(in.Body.Code, k.Now())
	if !ok {
		return nil, fault.Invalid{Issues: []fault.Issue{{Field: "code", Code: fault.InvalidValue}}}
	}
	return showing(k.Store.Factors.EnableTOTP(ctx, used, account.NewRecoveryCodes(), k.Caller(ctx).Browser))
}

func (k Keys) RemoveTOTP(ctx context.Context, _ *struct{}) (*struct{}, error) {
	return nil, k.Store.Factors.RemoveTOTP(ctx, k.Caller(ctx).Browser)
}

func (k Keys) BeginPasskey(ctx context.Context, _ *struct{}) (*Reply[PasskeyOptions], error) {
	options, err := k.Guard.AskNewPasskey(ctx, k.Caller(ctx))
	return replyWith(PasskeyOptions{options}, err)
}

func (k Keys) AddPasskey(ctx context.Context, in *struct {
	Body struct {
		Name       string          `json:"name"`
		Credential json.RawMessage `json:"credential" doc:"What the browser made"`
	}
},
) (*Reply[NewCodes], error) {
	c := k.Caller(ctx)
	key, err := k.Guard.NewPasskey(ctx, c, in.Body.Name, in.Body.Credential)
	if err != nil {
		return nil, err
	}
	return showing(k.Store.Factors.AddPasskey(ctx, key, account.NewRecoveryCodes(), c.Browser))
}

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

func (k Keys) RemovePasskey(ctx context.Context, in *struct {
	ID int64 `path:"id"`
},
) (*struct{}, error) {
	return nil, k.Store.Factors.RemovePasskey(ctx, in.ID, k.Caller(ctx).Browser)
}

func (k Keys) ReplaceCodes(ctx context.Context, _ *struct{}) (*Reply[NewCodes], error) {
	codes := account.NewRecoveryCodes()
	return showing(codes, k.Store.Factors.ReplaceCodes(ctx, codes, k.Caller(ctx).Browser))
}
