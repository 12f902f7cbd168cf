package site

import (
	"strconv"

	"parichay/internal/domain/theme"
	"parichay/internal/domain/trade"
	"parichay/internal/public/pagedata"
	"parichay/internal/store/media"
	"parichay/locales"
)

// firstYear is the first year of the copyright line of a site without a trade.
const firstYear = 2025

func (v *view) shell() pagedata.Shell {
	shell := pagedata.Shell{
		Path: v.path, Home: v.languages.Path(v.lang, "/"), Notice: v.notice,
		ChatURL: v.profile.WhatsApp, BrandName: v.profile.BrandName, Look: v.look.Style, Frame: v.look.Frame, Registration: v.profile.Word("registration"),
		Copyright: "© " + years(v.firstYear(), v.today.Year()) + " " + v.profile.BrandName,
	}
	if kind := v.profile.Look().Backdrop; kind != theme.Particles {
		shell.Backdrop = &pagedata.Backdrop{Kind: kind}
		if kind == theme.Photo {
			shell.Backdrop.Image, shell.Backdrop.ImageSet = v.profile.BackdropImage, media.SourceSet(v.profile.BackdropImage)
		}
	}
	for _, lang := range v.languages.Offered {
		shell.Languages = append(shell.Languages, pagedata.LanguageLink{Code: lang, Href: v.href(lang), Current: lang == v.lang})
	}
	return shell
}

// firstYear returns the year the site went live, once a trade is chosen.
func (v *view) firstYear() int {
	if since := v.Since; !since.IsZero() && !trade.Find(v.profile.Trade).IsAgency() {
		return since.In(locales.India).Year()
	}
	return firstYear
}

func years(first, now int) string {
	if now <= first {
		return strconv.Itoa(first)
	}
	return strconv.Itoa(first) + "–" + strconv.Itoa(now)
}
