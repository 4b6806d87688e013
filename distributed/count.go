package distributed

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
	"github.com/ply-search/ply/search"
)

// CountOptions are the options of a run of [CountProblem].
type CountOptions[M comparable] struct {
	// Start is the position to count from.
	Start Start[M] `json:"start"`

	// MaxNodes and MaxTime are the limits at which a task hands over what is left of it, see [search.SearchPart]. If
	// both are 0, MaxTime is a second. Longer tasks cost less, shorter ones are shared out sooner and lose less when a
	// worker dies.
	MaxNodes int           `json:"max_nodes,omitempty"`
	MaxTime  time.Duration `json:"max_time,omitempty"`

	// Depths counts the positions of each depth, which takes longer.
	Depths bool `json:"depths,omitempty"`

	// Sum adds up what the problem measures in each position, see [CountProblem], which takes longer.
	Sum bool `json:"sum,omitempty"`
}

// A Count is the result of a run of [CountProblem], or what is known of it so far.
type Count[M comparable] struct {
	// Positions counts the positions, including the start; Leaves those without moves, Solutions those that are solved.
	Positions int `json:"positions"`
	Leaves    int `json:"leaves"`
	Solutions int `json:"solutions"`

	// Cuts counts the incremental transpositions.
	Cuts int `json:"cuts"`

	// Depth is the greatest number of moves from the start, and Line a line of this length.
	Depth int `json:"depth"`
	Line  []M `json:"line"`

	// Depths are the numbers of positions by depth, if CountOptions.Depths is set.
	Depths []int `json:"depths,omitempty"`

	// Sum is the sum of what the problem measures, if CountOptions.Sum is set.
	Sum json.RawMessage `json:"sum,omitempty"`

	// Tasks is the number of results that this is the sum of.
	Tasks int `json:"tasks,omitempty"`
}

// A Sum adds up a measure of positions in a commutative monoid: in whatever order positions are added and sums are
// merged, the result is the same.
type Sum[G any] interface {
	// Add adds a position, which is depth moves from the start. It must not play on g.
	Add(g G, depth int)

	// Marshaler writes the sum, in at most a megabyte.
	json.Marshaler

	// Merge adds a sum that another Sum of the same kind has written.
	Merge(sum []byte) error
}

// A CountableGame is a game whose positions [CountProblem] counts.
type CountableGame[G any, M comparable] interface {
	ply.Game[M]
	ply.Commuter[M]
	ply.Cloner[G]
}

// CountProblem returns, for [Registry.Register], the problem of an exhaustive search with incremental transpositions:
// it counts all positions that can be reached from a start, and finds the longest line. The game must be acyclic. Every
// position is counted at least once, and exactly once if all transpositions are incremental (see [search.Incremental]).
//
// newGame makes the game from its name in [Start]. Moves are kept as JSON, from which they must come back equal.
// newSum returns an empty sum for CountOptions.Sum. It may be nil.
//
// A task is a line of play and the set T of moves to leave out there, as in Helmstetter 2007, section 5.4.2.
func CountProblem[G CountableGame[G, M], M comparable](newGame func(name string) (G, error), newSum func() Sum[G]) func(json.RawMessage) (Problem, error) {
	return func(options json.RawMessage) (Problem, error) {
		p := &countProblem[G, M]{newSum: newSum}
		if err := json.Unmarshal(options, &p.options); err != nil {
			return nil, fmt.Errorf("options: %w", err)
		}
		o := &p.options
		switch {
		case o.MaxNodes < 0:
			return nil, fmt.Errorf("option MaxNodes is %d, want a number of nodes or 0 for no limit", o.MaxNodes)
		case o.MaxTime < 0:
			return nil, fmt.Errorf("option MaxTime is %v, want a duration or 0 for no limit", o.MaxTime)
		case o.Sum && newSum == nil:
			return nil, errors.New("the problem has no sum")
		case o.MaxNodes == 0 && o.MaxTime == 0:
			o.MaxTime = time.Second
		}
		var err error
		p.start, err = position(o.Start, newGame)
		return p, err
	}
}

type countProblem[G CountableGame[G, M], M comparable] struct {
	options CountOptions[M]
	start   G // which is only cloned
	newSum  func() Sum[G]
}

func (p *countProblem[G, M]) Fingerprint(ctx context.Context) (string, error) {
	return Fingerprint(ctx, p.start.Clone())
}

// A countTask is a [search.Part] as it is stored.
type countTask[M comparable] struct {
	Line    []M  `json:"line,omitempty"`
	Without []M  `json:"without,omitempty"`
	Rest    bool `json:"rest,omitempty"`
}

func (p *countProblem[G, M]) Start() ([]Task, error) {
	return []Task{{Content: json.RawMessage(`{}`), Weight: 1}}, nil
}

