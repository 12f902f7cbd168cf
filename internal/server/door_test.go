package server

import (
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/fault"
	"parichay/internal/lead"
	"parichay/internal/testdb"
	"parichay/locales"
)

// network4 is one of many IPv4 networks, network6 one of the 256 of a /48.
func network4(n int) netip.Prefix {
	return netip.PrefixFrom(netip.AddrFrom4([4]byte{10, byte(n >> 8), byte(n), 0}), 24)
}

func network6(n int) netip.Prefix {
	return netip.MustParsePrefix(fmt.Sprintf("2001:db8:1:%x00::/56", n&0xff))
}

func openDoor(t *testing.T) *door {
	t.Helper()
	d, err := newDoor(time.Now)
	require.NoError(t, err)
	return d
}

// Two suspects: one never opened a form of ours.
var unopened, opened = lead.Judged{}, lead.Judged{Nonce: []byte("of a token")}

func TestL1AFloodIsRefusedBeforeItCostsAQueryAndCalmLetsPeopleInAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := openDoor(t)
		one, other := network4(0), network4(1)
		for range int(postsOfNetwork.burst) {
			require.NoError(t, d.allowPost(one))
		}
		var often fault.TooMany
		for range 1000 {
			require.ErrorAs(t, d.allowPost(one), &often)
		}
		assert.Equal(t, 10, often.RetrySeconds, "refusals do not push the door further shut")
		require.NoError(t, d.allowPost(other))
		time.Sleep(time.Duration(often.RetrySeconds) * time.Second)
		require.NoError(t, d.allowPost(one))
		require.Error(t, d.allowPost(one))
	})
}

func TestPuzzlesAreAskedOnlyUnderAttack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := openDoor(t)
		there := network4(9999)
		for n := range int(allSuspects.burst) {
			d.note(network4(n/2), lead.Tokenless)
		}
		assert.Zero(t, d.puzzles(there))
		assert.Equal(t, lead.Puzzles, d.puzzles(network4(0)), "a crowded network is asked, and only that")
		d.note(network4(100), lead.Tokenless)
		assert.Equal(t, lead.Puzzles, d.puzzles(there))
		assert.Equal(t, lead.Puzzles, d.puzzlesWithoutScript())
		time.Sleep(2 * time.Minute)
		assert.Zero(t, d.puzzles(there), "the attack is over")

		for n := range int(allPosts.burst) + 1 {
			d.note(network4(n), "")
		}
		assert.Equal(t, lead.Puzzles, d.puzzles(there), "so many at once is an attack, too")
	})
}

func TestL1OneSenderAloneIsNoAttackOnEverybodyElse(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := openDoor(t)
		there := network4(9999)
		for n := range 256 * 20 { // a /48 has 256 networks, each let in twenty times
			d.note(network6(n), lead.Tokenless)
			d.note(network4(0), lead.Tokenless)
		}
		for range 3600 / 10 {
			d.note(network4(0), lead.Tokenless)
			require.Zero(t, d.puzzles(there))
			time.Sleep(10 * time.Second)
		}
		assert.Equal(t, lead.Puzzles, d.puzzles(network4(0)), "who does it is dealt with")
		assert.Zero(t, d.puzzlesWithoutScript())
		time.Sleep(2 * time.Hour)
		assert.Zero(t, d.puzzles(network4(0)), "and not for ever")
	})
}

func TestL1ANeighbourhoodFillsNoMoreThanItsShareOfTheQuarantine(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := openDoor(t)
		stored := 0
		for n := range 256 * 20 {
			if d.quarantine(network6(n), unopened) == nil {
				stored++
			}
		}
		assert.Equal(t, 50, stored)
		require.Error(t, d.room(network6(0), opened), "its share is its share")
		require.NoError(t, d.room(network4(0), unopened), "nobody else's")

		stored = 0
		for range 8640 { // a day of as many as one network may post
			if d.quarantine(network4(0), unopened) == nil {
				stored++
			}
			time.Sleep(10 * time.Second)
		}
		assert.InDelta(t, 150, stored, 1)
	})
}

