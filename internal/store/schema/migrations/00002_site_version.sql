-- +goose Up
-- One number that every change of public content raises, in the transaction that
-- makes the change. It keys the page cache of every replica, and its row lock lets
-- one writer in at a time.
CREATE TABLE site_version (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    version bigint NOT NULL
);

INSERT INTO site_version (version) VALUES (1);

-- +goose Down
DROP TABLE site_version;
