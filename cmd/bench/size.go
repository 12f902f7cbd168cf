package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"parichay/internal/testkit/rig"
)

// Limits for a site of any size.
const (
	sizeLimit   = 300 * time.Millisecond // p95 of a request of the owner's screens
	sizeCards   = 2 * time.Minute        // until all list cards are created
	leadsOfPost = 6
)

// sizePicture is the picture that article-7 shows.
const sizePicture = "public/posts/00000000000000000000000000000007-900x600.jpg"

// sizes are the numbers of articles to measure; "articles=100000" selects one.
var sizes = []int{1_000, 10_000, 100_000}

// screenCalls are the requests of the owner's screens, with the names of their rows in the
// table. LEAD, BEFORE, LAST and FIRST are replaced with values from the database.
var screenCalls = []struct{ name, path string }{
	{"counts of all lists", "/stored"},
	{"articles, first page", "/stored/posts?limit=50"},
	{"articles, last page", "/stored/posts?limit=50&offset=LAST"},
	{"articles, published", "/stored/posts?state=published"},
	{"articles, scheduled", "/stored/posts?state=scheduled"},
	{"articles, hidden", "/stored/posts?state=hidden"},
	{"articles, untranslated", "/stored/posts?state=untranslated"},
	{"articles, missing in Gujarati", "/stored/posts?missing=gu"},
	{"articles, bin", "/stored/posts?bin=true"},
	{"articles, search: a tenth", "/stored/posts?search=FIRST"},
	{"articles, search: one", "/stored/posts?search=777"},
	{"articles, search: none", "/stored/posts?search=nothing+like+it"},
	{"articles, search: two letters, none", "/stored/posts?search=xq"},
	{"articles, search: Gujarati", "/stored/posts?search=" + url.QueryEscape("ગુજરાતી")},
	{"an article", "/stored/posts/article-7"},
	{"an article's link", "/posts/article-7/link"},
	{"case studies", "/stored/portfolio"},
	{"services", "/stored/services"},
	{"services, first page", "/stored/services?limit=50"},
	{"services, last page", "/stored/services?limit=50&offset=950"},
	{"services, search: one", "/stored/services?search=service+777"},
	{"services, search: none", "/stored/services?search=nothing"},
	{"a service", "/stored/services/service-7"},
	{"questions", "/stored/faq"},
	{"blocks", "/stored/blocks?limit=200"},
	{"history of all", "/revisions"},
	{"history of the site", "/revisions?subject=site"},
	{"history of articles", "/revisions?subject=posts"},
	{"history of an article", "/revisions?subject=posts&id=article-7"},
	{"leads", "/leads"},
	{"leads, older", "/leads?before=BEFORE"},
	{"leads, pending", "/leads?status=pending"},
	{"leads, won", "/leads?status=won"},
	{"leads, spam", "/leads?status=spam"},
	{"leads, of a form", "/leads?kind=portfolio_request"},
	{"leads, feedback", "/leads?kind=owner_feedback"},
	{"leads, lost quotes", "/leads?status=lost&kind=quote_request"},
	{"leads, search: all", "/leads?q=visitor"},
	{"leads, search: one", "/leads?status=any&q=visitor+777"},
	{"leads, search: none", "/leads?status=any&q=nobody+at+all"},
	{"leads, search: two letters, all", "/leads?status=any&q=we"},
	{"leads, search: two letters, none", "/leads?status=any&q=xq"},
	{"leads, search: one letter, none", "/leads?status=any&q=" + url.QueryEscape("ж")},
	{"leads, search: Gujarati", "/leads?status=any&q=" + url.QueryEscape("દિવાળી")},
	{"leads, search: Gujarati, none", "/leads?status=any&q=" + url.QueryEscape("કોઈ નહીં")},
	{"leads, search: number", "/leads?status=any&q=DM-501"},
	{"leads, search: phone", "/leads?status=any&q=98000+00501"},
	{"a lead", "/leads/LEAD"},
	{"counts of leads", "/leads/counts"},
	{"numbers of leads", "/leads/numbers"},
	{"lead settings", "/leads/settings"},
	{"notification", "/leads/notification"},
	{"mails not sent", "/leads/mails"},
	{"the week", "/stats/week"},
	{"reports, 7 days", "/stats?period=7d"},
	{"reports, 28 days", "/stats?period=28d"},
	{"reports, 90 days", "/stats?period=90d"},
	{"reports, a year", "/stats?period=365d"},
	{"a report's file", "/stats/export?period=365d&report=channels"},
	{"report links", "/report-links"},
	{"codes", "/codes"},
	{"pictures", "/media"},
	{"pictures, search: none", "/media?search=nothing"},
	{"where a picture is shown", "/media/uses?url=" + url.QueryEscape("/media/"+sizePicture)},
	{"the site", "/site/stored"},
	{"backups", "/backups"},
	{"account", "/account"},
	{"warnings", "/account/alarms"},
}

