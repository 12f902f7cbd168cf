-- +goose Up
-- Texts are watched for contacts: which of them appeared in a text when it was changed, a line each. The previous version writes none.
ALTER TABLE alarm_changes ADD COLUMN appeared text NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE alarm_changes DROP COLUMN appeared;
