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

// A Demo is a search that is recorded as a film.
type Demo struct {
	Name     string // the name in the address of the page
	Title    string
	Short    string // a sentence for the list of demos
	About    string // an explanation of the algorithm
	Paper    string // a sentence on the source of the algorithm
	Package  string // the package of ply that contains the search, such as "search"
	Settings []Setting

	// Function is the name of the function of this package that calls the search. The page shows its code.
	Function string

	// Run runs the search and returns its film. If grown is not nil, Run calls it at intervals with the film recorded
	// so far.
	Run func(ctx context.Context, v Values, grown func(Film)) (Film, error)
}

// A Setting is a number of a demo that the viewer can choose, from Least to Most. Used is its default.
type Setting struct {
	Name, Label       string
	Least, Most, Used int
}

// Values contains a number for each setting of a demo. The keys are the names of the settings ([Setting].Name).
type Values map[string]int

// ErrSetting is wrapped by the error if a number is out of the range of its setting.
var ErrSetting = errors.New("wrong setting")

// Values returns a number for each setting: the chosen number or, if none was chosen, the default. If a chosen number
// is out of range, the error wraps [ErrSetting].
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
	// Len returns the number of frames, which is at least 1.
	Len() int

	// Frame returns frame i, counted from 0.
	Frame(i int) Frame
}

// A Frame is one picture of a film: a text and several panels.
type Frame struct {
	Said   string  `json:"said"` // a description of the latest event
	Panels []Panel `json:"panels"`
}

// A Panel is a part of a frame: a picture, a text, and named numbers.
type Panel struct {
	Title   string   `json:"title"`
	Picture string   `json:"picture"` // SVG
	Text    string   `json:"text"`    // a text in a monospaced font, such as a board
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

// ErrUnknown is wrapped by the error if no demo has the name.
var ErrUnknown = errors.New("unknown demo")

// Find returns the demo with this Name.
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

// Code returns the source code of the function named by d.Function.
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
