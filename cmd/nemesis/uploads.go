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
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"parichay/internal/hostile"
	"parichay/internal/rig"
)

const (
	maxGrowth   = 32.0  // MiB, by hostile files
	maxMemory   = 160.0 // MiB in all, whatever comes
	crowdSize   = 20
	uploadKills = 5
)

// place is where the program under attack keeps its pictures.
type place struct {
	database string
	folder   string   // their files, as they lie on the disk
	settings []string // of the program
}

func (p place) start(ctx context.Context) (*rig.Replica, error) {
	r, err := rig.Start(ctx, p.database, p.settings...)
	if err != nil {
		return r, err
	}
	return r, r.SignIn(ctx)
}

// uploads is the siege of a program that keeps its pictures in a folder.
func uploads(ctx context.Context) (string, error) {
	database, remove, err := rig.Database(ctx)
	if err != nil {
		return "", err
	}
	defer remove()
	return siege(ctx, place{database: database, folder: rig.MediaFolder(database)})
}

// uploadsToS3 is the same over a real S3 server, which then goes away.
func uploadsToS3(ctx context.Context) (string, error) {
	s3, err := rig.StartS3(ctx)
	if err != nil {
		return "", err
	}
	defer s3.Remove()
	database, remove, err := rig.Database(ctx)
	if err != nil {
		return "", err
	}
	defer remove()
	p := place{database: database, folder: s3.Folder, settings: []string{"PARICHAY_MEDIA=" + s3.Setting(s3.Address)}}
	for name, value := range s3.Credentials() {
		p.settings = append(p.settings, name+"="+value)
	}
	verdict, err := siege(ctx, p)
	if err != nil {
		return "", err
	}
	away, err := withoutS3(ctx, p, s3)
	return verdict + "; " + away, err
}

// withoutS3 stops the server under the program.
func withoutS3(ctx context.Context, p place, s3 *rig.S3) (string, error) {
	r, err := p.start(ctx)
	if err != nil {
		return "", err
	}
	defer r.Stop()
	s3.Stop()
	start := time.Now()
	_, code, err := r.Upload(ctx, "image/jpeg", hostile.Photo(640, 480))
	if err != nil || code != "unavailable" {
		return "", fmt.Errorf("upload without S3: %q: %w", code, err)
	}
	took := time.Since(start)
	if page, _, err := r.Get(ctx, "/"); err != nil || page.StatusCode != http.StatusOK {
		return "", fmt.Errorf("home page without S3: %w", err)
	}
	if err := s3.Start(ctx); err != nil {
		return "", err
	}
	if url, code, err := r.Upload(ctx, "image/jpeg", hostile.Photo(640, 480)); err != nil || url == "" {
		return "", fmt.Errorf("upload after S3 came back: %q: %w", code, err)
	}
	return fmt.Sprintf("S3 stopped: pages served, upload refused in %v, taken once it was back", took.Round(time.Millisecond)), known(ctx, p)
}

// siege sends files made to hurt, watches the program's memory, and then kills
// it in the middle of honest uploads.
func siege(ctx context.Context, p place) (string, error) {
	r, err := p.start(ctx)
	if err != nil {
		return "", err
	}
	defer func() { r.Stop() }()
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
	crowded, err := crowd(ctx, r)
	if err != nil {
		return "", err
	}
	if again, _, err := r.Upload(ctx, "image/jpeg", photo); err != nil || again != saved {
		return "", fmt.Errorf("the photograph afterwards: %q, want %q: %w", again, saved, err)
	}
	var collected int
	if r, collected, err = crash(ctx, r, p, saved, usual); err != nil {
		return "", err
	}
	return fmt.Sprintf("%s; %s; killed %d times while uploading: no file the database does not know, the shown picture kept, %d never shown collected", refused, crowded, uploadKills, collected), nil
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

// crowd sends many large photographs at once: some are taken, the others are
// asked to wait, and memory stays within what a small machine has.
func crowd(ctx context.Context, r *rig.Replica) (string, error) {
	photo := hostile.Photo(3000, 2000)
	if err := r.ForgetMost(); err != nil {
		return "", err
	}
	var lock sync.Mutex
	answers := map[string]int{}
	var all errgroup.Group
	for range crowdSize {
		all.Go(func() error {
			_, code, err := r.Upload(ctx, "image/jpeg", photo)
			lock.Lock()
			defer lock.Unlock()
			answers[code]++
			return err
		})
	}
	if err := all.Wait(); err != nil {
		return "", err
	}
	_, most, err := r.Memory()
	if err != nil {
		return "", err
	}
	verdict := fmt.Sprintf("%d photographs of %.1f MB at once: %d taken, %d asked to wait, memory %.0f MiB at most", crowdSize, float64(len(photo))/1e6, answers[""], answers["media_busy"], most)
	if answers[""] == 0 || answers[""]+answers["media_busy"] != crowdSize || most > maxMemory {
		return "", fmt.Errorf("%s; all answers: %v", verdict, answers)
	}
	return verdict, nil
}

// crash kills the program at random moments of an upload that usually takes so
// long, and lets it clean up.
func crash(ctx context.Context, r *rig.Replica, p place, saved string, usual time.Duration) (*rig.Replica, int, error) {
	for i := range uploadKills {
		photo := hostile.Photo(2000, 1500+i) // each another picture
		go func(r *rig.Replica) { _, _, _ = r.Upload(ctx, "image/jpeg", photo) }(r)
		time.Sleep(rand.N(usual * 5 / 4))
		r.Kill()
		var err error
		if r, err = p.start(ctx); err != nil {
			return r, 0, err
		}
	}
	// One that was surely stored and never saved.
	orphan, code, err := r.Upload(ctx, "image/jpeg", hostile.Photo(1200, 901))
	if err != nil || orphan == "" {
		return r, 0, fmt.Errorf("upload: %s: %w", code, err)
	}
	r.Kill()
	if err := known(ctx, p); err != nil {
		return r, 0, err
	}
	aged, err := rig.Names(ctx, p.database, `UPDATE media SET needed_at = now() - interval '8 days' RETURNING name`)
	if err != nil {
		return r, 0, err
	}
	// A killed leader of the job queue counts as alive for some fifteen seconds more.
	if _, err := rig.Names(ctx, p.database, `DELETE FROM river_leader RETURNING leader_id`); err != nil {
		return r, 0, err
	}
	if r, err = p.start(ctx); err != nil {
		return r, 0, err
	}
	if err := until(ctx, r, orphan, http.StatusNotFound); err != nil {
		return r, 0, err
	}
	if err := until(ctx, r, saved, http.StatusOK); err != nil {
		return r, 0, err
	}
	return r, len(aged) - 1, known(ctx, p)
}

// known compares the folder with the database: every file of a picture must
// have its row.
func known(ctx context.Context, p place) error {
	names, err := rig.Names(ctx, p.database, `SELECT left(name, -4) FROM media`)
	if err != nil {
		return err
	}
	root := os.DirFS(p.folder)
	return fs.WalkDir(root, ".", func(path string, entry fs.DirEntry, err error) error {
		private := strings.HasPrefix(path, "private/") // what is kept for a start without database is no picture
		if err != nil || entry.IsDir() || private || strings.HasPrefix(filepath.Base(path), ".new-") {
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
	return rig.Until(ctx, 10*time.Second, fmt.Sprintf("%s answers %d", path, status), func() bool {
		response, _, err := r.Get(ctx, path)
		return err == nil && response.StatusCode == status
	})
}
