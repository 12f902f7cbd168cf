package visit

// Sums are the numbers of one row of a report, such as a day, a channel or a page.
// Numbers that do not apply to the row are zero.
type Sums struct {
	Visits int   `json:"visits,omitempty" doc:"Somebody came from outside"`
	Views  int   `json:"views,omitempty" doc:"A page was seen"`
	Taps   int   `json:"taps,omitempty" doc:"A way out was pressed"`
	Opens  int   `json:"opens,omitempty" doc:"A form was opened"`
	Shares int   `json:"shares,omitempty" doc:"A page was passed on"`
	Scans  int   `json:"scans,omitempty" doc:"A printed code or a short link was followed"`
	People int   `json:"people,omitempty" doc:"Different visitors of a day: at least so many"`
	Leads  int   `json:"leads,omitempty" doc:"Messages that came, without spam"`
	Won    int   `json:"won,omitempty" doc:"Leads that were won, on the day they were"`
	Value  int64 `json:"value,omitempty" doc:"What the won ones are worth, in rupees"`
	Count  int64 `json:"count,omitempty" doc:"What was left out"`
}

// Plus returns the sum of s and o, column by column.
func (s Sums) Plus(o Sums) Sums {
	return Sums{
		Visits: s.Visits + o.Visits, Views: s.Views + o.Views, Taps: s.Taps + o.Taps, Opens: s.Opens + o.Opens,
		Shares: s.Shares + o.Shares, Scans: s.Scans + o.Scans, People: s.People + o.People, Leads: s.Leads + o.Leads,
		Won: s.Won + o.Won, Value: s.Value + o.Value, Count: s.Count + o.Count,
	}
}

// Less returns s minus o, column by column.
func (s Sums) Less(o Sums) Sums {
	return Sums{
		Visits: s.Visits - o.Visits, Views: s.Views - o.Views, Taps: s.Taps - o.Taps, Opens: s.Opens - o.Opens,
		Shares: s.Shares - o.Shares, Scans: s.Scans - o.Scans, People: s.People - o.People, Leads: s.Leads - o.Leads,
		Won: s.Won - o.Won, Value: s.Value - o.Value, Count: s.Count - o.Count,
	}
}

// Of returns the number in one column.
func (s Sums) Of(c Column) int64 {
	switch c {
	case Visits:
		return int64(s.Visits)
	case Views:
		return int64(s.Views)
	case Taps:
		return int64(s.Taps)
	case Scans:
		return int64(s.Scans)
	case People:
		return int64(s.People)
	case Leads:
		return int64(s.Leads)
	case Won:
		return int64(s.Won)
	case Value:
		return s.Value
	case Count:
		return s.Count
	}
	return 0
}

// Column is a number that a report shows for each row. The locale key of its heading is
// insights.column.<name>.
type Column string

// The columns.
const (
	Visits Column = "visits"
	Views  Column = "views"
	Taps   Column = "taps"
	Scans  Column = "scans"
	People Column = "people"
	Leads  Column = "leads"
	Won    Column = "won"
	Value  Column = "value"
	Count  Column = "count"
)

// All lists the columns.
func (Column) All() []Column {
	return []Column{Visits, Views, Taps, Scans, People, Leads, Won, Value, Count}
}

// Name is a report's name in URLs. The locale key of its title is insights.report.<name>.
type Name string

// The reports.
const (
	Days      Name = "days"
	Funnel    Name = "funnel"
	Sources   Name = "channels"
	Campaigns Name = "campaigns"
	Links     Name = "links"
	Pages     Name = "pages"
	Hours     Name = "hours"
	Languages Name = "languages"
	Codes     Name = "codes"
	LeftOut   Name = "left"
)

// All lists the report names.
func (Name) All() (all []Name) {
	for i := range Reports {
		all = append(all, Reports[i].Name)
	}
	return all
}

// Key is what the rows of a report stand for.
type Key string

// The keys. Visits are summed up by each key that has a dimension.
const (
	ByDay      Key = "day"
	ByHour     Key = "hour" // of each weekday
	ByStep     Key = "step" // from a visit to a won lead
	ByChannel  Key = "channel"
	ByCode     Key = "code" // a channel that is one of the owner's codes
	ByCampaign Key = "campaign"
	ByTarget   Key = "target"
	ByPage     Key = "page"
	ByLanguage Key = "language"
	ByReason   Key = "reason" // why events were left out
)

// Dimension returns the name under which visits are summed up by this key; empty if they are not.
func (k Key) Dimension() string {
	switch k {
	case ByDay:
		return "all"
	case ByCode:
		return ByChannel.Dimension()
	case ByStep, ByReason:
		return ""
	default:
		return string(k)
	}
}

// OfLead returns the row that a lead counts in; empty if it counts in none.
func (k Key) OfLead(source string, byHand bool) string {
	switch k {
	case ByChannel, ByCode:
		return ChannelOfLead(source, byHand)
	case ByCampaign:
		_, campaign := ChannelOf(source, "")
		return campaign
	default:
		return ""
	}
}

// Report is one list of numbers.
type Report struct {
	Name    Name
	Key     Key
	Columns []Column // the bars show the first
	Most    int      // rows on the screen; 0: all
}

// Listed reports whether the rows are an open list of keys, not the fixed days or hours of a
// calendar.
func (r *Report) Listed() bool { return r.Key != ByDay && r.Key != ByHour }

// MostRows is the maximum number of rows read for a report or written to an export.
const MostRows = 1000

// Reports lists all reports in the order of the screen.
var Reports = []Report{
	{Days, ByDay, []Column{Visits, People, Views, Taps, Leads, Won, Value}, 0},
	{Funnel, ByStep, []Column{Count}, 0},
	{Sources, ByChannel, []Column{Visits, Taps, Leads, Won, Value}, 12},
	{Campaigns, ByCampaign, []Column{Visits, Taps, Leads, Won, Value}, 12},
	{Links, ByTarget, []Column{Taps}, 12},
	{Pages, ByPage, []Column{Views, Visits, Taps}, 12},
	{Hours, ByHour, []Column{Visits, Views, Taps}, 0},
	{Languages, ByLanguage, []Column{Visits, Views, Taps}, 0},
	{Codes, ByCode, []Column{Scans, Visits, Leads, Won, Value}, 24},
	{LeftOut, ByReason, []Column{Count}, 0},
}

// ReportOf returns the report with that name, or nil.
func ReportOf(name Name) *Report {
	for i := range Reports {
		if Reports[i].Name == name {
			return &Reports[i]
		}
	}
	return nil
}
