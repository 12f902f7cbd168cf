package postgres

import (
	"strings"

	"parichay/internal/domain/content"
	"parichay/locales"
)

// primary selects the language the owner writes in, empty for English. It is a copy of the
// profile's field for the queries of lists.
const primary = `(SELECT primary_language FROM site_version)`

// missing returns an expression for the languages in which an item lacks a text.
func missing(c *content.Collection) string {
	return `ARRAY(SELECT lang FROM ` + lacking(c, primary) + `)`
}

// lacking returns a FROM clause with one row for each language in which an item lacks a text that
// must be translated. A text must be translated if it exists in English or in the primary language.
// A required text must be translated if it exists in any language. See content.Collection.In.
// primary is the language the owner writes in.
func lacking(c *content.Collection, primary string) string {
	once, rows := []string{`translations || '{}' AS texts`}, []string{}
	for _, key := range c.MustBeTranslated() {
		once = append(once, c.Field(key).Column+` <> '' AS "has_`+key+`"`)
		rows = append(rows, `('`+key+`', "has_`+key+`", `+needed(c, c.Field(key))+`)`)
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
	// The texts are whole articles, so they are read once per row, not once per key and language.
	return `(SELECT ` + strings.Join(once, ", ") + ` OFFSET 0) AS once, LATERAL (VALUES ` + strings.Join(langs, ", ") + `) AS l (lang, said), LATERAL (SELECT ` + primary + ` AS of) AS owner
		WHERE EXISTS (SELECT FROM (VALUES ` + strings.Join(rows, ", ") + `) AS t (key, based, needed)
			WHERE NOT CASE lang WHEN '` + english + `' THEN based ELSE coalesce(said ? key, false) END
			AND (based OR coalesce(texts->owner.of ? key, false) OR (needed OR ` + untitled + `) AND (` + strings.Join(other, " OR ") + `)))`
}

// needed returns the condition that a text is required.
func needed(c *content.Collection, f *content.Field) string {
	switch {
	case !f.Optional:
		return `true`
	case len(f.Needed) > 0:
		return c.Field(c.Kind).Column + ` IN ('` + strings.Join(f.Needed, `', '`) + `')`
	}
	return `false`
}

// written returns an expression for the languages in which an item is complete.
func written(c *content.Collection) string {
	var all []string
	for _, lang := range locales.All {
		all = append(all, `'`+string(lang)+`'`)
	}
	return `ARRAY(SELECT lang FROM unnest(ARRAY[` + strings.Join(all, ", ") + `]) AS lang WHERE lang <> ALL (` + missing(c) + `))`
}

// Precomputed columns of collections with list cards, for queries over many rows. While the first
// is NULL, all of them count as not computed.
const missingColumn, titlesColumn, picturesColumn = "missing", "titles", "pictures"

// listed returns the SQL assignments that compute missingColumn and titlesColumn. The pictures
// are computed in Go.
func listed(c *content.Collection) string {
	return missingColumn + ` = ` + missingInAny(c) + `, ` + titlesColumn + ` = lower(` + titles(c) + `)`
}

// missingInAny returns an expression for the languages that an item lacks, for each possible
// primary language, in the format of lackKeys. It covers all of them so that a change of the
// primary language changes no row.
func missingInAny(c *content.Collection) string {
	owners := []string{`''`}
	for _, lang := range locales.Translated {
		owners = append(owners, `'`+string(lang)+`'`)
	}
	return `ARRAY(SELECT owner.of || '/' || lang FROM ` + lacking(c, `unnest(ARRAY[`+strings.Join(owners, ", ")+`])`) + ` ORDER BY 1)`
}

// lackKeys returns the entries that missingInAny has for langs if the owner writes in primary.
func lackKeys(primary string, langs ...locales.Lang) (keys []string) {
	for _, lang := range langs {
		keys = append(keys, primary+"/"+string(lang))
	}
	return keys
}
