-- +goose Up
-- Hiding a sample, and showing it again, changes nothing about it either: nobody has made it their own by that.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION adopt_sample() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    about text[] := ARRAY['sample', 'revision', 'updated_at', 'deleted_at', 'position', 'card', 'published'];
BEGIN
    NEW.sample := NEW.sample AND to_jsonb(NEW) - about = to_jsonb(OLD) - about;
    RETURN NEW;
END $$;
-- +goose StatementEnd

-- +goose Down
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION adopt_sample() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    about text[] := ARRAY['sample', 'revision', 'updated_at', 'deleted_at', 'position', 'card'];
BEGIN
    NEW.sample := NEW.sample AND to_jsonb(NEW) - about = to_jsonb(OLD) - about;
    RETURN NEW;
END $$;
-- +goose StatementEnd