func (p *countProblem[G, M]) Work(ctx context.Context, content json.RawMessage, _ Results) (Outcome, error) {
	var t countTask[M]
	if err := json.Unmarshal(content, &t); err != nil {
		return Outcome{}, fmt.Errorf("task: %w", err)
	}
	if len(t.Line) > longestLine {
		return Outcome{}, fmt.Errorf("task: a line of %d moves", len(t.Line))
	}
	g := p.start.Clone()
	opt := search.Options[M]{Longest: true}
	limits := ply.Limits{Nodes: p.options.MaxNodes, Time: p.options.MaxTime}
	var depths []int
	var sum Sum[G]
	if p.options.Sum {
		sum = p.newSum()
	}
	if p.options.Depths || sum != nil {
		opt.Visit = func(depth int) {
			for len(depths) <= depth {
				depths = append(depths, 0)
			}
			depths[depth]++
			if sum != nil {
				sum.Add(g, depth)
			}
		}
	}
	part := search.Part[M](t)
	r, parts, err := search.SearchPart(ctx, g, limits, part, opt)
	if err != nil {
		return Outcome{}, err
	}
	count := Count[M]{
		Positions: r.Nodes, Leaves: r.Leaves, Solutions: r.Solutions, Cuts: r.IncrementalCuts, Depth: len(r.Line), Line: r.Line,
	}
	if p.options.Depths {
		count.Depths = depths
	}
	if sum != nil {
		if count.Sum, err = sum.MarshalJSON(); err != nil {
			return Outcome{}, fmt.Errorf("sum: %w", err)
		}
	}
	o := Outcome{Amount: r.Nodes, Next: make([]Task, len(parts))}
	if o.Result, err = json.Marshal(count); err != nil {
		return Outcome{}, err
	}
	weights := partWeights(g, &part, parts)
	for i, rest := range parts {
		if o.Next[i].Content, err = json.Marshal(countTask[M](rest)); err != nil {
			return Outcome{}, err
		}
		o.Next[i].Weight = weights[i]
	}
	return o, nil
}

// partWeights returns what fraction of a part is left in each of the parts that it hands over, as if all moves of a
// position led to equally many positions. The line of the first of them begins with the lines of all others.
func partWeights[M comparable](g interface {
	ply.Game[M]
	ply.Commuter[M]
}, part *search.Part[M], rest []search.Part[M]) []float64 {
	weights := make([]float64, len(rest))
	if len(rest) == 0 {
		return weights
	}
	for _, m := range part.Line {
		g.Play(m)
	}
	advancer := fast.AdvancerOf(g)
	moves, known := slices.Clone(part.Without), len(part.Without)
	for _, m := range g.Moves(nil) {
		if !slices.Contains(part.Without, m) {
			moves = append(moves, m)
		}
	}
	line, weight := rest[0].Line, 1.0
	for depth, left := len(part.Line), len(rest)-1; left >= 0; depth++ {
		width := float64(max(len(moves)-known, 1))
		if len(rest[left].Line) == depth {
			weights[left] = weight * float64(len(moves)-len(rest[left].Without)) / width
			left--
		}
		if depth == len(line) {
			break
		}
		i := slices.Index(moves, line[depth])
		if i < 0 {
			break // not a game: it has other moves now
		}
		weight /= width
		moves, known = advancer.Advance(moves, i, i, nil)
	}
	return weights
}

// CountResult returns the sum of the results of a run of [CountProblem] up to now. It is the result of the whole run if
// its [Status] is [Complete]. newSum returns an empty sum; it may be nil for a run without CountOptions.Sum.
func CountResult[G any, M comparable](ctx context.Context, results Results, newSum func() Sum[G]) (Count[M], error) {
	var total Count[M]
	var sum Sum[G]
	err := results.Each(ctx, func(result json.RawMessage) error {
		var c Count[M]
		if err := json.Unmarshal(result, &c); err != nil {
			return fmt.Errorf("distributed: not the result of a count task: %w", err)
		}
		for _, add := range []struct {
			to *int
			n  int
		}{{&total.Positions, c.Positions}, {&total.Leaves, c.Leaves}, {&total.Solutions, c.Solutions}, {&total.Cuts, c.Cuts}} {
			if add.n < 0 || *add.to > math.MaxInt-add.n {
				return fmt.Errorf("distributed: a count of %d, or a sum beyond %d", add.n, math.MaxInt)
			}
			*add.to += add.n
		}
		if total.Tasks++; total.Tasks == 1 || c.Depth > total.Depth ||
			c.Depth == total.Depth && slices.Compare(keys(c.Line), keys(total.Line)) < 0 {
			total.Depth, total.Line = c.Depth, c.Line
		}
		if len(c.Depths) > len(total.Depths) {
			total.Depths = append(total.Depths, make([]int, len(c.Depths)-len(total.Depths))...)
		}
		for depth, n := range c.Depths {
			total.Depths[depth] += n
		}
		if len(c.Sum) == 0 {
			return nil
		}
		if sum == nil {
			if newSum == nil {
				return errors.New("distributed: the results have sums, and no function adds them")
			}
			sum = newSum()
		}
		return sum.Merge(c.Sum)
	})
	if err == nil && sum != nil {
		total.Sum, err = sum.MarshalJSON()
	}
	return total, err
}

// keys returns a line in a form that has an order, so that among lines of one length the choice does not depend on
// which task ends first.
func keys[M comparable](line []M) []string {
	keys := make([]string, len(line))
	for i, m := range line {
		keys[i] = fmt.Sprint(m)
	}
	return keys
}
