package alarms_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api/alarms"
	"parichay/internal/api/pictures"
	"parichay/internal/testkit/apitest"
	"parichay/internal/testkit/hostile"
	"parichay/internal/testkit/testdb"
)

// editor changes a site as the owner, or as a thief with the owner's session.
type editor struct {
	*apitest.Site
	calls int
}

func startEditor(t *testing.T) *editor {
	t.Helper()
	e := &editor{Site: apitest.Start(t).SignIn().Claim()}
	require.Equal(t, http.StatusOK, e.Save(map[string]any{
		"contact": map[string]any{"phone": ownPhone}, "socialLinks": map[string]any{"instagram": "https://instagram.com/surya_sweets", "website": "https://surya.in"},
	}).StatusCode)
	e.forget()
	return e
}

const ownPhone, evilText = "+91 98250 12346", "New number! WhatsApp 98250 99999, pay only by UPI evil@okaxis"

// forget deletes all alarms.
func (e *editor) forget() { testdb.Exec(e.T, e.DSN, `DELETE FROM alarms`) }

func (e *editor) do(method, path string, body any) apitest.Answer {
	e.T.Helper()
	e.calls++
	a := e.Call(method, "/api/v1"+path, body, "Idempotency-Key", strconv.Itoa(e.calls))
	require.Less(e.T, a.StatusCode, 300, "%s %s: %s", method, path, a.Raw)
	return a
}

type edited struct {
	ID       string
	Revision int64
}

func (e *editor) add(list string, body map[string]any) (item edited) {
	e.T.Helper()
	e.do(http.MethodPost, "/"+list, body).Into(e.T, &item)
	return item
}

func (e *editor) patch(list string, item *edited, body map[string]any) {
	e.T.Helper()
	body["revision"] = item.Revision
	e.do(http.MethodPatch, "/"+list+"/"+item.ID, body).Into(e.T, item)
}

// alarmed deletes all alarms and returns their changes: subject, field and the contacts that
// were added.
func (e *editor) alarmed() []string {
	e.T.Helper()
	all := e.Text(`SELECT coalesce(string_agg(subject || ' ' || field || ': ' || replace(appeared, E'\n', ', '), '; ' ORDER BY id), '') FROM alarm_changes`)
	e.forget()
	if all == "" {
		return nil
	}
	return strings.Split(all, "; ")
}

// undo presses "this was not me" for every alarm, the newest first.
func (e *editor) undo() {
	e.T.Helper()
	var log alarms.AlarmLog
	e.do(http.MethodGet, "/account/alarms", nil).Into(e.T, &log)
	require.NotEmpty(e.T, log.Alarms)
	for _, a := range log.Alarms {
		var undone alarms.Alarm
		e.do(http.MethodPost, "/account/alarms/"+strconv.Itoa(int(a.ID)), nil).Into(e.T, &undone)
		for _, c := range undone.Changes {
			assert.NotEqual(e.T, "kept", c.Outcome, "%s %s", c.Subject, c.Field)
		}
	}
}

// words saves translated texts of the profile.
func (e *editor) words(lang string, texts map[string]any) {
	e.T.Helper()
	e.do(http.MethodPatch, "/site", map[string]any{"revision": e.Stored().Revision, "translations": map[string]any{lang: texts}})
}

func (e *editor) saved(change map[string]any) []string {
	e.T.Helper()
	require.Equal(e.T, http.StatusOK, e.Save(change).StatusCode)
	return e.alarmed()
}

func textBlock(text string) map[string]any {
	return map[string]any{"values": map[string]any{"kind": "text", "title": "News", "text": text}}
}

func values(key string, value any) map[string]any {
	return map[string]any{"values": map[string]any{key: value}}
}

func shown(yes bool) map[string]any { return map[string]any{"published": yes} }

