package rig

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

// cgroup is a container's memory: what is in it and asks for more than the kernel can
// take back elsewhere is ended.
type cgroup string

// Where the two kinds of cgroups live, and what their limits are called.
var cgroups = []struct{ folder, limit string }{
	{"/sys/fs/cgroup/memory", "memory.limit_in_bytes"},
	{"/sys/fs/cgroup", "memory.max"},
}

// newCgroup makes one, or says that this machine has none to give.
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
	return "", errors.New("no cgroup")
}

// around starts a command inside it.
func (c cgroup) around(command *exec.Cmd) {
	script := fmt.Sprintf(`echo $$ >%s/cgroup.procs && exec "$0" "$@"`, c)
	command.Args = append([]string{"sh", "-c", script, command.Path}, command.Args[1:]...)
	command.Path = "/bin/sh"
}

func (c cgroup) remove() { _ = os.Remove(string(c)) }
