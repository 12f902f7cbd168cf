-- +goose Up
-- Days whose hours differ from the usual week, one per line.
ALTER TABLE website_content ADD COLUMN special_days text NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE website_content DROP COLUMN special_days;
