package distributed

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
	"github.com/ply-search/ply/search"
)

// CountOptions configure a run of [CountProblem].
type CountOptions[M comparable] struct {
	// Start is the position to count from.
	Start[M] `json:"start"`

	// Limits are the limits of one task. A task that reaches a limit creates further tasks for the rest of its work
	// (see [search.SearchPart]). The zero value means a time limit of one second. With smaller limits, a run has more
	// tasks, and less work is lost when a worker dies.
	Limits ply.Limits `json:"limits"`
}

// A Sum accumulates a measure of positions, such as the number of positions at each depth. The sum must not depend on
// the order in which positions are added, nor on the order in which sums are merged.
type Sum[G any] interface {
	// Add adds the position of g to the sum. depth is the number of moves from the start position of the run to this
	// position. Add must not make moves in g.
	Add(g G, depth int)

	// MarshalJSON encodes the sum, in at most a megabyte.
	json.Marshaler

	// Merge adds another Sum of the same type to this Sum. The parameter sum is the JSON that MarshalJSON of the other
	// Sum has returned.
	Merge(sum []byte) error
}

type countableGame[G any, M comparable] interface {
	ply.Game[M]
	ply.Commuter[M]
	ply.Cloner[G]
}

// CountProblem returns a function that makes problems, for [Registry.Register]. Each problem is an exhaustive search
// of the space [search.Incremental]: of the lines that differ only in the order of commuting moves, one is searched.
// The search counts all positions reachable from a start position, and finds the longest line. The game must be
// acyclic. Every position is counted at least once. If all transpositions of the game are incremental, every position
// is counted exactly once.
//
// newGame makes the game from [Start].Name. Moves are stored as JSON; a move that is encoded and decoded again must be
// unchanged. newSum may be nil. If it is not nil, it returns an empty [Sum], and each task adds its positions to such
// a Sum. This makes the search slower. The search is divided into tasks as in Helmstetter 2007, section 5.4.2.
func CountProblem[G interface {
	ply.Game[M]
	ply.Commuter[M]
	ply.Cloner[G]
}, M comparable](newGame func(name string) (G, error), newSum func() Sum[G]) func(json.RawMessage) (Problem, error) {
	return func(options json.RawMessage) (Problem, error) {
		p := &countProblem[G, M]{newSum: newSum}
		if err := json.Unmarshal(options, &p.options); err != nil {
			return nil, fmt.Errorf("options: %w", err)
		}
		limits := &p.options.Limits
		if err := limits.Check(); err != nil {
			return nil, fmt.Errorf("option %w", err)
		}
		if *limits == (ply.Limits{}) {
			limits.Time = time.Second
		}
		var err error
		p.start, err = position(p.options.Start, newGame)
		return p, err
	}
}

type countProblem[G countableGame[G, M], M comparable] struct {
	options CountOptions[M]
	start   G // which is only cloned
	newSum  func() Sum[G]
}

func (p *countProblem[G, M]) Fingerprint(ctx context.Context) (string, error) {
	fingerprint, err := Fingerprint(ctx, p.start.Clone())
	if p.newSum != nil {
		fingerprint += " sum"
	}
	return fingerprint, err
}

type countResult[M comparable] struct {
	Positions int             `json:"positions"`
	Leaves    int             `json:"leaves"`
	Solutions int             `json:"solutions"`
	Cuts      int             `json:"cuts"`
	Line      []M             `json:"line"`
	Sum       json.RawMessage `json:"sum,omitempty"`
}

type countTask[M comparable] struct {
	Line    []M  `json:"line,omitempty"`
	Without []M  `json:"without,omitempty"`
	Rest    bool `json:"rest,omitempty"`
}

func (p *countProblem[G, M]) Start() ([]Task, error) {
	return []Task{{Content: json.RawMessage(`{}`), Weight: 1}}, nil
}

func (p *countProblem[G, M]) Work(ctx context.Context, content json.RawMessage, _ iter.Seq2[json.RawMessage, error]) (Outcome, error) {
	var t countTask[M]
	if err := json.Unmarshal(content, &t); err != nil {
		return Outcome{}, fmt.Errorf("task: %w", err)
	}
	if len(t.Line) > longestLine {
		return Outcome{}, fmt.Errorf("task: a line of %d moves", len(t.Line))
	}
	g := p.start.Clone()
	opt := search.Options[M]{Longest: true}
	var sum Sum[G]
	if p.newSum != nil {
		sum = p.newSum()
		opt.Visit = func(depth int) { sum.Add(g, depth) }
	}
	part := search.Part[M](t)
	r, parts, err := search.SearchPart(ctx, g, p.options.Limits, part, opt)
	if err != nil {
		return Outcome{}, err
	}
	count := countResult[M]{Positions: r.Nodes, Leaves: r.Leaves, Solutions: r.Solutions, Cuts: r.IncrementalCuts, Line: r.Line}
	if sum != nil {
		if count.Sum, err = sum.MarshalJSON(); err != nil {
			return Outcome{}, fmt.Errorf("sum: %w", err)
		}
	}
	o := Outcome{Nodes: r.Nodes, Next: make([]Task, len(parts))}
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

// partWeights returns each handed-over part's share of the rest, as if all moves of a position led to equally many
// positions. The line of the first begins with the lines of all others.
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

// CountResult returns the counts of a run of [CountProblem] so far. Status is [ply.InProgress] until the run has
// ended. Line is a line of greatest length found so far. If CountProblem was called with newSum, the argument sum must
// not be nil, and CountResult merges the Sums of all completed tasks into it. Without newSum, the argument sum is not
// used.
func CountResult[M comparable](ctx context.Context, q *Queue, run int64, sum interface{ Merge(sum []byte) error }) (search.Result[M], error) {
	progress, err := q.Run(ctx, run)
	if err != nil {
		return search.Result[M]{}, err
	}
	r, err := addCounts[M](q.Results(ctx, run), sum)
	r.Status, r.Elapsed = progress.Status, progress.Elapsed
	return r, err
}

func addCounts[M comparable](results iter.Seq2[json.RawMessage, error], sum interface{ Merge(sum []byte) error }) (total search.Result[M], err error) {
	for result, err := range results {
		if err != nil {
			return total, err
		}
		var c countResult[M]
		if err := json.Unmarshal(result, &c); err != nil {
			return total, fmt.Errorf("distributed: not the result of a count task: %w", err)
		}
		for _, add := range []struct {
			to *int
			n  int
		}{{&total.Nodes, c.Positions}, {&total.Leaves, c.Leaves}, {&total.Solutions, c.Solutions}, {&total.IncrementalCuts, c.Cuts}} {
			if add.n < 0 || *add.to > math.MaxInt-add.n {
				return total, fmt.Errorf("distributed: a count of %d, or a sum beyond %d", add.n, math.MaxInt)
			}
			*add.to += add.n
		}
		if !total.Found || len(c.Line) > len(total.Line) ||
			len(c.Line) == len(total.Line) && slices.Compare(keys(c.Line), keys(total.Line)) < 0 {
			total.Depth, total.Line, total.Found = len(c.Line), c.Line, true
		}
		if len(c.Sum) == 0 {
			continue
		}
		if sum == nil {
			return total, errors.New("distributed: the results have sums, but no sum is given to merge them into")
		}
		if err := sum.Merge(c.Sum); err != nil {
			return total, err
		}
	}
	return total, nil
}

// keys returns a line in an ordered form: the choice among equally long lines then does not depend on which task ends first.
func keys[M comparable](line []M) []string {
	keys := make([]string, len(line))
	for i, m := range line {
		keys[i] = fmt.Sprint(m)
	}
	return keys
}
