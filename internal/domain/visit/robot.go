package visit

import "strings"

// A user-agent library would try thousands of patterns and still not distinguish link previews
// from crawlers. Our pages are counted by a script or an image, which few bots fetch. The user
// agents of those that do contain one of these names.
var (
	// cards render the preview of a link in a chat or a feed.
	cards = []string{
		"facebookexternalhit", "facebookcatalog", "meta-externalfetcher", "telegrambot", "twitterbot", "slackbot", "slack-imgproxy", "linkedinbot",
		"discordbot", "skypeuripreview", "microsoftpreview", "pinterestbot", "redditbot", "viberbot", "vkshare", "snapchat-urlpreview", "snap url preview",
		"embedly", "iframely", "mastodon/", "google-pagerenderer", "google-read-aloud", "bitlybot", "kakaotalk-scrap", "line-poker", "sharechatbot",
	}
	// robots are programs without a person in front of them.
	robots = []string{
		"bot", "crawl", "spider", "headless", "lighthouse", "pagespeed", "gtmetrix", "pingdom", "ptst/", "uptime", "monitor", "slurp", "mediapartners-google",
		"feedfetcher", "google-inspectiontool", "googleother", "google-extended", "google-safety", "chatgpt-user", "perplexity-user", "claude-user", "claude-web",
		"anthropic-ai", "cohere-ai", "meta-externalagent", "bytespider", "ccbot", "archive.org", "phantomjs", "puppeteer", "playwright", "selenium", "webdriver",
		"curl", "wget", "python", "go-http-client", "java/", "okhttp", "libwww", "httpclient", "http_request", "axios", "node-fetch", "undici", "ruby", "perl",
		"php/", "guzzle", "scrapy", "wrk/", "apachebench", "k6/", "postman", "insomnia", "httpie", "scanner", "nuclei", "zgrab", "masscan", "nmap", "censys",
		"validator", "checker", "preview", "fetcher", "scrape",
	}
)

// longestAgent is how many bytes of a user agent are checked. No browser sends a longer one.
const longestAgent = 512

// RobotOf returns Preview or Bot for programs, and "" for people, whose browsers all
// call themselves Mozilla.
func RobotOf(userAgent string) Reason {
	agent := strings.ToLower(userAgent[:min(len(userAgent), longestAgent)])
	if strings.HasPrefix(agent, "whatsapp/") { // WhatsApp's in-app browser begins with mozilla/
		return Preview
	}
	for _, name := range cards {
		if strings.Contains(agent, name) {
			return Preview
		}
	}
	agent = strings.ReplaceAll(agent, "cubot", "") // a phone manufacturer
	for _, name := range robots {
		if strings.Contains(agent, name) {
			return Bot
		}
	}
	// Bots give a URL with information about them. Only very old browsers call themselves compatible.
	if strings.Contains(agent, "+http") || strings.Contains(agent, "(compatible;") && !strings.Contains(agent, "msie") {
		return Bot
	}
	if !strings.HasPrefix(agent, "mozilla/") && !strings.HasPrefix(agent, "opera/") {
		return Bot
	}
	return ""
}
