-- +goose Up
-- A value that is brought back is so for every alarm that tells of it: none brings back what came in between. What a value was for a
-- while and is no more is kept, too.
ALTER TABLE alarm_changes ADD COLUMN undone_at timestamptz, ADD COLUMN meanwhile text NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE alarm_changes DROP COLUMN undone_at, DROP COLUMN meanwhile;
