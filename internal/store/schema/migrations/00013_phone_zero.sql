-- +goose Up
-- "+91 (0)98250 12345" is 919825012345, too: the zero is dialled at home only.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION international(phone text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT regexp_replace(CASE
        WHEN btrim(phone) LIKE '+%' THEN digits
        WHEN digits LIKE '00%' THEN substr(digits, 3)
        WHEN length(digits) = 11 AND digits LIKE '0%' THEN '91' || substr(digits, 2)
        WHEN length(digits) = 10 THEN '91' || digits
        ELSE digits
    END, '^910([0-9]{10})$', '91\1')
    FROM regexp_replace(phone, '[^0-9]', '', 'g') AS digits
$$;
-- +goose StatementEnd

-- What the database made of such numbers is made anew.
UPDATE feedback SET phone = phone WHERE phone_key ~ '^910[0-9]{10}$';

-- +goose Down
-- The function before it serves as well; nothing to take back.
SELECT 1;
