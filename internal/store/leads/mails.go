package leads

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"parichay/internal/store/db"
)

// Collecting is how long leads are batched into one mail once many have been mailed.
const Collecting = 10 * time.Minute

// MailTurn states whether a mail about leads may be sent now.
type MailTurn struct {
	ID        int64         // id of the reserved mail; 0 if it has to wait
	Collected bool          // the mail covers all leads that were not mailed yet
	Wait      time.Duration // until the mail may be sent; 0: now
}

// mailLock is the advisory lock that serialises TakeMail across replicas.
const mailLock = 0x6c656164206d6169

// TakeMail reserves the sending of one mail. The first atOnce mails of an hour are sent
// immediately. After that, one mail every ten minutes covers all leads that were not mailed
// yet. Collected mails count towards atOnce, too; otherwise a long burst would reset the limit
// after an hour.
func (l Ledger) TakeMail(ctx context.Context, atOnce int) (turn MailTurn, err error) {
	defer db.Translate(&err, "reserve lead mail")
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
				turn.Wait = wait + time.Second // rounding up
				return nil
			}
		}
		return tx.QueryRow(ctx, `INSERT INTO lead_mails DEFAULT VALUES RETURNING id`).Scan(&turn.ID)
	})
	return turn, err
}

// GiveBackMail releases the reservation of a mail that could not be sent.
func (l Ledger) GiveBackMail(ctx context.Context, id int64) (err error) {
	defer db.Translate(&err, "release lead mail")
	_, err = l.db.Exec(ctx, `DELETE FROM lead_mails WHERE id = $1`, id)
	return err
}
