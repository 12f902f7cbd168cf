package lead

// MostPhotos is how many pictures a visitor may send with a lead.
const MostPhotos = 3

// Limits on the pictures of all leads together. Further leads are stored without their pictures.
// Suspected spam gets only the first half, so that it cannot use up the space of real leads.
const (
	PhotoRoom     = 1 << 30
	SpamPhotoRoom = PhotoRoom / 2
	NearlyFull    = PhotoRoom / 10 * 9 // the operator is warned
)

// Photo is a picture that a visitor sends with a lead, re-encoded as a JPEG.
type Photo struct {
	Width, Height int
	Whole, Small  []byte
}

// PhotoSize is the size in pixels of a lead's stored picture.
type PhotoSize struct {
	Width  int `json:"width"`
	Height int `json:"height"`
}
