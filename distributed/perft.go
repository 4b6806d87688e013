package distributed

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search"
)

// PerftOptions configure a run of [PerftProblem].
type PerftOptions[M comparable] struct {
	// Start is the position to count from.
	Start[M] `json:"start"`

	// Depth is the greatest length of the lines counted, in moves, up to 1000. All lengths from 0 to Depth are counted.
	Depth int `json:"depth"`

	// CountFinished counts each line that ends in a finished position at its own length and also at every greater
	// length up to Depth. By default, such a line is counted only at its own length.
	CountFinished bool `json:"count_finished,omitempty"`

	// MaxLeaves is the greatest estimated number of leaves of a task. A task with more leaves is divided into one task
	// for each legal move of its position. 0 means 50 million.
	MaxLeaves int `json:"max_leaves,omitempty"`
}

type perftCount struct {
	Depth  int `json:"depth"`
	Leaves int `json:"leaves"`
	Nodes  int `json:"nodes"` // positions whose moves were generated
}

const deepestPerft = 1000

// PerftProblem returns a function that makes problems, for [Registry.Register]. Each problem is perft: the numbers of
// lines of each length up to a depth. newGame makes the game from [Start].Name.
func PerftProblem[G interface {
	ply.Game[M]
	ply.Cloner[G]
}, M comparable](newGame func(name string) (G, error)) func(json.RawMessage) (Problem, error) {
	return func(options json.RawMessage) (Problem, error) {
		p := new(perftProblem[G, M])
		if err := json.Unmarshal(options, &p.options); err != nil {
			return nil, fmt.Errorf("options: %w", err)
		}
		switch o := &p.options; {
		case o.Depth < 0 || o.Depth > deepestPerft:
			return nil, fmt.Errorf("option Depth is %d, want 0 to %d", o.Depth, deepestPerft)
		case o.MaxLeaves < 0:
			return nil, fmt.Errorf("option MaxLeaves is %d, want a number of leaves or 0 for 50 million", o.MaxLeaves)
		}
		p.options.MaxLeaves = cmp.Or(p.options.MaxLeaves, 50_000_000)
		var err error
		p.start, err = position(p.options.Start, newGame)
		return p, err
	}
}

type perftProblem[G interface {
	ply.Game[M]
	ply.Cloner[G]
}, M comparable] struct {
	options PerftOptions[M]
	start   G // which is only cloned
}

func (p *perftProblem[G, M]) Fingerprint(ctx context.Context) (string, error) {
	return Fingerprint(ctx, p.start.Clone())
}

// A perftTask is a line whose continuations of a depth are to be counted.
type perftTask[M comparable] struct {
	Line  []M `json:"line,omitempty"`
	Depth int `json:"depth"`
}

func (p *perftProblem[G, M]) Start() ([]Task, error) {
	// Each depth is estimated as eight times the work of the one before.
	var tasks []Task
	rest := 1.0
	for depth := p.options.Depth; depth >= 0; depth-- {
		weight := rest * 7 / 8
		if depth == 0 {
			weight = rest
		}
		rest -= weight
		content, err := json.Marshal(perftTask[M]{Depth: depth})
		if err != nil {
			return nil, err
		}
		tasks = append(tasks, Task{Content: content, Weight: weight})
	}
	return tasks, nil
}

