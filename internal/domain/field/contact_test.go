package field

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func keysOf(all []Contact) string {
	var keys []string
	for _, c := range all {
		keys = append(keys, c.Key)
	}
	return strings.Join(keys, " ")
}

func TestContactsFindsContactsInPlainText(t *testing.T) {
	t.Parallel()
	const mobile = "tel:919825099999"
	for text, want := range map[string]string{
		// Phone numbers, as people and thieves write them.
		"New number! WhatsApp 9825099999": mobile,
		"Call 98250 99999 now":            mobile,
		"+91 98250 99999":                 mobile,
		"+91-98250-99999":                 mobile,
		"(+91) 98250-99999":               mobile,
		"0091 98250 99999":                mobile,
		"098250 99999":                    mobile,
		"91 98250 99999":                  mobile,
		"+91 (0)98250 99999":              mobile,
		"9 8 2 5 0 9 9 9 9 9":             mobile,
		"98-25-09-99-99":                  mobile,
		"98.25.09.99.99":                  mobile,
		"9.82.50.99.99.9":                 mobile,
		"98 25 09.99 99":                  mobile,
		"98250/99999":                     mobile,
		"98250,99999":                     mobile,
		"98250_99999":                     mobile,
		"98250 • 99999":                   mobile,
		"98250\n99999":                    mobile,
		"[98250] {99999}":                 mobile,
		"982\u200b50\u00ad99\u2060999":    mobile,
		"9\u033682509\u03369999":          mobile,
		"9️⃣8️⃣2️⃣5️⃣0️⃣9️⃣9️⃣9️⃣9️⃣9️⃣":           mobile,
		"９８２５０ ９９９９９":                              mobile,
		"𝟗𝟖𝟐𝟓𝟎𝟗𝟗𝟗𝟗𝟗":                               mobile,
		"⑨⑧②⑤⓪⑨⑨⑨⑨⑨":                               mobile,
		"98250O9999":                               "tel:919825009999",
		"9825l99999":                               "tel:919825199999",
		"नया नंबर: ९८२५० ९९९९९":                    mobile,
		"સંપર્ક: ૯૮૨૫૦ ૯૯૯૯૯":                      mobile,
		"ફોન ૯૮-૨૫-૦૯-૯૯-૯૯ પર":                    mobile,
		"مرحبا ٩٨٢٥٠٩٩٩٩٩":                         mobile,
		"Surat 395007 98250 99999":                 mobile,
		"₹500 only, call 98250 99999":              mobile,
		"98250 99999 / 98250 88888":                mobile + " tel:919825088888",
		"079 2658 1234":                            "tel:917926581234",
		"(079) 2658-1234":                          "tel:917926581234",
		"1800 123 4567":                            "tel:18001234567",
		"+1 234 567 8901":                          "tel:12345678901",
		"+44 20 7946 0958 or write":                "tel:442079460958",
		"tel:+919825099999":                        mobile,
		"https://wa.me/919825099999?text=Hi":       mobile,
		"api.whatsapp.com/send?phone=919825099999": mobile,
		"A/c 12345678901 IFSC SBIN0001234":         "account:SBIN0001234 account:12345678901",
		"Card 5123 4567 8901 2346":                 "account:5123456789012346",
		// Payment ids, mail addresses, handles.
		"Pay only by UPI evil@okaxis":      "upi:evil@okaxis",
		"9825099999@ybl":                   "upi:9825099999@ybl",
		"evil @ okaxis":                    "upi:evil@okaxis",
		"evil(at)okaxis":                   "upi:evil@okaxis",
		"evil＠okaxis":                      "upi:evil@okaxis",
		"evil﹫okaxis.":                     "upi:evil@okaxis",
		"upi://pay?pa=evil@okaxis&pn=Shop": "upi:evil@okaxis",
		"UPI: EVIL@OKAXIS":                 "upi:evil@okaxis",
		"evil@example.com":                 "mail:evil@example.com",
		"evil [at] example [dot] com":      "mail:evil@example.com",
		"evil at example dot com":          "mail:evil@example.com",
		"evil at shop dot co dot in":       "mail:evil@shop.co.in",
		"evil@example．com":                 "mail:evil@example.com",
		"evil@ex\u200bample.com":           "mail:evil@example.com",
		"mailto:evil@example.com":          "mail:evil@example.com",
		"Instagram @evil_shop":             "@evil_shop",
		"फ़ॉलो करें @Evil.Shop.":           "@evil.shop",
		// Web addresses.
		"Order at evil.shop today":              "web:evil.shop",
		"evil.in":                               "web:evil.in",
		"www.evil.in/pay.":                      "web:evil.in/pay",
		"HTTPS://Evil.In/Pay/":                  "web:evil.in/Pay",
		"evil (dot) in":                         "web:evil.in",
		"evil ((dot)) in":                       "web:evil.in",
		"shop dot x dot in":                     "web:shop.x.in",
		"evil。com":                              "web:evil.com",
		"evil . com":                            "web:evil.com",
		"Visit evil .com":                       "web:evil.com",
		"दुकान.भारत":                            "web:xn--11b7ah1gn.xn--h2brj9c",
		"bit.ly/3xYz":                           "web:bit.ly/3xYz",
		"https://m.instagram.com/Evil?igsh=abc": "web:instagram.com/evil",
		"https://twitter.com/@Evil":             "web:x.com/evil",
		"t.me/evil":                             "web:t.me/evil",
		"x.com/evil":                            "web:x.com/evil",
		// Everyday texts.
		"":                                   "",
		"From ₹1,00,000 to ₹2,50,000":        "",
		"₹65000-75000 a month":               "",
		"Rs. 500/- per kg, Rs 1500 for 5":    "",
		"Rates 899.00 999.00":                "",
		"65,000 75,000":                      "",
		"₹ 100000000":                        "",
		"Since 1998, since 2004":             "",
		"2019 2020 2021":                     "",
		"2019-2020 2021-22":                  "",
		"18-03-2025 10:30, 19-03-2025 11:30": "",
		"01/04/25-31/03/26":                  "",
		"2025-03-18 2025-03-19":              "",
		"9.00-1.00 4.00-8.00":                "",
		"Mon-Sat 9:30-13:00 16:00-20:30":     "",
		"सोम-शनि ९:३०–१३:०० १६:००–२०:३०":   "",
		"સોમ–શનિ ૯.૩૦–૧.૦૦ ૪.૦૦–૮.૦૦":      "",
		"Open 24x7, 24/7 and 365 days":     "",
		"1 Ring Road, Surat 395007":        "",
		"Surat - 395 007, Gujarat":         "",
		"Sizes 38 40 42 44 46":             "",
		"100 200 300 400":                  "",
		"Rings 6.5 7.5 8.5 9.5 10.5":       "",
		"5 kg, 10 kg, 500 ml, 6 x 9 ft":    "",
		"3 → 11 enquiries a week":          "",
		"B.Com, M.Com and Ph.D. coaching":  "",
		"Node.js experts. Dr.Shah is here": "",
		"All done.In time":                 "",
		"Sale @ 50% off, 10@100":           "",
		"Shop @ Ring Road":                 "",
		"Polka dot dress":                  "",
		"Rated 4.9 by 1,250 guests":        "",
		"GSTIN 24ABCDE1234F1Z5":            "",
		"हमारी दुकान २० साल से. डॉ.शाह":  "",
		"અમારી દુકાન ૧૯૯૮થી, ૧૦૦% શુદ્ધ": "",
		"nine eight two five zero": "",
		// A phone number after an amount, or instead of one.
		"₹500 - 9825099999":  mobile,
		"Rs 9825099999":      mobile,
		"₹9825099999":        mobile,
		"₹9825099999 only":   mobile,
		"₹ 982509999 in all": "",
		// Halves of a number that stand apart.
		"98250, 99999":                  mobile,
		"98250 ; 99999":                 mobile,
		"98250 ------ 99999":            mobile,
		"98250 !!! 99999":               mobile,
		"60000, 70000":                  "",
		"64999, 69999":                  "",
		"₹65250, 75999":                 "",
		"65250/-, 75999/-":              "",
		"98250 ------------- 99999":     "",
		"Surat 395007, Vadodara 390001": "",
		// Digits in circles.
		"❾❽❷❺⓿❾❾❾❾❾": mobile,
		"➈➇➁➄🄋➈➈➈➈➈": mobile,
		"➒➑➋➎🄌➒➒➒➒➒": mobile,
		"⓽⓼⓶⓹⓪⓽⓽⓽⓽⓽": mobile,
		"⓽⓼➉⓹⓪⓽⓽⓽⓽":  "tel:919810509999",
		// A scheme before a contact with a gap in it.
		"Tel:98250 99999":     mobile,
		"Tel:+91 98250 99999": mobile,
		"UPI:evil@okaxis":     "upi:evil@okaxis",
		// Two sentences, or an address.
		"SuryaPay.In":               "web:suryapay.in",
		"SuryaPay.In is our site":   "web:suryapay.in",
		"Pay on suryapay.In":        "web:suryapay.in",
		"Pay on suryapay.In, today": "web:suryapay.in",
		"All is done.It was fun":    "",
		// Payment ids with gaps.
		"evil at okaxis":                   "upi:evil@okaxis",
		"evil AT ybl":                      "upi:evil@ybl",
		"evil @ okbizaxis":                 "upi:evil@okbizaxis",
		"evil @ ptyes":                     "upi:evil@ptyes",
		"evil@\nokaxis":                    "upi:evil@okaxis",
		"evil\n@ okaxis":                   "upi:evil@okaxis",
		"Sale @ Okhla, Meet @ okay Cafe":   "",
		"Open an account at SBI, at Kotak": "",
	} {
		assert.Equal(t, want, keysOf(Contacts(text)), "%q", text)
	}
}