func TestL1AFullQuarantineKeepsRoomForThoseWhoSentLittleAndForOpenedForms(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := openDoor(t)
		stored := 0
		for n := range 200 {
			for range 40 {
				if d.quarantine(network4(n), unopened) == nil {
					stored++
				}
			}
		}
		assert.InDelta(t, quarantined.burst-reserved, stored, little*100)
		require.Error(t, d.room(network4(0), unopened))
		require.NoError(t, d.room(network4(9999), unopened), "one that has sent nothing yet")

		d.remember(int(quarantined.burst))
		require.Error(t, d.room(network4(9999), unopened), "what is not stored is said not to be")
		require.NoError(t, d.room(network4(9999), opened), "but who opened a form is no flood")
	})
}

func TestL1OneNetworksCrowdKeepsNobodyElseWaitingForAForm(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := openDoor(t)
		began := time.Now()
		done, err := d.slot(t.Context(), network6(0))
		require.NoError(t, err)
		for n := range 200 {
			go func() {
				_, err := d.slot(t.Context(), network6(n))
				assert.ErrorIs(t, err, fault.ErrUnavailable)
			}()
		}
		synctest.Wait()
		other, err := d.slot(t.Context(), network4(0))
		require.NoError(t, err)
		assert.Zero(t, time.Since(began), "a slot is free, whoever else waits")
		_, err = d.slot(t.Context(), network4(1))
		require.ErrorIs(t, err, fault.ErrUnavailable)
		assert.Equal(t, drawingPatience, time.Since(began), "nobody waits longer")
		synctest.Wait()
		other()
		done()
		again, err := d.slot(t.Context(), network6(1))
		require.NoError(t, err)
		again()
	})
}

// typing is a quote as a browser without JavaScript posts it.
func (s *site) typing(token, message string) url.Values {
	return url.Values{"name": {"Bakery"}, "email": {"bakery@example.in"}, "message": {message}, "services": {"SEO", "Ads"}, "consent": {"2026-11"}, "token": {token}}
}

// postFrom posts a form from an address.
func (s *site) postFrom(address, path string, form url.Values) answer {
	s.t.Helper()
	return s.call(http.MethodPost, path, form.Encode(), "Content-Type", "application/x-www-form-urlencoded", "X-Forwarded-For", address)
}

func TestL1AFormThatIsRefusedIsNotDrawnAndKeepsWhatWasTyped(t *testing.T) {
	t.Parallel()
	s := start(t, behindProxy)
	form := s.typing(s.token(time.Minute), "Posters & more\nfor <Diwali>")
	form.Set("email", "nobody")
	require.Equal(t, http.StatusUnprocessableEntity, s.postFrom("10.0.0.1", "/gu/services/quote", form).StatusCode)
	for range int(postsOfNetwork.burst) - 1 { // the one above counted, although it was refused for its e-mail
		require.NoError(t, s.server.door.allowPost(network4(0)))
	}
	refused := s.postFrom("10.0.0.2", "/gu/services/quote", form)
	require.Equal(t, http.StatusTooManyRequests, refused.StatusCode)
	assert.Equal(t, "10", refused.Header.Get("Retry-After"))
	assert.Equal(t, "no-store", refused.Header.Get("Cache-Control"))
	html := string(refused.body)
	assert.NotContains(t, html, `id="root"`, "no page was drawn")
	assert.Less(t, len(html), 4000)
	for _, kept := range []string{
		`<html lang="gu">`, locales.Text(locales.Gujarati, "lead.error.too_many"), `action="/gu/services/quote"`, "\nPosters &amp; more\nfor &lt;Diwali&gt;</textarea>",
		`name="services" value="SEO"`, `name="services" value="Ads"`, `name="token" value="` + form.Get("token"), `name="consent" value="2026-11"`,
		locales.Text(locales.Gujarati, "services.quote.submit"), `href="https://wa.me/`, `href="/gu"`,
	} {
		assert.Contains(t, html, kept)
	}

	for range int(formsOfNetwork.burst) {
		require.NoError(t, s.server.door.allowForm(network4(0)))
	}
	again := s.call(http.MethodGet, "/portfolio/request", nil, "X-Forwarded-For", "10.0.0.3")
	require.Equal(t, http.StatusTooManyRequests, again.StatusCode)
	assert.Equal(t, "2", again.Header.Get("Retry-After"))
	assert.Contains(t, string(again.body), locales.Text(locales.English, "unavailable.message"))
	assert.NotContains(t, string(again.body), `id="root"`)
}

