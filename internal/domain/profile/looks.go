package profile

import (
	"cmp"
	"strings"

	"parichay/internal/domain/theme"
)

// setByTheme returns the values that come with each theme.
func setByTheme() map[string]map[string]string {
	all := map[string]map[string]string{}
	for i := range theme.Themes {
		own := theme.Themes[i].Own()
		all[own.Theme] = map[string]string{"accent": own.Accent, "mode": own.Mode, "backdrop": own.Backdrop, "shape": own.Shape}
	}
	return all
}

// dressed returns p with what comes with its theme in place of what came with the theme of before.
// What the owner chose stays, and so does what changes sets.
func (p Profile) dressed(before Profile, changes map[string]any) Profile {
	f := byKey["theme"]
	theirs, ours := f.Sets[cmp.Or(before.Theme, f.Default)], f.Sets[cmp.Or(p.Theme, f.Default)]
	if cmp.Or(before.Theme, f.Default) == cmp.Or(p.Theme, f.Default) {
		return p
	}
	for key, value := range ours {
		set := byKey[key]
		_, given := lookup(changes, set)
		if now := set.At(&p); !given && (*now == "" || strings.EqualFold(*now, theirs[key])) {
			*now = value
		}
	}
	return p
}
