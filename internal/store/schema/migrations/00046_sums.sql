-- +goose Up
-- What is asked of many items, stored beside the list card of each: which languages lack a text, its titles, and the pictures it
-- shows. Entries of missing are "PRIMARY/LANGUAGE": the owner's language decides which texts count, and changing it changes no row.
-- titles are in lower case. NULL: not made yet, the job that makes list cards makes them, too.
ALTER TABLE posts ADD COLUMN missing text[], ADD COLUMN titles text, ADD COLUMN pictures text[];
ALTER TABLE portfolio_items ADD COLUMN missing text[], ADD COLUMN titles text, ADD COLUMN pictures text[];

-- A statement that changes a text, of the version before or by hand, leaves them outdated.
-- +goose StatementBegin
CREATE FUNCTION forget_listed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.missing := NULL;
    NEW.titles := NULL;
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER forget_listed BEFORE UPDATE OF title, content, cover, translations ON posts FOR EACH ROW
    WHEN ((NEW.title, NEW.content, NEW.cover, NEW.translations) IS DISTINCT FROM (OLD.title, OLD.content, OLD.cover, OLD.translations)) EXECUTE FUNCTION forget_listed();
CREATE TRIGGER forget_listed BEFORE UPDATE OF title, description, category, case_study, image_url, translations ON portfolio_items FOR EACH ROW
    WHEN ((NEW.title, NEW.description, NEW.category, NEW.case_study, NEW.image_url, NEW.translations)
        IS DISTINCT FROM (OLD.title, OLD.description, OLD.category, OLD.case_study, OLD.image_url, OLD.translations)) EXECUTE FUNCTION forget_listed();

-- Making them changes nothing about a sample.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION adopt_sample() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    about text[] := ARRAY['sample', 'revision', 'updated_at', 'deleted_at', 'position', 'card', 'published', 'missing', 'titles', 'pictures'];
BEGIN
    NEW.sample := NEW.sample AND to_jsonb(NEW) - about = to_jsonb(OLD) - about;
    RETURN NEW;
END $$;
-- +goose StatementEnd

