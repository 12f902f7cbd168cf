package homepage

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"parichay/internal/domain/content"
	"parichay/internal/domain/profile"
	"parichay/locales"
)

func moment(hour, minute int) time.Time {
	return time.Date(2026, 12, 1, hour, minute, 0, 0, locales.India)
}

func pageAt(at time.Time) *Page {
	same := func(picture string) string { return picture }
	return &Page{
		Profile: profile.Default(), Lang: locales.English, At: at, Glyphs: map[string]string{"Link": "M1", "Gift": "M2", "Phone": "M3"},
		Link: func(part string) string { return "/" + part }, Smaller: same, Drawn: same,
	}
}

func item(values content.Values) content.Item { return content.Item{Published: true, Values: values} }

func titles(shown []Block) (all []string) {
	for _, b := range shown {
		all = append(all, b.Title)
	}
	return all
}

func TestBlockIsShownDuringItsSpan(t *testing.T) {
	t.Parallel()
	blocks := []content.Item{
		item(content.Values{"kind": "text", "title": "From nine", "from": "2026-12-01T09:00"}),
		item(content.Values{"kind": "text", "title": "Until ten", "until": "2026-12-01T10:00"}),
	}
	for at, want := range map[time.Time][]string{
		moment(8, 59):                       {"Until ten"},
		moment(9, 0):                        {"From nine", "Until ten"},
		moment(9, 59).Add(time.Second * 59): {"From nine", "Until ten"},
		moment(10, 0):                       {"From nine"},
		moment(9, 0).UTC():                  {"From nine", "Until ten"},
	} {
		assert.Equal(t, want, titles(pageAt(at).Shown(blocks)), at)
	}
}

func TestBlockIsShownInItsLanguagesOnly(t *testing.T) {
	t.Parallel()
	blocks := []content.Item{
		item(content.Values{"kind": "text", "title": "Gujarati", "languages": []string{"gu"}}),
		item(content.Values{"kind": "text", "title": "Two", "languages": []any{"en", "hi"}}),
		item(content.Values{"kind": "text", "title": "All", "languages": []string{}}),
	}
	for lang, want := range map[locales.Lang][]string{locales.English: {"Two", "All"}, locales.Hindi: {"Two", "All"}, locales.Gujarati: {"Gujarati", "All"}} {
		page := pageAt(moment(9, 0))
		page.Lang = lang
		assert.Equal(t, want, titles(page.Shown(blocks)), lang)
	}
}

func TestEmptyHeadingIsNotShown(t *testing.T) {
	t.Parallel()
	blocks := []content.Item{
		item(content.Values{"kind": "heading", "title": "Empty"}),
		item(content.Values{"kind": "heading", "title": "Offers"}),
		item(content.Values{"kind": "text", "title": "Cake"}),
		item(content.Values{"kind": "heading", "title": "Later"}),
		item(content.Values{"kind": "text", "title": "Not yet", "from": "2027-01-01T00:00"}),
	}
	assert.Equal(t, []string{"Offers", "Cake"}, titles(pageAt(moment(9, 0)).Shown(blocks)))
}

func TestBlockWithoutTargetIsNotShown(t *testing.T) {
	t.Parallel()
	page := pageAt(moment(9, 0))
	assert.Len(t, page.Shown(content.BuiltInBlocks()), len(content.BuiltInBlocks()))
	page.Profile.ShopButtonURL, page.Profile.FeedbackURL, page.Profile.Phone, page.Profile.Email, page.Profile.Address = "", "", "", "", ""
	page.Link = func(part string) string { return map[string]string{"services": "/services"}[part] }
	shown := page.Shown(content.BuiltInBlocks())
	assert.Equal(t, []Block{{Kind: "page", Part: "services", Href: "/services"}}, shown)
}

func TestServicesOfATradeHaveTheTradesIcon(t *testing.T) {
	t.Parallel()
	page := pageAt(moment(9, 0))
	page.Profile.Trade, page.Glyphs = "bakery", map[string]string{"Cake": "M1 1", "MapPin": "M2 2"}
	icons := map[string]string{}
	for _, block := range page.Shown(content.BuiltInBlocks()) {
		if block.Glyph != "" {
			icons[block.Part] = block.Glyph
		}
	}
	assert.Equal(t, map[string]string{"services": "M1 1", "download": "M2 2"}, icons)
}

