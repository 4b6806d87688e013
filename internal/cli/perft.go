package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search"
)

// Counted is the JSON output of [Perft] for one depth.
type Counted struct {
	Depth   int     `json:"depth"`
	Leaves  int     `json:"leaves"`
	Nodes   int     `json:"nodes"`
	Seconds float64 `json:"seconds"`
}

// Perft calls count for each depth from 0 to depth and writes the numbers of lines of play as a table or, with json, as
// one object per line. An incomplete count is an error.
func Perft(out io.Writer, depth int, json bool, count func(depth int) (search.PerftResult, error)) error {
	if !json {
		if _, err := fmt.Fprintf(out, "%5s %15s %15s %10s %10s\n", "depth", "leaves", "nodes", "seconds", "M leaves/s"); err != nil {
			return err
		}
	}
	for d := range depth + 1 {
		r, err := count(d)
		if err := cmp.Or(err, r.Status.Err()); err != nil {
			return fmt.Errorf("depth %d: %w", d, err)
		}
		c := Counted{d, r.Leaves, r.Nodes, r.Elapsed.Seconds()}
		if err := Write(out, json, c, "%5d %15d %15d %10.3f %10.1f\n", c.Depth, c.Leaves, c.Nodes, c.Seconds, float64(c.Leaves)/c.Seconds/1e6); err != nil {
			return err
		}
	}
	return nil
}

// Divide calls write for each legal move with the number of lines of play of depth moves, at least 1, that begin with it.
func Divide[M comparable](ctx context.Context, g ply.Game[M], depth int, write func(m M, leaves int) error) error {
	for _, m := range g.Moves(nil) {
		g.Play(m)
		r, err := search.Perft(ctx, g, depth-1, search.PerftOptions{})
		g.Undo(m)
		if err == nil {
			err = r.Status.Err()
		}
		if err == nil {
			err = write(m, r.Leaves)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
