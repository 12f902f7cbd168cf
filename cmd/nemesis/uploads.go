package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"parichay/internal/testkit/hostile"
	"parichay/internal/testkit/rig"
)

const (
	maxGrowth   = 32.0  // MiB, through hostile files
	maxMemory   = 160.0 // MiB in total
	crowdSize   = 20
	uploadKills = 5
)

// place is the picture storage of the program under attack.
type place struct {
	database string
	folder   string   // of the files on disk
	settings []string // of the program
}

func (p place) start(ctx context.Context) (*rig.Replica, error) {
	r, err := rig.Start(ctx, p.database, p.settings...)
	if err != nil {
		return r, err
	}
	return r, r.SignIn(ctx)
}

// uploads attacks a program that stores pictures in a folder, then fills its disk.
func uploads(ctx context.Context) (string, error) {
	database, remove, err := rig.Database(ctx)
	if err != nil {
		return "", err
	}
	defer remove()
	verdict, err := siege(ctx, place{database: database, folder: rig.MediaFolder(database)})
	if err != nil {
		return "", err
	}
	full, err := fullDisk(ctx)
	return verdict + "; " + full, err
}

// uploadsToS3 attacks a program that stores pictures on a real S3 server. Then the server is
// slowed, killed during an upload and stopped.
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
	proxy, address, err := rig.OpenProxy(ctx, "http://"+s3.Address)
	if err != nil {
		return "", err
	}
	defer proxy.Close()
	p := place{database: database, folder: s3.Folder, settings: []string{"PARICHAY_MEDIA=" + s3.Setting(strings.TrimPrefix(address, "http://"))}}
	for name, value := range s3.Credentials() {
		p.settings = append(p.settings, name+"="+value)
	}
	verdict, err := siege(ctx, p)
	if err != nil {
		return "", err
	}
	broken, err := breakS3(ctx, p, s3, proxy)
	return verdict + "; " + broken, err
}

const (
	slowS3      = 30 << 10 // bytes per second: a photograph exceeds the time limit of an upload
	fullDiskMiB = 4
)

// breakS3 slows the server, kills it during an upload and stops it. After each fault it
// checks that the failed upload left no picture, and that the next upload succeeds.
func breakS3(ctx context.Context, p place, s3 *rig.S3, proxy *rig.Proxy) (string, error) {
	r, err := p.start(ctx)
	if err != nil {
		return "", err
	}
	defer r.Stop()
	faults := []struct {
		name       string
		begin, end func() error
	}{
		{
			fmt.Sprintf("slowed to %d KB/s", slowS3>>10),
			func() error { proxy.Limit(slowS3); return nil },
			func() error { proxy.Limit(0); return nil },
		},
		{
			"killed during an upload",
			func() error {
				proxy.Limit(slowS3)
				before := proxy.Carried()
				go func() {
					// Waits for part of a picture's file: headers are smaller.
					_ = rig.Until(ctx, 10*time.Second, "half a file is sent", func() bool { return proxy.Carried() > before+slowS3 })
					s3.Stop()
				}()
				return nil
			},
			func() error { proxy.Limit(0); return s3.Start(ctx) },
		},
		{"stopped", func() error { s3.Stop(); return nil }, func() error { return s3.Start(ctx) }},
	}
	var verdicts []string
	for i, fault := range faults {
		photo := noisyPhoto(i)
		if err := fault.begin(); err != nil {
			return "", err
		}
		start := time.Now()
		if err := failedUpload(ctx, r, p, photo); err != nil {
			return "", fmt.Errorf("S3 %s: %w", fault.name, err)
		}
		took := time.Since(start)
		if page, _, err := r.Get(ctx, "/"); err != nil || page.StatusCode != http.StatusOK {
			return "", fmt.Errorf("home page with S3 %s: %w", fault.name, err)
		}
		if err := fault.end(); err != nil {
			return "", err
		}
		if err := storedUpload(ctx, r, photo); err != nil {
			return "", fmt.Errorf("after S3 was %s: %w", fault.name, err)
		}
		verdicts = append(verdicts, fmt.Sprintf("S3 %s: refused in %v, neither listed nor accepted, stored at once afterwards", fault.name, took.Round(time.Millisecond)))
	}
	return strings.Join(verdicts, "; "), known(ctx, p)
}

// noisyPhoto returns a photograph that compresses badly, so that its file is large.
func noisyPhoto(seed int) []byte {
	noise := rand.New(rand.NewPCG(uint64(seed), 0))
	img := image.NewRGBA(image.Rect(0, 0, 1600, 1200))
	for i := range img.Pix {
		img.Pix[i] = byte(noise.UintN(256)) | byte(255*((i%4)/3)) // opaque
	}
	var out bytes.Buffer
	_ = jpeg.Encode(&out, img, &jpeg.Options{Quality: 60}) // into memory
	return out.Bytes()
}

