package field

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/publicsuffix"
	"golang.org/x/text/unicode/norm"
)

// Contact is a way to reach or pay somebody, found in a text.
type Contact struct {
	Key  string // the same for every spelling of the contact
	Text string // as the text spells it, without invisible characters
}

// Prefixes of Key, by type of contact.
const (
	phoneKey   = "tel:"
	mailKey    = "mail:"
	payKey     = "upi:"
	webKey     = "web:"
	handleKey  = "@"
	accountKey = "account:" // a bank account, a bank's code, or any other long number
	schemeKey  = "uri:"
)

// Contacts returns the contacts of a plain text, each once, in linear time. It recognizes
// digits of every script, full-width forms, spellings such as "(at)" and numbers with anything
// but letters between their digits. It does not recognize digits that are spelled out as
// words.
func Contacts(text string) []Contact {
	f := finder{text: legible(text)}
	f.all(":.", urlPattern, f.url)
	f.all("@", mailPattern, f.mail)
	f.all("@", handlePattern, f.handle)
	f.all(".", domainPattern, f.domain)
	f.all("0", bankPattern, func(code string) bool { return f.add(accountKey+strings.ToUpper(code), code) })
	f.numbers()
	return f.found
}

// HTMLContacts returns the contacts of an article: in its visible text, its link
// targets, the addresses of its pictures on other sites, and their descriptions.
func HTMLContacts(text string) []Contact {
	var shown, aside strings.Builder
	var f finder
	for tokens := html.NewTokenizer(strings.NewReader(text)); ; {
		switch tokens.Next() {
		case html.ErrorToken:
			for _, c := range Contacts(shown.String() + "\n" + aside.String()) {
				f.add(c.Key, c.Text)
			}
			return f.found
		case html.TextToken:
			shown.Write(tokens.Text())
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			token := tokens.Token()
			if !slices.Contains(inline, token.DataAtom) {
				shown.WriteByte('\n')
			}
			for _, a := range token.Attr {
				switch a.Key {
				case "href", "src": // another site can change a picture after it was checked
					f.href(a.Val)
				case "alt", "title":
					aside.WriteString(";" + a.Val + ";\n")
				}
			}
		case html.CommentToken, html.DoctypeToken:
		}
	}
}

// inline lists the tags that leave no gap in the text, so that a number may continue across
// them.
var inline = []atom.Atom{atom.A, atom.Strong, atom.Em, atom.U, atom.S, atom.Code}

// Vouchers returns the keys that vouch for the contact: its own key, its domain and the pages
// of its handle. If the owner publishes any of them, the contact counts as the owner's.
func (c Contact) Vouchers() []string {
	all := []string{c.Key}
	if name, ok := strings.CutPrefix(c.Key, handleKey); ok {
		for _, p := range platforms {
			_, path, _ := strings.Cut(strings.TrimPrefix(p.Handle, "https://"), "/")
			all = append(all, webKey+p.Hosts[0]+"/"+strings.TrimPrefix(path, "@")+name)
		}
	}
	host := ""
	if address, ok := strings.CutPrefix(c.Key, webKey); ok {
		host, _, _ = strings.Cut(address, "/")
		host, _, _ = strings.Cut(host, "?")
	} else if address, ok := strings.CutPrefix(c.Key, mailKey); ok {
		_, host, _ = strings.Cut(address, "@")
	}
	if host != "" && platformAt(host) == nil {
		all = append(all, HostKey(host))
		if domain, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil {
			all = append(all, webKey+domain)
		}
	}
	return all
}

// HostKey returns the key of a whole website.
func HostKey(host string) string { return webKey + plainHost(host) }

// finder collects contacts and blanks them out of the text, so that none is found twice.
type finder struct {
	text  string
	after string // the text that follows the current match of all
	found []Contact
	known map[string]bool
}

// add adds a contact unless it was found before. It always returns true: the match is a
// contact in either case.
func (f *finder) add(key, text string) bool {
	if f.known == nil {
		f.known = map[string]bool{}
	}
	if !f.known[key] {
		f.known[key] = true
		f.found = append(f.found, Contact{key, text})
	}
	return true
}

