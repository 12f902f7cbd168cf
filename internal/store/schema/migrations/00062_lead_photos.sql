-- +goose Up
-- Pictures that visitors sent with a lead, re-encoded as JPEG. They are rows and not files, so that they commit with their
-- lead and are deleted with it. The sum of bytes is limited.
CREATE TABLE lead_photos (
    feedback_id bigint NOT NULL REFERENCES feedback ON DELETE CASCADE,
    place integer NOT NULL CHECK (place BETWEEN 1 AND 3),
    width integer NOT NULL,
    height integer NOT NULL,
    whole bytea NOT NULL,
    small bytea NOT NULL,
    bytes integer NOT NULL GENERATED ALWAYS AS (octet_length(whole) + octet_length(small)) STORED,
    PRIMARY KEY (feedback_id, place)
);

-- A JPEG does not compress any further.
ALTER TABLE lead_photos ALTER COLUMN whole SET STORAGE EXTERNAL, ALTER COLUMN small SET STORAGE EXTERNAL;

-- +goose Down
DROP TABLE lead_photos;
