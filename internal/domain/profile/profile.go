// Package profile defines the business's profile: its fields, their rules and defaults.
// Fields is the only place that names a field; columns, API shapes, edit forms and
// tests are derived from it. The package does no I/O.
package profile

import (
	"strings"

	"parichay/internal/domain/field"
	"parichay/internal/domain/lead"
	"parichay/internal/domain/theme"
	"parichay/internal/domain/trade"
	"parichay/locales"
)

// Profile is one revision of the site's content as the owner stored it. An
// empty field means "the default applies": see Shown.
type Profile struct {
	BrandName, Tagline                     string
	ProfileImage, LogoImage                string
	ShopButtonURL, FeedbackURL             string
	Phone, Email, Address                  string
	BusinessName, BusinessHours            string
	SpecialDays                            string // see hours.ReadSpecial
	Instagram, YouTube, Facebook, LinkedIn string
	Twitter, Website, WhatsApp             string

	AppDownloadURL                                  string
	GooglePlayTitle, GooglePlaySubtitle             string
	GooglePlayURL                                   string
	AppStoreTitle, AppStoreSubtitle, AppStoreURL    string
	APKDownloadTitle, APKDownloadSubtitle           string
	QRSize, QRColor, QRLabel, QRDescription, QRLink string

	Named                            string           // whether the owner confirmed the brand name
	Primary                          string           // see PrimaryLanguage
	Offered                          string           // see Languages
	EnglishPath                      string           // whether /en is an address although English is the primary language; see After
	SocialOrder                      string           // platforms in display order; platforms missing here come last
	ArticleAuthor                    string           // the owner's name on new articles
	Show                             [maxParts]string // whether each part is shown, see parts
	Theme                            string           // see package theme
	Accent, Mode, Backdrop, Corners  string           // what the owner made of the theme
	Cover, BackdropImage, MainAction string

	Trade  string           // see package trade; empty: not chosen yet
	Needs  string           // what a message needs, see Form
	Photos string           // whether pictures may come with a quote request, see Form
	Words  [maxSlots]string // the owner's own text of each slot, see trade.Slots

	// Translations holds the owner's texts in the other languages, by
	// language and field key. It contains only localized fields.
	Translations Translations
}

// defaultSite is a reserved domain without an owner, as is every default contact: a visitor who
// sees the defaults must not reach a stranger.
const defaultSite = "https://example.com"

// pictures is the folder of the profile's pictures.
const pictures = "profile_images"

// The actions of the home page's main button.
const (
	ShareAction = "share"
	ChatAction  = "whatsapp"
	CallAction  = "call"
	ShopAction  = "shop"
	QuoteAction = "quote"
)

