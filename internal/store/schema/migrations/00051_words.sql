-- +goose Up
-- The owner's trade and own words on the pages, as JSON text like looks. Empty: no trade is chosen and no word is written.
ALTER TABLE website_content ADD COLUMN words text;
UPDATE website_content SET words = '';

-- A program from before this column does not change it.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION keep_arrangement() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    last website_content%ROWTYPE;
BEGIN
    SELECT * INTO last FROM website_content ORDER BY updated_at DESC, id DESC LIMIT 1;
    NEW.arrangement := coalesce(NEW.arrangement, last.arrangement, '');
    NEW.looks := coalesce(NEW.looks, last.looks, '');
    NEW.words := coalesce(NEW.words, last.words, '');
    RETURN NEW;
END $$;
-- +goose StatementEnd
DROP TRIGGER keep_arrangement ON website_content;
CREATE TRIGGER keep_arrangement BEFORE INSERT ON website_content FOR EACH ROW
    WHEN (NEW.arrangement IS NULL OR NEW.looks IS NULL OR NEW.words IS NULL) EXECUTE FUNCTION keep_arrangement();
ALTER TABLE website_content ALTER COLUMN words SET NOT NULL;

-- +goose Down
DROP TRIGGER keep_arrangement ON website_content;
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION keep_arrangement() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    last website_content%ROWTYPE;
BEGIN
    SELECT * INTO last FROM website_content ORDER BY updated_at DESC, id DESC LIMIT 1;
    NEW.arrangement := coalesce(NEW.arrangement, last.arrangement, '');
    NEW.looks := coalesce(NEW.looks, last.looks, '');
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER keep_arrangement BEFORE INSERT ON website_content FOR EACH ROW
    WHEN (NEW.arrangement IS NULL OR NEW.looks IS NULL) EXECUTE FUNCTION keep_arrangement();
ALTER TABLE website_content DROP COLUMN words;
