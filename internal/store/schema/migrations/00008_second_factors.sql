-- +goose Up
-- What the owner is shown of a session, and until when it may change
-- credentials. `data` was the session library's; new rows leave it out, and a
-- later step drops it.
ALTER TABLE sessions
    ADD COLUMN id text NOT NULL UNIQUE DEFAULT gen_random_uuid()::text,
    ADD COLUMN created_at timestamptz NOT NULL DEFAULT now(),
    ADD COLUMN last_seen timestamptz NOT NULL DEFAULT now(),
    ADD COLUMN confirmed_until timestamptz,
    ADD COLUMN user_agent text NOT NULL DEFAULT '',
    ADD COLUMN network text NOT NULL DEFAULT '',
    ALTER COLUMN data DROP NOT NULL;

-- What passkeys know the owner by: random, so that it says nothing.
ALTER TABLE owner
    ADD COLUMN handle bytea NOT NULL
    DEFAULT decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');

-- Right passwords that still owe a second factor. They live apart from sessions:
-- nothing that looks for a session can take one for it.
CREATE TABLE half_sessions (
    token text PRIMARY KEY,
    attempts int NOT NULL DEFAULT 0,
    expires_at timestamptz NOT NULL
);

-- Browsers that have signed in before. Their attempts are counted apart, so that
-- strangers' guesses do not lock the owner out.
CREATE TABLE known_devices (
    token text PRIMARY KEY,
    expires_at timestamptz NOT NULL
);

-- Authenticator apps: the one in use and, while one is being set up, the next.
-- last_step is that of the newest code used: no code works twice.
CREATE TABLE authenticators (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    secret text NOT NULL,
    last_step bigint NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    enabled_at timestamptz
);

-- Registered passkeys. `credential` holds the public key and its counter.
CREATE TABLE passkeys (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    credential_id bytea NOT NULL UNIQUE,
    credential jsonb NOT NULL,
    name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    last_used timestamptz
);

-- Recovery codes not used yet, hashed.
CREATE TABLE recovery_codes (
    code text PRIMARY KEY
);

-- Questions put to passkeys, each to be answered once. One asked for a
-- registration belongs to a session; strangers' are bounded by network.
CREATE TABLE challenges (
    challenge text PRIMARY KEY,
    session text NOT NULL DEFAULT '',
    network text NOT NULL DEFAULT '',
    data jsonb NOT NULL,
    expires_at timestamptz NOT NULL
);

CREATE INDEX challenges_expiry ON challenges (expires_at);

CREATE INDEX challenges_by_network ON challenges (network);

-- What happened to the account, for its owner to look up.
CREATE TABLE security_events (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind text NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    times int NOT NULL DEFAULT 1,
    user_agent text NOT NULL DEFAULT '',
    network text NOT NULL DEFAULT ''
);

CREATE INDEX security_events_newest ON security_events (at DESC);

-- +goose Down
DROP TABLE security_events;
DROP TABLE challenges;
DROP TABLE recovery_codes;
DROP TABLE passkeys;
DROP TABLE authenticators;
DROP TABLE known_devices;
DROP TABLE half_sessions;
ALTER TABLE owner DROP COLUMN handle;
DELETE FROM sessions WHERE data IS NULL;
ALTER TABLE sessions
    ALTER COLUMN data SET NOT NULL,
    DROP COLUMN network,
    DROP COLUMN user_agent,
    DROP COLUMN confirmed_until,
    DROP COLUMN last_seen,
    DROP COLUMN created_at,
    DROP COLUMN id;
