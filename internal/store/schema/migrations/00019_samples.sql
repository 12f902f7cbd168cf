-- +goose Up
-- What the owner decided about the page as a whole: what is left out, in which order social links stand, whether the name is theirs.
ALTER TABLE website_content ADD COLUMN arrangement text;
UPDATE website_content SET arrangement = '';

-- A program from before this column writes revisions without it: what the owner left out must not come back with them.
-- +goose StatementBegin
CREATE FUNCTION keep_arrangement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.arrangement := coalesce((SELECT arrangement FROM website_content ORDER BY updated_at DESC, id DESC LIMIT 1), '');
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER keep_arrangement BEFORE INSERT ON website_content FOR EACH ROW WHEN (NEW.arrangement IS NULL) EXECUTE FUNCTION keep_arrangement();
ALTER TABLE website_content ALTER COLUMN arrangement SET NOT NULL;

-- Whether the site goes by its owner's name: then visitors see no samples. The profile says so; lists ask here.
ALTER TABLE site_version ADD COLUMN named boolean NOT NULL DEFAULT false;
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION site_version_untold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.told = OLD.told AND NEW.version <> OLD.version THEN
        NEW.untold := NEW.version;
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd
-- Who writes a revision decides it, a program from before this column as well. A test holds it to profile.Owned.
-- +goose StatementBegin
CREATE FUNCTION name_site() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE site_version SET named = coalesce((
        SELECT brand_name NOT IN ('', 'Digital Market') OR translations::text LIKE '%"brandName"%' OR arrangement LIKE '%"named":"yes"%'
        FROM website_content ORDER BY updated_at DESC, id DESC LIMIT 1), false);
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER name_site AFTER INSERT OR DELETE ON website_content FOR EACH STATEMENT EXECUTE FUNCTION name_site();
UPDATE site_version SET named = coalesce((
    SELECT brand_name NOT IN ('', 'Digital Market') OR translations::text LIKE '%"brandName"%'
    FROM website_content ORDER BY updated_at DESC, id DESC LIMIT 1), false);

-- What came with the site and nobody has changed yet.
ALTER TABLE services ADD COLUMN sample boolean NOT NULL DEFAULT false;
ALTER TABLE portfolio_items ADD COLUMN sample boolean NOT NULL DEFAULT false;
ALTER TABLE posts ADD COLUMN sample boolean NOT NULL DEFAULT false;
UPDATE services SET sample = true WHERE revision = 0 AND id IN (
    'social-media-management', 'search-engine-optimization', 'content-marketing', 'paid-advertising');
UPDATE portfolio_items SET sample = true WHERE revision = 0 AND id IN (
    'brass-parts-maker-jamnagar-content', 'saree-retailer-surat-social', 'farsan-sweets-shop-bhavnagar-local-search', 'tuition-class-vadodara-paid-ads');
UPDATE posts SET sample = true WHERE revision = 0 AND id IN (
    'google-business-profile-one-hour-setup', 'whatsapp-shop-window', 'what-should-a-lead-cost', 'local-search-in-gujarati-and-hindi',
    'instagram-reels-weekly-routine', 'product-photos-with-a-phone', 'festival-marketing-calendar-gujarat', 'reviews-and-replies',
    'six-numbers-every-month', 'first-website-for-a-shop');

-- A sample that is changed is the owner's. Putting it into the bin or elsewhere in the order changes nothing about it.
-- +goose StatementBegin
CREATE FUNCTION adopt_sample() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    about text[] := ARRAY['sample', 'revision', 'updated_at', 'deleted_at', 'position', 'card'];
BEGIN
    NEW.sample := NEW.sample AND to_jsonb(NEW) - about = to_jsonb(OLD) - about;
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER adopt_sample BEFORE UPDATE ON services FOR EACH ROW WHEN (OLD.sample) EXECUTE FUNCTION adopt_sample();
CREATE TRIGGER adopt_sample BEFORE UPDATE ON portfolio_items FOR EACH ROW WHEN (OLD.sample) EXECUTE FUNCTION adopt_sample();
CREATE TRIGGER adopt_sample BEFORE UPDATE ON posts FOR EACH ROW WHEN (OLD.sample) EXECUTE FUNCTION adopt_sample();

-- +goose Down
DROP TRIGGER adopt_sample ON posts;
DROP TRIGGER adopt_sample ON portfolio_items;
DROP TRIGGER adopt_sample ON services;
DROP FUNCTION adopt_sample;
ALTER TABLE posts DROP COLUMN sample;
ALTER TABLE portfolio_items DROP COLUMN sample;
ALTER TABLE services DROP COLUMN sample;
ALTER TABLE site_version DROP COLUMN named;
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION site_version_untold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.told = OLD.told THEN
        NEW.untold := NEW.version;
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd
DROP TRIGGER name_site ON website_content;
DROP FUNCTION name_site;
DROP TRIGGER keep_arrangement ON website_content;
DROP FUNCTION keep_arrangement;
ALTER TABLE website_content DROP COLUMN arrangement;
