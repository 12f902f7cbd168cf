package inbox_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"image/jpeg"
	"io"
	"log/slog"
	"maps"
	"mime/multipart"
	"net"
	"net/http"
	"net/textproto"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api"
	"parichay/internal/api/inbox"
	"parichay/internal/api/wire"
	"parichay/internal/domain/lead"
	safecsv "parichay/internal/kit/csv"
	"parichay/internal/public/pagedata"
	"parichay/internal/testkit/apitest"
	"parichay/internal/testkit/hostile"
	"parichay/internal/testkit/testdb"
)

// upload is a file of a form.
type upload struct {
	name string
	body []byte
}

// photo returns a photograph with a place and a camera's name in it.
func photo(name string) upload {
	return upload{name, hostile.WithCamera(hostile.Photo(1900, 1000), 6)}
}

// form writes a multipart form, the fields before the files.
func form(t *testing.T, fields map[string][]string, files ...upload) (contentType string, body []byte) {
	t.Helper()
	var out bytes.Buffer
	w := multipart.NewWriter(&out)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		for _, value := range fields[name] {
			require.NoError(t, w.WriteField(name, value))
		}
	}
	for _, file := range files {
		h := textproto.MIMEHeader{}
		h.Set("Content-Disposition", multipart.FileContentDisposition("photos", file.name))
		h.Set("Content-Type", "image/jpeg")
		part, err := w.CreatePart(h)
		require.NoError(t, err)
		_, err = part.Write(file.body)
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return w.FormDataContentType(), out.Bytes()
}

// sendPhotos sends a message with pictures, as a browser with JavaScript does.
func sendPhotos(s *apitest.Site, key string, message map[string]any, files ...upload) apitest.Answer {
	s.T.Helper()
	return sendPhotosFrom(s, "192.0.2.1", key, message, files...)
}

// sendPhotosFrom is sendPhotos from an address, for a site behind a proxy.
func sendPhotosFrom(s *apitest.Site, address, key string, message map[string]any, files ...upload) apitest.Answer {
	s.T.Helper()
	raw, err := json.Marshal(message)
	require.NoError(s.T, err)
	contentType, body := form(s.T, map[string][]string{"lead": {string(raw)}}, files...)
	return s.Call(http.MethodPost, "/api/v1"+inbox.PhotosPath, body, wire.KeyField, key, "Content-Type", contentType, "X-Forwarded-For", address)
}

func receiptOf(t *testing.T, a apitest.Answer) (r pagedata.LeadReceipt) {
	t.Helper()
	require.Equal(t, http.StatusCreated, a.StatusCode, string(a.Raw))
	a.Into(t, &r)
	return r
}

// cake returns a message without required answers.
func cake(s *apitest.Site) map[string]any {
	message := callMe(s)
	message["language"] = "en"
	return message
}

// baker starts a bakery whose form asks no questions.
func baker(t *testing.T) *apitest.Site {
	t.Helper()
	s := open(t, "bakery")
	require.Equal(t, http.StatusOK, s.Save(map[string]any{"words": map[string]any{"questions": "text: Anything else?"}, "formNeeds": "phone"}).StatusCode)
	return s
}

func onlyLead(t *testing.T, s *apitest.Site) (whole inbox.LeadWhole) {
	t.Helper()
	found := leads(s, "status=any")
	require.Len(t, found.Leads, 1)
	s.Call(http.MethodGet, fmt.Sprintf("/api/v1/leads/%d", found.Leads[0].ID), nil).Into(t, &whole)
	return whole
}

const photoRows = `SELECT count(*) FROM lead_photos`

