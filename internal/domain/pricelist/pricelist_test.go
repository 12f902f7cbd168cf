package pricelist

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/field"
)

var limits = Limits{Title: 200, Unit: 40, Group: 60}

// said describes what was understood of a line: name | unit | price, or the reason.
func said(l Line) string {
	switch {
	case l.Kind == Unread:
		return string(l.Reason)
	case l.Kind == Heading:
		return "# " + l.Title
	case l.Reason != "":
		return l.Title + " | " + l.Unit + " | " + string(l.Reason)
	}
	return l.Title + " | " + l.Unit + " | " + l.Price
}

func TestALineIsReadAsPeopleWriteIt(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		// A name and a price, however they are separated.
		"Pav 40":                "Pav |  | 4000",
		"Pav - 40":              "Pav |  | 4000",
		"Pav – 40":              "Pav |  | 4000",
		"Pav—40":                "Pav |  | 4000",
		"Pav-40":                "Pav |  | 4000",
		"Pav: 40":               "Pav |  | 4000",
		"Pav = 40":              "Pav |  | 4000",
		"Pav => 40":             "Pav |  | 4000",
		"Pav @ 40":              "Pav |  | 4000",
		"Pav ........ 40":       "Pav |  | 4000",
		"Pav……40":               "Pav |  | 4000",
		"Pav ______ ₹40":        "Pav |  | 4000",
		"Pav ------ 40/-":       "Pav |  | 4000",
		"Pav price: 40":         "Pav |  | 4000",
		"• Pav – 40":            "Pav |  | 4000",
		"3. Pav – 40":           "Pav |  | 4000",
		"૩) પાંઉ – ૪૦":          "પાંઉ |  | 4000",
		"✅ *Pav* – 40":          "Pav |  | 4000",
		"Ladi pav, masala - 60": "Ladi pav, masala |  | 6000",
		"Vitamin B12 test 450":  "Vitamin B12 test |  | 45000",
		"7 Up 40":               "7 Up |  | 4000",
		"Flowers 40":            "Flowers |  | 4000",
		"Combo 2: 199":          "Combo 2 |  | 19900",
		"Pav 6 = 40":            "Pav 6 |  | 4000",
		"Baker's special – 99":  "Baker's special |  | 9900",
		"ચોકલેટ કેક ૫૨૦":        "ચોકલેટ કેક |  | 52000",
		"चॉकलेट केक – ५२०":       "चॉकलेट केक |  | 52000",
		"Full body check-up 999": "Full body check-up |  | 99900",
		// Rupees, never paise.
		"Pav ₹40":              "Pav |  | 4000",
		"Pav ₹ 40.50":          "Pav |  | 4050",
		"Pav Rs.40":            "Pav |  | 4000",
		"Pav Rs 40/-":          "Pav |  | 4000",
		"Pav rs. 40 only":      "Pav |  | 4000",
		"Pav 40rs":             "Pav |  | 4000",
		"Pav 40 Rs.":           "Pav |  | 4000",
		"Pav 40/=":             "Pav |  | 4000",
		"Pav 4000":             "Pav |  | 400000",
		"Pav 40.5":             "Pav |  | 4050",
		"Bridal make-up 1,200": "Bridal make-up |  | 120000",
		"Wedding 1,00,000/-":   "Wedding |  | 10000000",
		"Wedding ₹100,000":     "Wedding |  | 10000000",
		"પાંઉ રૂ. ૪૦":          "પાંઉ |  | 4000",
		"પાંઉ ૪૦ રૂપિયા":       "પાંઉ |  | 4000",
		"पाव ४० रुपये":         "पाव |  | 4000",
		"पाव रु. ४०/-":         "पाव |  | 4000",
		"पाव – ४०.५०":          "पाव |  | 4050",
		// Units.
		"Pav 6 pcs – 40":             "Pav | 6 pcs | 4000",
		"Pav (6 pcs) – 40":           "Pav | 6 pcs | 4000",
		"Pav, 6 pcs, 40":             "Pav | 6 pcs | 4000",
		"Chocolate cake 1 kg 520":    "Chocolate cake | 1 kg | 52000",
		"Chocolate cake 1kg-520":     "Chocolate cake | 1kg | 52000",
		"Chocolate cake half kg 280": "Chocolate cake | half kg | 28000",
		"Chocolate cake 1/2 kg 280":  "Chocolate cake | 1/2 kg | 28000",
		"Sev 240/kg":                 "Sev | kg | 24000",
		"Sev ₹240 per kg":            "Sev | kg | 24000",
		"Sev ₹240 kg":                "Sev | kg | 24000",
		"Sev per kg – 240":           "Sev | kg | 24000",
		"Sev – 120 (500 g)":          "Sev | 500 g | 12000",
		"Cup cake 45 each":           "Cup cake | each | 4500",
		"Yoga – 500 per session":     "Yoga | session | 50000",
		"Coke 500ml 40":              "Coke | 500ml | 4000",
		"પાંઉ ૬ નંગ – ૪૦":            "પાંઉ | ૬ નંગ | 4000",
		"સેવ અડધો કિલો ૧૨૦":          "સેવ | અડધો કિલો | 12000",
		"સેવ ૨૪૦ કિલો દીઠ":           "સેવ | કિલો દીઠ | 24000",
		"सेव ५०० ग्राम – ₹१२०":       "सेव | ५०० ग्राम | 12000",
		"सेव – २४० प्रति किलो":       "सेव | किलो | 24000",
		// Ranges, from, on request.
		"Haircut 90-120":      "Haircut |  | 9000-12000",
		"Haircut: 90 - 120":   "Haircut |  | 9000-12000",
		"Haircut ₹90 – ₹120":  "Haircut |  | 9000-12000",
		"Haircut Rs 90 - 120": "Haircut |  | 9000-12000",
		"Haircut 90 to 120":   "Haircut |  | 9000-12000",
		"Haircut 90-120/-":    "Haircut |  | 9000-12000",
		"વાળ કાપવા ૯૦ થી ૧૨૦":            "વાળ કાપવા |  | 9000-12000",
		"बाल कटाई ९० से १२०":             "बाल कटाई |  | 9000-12000",
		"केस कापणे ९० ते १२०":            "केस कापणे |  | 9000-12000",
		"Birthday cake from 350":         "Birthday cake |  | 35000+",
		"Birthday cake from ₹350/kg":     "Birthday cake | kg | 35000+",
		"Cake starting at Rs 350":        "Cake |  | 35000+",
		"Cake – 350 onwards":             "Cake |  | 35000+",
		"Cake 350+":                      "Cake |  | 35000+",
		"કેક ૩૫૦થી":                      "કેક |  | 35000+",
		"કેક ₹૩૫૦ થી શરૂ":                "કેક |  | 35000+",
		"केक 350 से":                     "केक |  | 35000+",
		"केक ₹350 से शुरू":               "केक |  | 35000+",
		"Wedding cake – ask":             "Wedding cake |  | ask",
		"Wedding cake: Price on request": "Wedding cake |  | ask",
		"Wedding cake - call":            "Wedding cake |  | ask",
		"લગ્નની કેક – ભાવ પૂછો":          "લગ્નની કેક |  | ask",
		"शादी का केक – कीमत पूछें":       "शादी का केक |  | ask",
		// From a spreadsheet.
		"Pav\t6 pcs\t40":       "Pav | 6 pcs | 4000",
		"Pav\t40":              "Pav |  | 4000",
		"1\tPav\t40":           "Pav |  | 4000",
		"Sev 500 g\t₹120.00":   "Sev | 500 g | 12000",
		"| Pav | 6 pcs | 40 |": "Pav | 6 pcs | 4000",
		"પાંઉ\t૬ નંગ\t૪૦":      "પાંઉ | ૬ નંગ | 4000",
		"Haircut\t\t90 - 120":  "Haircut |  | 9000-12000",
		// Without a price.
		"Khari":          "Khari |  | no_price",
		"Khari 200 g":    "Khari | 200 g | no_price",
		"Sev - 500 g":    "Sev | 500 g | no_price",
		"Video call":     "Video call |  | no_price",
		"ખારી ૨૦૦ ગ્રામ": "ખારી | ૨૦૦ ગ્રામ | no_price",
		// Never guessed.
		"Pav 6 - 40":                  "several",
		"Pav 6-40":                    "several",
		"Pav – 6 – 40":                "several",
		"Pav 6 – ₹40":                 "several",
		"Dosa 40 60":                  "several",
		"Dosa ₹40 ₹60":                "several",
		"Thali 120/150":               "several",
		"Haircut 120-90":              "several",
		"Cake 12,50":                  "amount",
		"Cake 1.200":                  "amount",
		"Cake 0":                      "amount",
		"Cake 99999999999999":         "amount",
		"Small 40, large 60 or more":  "unclear",
		"Cake ₹40 half price today":   "unclear",
		"40":                          "no_name",
		"1 kg – 520":                  "no_name",
		"₹40":                         "no_name",
		"Item\tSize\tNote\tPrice\t40": "unclear",
	} {
		lines := Read("x 1\n"+text, limits).Lines
		require.Len(t, lines, 2, text)
		assert.Equal(t, want, said(lines[1]), text)
	}
}

