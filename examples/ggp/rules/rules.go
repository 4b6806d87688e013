// Package rules has the descriptions of some games in GDL and GDL-II.
package rules

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed *.kif
var files embed.FS

// Names returns the names of the games, in alphabetical order.
func Names() []string {
	list, _ := fs.ReadDir(files, ".") // embedded, it cannot fail
	var names []string
	for _, f := range list {
		names = append(names, strings.TrimSuffix(f.Name(), ".kif"))
	}
	return names
}

// Text returns the description of a game in KIF.
func Text(name string) (string, bool) {
	text, err := files.ReadFile(name + ".kif")
	return string(text), err == nil
}
