package insights

import (
	"bytes"
	"context"
	"fmt"
	"strconv"

	"parichay/internal/domain/visit"
	"parichay/internal/kit/csv"
)

// File is a response with a CSV file.
type File struct {
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
}

// Export returns a report as CSV in the owner's language. Texts are escaped, so that
// spreadsheets do not read them as formulas.
func (i Insights) Export(ctx context.Context, in *struct {
	Asked
	Report visit.Name `query:"report" required:"true"`
},
) (*File, error) {
	stats, err := i.gather(ctx, wish{Asked: in.Asked, money: true, whole: true})
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	out.WriteString(csv.BOM)
	for _, line := range linesOf(stats, visit.ReportOf(in.Report), names{lang: in.Lang}) {
		if err := csv.WriteRow(&out, line...); err != nil {
			return nil, err
		}
	}
	name := fmt.Sprintf("%s-%s-%s.csv", in.Report, stats.Days.From, stats.Days.Until)
	return &File{"text/csv; charset=utf-8", `attachment; filename="` + name + `"`, out.Bytes()}, nil
}

// linesOf returns the lines of a report, with the headings as the first line.
func linesOf(s Stats, report *visit.Report, words names) [][]string {
	if report.Key == visit.ByHour {
		return hourLines(s, words)
	}
	headings := []string{words.text("insights.by." + string(report.Name))}
	for _, c := range report.Columns {
		headings = append(headings, words.text("insights.column."+string(c)))
	}
	lines := [][]string{headings}
	add := func(name string, sums visit.Sums) {
		line := []string{name}
		for _, c := range report.Columns {
			line = append(line, strconv.FormatInt(sums.Of(c), 10))
		}
		lines = append(lines, line)
	}
	if report.Key == visit.ByDay {
		for n, sums := range s.Each {
			add(dayAfter(s.Days.From, n), sums)
		}
		return lines
	}
	table := s.Reports[report.Name]
	for _, row := range table.Rows {
		add(row.Name, row.Sums)
	}
	if table.Others > 0 {
		add(words.text("insights.others", "count", strconv.Itoa(table.Others)), table.Rest)
	}
	return lines
}

// weekdays are the locale keys of the weekdays, Monday first.
var weekdays = [7]string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}

func hourLines(s Stats, words names) [][]string {
	lines := [][]string{{words.text("insights.weekday"), words.text("insights.by.hours"), words.text("insights.column.visits")}}
	for day, hours := range s.Hours {
		for hour, visits := range hours {
			lines = append(lines, []string{
				words.text("hours.day." + weekdays[day]), fmt.Sprintf("%02d:00", hour), strconv.Itoa(visits),
			})
		}
	}
	return lines
}
