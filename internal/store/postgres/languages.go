package postgres

import (
	"strings"

	"parichay/internal/domain/content"
	"parichay/locales"
)

// primary is the language the owner writes in, empty for English. The profile says so;
// lists ask here.
const primary = `(SELECT primary_language FROM site_version)`

// missing are the languages in which an item lacks a text.
func missing(c *content.Collection) string {
	return `ARRAY(SELECT lang FROM ` + lacking(c, primary) + `)`
}

// lacking is a row for each language in which a text is not there that must be translated:
// it is there in English or in the language that stands in for it, and one that must be there
// in any, see content.Collection.In. primary is the language the owner writes in.
func lacking(c *content.Collection, primary string) string {
	once, told := []string{`translations || '{}' AS texts`}, []string{}
	for _, key := range c.MustBeTranslated() {
		once = append(once, c.Field(key).Column+` <> '' AS "has_`+key+`"`)
		told = append(told, `('`+key+`', "has_`+key+`", `+needed(c, c.Field(key))+`)`)
	}
	english := string(locales.English)
	langs, other := []string{`('` + english + `', NULL)`}, []string{}
	for _, lang := range locales.Translated {
		langs = append(langs, `('`+string(lang)+`', texts->'`+string(lang)+`')`)
		other = append(other, `coalesce(texts->'`+string(lang)+`' ? key, false)`)
	}
	untitled := `NOT "has_` + c.Title + `"`
	if len(c.BuiltIn) > 0 {
		untitled += ` AND ` + c.Field(c.Kind).Column + ` NOT IN ('` + strings.Join(c.BuiltIn, `', '`) + `')`
	}
	// The texts are whole articles: they are read once for a row, not once for each key and language.
	return `(SELECT ` + strings.Join(once, ", ") + ` OFFSET 0) AS once, LATERAL (VALUES ` + strings.Join(langs, ", ") + `) AS l (lang, said), LATERAL (SELECT ` + primary + ` AS of) AS owner
		WHERE EXISTS (SELECT FROM (VALUES ` + strings.Join(told, ", ") + `) AS t (key, based, needed)
			WHERE NOT CASE lang WHEN '` + english + `' THEN based ELSE coalesce(said ? key, false) END
			AND (based OR coalesce(texts->owner.of ? key, false) OR (needed OR ` + untitled + `) AND (` + strings.Join(other, " OR ") + `)))`
}

// needed tells whether an item must have a text.
func needed(c *content.Collection, f *content.Field) string {
	switch {
	case !f.Optional:
		return `true`
	case len(f.Needed) > 0:
		return c.Field(c.Kind).Column + ` IN ('` + strings.Join(f.Needed, `', '`) + `')`
	}
	return `false`
}

// written are the languages in which an item can be read whole.
func written(c *content.Collection) string {
	var all []string
	for _, lang := range locales.All {
		all = append(all, `'`+string(lang)+`'`)
	}
	return `ARRAY(SELECT lang FROM unnest(ARRAY[` + strings.Join(all, ", ") + `]) AS lang WHERE lang <> ALL (` + missing(c) + `))`
}

// The columns of a list with list cards that hold what is asked of many rows. They count as
// not made while the first is NULL.
const missingColumn, titlesColumn, picturesColumn = "missing", "titles", "pictures"

// listed are the assignments that make the first two; the program knows the pictures.
func listed(c *content.Collection) string {
	return missingColumn + ` = ` + missingInAny(c) + `, ` + titlesColumn + ` = lower(` + titles(c) + `)`
}

// missingInAny are the languages an item lacks for each language the owner may write in,
// as keys of lackKeys. Changing that language changes no row.
func missingInAny(c *content.Collection) string {
	owners := []string{`''`}
	for _, lang := range locales.Translated {
		owners = append(owners, `'`+string(lang)+`'`)
	}
	return `ARRAY(SELECT owner.of || '/' || lang FROM ` + lacking(c, `unnest(ARRAY[`+strings.Join(owners, ", ")+`])`) + ` ORDER BY 1)`
}

// lackKeys are the entries of missingInAny that say that a language lacks for an owner who
// writes in primary.
func lackKeys(primary string, langs ...locales.Lang) (keys []string) {
	for _, lang := range langs {
		keys = append(keys, primary+"/"+string(lang))
	}
	return keys
}