// blank replaces a contact that was found in the text. It is a letter, so that the
// digits before and after it are not read as one number.
const blank = "x"

// all passes each match of pattern to take and blanks out those that take accepts. If
// the pattern has a group, the group is the match. Matches do not span spaces, so all
// searches word by word and skips words without any of the needed characters.
func (f *finder) all(needed string, pattern *regexp.Regexp, take func(string) bool) {
	var b strings.Builder
	last := 0
	eachWord(f.text, func(from, to int) {
		word := f.text[from:to]
		if !strings.ContainsAny(word, needed) {
			return
		}
		for _, at := range pattern.FindAllStringSubmatchIndex(word, -1) {
			start, end := from+at[len(at)-2], from+at[len(at)-1]
			f.after = f.text[end:]
			if take(f.text[start:end]) {
				b.WriteString(f.text[last:start])
				b.WriteString(blank)
				last = end
			}
		}
	})
	if last > 0 {
		f.text = b.String() + f.text[last:]
	}
}

// eachWord calls do for each word of a text, split at spaces and line breaks.
func eachWord(text string, do func(from, to int)) {
	for from := 0; from < len(text); {
		n := strings.IndexAny(text[from:], " \n")
		if n < 0 {
			n = len(text) - from
		}
		if n > 0 {
			do(from, from+n)
		}
		from += n + 1
	}
}

var (
	urlPattern    = regexp.MustCompile(`(?i)\b(?:[a-z][a-z0-9+.-]{1,20}://|(?:mailto|upi|whatsapp):|www\.)[^\s<>"“”]+`)
	mailPattern   = regexp.MustCompile(`[\p{L}\p{N}][\p{L}\p{M}\p{N}._%+-]*@[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*(?:\.[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*)*`)
	handlePattern = regexp.MustCompile(`(?:^|[^\p{L}\p{M}\p{N}@._%+-])@([A-Za-z0-9_][A-Za-z0-9._]{1,40})`)
	domainPattern = regexp.MustCompile(`[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*(?:\.[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*)+(?::[0-9]{1,5})?(?:/[^\s<>"“”]*)?`)
	// bankPattern matches an IFSC, the branch code of Indian banks.
	bankPattern = regexp.MustCompile(`\b(?:[A-Z]{4}0[A-Z0-9]{6}|(?i:[a-z]{4}0[0-9]{6}))\b`)
)

// trailing is punctuation that ends a sentence and does not belong to a URL before it.
const trailing = `.,;:!?)]}'’*_…।`

// dialPattern matches the scheme of a tel: or sms: link. In plain text the number may contain
// spaces, so url leaves such a link to numbers.
var dialPattern = regexp.MustCompile(`^(?i:tel|sms):`)

func (f *finder) url(typed string) bool {
	if dialPattern.MatchString(typed) {
		return false
	}
	typed = strings.TrimRight(typed, trailing)
	key := addressKey(typed)
	return key != "" && f.add(key, typed)
}

var (
	foreignPattern = regexp.MustCompile(`^[\x00-\x20]*[/\\][\t\r\n]*[/\\]`)
	webPattern     = regexp.MustCompile(`^[\x00-\x20]*(?i:(https?):)?[/\\\t\r\n]*`)
)

