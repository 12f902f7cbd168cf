-- +goose Up
-- Networks are counted with their neighbours (the /48 of an IPv6 one), too; and what reached the inbox lately decides how
-- much work the next form asks for.
ALTER TABLE arrivals
    ADD COLUMN wide bytea,
    ADD COLUMN inbox boolean NOT NULL DEFAULT false;
CREATE INDEX arrivals_wide ON arrivals (wide, at) WHERE wide IS NOT NULL;
CREATE INDEX arrivals_inbox ON arrivals (at) WHERE inbox;

-- How much reached the inbox lately: each message counts one, and half of that after each cools_by seconds. The last ones
-- are enough: more of them than that ask for as much as can be asked.
CREATE FUNCTION inbox_heat(cools_by double precision, heating integer) RETURNS double precision LANGUAGE sql STABLE AS $$
    SELECT coalesce(sum(power(0.5, extract(epoch FROM clock_timestamp() - at)::double precision / cools_by)), 0)
    FROM (SELECT at FROM arrivals WHERE inbox ORDER BY at DESC LIMIT heating) AS last
$$;

-- As the function of that name of the version before, which goes on using its own: with the neighbourhood, and with a
-- verdict for a message whose form asked for too little: for no more than most_heat, if there is a most. That comes after the key: one that is stored already is known.
-- +goose StatementBegin
CREATE FUNCTION take_lead(
    its_key text, its_digest bytea, its_prefix text, its_flag text, its_network bytea, its_text bytea, its_nonce bytea,
    its_name text, its_email text, its_phone text, its_comment text, its_type text, its_rating integer, its_company text, its_services text[],
    its_edition text, its_language text, its_page text, its_source text, its_consent text,
    network_room integer, text_room integer, no_room boolean, job_kind text, job_queue text, job_attempts smallint,
    its_wide bytea, wide_room integer, most_heat double precision, cools_by double precision, heating integer,
    OUT verdict text, OUT lead bigint, OUT prefix text, OUT reason text, OUT heat double precision
) LANGUAGE plpgsql AS $$
DECLARE
    known feedback%ROWTYPE;
BEGIN
    prefix := its_prefix;
    reason := its_flag;
    heat := 0;
    IF reason = '' AND its_network IS NOT NULL THEN
        -- Arrivals from one network, and those of one text, wait for each other here; otherwise all that come at once
        -- would slip under the limit.
        PERFORM pg_advisory_xact_lock(('x' || encode(substr(its_network, 1, 8), 'hex'))::bit(64)::bigint);
        IF its_wide IS NOT NULL THEN
            PERFORM pg_advisory_xact_lock(('x' || encode(substr(its_wide, 1, 8), 'hex'))::bit(64)::bigint);
        END IF;
        IF its_text IS NOT NULL THEN
            PERFORM pg_advisory_xact_lock(('x' || encode(substr(its_text, 1, 8), 'hex'))::bit(64)::bigint);
        END IF;
        reason := CASE
            WHEN (SELECT count(*) FROM arrivals WHERE network = its_network AND at > clock_timestamp() - interval '1 hour') >= network_room THEN 'crowded'
            WHEN (SELECT count(*) FROM arrivals WHERE wide = its_wide AND at > clock_timestamp() - interval '1 hour') >= wide_room THEN 'crowded'
            WHEN (SELECT count(*) FROM arrivals WHERE text_hash = its_text AND at > clock_timestamp() - interval '1 day') >= text_room THEN 'repeated'
            ELSE '' END;
    END IF;
    LOOP
        SELECT * INTO known FROM feedback WHERE idempotency_key = its_key;
        IF FOUND THEN
            verdict := CASE known.digest WHEN its_digest THEN 'known' ELSE 'key_taken' END;
            lead := known.id;
            prefix := known.reference_prefix;
            reason := known.flag;
            RETURN;
        END IF;
        IF its_network IS NOT NULL AND its_flag = '' THEN
            heat := inbox_heat(cools_by, heating);
            IF heat >= most_heat THEN
                verdict := 'harder';
                RETURN;
            END IF;
        END IF;
        IF reason <> '' AND no_room THEN
            verdict := 'no_room';
            RETURN;
        END IF;
        INSERT INTO feedback (name, email, phone, comment, feedback_type, rating, status, company, services, edition, language, page, source, consent,
            flag, idempotency_key, digest, reference_prefix)
        VALUES (its_name, its_email, its_phone, its_comment, its_type, its_rating, CASE reason WHEN '' THEN 'pending' ELSE 'spam' END, its_company,
            its_services, its_edition, its_language, its_page, its_source, its_consent, reason, its_key, its_digest, its_prefix)
        ON CONFLICT (idempotency_key) DO NOTHING RETURNING id INTO lead;
        EXIT WHEN FOUND;
        -- Another insert of this key was first; ours waited for it to commit.
    END LOOP;
    IF its_nonce IS NOT NULL THEN
        INSERT INTO form_tokens (nonce) VALUES (its_nonce) ON CONFLICT DO NOTHING;
        IF NOT FOUND THEN
            DELETE FROM feedback WHERE id = lead;
            verdict := 'token_used';
            RETURN;
        END IF;
    END IF;
    IF its_network IS NOT NULL THEN
        INSERT INTO arrivals (network, wide, text_hash, inbox) VALUES (its_network, its_wide, its_text, reason = '');
    END IF;
    IF reason = '' AND job_kind IS NOT NULL THEN
        -- The columns not named have defaults that are what River writes; a test compares the rows.
        INSERT INTO river_job (args, kind, max_attempts, queue) VALUES (jsonb_build_object('id', lead), job_kind, job_attempts, job_queue);
    END IF;
    verdict := 'new';
END $$;
-- +goose StatementEnd

-- Mails that told of leads, for how many there may be within an hour, on all replicas together. A row is made before its
-- mail is sent, and taken back if that failed.
CREATE TABLE lead_mails (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX lead_mails_at ON lead_mails (at);

-- +goose Down
DROP TABLE lead_mails;
DROP FUNCTION take_lead(text, bytea, text, text, bytea, bytea, bytea, text, text, text, text, text, integer, text, text[], text, text, text, text, text,
    integer, integer, boolean, text, text, smallint, bytea, integer, double precision, double precision, integer);
DROP FUNCTION inbox_heat;
ALTER TABLE arrivals DROP COLUMN inbox, DROP COLUMN wide;