// visitorPages are pages that must be as fast as on a small site. An article and a service are
// saved before each round, so that none of the pages is cached. # is replaced with another
// number each time.
var visitorPages = []struct{ name, path string }{
	{"blog", "/gu/blog"},
	{"blog, page 20", "/blog?page=20"},
	{"an article", "/gu/blog/article-#"},
	{"a price list of 1,000 services", "/gu/services"},
	{"a service", "/gu/services/service-#"},
	{"articles as data", "/api/v1/posts?lang=gu&limit=100&offset=#"},
	{"list of sitemaps", "/sitemap.xml"},
	{"feed", "/feed.xml"},
}

// size fills sites of several sizes with SQL, waits for their list cards, and measures the
// requests of the owner's screens and uncached pages of visitors.
func size(ctx context.Context, r *rig.Replica) (string, bool, error) {
	r.Stop() // each size has its own database
	if one := rig.Number("articles", 0); one > 0 {
		sizes = []int{one}
	}
	var columns []column
	for _, posts := range sizes {
		c, err := measureSize(ctx, posts)
		if err != nil {
			return "", false, fmt.Errorf("%d articles: %w", posts, err)
		}
		columns = append(columns, c)
	}
	printSizes(columns)
	last := columns[len(columns)-1]
	worst, slowest := time.Duration(0), ""
	for _, call := range screenCalls {
		if p95 := quantile(last.times[call.name], 0.95); p95 > worst {
			worst, slowest = p95, call.name
		}
	}
	failed := 0
	for _, c := range columns {
		failed += c.failed
	}
	return fmt.Sprintf("%d articles, %d leads: %d requests, slowest p95 %v %q (at most %v), %d failed; %d list cards in %v (at most %v)", last.posts, last.posts*leadsOfPost,
			len(screenCalls), worst.Round(time.Millisecond), slowest, sizeLimit, failed, last.posts, last.cards.Round(100*time.Millisecond), sizeCards),
		worst <= sizeLimit && failed == 0 && last.cards <= sizeCards, nil
}

// column holds the measurements of one size.
type column struct {
	posts  int
	cards  time.Duration
	times  map[string][]time.Duration
	failed int
}

