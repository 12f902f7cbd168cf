-- +goose Up
-- How a phone number is compared: the digits one would dial from abroad. A number without a country code is Indian.
-- field.International says the same in Go; a test keeps the two together.
-- +goose StatementBegin
CREATE FUNCTION international(phone text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE
        WHEN btrim(phone) LIKE '+%' THEN digits
        WHEN digits LIKE '00%' THEN substr(digits, 3)
        WHEN length(digits) = 11 AND digits LIKE '0%' THEN '91' || substr(digits, 2)
        WHEN length(digits) = 10 THEN '91' || digits
        ELSE digits
    END
    FROM regexp_replace(phone, '[^0-9]', '', 'g') AS digits
$$;
-- +goose StatementEnd

-- What the inbox needs of a message: which consent text its sender saw, why it is suspected to be spam (empty when it is
-- not), when the owner was told by mail, and what finds it again. The last two are made by the database, so that rows of
-- the version before have them, too.
ALTER TABLE feedback
    ADD COLUMN consent text NOT NULL DEFAULT '',
    ADD COLUMN flag text NOT NULL DEFAULT '',
    ADD COLUMN mailed_at timestamptz,
    ADD COLUMN phone_key text NOT NULL GENERATED ALWAYS AS (international(phone)) STORED,
    ADD COLUMN search text NOT NULL GENERATED ALWAYS AS (
        lower(name || ' ' || email || ' ' || phone || ' +' || international(phone) || ' ' || company || ' ' || comment || ' -' || id || ' ')) STORED,
    ADD CONSTRAINT feedback_status CHECK (status IN ('pending', 'contacted', 'won', 'lost', 'spam'));

-- The inbox's lists, each in its order, however many there are.
CREATE INDEX feedback_status_newest ON feedback (status, created_at DESC, id DESC);
CREATE INDEX feedback_type_newest ON feedback (feedback_type, created_at DESC, id DESC);

-- One person's messages, to erase them.
CREATE INDEX feedback_email ON feedback (lower(email));
CREATE INDEX feedback_phone ON feedback (phone_key) WHERE phone_key <> '';

-- What happened to a message since it came: moves between statuses and the owner's notes.
CREATE TABLE feedback_events (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    feedback_id bigint NOT NULL REFERENCES feedback ON DELETE CASCADE,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    action text NOT NULL CHECK (action IN ('moved', 'noted')),
    from_status text NOT NULL DEFAULT '',
    to_status text NOT NULL DEFAULT '',
    note text NOT NULL DEFAULT ''
);
CREATE INDEX feedback_events_of ON feedback_events (feedback_id, id);

-- Substrings are found by trigrams where the extension can be had; the search is the same without it, only slower.
-- +goose StatementBegin
DO $$ BEGIN
    IF EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') THEN
        CREATE EXTENSION IF NOT EXISTS pg_trgm;
        CREATE INDEX feedback_search ON feedback USING gin (search gin_trgm_ops);
    END IF;
EXCEPTION WHEN insufficient_privilege THEN
    RAISE NOTICE 'no right to create the extension pg_trgm: the inbox searches without an index';
END $$;
-- +goose StatementEnd

-- +goose Down
DROP TABLE feedback_events;
DROP INDEX IF EXISTS feedback_search;
DROP INDEX feedback_phone, feedback_email, feedback_type_newest, feedback_status_newest;
ALTER TABLE feedback DROP CONSTRAINT feedback_status, DROP COLUMN search, DROP COLUMN phone_key, DROP COLUMN mailed_at, DROP COLUMN flag, DROP COLUMN consent;
DROP FUNCTION international;
