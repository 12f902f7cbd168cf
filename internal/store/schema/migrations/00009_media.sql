-- +goose Up
-- One row a picture that was ever uploaded, written before its files are: whatever
-- lies in the bucket is known here, so that what nobody came to show can be
-- collected. needed_at is when it was last uploaded, or last found in use.
CREATE TABLE media (
    name text PRIMARY KEY,
    needed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- The collector asks for those that have not been needed for longest.
CREATE INDEX media_unneeded ON media (needed_at);

-- +goose Down
DROP TABLE media;