// Fails if texts are watched as HistoryOnly, which raises no alarm.
func TestATextWithAContactRaisesAnAlarm(t *testing.T) {
	t.Parallel()
	e := startEditor(t)
	assert.Equal(t, []string{"site tagline: 98250 99991"}, e.saved(map[string]any{"tagline": "Now at 98250 99991"}))
	assert.Equal(t, []string{"site brandName: @evil_shop"}, e.saved(map[string]any{"brandName": "Surya @evil_shop"}))
	e.words("gu", map[string]any{"tagline": "નવો નંબર ૯૮૨૫૦ ૯૯૯૯૨"})
	assert.Equal(t, []string{"site tagline: 98250 99992"}, e.alarmed())
	block := e.add("blocks", textBlock(evilText))
	assert.Equal(t, []string{"blocks text: evil@okaxis, 98250 99999"}, e.alarmed())
	e.patch("blocks", &block, map[string]any{"translations": map[string]any{"hi": map[string]any{"text": "ठगना (at) okaxis"}}})
	assert.Equal(t, []string{"blocks text.hi: ठगना@okaxis"}, e.alarmed())
	e.add("posts", map[string]any{"values": map[string]any{"title": "Diwali", "content": `<p>Order <a href="https://evil.example/pay">here</a></p>`, "author": "Surya", "date": "2099-11-01"}})
	assert.Equal(t, []string{"posts content: https://evil.example/pay"}, e.alarmed(), "scheduled for a future day")
	e.add("services", map[string]any{"values": map[string]any{"title": "Repair", "description": "We mend", "icon": "Palette", "features": []string{"Fast, good", "UPI evil@okaxis"}}})
	assert.Equal(t, []string{"services features: evil@okaxis"}, e.alarmed())
}

// Fails if the contacts of the profile count as new.
func TestOrdinaryEditsOfTextsRaiseNoAlarm(t *testing.T) {
	t.Parallel()
	e := startEditor(t)
	block := e.add("blocks", textBlock("Write to help@partner.example or 98250 55555"))
	e.forget()
	for _, text := range []string{
		"98250 55555 or help@partner.example", "Sweets from ₹1,00,000, since 1998, 9.00-1.00 4.00-8.00, open 24x7, Surat 395007", "Call 098250-12346 or ૯૮૨૫૦ ૧૨૩૪૬",
		"Follow @surya_sweets, see surya.in/menu, write to info@surya.in", "wa.me/919825012346", e.Config.BaseURL.String() + "/services",
	} {
		e.patch("blocks", &block, values("text", text))
		assert.Empty(t, e.alarmed(), text)
	}
	e.patch("blocks", &block, values("title", "Call 98250 12346"))
	e.patch("blocks", &block, map[string]any{"translations": map[string]any{"gu": map[string]any{"text": "ફોન ૯૮૨૫૦ ૧૨૩૪૬"}}})
	e.add("posts", map[string]any{"values": map[string]any{"title": "Diwali", "content": `<p><a href="/services">Services</a> <a href="https://surya.in/a">more</a></p>`, "author": "Surya", "date": "2026-11-01"}})
	assert.Empty(t, e.alarmed())
	assert.Empty(t, e.saved(map[string]any{"tagline": "Sweets since 1998. Call 98250 12346", "businessHours": "Mon-Sat 9:30-13:00 16:00-20:30"}))
}

