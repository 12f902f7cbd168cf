package account

import (
	"context"
	"errors"

	"parichay/internal/api/signin"
	"parichay/internal/api/wire"
	"parichay/internal/domain/account"
	"parichay/internal/kit/fault"
	"parichay/locales"
)

// linkCheck is a request to check a single-use link.
type linkCheck struct {
	Body struct {
		Token account.Token `json:"token" maxLength:"100" doc:"The part of the link after the #"`
	}
}

// CheckSetUp checks a setup link before the form is filled in. It returns ErrNotFound for an
// invalid link, and ErrConflict if an owner exists.
func (k Keys) CheckSetUp(ctx context.Context, in *linkCheck) (*struct{}, error) {
	return nil, k.Store.Accounts.CheckLink(ctx, account.SetUp, in.Body.Token)
}

// SetUp creates the owner's account with a setup link.
func (k Keys) SetUp(ctx context.Context, in *struct {
	Body struct {
		Token    account.Token `json:"token" maxLength:"100"`
		Email    string        `json:"email" maxLength:"254"`
		Password string        `json:"password" maxLength:"1024"`
	}
},
) (*SessionAnswer, error) {
	v, err := k.Guard.SetUp(ctx, signin.CallerOf(ctx), in.Body.Token, in.Body.Email, in.Body.Password)
	if err != nil {
		return nil, err
	}
	return k.signedIn(ctx, v)
}

// PasswordReset tells the sign-in page whether it can offer a password reset, and whether
// there is an account at all.
type PasswordReset struct {
	ByMail  bool `json:"byMail" doc:"A mail server is configured: a forgotten password can be reset"`
	Unowned bool `json:"unowned,omitempty" doc:"There is no account yet: the setup link that the program printed creates it"`
}

// GetReset returns whether passwords can be reset by mail and whether an owner exists. The
// latter is not a secret, because a request with an invalid setup link reveals it, too. Once
// an owner exists, the result is cached.
func (k Keys) GetReset(ctx context.Context, _ *struct{}) (*wire.Reply[PasswordReset], error) {
	_, err := k.Owned.Get(ctx, func(ctx context.Context) (struct{}, error) { return struct{}{}, k.Store.Accounts.CheckOwned(ctx) })
	return wire.ReplyWith(PasswordReset{ByMail: k.Mail, Unowned: errors.Is(err, fault.ErrNotFound)}, nil)
}

// AskReset requests a reset link. The response is the same for every address.
func (k Keys) AskReset(ctx context.Context, in *struct {
	Body struct {
		Email    string       `json:"email" maxLength:"254"`
		Language locales.Lang `json:"language" doc:"Language of the email"`
	}
},
) (*struct{}, error) {
	if !k.Mail {
		return nil, fault.ErrNotFound
	}
	if in.Body.Email == "" {
		return nil, fault.Invalid{Issues: []fault.Issue{{Field: "email", Code: fault.Required}}}
	}
	return nil, k.Guard.AskReset(ctx, signin.CallerOf(ctx), in.Body.Email, in.Body.Language)
}

// CheckReset checks a reset link before the form is filled in.
func (k Keys) CheckReset(ctx context.Context, in *linkCheck) (*struct{}, error) {
	return nil, k.Store.Accounts.CheckLink(ctx, account.Reset, in.Body.Token)
}

// Reset sets a new password with a reset link.
func (k Keys) Reset(ctx context.Context, in *struct {
	Body struct {
		Token    account.Token `json:"token" maxLength:"100"`
		Password string        `json:"password" maxLength:"1024"`
	}
},
) (*SessionAnswer, error) {
	c := signin.CallerOf(ctx)
	proof, err := k.Guard.Reset(ctx, c, in.Body.Token, in.Body.Password)
	if err != nil {
		return nil, err
	}
	return k.passPassword(ctx, c, proof)
}