// Fields is the table that everything about a field is derived from. Social links are
// shown in its order.
var Fields = withSlots(withSwitches([]Field{
	{Path: "brandName", Column: "brand_name", Rule: field.Rule{Kind: field.Text, Min: 2, Max: 80}, Localized: true, Default: "Digital Market", Sample: samples(), At: func(p *Profile) *string { return &p.BrandName }},
	{Path: "tagline", Column: "tagline", Rule: field.Rule{Kind: field.Text, Min: 4, Max: 160}, Localized: true, Default: word, Sample: samples(), At: func(p *Profile) *string { return &p.Tagline }},
	{Path: "profileImage", Column: "profile_image", Rule: field.Rule{Kind: field.Image, Picture: &field.Picture{Folder: pictures, Aspect: 1, Round: true}}, Default: "/profile.svg", Sample: samples(), At: func(p *Profile) *string { return &p.ProfileImage }},
	{Path: "logoImage", Column: "logo_image", Rule: field.Rule{Kind: field.Image, Optional: true, Picture: &field.Picture{Folder: pictures, Aspect: 1}}, At: func(p *Profile) *string { return &p.LogoImage }},

	{Path: "socialLinks.instagram", Column: "instagram_link", Rule: field.Rule{Kind: field.URL, Platform: field.Instagram}, Default: "https://www.instagram.com/", Sample: samples("https://www.instagram.com/digitalmarket"), Part: true, At: func(p *Profile) *string { return &p.Instagram }},
	{Path: "socialLinks.youtube", Column: "youtube_link", Rule: field.Rule{Kind: field.URL, Platform: field.YouTube}, Default: "https://www.youtube.com/", Sample: samples("https://www.youtube.com/@digitalmarket"), Part: true, At: func(p *Profile) *string { return &p.YouTube }},
	{Path: "socialLinks.facebook", Column: "facebook_link", Rule: field.Rule{Kind: field.URL, Platform: field.Facebook}, Default: "https://www.facebook.com/", Sample: samples("https://www.facebook.com/digitalmarket"), Part: true, At: func(p *Profile) *string { return &p.Facebook }},
	{Path: "socialLinks.linkedin", Column: "linkedin_link", Rule: field.Rule{Kind: field.URL, Platform: field.LinkedIn}, Default: "https://www.linkedin.com/", Sample: samples("https://www.linkedin.com/company/digitalmarket"), Part: true, At: func(p *Profile) *string { return &p.LinkedIn }},
	{Path: "socialLinks.twitter", Column: "twitter_link", Rule: field.Rule{Kind: field.URL, Platform: field.X}, Default: "https://x.com/", Sample: samples("https://x.com/digitalmarket"), Part: true, At: func(p *Profile) *string { return &p.Twitter }},
	{Path: "socialLinks.website", Column: "website_link", Rule: field.Rule{Kind: field.URL}, Default: defaultSite, Sample: samples("https://digitalmarket.in"), Part: true, At: func(p *Profile) *string { return &p.Website }},
	{Path: "socialLinks.whatsapp", Column: "whatsapp_link", Rule: field.Rule{Kind: field.URL, Optional: true, Platform: field.WhatsApp}, Part: true, At: func(p *Profile) *string { return &p.WhatsApp }},

	{Path: "contact.phone", Column: "phone", Rule: field.Rule{Kind: field.Phone}, Default: "+91 00000 00000", Sample: samples("+91 98250 12345"), Part: true, At: func(p *Profile) *string { return &p.Phone }},
	{Path: "contact.email", Column: "email", Rule: field.Rule{Kind: field.Email}, Default: "hello@example.com", Sample: samples("hello@digitalmarket.in"), Part: true, At: func(p *Profile) *string { return &p.Email }},
	{Path: "contact.address", Column: "address", Rule: field.Rule{Kind: field.Multiline, Max: 500, Watch: field.Destination}, Localized: true, Default: word, Sample: samples(), Part: true, At: func(p *Profile) *string { return &p.Address }},

	{Path: "shopButtonUrl", Column: "shop_button_url", Rule: field.Rule{Kind: field.URL}, Default: defaultSite + "/shop", Sample: samples("https://digitalmarket.in/shop"), Part: true, At: func(p *Profile) *string { return &p.ShopButtonURL }},
	{Path: "feedbackUrl", Column: "feedback_url", Rule: field.Rule{Kind: field.URL}, Default: defaultSite + "/feedback", Sample: samples("https://digitalmarket.in/feedback"), Part: true, At: func(p *Profile) *string { return &p.FeedbackURL }},

	{Path: "businessName", Column: "business_name", Rule: field.Rule{Kind: field.Text, Max: 120}, Localized: true, Default: "Digital Market", Sample: samples(), At: func(p *Profile) *string { return &p.BusinessName }},
	{Path: "businessHours", Column: "business_hours", Rule: field.Rule{Kind: field.Multiline, Max: 1000}, Localized: true, Default: word, Sample: samples(), At: func(p *Profile) *string { return &p.BusinessHours }},
	{Path: "specialDays", Column: "special_days", Rule: field.Rule{Kind: field.Days, Optional: true}, Canon: canonDays, At: func(p *Profile) *string { return &p.SpecialDays }},

	{Path: "appDownloadUrl", Column: "app_download_url", Rule: field.Rule{Kind: field.URL}, Default: defaultSite + "/app.apk", Sample: samples("https://digitalmarket.in/app.apk"), Part: true, At: func(p *Profile) *string { return &p.AppDownloadURL }},
	{Path: "appButtons.googlePlayTitle", Column: "google_play_title", Rule: field.Rule{Kind: field.Text, Max: 60}, Localized: true, Default: word, At: func(p *Profile) *string { return &p.GooglePlayTitle }},
	{Path: "appButtons.googlePlaySubtitle", Column: "google_play_subtitle", Rule: field.Rule{Kind: field.Text, Max: 60}, Localized: true, Default: "Google Play", At: func(p *Profile) *string { return &p.GooglePlaySubtitle }},
	{Path: "appButtons.googlePlayUrl", Column: "google_play_url", Rule: field.Rule{Kind: field.URL}, Default: "https://play.google.com/store", Sample: samples(), Part: true, At: func(p *Profile) *string { return &p.GooglePlayURL }},
	{Path: "appButtons.appStoreTitle", Column: "app_store_title", Rule: field.Rule{Kind: field.Text, Max: 60}, Localized: true, Default: word, At: func(p *Profile) *string { return &p.AppStoreTitle }},
	{Path: "appButtons.appStoreSubtitle", Column: "app_store_subtitle", Rule: field.Rule{Kind: field.Text, Max: 60}, Localized: true, Default: "App Store", At: func(p *Profile) *string { return &p.AppStoreSubtitle }},
	{Path: "appButtons.appStoreUrl", Column: "app_store_url", Rule: field.Rule{Kind: field.URL}, Default: "https://www.apple.com/app-store/", Sample: samples(), Part: true, At: func(p *Profile) *string { return &p.AppStoreURL }},
	{Path: "appButtons.apkDownloadTitle", Column: "apk_download_title", Rule: field.Rule{Kind: field.Text, Max: 60}, Localized: true, Default: word, At: func(p *Profile) *string { return &p.APKDownloadTitle }},
	{Path: "appButtons.apkDownloadSubtitle", Column: "apk_download_subtitle", Rule: field.Rule{Kind: field.Text, Max: 60}, Localized: true, Default: "Android APK", At: func(p *Profile) *string { return &p.APKDownloadSubtitle }},

	{Path: "qrCodeSettings.size", Key: "qrSize", Column: "qr_code_settings", Rule: field.Rule{Kind: field.Range, Min: 100, Max: 400, Step: 10}, Default: "200", At: func(p *Profile) *string { return &p.QRSize }},
	{Path: "qrCodeSettings.color", Key: "qrColor", Column: "qr_code_settings", Rule: field.Rule{Kind: field.Swatch, Options: []string{"#DAA520", "#1E40AF", "#10B981", "#EF4444", "#8B5CF6"}}, Default: "#DAA520", At: func(p *Profile) *string { return &p.QRColor }},
	{Path: "qrCodeSettings.label", Key: "qrLabel", Column: "qr_code_settings", Rule: field.Rule{Kind: field.Text, Max: 80}, Localized: true, Default: word, At: func(p *Profile) *string { return &p.QRLabel }},
	{Path: "qrCodeSettings.description", Key: "qrDescription", Column: "qr_code_settings", Rule: field.Rule{Kind: field.Text, Max: 200, Optional: true}, Localized: true, Default: word, At: func(p *Profile) *string { return &p.QRDescription }},
	{Path: "qrCodeSettings.url", Key: "qrUrl", Column: "qr_code_settings", Rule: field.Rule{Kind: field.URL, Optional: true}, At: func(p *Profile) *string { return &p.QRLink }},

	{Path: "named", Column: arrangement, Rule: field.Rule{Kind: field.Switch}, Default: field.No, At: func(p *Profile) *string { return &p.Named }},
	{Path: "primaryLanguage", Column: arrangement, Rule: field.Rule{Kind: field.Choice, Options: locales.Codes()}, Default: string(locales.English), At: func(p *Profile) *string { return &p.Primary }},
	{Path: "languages", Column: arrangement, Rule: field.Rule{Kind: field.Order, Options: locales.Codes()}, Default: strings.Join(locales.CodesOf(locales.Usual), field.Comma), At: func(p *Profile) *string { return &p.Offered }},
	{Path: "englishPath", Column: arrangement, Rule: field.Rule{Kind: field.Switch}, Default: field.No, At: func(p *Profile) *string { return &p.EnglishPath }},
	{Path: "socialOrder", Column: arrangement, Rule: field.Rule{Kind: field.Order, Optional: true}, At: func(p *Profile) *string { return &p.SocialOrder }},
	{Path: "articleAuthor", Column: arrangement, Rule: field.Rule{Kind: field.Text, Max: 120, Optional: true}, At: func(p *Profile) *string { return &p.ArticleAuthor }},
	{Path: "looks.theme", Column: "looks", Rule: field.Rule{Kind: field.Choice, Options: theme.IDs()}, Default: theme.Sona, Sets: setByTheme(), At: func(p *Profile) *string { return &p.Theme }},
	{Path: "looks.accent", Column: "looks", Rule: field.Rule{Kind: field.Colour, Options: theme.Accents}, Default: theme.Gold, At: func(p *Profile) *string { return &p.Accent }},
	{Path: "looks.mode", Column: "looks", Rule: field.Rule{Kind: field.Choice, Options: theme.Modes}, Default: theme.Light, At: func(p *Profile) *string { return &p.Mode }},
	{Path: "looks.shape", Column: "looks", Rule: field.Rule{Kind: field.Choice, Options: theme.Shapes}, Default: theme.Pill, At: func(p *Profile) *string { return &p.Corners }},
	{Path: "looks.backdrop", Column: "looks", Rule: field.Rule{Kind: field.Choice, Options: theme.Backdrops}, Default: theme.Particles, At: func(p *Profile) *string { return &p.Backdrop }},
	{Path: "looks.backdropImage", Column: "looks", Rule: field.Rule{Kind: field.Image, Optional: true, Picture: &field.Picture{Folder: pictures}}, At: func(p *Profile) *string { return &p.BackdropImage }},
	{Path: "looks.cover", Column: "looks", Rule: field.Rule{Kind: field.Image, Optional: true, Picture: &field.Picture{Folder: pictures, Aspect: 2.4}}, At: func(p *Profile) *string { return &p.Cover }},
	{Path: "looks.mainAction", Column: "looks", Rule: field.Rule{Kind: field.Choice, Options: []string{ShareAction, ChatAction, CallAction, ShopAction, QuoteAction}}, Default: ShareAction, At: func(p *Profile) *string { return &p.MainAction }},
	{Path: "trade", Column: slotsColumn, Rule: field.Rule{Kind: field.Choice, Options: trade.IDs(), Optional: true}, At: func(p *Profile) *string { return &p.Trade }},
	{Path: "formNeeds", Column: slotsColumn, Rule: field.Rule{Kind: field.Choice, Options: []string{usualNeeds, string(lead.ByPhone), string(lead.ByEmail), string(lead.ByEither)}}, Default: usualNeeds, At: func(p *Profile) *string { return &p.Needs }},
	{Path: "formPhotos", Column: slotsColumn, Rule: field.Rule{Kind: field.Choice, Options: []string{usualNeeds, field.Yes, field.No}}, Default: usualNeeds, At: func(p *Profile) *string { return &p.Photos }},
}))

// Look returns the theme of the site's pages. p must be a result of Shown or Public.
func (p Profile) Look() theme.Choice {
	c := theme.Choice{Theme: p.Theme, Accent: p.Accent, Mode: p.Mode, Backdrop: p.Backdrop, Shape: p.Corners}
	if c.Backdrop == theme.Photo && p.BackdropImage == "" { // until a photo is uploaded
		c.Backdrop = theme.Find(p.Theme).WithoutPhoto()
	}
	return c
}
