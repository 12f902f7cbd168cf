package operate

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"parichay/internal/store/tables"
	"parichay/internal/testkit/rig"
)

const (
	pictureBytes = 512 << 10
	mostMemory   = 128 // MiB, for a site of any size
	flips        = 24
)

// Archive backs up a site with the data of ten busy years and a gigabyte of pictures, restores it
// to another database, and checks that damaged archives are refused.
func Archive(ctx context.Context) (string, error) {
	from, remove, err := rig.GrownDatabase(ctx, rig.Grown)
	if err != nil {
		return "", err
	}
	defer remove()
	pictures := rig.Number("media", 1024) << 20 / pictureBytes
	if err := fillMedia(ctx, from, pictures); err != nil {
		return "", err
	}
	to, removeTo, err := rig.Database(ctx)
	if err != nil {
		return "", err
	}
	defer removeTo()
	file := filepath.Join(os.TempDir(), fmt.Sprintf("parichay-archive-%d.tar.zst", os.Getpid()))
	defer os.Remove(file)

	backup, err := parichay(ctx, from, "backup", "--to", file)
	if err != nil {
		return "", err
	}
	want, err := contents(ctx, from)
	if err != nil {
		return "", err
	}
	untouched, err := contents(ctx, to)
	if err != nil {
		return "", err
	}
	if err := flipBytes(ctx, to, file); err != nil {
		return "", err
	}
	if now, err := contents(ctx, to); err != nil || !maps.Equal(now, untouched) {
		return "", errors.Join(errors.New("restoring a damaged archive changed the site"), err)
	}
	restore, err := parichay(ctx, to, "restore", "--replace", file)
	if err != nil {
		return "", err
	}
	got, err := contents(ctx, to)
	if err != nil {
		return "", err
	}
	delete(want, "site_version") // a restore increments it, so that running replicas reload
	delete(got, "site_version")
	verdict := fmt.Sprintf("%d leads, %d pictures: backup %s, restore %s, all %d hashes equal; %d flipped bytes refused, nothing changed",
		rig.Grown.Leads, pictures, backup, restore, len(want), flips)
	return rig.Judged(verdict, maps.Equal(want, got) && backup.mib <= mostMemory && restore.mib <= mostMemory)
}

// fillMedia creates pictures named by their hashes, as all pictures are.
func fillMedia(ctx context.Context, database string, pictures int) error {
	folder := rig.MediaFolder(database)
	if err := os.MkdirAll(filepath.Join(folder, "public", "posts"), 0o750); err != nil {
		return err
	}
	conn, err := pgx.Connect(ctx, database)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	body := make([]byte, pictureBytes)
	noise := rand.NewChaCha8([32]byte{1})
	for range pictures {
		_, _ = noise.Read(body) // never fails
		name := fmt.Sprintf("public/posts/%x-300x200.jpg", sha256.Sum256(body))
		name = name[:len("public/posts/")+32] + name[len("public/posts/")+64:]
		if err := os.WriteFile(filepath.Join(folder, name), body, 0o600); err != nil {
			return err
		}
		if _, err := conn.Exec(ctx, `INSERT INTO media (name) VALUES ($1)`, name); err != nil {
			return err
		}
	}
	return nil
}

// effort is the time and memory that a command took.
type effort struct {
	seconds float64
	mib     int64
}

func (e effort) String() string { return fmt.Sprintf("%.1f s and at most %d MiB", e.seconds, e.mib) }

// parichay runs a command of the program on a database.
func parichay(ctx context.Context, database string, args ...string) (effort, error) {
	command := exec.CommandContext(ctx, "bin/parichay", args...)
	command.Env = append(os.Environ(), "PARICHAY_DATABASE_URL="+database, "PARICHAY_MEDIA=file:"+rig.MediaFolder(database))
	begun := time.Now()
	out, err := command.CombinedOutput()
	if err != nil {
		return effort{}, fmt.Errorf("%s: %w: %s", args[0], err, bytes.TrimSpace(out))
	}
	usage, ok := command.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return effort{}, errors.New("no resource usage available")
	}
	return effort{time.Since(begun).Seconds(), usage.Maxrss >> 10}, nil
}

// flipBytes damages an archive in one place after another and checks that each is
// refused. It leaves the file unchanged.
func flipBytes(ctx context.Context, database, name string) error {
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	for i := range int64(flips) {
		at := info.Size() * i / flips
		one := make([]byte, 1)
		if _, err := file.ReadAt(one, at); err != nil {
			return err
		}
		if _, err := file.WriteAt([]byte{one[0] ^ 1<<(i%8)}, at); err != nil {
			return err
		}
		_, refused := parichay(ctx, database, "restore", "--replace", name)
		if _, err := file.WriteAt(one, at); err != nil {
			return err
		}
		if refused == nil || !strings.Contains(refused.Error(), "nothing was changed") {
			return fmt.Errorf("byte %d of %d flipped: %w", at, info.Size(), refused)
		}
	}
	return nil
}

// contents returns the hashes of all backed-up tables and pictures.
func contents(ctx context.Context, database string) (map[string]string, error) {
	all := map[string]string{}
	for _, table := range tables.Tables {
		if !table.BackedUp {
			continue
		}
		found, err := rig.Names(ctx, database, fmt.Sprintf(`SELECT count(*) || ' ' || coalesce(md5(string_agg(md5((to_jsonb(t) - '%s')::text), '' ORDER BY md5((to_jsonb(t) - '%s')::text))), '') FROM %s t`,
			table.Secret, table.Secret, table.Name))
		if err != nil {
			return nil, err
		}
		all[table.Name] = found[0]
	}
	names, err := rig.Names(ctx, database, `SELECT name FROM media`)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		body, err := os.ReadFile(filepath.Join(rig.MediaFolder(database), name))
		if err != nil {
			return nil, err
		}
		all[name] = fmt.Sprintf("%x", sha256.Sum256(body))
	}
	return all, nil
}
