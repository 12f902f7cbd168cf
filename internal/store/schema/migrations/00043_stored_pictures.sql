-- +goose Up
-- When all files of a picture were stored and read back. NULL means that an upload is under way or has failed: such a
-- row is not listed, no field accepts its address, and the hourly sweep removes it.
--
-- The default is for the previous version, which inserts the row before the files and never sets this column. Its rows
-- count as stored, as they do in that version. Its failed uploads are removed after a week, as before.
ALTER TABLE media ADD COLUMN stored_at timestamptz DEFAULT now();
UPDATE media SET stored_at = added_at;

-- The library lists the newest first.
CREATE INDEX media_stored ON media (stored_at DESC, name);

-- The sweep of unfinished uploads reads nothing else.
CREATE INDEX media_unfinished ON media (needed_at) WHERE stored_at IS NULL;

-- +goose Down
ALTER TABLE media DROP COLUMN stored_at;
