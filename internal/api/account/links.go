package account

import (
	"context"
	"errors"

	"parichay/internal/api/wire"
	"parichay/internal/domain/account"
	"parichay/internal/kit/fault"
	"parichay/locales"
)

// linkCheck asks about a link that works once.
type linkCheck struct {
	Body struct {
		Token account.Token `json:"token" maxLength:"100" doc:"What stands behind the # of the link"`
	}
}

// CheckSetUp says whether a form is worth filling in: not_found for a link that does
// not work, conflict once there is an owner.
func (k Keys) CheckSetUp(ctx context.Context, in *linkCheck) (*struct{}, error) {
	return nil, k.Store.Accounts.CheckLink(ctx, account.SetUp, in.Body.Token)
}

// SetUp makes the account.
func (k Keys) SetUp(ctx context.Context, in *struct {
	Body struct {
		Token    account.Token `json:"token" maxLength:"100"`
		Email    string        `json:"email" maxLength:"254"`
		Password string        `json:"password" maxLength:"1024"`
	}
},
) (*SessionAnswer, error) {
	v, err := k.Guard.SetUp(ctx, k.Caller(ctx), in.Body.Token, in.Body.Email, in.Body.Password)
	if err != nil {
		return nil, err
	}
	return k.signedIn(ctx, v)
}

// PasswordReset is what a sign-in page must know.
type PasswordReset struct {
	ByMail  bool `json:"byMail" doc:"There is a mail server: a forgotten password can be replaced"`
	Unowned bool `json:"unowned,omitempty" doc:"There is no account yet: it is made at the link that the program printed"`
}

// GetReset tells of a missing owner no more than any made-up setup link would. Once
// there is one, nobody asks the database again.
func (k Keys) GetReset(ctx context.Context, _ *struct{}) (*wire.Reply[PasswordReset], error) {
	_, err := k.Owned.Get(ctx, func(ctx context.Context) (struct{}, error) { return struct{}{}, k.Store.Accounts.CheckOwned(ctx) })
	return wire.ReplyWith(PasswordReset{ByMail: k.Mail, Unowned: errors.Is(err, fault.ErrNotFound)}, nil)
}

// AskReset answers the same whoever's address it is.
func (k Keys) AskReset(ctx context.Context, in *struct {
	Body struct {
		Email    string       `json:"email" maxLength:"254"`
		Language locales.Lang `json:"language" doc:"Of the mail"`
	}
},
) (*struct{}, error) {
	if !k.Mail {
		return nil, fault.ErrNotFound
	}
	if in.Body.Email == "" {
		return nil, fault.Invalid{Issues: []fault.Issue{{Field: "email", Code: fault.Required}}}
	}
	return nil, k.Guard.AskReset(ctx, k.Caller(ctx), in.Body.Email, in.Body.Language)
}

// CheckReset says whether a form is worth filling in.
func (k Keys) CheckReset(ctx context.Context, in *linkCheck) (*struct{}, error) {
	return nil, k.Store.Accounts.CheckLink(ctx, account.Reset, in.Body.Token)
}

// Reset chooses a new password.
func (k Keys) Reset(ctx context.Context, in *struct {
	Body struct {
		Token    account.Token `json:"token" maxLength:"100"`
		Password string        `json:"password" maxLength:"1024"`
	}
},
) (*SessionAnswer, error) {
	c := k.Caller(ctx)
	proof, err := k.Guard.Reset(ctx, c, in.Body.Token, in.Body.Password)
	if err != nil {
		return nil, err
	}
	return k.passPassword(ctx, c, proof)
}
