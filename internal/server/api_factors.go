package server

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

func showing(codes []string, err error) (*reply[NewCodes], error) {
	return replyWith(NewCodes{codes}, err)
}

// NewTOTP is what an authenticator app must know.
type NewTOTP struct {
	Secret string `json:"secret" doc:"For typing"`
	URL    string `json:"url" doc:"For opening in an app on the same device"`
}

func (s accountAPI) totpURL(ctx context.Context, t account.TOTP) string {
	return t.URL(s.config.BaseURL.Hostname(), callerOf(ctx).Session.Email)
}

// beginTOTP shares a secret; asked again soon, it shares the same one, for the
// page may have been lost while the app was looked at.
func (s accountAPI) beginTOTP(ctx context.Context, _ *struct{}) (*reply[NewTOTP], error) {
	fresh, err := account.NewTOTP()
	if err != nil {
		return nil, err
	}
	t, err := s.store.Factors.BeginTOTP(ctx, fresh)
	return replyWith(NewTOTP{t.Secret, s.totpURL(ctx, t)}, err)
}

type picturedAnswer struct {
	ContentType string `header:"Content-Type"`
	Body        []byte
}

func (s accountAPI) drawTOTP(ctx context.Context, _ *struct{}) (*picturedAnswer, error) {
	t, err := s.store.Factors.PendingTOTP(ctx)
	if err != nil {
		return nil, err
	}
	code, err := picture.NewQR(s.totpURL(ctx, t), picture.PrintInk)
	if err != nil {
		return nil, err
	}
	return &picturedAnswer{ContentType: policy.SVG, Body: code.SVG()}, nil
}

// enableTOTP takes the app into use once it has made a right code.
func (s accountAPI) enableTOTP(ctx context.Context, in *struct {
	Body struct {
		Code string `json:"code" maxLength:"20"`
	}
},
) (*reply[NewCodes], error) {
	t, err := s.store.Factors.PendingTOTP(ctx)
	if err != nil {
		return nil, err
	}
	used, ok := t.Use(in.Body.Code, s.config.Now())
	if !ok {
		return nil, fault.Invalid{Issues: []fault.Issue{{Field: "code", Code: fault.InvalidValue}}}
	}
	return showing(s.store.Factors.EnableTOTP(ctx, used, account.NewRecoveryCodes(), callerOf(ctx).Browser))
}

func (s accountAPI) removeTOTP(ctx context.Context, _ *struct{}) (*struct{}, error) {
	return nil, s.store.Factors.RemoveTOTP(ctx, callerOf(ctx).Browser)
}

func (s accountAPI) beginPasskey(ctx context.Context, _ *struct{}) (*reply[PasskeyOptions], error) {
	options, err := s.guard.AskNewPasskey(ctx, callerOf(ctx))
	return replyWith(PasskeyOptions{options}, err)
}

func (s accountAPI) addPasskey(ctx context.Context, in *struct {
	Body struct {
		Name       string          `json:"name"`
		Credential json.RawMessage `json:"credential" doc:"What the browser made"`
	}
},
) (*reply[NewCodes], error) {
	c := callerOf(ctx)
	key, err := s.guard.NewPasskey(ctx, c, in.Body.Name, in.Body.Credential)
	if err != nil {
		return nil, err
	}
	return showing(s.store.Factors.AddPasskey(ctx, key, account.NewRecoveryCodes(), c.Browser))
}

func (s accountAPI) namePasskey(ctx context.Context, in *struct {
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
	return nil, s.store.Factors.NamePasskey(ctx, in.ID, name)
}

func (s accountAPI) removePasskey(ctx context.Context, in *struct {
	ID int64 `path:"id"`
},
) (*struct{}, error) {
	return nil, s.store.Factors.RemovePasskey(ctx, in.ID, callerOf(ctx).Browser)
}

func (s accountAPI) replaceCodes(ctx context.Context, _ *struct{}) (*reply[NewCodes], error) {
	codes := account.NewRecoveryCodes()
	return showing(codes, s.store.Factors.ReplaceCodes(ctx, codes, callerOf(ctx).Browser))
}
