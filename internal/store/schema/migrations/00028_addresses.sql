-- +goose Up
-- Every address that an item of a list was ever given besides its id, and whose it is: those it has no longer lead to the one it
-- has, for ever, and nobody else gets them.
CREATE TABLE item_addresses (
    collection text NOT NULL,
    address text NOT NULL,
    item_id text NOT NULL,
    given_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (collection, address)
);
CREATE INDEX item_addresses_of ON item_addresses (collection, item_id);

-- Links at which others read an article before it is public, one for each. The secret is stored hashed; expiry is judged by this
-- database's clock.
CREATE TABLE draft_links (
    token text PRIMARY KEY,
    collection text NOT NULL,
    item_id text NOT NULL,
    expires_at timestamptz NOT NULL,
    UNIQUE (collection, item_id)
);

-- +goose Down
DROP TABLE draft_links;
DROP TABLE item_addresses;
