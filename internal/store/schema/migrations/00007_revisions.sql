-- +goose Up
-- Who saved a revision of the site, and how: an edit, or an older one brought back.
ALTER TABLE website_content
    ADD COLUMN saved_by text NOT NULL DEFAULT '',
    ADD COLUMN action text NOT NULL DEFAULT 'saved';

-- Every state an item of a list has had, whole. The key makes a retried creation
-- the same item.
CREATE TABLE item_revisions (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    collection text NOT NULL,
    item_id text NOT NULL,
    action text NOT NULL,
    saved_by text NOT NULL,
    saved_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    body jsonb NOT NULL,
    idempotency_key text UNIQUE
);

-- History is read by list and by item, newest first.
CREATE INDEX item_revisions_by_item ON item_revisions (collection, item_id, id DESC);

-- An item's newest revision; 0 until its first change, when the state before it
-- becomes its first.
ALTER TABLE posts ADD COLUMN revision bigint NOT NULL DEFAULT 0;
ALTER TABLE portfolio_items ADD COLUMN revision bigint NOT NULL DEFAULT 0;
ALTER TABLE services ADD COLUMN revision bigint NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE services DROP COLUMN revision;
ALTER TABLE portfolio_items DROP COLUMN revision;
ALTER TABLE posts DROP COLUMN revision;
DROP TABLE item_revisions;
ALTER TABLE website_content DROP COLUMN action, DROP COLUMN saved_by;
