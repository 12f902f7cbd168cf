package postgres

import (
	"context"
	"database/sql"
	"encoding/json"

	"parichay/internal/content"
)

// starterVersion is the migration that stores the starter content. It runs once
// in the life of a database, so what the owner edits or deletes stays so.
const starterVersion = 5

func insertStarter(ctx context.Context, tx *sql.Tx) error {
	services, err := content.StarterServices()
	if err != nil {
		return err
	}
	for i, s := range services {
		if err := insertItem(ctx, tx, `INSERT INTO services (id, title, description, icon, features, position, translations) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			s.Translations, s.ID, s.Title, s.Description, s.Icon, s.Features, i+1); err != nil {
			return err
		}
	}
	projects, err := content.StarterPortfolio()
	if err != nil {
		return err
	}
	for i, p := range projects {
		if err := insertItem(ctx, tx, `INSERT INTO portfolio_items (id, title, client, description, image_url, category, date, tags, case_study, position, translations)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
			p.Translations, p.ID, p.Title, p.Client, p.Description, p.ImageURL, p.Category, p.Date, p.Tags, p.CaseStudy, i+1); err != nil {
			return err
		}
	}
	posts, err := content.StarterPosts()
	if err != nil {
		return err
	}
	for _, p := range posts {
		if err := insertItem(ctx, tx, `INSERT INTO posts (id, title, author, date, categories, content, translations) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			p.Translations, p.ID, p.Title, p.Author, p.Date, p.Categories, p.Content); err != nil {
			return err
		}
	}
	return nil
}

// insertItem runs one of the statements above with translations as its last argument.
func insertItem(ctx context.Context, tx *sql.Tx, statement string, translations any, args ...any) error {
	words, err := json.Marshal(translations)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, statement, append(args, string(words))...)
	return err
}
