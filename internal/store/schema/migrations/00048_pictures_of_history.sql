-- +goose Up
-- The names of the pictures in a text, without their endings: whether an earlier state of an item shows one is asked before it is
-- deleted, and reading every state takes half a second of 2,500.
-- +goose StatementBegin
CREATE FUNCTION picture_names(text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT ARRAY(SELECT DISTINCT name[1] FROM regexp_matches($1, '(public/[a-z_]+/[0-9a-f]{32}-[0-9]+x[0-9]+)', 'g') AS name)
$$;
-- +goose StatementEnd
CREATE INDEX item_revisions_pictures ON item_revisions USING gin (picture_names(body::text)) WITH (fastupdate = off);

-- +goose Down
DROP INDEX item_revisions_pictures;
DROP FUNCTION picture_names(text);
