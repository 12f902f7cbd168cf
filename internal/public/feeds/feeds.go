// Package feeds writes the formats in which other programs read the site: contacts, feeds,
// sitemaps, structured data for search engines, and manifests of installed apps. It takes
// plain values and knows no page, store or request. Empty values are left out.
package feeds
