package media

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/testkit/hostile"
)

func TestE7HostileFilesAreRefused(t *testing.T) {
	t.Parallel()
	files := hostile.Files()
	require.GreaterOrEqual(t, len(files), 25)
	for _, f := range files {
		_, err := redraw(t.Context(), "posts", f.Type, f.Body)
		var refused Refused
		if assert.ErrorAs(t, err, &refused, f.Name) {
			assert.Equal(t, f.Code, string(refused), f.Name)
		}
	}
}

// Not parallel, because it counts the allocations of the whole process.
func TestHostileFilesStayWithinTheMemoryLimit(t *testing.T) {
	for _, f := range hostile.Files() {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, _ = redraw(t.Context(), "posts", f.Type, f.Body)
		runtime.ReadMemStats(&after)
		assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(maxMemory+1<<20), f.Name)
	}
}

func TestE7PhotographIsReencodedWithoutMetadata(t *testing.T) {
	t.Parallel()
	raw := hostile.WithCamera(hostile.Photo(1900, 1000), 6)
	p, err := redraw(t.Context(), "profile_images", "image/jpeg", raw)
	require.NoError(t, err)
	assert.Regexp(t, `^public/profile_images/[0-9a-f]{32}-842x1600\.jpg$`, string(p.Name), "turned upright, with no side longer than 1600")
	var widths []int
	for _, f := range p.files {
		m, err := jpeg.Decode(bytes.NewReader(f.body))
		require.NoError(t, err, f.name)
		widths = append(widths, m.Bounds().Dx())
		for _, metadata := range []string{"Exif", "22.3039", "script"} {
			assert.NotContains(t, string(f.body), metadata)
		}
	}
	assert.Equal(t, []int{842, 320, 640}, widths, "the full size, then the variants; none wider than the photograph")
	again, err := redraw(t.Context(), "profile_images", "image/jpeg", raw)
	require.NoError(t, err)
	assert.Equal(t, p.Name, again.Name, "the same picture has the same name")
}

// Phones append data to their photos: a video, a depth map, a second picture.
func TestBytesAfterThePhotoAreDropped(t *testing.T) {
	t.Parallel()
	photo := hostile.Photo(64, 48)
	want, err := redraw(t.Context(), "posts", "image/jpeg", photo)
	require.NoError(t, err)
	for name, rest := range map[string]string{"a video": "\x00\x00\x00\x18ftypmp42", "another photo": string(hostile.Photo(900, 700)), "a page": hostile.Script} {
		p, err := redraw(t.Context(), "posts", "image/jpeg", append(bytes.Clone(photo), rest...))
		require.NoError(t, err, name)
		assert.Equal(t, want.Name, p.Name, "%s: the same files are stored", name)
	}
}

