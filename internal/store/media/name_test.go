package media

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

const (
	hash  = "0123456789abcdef0123456789abcdef"
	large = "/media/public/posts/" + hash + "-1600x1200.jpg"
	small = "/media/public/profile_images/" + hash + "-300x300.png"
)

func TestOnlyPictureFilesAreServed(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		large: "image/jpeg", small: "image/png",
		strings.Replace(large, ".jpg", "-320.jpg", 1):  "image/jpeg",
		strings.Replace(large, ".jpg", "-1280.jpg", 1): "image/jpeg",
	} {
		_, contentType, ok := File(path)
		assert.True(t, ok, path)
		assert.Equal(t, want, contentType)
	}
	for _, path := range []string{
		"/media/", "/media/public/posts/", "/media/../etc/passwd", "/media/public/posts/..%2f..%2fsecret.jpg", "/media/%2e%2e/x",
		strings.Replace(large, "posts", "others", 1), strings.Replace(large, "posts/", "posts//", 1), strings.Replace(large, "posts/", "posts%2f", 1),
		strings.Replace(large, ".jpg", ".svg", 1), strings.Replace(large, ".jpg", ".jpg.attrs", 1), strings.Replace(large, ".jpg", ".JPG", 1),
		strings.Replace(large, ".jpg", "-321.jpg", 1), strings.Replace(large, ".jpg", "-0320.jpg", 1), strings.Replace(large, ".jpg", "-320-320.jpg", 1),
		strings.Replace(small, ".png", "-640.png", 1), strings.Replace(large, hash, hash[1:], 1), strings.Replace(large, hash, strings.ToUpper(hash), 1),
		"/media/public/posts/.new-ABC", large + "/", large + "%00", large + "?x", "/media/public/posts/" + strings.Repeat("a", 9000) + ".jpg",
	} {
		_, _, ok := File(path)
		assert.False(t, ok, path)
	}
}

func TestSourceSetListsStoredFiles(t *testing.T) {
	t.Parallel()
	stem := strings.TrimSuffix(large, ".jpg")
	assert.Equal(t, stem+"-320.jpg 320w, "+stem+"-640.jpg 640w, "+stem+"-1280.jpg 1280w, "+large+" 1600w", SourceSet(large))
	assert.Equal(t, small+" 300w", SourceSet(small))
	for _, foreign := range []string{"", "/placeholder.svg", "https://example.com" + large} {
		assert.Empty(t, SourceSet(foreign))
	}
}

func TestFitSourcesAddsSizesToPictures(t *testing.T) {
	t.Parallel()
	text := `<p>a</p><img src="` + large + `" alt="દુકાન &gt; &#34;ઘર&#34;" width="9"/><img src="https://example.com/b.png" alt="b"/><img alt="c" src="/media/other.jpg"/>`
	want := `<p>a</p><img src="` + large + `" srcset="` + SourceSet(large) + `" sizes="100vw" width="1600" height="1200" loading="lazy" alt="દુકાન &gt; &#34;ઘર&#34;"><img src="https://example.com/b.png" alt="b"/><img alt="c" src="/media/other.jpg"/>`
	assert.Equal(t, want, FitSources(text, "100vw"))
}

func TestInvalidNameHasNoSize(t *testing.T) {
	t.Parallel()
	for _, name := range []Name{"", "x", "public/posts/x.jpg", Name(strings.TrimPrefix(large, Prefix) + "\n")} {
		width, height := name.Size()
		assert.Zero(t, width+height, name)
		assert.Empty(t, name.Variants(), name)
	}
}