func TestPicturesAreStoredWithTheirLead(t *testing.T) {
	t.Parallel()
	s := baker(t)
	message := cake(s)
	got := receiptOf(t, sendPhotos(s, "k", message, photo("one.jpg"), photo("two.jpg")))
	assert.Equal(t, 2, got.Photos)
	assert.Empty(t, got.Lost)
	again := receiptOf(t, sendPhotos(s, "k", message, photo("one.jpg"), photo("two.jpg")))
	assert.Equal(t, got, again, "a retry stores nothing")
	assert.Equal(t, got, receiptOf(t, s.Send("k", message)), "nor does a retry without the pictures")
	whole := onlyLead(t, s)
	require.Len(t, whole.Photos, 2)
	assert.Equal(t, lead.PhotoSize{Width: 842, Height: 1600}, whole.Photos[0].PhotoSize, "turned upright, with no side longer than 1600")
	for query, side := range map[string]int{"": 1600, "?small=true": 320} {
		a := s.Call(http.MethodGet, whole.Photos[1].URL+query, nil)
		require.Equal(t, http.StatusOK, a.StatusCode)
		assert.Equal(t, "image/jpeg", a.Header.Get("Content-Type"))
		assert.Equal(t, "no-store", a.Header.Get("Cache-Control"))
		assert.Equal(t, "nosniff", a.Header.Get("X-Content-Type-Options"))
		m, err := jpeg.Decode(bytes.NewReader(a.Raw))
		require.NoError(t, err)
		assert.Equal(t, side, m.Bounds().Dy())
		assert.LessOrEqual(t, len(a.Raw), 400<<10)
		for _, metadata := range []string{"Exif", "22.3039", "script"} {
			assert.NotContains(t, string(a.Raw), metadata)
		}
		assert.Equal(t, http.StatusUnauthorized, s.Browser().Call(http.MethodGet, whole.Photos[1].URL+query, nil).StatusCode, "only the owner sees it")
	}
	assert.Equal(t, http.StatusNotFound, s.Call(http.MethodGet, fmt.Sprintf("/api/v1/leads/%d/photos/3", whole.ID), nil).StatusCode)

	file := strings.TrimPrefix(string(s.Call(http.MethodGet, "/api/v1/leads/export?format=csv", nil).Raw), safecsv.BOM)
	rows, err := csv.NewReader(strings.NewReader(file)).ReadAll()
	require.NoError(t, err)
	column := slices.Index(rows[0], "Photos")
	require.GreaterOrEqual(t, column, 0)
	assert.Equal(t, "http://parichay.test"+whole.Photos[0].URL+"\nhttp://parichay.test"+whole.Photos[1].URL, rows[1][column])

	require.Equal(t, http.StatusNoContent, s.Call(http.MethodDelete, fmt.Sprintf("/api/v1/leads/%d", whole.ID), nil).StatusCode)
	assert.Zero(t, s.Count(photoRows), "deleted with the lead")
}

func TestErasingAPersonAndTheRetentionTimeDeletePictures(t *testing.T) {
	t.Parallel()
	s := baker(t)
	receiptOf(t, sendPhotos(s, "k1", cake(s), photo("one.jpg")))
	require.Equal(t, 1, s.Count(photoRows))
	require.Equal(t, http.StatusOK, s.Call(http.MethodPost, "/api/v1/leads/erase", map[string]any{"phone": "98250 12345"}).StatusCode)
	assert.Zero(t, s.Count(photoRows))
	receiptOf(t, sendPhotos(s, "k2", cake(s), photo("one.jpg")))
	_, err := s.Store.Pool().Exec(t.Context(), `UPDATE feedback SET created_at = now() - interval '2 years'`)
	require.NoError(t, err)
	_, err = s.Store.Pool().Exec(t.Context(), `UPDATE lead_settings SET retention_months = 12`)
	require.NoError(t, err)
	require.NoError(t, s.Store.Prune(t.Context()))
	assert.Zero(t, s.Count(photoRows))
}

func TestPicturesThatCannotBeReadAreNamedAndTheLeadIsStored(t *testing.T) {
	t.Parallel()
	s := baker(t)
	got := receiptOf(t, sendPhotos(s, "k", cake(s),
		upload{"C:\\photos\\page\u202egpj.jpg", []byte("<script>alert(1)</script>")}, photo("good.jpg"), upload{"cut.jpg", hostile.Photo(640, 480)[:900]}, photo("fourth.jpg")))
	assert.Equal(t, 1, got.Photos)
	assert.Equal(t, []pagedata.LostPhoto{
		{Name: "pagegpj.jpg", Reason: "media_type"}, {Name: "cut.jpg", Reason: "media_broken"}, {Name: "fourth.jpg", Reason: "many"},
	}, got.Lost)
	assert.Len(t, onlyLead(t, s).Photos, 1)
}

