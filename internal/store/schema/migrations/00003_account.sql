-- +goose Up
-- The one owner. There is no default account: `parichay owner set` makes it.
CREATE TABLE owner (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    email text NOT NULL,
    password_hash text NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now()
);

-- Sign-in sessions. The token is stored hashed; expiry is judged by this
-- database's clock, so that replicas cannot disagree.
CREATE TABLE sessions (
    token text PRIMARY KEY,
    data bytea NOT NULL,
    expires_at timestamptz NOT NULL
);

CREATE INDEX sessions_expiry ON sessions (expires_at);

-- One row a sign-in attempt that has not succeeded, by what is counted
-- (account or network), so that guessing is slowed on all replicas together.
CREATE TABLE sign_in_attempts (
    counter text NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE INDEX sign_in_attempts_by_counter ON sign_in_attempts (counter, at);

-- +goose Down
DROP TABLE sign_in_attempts;
DROP TABLE sessions;
DROP TABLE owner;