func TestHeadingsGroupTheItemsBelowThem(t *testing.T) {
	t.Parallel()
	list := Read("Cakes\nChocolate 520\n\nBISCUITS\nKhari 120\n\n*બ્રેડ*\nPav 40\n# Sweets\nPeda 30\nSnacks:\nSev 60\nFarsan\nGathiya 80\n\nMukhwas", limits)
	var got []string
	for _, line := range list.Lines {
		got = append(got, line.Group+": "+said(line))
	}
	assert.Equal(t, []string{
		": # Cakes", "Cakes: Chocolate |  | 52000",
		": # BISCUITS", "BISCUITS: Khari |  | 12000",
		": # બ્રેડ", "બ્રેડ: Pav |  | 4000",
		": # Sweets", "Sweets: Peda |  | 3000",
		": # Snacks", "Snacks: Sev |  | 6000",
		"Snacks: Farsan |  | no_price", "Snacks: Gathiya |  | 8000",
		"Snacks: Mukhwas |  | no_price",
	}, got)
}

func TestCapitalsMarkNoHeadingInAListInCapitals(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"CAKE 500\nKHARI\nPAV 40":                  {"CAKE |  | 50000", "KHARI |  | no_price", "PAV |  | 4000"},
		"Price list\nCAKE 1 kg 500\nKHARI\nPAV 40": {"# Price list", "CAKE | 1 kg | 50000", "KHARI |  | no_price", "PAV |  | 4000"},
		"CAKE 500\nBREADS:\nPAV 40":                {"CAKE |  | 50000", "# BREADS", "PAV |  | 4000"},
		"BREADS\nPAV\nTOAST":                       {"# BREADS", "PAV |  | no_price", "TOAST |  | no_price"},
		"TV 500\nCAKES\nPlum 40":                   {"TV |  | 50000", "# CAKES", "Plum |  | 4000"},
		"કેક 500\nBREADS\nપાંઉ 40":                 {"કેક |  | 50000", "# BREADS", "પાંઉ |  | 4000"},
		"Pav\nCAKES\nPlum":                         {"# Pav", "# CAKES", "Plum |  | no_price"},
	} {
		var got []string
		for _, line := range Read(text, limits).Lines {
			got = append(got, said(line))
		}
		assert.Equal(t, want, got, text)
	}
}

func TestReadIsBounded(t *testing.T) {
	t.Parallel()
	list := Read(strings.Repeat("Pav 40\r\n\r\n", MaxLines+5), limits)
	assert.Len(t, list.Lines, MaxLines)
	assert.Equal(t, 5, list.Rest)
	assert.Equal(t, TooLong, Read(strings.Repeat("a", 5000)+" 40", limits).Lines[0].Reason)
	assert.Equal(t, TooLong, Read(strings.Repeat("a", 300)+" 40", limits).Lines[0].Reason)
	assert.Empty(t, Read(" \n-----\n * * * \n", limits).Lines)
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{"Pav 6 pcs – 40", "સેવ ૨૪૦ કિલો દીઠ", "*Cakes*\nCake ₹1,00,000/- (1/2 kg)", "a\tb\t90-120", "( / - @ 4", "₹ 4 to"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, line := range Read(text, limits).Lines {
			if line.Kind != Item {
				assert.Empty(t, line.Price)
				continue
			}
			assert.NotEmpty(t, line.Title)
			_, ok := field.ParsePrice(line.Price)
			assert.Equal(t, line.Reason == "", ok, line.Price)
		}
	})
}
