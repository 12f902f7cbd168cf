-- +goose Up
-- Which version of the site last changed what: the profile ("profile"), a list
-- ("posts") or one item of it ("posts/an-id"). A page is made anew only when
-- something it shows has changed.
CREATE TABLE site_changes (
    scope text PRIMARY KEY,
    version bigint NOT NULL
);

-- A replica asks for what changed since the version it knows.
CREATE INDEX site_changes_version ON site_changes (version);

-- told is the last version whose changes are in site_changes. untold is the last one
-- raised by a program from before this table, which may have changed anything.
ALTER TABLE site_version ADD COLUMN told bigint NOT NULL DEFAULT 0, ADD COLUMN untold bigint NOT NULL DEFAULT 0;

-- +goose StatementBegin
CREATE FUNCTION site_version_untold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.told = OLD.told THEN
        NEW.untold := NEW.version;
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd

CREATE TRIGGER site_version_untold BEFORE UPDATE ON site_version FOR EACH ROW EXECUTE FUNCTION site_version_untold();

-- +goose Down
DROP TRIGGER site_version_untold ON site_version;
DROP FUNCTION site_version_untold;
ALTER TABLE site_version DROP COLUMN told, DROP COLUMN untold;
DROP TABLE site_changes;
