package watch

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
)

// A Demo is a search with a film.
type Demo struct {
	Name     string // in the address
	Title    string
	Short    string // a sentence for the list of demos
	About    string // explanation
	Paper    string // a sentence on the source of the algorithm
	Package  string // of ply, such as "search"
	Settings []Setting

	// Function names the function of this package whose code the page shows. It calls the search.
	Function string

	// Run searches and returns the film. It calls grown, if not nil, with the film so far at intervals.
	Run func(ctx context.Context, v Values, grown func(Film)) (Film, error)
}

// A Setting is a number that the viewer chooses.
type Setting struct {
	Name, Label       string
	Least, Most, Used int
}

// Values are the chosen numbers by the names of settings.
type Values map[string]int

// ErrSetting reports a number out of range.
var ErrSetting = errors.New("wrong setting")

// Values returns the values of all settings: those chosen, after a check, and the defaults of the others.
func (d *Demo) Values(chosen map[string]int) (Values, error) {
	v := Values{}
	for _, s := range d.Settings {
		v[s.Name] = s.Used
		if n, ok := chosen[s.Name]; ok {
			if n < s.Least || n > s.Most {
				return nil, fmt.Errorf("%w: %s is %d, want %d to %d", ErrSetting, s.Label, n, s.Least, s.Most)
			}
			v[s.Name] = n
		}
	}
	return v, nil
}

// A Film is the record of a search.
type Film interface {
	// Len returns the number of frames, at least one.
	Len() int

	// Frame draws a frame, counted from 0.
	Frame(i int) Frame
}

// A Frame is a state of the page.
type Frame struct {
	Said   string  `json:"said"` // the latest event
	Panels []Panel `json:"panels"`
}

// A Panel is a picture with numbers.
type Panel struct {
	Title   string   `json:"title"`
	Picture string   `json:"picture"` // SVG
	Text    string   `json:"text"`    // monospaced, such as a board
	Figures []Figure `json:"figures"`
}

// A Figure is a named number.
type Figure struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

func figure(name string, value any) Figure { return Figure{name, fmt.Sprint(value)} }

// count writes a number with a noun. name is its singular.
func count(n int, name string) string {
	if n == 1 {
		return "1 " + name
	}
	return fmt.Sprintf("%d %ss", n, name)
}

// ErrUnknown reports a demo that does not exist.
var ErrUnknown = errors.New("unknown demo")

// Find returns a demo by its name.
func Find(name string) (*Demo, error) {
	for _, d := range Demos() {
		if d.Name == name {
			return &d, nil
		}
	}
	return nil, fmt.Errorf("%w: %.20q", ErrUnknown, name)
}

// source is the code of this package, for Code. Programs that do not call Code do not contain it.
//
//go:embed *.go
var source embed.FS

// Code returns the source of the function that the page shows, cut from the code that runs.
func (d *Demo) Code() (string, error) {
	entries, err := source.ReadDir(".")
	if err != nil {
		return "", err
	}
	for _, e := range entries {
		text, err := source.ReadFile(e.Name())
		if err != nil {
			return "", err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, e.Name(), text, parser.ParseComments)
		if err != nil {
			return "", err
		}
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == d.Function {
				code := string(text[set.Position(f.Pos()).Offset:set.Position(f.End()).Offset])
				return strings.ReplaceAll(code, "\t", "    ") + "\n", nil
			}
		}
	}
	return "", fmt.Errorf("%s: there is no function %q", d.Title, d.Function)
}
