-- +goose Up
-- A case study and a service may be kept from the public, as an article may. A program from before these columns shows all.
ALTER TABLE portfolio_items ADD COLUMN published boolean NOT NULL DEFAULT true;
ALTER TABLE services ADD COLUMN published boolean NOT NULL DEFAULT true;

-- +goose Down
ALTER TABLE portfolio_items DROP COLUMN published;
ALTER TABLE services DROP COLUMN published;