func TestBlocksOfListsAreShownOnlyIfThereAreRows(t *testing.T) {
	t.Parallel()
	page := pageAt(moment(9, 0))
	some := Excerpt{Title: "Usual title", Rows: []Entry{{Title: "Cake"}}}
	lists := map[Kind]Excerpt{}
	page.Excerpt = func(kind Kind, group string) Excerpt {
		if group == "Bread" {
			return Excerpt{Title: "Bread"}
		}
		return lists[kind]
	}
	blocks := []content.Item{
		item(content.Values{"kind": "heading", "title": "Empty"}),
		item(content.Values{"kind": "prices"}), item(content.Values{"kind": "prices", "title": "Cakes"}), item(content.Values{"kind": "prices", "group": "Bread"}),
		item(content.Values{"kind": "questions"}), item(content.Values{"kind": "questions", "title": "Once more"}),
	}
	assert.Empty(t, page.Shown(blocks))
	lists[content.PricesBlock], lists[content.QuestionsBlock] = some, some
	assert.Equal(t, []string{"Usual title", "Cakes", "Usual title"}, titles(page.Shown(blocks[1:])), "questions are shown once")
	page.Link = func(string) string { return "" }
	assert.Equal(t, []string{"Usual title"}, titles(page.Shown(blocks[1:])), "the owner hides the services")
}

func TestUnsafeImportedLinkIsNotShown(t *testing.T) {
	t.Parallel()
	var blocks []content.Item
	for _, address := range []string{"javascript:alert(1)", " vbscript:x", "j\na\tvascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "intent://x#Intent;end", "whatever:x"} {
		blocks = append(blocks, item(content.Values{"kind": "link", "title": address, "address": address}), item(content.Values{"kind": "video", "title": address, "video": address}))
	}
	for _, address := range []string{"https://surya.in", "http://old.example:99999/", "tel:+919825010000", "mailto:a@example.com", "upi://pay?pa=surya@okaxis"} {
		blocks = append(blocks, item(content.Values{"kind": "link", "title": "shown", "address": address}))
	}
	assert.Equal(t, []string{"shown", "shown", "shown", "shown", "shown"}, titles(pageAt(moment(9, 0)).Shown(blocks)))
}

func TestMalformedImportedBlockIsNotShown(t *testing.T) {
	t.Parallel()
	assert.Empty(t, pageAt(moment(9, 0)).Shown([]content.Item{
		item(content.Values{"kind": "page", "part": "phone"}),
		item(content.Values{"kind": "contact", "part": "services"}),
		item(content.Values{"kind": "contact", "part": "nothing"}),
		item(content.Values{"kind": "nothing", "title": "Nothing"}),
	}))
}

func TestIconOfALinkDependsOnTheLinksScheme(t *testing.T) {
	t.Parallel()
	link := func(values content.Values) Block {
		values["kind"] = "link"
		return pageAt(moment(9, 0)).Shown([]content.Item{item(values)})[0]
	}
	assert.Equal(t, "M2", link(content.Values{"icon": "Gift", "address": "tel:+919825098250"}).Glyph)
	assert.Equal(t, "M3", link(content.Values{"address": "tel:+919825098250"}).Glyph)
	assert.Equal(t, "M1", link(content.Values{"icon": "Nothing", "address": "https://surya.in"}).Glyph)
	ours := link(content.Values{"image": "/media/public/blocks/a.jpg", "address": "https://surya.in"})
	assert.Equal(t, "/media/public/blocks/a.jpg", ours.Image)
	assert.Empty(t, ours.Glyph)
	assert.Empty(t, link(content.Values{"image": "https://elsewhere.in/spy.jpg", "address": "https://surya.in"}).Image)
	assert.Empty(t, link(content.Values{"image": "//elsewhere.in/spy.jpg", "address": "https://surya.in"}).Image)
}

func TestMomentsAreSorted(t *testing.T) {
	t.Parallel()
	all := MomentsOf([]content.Item{
		item(content.Values{"from": "2026-12-01T11:00", "until": "2026-12-01T12:00"}),
		item(content.Values{"until": "2026-12-01T10:00"}),
	})
	assert.Equal(t, Moments{moment(10, 0), moment(11, 0), moment(12, 0)}, all)
	_, passed := all.Last(moment(9, 59))
	assert.False(t, passed)
	last, _ := all.Last(moment(10, 0))
	assert.Equal(t, moment(10, 0), last)
	next, _ := all.Next(moment(10, 0))
	assert.Equal(t, moment(11, 0), next)
	_, comes := all.Next(moment(12, 0))
	assert.False(t, comes)
}

func TestDraftIsShownRegardlessOfItsSpan(t *testing.T) {
	t.Parallel()
	stored := content.BuiltInBlocks()
	edited := (&Draft{ID: "portfolio", Changes: content.Changes{Values: content.Values{"title": "Our work", "from": "2030-01-01T00:00"}}}).Onto(stored)
	assert.Equal(t, "Our work", pageAt(moment(9, 0)).Shown(edited)[1].Title)
	added := (&Draft{Changes: content.Changes{Values: content.Values{"kind": "link", "title": "Menu", "address": "surya.in"}}}).Onto(stored)
	assert.Equal(t, "https://surya.in", pageAt(moment(9, 0)).Shown(added)[len(stored)].Href)
	refused := (&Draft{Changes: content.Changes{Values: content.Values{"kind": "link", "title": "Menu", "address": "javascript:alert(1)"}}}).Onto(stored)
	assert.Equal(t, stored, refused)
}