func TestPicturesAddedByARetryAreStored(t *testing.T) {
	t.Parallel()
	s := baker(t)
	message := cake(s)
	first := receiptOf(t, s.Send("k", message))
	assert.Zero(t, first.Photos)
	assert.Equal(t, 1, receiptOf(t, sendPhotos(s, "k", message, photo("one.jpg"))).Photos)
	assert.Len(t, onlyLead(t, s).Photos, 1)
	assert.Equal(t, 2, receiptOf(t, sendPhotos(s, "k", message, photo("one.jpg"), photo("two.jpg"))).Photos, "the second was lost before")
	ids := s.Count(`SELECT sum(xmin::text::bigint) FROM lead_photos`)
	assert.Equal(t, 2, receiptOf(t, sendPhotos(s, "k", message, photo("two.jpg"))).Photos)
	assert.Equal(t, ids, s.Count(`SELECT sum(xmin::text::bigint) FROM lead_photos`), "fewer pictures change nothing")

	_, err := s.Store.Pool().Exec(t.Context(), `ALTER TABLE lead_photos DROP COLUMN bytes; ALTER TABLE lead_photos ADD COLUMN bytes integer NOT NULL DEFAULT 1 << 30`)
	require.NoError(t, err)
	got := receiptOf(t, sendPhotos(s, "k", message, photo("one.jpg"), photo("two.jpg"), photo("three.jpg")))
	assert.Equal(t, 3, got.Photos, "they take the room of those that they replace")
	testdb.Exec(t, s.DSN, `DELETE FROM lead_photos WHERE place = 3; UPDATE feedback SET created_at = now() - interval '2 hours'`)
	got = receiptOf(t, sendPhotos(s, "k", message, photo("one.jpg"), photo("two.jpg"), photo("three.jpg")))
	assert.Equal(t, 2, got.Photos, "but not for ever")
}

func TestFormTakesPicturesOnlyIfTheTradeOrTheOwnerWantsThem(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	message := func() map[string]any { m := cake(s); m["email"] = "a@b.in"; return m }
	for _, row := range []struct {
		site map[string]any
		want bool
	}{
		{map[string]any{}, false},
		{map[string]any{"trade": "agency"}, false},
		{map[string]any{"trade": "salon"}, true},
		{map[string]any{"trade": "clinic"}, false},
		{map[string]any{"formPhotos": "yes"}, true},
		{map[string]any{"trade": "repair", "formPhotos": "no"}, false},
	} {
		if len(row.site) > 0 {
			require.Equal(t, http.StatusOK, s.Save(row.site).StatusCode)
		}
		assert.Equal(t, row.want, strings.Contains(string(s.Call(http.MethodGet, "/services/quote", nil).Raw), `type="file"`), row.site)
		status := map[bool]int{true: http.StatusCreated, false: http.StatusNotFound}[row.want]
		assert.Equal(t, status, sendPhotos(s, fmt.Sprint(row.site), message(), photo("a.jpg")).StatusCode, row.site)
	}
}

func TestFormWithoutScriptTakesPictures(t *testing.T) {
	t.Parallel()
	s := baker(t)
	fields := map[string][]string{"name": {"Asha"}, "phone": {""}, "message": {"Like this one & more"}, "token": {s.Token(time.Minute)}}
	refused := postForm(s, fields, photo("one.jpg"))
	require.Equal(t, http.StatusUnprocessableEntity, refused.StatusCode)
	assert.Contains(t, string(refused.Raw), "Like this one &amp; more")
	assert.Contains(t, string(refused.Raw), "choose your photos again")
	fields["phone"] = []string{"98250 12345"}
	sent := postForm(s, fields, photo("one.jpg"), upload{"page.svg", []byte("<svg onload=alert(1)>")}, upload{"", nil})
	require.Equal(t, http.StatusOK, sent.StatusCode)
	assert.Contains(t, string(sent.Raw), "page.svg: this file is not a photo")
	assert.Len(t, onlyLead(t, s).Photos, 1)
	fields["token"], fields["message"] = []string{s.Token(time.Minute)}, []string{"Another"}
	assert.Equal(t, http.StatusOK, postForm(s, fields, upload{"", nil}).StatusCode, "no picture was chosen")
	assert.Len(t, leads(s, "").Leads, 2)
}

// postForm posts the quote form as a browser without JavaScript does, with files.
func postForm(s *apitest.Site, fields map[string][]string, files ...upload) apitest.Answer {
	s.T.Helper()
	contentType, body := form(s.T, fields, files...)
	return s.Browser().Call(http.MethodPost, "/services/quote", body, "Content-Type", contentType)
}

func TestLongestBasketWithoutScriptComesWithPictures(t *testing.T) {
	t.Parallel()
	s := shop(t)
	fields := map[string][]string{"name": {"Asha"}, "phone": {"98250 12345"}, "token": {s.Token(time.Minute)}}
	for _, id := range addServices(s, lead.MaxChoices) {
		fields["item"] = append(fields["item"], id)
		fields["quantity:"+id], fields["seen:"+id] = []string{"2"}, []string{"-1"}
	}
	sent := postForm(s, fields, photo("one.jpg"))
	require.Equal(t, http.StatusOK, sent.StatusCode, string(sent.Raw))
	whole := onlyLead(t, s)
	assert.Len(t, whole.Services, lead.MaxChoices)
	assert.Len(t, whole.Photos, 1)
}