// failedUpload uploads a photograph that cannot be stored, and checks that it is not
// listed, not served, and that no field accepts its URL.
func failedUpload(ctx context.Context, r *rig.Replica, p place, photo []byte) error {
	_, code, err := r.Patient().Upload(ctx, "image/jpeg", photo)
	if err != nil || code != "unavailable" {
		return fmt.Errorf("upload was answered %q, want unavailable: %w", code, err)
	}
	newest, err := rig.Names(ctx, p.database, `SELECT name FROM media ORDER BY needed_at DESC LIMIT 1`)
	if err != nil || len(newest) != 1 {
		return fmt.Errorf("no row for the upload: %w", err)
	}
	address := "/media/" + newest[0]
	if _, body, err := r.Get(ctx, "/api/v1/media?limit=100"); err != nil || strings.Contains(string(body), address) {
		return fmt.Errorf("a failed upload is listed: %w", err)
	}
	article := map[string]any{"values": map[string]any{"title": "News", "content": "<p>x</p>", "author": "Asha", "date": "2026-01-01", "cover": address}}
	response, body, err := r.Call(ctx, http.MethodPost, "/api/v1/posts", article, "Idempotency-Key", address)
	if err != nil || response.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(string(body), "not_stored") {
		return fmt.Errorf("a failed upload was not refused as the cover of an article: %s: %w", body, err)
	}
	if err := r.SaveImage(ctx, address); err == nil {
		return errors.New("a failed upload became the profile's picture")
	}
	if response, _, err := r.Patient().Get(ctx, address); err == nil && response.StatusCode == http.StatusOK {
		return errors.New("a failed upload is served")
	}
	return nil
}

// storedUpload uploads a photograph and checks that it is listed, accepted and served.
func storedUpload(ctx context.Context, r *rig.Replica, photo []byte) error {
	address, err := uploadAndSave(ctx, r, photo)
	if err != nil {
		return err
	}
	if _, body, err := r.Get(ctx, "/api/v1/media?limit=100"); err != nil || !strings.Contains(string(body), address) {
		return fmt.Errorf("a stored picture is not listed: %w", err)
	}
	if response, _, err := r.Get(ctx, address); err != nil || response.StatusCode != http.StatusOK {
		return fmt.Errorf("a stored picture is not served: %w", err)
	}
	return nil
}

// fullDisk uploads to a small file system until it is full, then makes it larger.
func fullDisk(ctx context.Context) (string, error) {
	folder, err := os.MkdirTemp("", "parichay-disk-")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	sized := func(mib int, flags uintptr) error {
		return syscall.Mount("tmpfs", folder, "tmpfs", flags, fmt.Sprintf("size=%dm", mib))
	}
	if err := sized(fullDiskMiB, 0); err != nil {
		return fmt.Sprintf("full disk not tested, mounting needs root (%v)", err), nil
	}
	defer func() { _ = syscall.Unmount(folder, 0) }()
	database, remove, err := rig.Database(ctx)
	if err != nil {
		return "", err
	}
	defer remove()
	p := place{database: database, folder: folder, settings: []string{"PARICHAY_MEDIA=file:" + folder}}
	r, err := p.start(ctx)
	if err != nil {
		return "", err
	}
	defer r.Stop()
	stored := 0
	for {
		_, code, err := r.Patient().Upload(ctx, "image/jpeg", noisyPhoto(stored))
		if err != nil {
			return "", err
		}
		if code == "unavailable" {
			break
		}
		if stored++; code != "" || stored > 2*fullDiskMiB {
			return "", fmt.Errorf("%d photographs on %d MiB, the last answered %q", stored, fullDiskMiB, code)
		}
	}
	if err := failedUpload(ctx, r, p, noisyPhoto(stored)); err != nil {
		return "", fmt.Errorf("full disk: %w", err)
	}
	if err := sized(16*fullDiskMiB, syscall.MS_REMOUNT); err != nil {
		return "", err
	}
	if err := storedUpload(ctx, r, noisyPhoto(stored)); err != nil {
		return "", fmt.Errorf("after the disk was enlarged: %w", err)
	}
	return fmt.Sprintf("disk full after %d photographs: the next one refused, neither listed nor accepted, stored at once when there was space", stored), known(ctx, p)
}