func measureSize(ctx context.Context, posts int) (c column, err error) {
	c = column{posts: posts, times: map[string][]time.Duration{}}
	database, remove, err := rig.GrownDatabase(ctx, rig.Size{Posts: posts, Cases: 500, Leads: posts * leadsOfPost, Revisions: 5000, NoCards: true})
	if err != nil {
		return c, err
	}
	defer remove()
	conn, err := pgx.Connect(ctx, database)
	if err != nil {
		return c, err
	}
	defer func() { _ = conn.Close(ctx) }()
	for _, sql := range []string{sizeMore, `VACUUM ANALYZE`} {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return c, err
		}
	}
	r, err := rig.Start(ctx, database)
	if err != nil {
		return c, err
	}
	defer r.Stop()
	if c.cards, err = awaitCards(ctx, conn); err != nil {
		return c, err
	}
	if _, err := conn.Exec(ctx, `VACUUM ANALYZE`); err != nil {
		return c, err
	}
	if err := r.SignIn(ctx); err != nil {
		return c, err
	}
	fill, err := filler(ctx, r, posts)
	if err != nil {
		return c, err
	}
	for n := range rig.Number("samples", 200) + 1 {
		if n == 1 { // the first round, which opens connections, does not count
			clear(c.times)
		}
		for _, call := range screenCalls {
			c.ask(ctx, r, call.name, "/api/v1"+fill.Replace(call.path))
		}
	}
	visitor := r.From("127.0.0.2").Patient()
	for n := range rig.Number("views", 30) {
		for _, item := range []string{"posts/article-7", "services/service-7"} {
			if err := retitle(ctx, r, item, fmt.Sprintf("Title %d", n)); err != nil {
				return c, err
			}
		}
		for _, page := range visitorPages {
			c.ask(ctx, visitor, "visitors: "+page.name, strings.ReplaceAll(page.path, "#", fmt.Sprint(n+10)))
		}
	}
	return c, nil
}

// ask sends one request and adds its duration to the column.
func (c *column) ask(ctx context.Context, r *rig.Replica, name, path string) {
	begun := time.Now()
	response, body, err := r.Get(ctx, path, "Accept-Encoding", rig.Browser)
	took := time.Since(begun)
	if err != nil || response.StatusCode != http.StatusOK {
		if c.failed++; c.failed <= 5 {
			fmt.Printf("     %s: %v %s\n", path, err, body)
		}
	}
	c.times[name] = append(c.times[name], took)
}

// retitle saves an item, so that pages that list it are re-rendered.
func retitle(ctx context.Context, r *rig.Replica, path, title string) error {
	var item struct{ Revision int64 }
	_, body, err := r.Get(ctx, "/api/v1/stored/"+path)
	if err == nil {
		err = json.Unmarshal(body, &item)
	}
	if err != nil {
		return err
	}
	response, body, err := r.Call(ctx, http.MethodPatch, "/api/v1/"+path, map[string]any{"revision": item.Revision, "values": map[string]any{"title": title}})
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("save: %s", body)
	}
	return err
}

// sizeMore adds data that rig.Size does not create: hidden, scheduled, deleted and untranslated
// articles, won leads with a value, codes, pictures, a price list of 1,000 services, and the sums of
// visits of two years.
const sizeMore = `
	UPDATE posts SET published = false WHERE id LIKE 'article-%' AND hashtext(id) % 50 = 0;
	UPDATE posts SET date = current_date + 10 WHERE id LIKE 'article-%' AND hashtext(id) % 1000 = 1;
	UPDATE posts SET deleted_at = now() WHERE id LIKE 'article-%' AND hashtext(id) % 100 = 2;
	UPDATE posts SET translations = translations - 'gu' WHERE id LIKE 'article-%' AND hashtext(id) % 3 = 0 AND id <> 'article-7';
	UPDATE feedback SET won_at = created_at + interval '3 days', value_inr = 5000 WHERE status = 'won' AND created_at < now() - interval '3 days';
	INSERT INTO codes (code, kind, name, target) SELECT 'code' || n, 'q', 'Code ' || n, '/blog' FROM generate_series(1, 200) n;
	INSERT INTO media (name, title) SELECT 'public/posts/' || to_char(n, 'FM' || repeat('0', 32)) || '-900x600.jpg', 'Picture ' || n FROM generate_series(1, 2000) n;
	UPDATE posts SET cover = '/media/` + sizePicture + `' WHERE id = 'article-7';
	INSERT INTO services (id, title, description, icon, features, translations, position, price, unit, image, group_name)
		SELECT 'service-' || n, s.title || ' service ' || n, s.description, s.icon, s.features, s.translations, 100 + n, (n * 1000)::text || CASE WHEN n % 3 = 0 THEN '+' ELSE '' END, 'Pack of 6',
			'/media/public/posts/' || to_char(n, 'FM' || repeat('0', 32)) || '-900x600.jpg', 'Group ' || n / 50
		FROM generate_series(1, 1000) n JOIN (SELECT *, row_number() OVER (ORDER BY id) - 1 AS row, count(*) OVER () AS rows FROM services) s ON s.row = n % s.rows;
	INSERT INTO visit_counts (day, report, key, visits, views, taps, people)
		SELECT current_date - d, report, report || n, 30, 40, 5, 20 FROM generate_series(0, 730) d,
			(VALUES ('channel', 40), ('campaign', 20), ('target', 40), ('page', 200)) AS r (report, keys), generate_series(1, keys) n
		UNION ALL SELECT current_date - d, 'all', '', 300, 400, 50, 200 FROM generate_series(0, 730) d
		UNION ALL SELECT current_date - d, 'hour', h::text, 12, 16, 2, 8 FROM generate_series(0, 730) d, generate_series(0, 23) h
		UNION ALL SELECT current_date - d, 'language', l, 100, 130, 16, 60 FROM generate_series(0, 730) d, unnest('{en,hi,gu}'::text[]) l`

