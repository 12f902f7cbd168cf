package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"parichay/internal/hostile"
	"parichay/internal/rig"
)

const (
	maxGrowth   = 32.0 // MiB
	uploadKills = 5
)

// uploads sends files made to hurt, watches the program's memory, and then
// kills it in the middle of honest uploads.
func uploads(ctx context.Context) (string, error) {
	database, remove, err := rig.Database(ctx)
	if err != nil {
		return "", err
	}
	defer remove()
	r, err := rig.Start(ctx, database)
	if err != nil {
		return "", err
	}
	defer func() { r.Stop() }()
	if err := r.SignIn(ctx); err != nil {
		return "", err
	}
	photo := hostile.WithCamera(hostile.Photo(2000, 1500), 6)
	start := time.Now()
	saved, err := uploadAndSave(ctx, r, photo)
	if err != nil {
		return "", err
	}
	usual := time.Since(start)
	refused, err := besiege(ctx, r)
	if err != nil {
		return "", err
	}
	if again, _, err := r.Upload(ctx, "image/jpeg", photo); err != nil || again != saved {
		return "", fmt.Errorf("the photograph afterwards: %q, want %q: %w", again, saved, err)
	}
	var collected int
	if r, collected, err = crash(ctx, r, database, saved, usual); err != nil {
		return "", err
	}
	return fmt.Sprintf("%s; killed %d times while uploading: no file the database does not know, the shown picture kept, %d never shown collected", refused, uploadKills, collected), nil
}

func uploadAndSave(ctx context.Context, r *rig.Replica, photo []byte) (string, error) {
	url, code, err := r.Upload(ctx, "image/jpeg", photo)
	if err != nil || url == "" {
		return "", fmt.Errorf("upload of a photograph: %s: %w", code, err)
	}
	return url, r.SaveImage(ctx, url)
}

// besiege sends every hostile file and compares codes and memory.
func besiege(ctx context.Context, r *rig.Replica) (string, error) {
	files := hostile.Files()
	before, _, err := r.Memory()
	if err != nil {
		return "", err
	}
	if err := r.ForgetMost(); err != nil {
		return "", err
	}
	var slowest time.Duration
	for _, f := range files {
		start := time.Now()
		_, code, err := r.Upload(ctx, f.Type, f.Body)
		if err != nil || code != f.Code {
			return "", fmt.Errorf("%s: answered %q, want %q: %w", f.Name, code, f.Code, err)
		}
		slowest = max(slowest, time.Since(start))
	}
	after, most, err := r.Memory() // fails when the process is another
	if err != nil {
		return "", err
	}
	verdict := fmt.Sprintf("%d hostile files refused, slowest %v; memory %.0f MiB before, %.0f at most, %.0f after, same process", len(files), slowest.Round(time.Millisecond), before, most, after)
	if most-before > maxGrowth {
		return "", errors.New("memory grew too much: " + verdict)
	}
	return verdict, nil
}

// crash kills the program at random moments of an upload that usually takes so
// long, and lets it clean up.
func crash(ctx context.Context, r *rig.Replica, database, saved string, usual time.Duration) (*rig.Replica, int, error) {
	for i := range uploadKills {
		photo := hostile.Photo(2000, 1500+i) // each another picture
		go func(r *rig.Replica) { _, _, _ = r.Upload(ctx, "image/jpeg", photo) }(r)
		time.Sleep(rand.N(usual * 5 / 4))
		r.Kill()
		var err error
		if r, err = revive(ctx, database); err != nil {
			return r, 0, err
		}
	}
	// One that was surely stored and never saved.
	orphan, code, err := r.Upload(ctx, "image/jpeg", hostile.Photo(1200, 901))
	if err != nil || orphan == "" {
		return r, 0, fmt.Errorf("upload: %s: %w", code, err)
	}
	r.Kill()
	if err := known(ctx, database); err != nil {
		return r, 0, err
	}
	aged, err := rig.Names(ctx, database, `UPDATE media SET needed_at = now() - interval '8 days' RETURNING name`)
	if err != nil {
		return r, 0, err
	}
	// A killed leader of the job queue counts as alive for some fifteen seconds more.
	if _, err := rig.Names(ctx, database, `DELETE FROM river_leader RETURNING leader_id`); err != nil {
		return r, 0, err
	}
	if r, err = revive(ctx, database); err != nil {
		return r, 0, err
	}
	if err := until(ctx, r, orphan, http.StatusNotFound); err != nil {
		return r, 0, err
	}
	if err := until(ctx, r, saved, http.StatusOK); err != nil {
		return r, 0, err
	}
	return r, len(aged) - 1, known(ctx, database)
}

func revive(ctx context.Context, database string) (*rig.Replica, error) {
	r, err := rig.Start(ctx, database)
	if err != nil {
		return r, err
	}
	return r, r.SignIn(ctx)
}

// known compares the folder with the database: every file of a picture must
// have its row.
func known(ctx context.Context, database string) error {
	names, err := rig.Names(ctx, database, `SELECT left(name, -4) FROM media`)
	if err != nil {
		return err
	}
	root := os.DirFS(rig.MediaFolder(database))
	return fs.WalkDir(root, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasPrefix(filepath.Base(path), ".new-") {
			return err
		}
		if !slices.ContainsFunc(names, func(stem string) bool { return strings.HasPrefix(path, stem) }) {
			return fmt.Errorf("%s is in the folder and not in the database", path)
		}
		return nil
	})
}

// until waits for the status of an address.
func until(ctx context.Context, r *rig.Replica, path string, status int) error {
	for start := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		response, _, err := r.Get(ctx, path)
		if err == nil && response.StatusCode == status {
			return nil
		}
		if time.Since(start) > 10*time.Second {
			return fmt.Errorf("%s never answered %d", path, status)
		}
	}
}
