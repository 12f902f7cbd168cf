package site

import (
	"strconv"

	"parichay/internal/boot"
	"parichay/internal/look"
	"parichay/internal/media"
	"parichay/locales"
)

// firstYear is when the business's copyright begins.
const firstYear = 2025

func (v *view) shell() boot.Shell {
	shell := boot.Shell{
		Path: v.path, Home: Prefixed(v.lang, "/"), Notice: v.notice,
		ChatURL: v.profile.WhatsApp, BrandName: v.profile.BrandName, Look: v.look.Style,
		Copyright: "© " + years(v.today.Year()) + " " + v.profile.BrandName,
	}
	if kind := v.profile.Look().Backdrop; kind != look.Particles {
		shell.Backdrop = &boot.Backdrop{Kind: kind}
		if kind == look.Photo {
			shell.Backdrop.Image, shell.Backdrop.ImageSet = v.profile.BackdropImage, media.SourceSet(v.profile.BackdropImage)
		}
	}
	for _, lang := range locales.All {
		shell.Languages = append(shell.Languages, boot.LanguageLink{Code: lang, Href: v.href(lang), Current: lang == v.lang})
	}
	return shell
}

func years(now int) string {
	if now <= firstYear {
		return strconv.Itoa(firstYear)
	}
	return strconv.Itoa(firstYear) + "–" + strconv.Itoa(now)
}