func TestHTMLContactsFindsContactsInArticles(t *testing.T) {
	t.Parallel()
	const mobile = "tel:919825099999"
	for text, want := range map[string]string{
		"<p>Call 98<strong>250</strong> 999<em>99</em></p>":                mobile,
		"<p>Call&nbsp;98250&#8203;99999</p>":                               mobile,
		`<p><a href="tel:+919825099999">Call us</a></p>`:                   mobile,
		`<p><a href="https://evil.in/pay">Pay here</a></p>`:                "web:evil.in/pay",
		`<p><a href="//evil.in/pay">Pay here</a></p>`:                      "web:evil.in/pay",
		`<p><a href="///evil.in/pay">Pay here</a></p>`:                     "web:evil.in/pay",
		`<p><a href="/\evil.in/pay">Pay here</a></p>`:                      "web:evil.in/pay",
		`<p><a href="\\evil.in/pay">Pay here</a></p>`:                      "web:evil.in/pay",
		`<p><a href="https:///evil.in/pay">Pay here</a></p>`:               "web:evil.in/pay",
		`<p><a href="https:\\evil.in\pay">Pay here</a></p>`:                "web:evil.in/pay",
		`<p><a href="http:evil.in/pay">Pay here</a></p>`:                   "web:evil.in/pay",
		`<p><a href="http:/evil.in">Pay here</a></p>`:                      "web:evil.in",
		`<p><a href="tel:/9825099999">Call us</a></p>`:                     mobile,
		`<p><a href="tel:///9825099999">Call us</a></p>`:                   mobile,
		`<p><a href="upi:evil@okaxis">Pay here</a></p>`:                    "uri:upi:evil@okaxis",
		`<p><a href="mailto:?to=evil@example.in">Write</a></p>`:            "uri:mailto:?to=evil@example.in",
		`<p><a href="https:">Pay here</a></p>`:                             "uri:https:",
		`<p><a href="HTTPS://evil.in">evil.in</a></p>`:                     "web:evil.in",
		`<p><a href="/services">Services</a> <a href="#top">Up</a></p>`:    "",
		`<p><img src="/media/a.jpg" alt="Pay evil@okaxis"></p>`:            "upi:evil@okaxis",
		`<p><img src="https://pics.example/a.jpg" title="@evil"></p>`:      "web:pics.example/a.jpg @evil",
		`<p><img src="//pics.example/a.jpg"></p>`:                          "web:pics.example/a.jpg",
		"<p>2024</p><p>12 of 30</p><p>In 2025 we had 1,250 guests.</p>":    "",
		"<figure><figcaption>WhatsApp ९८२५०९९९९९</figcaption></figure>":    mobile,
		"<ul><li>₹1,00,000</li><li>₹2,50,000</li><li>18-03-2025</li></ul>": "",
	} {
		assert.Equal(t, want, keysOf(HTMLContacts(text)), "%q", text)
	}
}