// awaitCards enqueues the job that creates list cards, as a load script does, and waits for the
// last card.
func awaitCards(ctx context.Context, conn *pgx.Conn) (time.Duration, error) {
	begun := time.Now()
	if _, err := conn.Exec(ctx, `SELECT enqueue_job('make_cards', '{}', 'default', 25)`); err != nil {
		return 0, err
	}
	err := rig.Until(ctx, 10*time.Minute, "all list cards are created", func() bool {
		var some bool
		err := conn.QueryRow(ctx, `SELECT EXISTS (SELECT FROM posts WHERE card IS NULL)`).Scan(&some)
		return err == nil && !some
	})
	return time.Since(begun), err
}

// filler returns the replacements for the paths of screenCalls.
func filler(ctx context.Context, r *rig.Replica, posts int) (*strings.Replacer, error) {
	var page struct {
		Leads []struct{ ID json.Number }
		Next  string
	}
	_, body, err := r.Get(ctx, "/api/v1/leads")
	if err == nil {
		err = json.Unmarshal(body, &page)
	}
	if err != nil || len(page.Leads) == 0 {
		return nil, fmt.Errorf("no leads: %s %w", body, err)
	}
	var list struct {
		Items []struct{ Values struct{ Title string } }
	}
	_, body, err = r.Get(ctx, "/api/v1/stored/posts?limit=1")
	if err == nil {
		err = json.Unmarshal(body, &list)
	}
	if err != nil || len(list.Items) == 0 {
		return nil, fmt.Errorf("no articles: %s %w", body, err)
	}
	word, _, _ := strings.Cut(list.Items[0].Values.Title, " ") // in a tenth of the articles
	return strings.NewReplacer("FIRST", url.QueryEscape(word), "LEAD", page.Leads[0].ID.String(), "BEFORE", page.Next, "LAST", fmt.Sprint(posts*9/10)), nil
}

// printSizes prints the table of docs/scaling.md. It has a row for each call, with the p95 in
// ms for each size.
func printSizes(columns []column) {
	names := []string{}
	for _, call := range screenCalls {
		names = append(names, call.name)
	}
	for _, page := range visitorPages {
		names = append(names, "visitors: "+page.name)
	}
	slices.SortStableFunc(names, func(a, b string) int {
		last := columns[len(columns)-1].times
		return int(quantile(last[b], 0.95) - quantile(last[a], 0.95))
	})
	for _, name := range names {
		fmt.Print("| ", name)
		for _, c := range columns {
			fmt.Printf(" | %.1f", quantile(c.times[name], 0.95).Seconds()*1000)
		}
		fmt.Println(" |")
	}
}