// Fails if translations are restored as English, or lists of tags are split at commas.
func TestUndoRestoresTextsInEveryLanguage(t *testing.T) {
	t.Parallel()
	e := startEditor(t)
	require.Empty(t, e.saved(map[string]any{"tagline": "Sweets of Surat"}))
	e.words("gu", map[string]any{"tagline": "સુરતની મીઠાઈ"})
	block := e.add("blocks", textBlock("Open daily"))
	e.patch("blocks", &block, map[string]any{"translations": map[string]any{"hi": map[string]any{"text": "रोज़ खुला"}}})
	service := e.add("services", map[string]any{"values": map[string]any{"title": "Repair", "description": "We mend", "icon": "Palette", "features": []string{"Fast, good", "Cheap"}}})
	post := e.add("posts", map[string]any{"values": map[string]any{"title": "Diwali", "content": "<p>Our <strong>sweets</strong></p>", "author": "Surya", "date": "2026-11-01"}})
	require.Empty(t, e.alarmed())

	require.Equal(t, http.StatusOK, e.Save(map[string]any{"tagline": "Only 98250 99991"}).StatusCode)
	e.words("gu", map[string]any{"tagline": "ફક્ત ૯૮૨૫૦ ૯૯૯૯૨"})
	e.patch("blocks", &block, values("text", evilText))
	e.patch("blocks", &block, map[string]any{"translations": map[string]any{"hi": map[string]any{"text": "सिर्फ़ ९८२५० ९९९९३"}}})
	e.patch("services", &service, values("features", []string{"evil@okaxis"}))
	e.patch("posts", &post, values("content", "<p>"+strings.Repeat("Sweets ", 2000)+" evil.shop</p>"))
	added := e.add("blocks", textBlock("Also on 98250 99994"))
	e.undo()

	site := string(e.do(http.MethodGet, "/site/stored", nil).Raw)
	assert.Contains(t, site, "Sweets of Surat")
	assert.Contains(t, site, "સુરતની મીઠાઈ")
	assert.Equal(t, "Open daily रोज़ खुला", e.Text(`SELECT text || ' ' || (translations->'hi'->>'text') FROM blocks WHERE id = '`+block.ID+`'`))
	assert.Equal(t, "Fast, good|Cheap", e.Text(`SELECT array_to_string(features, '|') FROM services WHERE id = '`+service.ID+`'`))
	assert.Equal(t, "<p>Our <strong>sweets</strong></p>", e.Text(`SELECT content FROM posts WHERE id = '`+post.ID+`'`))
	assert.Equal(t, "false", e.Text(`SELECT published::text FROM blocks WHERE id = '`+added.ID+`'`), "new items are hidden")
}

// Fails if alarms.Follow is not called.
func TestUndoAlsoRevertsTextsThatRepeatAThiefsContact(t *testing.T) {
	t.Parallel()
	e := startEditor(t)
	block := e.add("blocks", textBlock("Open daily"))
	link := e.add("blocks", map[string]any{"values": map[string]any{"kind": "link", "title": "Menu", "description": "What we have", "address": "https://surya.in/menu"}})
	e.forget()
	require.Equal(t, http.StatusOK, e.Save(map[string]any{"contact": map[string]any{"phone": "+91 98250 99999"}}).StatusCode)
	e.patch("blocks", &link, values("address", "https://wa.me/919825099998"))
	testdb.Exec(t, e.DSN, `UPDATE alarms SET closed_at = now(), mailed_at = now()`)
	e.patch("blocks", &block, values("text", "Call 98250 99999"))
	e.patch("blocks", &link, values("description", "WhatsApp 98250 99998"))
	assert.Equal(t, 1, e.Count(`SELECT count(*) FROM alarms`), "no separate alarm")
	e.undo()
	assert.Contains(t, string(e.do(http.MethodGet, "/site/stored", nil).Raw), ownPhone)
	assert.Equal(t, "Open daily", e.Text(`SELECT text FROM blocks WHERE id = '`+block.ID+`'`))
	assert.Equal(t, "What we have https://surya.in/menu", e.Text(`SELECT description || ' ' || address FROM blocks WHERE id = '`+link.ID+`'`))
}

// Fails if only the last contacts of a repeatedly changed text are stored.
func TestAnAlarmListsTheContactsOfAllItsChanges(t *testing.T) {
	t.Parallel()
	e := startEditor(t)
	block := e.add("blocks", textBlock("Open daily"))
	for _, text := range []string{"Call 98250 99991", "Call 98250 99992 or 98250 99991", "Open daily", "Pay evil@okaxis, call 98250 99992"} {
		e.patch("blocks", &block, values("text", text))
	}
	e.patch("blocks", &block, values("text", "Call 98250 12346, pay evil@okaxis"))
	assert.Equal(t, []string{"blocks text: evil@okaxis, 98250 99992, 98250 99991, 98250 12346"}, e.alarmed())

	for i := range 30 {
		e.patch("blocks", &block, values("text", "Call 98250 "+strconv.Itoa(80000+i)))
	}
	names := strings.Split(e.alarmed()[0], ", ")
	assert.Len(t, names, 20)
	assert.Equal(t, "blocks text: 98250 80029", names[0])
}

