-- +goose Up
-- What no page can be made from is refused when it is written. Rows from before stay as they are: the newest readable one
-- is shown. A constraint on new rows takes the table's lock for a moment; checking the old ones does not stop writers.
ALTER TABLE website_content ADD CONSTRAINT website_content_readable CHECK (
    isfinite(updated_at)
    AND jsonb_typeof(translations) = 'object'
    AND NOT jsonb_path_exists(translations, '$.keyvalue().value ? (@.type() != "object")')
    AND NOT jsonb_path_exists(translations, '$.*.keyvalue().value ? (@.type() != "string")', '{}', true)
) NOT VALID;
-- +goose StatementBegin
DO $$
BEGIN
    ALTER TABLE website_content VALIDATE CONSTRAINT website_content_readable;
EXCEPTION WHEN check_violation THEN
    NULL; -- a damaged row must not keep the program from starting
END $$;
-- +goose StatementEnd

-- +goose Down
ALTER TABLE website_content DROP CONSTRAINT website_content_readable;
