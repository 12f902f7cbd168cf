package importer

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/content"
	"parichay/internal/domain/profile"
	"parichay/internal/kit/fault"
	"parichay/internal/kit/grapheme"
)

func fresh() *Home { return &Home{Profile: profile.Default(), Blocks: content.BuiltInBlocks()} }

func offerOf(t *testing.T, h *Home, f Finding) Offer {
	t.Helper()
	all := h.Offers(Page{Findings: []Finding{f}})
	require.Len(t, all.Offers, 1)
	return all.Offers[0]
}

func TestFindingBecomesABlock(t *testing.T) {
	t.Parallel()
	for f, want := range map[Finding]content.Values{
		{Kind: Link, Title: "Menu", Address: "surya.in/menu"}:                             {"kind": "link", "title": "Menu", "address": "https://surya.in/menu"},
		{Kind: Link, Title: "Menu", Text: "PDF", Address: "https://surya.in"}:             {"kind": "link", "title": "Menu", "description": "PDF", "address": "https://surya.in"},
		{Kind: Link, Title: "Call", Address: "tel:98250 98250"}:                           {"kind": "link", "title": "Call", "address": "tel:+919825098250"},
		{Kind: Heading, Title: "Offers"}:                                                  {"kind": "heading", "title": "Offers"},
		{Kind: Video, Title: "Oven", Address: "youtu.be/dQw4w9WgXcQ?si=x"}:                {"kind": "video", "title": "Oven", "video": "https://youtu.be/dQw4w9WgXcQ"},
		{Kind: Video, Title: "Film", Address: "https://vimeo.com/1"}:                      {"kind": "link", "title": "Film", "address": "https://vimeo.com/1"},
		{Kind: Text, Title: "Cake", Text: "Until noon"}:                                   {"kind": "text", "title": "Cake", "text": "Until noon"},
		{Kind: Text, Text: "Closed on Sunday. Call us on Monday."}:                        {"kind": "text", "title": "Closed on Sunday", "text": "Call us on Monday."},
		{Kind: Text, Title: "Closed", Text: "Closed"}:                                     {"kind": "text", "title": "Closed", "text": "Closed"},
		{Kind: Social, Title: "t.me/surya", Address: "t.me/surya", Platform: "telegram"}:  {"kind": "link", "title": "Telegram", "address": "https://t.me/surya"},
		{Kind: Social, Title: "Our TikTok", Address: "tiktok.com/@s", Platform: "tiktok"}: {"kind": "link", "title": "Our TikTok", "address": "https://tiktok.com/@s"},
	} {
		o := offerOf(t, fresh(), f)
		assert.Equal(t, want, o.Block, f)
		assert.Equal(t, f, o.Finding)
		assert.Empty(t, o.Field)
		assert.Nil(t, o.Issue)
		assert.False(t, o.There)
	}
}

func TestRefusedFindingHasAnIssue(t *testing.T) {
	t.Parallel()
	for address, f := range map[string]Finding{
		"javascript:alert(1)":   {Kind: Link, Title: "Pay"},
		"data:text/html,x":      {Kind: Video, Title: "Film"},
		"vbscript:x":            {Kind: Social, Platform: "instagram"},
		"https://facebook.com/": {Kind: Social, Platform: "instagram"},
		"mailto:nobody":         {Kind: Social, Platform: "email"},
	} {
		f.Address = address
		o := offerOf(t, fresh(), f)
		assert.Nil(t, o.Block, address)
		assert.Empty(t, o.Value, address)
		assert.NotNil(t, o.Issue, address)
	}
	short := fresh().Offers(Page{Name: "S", About: "Hi"}).Offers
	assert.Equal(t, &fault.Issue{Field: "brandName", Code: fault.TooShort, Want: "2"}, short[0].Issue)
	assert.Equal(t, &fault.Issue{Field: "tagline", Code: fault.TooShort, Want: "4"}, short[1].Issue)
}

