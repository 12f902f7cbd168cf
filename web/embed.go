// Package web embeds the built front end in the binary. It contains only files;
// `make build` writes them to dist.
package web

import (
	"embed"
	"io/fs"
)

// dist is the output of the front-end build: hashed assets, their compressed
// copies, the manifest, and the two scripts that only the server uses.
//
//go:embed all:dist
var dist embed.FS

// Files returns the build output, rooted at dist.
func Files() fs.FS {
	sub, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // the embed directive above names the folder
	}
	return sub
}
