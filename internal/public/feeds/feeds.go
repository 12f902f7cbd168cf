// Package feeds writes the formats in which other programs read the site: contacts, feeds,
// sitemaps, structured data for search engines, and web app manifests. It takes plain values
// and does not depend on pages, the store or requests. Empty values are left out.
package feeds