// Fails if the pictures of the old text must be stored, as is required for a new text.
func TestUndoRestoresATextWhosePictureIsGone(t *testing.T) {
	t.Parallel()
	e := startEditor(t)
	var picture pictures.Upload
	e.Upload("posts", "image/jpeg", hostile.Photo(900, 700)).Into(t, &picture)
	post := e.add("posts", map[string]any{"values": map[string]any{"title": "Diwali", "content": `<p>Ours</p><img src="` + picture.URL + `">`, "author": "Surya", "date": "2026-11-01"}})
	e.patch("posts", &post, values("content", "<p>Call 98250 99999</p>"))
	testdb.Exec(t, e.DSN, `DELETE FROM media`)
	e.undo()
	assert.Contains(t, e.Text(`SELECT content FROM posts WHERE id = '`+post.ID+`'`), "<p>Ours</p>")
}

// Fails if only the links of an article are checked. Pictures matter, too, because another
// site can change what they show at any time.
func TestAPictureFromAnotherSiteRaisesAnAlarm(t *testing.T) {
	t.Parallel()
	e := startEditor(t)
	post := e.add("posts", map[string]any{"values": map[string]any{"title": "Diwali", "content": "<p>Ours</p>", "author": "Surya", "date": "2026-11-01"}})
	e.patch("posts", &post, values("content", `<p>Ours</p><img src="https://surya.in/a.jpg">`))
	assert.Empty(t, e.alarmed(), "a picture of the owner's other site")
	e.patch("posts", &post, values("content", `<p>Ours</p><img src="https://evil.example/pay.png">`))
	e.patch("posts", &post, values("content", `<p><a href="https://evil.example/pay">Pay</a></p><img src="https://evil.example/pay.png">`))
	assert.Equal(t, "https://evil.example/pay\nhttps://evil.example/pay.png", e.Text(`SELECT appeared FROM alarm_changes`))
	e.undo()
	assert.NotContains(t, e.Text(`SELECT content FROM posts WHERE id = '`+post.ID+`'`), "evil.example")
}

// Fails if texts are compared with the hidden item instead of the last public text.
func TestUndoRestoresATextThatWasHiddenChangedAndShown(t *testing.T) {
	t.Parallel()
	for name, hide := range map[string]func(*editor, *edited){
		"hidden":  func(e *editor, block *edited) { e.patch("blocks", block, shown(false)) },
		"deleted": func(e *editor, block *edited) { e.do(http.MethodDelete, "/blocks/"+block.ID, nil) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := startEditor(t)
			block := e.add("blocks", textBlock("Open daily"))
			hide(e, &block)
			if name == "deleted" {
				e.do(http.MethodPost, "/blocks/"+block.ID+"/undelete", nil).Into(t, &block)
				e.patch("blocks", &block, shown(false))
			}
			e.patch("blocks", &block, values("text", evilText))
			assert.Zero(t, e.Count(`SELECT count(*) FROM alarms`), "not public yet")
			e.patch("blocks", &block, shown(true))
			assert.Equal(t, "Open daily", e.Text(`SELECT before FROM alarm_changes`))
			e.undo()
			assert.Equal(t, "Open daily true", e.Text(`SELECT text || ' ' || published FROM blocks WHERE id = '`+block.ID+`'`))
		})
	}
}

