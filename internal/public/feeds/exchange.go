// Package exchange writes the formats in which other programs read the site: contacts,
// feeds, sitemaps, descriptions for search engines, the manifest of an installed page. It
// is given plain values and knows no page, no store and no request. What is empty is left
// out.
package feeds
