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

// A Demo is a search that can be watched.
type Demo struct {
	Name     string // in the address
	Title    string
	Short    string // a sentence for the list of all demos
	About    string // what there is to see
	Paper    string // a sentence about where the algorithm comes from
	Package  string // of ply, such as "search"
	Settings []Setting

	// Function is the function of this package that the page shows beside the picture: it calls the search.
	Function string

	// Run searches. It calls grown, if not nil, from time to time with the film as it is, if the search takes long.
	Run func(ctx context.Context, v Values, grown func(Film)) (Film, error)
}

// A Setting is a number that the viewer chooses.
type Setting struct {
	Name, Label       string
	Least, Most, Used int
}

// Values are the numbers that the viewer has chosen, by the names of settings.
type Values map[string]int

// ErrSetting is the error of a number that is not allowed.
var ErrSetting = errors.New("wrong setting")

// Values returns the values of all settings: those chosen, if they are allowed, and the usual ones of the others.
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

// A Film is what a search went through.
type Film interface {
	// Len returns the number of frames, at least one.
	Len() int

	// Frame draws a frame, counted from 0.
	Frame(i int) Frame
}

// A Frame is what the page shows at one time.
type Frame struct {
	Said   string  `json:"said"` // what just happened
	Panels []Panel `json:"panels"`
}

// A Panel is a part of a frame: a picture with numbers.
type Panel struct {
	Title   string   `json:"title"`
	Picture string   `json:"picture"` // SVG
	Text    string   `json:"text"`    // in a fixed width, such as a board
	Figures []Figure `json:"figures"`
}

// A Figure is a number with its name.
type Figure struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

func figure(name string, value any) Figure { return Figure{name, fmt.Sprint(value)} }

// count writes a number of things, whose name is that of one of them.
func count(n int, name string) string {
	if n == 1 {
		return "1 " + name
	}
	return fmt.Sprintf("%d %ss", n, name)
}

// ErrUnknown is the error of a demo that there is not.
var ErrUnknown = errors.New("unknown demo")

// Find returns the demo of a name.
func Find(name string) (*Demo, error) {
	for _, d := range Demos() {
		if d.Name == name {
			return &d, nil
		}
	}
	return nil, fmt.Errorf("%w: %.20q", ErrUnknown, name)
}

// source is the code of this package, of which the page shows parts. A program that does not ask for it does not have it.
//
//go:embed *.go
var source embed.FS

// Code returns the source of the function that the page shows: the code that runs, not a copy.
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
