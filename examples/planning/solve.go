package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"strings"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/dependency/heuristic"
	"github.com/ply-search/ply/examples/planning/pddl"
	"github.com/ply-search/ply/examples/planning/strips"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search"
)

type solving struct {
	source
	search    string
	heuristic string
	prune     string
	symmetric bool
	nodes     int
	time      time.Duration
	json      bool
}

// Choices of -heuristic besides kinds.
const (
	auto  = "auto"
	blind = "blind"
)

const stubborn = "stubborn"

var kinds = []heuristic.Kind{
	heuristic.LandmarkCut, heuristic.Max, heuristic.PatternDatabases, heuristic.CostPartitioning, heuristic.Add, heuristic.FF,
}

func solveCommand(std cli.Streams) *cli.Command {
	var s solving
	flags := flag.NewFlagSet("planning solve", flag.ContinueOnError)
	cli.Choice(flags, &s.search, "search", "astar", []string{"astar", "ida", "greedy", "ti", "blocks"},
		"a `search`: ida takes little memory, but visits positions again and again; greedy finds any plan, and soon; "+
			"ti, without estimates, one of fewest actions, and of lines that differ in the order of independent actions it visits one; "+
			"blocks is astar for each independent part of the task")
	names := []string{auto, blind}
	for _, k := range kinds {
		names = append(names, k.String())
	}
	cli.Choice(flags, &s.heuristic, "heuristic", auto, names,
		"an `estimate` of what is left; auto is ff, lmcount and hmax in turn if the search is greedy, and otherwise lmcut; blind is none")
	cli.Choice(flags, &s.prune, "prune", "none", []string{"none", stubborn},
		"what `leaves out` actions: stubborn sets, of which every plan has one that can come first")
	flags.BoolVar(&s.symmetric, "symmetries", false, "visit one of the positions that differ in interchangeable objects alone; for astar")
	cli.Number(flags, &s.nodes, "max-nodes", 0, 0, cli.Many, "stop after this number of `positions` (0: no bound)")
	cli.Number(flags, &s.time, "time", 0, 0, cli.LongTime, "stop after this `time`, with which the task is also read and grounded (0: no bound)")
	flags.BoolVar(&s.json, "json", false, "write a JSON object")
	return s.command(flags, "[flags]", "Find a plan.",
		`It is a cheapest one unless the search is greedy or ti or the estimate hadd or ff. The plan has an action on each line, and
comments at the end: what it costs, and what the search took.`, func(ctx context.Context) error { return s.run(ctx, std) })
}

type solved struct {
	Status    string   `json:"status"` // solved; unsolvable; or why the search ended before it knew
	Cost      *int     `json:"cost"`   // nil without a plan
	Length    *int     `json:"length"`
	Expanded  int      `json:"expanded"`
	Sure      int      `json:"sure"` // UntilLastJump of search.PathResult
	Evaluated int      `json:"evaluated"`
	Seconds   float64  `json:"seconds"`
	Plan      []string `json:"plan"`
}

func (s *solving) run(ctx context.Context, std cli.Streams) error {
	begin := time.Now()
	if s.search == "ti" && s.heuristic != auto {
		return cli.Usagef("-heuristic: -search ti takes no estimate")
	}
	if s.symmetric && s.search != "astar" {
		return cli.Usagef("-symmetries: only -search astar takes them")
	}
	limited, cancel := context.WithTimeout(ctx, cmp.Or(s.time, cli.LongTime))
	defer cancel()
	r, err := s.solve(limited, std)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		r, err = solved{Status: ply.OutOfTime.String()}, nil
	}
	if err != nil {
		return err
	}
	r.Seconds = time.Since(begin).Seconds()
	end := "; " + r.Status
	if r.Cost != nil {
		end = strings.Join(append(r.Plan, fmt.Sprintf("; cost = %d", *r.Cost)), "\n")
	}
	return cli.Write(std.Out, s.json, r, "%s\n; %d positions expanded, %d evaluated, %.3g s\n", end, r.Expanded, r.Evaluated, r.Seconds)
}

func (s *solving) solve(ctx context.Context, std cli.Streams) (r solved, err error) {
	p, task, cells, err := s.task(ctx, std)
	if err != nil || cells == nil {
		return solved{Status: "unsolvable"}, err
	}
	result, evaluated, err := s.find(ctx, p, task, cells)
	if err != nil {
		return r, err
	}
	r = solved{Status: statusOf(ctx, &result), Expanded: result.Nodes, Sure: result.UntilLastJump, Evaluated: evaluated}
	if !result.Found {
		return r, nil
	}
	r.Plan = cells.Plan(task, result.Line)
	length := len(r.Plan)
	plan, err := strips.ParsePlan(strings.Join(r.Plan, "\n"))
	if err != nil {
		return r, err
	}
	cost, err := strips.Validate(p, plan)
	if err != nil {
		return r, fmt.Errorf("the plan found: %w", err)
	}
	r.Length, r.Cost = &length, &cost
	return r, nil
}

