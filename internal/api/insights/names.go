package insights

import (
	"context"
	"strconv"
	"strings"

	"parichay/internal/domain/content"
	"parichay/internal/domain/visit"
	"parichay/internal/store/codes"
	"parichay/internal/store/postgres"
	"parichay/locales"
)

// names returns the names of report rows in one language.
type names struct {
	lang  locales.Lang
	links map[string]string     // titles of blocks of the home page, by target
	codes map[string]codes.Code // by channel
	// numbers replace the names of codes and short links for readers who are not the owner, because
	// only the owner may see the names. Codes of a kind are numbered by creation time. Empty for the
	// owner.
	numbers map[string]int
}

// namesFor loads the names for a reader.
func (i Insights) namesFor(ctx context.Context, in wish) (names, error) {
	n := names{lang: in.Lang, links: map[string]string{}, codes: map[string]codes.Code{}, numbers: map[string]int{}}
	all, err := i.Store.Codes.Every(ctx)
	if err != nil {
		return n, err
	}
	last := map[codes.Kind]int{}
	for _, code := range all {
		n.codes[code.Channel()] = code
		if in.shared {
			last[code.Kind]++
			n.numbers[code.Channel()] = last[code.Kind]
		}
	}
	blocks, _, err := i.Store.Items.List(ctx, content.Blocks, postgres.Part{Limit: content.Blocks.Most})
	if err != nil {
		return n, err
	}
	shown := i.Site.Shown(in.Lang)
	for _, block := range blocks {
		values, _ := content.Blocks.In(block, in.Lang)
		title, address, part := values.Text("title"), values.Text("address"), values.Text("part")
		switch values.Text("kind") {
		case content.VideoBlock:
			address = values.Text("video")
		case content.PageBlock:
			address = "/" + part
		case content.ActionBlock:
			address = map[string]string{"shop": shown.ShopButtonURL, "feedback": shown.FeedbackURL}[part]
		}
		if title == "" && part != "" {
			title = n.text("block.part." + part)
		}
		target := visit.TargetOf(address, "/", i.BaseURL.Host)
		if title != "" && (strings.HasPrefix(target, visit.Link) || strings.HasPrefix(target, visit.Page)) {
			n.links[target] = title
		}
	}
	return n, nil
}

func (n names) text(key string, pairs ...string) string { return locales.Text(n.lang, key, pairs...) }

// or returns the text of a locale key. If there is no such key, it returns otherwise.
func (n names) or(key, otherwise string) string {
	if locales.Has(key) {
		return n.text(key)
	}
	return otherwise
}

// of returns the name of a report's row.
func (n names) of(what visit.Key, key string) string {
	switch what {
	case visit.ByChannel, visit.ByCode:
		return n.channel(key)
	case visit.ByTarget:
		return n.target(key)
	case visit.ByPage:
		return n.page(key)
	case visit.ByLanguage:
		return n.or("language."+key, key)
	case visit.ByReason:
		return n.or("insights.left."+key, key)
	case visit.ByStep:
		return n.or("insights.column."+key, key)
	default:
		return key
	}
}

func (n names) channel(key string) string {
	for prefix, word := range map[string]string{visit.Code: "insights.channel.code", visit.Short: "insights.channel.link"} {
		if name, ok := strings.CutPrefix(key, prefix); ok {
			if number := n.numbers[key]; number > 0 {
				return n.text(word+".n", "n", strconv.Itoa(number))
			}
			if own := n.codes[key].Name; own != "" {
				name = own
			}
			return n.text(word, "name", name)
		}
	}
	for _, prefix := range []string{visit.Site, visit.Named} {
		if name, ok := strings.CutPrefix(key, prefix); ok {
			return name
		}
	}
	return n.or("channel."+key, key)
}

func (n names) target(key string) string {
	if own := n.links[key]; own != "" {
		return own
	}
	if name, ok := strings.CutPrefix(key, visit.Social); ok {
		return n.channel(name)
	}
	if address, ok := strings.CutPrefix(key, visit.Link); ok {
		_, place, _ := strings.Cut(address, "://")
		return strings.TrimSuffix(place, "/")
	}
	if path, ok := strings.CutPrefix(key, visit.Page); ok {
		return n.page(path)
	}
	return n.or("insights.target."+key, key)
}

// page returns the name of a built-in page, or the path of any other.
func (n names) page(path string) string {
	if path == "/" {
		return n.text("insights.page.home")
	}
	return n.or("block.part."+strings.TrimPrefix(path, "/"), path)
}
