package lead

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestVouchedAcceptsOnlyRecentVouchersOfItsSecret(t *testing.T) {
	t.Parallel()
	secret, now := Secret("of the database"), time.Date(2026, 11, 16, 9, 0, 0, 0, time.UTC)
	voucher := secret.Vouch(now)
	assert.True(t, secret.Vouched(voucher, now.Add(vouchedFor)))
	assert.True(t, secret.Vouched(voucher, now.Add(-vouchedFor)), "clocks may differ")
	assert.False(t, secret.Vouched(voucher, now.Add(vouchedFor+time.Second)))
	assert.False(t, secret.Vouched(Secret("of another").Vouch(now), now))
	assert.False(t, secret.Vouched(secret.Issue(now, 0).Text, now), "a form token is not a voucher")
	for _, made := range []string{"", "x", voucher[1:], voucher + "A", voucher[:11]} {
		assert.False(t, secret.Vouched(made, now), made)
	}
}