// whole checks that every listed picture is served.
func whole(ctx context.Context, r *rig.Replica) error {
	_, body, err := r.Get(ctx, "/api/v1/media?limit=100")
	if err != nil {
		return err
	}
	var list struct{ Pictures []struct{ URL string } }
	if err := json.Unmarshal(body, &list); err != nil {
		return err
	}
	for _, picture := range list.Pictures {
		if response, _, err := r.Get(ctx, picture.URL); err != nil || response.StatusCode != http.StatusOK {
			return fmt.Errorf("%s is listed but not served: %w", picture.URL, err)
		}
	}
	return nil
}

// siege sends hostile files, watches the program's memory, and then kills it during
// honest uploads.
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
	return fmt.Sprintf("%s; %s; killed %d times while uploading: no file without a row, the shown picture kept, %d unused ones collected", refused, crowded, uploadKills, collected), nil
}

func uploadAndSave(ctx context.Context, r *rig.Replica, photo []byte) (string, error) {
	url, code, err := r.Upload(ctx, "image/jpeg", photo)
	if err != nil || url == "" {
		return "", fmt.Errorf("upload of a photograph: %s: %w", code, err)
	}
	return url, r.SaveImage(ctx, url)
}

// besiege uploads every hostile file and checks the error codes and the program's memory.
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
	after, most, err := r.Memory() // fails if the process was restarted
	if err != nil {
		return "", err
	}
	verdict := fmt.Sprintf("%d hostile files refused, slowest %v; memory %.0f MiB before, %.0f at most, %.0f after, same process", len(files), slowest.Round(time.Millisecond), before, most, after)
	if most-before > maxGrowth {
		return "", errors.New("memory grew too much: " + verdict)
	}
	return verdict, nil
}

// crowd sends many large photographs at once. Some must be accepted and all others refused as
// media_busy, and memory must stay within the limit of a small machine.
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
	verdict := fmt.Sprintf("%d photographs of %.1f MB at once: %d accepted, %d told to retry, memory %.0f MiB at most", crowdSize, float64(len(photo))/1e6, answers[""], answers["media_busy"], most)
	if answers[""] == 0 || answers[""]+answers["media_busy"] != crowdSize || most > maxMemory {
		return "", fmt.Errorf("%s; all responses: %v", verdict, answers)
	}
	return verdict, nil
}

// crash kills the program at random moments during uploads and checks that it cleans up. usual is
// how long an upload usually takes.
func crash(ctx context.Context, r *rig.Replica, p place, saved string, usual time.Duration) (*rig.Replica, int, error) {
	for i := range uploadKills {
		photo := hostile.Photo(2000, 1500+i) // a different picture each time
		go func(r *rig.Replica) { _, _, _ = r.Upload(ctx, "image/jpeg", photo) }(r)
		time.Sleep(rand.N(usual * 5 / 4))
		r.Kill()
		var err error
		if r, err = p.start(ctx); err != nil {
			return r, 0, err
		}
	}
	// A picture that is stored but not used.
	orphan, code, err := r.Upload(ctx, "image/jpeg", hostile.Photo(1200, 901))
	if err != nil || orphan == "" {
		return r, 0, fmt.Errorf("upload: %s: %w", code, err)
	}
	if err := whole(ctx, r); err != nil {
		return r, 0, err
	}
	r.Kill()
	if err := known(ctx, p); err != nil {
		return r, 0, err
	}
	aged, err := rig.Names(ctx, p.database, `UPDATE media SET needed_at = now() - interval '8 days' RETURNING name`)
	if err != nil {
		return r, 0, err
	}
	// After a kill, the leader of the job queue counts as alive for another fifteen seconds.
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

// known checks that every picture file in the folder has a row in the database.
func known(ctx context.Context, p place) error {
	names, err := rig.Names(ctx, p.database, `SELECT left(name, -4) FROM media`)
	if err != nil {
		return err
	}
	root := os.DirFS(p.folder)
	return fs.WalkDir(root, ".", func(path string, entry fs.DirEntry, err error) error {
		private := strings.HasPrefix(path, "private/") // the fallback copy of the content
		if err != nil || entry.IsDir() || private || strings.HasPrefix(filepath.Base(path), ".new-") {
			return err
		}
		if !slices.ContainsFunc(names, func(stem string) bool { return strings.HasPrefix(path, stem) }) {
			return fmt.Errorf("%s is in the folder but not in the database", path)
		}
		return nil
	})
}

// until waits until a path returns status.
func until(ctx context.Context, r *rig.Replica, path string, status int) error {
	return rig.Until(ctx, 10*time.Second, fmt.Sprintf("%s answers %d", path, status), func() bool {
		response, _, err := r.Get(ctx, path)
		return err == nil && response.StatusCode == status
	})
}
