-- +goose Up
-- One row a save, never changed afterwards: the newest by updated_at is the site,
-- the others are its history. qr_code_settings is JSON text, as the specification
-- has it; unreadable JSON counts as empty.
CREATE TABLE website_content (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    brand_name text NOT NULL DEFAULT '',
    tagline text NOT NULL DEFAULT '',
    instagram_link text NOT NULL DEFAULT '',
    youtube_link text NOT NULL DEFAULT '',
    facebook_link text NOT NULL DEFAULT '',
    linkedin_link text NOT NULL DEFAULT '',
    twitter_link text NOT NULL DEFAULT '',
    website_link text NOT NULL DEFAULT '',
    whatsapp_link text NOT NULL DEFAULT '',
    phone text NOT NULL DEFAULT '',
    email text NOT NULL DEFAULT '',
    address text NOT NULL DEFAULT '',
    profile_image text NOT NULL DEFAULT '',
    shop_button_url text NOT NULL DEFAULT '',
    feedback_url text NOT NULL DEFAULT '',
    app_download_url text NOT NULL DEFAULT '',
    qr_code_settings text NOT NULL DEFAULT '',
    logo_image text NOT NULL DEFAULT '',
    business_name text NOT NULL DEFAULT '',
    business_hours text NOT NULL DEFAULT '',
    google_play_title text NOT NULL DEFAULT '',
    google_play_subtitle text NOT NULL DEFAULT '',
    google_play_url text NOT NULL DEFAULT '',
    app_store_title text NOT NULL DEFAULT '',
    app_store_subtitle text NOT NULL DEFAULT '',
    app_store_url text NOT NULL DEFAULT '',
    apk_download_title text NOT NULL DEFAULT '',
    apk_download_subtitle text NOT NULL DEFAULT '',
    translations jsonb NOT NULL DEFAULT '{}',
    updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- "The single latest row by updated_at" is what every page load after a change asks for.
CREATE INDEX website_content_latest ON website_content (updated_at DESC, id DESC);

-- +goose Down
DROP TABLE website_content;