func (p *perftProblem[G, M]) Work(ctx context.Context, content json.RawMessage, _ iter.Seq2[json.RawMessage, error]) (Outcome, error) {
	var t perftTask[M]
	if err := json.Unmarshal(content, &t); err != nil {
		return Outcome{}, fmt.Errorf("task: %w", err)
	}
	if t.Depth < 0 || t.Depth > p.options.Depth || len(t.Line) > t.Depth {
		return Outcome{}, fmt.Errorf("task: a line of %d moves and depth %d, want at most %d", len(t.Line), t.Depth, p.options.Depth)
	}
	g, err := position(Start[M]{Line: t.Line}, func(string) (G, error) { return p.start.Clone(), nil })
	if err != nil {
		return Outcome{}, fmt.Errorf("task: %w", err)
	}
	left := t.Depth - len(t.Line)
	opt := search.PerftOptions{CountFinished: p.options.CountFinished}
	divide, err := p.isLarge(ctx, g, left, opt)
	if err != nil {
		return Outcome{}, err
	}
	if divide {
		return p.divide(g, &t)
	}
	r, err := search.Perft(ctx, g, left, opt)
	if err == nil {
		err = r.Status.Err()
	}
	if err != nil {
		return Outcome{}, err
	}
	result, err := json.Marshal(perftCount{Depth: t.Depth, Leaves: r.Leaves, Nodes: r.Nodes})
	return Outcome{Result: result, Nodes: r.Leaves}, err
}

// isLarge estimates whether there are more than MaxLeaves lines of a depth, extrapolating the last counted ply.
func (p *perftProblem[G, M]) isLarge(ctx context.Context, g G, depth int, opt search.PerftOptions) (bool, error) {
	const enough = 10_000
	before := 1
	for counted := 1; counted < depth; counted++ {
		r, err := search.Perft(ctx, g, counted, opt)
		if err == nil {
			err = r.Status.Err()
		}
		if err != nil {
			return false, err
		}
		if r.Leaves > min(enough, p.options.MaxLeaves) {
			growth := float64(r.Leaves) / float64(max(before, 1))
			return float64(r.Leaves)*math.Pow(growth, float64(depth-counted)) > float64(p.options.MaxLeaves), nil
		}
		before = r.Leaves
	}
	return false, nil
}

func (p *perftProblem[G, M]) divide(g G, t *perftTask[M]) (o Outcome, err error) {
	if o.Result, err = json.Marshal(perftCount{Depth: t.Depth, Nodes: 1}); err != nil {
		return o, err
	}
	moves := g.Moves(nil)
	for _, m := range moves {
		next := perftTask[M]{Line: append(slices.Clone(t.Line), m), Depth: t.Depth}
		content, err := json.Marshal(next)
		if err != nil {
			return o, err
		}
		o.Next = append(o.Next, Task{Content: content, Weight: 1 / float64(len(moves))})
	}
	return o, nil
}

// PerftResult returns the counts of a run of [PerftProblem] so far. Element d of the slice contains the counts at
// depth d. Each element also contains the Status and Elapsed of the whole run.
func (q *Queue) PerftResult(ctx context.Context, run int64) ([]search.PerftResult, error) {
	progress, err := q.Run(ctx, run)
	if err != nil {
		return nil, err
	}
	counts, err := addPerft(q.Results(ctx, run))
	for i := range counts {
		counts[i].Status, counts[i].Elapsed = progress.Status, progress.Elapsed
	}
	return counts, err
}

func addPerft(results iter.Seq2[json.RawMessage, error]) (counts []search.PerftResult, err error) {
	for result, err := range results {
		if err != nil {
			return counts, err
		}
		var c perftCount
		if err := json.Unmarshal(result, &c); err != nil {
			return counts, fmt.Errorf("distributed: not the result of a perft task: %w", err)
		}
		if c.Depth < 0 || c.Depth > deepestPerft || c.Leaves < 0 || c.Nodes < 0 {
			return counts, fmt.Errorf("distributed: a result of depth %d with %d leaves and %d nodes", c.Depth, c.Leaves, c.Nodes)
		}
		for len(counts) <= c.Depth {
			counts = append(counts, search.PerftResult{})
		}
		sum := &counts[c.Depth]
		if sum.Leaves > math.MaxInt-c.Leaves || sum.Nodes > math.MaxInt-c.Nodes {
			return counts, fmt.Errorf("distributed: more than %d lines of depth %d", math.MaxInt, c.Depth)
		}
		sum.Leaves += c.Leaves
		sum.Nodes += c.Nodes
	}
	return counts, nil
}
