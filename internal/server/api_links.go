package server

import (
	"context"
	"errors"

	"parichay/internal/account"
	"parichay/internal/fault"
	"parichay/locales"
)

// linkCheck asks about a link that works once.
type linkCheck struct {
	Body struct {
		Token account.Token `json:"token" maxLength:"100" doc:"What stands behind the # of the link"`
	}
}

// checkSetUp says whether a form is worth filling in: not_found for a link that does
// not work, conflict once there is an owner.
func (s accountAPI) checkSetUp(ctx context.Context, in *linkCheck) (*struct{}, error) {
	return nil, s.store.Accounts.CheckLink(ctx, account.SetUp, in.Body.Token)
}

func (s accountAPI) setUp(ctx context.Context, in *struct {
	Body struct {
		Token    account.Token `json:"token" maxLength:"100"`
		Email    string        `json:"email" maxLength:"254"`
		Password string        `json:"password" maxLength:"1024"`
	}
},
) (*sessionAnswer, error) {
	v, err := s.guard.SetUp(ctx, callerOf(ctx), in.Body.Token, in.Body.Email, in.Body.Password)
	if err != nil {
		return nil, err
	}
	return s.signedIn(ctx, v)
}

// PasswordReset is what a sign-in page must know.
type PasswordReset struct {
	ByMail  bool `json:"byMail" doc:"There is a mail server: a forgotten password can be replaced"`
	Unowned bool `json:"unowned,omitempty" doc:"There is no account yet: it is made at the link that the program printed"`
}

// getReset tells of a missing owner no more than any made-up setup link would. Once
// there is one, nobody asks the database again.
func (s accountAPI) getReset(ctx context.Context, _ *struct{}) (*reply[PasswordReset], error) {
	_, err := s.owned.Get(ctx, func(ctx context.Context) (struct{}, error) { return struct{}{}, s.store.Accounts.CheckOwned(ctx) })
	return replyWith(PasswordReset{ByMail: s.config.Mail, Unowned: errors.Is(err, fault.ErrNotFound)}, nil)
}

// askReset answers the same whoever's address it is.
func (s accountAPI) askReset(ctx context.Context, in *struct {
	Body struct {
		Email    string       `json:"email" maxLength:"254"`
		Language locales.Lang `json:"language" doc:"Of the mail"`
	}
},
) (*struct{}, error) {
	if !s.config.Mail {
		return nil, fault.ErrNotFound
	}
	if in.Body.Email == "" {
		return nil, fault.Invalid{Issues: []fault.Issue{{Field: "email", Code: fault.Required}}}
	}
	return nil, s.guard.AskReset(ctx, callerOf(ctx), in.Body.Email, in.Body.Language)
}

func (s accountAPI) checkReset(ctx context.Context, in *linkCheck) (*struct{}, error) {
	return nil, s.store.Accounts.CheckLink(ctx, account.Reset, in.Body.Token)
}

func (s accountAPI) reset(ctx context.Context, in *struct {
	Body struct {
		Token    account.Token `json:"token" maxLength:"100"`
		Password string        `json:"password" maxLength:"1024"`
	}
},
) (*sessionAnswer, error) {
	c := callerOf(ctx)
	proof, err := s.guard.Reset(ctx, c, in.Body.Token, in.Body.Password)
	if err != nil {
		return nil, err
	}
	return s.passPassword(ctx, c, proof)
}
