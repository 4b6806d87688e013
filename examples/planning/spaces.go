package main

import (
	"context"
	"flag"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/examples/planning/strips"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

func spacesCommand(std cli.Streams) *cli.Command {
	var s source
	var depth, nodes int
	var json bool
	flags := flag.NewFlagSet("planning spaces", flag.ContinueOnError)
	cli.Number(flags, &depth, "depth", 6, 1, cli.Many, "the greatest `number` of actions")
	cli.Number(flags, &nodes, "max-nodes", 100_000_000, 1, cli.Many, "stop each search after this number of `nodes`")
	flags.BoolVar(&json, "json", false, "write a JSON object a line")
	return s.command(flags, "[flags]", "Count what a search without estimates visits.",
		`It visits all that follows within a number of actions, depth first: every line; lines without incremental
transpositions, that is, one of those that differ in the order of independent actions alone; every position once, for
each number of actions that lead to it; positions by lines without incremental transpositions, so that fewer are met
again; and lines and positions by the actions of stubborn sets alone, of which shortest plans remain.`,
		func(ctx context.Context) error { return s.spaces(ctx, std, depth, nodes, json) })
}

type counted struct {
	Space   string  `json:"space"`
	Nodes   int     `json:"nodes"`
	Hits    int     `json:"hits"` // positions that were visited before
	Status  string  `json:"status"`
	Seconds float64 `json:"seconds"`
}

func (s *source) spaces(ctx context.Context, std cli.Streams, depth, nodes int, json bool) error {
	_, _, cells, err := s.task(ctx, std)
	if err == nil && cells == nil {
		err = strips.ErrUnsolvable
	}
	if err != nil {
		return err
	}
	pruned, err := cells.Game.Stubborn()
	if err != nil {
		return err
	}
	g, few := &layered{cells.Game, depth}, &layered{pruned, depth}
	for _, s := range []struct {
		name  string
		space search.Space[int]
	}{
		{"lines", search.Tree(g)},
		{"incremental", search.Incremental(g)},
		{"positions", search.Graph(g, nil)},
		{"both", search.IncrementalGraph(g, nil)},
		{"stubborn lines", search.Tree(few)},
		{"stubborn incremental", search.Incremental(few)},
		{"stubborn positions", search.Graph(few, nil)},
	} {
		begin := time.Now()
		r, err := search.DepthFirst(ctx, s.space, ply.Limits{Nodes: nodes}, search.Options[int]{})
		if err != nil {
			return err
		}
		row := counted{s.name, r.Nodes, r.MemoryHits, r.Status.String(), time.Since(begin).Seconds()}
		err = cli.Write(std.Out, json, row, "%-20s %12d nodes %12d met again %8.3f s  %s\n", row.Space, row.Nodes, row.Hits, row.Seconds, row.Status)
		if err != nil || r.Status == ply.Cancelled {
			return err
		}
	}
	return nil
}

// A layered game ends after a number of moves. The moves left are part of the position, so no line repeats one.
type layered struct {
	game *dependency.Game[int]
	left int
}

func (g *layered) Acyclic() bool { return true }

func (g *layered) Moves(dst []int) []int {
	if g.left == 0 {
		return dst
	}
	return g.game.Moves(dst)
}

func (g *layered) Play(m int) {
	g.left--
	g.game.Play(m)
}

func (g *layered) Undo(m int) {
	g.left++
	g.game.Undo(m)
}

// Commute reports whether two moves commute. The last move commutes with none.
func (g *layered) Commute(a, b int) bool { return g.left > 1 && g.game.Commute(a, b) }

func (g *layered) Hash() uint64           { return layer(g.game.Hash(), g.left) }
func (g *layered) HashAfter(m int) uint64 { return layer(g.game.HashAfter(m), g.left-1) }

func layer(hash uint64, left int) uint64 { return transposition.Mix(hash + uint64(left)) }