-- The owner's lists of articles, each in its order, however many there are; and the rows that the job has to look at.
CREATE INDEX posts_stored ON posts (date DESC, id) WHERE deleted_at IS NULL;
CREATE INDEX posts_hidden ON posts (date DESC, id) WHERE NOT published AND deleted_at IS NULL;
CREATE INDEX posts_bin ON posts (deleted_at DESC, date DESC, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX posts_missing ON posts USING gin (missing) WITH (fastupdate = off) WHERE deleted_at IS NULL;
CREATE INDEX posts_pictures ON posts USING gin (pictures) WITH (fastupdate = off) WHERE pictures <> '{}';
CREATE INDEX posts_unlisted ON posts (id) WHERE card IS NULL OR missing IS NULL;

-- Words of titles are found by trigrams where the extension is there; the search is the same without it, only slower.
-- +goose StatementBegin
DO $$ BEGIN
    IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
        CREATE INDEX posts_titles ON posts USING gin (titles gin_trgm_ops);
    END IF;
END $$;
-- +goose StatementEnd

-- How many items there are of each sort, so that nobody counts rows. Every statement adds the difference it makes as rows of its
-- own, so that writers do not wait for each other; the job merges rows of one sort.
CREATE TABLE item_sums (
    list      text NOT NULL,
    deleted   boolean NOT NULL,
    published boolean NOT NULL,
    sample    boolean NOT NULL,
    missing   text[],
    items     bigint NOT NULL
);
CREATE INDEX item_sums_of ON item_sums (list);
-- +goose StatementBegin
CREATE FUNCTION sum_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO item_sums SELECT TG_TABLE_NAME, deleted_at IS NOT NULL, published, sample, missing, count(*) FROM came GROUP BY 2, 3, 4, 5;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO item_sums SELECT TG_TABLE_NAME, deleted_at IS NOT NULL, published, sample, missing, -count(*) FROM gone GROUP BY 2, 3, 4, 5;
    ELSE
        INSERT INTO item_sums SELECT TG_TABLE_NAME, deleted, published, sample, missing, sum(n) FROM (
            SELECT deleted_at IS NOT NULL AS deleted, published, sample, missing, 1 AS n FROM came
            UNION ALL SELECT deleted_at IS NOT NULL, published, sample, missing, -1 FROM gone
        ) AS changed GROUP BY 2, 3, 4, 5 HAVING sum(n) <> 0;
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER sum_new AFTER INSERT ON posts REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION sum_items();
CREATE TRIGGER sum_changed AFTER UPDATE ON posts REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION sum_items();
CREATE TRIGGER sum_deleted AFTER DELETE ON posts REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION sum_items();
CREATE TRIGGER sum_new AFTER INSERT ON portfolio_items REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION sum_items();
CREATE TRIGGER sum_changed AFTER UPDATE ON portfolio_items REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION sum_items();
CREATE TRIGGER sum_deleted AFTER DELETE ON portfolio_items REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION sum_items();

-- The rows that are there. The triggers' lock keeps writers from these two tables until this step is over.
INSERT INTO item_sums SELECT 'posts', deleted_at IS NOT NULL, published, sample, missing, count(*) FROM posts GROUP BY 2, 3, 4, 5;
INSERT INTO item_sums SELECT 'portfolio_items', deleted_at IS NOT NULL, published, sample, missing, count(*) FROM portfolio_items GROUP BY 2, 3, 4, 5;

-- The same of leads. A row without a day counts leads of a status and a form; one with a day counts what came from a source on that
-- day of India's calendar and what was won on it. Spam and the owner's own feedback are no leads of a day. The next step counts the
-- leads that are there.
CREATE TABLE lead_sums (
    day           date,
    status        text NOT NULL,
    feedback_type text NOT NULL,
    source        text NOT NULL,
    by_hand       boolean NOT NULL,
    leads         bigint NOT NULL,
    won           bigint NOT NULL,
    value_inr     bigint NOT NULL
);
CREATE INDEX lead_sums_day ON lead_sums (day);

-- What one lead adds to the sums.
CREATE FUNCTION lead_parts(
    its_status text, its_type text, its_source text, its_hand boolean, came timestamptz, was_won timestamptz, its_value bigint
) RETURNS TABLE (day date, status text, feedback_type text, source text, by_hand boolean, leads bigint, won bigint, value_inr bigint) LANGUAGE sql IMMUTABLE AS $$
    SELECT NULL::date, its_status, its_type, '', its_hand, 1, 0, 0
    UNION ALL SELECT (came AT TIME ZONE 'Asia/Kolkata')::date, '', '', its_source, its_hand, 1, 0, 0 WHERE its_status <> 'spam' AND its_type <> 'owner_feedback'
    UNION ALL SELECT (was_won AT TIME ZONE 'Asia/Kolkata')::date, '', '', its_source, its_hand, 0, 1, coalesce(its_value, 0) WHERE was_won IS NOT NULL AND its_type <> 'owner_feedback'
$$;
-- +goose StatementBegin
CREATE FUNCTION sum_leads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO lead_sums SELECT p.day, p.status, p.feedback_type, p.source, p.by_hand, sum(p.leads), sum(p.won), sum(p.value_inr)
        FROM came f, lead_parts(f.status, f.feedback_type, f.source, f.by_hand, f.created_at, f.won_at, f.value_inr) p GROUP BY 1, 2, 3, 4, 5;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO lead_sums SELECT p.day, p.status, p.feedback_type, p.source, p.by_hand, -sum(p.leads), -sum(p.won), -sum(p.value_inr)
        FROM gone f, lead_parts(f.status, f.feedback_type, f.source, f.by_hand, f.created_at, f.won_at, f.value_inr) p GROUP BY 1, 2, 3, 4, 5;
    ELSE
        INSERT INTO lead_sums SELECT p.day, p.status, p.feedback_type, p.source, p.by_hand, sum(f.n * p.leads), sum(f.n * p.won), sum(f.n * p.value_inr)
        FROM (
            SELECT 1 AS n, status, feedback_type, source, by_hand, created_at, won_at, value_inr FROM came
            UNION ALL SELECT -1, status, feedback_type, source, by_hand, created_at, won_at, value_inr FROM gone
        ) f, lead_parts(f.status, f.feedback_type, f.source, f.by_hand, f.created_at, f.won_at, f.value_inr) p
        GROUP BY 1, 2, 3, 4, 5 HAVING sum(f.n * p.leads) <> 0 OR sum(f.n * p.won) <> 0 OR sum(f.n * p.value_inr) <> 0;
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER sum_new AFTER INSERT ON feedback REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION sum_leads();
CREATE TRIGGER sum_changed AFTER UPDATE ON feedback REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION sum_leads();
CREATE TRIGGER sum_deleted AFTER DELETE ON feedback REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION sum_leads();

-- +goose Down
DROP TRIGGER sum_new ON feedback;
DROP TRIGGER sum_changed ON feedback;
DROP TRIGGER sum_deleted ON feedback;
DROP FUNCTION sum_leads;
DROP FUNCTION lead_parts;
DROP TABLE lead_sums;
DROP TRIGGER sum_new ON posts;
DROP TRIGGER sum_changed ON posts;
DROP TRIGGER sum_deleted ON posts;
DROP TRIGGER sum_new ON portfolio_items;
DROP TRIGGER sum_changed ON portfolio_items;
DROP TRIGGER sum_deleted ON portfolio_items;
DROP FUNCTION sum_items;
DROP TABLE item_sums;
DROP TRIGGER forget_listed ON posts;
DROP TRIGGER forget_listed ON portfolio_items;
DROP FUNCTION forget_listed;
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION adopt_sample() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    about text[] := ARRAY['sample', 'revision', 'updated_at', 'deleted_at', 'position', 'card', 'published'];
BEGIN
    NEW.sample := NEW.sample AND to_jsonb(NEW) - about = to_jsonb(OLD) - about;
    RETURN NEW;
END $$;
-- +goose StatementEnd
DROP INDEX posts_stored, posts_hidden, posts_bin;
ALTER TABLE posts DROP COLUMN missing, DROP COLUMN titles, DROP COLUMN pictures;
ALTER TABLE portfolio_items DROP COLUMN missing, DROP COLUMN titles, DROP COLUMN pictures;
