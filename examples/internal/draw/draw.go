// Package draw makes pictures of graphs for the example commands, without another program.
package draw

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/graph"
	"github.com/ply-search/ply/internal/atomicfile"
	"github.com/ply-search/ply/internal/cli"
)

var formats = map[string]func(context.Context, io.Writer, *graph.Graph, graph.Style) error{
	".dot": func(_ context.Context, w io.Writer, g *graph.Graph, style graph.Style) error {
		return g.WriteDOT(w, style)
	},
	".json": func(_ context.Context, w io.Writer, g *graph.Graph, _ graph.Style) error { return g.WriteJSON(w) },
	".svg": func(ctx context.Context, w io.Writer, g *graph.Graph, style graph.Style) error {
		return g.WriteSVG(ctx, w, style)
	},
}

// Check returns an error if [File] cannot make a picture with this file name.
func Check(name string) error {
	if name == "" {
		return cli.Usagef("-o: want the name of a file to write, FILE.dot, FILE.json or FILE.svg")
	}
	if formats[filepath.Ext(name)] == nil {
		return cli.Usagef("-o %s: want a name that ends in .dot, .json or .svg", name)
	}
	return nil
}

// TooLarge explains a [graph.SizeError], and returns other errors as they are. what names the nodes, complete tells that the
// graph has no more nodes, and hint names other remedies.
func TooLarge(err error, what string, complete bool, hint string) error {
	tooLarge, is := errors.AsType[*graph.SizeError](err)
	if !is {
		return err
	}
	size := fmt.Sprint(tooLarge.Nodes)
	if !complete {
		size = "more than " + size
	}
	return fmt.Errorf("the graph has %s %s, too many to draw: -max-nodes %d bounds it%s", size, what, tooLarge.Max, hint)
}

// File writes a graph in the format of the file's extension: DOT, JSON or SVG. If it fails, an existing file stays as it was.
func File(ctx context.Context, name string, g *graph.Graph, style graph.Style) error {
	if err := Check(name); err != nil {
		return err
	}
	return atomicfile.Write(name, func(w io.Writer) error {
		if err := formats[filepath.Ext(name)](ctx, w, g, style); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return nil
	})
}

// Dependencies returns a picture of a dependency-based search: arcs lead to each node from the nodes that it needs, and
// combinations are marked. label, if not nil, names the moves. With more than maxNodes nodes it returns a [graph.SizeError].
func Dependencies[M comparable](d *dependency.DAG[M], label func(M) string, maxNodes int) (*graph.Graph, error) {
	if d.Len() > maxNodes {
		return nil, &graph.SizeError{Nodes: d.Len(), Max: maxNodes}
	}
	g := new(graph.Graph)
	for n := range d.Nodes() {
		node := graph.Node{Level: n.Level}
		switch {
		case n.ID == 0:
			node.Mark("start")
		case len(n.Parents) > 1:
			node.Mark("combination")
		}
		if label != nil && n.ID > 0 {
			node.Label = label(n.Move)
		}
		id := g.Add(node) // equal to n.ID, as the nodes come in the order of their IDs
		if len(n.Parents) == 0 && n.ID > 0 {
			g.Connect(0, id, "")
		}
		for _, p := range n.Parents {
			g.Connect(p, id, "")
		}
	}
	return g, nil
}
