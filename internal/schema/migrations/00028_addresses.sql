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

-- +goose Down
DROP TABLE item_addresses;
