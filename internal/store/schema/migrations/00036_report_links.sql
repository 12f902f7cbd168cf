-- +goose Up
-- Links at which others read the reports without signing in. The secret is stored hashed; expiry is judged by this database's
-- clock. The label is the owner's own note of whom it is for.
CREATE TABLE report_links (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    token text NOT NULL UNIQUE,
    label text NOT NULL DEFAULT '',
    money boolean NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    expires_at timestamptz NOT NULL
);

-- +goose Down
DROP TABLE report_links;
