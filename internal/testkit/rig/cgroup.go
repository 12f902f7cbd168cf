package rig

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

// cgroup is the folder of a memory cgroup. The kernel kills processes in it that exceed its
// limit.
type cgroup string

// cgroups lists the folders and the names of the limits of cgroups v1 and v2.
var cgroups = []struct{ folder, limit string }{
	{"/sys/fs/cgroup/memory", "memory.limit_in_bytes"},
	{"/sys/fs/cgroup", "memory.max"},
}

// newCgroup creates a cgroup, or returns an error if this machine does not allow it.
func newCgroup(mib int) (cgroup, error) {
	for _, kind := range cgroups {
		if _, err := os.Stat(filepath.Join(kind.folder, "cgroup.procs")); err != nil {
			continue
		}
		folder, err := os.MkdirTemp(kind.folder, "parichay-")
		if err != nil {
			continue
		}
		if os.WriteFile(filepath.Join(folder, kind.limit), []byte(strconv.Itoa(mib<<20)), 0o600) == nil {
			return cgroup(folder), nil
		}
		_ = os.Remove(folder)
	}
	return "", errors.New("cannot create a memory cgroup")
}

// around changes a command so that it starts inside the cgroup.
func (c cgroup) around(command *exec.Cmd) {
	script := fmt.Sprintf(`echo $$ >%s/cgroup.procs && exec "$0" "$@"`, c)
	command.Args = append([]string{"sh", "-c", script, command.Path}, command.Args[1:]...)
	command.Path = "/bin/sh"
}

func (c cgroup) remove() { _ = os.Remove(string(c)) }
