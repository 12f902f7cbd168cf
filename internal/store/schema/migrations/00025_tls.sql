-- +goose Up
-- What a program needs to serve HTTPS by itself, shared by all replicas: certificates with their keys, the account at the authority, and
-- challenges under way. Names are paths. None of it belongs into a backup: after a restore new certificates are asked for.
CREATE TABLE tls_files (
    name text PRIMARY KEY,
    value bytea NOT NULL,
    stored_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Who is asking the authority now, so that only one replica does. The holder moves expires_at on while it lives; judged by this
-- database's clock.
CREATE TABLE tls_locks (
    name text PRIMARY KEY,
    owner text NOT NULL,
    expires_at timestamptz NOT NULL
);

-- +goose Down
DROP TABLE tls_locks;
DROP TABLE tls_files;
