-- +goose Up
-- Which group of services a block with prices shows; empty: all. A constant default rewrites no row.
ALTER TABLE blocks ADD COLUMN group_name text NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE blocks DROP COLUMN group_name;
