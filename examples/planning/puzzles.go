package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/dependency/heuristic"
	"github.com/ply-search/ply/examples/planning/puzzle"
	"github.com/ply-search/ply/internal/bom"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search"
)

type comparing struct {
	puzzle, level string
	numbered      bool
	suits, ranks  int
	seed          uint64
	heuristic     string
	nodes         int
	time          time.Duration
	memory        int
	json          bool
}

// Choices of -heuristic besides kinds.
const (
	every = "all"
	hand  = "hand"
)

func puzzlesCommand(std cli.Streams) *cli.Command {
	var c comparing
	flags := flag.NewFlagSet("planning puzzles", flag.ContinueOnError)
	cli.Choice(flags, &c.puzzle, "puzzle", "sokoban", []string{"sokoban", "solitaire", "montana"}, "a `puzzle`")
	flags.StringVar(&c.level, "level", "", "the `file` of a level of sokoban or a board of solitaire, or - for the standard input")
	flags.BoolVar(&c.numbered, "numbered", false, "tell the boxes of sokoban apart: better derived estimates, but more positions")
	cli.Number(flags, &c.suits, "suits", 2, 1, 4, "the `number` of suits of montana")
	cli.Number(flags, &c.ranks, "ranks", 4, 2, 12, "the `number` of cards of a suit of montana")
	cli.Number(flags, &c.seed, "seed", 1, 0, math.MaxUint64, "the `seed` that deals the cards of montana")
	names := []string{every, hand, blind}
	for _, k := range kinds {
		if k.Admissible() {
			names = append(names, k.String())
		}
	}
	cli.Choice(flags, &c.heuristic, "heuristic", every, names, "an `estimate`, or all of them in turn; hand is the one written by hand")
	cli.Number(flags, &c.nodes, "max-nodes", 0, 0, cli.Many, "stop each search after this number of `positions` (0: no bound)")
	cli.Number(flags, &c.time, "time", 0, 0, cli.LongTime, "stop each after this `time`, with which the estimate is also made (0: no bound)")
	flags.BoolVar(&c.json, "json", false, "write a JSON object a line")
	return bounded(flags, &c.memory, "[flags]", "Solve a puzzle by derived estimates and by one written by hand.",
		`The puzzles are stated as preconditions and modifications. By each estimate A* finds a cheapest solution.
sokoban: in fewest pushes; -level has # walls, @ the player, $ boxes, . goals, and * and + for a box and the player on one.
  Floor is a blank, - or _. Rows may be run lengths, as in 4#|#@.#, and the first level of a collection is read.
solitaire: pegs are jumped over until one is left; -level has * pegs, . holes, o the hole of the last peg (O with a peg).
montana: cards are put into gaps, after the card before them, until each row has its suit in order.`,
		func(ctx context.Context) error { return c.run(ctx, std, names) })
}

type compared struct {
	Heuristic string  `json:"heuristic"`
	Status    string  `json:"status"` // solved; unsolvable; or why the search ended before it knew
	Cost      *int    `json:"cost"`   // nil without a solution
	Start     *int    `json:"start"`  // the estimate at the start; nil if that is known to have no solution
	Expanded  int     `json:"expanded"`
	Sure      int     `json:"sure"` // UntilLastJump of search.PathResult
	Evaluated int     `json:"evaluated"`
	Seconds   float64 `json:"seconds"`
}

func (c *comparing) run(ctx context.Context, std cli.Streams, names []string) error {
	p, err := c.read(std)
	if err != nil {
		return err
	}
	if !c.json {
		fmt.Fprintf(std.Out, "%-9s %5s %6s %10s %10s %10s %9s  %s\n", "estimate", "cost", "start", "expanded", "sure", "evaluated", "s", "status")
	}
	for _, name := range names[1:] {
		if c.heuristic != every && c.heuristic != name {
			continue
		}
		r, err := c.solve(ctx, p, name)
		if err != nil {
			return err
		}
		if err := cli.Write(std.Out, c.json, r, "%-9s %5s %6s %10d %10d %10d %9.3f  %s\n",
			r.Heuristic, cli.OrDash("%d", r.Cost), cli.OrDash("%d", r.Start), r.Expanded, r.Sure, r.Evaluated, r.Seconds, r.Status); err != nil {
			return err
		}
	}
	return nil
}

func (c *comparing) read(std cli.Streams) (*puzzle.Puzzle, error) {
	if c.puzzle == "montana" {
		if c.level != "" {
			return nil, cli.Usagef("-level: montana is dealt by -seed")
		}
		return puzzle.Montana(c.suits, c.ranks, c.seed), nil
	}
	if c.level == "" {
		return nil, cli.Usagef("want -level")
	}
	parse := func(text string) (*puzzle.Puzzle, error) { return puzzle.Sokoban(text, c.numbered) }
	if c.puzzle == "solitaire" {
		parse = puzzle.Solitaire
	}
	return cli.Read(c.level, std.In, func(r io.Reader) (*puzzle.Puzzle, error) { return whole(parse)(bom.Skip(r)) })
}

func (c *comparing) solve(ctx context.Context, p *puzzle.Puzzle, name string) (compared, error) {
	begin := time.Now()
	limited, cancel := context.WithTimeout(ctx, cmp.Or(c.time, cli.LongTime))
	defer cancel()
	r := compared{Heuristic: name, Status: ply.OutOfTime.String()}
	g, cost, err := p.Game()
	if err != nil {
		return r, err
	}
	limits := ply.Limits{Nodes: c.nodes}
	var result search.PathResult[int]
	var start int
	if kind, is := kindOf(name); is {
		e := new(estimated)
		e.Game, err = heuristic.New(limited, g, heuristic.Options[int]{Kind: kind, Cost: cost})
		if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
			r.Seconds = time.Since(begin).Seconds()
			return r, nil
		}
		if err != nil {
			return r, err
		}
		start = e.Game.Estimate()
		result, err = search.AStar(limited, e, limits, search.PathOptions[int]{})
		r.Evaluated = e.evaluated
	} else {
		e := &byHand{Game: g, cost: cost, bound: func(func(int) int32) int { return 0 }}
		if name == hand {
			e.bound = p.Bound
		}
		start = e.bound(g.Cell)
		result, err = search.AStar(limited, e, limits, search.PathOptions[int]{})
		if name == hand {
			r.Evaluated = e.evaluated
		}
	}
	if err != nil {
		return r, err
	}
	r.Status, r.Expanded, r.Sure, r.Seconds = statusOf(limited, &result), result.Nodes, result.UntilLastJump, time.Since(begin).Seconds()
	if start < math.MaxInt {
		r.Start = &start
	}
	if result.Found {
		r.Cost = &result.Cost
	}
	return r, nil
}

// A byHand game counts the calls of a bound written by hand.
type byHand struct {
	*dependency.Game[int]
	cost      func(int) int
	bound     func(func(int) int32) int
	evaluated int
}

func (g *byHand) Cost(m int) int { return g.cost(m) }

func (g *byHand) Estimate() int {
	g.evaluated++
	return g.bound(g.Cell)
}
