// Package rules has the descriptions of some games in GDL and GDL-II.
package rules

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"

	"github.com/ply-search/ply/examples/ggp/gdl"
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

// Description returns the description of a game.
func Description(name string) (*gdl.Description, error) {
	text, ok := Text(name)
	if !ok {
		return nil, fmt.Errorf("no game %q", name)
	}
	return gdl.Parse(strings.NewReader(text))
}