func TestFirstSocialIconOfEachPlatformBecomesAField(t *testing.T) {
	t.Parallel()
	h := fresh()
	h.Profile.Phone = "+91 98250 98250"
	h.Profile.Twitter = "https://x.com/before"
	page := h.Offers(Page{Name: "Surya Sarees", About: "Sarees from Surat", Findings: []Finding{
		{Kind: Social, Address: "https://m.instagram.com/surya?igsh=1", Platform: "instagram"},
		{Kind: Social, Title: "Second", Address: "https://instagram.com/other", Platform: "instagram"},
		{Kind: Social, Address: "https://x.com/surya", Platform: "twitter"},
		{Kind: Social, Address: "mailto:hello@surya.example?subject=x", Platform: "email"},
		{Kind: Social, Address: "tel:09825098250", Platform: "phone"},
	}}).Offers
	fields := [][]string{}
	for _, o := range page {
		fields = append(fields, []string{o.Field, o.Value, o.Current})
	}
	assert.Equal(t, [][]string{
		{"brandName", "Surya Sarees", ""},
		{"tagline", "Sarees from Surat", ""},
		{"socialLinks.instagram", "https://instagram.com/surya", ""},
		{"", "", ""},
		{"socialLinks.twitter", "https://x.com/surya", "https://x.com/before"},
		{"contact.email", "hello@surya.example", ""},
		{"contact.phone", "09825098250", "+91 98250 98250"},
	}, fields)
	assert.Equal(t, "https://instagram.com/other", page[3].Block.Text("address"))
	assert.False(t, page[4].There)
	assert.True(t, page[6].There, "the same number in another spelling")
}

func TestExistingLinksAreRecognizedInAnySpelling(t *testing.T) {
	t.Parallel()
	h := fresh()
	h.Profile.Instagram, h.Profile.Phone, h.Profile.Email = "https://instagram.com/surya", "98250 98250", "Hello@surya.example"
	for _, values := range []content.Values{
		{"kind": "link", "title": "Menu", "address": "https://surya.in/menu"},
		{"kind": "video", "title": "Oven", "video": "https://youtu.be/dQw4w9WgXcQ"},
		{"kind": "heading", "title": "Offers"},
	} {
		h.Blocks = append(h.Blocks, content.Item{Values: values}) // hidden
	}
	for address, there := range map[string]bool{
		"http://www.Surya.in/menu/": true, "https://surya.in/menu?a=1": false, "https://surya.in/Menu": false,
		"https://youtu.be/dQw4w9WgXcQ?si=x": true, "https://www.instagram.com/surya": true, "tel:+919825098250": true,
		"mailto:hello@surya.example": true, "https://x.com/": false,
	} {
		kind := Link
		if isVideo(address) {
			kind = Video
		}
		assert.Equal(t, there, offerOf(t, h, Finding{Kind: kind, Title: "x", Address: address}).There, address)
	}
	assert.True(t, offerOf(t, h, Finding{Kind: Heading, Title: "Offers"}).There)
	assert.False(t, offerOf(t, h, Finding{Kind: Heading, Title: "Other offers"}).There)
	instagram := offerOf(t, h, Finding{Kind: Social, Address: "instagram.com/surya/", Platform: "instagram"})
	assert.True(t, instagram.There)
}

func TestLongImportedTextsAreCutBetweenLetters(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ક્ષ", 200)
	page := fresh().Offers(Page{Name: long, About: long, Findings: []Finding{{Kind: Link, Title: long, Text: long, Address: "surya.in"}, {Kind: Text, Title: long, Text: strings.Repeat(long, 4)}}})
	lengths := []int{}
	for _, o := range page.Offers {
		require.Nil(t, o.Issue)
		for _, text := range []string{o.Value, o.Block.Text("title"), o.Block.Text("description"), o.Block.Text("text")} {
			if text != "" {
				lengths = append(lengths, grapheme.Count(text))
			}
		}
	}
	assert.Equal(t, []int{80, 160, 100, 120, 100, 600}, lengths)
}

func TestRoomIsTheNumberOfBlocksThatCanBeAdded(t *testing.T) {
	t.Parallel()
	h := fresh()
	assert.Equal(t, content.Blocks.Most-len(content.BuiltInBlocks()), h.Offers(Page{}).Room)
	h.Blocks = make([]content.Item, content.Blocks.Most+1)
	assert.Zero(t, h.Offers(Page{}).Room)
}
