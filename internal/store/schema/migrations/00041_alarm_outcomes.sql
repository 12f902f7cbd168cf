-- +goose Up
-- What became of a change that was taken back. Taking back ten thousand of them takes more than one call: the next goes on
-- with those that have none.
ALTER TABLE alarm_changes ADD COLUMN outcome text NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE alarm_changes DROP COLUMN outcome;