func TestL1WhatIsStoredIsSaidToBeEvenWhenNoPageCanBeDrawn(t *testing.T) {
	t.Parallel()
	s := start(t, behindProxy)
	for n := range parallelForms {
		done, err := s.server.door.slot(t.Context(), network4(n))
		require.NoError(t, err)
		t.Cleanup(done)
	}
	var wait sync.WaitGroup
	wait.Go(func() {
		sent := s.postFrom("10.1.0.1", "/services/quote", s.typing(s.token(time.Minute), "Posters"))
		assert.Equal(t, http.StatusOK, sent.StatusCode)
		assert.Contains(t, string(sent.body), locales.Text(locales.English, "services.quote.sent"))
		assert.Contains(t, string(sent.body), "DM-1001")
	})
	wait.Go(func() {
		busy := s.call(http.MethodGet, "/hi/services/quote?service=SEO", nil, "X-Forwarded-For", "10.1.1.1")
		assert.Equal(t, http.StatusServiceUnavailable, busy.StatusCode)
		assert.Equal(t, "2", busy.Header.Get("Retry-After"))
		assert.Contains(t, string(busy.body), `href="/hi/services/quote?service=SEO"`)
	})
	wait.Wait()
	assert.Equal(t, 1, s.count(`SELECT count(*) FROM feedback WHERE status = 'pending'`))
}

func TestL1UnderAttackAFormWithoutScriptStillReachesTheOwner(t *testing.T) {
	t.Parallel()
	s := start(t, behindProxy)
	for n := range 21 {
		message := s.request("Textile works")
		message["token"] = ""
		require.Equal(t, http.StatusCreated, s.send(fmt.Sprint("attack ", n), message, "X-Forwarded-For", fmt.Sprintf("10.1.%d.1", n)).StatusCode)
	}
	require.True(t, s.server.door.attacked())
	secret, err := s.store.Leads.Secret(t.Context())
	require.NoError(t, err)
	asked := func() string {
		return secret.Issue(time.Now().Add(-time.Minute), s.server.door.puzzlesWithoutScript()).Text
	}
	for n := range 2 * int(sparedOfOne.burst) {
		sent := s.postFrom("10.2.0.1", "/services/quote", s.typing(asked(), fmt.Sprint("Posters ", n)))
		require.Equal(t, http.StatusOK, sent.StatusCode)
	}
	assert.Equal(t, int(sparedOfOne.burst), s.count(`SELECT count(*) FROM feedback WHERE status = 'pending'`), "not everybody")
	assert.Equal(t, int(sparedOfOne.burst), s.count(noticeJobs))
	assert.Equal(t, int(sparedOfOne.burst), s.count(`SELECT count(*) FROM feedback WHERE flag = 'unsolved'`))

	var counts LeadCounts
	s.signIn().call(http.MethodGet, "/api/v1/leads/counts", nil).into(t, &counts)
	assert.Equal(t, int(sparedOfOne.burst), counts.Unsolved, "the others are shown")

	scripted := s.request("Textile works")
	scripted["token"] = asked()
	require.Equal(t, http.StatusCreated, s.send("scripted", scripted, "X-Forwarded-For", "10.3.0.1").StatusCode)
	assert.Equal(t, int(sparedOfOne.burst)+1, s.count(`SELECT count(*) FROM feedback WHERE flag = 'unsolved'`), "who can solve puzzles must")
	for n := range int(spared.burst) {
		s.postFrom(fmt.Sprintf("10.4.%d.1", n), "/services/quote", s.typing(asked(), fmt.Sprint("Posters from elsewhere ", n)))
	}
	assert.Equal(t, int(spared.burst), s.count(`SELECT count(*) FROM feedback WHERE status = 'pending'`), "the inbox stays readable")
}

