package visit

import "strings"

// Libraries that know user agents try some thousand expressions on each, and do not
// tell who draws a link's card from who reads the web. Our pages are counted by script
// or image, which few robots fetch at all; those that do call themselves one of these.
var (
	// cards draw the card of a link in a chat or on a wall.
	cards = []string{
		"facebookexternalhit", "facebookcatalog", "meta-externalfetcher", "telegrambot", "twitterbot", "slackbot", "slack-imgproxy", "linkedinbot",
		"discordbot", "skypeuripreview", "microsoftpreview", "pinterestbot", "redditbot", "viberbot", "vkshare", "snapchat-urlpreview", "snap url preview",
		"embedly", "iframely", "mastodon/", "google-pagerenderer", "google-read-aloud", "bitlybot", "kakaotalk-scrap", "line-poker", "sharechatbot",
	}
	// robots are programs that nobody looks through.
	robots = []string{
		"bot", "crawl", "spider", "headless", "lighthouse", "pagespeed", "gtmetrix", "pingdom", "ptst/", "uptime", "monitor", "slurp", "mediapartners-google",
		"feedfetcher", "google-inspectiontool", "googleother", "google-extended", "google-safety", "chatgpt-user", "perplexity-user", "claude-user", "claude-web",
		"anthropic-ai", "cohere-ai", "meta-externalagent", "bytespider", "ccbot", "archive.org", "phantomjs", "puppeteer", "playwright", "selenium", "webdriver",
		"curl", "wget", "python", "go-http-client", "java/", "okhttp", "libwww", "httpclient", "http_request", "axios", "node-fetch", "undici", "ruby", "perl",
		"php/", "guzzle", "scrapy", "wrk/", "apachebench", "k6/", "postman", "insomnia", "httpie", "scanner", "nuclei", "zgrab", "masscan", "nmap", "censys",
		"validator", "checker", "preview", "fetcher", "scrape",
	}
)

// longestAgent bounds what is looked at of a user agent; none of a browser is longer.
const longestAgent = 512

// RobotOf tells Preview and Bot from people, whose browsers say that they are Mozilla.
// It is empty for people.
func RobotOf(userAgent string) Reason {
	agent := strings.ToLower(userAgent[:min(len(userAgent), longestAgent)])
	if strings.HasPrefix(agent, "whatsapp/") { // what draws its cards; the browser inside it begins as all browsers do
		return Preview
	}
	for _, name := range cards {
		if strings.Contains(agent, name) {
			return Preview
		}
	}
	agent = strings.ReplaceAll(agent, "cubot", "") // a maker of phones
	for _, name := range robots {
		if strings.Contains(agent, name) {
			return Bot
		}
	}
	// Robots tell where to read about them; of browsers only very old ones call themselves compatible.
	if strings.Contains(agent, "+http") || strings.Contains(agent, "(compatible;") && !strings.Contains(agent, "msie") {
		return Bot
	}
	if !strings.HasPrefix(agent, "mozilla/") && !strings.HasPrefix(agent, "opera/") {
		return Bot
	}
	return ""
}
