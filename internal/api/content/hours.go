package content

import (
	"context"
	"time"

	"parichay/internal/api/wire"
	"parichay/internal/domain/festival"
	"parichay/internal/domain/hours"
	"parichay/locales"
)

// ReadHours tells what would be understood of texts of opening hours.
func (s Content) ReadHours(_ context.Context, in *struct {
	Body struct {
		Texts []string `json:"texts" maxItems:"10"`
	}
},
) (*wire.Reply[[]hours.Reading], error) {
	readings := []hours.Reading{}
	for _, text := range in.Body.Texts {
		readings = append(readings, hours.Read(text))
	}
	return wire.ReplyWith(readings, nil)
}

// Festival is a day that the owner may choose special hours for.
type Festival struct {
	ID      string                  `json:"id"`
	Date    string                  `json:"date"`
	MayMove bool                    `json:"mayMove" doc:"It depends on the moon, and may be a day earlier or later"`
	Names   map[locales.Lang]string `json:"names"`
}

// Festivals lists the festivals of the coming year.
func (s Content) Festivals(_ context.Context, _ *struct{}) (*wire.Reply[[]Festival], error) {
	all, today := []Festival{}, s.Site.Today()
	for _, day := range festival.Between(today, today.AddDate(1, 0, 0)) {
		f := Festival{ID: day.ID, Date: day.Date.Format(time.DateOnly), MayMove: day.MayMove, Names: map[locales.Lang]string{}}
		for _, lang := range locales.All {
			f.Names[lang] = day.Name(lang)
		}
		all = append(all, f)
	}
	return wire.ReplyWith(all, nil)
}