func (s *solving) find(ctx context.Context, p *pddl.Problem, task *strips.Task, cells *strips.Cells) (result search.PathResult[int], evaluated int, err error) {
	if cells.Split() && (s.search == "ti" || s.search == "ida") {
		return result, 0, fmt.Errorf("-search %s: some actions change so many facts that may hold before or not that they became "+
			"several moves, of which all but the first cost nothing: take astar or greedy", s.search)
	}
	if s.search == "blocks" {
		return s.findParts(ctx, task, cells)
	}
	g, err := s.pruned(cells.Game)
	if err != nil {
		return result, 0, err
	}
	if s.search == "ti" {
		result, err = search.IterativeDeepening(ctx, search.Incremental(g), ply.Limits{Nodes: s.nodes}, search.PathOptions[int]{})
		return result, 0, err
	}
	var swaps []strips.Swap
	if s.symmetric {
		if swaps, err = cells.Swaps(ctx, task, p); err != nil {
			return result, 0, err
		}
	}
	return s.estimate(ctx, task, cells, g, swaps)
}

func (s *solving) pruned(g *dependency.Game[int]) (*dependency.Game[int], error) {
	if s.prune == stubborn {
		return g.Stubborn()
	}
	return g, nil
}

// findParts finds a plan for each independent part of the task, and concatenates them.
func (s *solving) findParts(ctx context.Context, task *strips.Task, cells *strips.Cells) (result search.PathResult[int], evaluated int, err error) {
	result.Found = true // until a part has no plan
	for _, part := range cells.Game.Parts() {
		rest := *s
		if s.nodes > 0 {
			if rest.nodes = s.nodes - result.Nodes; rest.nodes <= 0 {
				result.Status, result.Found = ply.OutOfNodes, false
				break
			}
		}
		if len(part.Goal()) == 0 {
			continue
		}
		g, err := s.pruned(part)
		if err != nil {
			return result, evaluated, err
		}
		r, n, err := rest.estimate(ctx, task, cells, g, nil)
		if err != nil {
			return result, evaluated, err
		}
		result.Nodes, result.UntilLastJump, evaluated = result.Nodes+r.Nodes, result.UntilLastJump+r.UntilLastJump, evaluated+n
		if result.Status, result.Found = r.Status, r.Found; !r.Found {
			break
		}
		result.Line = append(result.Line, r.Line...)
	}
	return result, evaluated, nil
}

// estimate searches for a plan for the task, or a part of it, by estimates.
func (s *solving) estimate(ctx context.Context, task *strips.Task, cells *strips.Cells, of *dependency.Game[int], swaps []strips.Swap) (result search.PathResult[int], evaluated int, err error) {
	var opt heuristic.Options[int]
	greedy := s.search == "greedy"
	if greedy && s.heuristic == auto {
		opt.Kind, opt.More = heuristic.FF, []heuristic.Kind{heuristic.LandmarkCount, heuristic.Max}
	}
	if kind, is := kindOf(s.heuristic); is {
		opt.Kind = kind
	}
	if !greedy { // with actions of cost 0, estimates of costs would not lead to the goal
		opt.Cost = func(m int) int { return cells.Cost(task, m) }
	}
	h, err := heuristic.New(ctx, of, opt)
	if err != nil {
		return result, 0, err
	}
	g := &estimated{Game: h, blind: s.heuristic == blind}
	limits := ply.Limits{Nodes: s.nodes}
	switch s.search {
	case "greedy":
		result, err = search.GreedyBestFirst(ctx, g, limits, search.GreedyOptions[int]{Deferred: opt.Kind == heuristic.FF, Boost: boost})
	case "ida":
		result, err = search.IDAStar(ctx, g, limits, search.PathOptions[int]{})
	default:
		if len(swaps) == 0 {
			result, err = search.AStar(ctx, g, limits, search.PathOptions[int]{})
			break
		}
		symmetric := strips.NewSymmetric(g, swaps)
		result, err = search.AStar(ctx, symmetric, limits, search.PathOptions[int]{})
		result.Line = symmetric.Line(result.Line)
	}
	return result, g.evaluated, err
}

// boost is the value of Richter and Westphal 2010.
const boost = 1000

// An estimated game counts its estimates, or has none.
type estimated struct {
	*heuristic.Game[int]
	blind     bool
	evaluated int
}

func (g *estimated) Estimate() int {
	if g.blind {
		return 0
	}
	g.evaluated++
	return g.Game.Estimate()
}

func (g *estimated) EstimateAndPrefer(estimates, preferred []int) ([]int, []int) {
	if g.blind {
		return append(estimates, 0), preferred
	}
	g.evaluated++
	return g.Game.EstimateAndPrefer(estimates, preferred)
}
