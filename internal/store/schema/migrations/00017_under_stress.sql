-- +goose Up
-- Takes a message in with one statement: a database far away is waited for once (ADR 18). What it decides is lead.Verdict;
-- unless that is 'new', no row is left. The limits and the job's names are the caller's, who passes no job where nobody is
-- to be told.
-- +goose StatementBegin
CREATE FUNCTION take_lead(
    its_key text, its_digest bytea, its_prefix text, its_flag text, its_network bytea, its_text bytea, its_nonce bytea,
    its_name text, its_email text, its_phone text, its_comment text, its_type text, its_rating integer, its_company text, its_services text[],
    its_edition text, its_language text, its_page text, its_source text, its_consent text,
    network_room integer, text_room integer, no_room boolean, job_kind text, job_queue text, job_attempts smallint,
    OUT verdict text, OUT lead bigint, OUT prefix text, OUT reason text
) LANGUAGE plpgsql AS $$
DECLARE
    known feedback%ROWTYPE;
BEGIN
    prefix := its_prefix;
    reason := its_flag;
    IF reason = '' AND its_network IS NOT NULL THEN
        -- Arrivals from one network, and those of one text, wait for each other here; otherwise all that come at once
        -- would slip under the limit.
        PERFORM pg_advisory_xact_lock(('x' || encode(substr(its_network, 1, 8), 'hex'))::bit(64)::bigint);
        IF its_text IS NOT NULL THEN
            PERFORM pg_advisory_xact_lock(('x' || encode(substr(its_text, 1, 8), 'hex'))::bit(64)::bigint);
        END IF;
        reason := CASE
            WHEN (SELECT count(*) FROM arrivals WHERE network = its_network AND at > clock_timestamp() - interval '1 hour') >= network_room THEN 'crowded'
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
        INSERT INTO arrivals (network, text_hash) VALUES (its_network, its_text);
    END IF;
    IF reason = '' AND job_kind IS NOT NULL THEN
        -- The columns not named have defaults that are what River writes; a test compares the rows.
        INSERT INTO river_job (args, kind, max_attempts, queue) VALUES (jsonb_build_object('id', lead), job_kind, job_attempts, job_queue);
    END IF;
    verdict := 'new';
END $$;
-- +goose StatementEnd

-- What /readyz writes, to see that it can.
CREATE TABLE probe (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- When a picture's files were last compared with its name.
ALTER TABLE media ADD COLUMN checked_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX media_unchecked ON media (checked_at);

-- +goose Down
ALTER TABLE media DROP COLUMN checked_at;
DROP TABLE probe;
DROP FUNCTION take_lead;
