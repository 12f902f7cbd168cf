-- +goose Up
-- Links that work once: one at which the owner makes the account, and those at which a new password is chosen. The secret is stored
-- hashed; expiry is judged by this database's clock.
CREATE TABLE owner_links (
    token text PRIMARY KEY,
    purpose text NOT NULL,
    made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    expires_at timestamptz NOT NULL
);

-- +goose Down
DROP TABLE owner_links;