func TestEveryOrientationEndsUpright(t *testing.T) {
	t.Parallel()
	// Upright, the first quarter is red, the second green, the third blue.
	upright := image.NewRGBA(image.Rect(0, 0, 320, 160))
	colours := []color.RGBA{{200, 0, 0, 255}, {0, 200, 0, 255}, {0, 0, 200, 255}, {200, 200, 200, 255}}
	quarter := func(x, y, w, h int) int { return x/(w/2) + 2*(y/(h/2)) }
	for y := range 160 {
		for x := range 320 {
			upright.SetRGBA(x, y, colours[quarter(x, y, 320, 160)])
		}
	}
	// Where the camera stores a point of the upright picture, by orientation.
	held := map[int]func(x, y, w, h int) (int, int){
		1: func(x, y, _, _ int) (int, int) { return x, y },
		2: func(x, y, w, _ int) (int, int) { return w - 1 - x, y },
		3: func(x, y, w, h int) (int, int) { return w - 1 - x, h - 1 - y },
		4: func(x, y, _, h int) (int, int) { return x, h - 1 - y },
		5: func(x, y, _, _ int) (int, int) { return y, x },
		6: func(x, y, w, _ int) (int, int) { return y, w - 1 - x },
		7: func(x, y, w, h int) (int, int) { return h - 1 - y, w - 1 - x },
		8: func(x, y, _, h int) (int, int) { return h - 1 - y, x },
	}
	for orientation, place := range held {
		size := image.Rect(0, 0, 320, 160)
		if orientation >= 5 {
			size = image.Rect(0, 0, 160, 320)
		}
		taken := image.NewRGBA(size)
		for y := range 160 {
			for x := range 320 {
				tx, ty := place(x, y, 320, 160)
				taken.SetRGBA(tx, ty, upright.RGBAAt(x, y))
			}
		}
		var raw bytes.Buffer
		require.NoError(t, jpeg.Encode(&raw, taken, nil))
		p, err := redraw(t.Context(), "posts", "image/jpeg", hostile.WithCamera(raw.Bytes(), orientation))
		require.NoError(t, err)
		m, err := jpeg.Decode(bytes.NewReader(p.files[0].body))
		require.NoError(t, err)
		require.Equal(t, image.Pt(320, 160), m.Bounds().Size(), "orientation %d", orientation)
		for i, want := range colours {
			r, g, b, _ := m.At(80+160*(i%2), 40+80*(i/2)).RGBA()
			assert.InDelta(t, want.R, r>>8, 12, "orientation %d, quarter %d, red", orientation, i)
			assert.InDelta(t, want.G, g>>8, 12, "orientation %d, quarter %d, green", orientation, i)
			assert.InDelta(t, want.B, b>>8, 12, "orientation %d, quarter %d, blue", orientation, i)
		}
	}
}

func TestTransparentPictureIsStoredAsPNG(t *testing.T) {
	t.Parallel()
	m := image.NewNRGBA(image.Rect(0, 0, 700, 350))
	for y := range 350 {
		for x := range 350 {
			m.SetNRGBA(x, y, color.NRGBA{240, 10, 10, 255})
		}
	}
	var raw bytes.Buffer
	require.NoError(t, png.Encode(&raw, m))
	p, err := redraw(t.Context(), "portfolio", "image/png", raw.Bytes())
	require.NoError(t, err)
	assert.Regexp(t, `-700x350\.png$`, string(p.Name))
	small, err := png.Decode(bytes.NewReader(p.files[1].body))
	require.NoError(t, err)
	assert.Equal(t, image.Pt(320, 160), small.Bounds().Size())
	assert.Equal(t, color.NRGBA{240, 10, 10, 255}, color.NRGBAModel.Convert(small.At(40, 80)))
	assert.Equal(t, color.NRGBA{}, color.NRGBAModel.Convert(small.At(300, 80)), "no colour bleeds into transparent pixels")
}

func TestOnlyTheFirstFrameOfAnAnimationIsUsed(t *testing.T) {
	t.Parallel()
	p, err := redraw(t.Context(), "posts", "image/gif", hostile.Animation(2000))
	require.NoError(t, err)
	assert.Regexp(t, `-64x48\.jpg$`, string(p.Name))
}

func TestShrinkAveragesTheCoveredArea(t *testing.T) {
	t.Parallel()
	src := image.NewGray(image.Rect(3, 5, 3+7, 5+3)) // not at the origin, and not a multiple of the new size
	for i := range src.Pix {
		src.Pix[i] = byte(i * 10)
	}
	got, err := shrink(t.Context(), src, 3, 2)
	require.NoError(t, err)
	// Column 0 covers columns 0, 1 and a third of 2; row 0 covers row 0 and half of row 1.
	want := (0+10+20/3.0)/(7/3.0)*(2/3.0) + (70+80+90/3.0)/(7/3.0)*(1/3.0)
	assert.InDelta(t, want, got.RGBAAt(0, 0).R, 0.51)
	same, err := shrink(t.Context(), src, 7, 3)
	require.NoError(t, err)
	assert.Equal(t, uint8(200), same.RGBAAt(6, 2).R, "a picture that fits is copied")
	flat := image.NewUniform(color.Gray{201})
	even, err := shrink(t.Context(), &sized{flat, image.Rect(0, 0, 997, 613)}, 331, 127)
	require.NoError(t, err)
	for _, value := range even.Pix {
		require.Contains(t, []byte{201, 255}, value, "an even surface stays even")
	}
}