func TestPublishedContactVouchesForOtherSpellings(t *testing.T) {
	t.Parallel()
	vouched := func(text, published string) bool {
		for _, key := range Contacts(text)[0].Vouchers() {
			for _, c := range Contacts(published) {
				if c.Key == key {
					return true
				}
			}
		}
		return false
	}
	for _, c := range []struct {
		text, published string
		want            bool
	}{
		{"WhatsApp ૯૮૨૫૦ ૧૨૩૪૫", "+91 98250 12345", true},
		{"wa.me/919825012345", "+91 98250 12345", true},
		{"@surya_sweets", "https://instagram.com/surya_sweets", true},
		{"@surya_sweets", "https://youtube.com/@surya_sweets", true},
		{"@evil", "https://instagram.com/surya_sweets", false},
		{"https://surya.example.in/menu", "https://www.example.in", true},
		{"info@example.in", "https://www.example.in/", true},
		{"example.in/other", "https://example.in/shop", false},
		{"instagram.com/evil", "https://www.instagram.com/", false},
		{"evil.blogspot.com", "https://surya.blogspot.com", false},
	} {
		assert.Equal(t, c.want, vouched(c.text, c.published), "%s, if the owner publishes %s", c.text, c.published)
	}
}

// Fails if a host is converted to Punycode before its length is checked: the conversion takes
// quadratic time.
func TestContactsReadsVeryLongHostsQuickly(t *testing.T) {
	t.Parallel()
	var name strings.Builder
	for i := range rune(60_000) {
		name.WriteRune(0x4E00 + i%20_000)
	}
	for _, text := range []string{name.String() + ".com", "https://" + name.String() + ".com", "evil@" + name.String() + ".com"} {
		began := time.Now()
		for _, c := range Contacts(text) {
			c.Vouchers()
		}
		assert.Less(t, time.Since(began), 2*time.Second)
	}
}
