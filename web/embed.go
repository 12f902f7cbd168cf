// Package web carries the built front end inside the binary. It holds files and
// no behaviour; `make build` fills dist.
package web

import (
	"embed"
	"io/fs"
)

// dist is the output of the front-end build: hashed assets, their compressed
// twins, the manifest, and the two scripts only the server uses.
//
//go:embed all:dist
var dist embed.FS

// Files is the build's output with its own root.
func Files() fs.FS {
	sub, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // the embed directive above names the folder
	}
	return sub
}