// sized gives an unbounded image bounds.
type sized struct {
	image.Image
	bounds image.Rectangle
}

func (s *sized) Bounds() image.Rectangle { return s.bounds }

func TestDrawingStopsWhenTheContextIsCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := redraw(ctx, "posts", "image/jpeg", hostile.Photo(640, 480))
	assert.ErrorIs(t, err, context.Canceled)
}

func TestUploadQueueIsLimited(t *testing.T) {
	t.Parallel()
	s := open(t, "file:"+t.TempDir())
	begun := make(chan struct{}, atOnce)
	hold := make(chan struct{})
	done := make(chan error, atOnce)
	for range atOnce {
		go func() {
			_, err := s.Draw(t.Context(), "posts", "image/png", &held{begun: begun, until: hold})
			done <- err
		}()
	}
	for range atOnce {
		<-begun
	}
	_, err := s.Draw(t.Context(), "posts", "image/jpeg", bytes.NewReader(hostile.Photo(64, 48)))
	require.ErrorIs(t, err, ErrBusy)
	close(hold)
	for range atOnce {
		require.ErrorIs(t, <-done, ErrBroken, "a body that ends with an error")
	}
	_, err = s.Draw(t.Context(), "posts", "image/jpeg", bytes.NewReader(hostile.Photo(64, 48)))
	assert.NoError(t, err, "the queue is free again")
}

func TestPhotoQueueIsLimited(t *testing.T) {
	t.Parallel()
	s := open(t, "file:"+t.TempDir())
	s.drawing <- struct{}{} // an upload is decoded
	raw := hostile.Photo(64, 48)
	ctx, cancel := context.WithCancel(t.Context())
	left := make(chan error, queued)
	for range queued {
		go func() {
			_, err := s.DrawPhoto(ctx, raw)
			left <- err
		}()
	}
	require.Eventually(t, func() bool { return len(s.queue) == queued }, 10*time.Second, time.Millisecond)
	_, err := s.DrawPhoto(t.Context(), raw)
	require.ErrorIs(t, err, ErrBusy)
	cancel()
	for range queued {
		require.ErrorIs(t, <-left, ErrBusy, "whoever leaves does not wait on")
	}
	<-s.drawing
	_, err = s.DrawPhoto(t.Context(), raw)
	assert.NoError(t, err, "the queue is free again")
}

// held is a body that stalls until released and then fails.
type held struct {
	begun chan<- struct{}
	until <-chan struct{}
}

func (h *held) Read([]byte) (int, error) {
	h.begun <- struct{}{}
	<-h.until
	return 0, errors.New("connection lost")
}

func FuzzDraw(f *testing.F) {
	for _, file := range hostile.Files() {
		if len(file.Body) < 64<<10 {
			f.Add(file.Body)
		}
	}
	f.Add(hostile.WithCamera(hostile.Photo(40, 30), 5))
	f.Add(hostile.Animation(2))
	f.Fuzz(func(t *testing.T, raw []byte) {
		for _, kind := range formats {
			p, err := redraw(t.Context(), "posts", kind.contentType, raw)
			var refused Refused
			if err != nil && !errors.As(err, &refused) {
				t.Errorf("%s: %v", kind.contentType, err)
			}
			if err == nil && !namePattern.MatchString(string(p.Name)) {
				t.Errorf("%s: named %s", kind.contentType, p.Name)
			}
		}
	})
}