// href adds the target of a link or the address of a picture. A path on this site is skipped.
// Like browsers, href treats backslashes as slashes and accepts any number of slashes before
// the host, even none.
func (f *finder) href(address string) {
	scheme := strings.ToLower(strings.TrimSpace(schemed.FindString(address)))
	if scheme == "" && !foreignPattern.MatchString(address) {
		return
	}
	opened := legible(address)
	if scheme == "" || scheme == "http:" || scheme == "https:" {
		path, query := address, ""
		if i := strings.IndexAny(address, "?#"); i >= 0 {
			path, query = address[:i], address[i:]
		}
		opened = legible("https://" + strings.ReplaceAll(webPattern.ReplaceAllString(path, ""), `\`, "/") + query)
	}
	key := addressKey(opened)
	if key == "" {
		key = schemeKey + strings.ToLower(legible(address))
	}
	f.add(key, address)
}

// addressKey returns the key of a URL's target. For a chat, a call or a mail link the target
// is the number or the mail address. The key is empty if the URL has no target.
func addressKey(typed string) string {
	if len(typed) >= 4 && strings.EqualFold(typed[:4], "www.") {
		typed = "https://" + typed
	}
	u, err := url.Parse(typed)
	if err != nil {
		return schemeKey + strings.ToLower(typed)
	}
	param := func(name string) string { return u.Query().Get(name) }
	to, _ := url.PathUnescape(u.Opaque)
	switch strings.ToLower(u.Scheme) {
	case "tel", "sms":
		return numberKey(to + u.Host + u.Path)
	case "mailto":
		return keyOf(mailKey, to)
	case "upi":
		return keyOf(payKey, param("pa"))
	case "whatsapp":
		return numberKey(param("phone"))
	case "http", "https":
		return pageKey(u, param)
	}
	return schemeKey + strings.ToLower(typed)
}

func keyOf(sort, name string) string {
	if name == "" {
		return ""
	}
	return sort + strings.ToLower(name)
}

func numberKey(typed string) string {
	if number := International(typed); number != "" {
		return phoneKey + number
	}
	return ""
}

func pageKey(u *url.URL, param func(string) string) string {
	host := plainHost(u.Host)
	if host == "" {
		return ""
	}
	path := strings.TrimRight(u.Path, "/")
	if platformAt(host) == WhatsApp {
		for _, number := range []string{strings.TrimPrefix(path, "/"), param("phone")} {
			if phonePattern.MatchString(strings.TrimSpace(number)) {
				return numberKey("+" + Digits(number))
			}
		}
	}
	if platformAt(host) != nil {
		path = strings.ToLower(strings.Replace(path, "/@", "/", 1))
	}
	query := untracked(u.RawQuery)
	return webKey + host + path + query
}

// sameHosts maps a platform's alternative hosts to its main one.
var sameHosts = map[string]string{"twitter.com": "x.com", "fb.com": "facebook.com", "instagr.am": "instagram.com"}

// plainHost normalizes a host for comparison.
func plainHost(host string) string {
	if ascii, ok := ASCIIHost(host); ok {
		host = ascii
	}
	host = strings.TrimPrefix(strings.TrimSuffix(strings.ToLower(host), "."), "www.")
	if platformAt(host) != nil {
		host = mobilePattern.ReplaceAllString(host, "")
	}
	if other, known := sameHosts[host]; known {
		return other
	}
	return host
}

func (f *finder) mail(typed string) bool {
	local, domain, _ := strings.Cut(typed, "@")
	if isDomain(domain) {
		return f.add(mailKey+strings.ToLower(local)+"@"+plainHost(domain), typed)
	}
	bank, _, _ := strings.Cut(domain, ".")
	first, _ := utf8.DecodeRuneInString(bank)
	if utf8.RuneCountInString(local) < 3 || len(bank) < 2 || !unicode.IsLetter(first) {
		return false
	}
	return f.add(payKey+strings.ToLower(local+"@"+bank), local+"@"+bank)
}

func (f *finder) handle(name string) bool {
	name = strings.TrimRight(name, ".")
	if !strings.ContainsFunc(name, unicode.IsLetter) {
		return false
	}
	return f.add(handleKey+strings.ToLower(name), "@"+name)
}

// domain adds a URL without a scheme.
func (f *finder) domain(typed string) bool {
	typed = strings.TrimRight(typed, trailing)
	host, path, _ := strings.Cut(typed, "/")
	name, _, _ := strings.Cut(host, ":")
	if !isDomain(name) || path == "" && isSentence(name, f.after) {
		return false
	}
	key := addressKey("https://" + typed)
	return key != "" && f.add(key, typed)
}

// isDomain reports whether a name ends in a registered top-level domain.
func isDomain(name string) bool {
	ascii, ok := ASCIIHost(strings.TrimSuffix(name, "."))
	if !ok || !strings.Contains(ascii, ".") {
		return false
	}
	// Private suffixes contain a dot.
	suffix, listed := publicsuffix.PublicSuffix(ascii)
	return listed || strings.Contains(suffix, ".")
}

// words lists top-level domains that are also English words: in "done.In time" only a space is
// missing.
var words = []string{"in", "to", "it", "so", "is", "at", "be", "me", "my", "no", "am", "as", "us", "do", "by", "go", "now", "all", "best", "new", "one", "you", "how", "open", "call", "book", "team", "world", "works"}

// isSentence reports whether a name with a dot is not a domain but an abbreviation such
// as B.Com, or two sentences without a space between them: lower case before the dot, a
// capitalized word after it, and more text after that.
func isSentence(name, after string) bool {
	labels := strings.Split(name, ".")
	last := labels[len(labels)-1]
	if len(labels) == 2 && utf8.RuneCountInString(labels[0]) == 1 && platformAt(name) == nil {
		return true
	}
	first, size := utf8.DecodeRuneInString(last)
	title := unicode.IsUpper(first) && strings.ToLower(last[size:]) == last[size:]
	rest := strings.TrimSuffix(name, last)
	next, _ := utf8.DecodeRuneInString(strings.TrimPrefix(after, " "))
	goesOn := strings.HasPrefix(after, " ") && unicode.IsLetter(next)
	return title && goesOn && strings.ToLower(rest) == rest && slices.Contains(words, strings.ToLower(last))
}

// payBanks matches the bank names of payment apps that occur only in payment ids.
const payBanks = `(?:ok|pt|wa)[a-z]{0,8}(?:axis|hdfc|hdfcbank|icici|sbi|yes)|[iy]bl|axl|[ry]?apl`

// spellings rewrites disguised characters, such as "(at)". The hint is a cheap check; the
// expensive pattern runs only on the few texts that pass it.
var spellings = []struct {
	hint, pattern *regexp.Regexp
	means         string
}{
	{brackets, regexp.MustCompile(`(?i) ?(?:[(\[{<] ?)+(?:at|एट|ऐट|એટ)(?: ?[)\]}>])+ ?`), "@"},
	{brackets, regexp.MustCompile(`(?i) ?(?:[(\[{<] ?)+(?:dot|डॉट|ડોટ|\.)(?: ?[)\]}>])+ ?`), "."},
	{dots, regexp.MustCompile(`(?i)([a-z0-9._+-]{2,}) at ([a-z0-9-]+(?: dot |\.)[a-z0-9-]+ dot [a-z]{2,}|[a-z0-9-]+ dot [a-z]{2,})`), "$1@$2"},
	{dots, regexp.MustCompile(`(?i)([a-z0-9]) (?:dot|\.) ([a-z0-9])`), "$1.$2"},
	{regexp.MustCompile(` \.`), regexp.MustCompile(`(?i)([a-z0-9]) \.(com|in|net|org|co|shop|store|online|xyz|info|me)\b`), "$1.$2"},
	{regexp.MustCompile(`\. [cno]`), regexp.MustCompile(`([a-z0-9])\. (com|net|org|co\.in)\b`), "$1.$2"},
	// "at" counts only before a bank name that occurs in payment ids: "at SBI" is an ordinary
	// phrase.
	{regexp.MustCompile(` (?i:at) `), regexp.MustCompile(`(?i)([a-z0-9._-]{3,}) at (` + payBanks + `)\b`), "$1@$2"},
	// An @ between spaces counts before a domain, or before a bank that issues payment ids.
	{regexp.MustCompile(`@`), regexp.MustCompile(`(?i)([a-z0-9])[ \n]{0,3}@[ \n]{0,3}([a-z0-9-]+\.[a-z]{2,}|` + payBanks +
		`|paytm|upi|sbi|hdfcbank|icici|axisbank|kotak|barodampay|cnrb|pnb|unionbank|boi|idfcbank|indus|federal|jupiteraxis|fam|naviaxis|slice|freecharge|mbk|airtel|postbank|yesbank|ikwik)\b`), "$1@$2"},
}

// mostRewrites is how often the spellings are applied. One rewrite can make way for another:
// in "a dot b dot in", the match of the first dot includes the b that the second one needs.
const mostRewrites = 5

var (
	brackets = regexp.MustCompile(`[(\[{<]`)
	dots     = regexp.MustCompile(` (?i:dot|\.) `)
	// likeDigit are letters that look like digits.
	likeDigit = map[rune]byte{'O': '0', 'o': '0', 'О': '0', 'о': '0', 'l': '1', 'I': '1', '|': '1'}
)

// legible normalizes a text: NFKC, digits as 0 to 9, one kind of dash and space, no
// invisible characters, "(at)" and "(dot)" as @ and a dot. It is idempotent.
func legible(text string) string {
	text = norm.NFKC.String(strings.ToValidUTF8(text, "\uFFFD"))
	var b strings.Builder
	b.Grow(len(text))
	digit, blanks := false, false
	for _, r := range text {
		switch d := Decimal(r); {
		case d >= 0:
			b.WriteByte(byte('0' + d))
			digit, blanks = true, false
			continue
		case strings.ContainsRune("❿➉➓⓾", r):
			b.WriteString("10")
			digit, blanks = true, false
			continue
		case unseen(r) || digit && unicode.In(r, unicode.M):
			continue
		case r == '\n' || r == '\r':
			b.WriteByte('\n')
			digit, blanks = false, true
			continue
		case unicode.IsSpace(r):
			if !blanks {
				b.WriteByte(' ')
			}
			digit, blanks = false, true
			continue
		case unicode.Is(unicode.Pd, r) || r == '−' || r == 'ー':
			r = '-'
		case r == '。' || r == '٫':
			r = '.'
		}
		b.WriteRune(r)
		digit, blanks = false, false
	}
	s := withDigits(b.String())
	for range mostRewrites {
		before := s
		for _, spelling := range spellings {
			if spelling.hint.MatchString(s) {
				s = spelling.pattern.ReplaceAllString(s, spelling.means)
			}
		}
		if s == before {
			break
		}
	}
	return s
}

// unseen reports whether a character is invisible: a joiner, a separator, a variation
// selector or a zero-width space.
func unseen(r rune) bool {
	switch r {
	case 0x034F, 0x115F, 0x1160, 0x3164, 0xFFA0, 0x20E3:
		return true
	}
	return unicode.In(r, unicode.Cf, unicode.Variation_Selector) || unicode.IsControl(r) && !unicode.IsSpace(r)
}

// withDigits replaces each letter that looks like a digit and stands between two digits.
func withDigits(s string) string {
	isDigit := func(b byte) bool { return b >= '0' && b <= '9' }
	var b strings.Builder
	last := 0
	for i, r := range s {
		after := i + utf8.RuneLen(r)
		if i > 0 && after < len(s) && isDigit(s[i-1]) && isDigit(s[after]) {
			if d, like := likeDigit[r]; like {
				b.WriteString(s[last:i])
				b.WriteByte(d)
				last = after
			}
		}
	}
	return b.String() + s[last:]
}

// Decimal returns the value of a digit of any script, or -1.
func Decimal(r rune) int {
	if r < 0x80 {
		if r >= '0' && r <= '9' {
			return int(r - '0')
		}
		return -1
	}
	if !unicode.Is(unicode.Nd, r) {
		return circled(r)
	}
	zero := r
	for unicode.Is(unicode.Nd, zero-1) && r-zero < 9 {
		zero--
	}
	return int(r - zero)
}

// circled returns the value of a circled digit that NFKC does not convert, or -1.
func circled(r rune) int {
	switch r {
	case '⓿', '🄋', '🄌':
		return 0
	}
	for _, one := range []rune{'❶', '➀', '➊', '⓵'} {
		if r >= one && r < one+9 {
			return int(r-one) + 1
		}
	}
	return -1
}