func TestFormWithoutScriptIsShownAgainIfItIsTooLong(t *testing.T) {
	t.Parallel()
	s := baker(t)
	fields := map[string][]string{"message": {"Like this one & more"}, "name": {"Asha"}}
	for name, row := range map[string][]string{"parts": make([]string, 1000), "bytes": {strings.Repeat("x", 3<<20)}} {
		fields["x"] = row
		refused := postForm(s, fields, photo("one.jpg"))
		assert.Equal(t, http.StatusRequestEntityTooLarge, refused.StatusCode, name)
		assert.Contains(t, string(refused.Raw), "Like this one &amp; more", name)
	}
}

func TestFormOpenedBeforePicturesWereSwitchedOffIsStored(t *testing.T) {
	t.Parallel()
	s := baker(t)
	require.Equal(t, http.StatusOK, s.Save(map[string]any{"formPhotos": "no"}).StatusCode)
	fields := map[string][]string{"name": {"Asha"}, "phone": {""}, "message": {"Like this one"}, "token": {s.Token(time.Minute)}}
	refused := postForm(s, fields, photo("one.jpg"))
	require.Equal(t, http.StatusUnprocessableEntity, refused.StatusCode)
	assert.Contains(t, string(refused.Raw), "Like this one")
	fields["phone"] = []string{"98250 12345"}
	sent := postForm(s, fields, photo("one.jpg"))
	require.Equal(t, http.StatusOK, sent.StatusCode)
	assert.Contains(t, string(sent.Raw), "one.jpg: cannot be taken just now")
	whole := onlyLead(t, s)
	assert.Equal(t, "Like this one", whole.Message)
	assert.Empty(t, whole.Photos)
}

func TestPicturesOfStrangersAreNotDecodedWithoutAToken(t *testing.T) {
	t.Parallel()
	s := baker(t)
	message := cake(s)
	message["token"] = "none"
	got := receiptOf(t, sendPhotos(s, "k", message, photo("one.jpg")))
	assert.Equal(t, []pagedata.LostPhoto{{Name: "one.jpg", Reason: "unavailable"}}, got.Lost)
	assert.Equal(t, lead.Spam, onlyLead(t, s).Status)
}

func TestOneNetworkSendsALimitedNumberOfPictures(t *testing.T) {
	t.Parallel()
	s := baker(t)
	small := upload{"small.jpg", hostile.Photo(64, 48)}
	kept := 0
	for n := range 12 {
		message := cake(s)
		message["message"] = fmt.Sprint("Cake ", n)
		got := receiptOf(t, sendPhotos(s, fmt.Sprint(n), message, small, small, small))
		kept += got.Photos
		assert.Equal(t, 3, got.Photos+len(got.Lost))
	}
	assert.Equal(t, 30, kept)
	assert.Equal(t, 30, s.Count(photoRows))
	assert.Equal(t, 12, s.Count(`SELECT count(*) FROM feedback`))
}

func TestFullPictureStorageStoresTheLeadAlone(t *testing.T) {
	t.Parallel()
	s := baker(t)
	receiptOf(t, s.Send("k0", cake(s)))
	_, err := s.Store.Pool().Exec(t.Context(), `ALTER TABLE lead_photos DROP COLUMN bytes; ALTER TABLE lead_photos ADD COLUMN bytes integer NOT NULL DEFAULT 0;
		INSERT INTO lead_photos (feedback_id, place, width, height, whole, small, bytes) SELECT id, 1, 1, 1, '', '', 1 << 30 FROM feedback`)
	require.NoError(t, err)
	message := cake(s)
	message["message"] = "Another"
	got := receiptOf(t, sendPhotos(s, "k", message, photo("one.jpg")))
	assert.Zero(t, got.Photos)
	assert.Equal(t, []pagedata.LostPhoto{{Name: "one.jpg", Reason: "unavailable"}}, got.Lost)
	assert.Equal(t, 2, s.Count(`SELECT count(*) FROM feedback`))
}

