package draw_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/examples/internal/draw"
	"github.com/ply-search/ply/graph"
	"github.com/ply-search/ply/internal/cli"
)

func picture() *graph.Graph {
	g := new(graph.Graph)
	a := g.Add(graph.Node{Label: "a \"b\"\n<c> \\n", Classes: []string{"start"}})
	b := g.Add(graph.Node{Group: "block 1"})
	g.Connect(a, b, "♠ & more")
	return g
}

func TestFile(t *testing.T) {
	for end, check := range map[string]func(io.Reader) error{
		".dot": func(r io.Reader) error {
			all, err := io.ReadAll(r)
			if err == nil && !strings.HasPrefix(string(all), "digraph {") {
				err = errors.New("no digraph")
			}
			return err
		},
		".json": func(r io.Reader) error { return json.NewDecoder(r).Decode(new(graph.Graph)) },
		".svg": func(r io.Reader) error {
			d := xml.NewDecoder(r)
			text := ""
			for {
				switch token, err := d.Token(); {
				case err == io.EOF && strings.Contains(text, `a "b"`) && strings.Contains(text, `<c> \n`) && strings.Contains(text, "♠ & more"):
					return nil
				case err != nil:
					return errors.New("text " + text + ": " + err.Error())
				default:
					if chars, ok := token.(xml.CharData); ok {
						text += string(chars)
					}
				}
			}
		},
	} {
		name := filepath.Join(t.TempDir(), "picture"+end)
		if err := draw.File(t.Context(), name, picture(), graph.DefaultStyle()); err != nil {
			t.Errorf("%s: %v", end, err)
			continue
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := check(bytes.NewReader(data)); err != nil {
			t.Errorf("%s: %v", end, err)
		}
	}
}

func TestFileRefusesOtherNames(t *testing.T) {
	for _, name := range []string{"", "picture", "picture.png"} {
		var usage cli.UsageError
		if err := draw.File(t.Context(), name, picture(), graph.Style{}); !errors.As(err, &usage) {
			t.Errorf("%q: error %v", name, err)
		}
	}
}

// A picture that fails leaves the one before it in place.
func TestFileKeepsWhatIsThere(t *testing.T) {
	name := filepath.Join(t.TempDir(), "picture.svg")
	if err := draw.File(t.Context(), name, picture(), graph.DefaultStyle()); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := draw.File(t.Context(), name, picture(), graph.Style{"node": {"shape": "house"}}); err == nil || !strings.Contains(err.Error(), name) {
		t.Errorf("error %v", err)
	}
	if after, err := os.ReadFile(name); err != nil || !bytes.Equal(after, before) {
		t.Errorf("%d bytes, error %v, want the %d from before", len(after), err, len(before))
	}
}

// Move 0 makes a and move 1 makes b; move 2 needs a, and move 3 needs both.
func TestDependencies(t *testing.T) {
	needs := func(sets int32, cells ...int32) ply.Footprint {
		f := ply.Footprint{
			Preconditions: []ply.Condition{{Cell: sets, Value: 0}},
			Modifications: []ply.Condition{{Cell: sets, Value: 1}},
		}
		for _, c := range cells {
			f.Preconditions = append(f.Preconditions, ply.Condition{Cell: c, Value: 1})
		}
		return f
	}
	rules, err := dependency.List(4, []ply.Footprint{needs(0), needs(1), needs(2, 0), needs(3, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	game, err := dependency.New(make([]int32, 4), rules, dependency.GameOptions{Acyclic: true})
	if err != nil {
		t.Fatal(err)
	}
	result, err := dependency.Search(t.Context(), game, ply.Limits{}, dependency.Options[int]{})
	if err != nil {
		t.Fatal(err)
	}
	g, err := draw.Dependencies(result.Graph, func(m int) string { return fmt.Sprint("move ", m) }, 5)
	if err != nil {
		t.Fatal(err)
	}
	var arcs []string
	for _, a := range g.Arcs {
		to := &g.Nodes[a.To]
		arcs = append(arcs, fmt.Sprintf("%s>%s %v", g.Nodes[a.From].Label, to.Label, to.Classes))
	}
	slices.Sort(arcs)
	want := []string{">move 0 []", ">move 1 []", "move 0>move 2 []", "move 0>move 3 [combination]", "move 1>move 3 [combination]"}
	if !slices.Equal(arcs, want) {
		t.Errorf("got  %q\nwant %q", arcs, want)
	}
	var tooLarge *graph.SizeError
	if _, err := draw.Dependencies(result.Graph, nil, 4); !errors.As(err, &tooLarge) || tooLarge.Nodes != 5 {
		t.Errorf("error %v for a graph of 5 nodes", err)
	}
}
