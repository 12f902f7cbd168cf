-- +goose Up
-- How the last nightly backup went, for the owner to see: when one was made, and since when none could be.
CREATE TABLE backup_state (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    made_at timestamptz,
    bytes bigint NOT NULL DEFAULT 0,
    failed_at timestamptz
);
INSERT INTO backup_state DEFAULT VALUES;

-- +goose Down
DROP TABLE backup_state;
