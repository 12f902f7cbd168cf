package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"parichay/internal/testkit/rig"
)

// tab is a browser tab in which the owner edits the tagline, based on the revision it saw
// last.
type tab struct {
	*rig.Replica
	revision  int64
	conflicts int
	stored    map[string]string // acknowledged taglines by the id of their revision
}

// interleaved saves from two tabs on two replicas at once, each based on the revision
// its tab saw last. Every save must be stored or answered with a conflict, and every
// stored save must be restorable.
func interleaved(ctx context.Context) (string, error) {
	a, b, end, err := pair(ctx)
	if err != nil {
		return "", err
	}
	defer end()
	first, err := a.Revision(ctx)
	if err != nil {
		return "", err
	}
	tabs := []*tab{{Replica: a, revision: first, stored: map[string]string{}}, {Replica: b, revision: first, stored: map[string]string{}}}
	results := make(chan error)
	for n, t := range tabs {
		go func() {
			for i := range saves / len(tabs) {
				if err := t.save(ctx, fmt.Sprintf("Tab %d, save %d", n, i)); err != nil {
					results <- err
					return
				}
			}
			results <- nil
		}()
	}
	if err := errors.Join(<-results, <-results); err != nil {
		return "", err
	}
	history, err := taglines(ctx, a)
	if err != nil {
		return "", err
	}
	for _, t := range tabs {
		for id, text := range t.stored {
			if history[id] != text {
				return "", fmt.Errorf("revision %s was acknowledged with %q and holds %q", id, text, history[id])
			}
		}
	}
	for id, text := range history {
		if err := tabs[0].restore(ctx, id, text); err != nil {
			return "", err
		}
	}
	acknowledged, conflicts := len(tabs[0].stored)+len(tabs[1].stored), tabs[0].conflicts+tabs[1].conflicts
	return fmt.Sprintf("two tabs on two replicas: %d of %d saves stored, %d conflicts reported, 0 lost; %d of %d revisions restored", acknowledged, saves, conflicts, len(history), len(history)), nil
}

// site is the API's response for a revision.
type site struct {
	Revision int64
	Site     struct{ Tagline string }
	Current  *site
}

// save stores a tagline. On a conflict it retries, based on the newer revision, as an
// owner would.
func (t *tab) save(ctx context.Context, text string) error {
	for {
		response, body, err := t.Call(ctx, http.MethodPatch, "/api/v1/site", map[string]any{"revision": t.revision, "site": map[string]any{"tagline": text}})
		if err != nil {
			return err
		}
		var answer site
		if err := json.Unmarshal(body, &answer); err != nil {
			return err
		}
		switch {
		case response.StatusCode == http.StatusOK:
			t.revision = answer.Revision
			t.stored[fmt.Sprintf("site-%d", answer.Revision)] = text
			return nil
		case response.StatusCode != http.StatusConflict || answer.Current == nil:
			return fmt.Errorf("save %q: status %d: %s", text, response.StatusCode, body)
		}
		t.conflicts++
		t.revision = answer.Current.Revision
	}
}

// restore restores a revision and checks the result.
func (t *tab) restore(ctx context.Context, id, text string) error {
	base, err := t.Revision(ctx)
	if err != nil {
		return err
	}
	response, body, err := t.Call(ctx, http.MethodPost, "/api/v1/revisions/"+id+"/restore", map[string]any{"base": base})
	if err != nil || response.StatusCode != http.StatusOK {
		return fmt.Errorf("restore %s: %s: %w", id, body, err)
	}
	var restored struct{ Site site }
	if err := json.Unmarshal(body, &restored); err != nil {
		return err
	}
	if got := restored.Site.Site.Tagline; got != text {
		return fmt.Errorf("restored %s holds %q, want %q", id, got, text)
	}
	return nil
}

// taglines reads the whole history and returns the tagline at each revision.
func taglines(ctx context.Context, r *rig.Replica) (map[string]string, error) {
	type revision struct {
		ID      string
		Changes []struct{ Field, Lang, Before, After string }
	}
	var all []revision
	for before := int64(0); ; {
		var page struct {
			Revisions []revision
			Next      int64
		}
		_, body, err := r.Get(ctx, fmt.Sprintf("/api/v1/revisions?subject=site&limit=100&before=%d", before))
		if err == nil {
			err = json.Unmarshal(body, &page)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, page.Revisions...)
		if before = page.Next; before == 0 {
			break
		}
	}
	slices.Reverse(all)
	texts, now := map[string]string{}, ""
	for _, r := range all {
		for _, c := range r.Changes {
			if c.Field == "tagline" && c.Lang == "en" {
				now = c.After
			}
		}
		texts[r.ID] = now
	}
	delete(texts, all[0].ID) // the first revision holds the defaults, which nobody saved
	return texts, nil
}
