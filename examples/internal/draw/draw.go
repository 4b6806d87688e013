// Package draw makes pictures of graphs for the commands of the example games, with Graphviz, which is
// built in: nothing needs to be installed.
package draw

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/goccy/go-graphviz"

	"github.com/ply-search/ply/examples/internal/cli"
	"github.com/ply-search/ply/graph"
)

// formats are those of the pictures, by the ends of the names of files.
var formats = map[string]graphviz.Format{
	".dot": "", // as it is
	".svg": graphviz.SVG,
}

// Check returns an error if a file of that name is no picture that [File] can make.
func Check(name string) error {
	if name == "" {
		return cli.Usagef("-o: want the name of a file to write, FILE.dot or FILE.svg")
	}
	if _, known := formats[filepath.Ext(name)]; !known {
		return cli.Usagef("-o %s: want a name that ends in .dot or .svg", name)
	}
	return nil
}

// File writes a graph to a file as its name says: in the DOT language or as an SVG picture.
func File(ctx context.Context, name string, g *graph.Graph, style graph.Style) error {
	if err := Check(name); err != nil {
		return err
	}
	var picture bytes.Buffer
	if err := write(ctx, &picture, formats[filepath.Ext(name)], g, style); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return os.WriteFile(name, picture.Bytes(), 0o666)
}

func write(ctx context.Context, w io.Writer, format graphviz.Format, g *graph.Graph, style graph.Style) error {
	if format == "" {
		return g.WriteDOT(w, style)
	}
	var dot bytes.Buffer
	if err := g.WriteDOT(&dot, style); err != nil {
		return err
	}
	viz, err := graphviz.New(ctx)
	if err != nil {
		return fmt.Errorf("starting Graphviz: %w", err)
	}
	defer viz.Close()
	parsed, err := graphviz.ParseBytes(dot.Bytes())
	if err != nil {
		return fmt.Errorf("drawing: %w", err)
	}
	defer parsed.Close()
	if err := viz.Render(ctx, parsed, format, w); err != nil {
		return fmt.Errorf("drawing: %w", err)
	}
	return nil
}
