package field

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestParsePostalSplitsIndianAddressesOnly(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Postal{
		"": {},
		"12 MG Road\nSurat, Gujarat 395003\nIndia":                         {"12 MG Road", "Surat", "Gujarat", "395003", "India"},
		"4 Station Rd\nLucknow, Uttar Pradesh 226001\nIndia":               {"4 Station Rd", "Lucknow", "Uttar Pradesh", "226001", "India"},
		"A-1, CG Road, Navrangpura, Ahmedabad-380009, Gujarat, India":      {"A-1, CG Road, Navrangpura", "Ahmedabad", "Gujarat", "380009", "India"},
		"B/12 Alkapuri, Vadodara - 390 007":                                {"B/12 Alkapuri", "Vadodara", "", "390007", ""},
		"Shop 3, Ring Road, Surat Gujarat 395002.":                         {"Shop 3, Ring Road", "Surat", "Gujarat", "395002", ""},
		"Nana Bazar, Anand, Gujarat, Pin: 388120":                          {"Nana Bazar", "Anand", "Gujarat", "388120", ""},
		"501 Trade Tower, Andheri East, Mumbai, Maharashtra 400069, India": {"501 Trade Tower, Andheri East", "Mumbai", "Maharashtra", "400069", "India"},
		"Connaught Place, New Delhi 110001":                                {"Connaught Place", "New Delhi", "", "110001", ""},
		"રિંગ રોડ, સુરત, ગુજરાત ૩૯૫૦૦૨, ભારત":                              {"રિંગ રોડ", "સુરત", "ગુજરાત", "395002", "ભારત"},
		"૧૨ સી.જી. રોડ\nઅમદાવાદ - ૩૮૦૦૦૯":                                  {"૧૨ સી.જી. રોડ", "અમદાવાદ", "", "380009", ""},
		"स्टेशन रोड, लखनऊ, उत्तर प्रदेश - २२६००१, भारत":                    {"स्टेशन रोड", "लखनऊ", "उत्तर प्रदेश", "226001", "भारत"},
		"गांधी चौक, इंदौर, मध्य प्रदेश, पिन कोड 452001":                    {"गांधी चौक", "इंदौर", "मध्य प्रदेश", "452001", ""},
		"Ahmedabad, Gujarat, India":                                        {"", "Ahmedabad", "Gujarat", "", "India"},
		"અમદાવાદ, ગુજરાત, ભારત":                                            {"", "અમદાવાદ", "ગુજરાત", "", "ભારત"},
		"Gujarat, India":                       {Street: "Gujarat", Country: "India"},
		"221B Baker Street, London NW1 6XE":    {Street: "221B Baker Street, London NW1 6XE"},
		"Near the bus stand":                   {Street: "Near the bus stand"},
		"Near the bus stand, call 98250 98250": {Street: "Near the bus stand, call 98250 98250"},
		"Gujarat Bhavan, Kasturba Road":        {Street: "Gujarat Bhavan, Kasturba Road"},
		" , \n, ":                              {},
		"380009":                               {Street: "380009"},
	} {
		assert.Equal(t, want, ParsePostal(text), "%q", text)
	}
}

func FuzzParsePostal(f *testing.F) {
	f.Add("A, B-380009, ગુજરાત ૩૯૫૦૦૨, India")
	f.Fuzz(func(t *testing.T, text string) {
		p := ParsePostal(text)
		if len(p.Street)+len(p.Locality)+len(p.Region)+len(p.PostalCode)+len(p.Country) > 2*len(text) {
			t.Errorf("%q became %v", text, p)
		}
	})
}
