-- +goose Up
-- What the owner knows a picture by: the name its file had, and what it shows, in each language.
ALTER TABLE media ADD COLUMN title text NOT NULL DEFAULT '';
ALTER TABLE media ADD COLUMN alt jsonb NOT NULL DEFAULT '{}';

-- When it came; of those that were there before nobody knows more than when they were last needed.
ALTER TABLE media ADD COLUMN added_at timestamptz NOT NULL DEFAULT now();
UPDATE media SET added_at = needed_at;

-- The library shows the newest first.
CREATE INDEX media_newest ON media (added_at DESC, name);

-- +goose Down
ALTER TABLE media DROP COLUMN added_at, DROP COLUMN alt, DROP COLUMN title;