func TestL1WhatOnlyTheStoreSuspectsTakesRoomInQuarantineToo(t *testing.T) {
	t.Parallel()
	s := start(t, behindProxy)
	send := func(n int) answer {
		return s.send(fmt.Sprint("crowd ", n), s.request(fmt.Sprint("Company ", n)), "X-Forwarded-For", "10.0.0.1")
	}
	for n := range lead.NetworkAnHour + 1 {
		require.Equal(t, http.StatusCreated, send(n).StatusCode)
	}
	for range int(quarantinedOfOne.burst) - 1 { // the crowded one took the first
		require.NoError(t, s.server.door.quarantine(network4(0), opened))
	}
	refused := send(lead.NetworkAnHour + 1)
	require.Equal(t, http.StatusTooManyRequests, refused.StatusCode)
	assert.NotEmpty(t, refused.Header.Get("Retry-After"))
	assert.Equal(t, http.StatusCreated, send(lead.NetworkAnHour).StatusCode, "what is stored is still said to be")
	assert.Equal(t, lead.NetworkAnHour+1, s.count(`SELECT count(*) FROM feedback`))

	again := startOn(t, s.store, s.dsn, behindProxy)
	again.call(http.MethodGet, "/api/v1/leads/token", nil)
	assert.InDelta(t, 1, again.server.door.stored.level, 0.01, "a restart forgets nothing")
}

func TestL1RoomInQuarantineIsGivenBackWhenNothingIsStoredThere(t *testing.T) {
	t.Parallel()
	s := start(t, behindProxy)
	send := func(key, trap, token string) int {
		message := s.request("Textile works")
		message["homepage"], message["token"] = trap, token
		return s.send(key, message, "X-Forwarded-For", "10.0.0.1").StatusCode
	}
	taken := func() []int {
		d := s.server.door
		return []int{int(d.stored.level + 0.5), int(d.storedOf.of(network4(0)).level + 0.5)}
	}
	token := s.token(time.Minute)
	require.Equal(t, http.StatusCreated, send("honest", "", token))
	assert.Equal(t, []int{0, 0}, taken(), "it went into the inbox")
	require.Equal(t, http.StatusConflict, send("trapped", "x", token))
	assert.Equal(t, []int{0, 0}, taken(), "its token was used")
	require.Equal(t, http.StatusCreated, send("suspect", "x", ""))
	require.Equal(t, http.StatusCreated, send("suspect", "x", ""))
	assert.Equal(t, []int{1, 1}, taken(), "once, however often it is sent")

	testdb.Exec(t, s.dsn, `ALTER TABLE feedback ADD CONSTRAINT none CHECK (false) NOT VALID`)
	require.Equal(t, http.StatusInternalServerError, send("refused", "x", ""))
	assert.Equal(t, []int{1, 1}, taken(), "the database refused it")
}

func TestL1AFormWithoutATokenOrWithAnyIsAMessageOfItsOwn(t *testing.T) {
	t.Parallel()
	s := start(t, behindProxy)
	for n, token := range []string{"", "", strings.Repeat("x", 5000), "a\x00b", "a\xffb"} {
		sent := s.postFrom("10.0.0.1", "/services/quote", s.typing(token, fmt.Sprint("Posters ", n)))
		assert.Equal(t, http.StatusOK, sent.StatusCode, "%.9q", token)
		assert.Equal(t, n+1, s.count(`SELECT count(*) FROM feedback WHERE status = 'spam'`))
	}
}

func TestL1AFormMayBeAsLongAsItsFieldsAndABrokenOneIsCalledSo(t *testing.T) {
	t.Parallel()
	s := start(t, behindProxy)
	long := strings.TrimSpace(strings.Repeat("સ્ત્રીના ", 4000/3))
	sent := s.postFrom("10.0.0.1", "/gu/services/quote", s.typing(s.token(time.Minute), long))
	assert.Equal(t, http.StatusOK, sent.StatusCode)
	var kept string
	s.scan(`SELECT comment FROM feedback`, &kept)
	assert.Equal(t, long, kept)
	raw := func(body string) answer {
		return s.call(http.MethodPost, "/services/quote", body, "Content-Type", "application/x-www-form-urlencoded")
	}
	assert.Equal(t, "bad_request", raw("name=%zz").problem(t).Code)
	assert.Equal(t, http.StatusBadRequest, raw("name=%zz").StatusCode)
	assert.Equal(t, http.StatusRequestEntityTooLarge, raw("name="+strings.Repeat("x", maxForm)).StatusCode)
}