// Not parallel, because the log is the process's.
func TestSlowPictureStorageStoresTheLeadAlone(t *testing.T) {
	s := baker(t)
	testdb.Exec(t, s.DSN, `
		CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(60); RETURN NEW; END $$;
		CREATE TRIGGER slow BEFORE INSERT ON lead_photos FOR EACH ROW EXECUTE FUNCTION slow()`)
	var log bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	got := receiptOf(t, sendPhotos(s, "k", cake(s), photo("one.jpg")))
	slog.SetDefault(before)
	assert.Equal(t, []pagedata.LostPhoto{{Name: "one.jpg", Reason: "unavailable"}}, got.Lost)
	assert.Equal(t, 1, s.Count(`SELECT count(*) FROM feedback`))
	assert.Contains(t, log.String(), "photos of a lead not stored")
	assert.Contains(t, log.String(), "statement timeout")
}

// Not parallel, because it counts the memory of the whole process.
func TestHostilePicturesStayWithinMemoryAndLoseNoLead(t *testing.T) {
	s := apitest.Start(t, apitest.BehindProxy, func(c *api.Config) { c.LeadsAnHour = 100_000 }).SignIn()
	require.Equal(t, http.StatusOK, s.Save(map[string]any{"trade": "shop", "formNeeds": "phone"}).StatusCode)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var most uint64
	files := hostile.Files()
	for n, f := range files {
		message := cake(s)
		message["message"] = fmt.Sprint("Hostile ", n)
		a := sendPhotosFrom(s, fmt.Sprintf("10.0.%d.1", n), fmt.Sprint(n), message, upload{f.Name, f.Body})
		require.Equal(t, http.StatusCreated, a.StatusCode, "%s: %s", f.Name, a.Raw)
		runtime.ReadMemStats(&after)
		most = max(most, after.HeapInuse)
	}
	assert.Equal(t, len(files), s.Count(`SELECT count(*) FROM feedback`))
	assert.Less(t, most, before.HeapInuse+96<<20)
}

func TestHostileFormsAreRefused(t *testing.T) {
	t.Parallel()
	s := baker(t)
	raw, err := json.Marshal(cake(s))
	require.NoError(t, err)
	many := make([]string, 10_000)
	contentType, parts := form(t, map[string][]string{"x": many})
	_, long := form(t, map[string][]string{"lead": {string(raw)}, "x": {strings.Repeat("x", 2<<20)}})
	boundary := contentType[strings.Index(contentType, "boundary=")+len("boundary="):]
	head := "--" + boundary + "\r\nContent-Disposition: form-data; name=\"lead\"\r\nX: " + strings.Repeat("x", 1<<20)
	for name, body := range map[string]string{"10,000 parts": string(parts), "a long field": string(long), "a long header": head, "no form": "{}", "nothing": ""} {
		a := s.Call(http.MethodPost, "/api/v1"+inbox.PhotosPath, body, wire.KeyField, name, "Content-Type", contentType)
		assert.Contains(t, []int{http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity}, a.StatusCode, "%s: %s", name, a.Raw)
		assert.NotEqual(t, http.StatusInternalServerError, s.Call(http.MethodPost, "/services/quote", body, "Content-Type", contentType).StatusCode, name)
	}
	assert.Zero(t, s.Count(`SELECT count(*) FROM feedback`))
}

func TestLeadIsStoredIfItsPicturesAreCutOff(t *testing.T) {
	t.Parallel()
	s := baker(t)
	raw, err := json.Marshal(cake(s))
	require.NoError(t, err)
	contentType, body := form(t, map[string][]string{"lead": {string(raw)}}, photo("one.jpg"), photo("two.jpg"))
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
	require.NoError(t, err)
	_, err = fmt.Fprintf(conn, "POST /api/v1%s HTTP/1.1\r\nHost: parichay.test\r\n%s: k\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s", inbox.PhotosPath, wire.KeyField, contentType, len(body), body[:len(body)-1000])
	require.NoError(t, err)
	require.NoError(t, conn.(*net.TCPConn).CloseWrite()) //nolint:forcetypeassert // dialled above
	_, _ = io.Copy(io.Discard, conn)
	_ = conn.Close()
	require.Eventually(t, func() bool { return s.Count(`SELECT count(*) FROM feedback`) == 1 }, 10*time.Second, 10*time.Millisecond)
	assert.Len(t, onlyLead(t, s).Photos, 1)
	again := s.Call(http.MethodPost, "/api/v1"+inbox.PhotosPath, body, wire.KeyField, "k", "Content-Type", contentType)
	assert.Equal(t, 2, receiptOf(t, again).Photos, "the retry adds the second")
	assert.Len(t, onlyLead(t, s).Photos, 2)
}
