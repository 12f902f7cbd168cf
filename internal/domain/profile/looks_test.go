package profile

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/theme"
)

func TestEveryValueThatAThemeSetsIsValid(t *testing.T) {
	t.Parallel()
	for id, values := range byKey["theme"].Sets {
		for key, value := range values {
			cleaned, issue := byKey[key].Clean(value)
			assert.Nil(t, issue, "%s %s", id, key)
			assert.Equal(t, value, cleaned, id)
		}
	}
}

func TestDefaultsOfLooksAreTheFirstThemes(t *testing.T) {
	t.Parallel()
	for key, value := range byKey["theme"].Sets[byKey["theme"].Default] {
		assert.Equal(t, byKey[key].Default, value, key)
	}
}

func dressed(t *testing.T, p Profile, looks map[string]any) Profile {
	t.Helper()
	out, err := p.Patch(map[string]any{"looks": looks}, nil)
	require.NoError(t, err)
	return out
}

func TestAThemeBringsItsOwnLook(t *testing.T) {
	t.Parallel()
	malai := theme.Find("malai").Own()
	assert.Equal(t, malai, dressed(t, Default(), map[string]any{"theme": "malai"}).Look())
	assert.Equal(t, malai, dressed(t, Profile{}, map[string]any{"theme": "malai"}).Look(), "of a row from before there were themes")
	back := dressed(t, dressed(t, Default(), map[string]any{"theme": "malai"}), map[string]any{"theme": "sona"})
	assert.Equal(t, theme.Find("sona").Own(), back.Look())
}

func TestWhatTheOwnerChoseSurvivesAnotherTheme(t *testing.T) {
	t.Parallel()
	green := dressed(t, Default(), map[string]any{"accent": "#10B981", "mode": "phone"})
	p := dressed(t, green, map[string]any{"theme": "malai"})
	assert.Equal(t, "#10B981", p.Accent)
	assert.Equal(t, "phone", p.Mode)
	assert.Equal(t, "rounded", p.Corners, "the corners were the theme's")
	p = dressed(t, green, map[string]any{"theme": "malai", "accent": "#DAA520"})
	assert.Equal(t, "#DAA520", p.Accent, "chosen along with the theme")
}

func TestOtherChangesDoNotDressAnew(t *testing.T) {
	t.Parallel()
	p := dressed(t, Default(), map[string]any{"theme": "malai", "accent": "#DAA520"})
	assert.Equal(t, p, dressed(t, p, map[string]any{"mainAction": ShareAction}))
	assert.Equal(t, p, dressed(t, p, map[string]any{"theme": "malai"}))
}

func TestWithoutAPhotoItsBackdropIsTheThemes(t *testing.T) {
	t.Parallel()
	for id, backdrop := range map[string]string{"sona": theme.Particles, "malai": theme.Plain, "parda": theme.Gradient} {
		assert.Equal(t, backdrop, Profile{Theme: id, Backdrop: theme.Photo}.Look().Backdrop, id)
	}
}
