package leads

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"parichay/internal/store/db"
)

// Collecting is how long leads are collected for one mail once many have been mailed.
const Collecting = 10 * time.Minute

// MailTurn is whether a mail about leads may be sent now.
type MailTurn struct {
	ID        int64         // of the mail, if it may
	Collected bool          // about all who wait
	Wait      time.Duration // until it may; 0: now
}

// mailLock is what mails about leads wait for each other by, on all replicas.
const mailLock = 0x6c656164206d6169

// TakeMail takes the turn of one mail: the first ones of an hour at once, then one every
// ten minutes about all who wait. Mails that were collected count, too: in a bad hour
// there are no others.
func (l Ledger) TakeMail(ctx context.Context, atOnce int) (turn MailTurn, err error) {
	defer db.Translate(&err, "take the turn of a mail")
	err = l.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, mailLock); err != nil {
			return err
		}
		var sent int
		var since *float64
		if err := tx.QueryRow(ctx, `SELECT count(*), extract(epoch FROM clock_timestamp() - max(at))::float8 FROM lead_mails WHERE at > clock_timestamp() - interval '1 hour'`).Scan(&sent, &since); err != nil {
			return err
		}
		turn.Collected = sent >= atOnce
		if turn.Collected && since != nil {
			if wait := Collecting - time.Duration(*since*float64(time.Second)); wait > 0 {
				turn.Wait = wait + time.Second // the last one's second
				return nil
			}
		}
		return tx.QueryRow(ctx, `INSERT INTO lead_mails DEFAULT VALUES RETURNING id`).Scan(&turn.ID)
	})
	return turn, err
}

// GiveBackMail gives the turn back of a mail that could not be sent.
func (l Ledger) GiveBackMail(ctx context.Context, id int64) (err error) {
	defer db.Translate(&err, "give the turn of a mail back")
	_, err = l.db.Exec(ctx, `DELETE FROM lead_mails WHERE id = $1`, id)
	return err
}
