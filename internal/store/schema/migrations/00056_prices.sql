-- +goose Up
-- What a service costs ('45000', '45000+', '45000-90000' in paise, 'ask'), what that buys, a picture, the heading it is
-- listed under, and the end of its page's address. Constant defaults rewrite no row.
ALTER TABLE services
    ADD COLUMN price text NOT NULL DEFAULT '',
    ADD COLUMN unit text NOT NULL DEFAULT '',
    ADD COLUMN image text NOT NULL DEFAULT '',
    ADD COLUMN group_name text NOT NULL DEFAULT '',
    ADD COLUMN address text NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE services DROP COLUMN price, DROP COLUMN unit, DROP COLUMN image, DROP COLUMN group_name, DROP COLUMN address;