func TestEveryWayToPublishATextIsWatched(t *testing.T) {
	t.Parallel()
	e := startEditor(t)
	article := func(auto bool, text string) map[string]any {
		body := map[string]any{"values": map[string]any{"title": "News", "content": text, "author": "Surya", "date": "2026-11-01"}, "published": false}
		if auto {
			body["auto"] = true
		}
		return body
	}
	const found = "posts content: 98250 99999"
	draft := e.add("posts", article(true, "<p>Call 98250 99999</p>"))
	e.patch("posts", &draft, map[string]any{"auto": true, "values": map[string]any{"content": "<p>Only 98250 99999</p>"}})
	assert.Empty(t, e.alarmed(), "an autosaved draft")
	e.patch("posts", &draft, shown(true))
	assert.Equal(t, []string{found}, e.alarmed(), "a published draft")

	several := func(deed string) {
		e.do(http.MethodPost, "/posts/several", map[string]any{"deed": deed, "ids": []string{draft.ID}})
	}
	// The text was hidden for longer than a session lives, so it counts as new.
	longAgo := func() { testdb.Exec(t, e.DSN, `UPDATE item_revisions SET saved_at = saved_at - interval '25 hours'`) }
	several("hide")
	assert.Empty(t, e.alarmed())
	several("show")
	assert.Empty(t, e.alarmed(), "the same text was public recently")
	several("hide")
	longAgo()
	several("show")
	assert.Equal(t, []string{found}, e.alarmed(), "bulk action")
	several("delete")
	longAgo()
	several("undelete")
	assert.Equal(t, []string{found}, e.alarmed(), "restored from the bin by a bulk action")
	e.do(http.MethodDelete, "/posts/"+draft.ID, nil)
	longAgo()
	e.do(http.MethodPost, "/posts/"+draft.ID+"/undelete", nil).Into(t, &draft)
	assert.Equal(t, []string{found}, e.alarmed(), "restored from the bin")

	old := e.Count(`SELECT max(id) FROM item_revisions WHERE collection = 'posts'`)
	e.patch("posts", &draft, values("content", "<p>Nothing</p>"))
	require.Empty(t, e.alarmed())
	e.do(http.MethodPost, "/revisions/posts-"+strconv.Itoa(old)+"/restore", map[string]any{"base": draft.Revision})
	assert.Equal(t, []string{found}, e.alarmed(), "a restored revision of an item")

	require.NotEmpty(t, e.saved(map[string]any{"tagline": "Only 98250 99998"}))
	site := e.Stored().Revision
	require.Empty(t, e.saved(map[string]any{"tagline": "Sweets of Surat"}))
	e.do(http.MethodPost, "/revisions/site-"+strconv.Itoa(int(site))+"/restore", map[string]any{"base": e.Stored().Revision})
	assert.Equal(t, []string{"site tagline: 98250 99998"}, e.alarmed(), "a restored revision of the profile")
}

func TestWarningNamesTheContactAddedToALongText(t *testing.T) {
	t.Parallel()
	w := startWatched(t)
	w.SignIn()
	a := w.Call(http.MethodPost, "/api/v1/posts", map[string]any{"values": map[string]any{
		"title": "News", "content": "<p>" + strings.Repeat("Sweets ", 3000) + "pay <strong>evil</strong>@okaxis</p>", "author": "Surya", "date": "2026-11-01",
	}}, "Idempotency-Key", "news")
	require.Equal(t, http.StatusCreated, a.StatusCode, string(a.Raw))
	text, token := w.nthWarning(1)
	assert.Contains(t, text, "New in this text: “evil@okaxis”")
	assert.NotContains(t, text, "<p>")
	assert.Less(t, len(text), 2000)
	looked := alarm(w.Site, "/alarm/link", token)
	require.Len(t, looked.Changes, 1)
	assert.Equal(t, []string{"evil@okaxis"}, looked.Changes[0].Appeared)
	assert.Less(t, len(looked.Changes[0].After), 600)
	assert.Equal(t, "back", alarm(w.other, "/alarm", token).Changes[0].Outcome)
}
