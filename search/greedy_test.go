package search_test

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search"
)

// A preferring graph has several estimates of each node, and prefers some edges.
type preferring struct {
	*testgames.Graph
	more      [][]int // the estimates of each node
	preferred []bool  // by edge
}

func (p preferring) EstimateAndPrefer(estimates []int, preferred []int) ([]int, []int) {
	estimates = append(estimates, p.Estimate())
	for _, e := range p.more {
		estimates = append(estimates, e[p.At])
	}
	for _, m := range p.Moves(nil) {
		if p.preferred[m] {
			preferred = append(preferred, m)
		}
	}
	return estimates, preferred
}

// randomPreferring draws a graph with any estimates, which are math.MaxInt only where there is no solution.
func randomPreferring(random *rand.Rand) preferring {
	p := preferring{Graph: testgames.RandomGraph(random, 20, 35, random.IntN(2) == 0)}
	left := costsToGoal(p.Graph)
	fill := func(estimates []int) {
		for node := range estimates {
			switch {
			case left[node] < 0 && random.IntN(2) == 0:
				estimates[node] = math.MaxInt
			case random.IntN(20) == 0:
				estimates[node] = math.MaxInt - 1 - random.IntN(3)
			default:
				estimates[node] = random.IntN(1 + random.IntN(20))
			}
		}
	}
	fill(p.Bounds)
	p.more = make([][]int, random.IntN(3))
	for i := range p.more {
		p.more[i] = make([]int, len(p.Out))
		fill(p.more[i])
	}
	for range p.Edges {
		p.preferred = append(p.preferred, random.IntN(3) == 0)
	}
	return p
}

// In random graphs, with and without cycles, a solution is found exactly if there is one, for any estimates and
// preferred moves.
func TestGreedyBestFirst(t *testing.T) {
	for seed := range uint64(long.Or(1500, 500)) {
		random := rand.New(rand.NewPCG(seed, 3))
		p := randomPreferring(random)
		_, costs := p.Distances()
		solvable := slices.ContainsFunc(costs, func(int) bool { return false })
		reachable := 0
		for node, c := range costs {
			if c >= 0 {
				reachable++
				solvable = solvable || p.Goals[node]
			}
		}
		for _, opt := range []search.GreedyOptions[int]{{}, {Deferred: true}, {Boost: 1 + random.IntN(1000)}, {Boost: math.MaxInt / 1000, Deferred: true}} {
			for name, find := range map[string]func() (search.PathResult[int], error){
				"preferring": func() (search.PathResult[int], error) {
					return search.GreedyBestFirst(background, p, ply.Limits{}, opt)
				},
				"identities": func() (search.PathResult[int], error) {
					return search.GreedyBestFirst(background, p.Graph, ply.Limits{}, opt)
				},
				"hashes": func() (search.PathResult[int], error) {
					g := p.Graph
					return search.GreedyBestFirst(background, hashed{g, g, g, g, g}, ply.Limits{}, opt)
				},
			} {
				r, err := find()
				if err != nil || p.At != 0 || r.Found != solvable || (r.Status == ply.Solved) != solvable || !solvable && r.Status != ply.Complete || r.Nodes > reachable {
					t.Fatalf("seed %d, %s, %+v: %+v, error %v, at node %d, want found %v", seed, name, opt, r, err, p.At, solvable)
				}
				cost := 0
				for _, m := range r.Line {
					cost += p.Cost(m)
				}
				if cost != r.Cost {
					t.Fatalf("seed %d, %s, %+v: line %v costs %d, not %d", seed, name, opt, r.Line, cost, r.Cost)
				}
				if r.Found {
					testgames.Replay(t, p.Graph, r.Line, func() {
						if !p.Solved() {
							t.Fatalf("seed %d, %s, %+v: line %v does not solve", seed, name, opt, r.Line)
						}
					})
				}
			}
		}
	}
}

// Lists take turns: a good estimate is followed although another one leads astray, and preferred moves are although no
// estimate tells anything.
func TestGreedyListsTakeTurns(t *testing.T) {
	// A line of nodes from 0 to the goal, 100; from each a false one leads away, on which a bad estimate is lower.
	const length = 100
	p := preferring{Graph: &testgames.Graph{Out: make([][]int, 2*length+1), Goals: make([]bool, 2*length+1), Bounds: make([]int, 2*length+1)}}
	p.Goals[length] = true
	good := make([]int, 2*length+1)
	edge := func(from, to int, preferred bool) {
		p.Out[from] = append(p.Out[from], len(p.Edges))
		p.Edges = append(p.Edges, testgames.Edge{From: from, To: to, Price: 1})
		p.preferred = append(p.preferred, preferred)
	}
	for node := range length {
		edge(node, node+1, true)
		edge(node, length+1+node, false)
		if node > 0 {
			edge(length+node, length+node+1, false)
			edge(length+1+node, node, false)
		}
		p.Bounds[node] = 2 * length
		good[node], good[length+1+node] = length-node, length
	}
	p.Bounds[length] = 2 * length
	nodes := func(p preferring) int {
		r, err := search.GreedyBestFirst(background, p, ply.Limits{}, search.GreedyOptions[int]{})
		if err != nil || !r.Found {
			t.Fatal(r.Status, err)
		}
		return r.Nodes
	}
	alone := p
	alone.preferred = make([]bool, len(p.preferred))
	two := alone
	two.more = [][]int{good}
	if bad, turns, preferred := nodes(alone), nodes(two), nodes(p); bad < 2*length || turns > bad || preferred > bad {
		t.Errorf("%d positions by the bad estimate, %d in turn with a good one, %d with preferred moves", bad, turns, preferred)
	}
}

// A stubborn game is a line of moves to a solution, with possible faults.
type stubborn struct {
	*path
	answer func(at int) ([]int, []int)
}

func (s stubborn) EstimateAndPrefer(estimates, preferred []int) ([]int, []int) {
	e, p := s.answer(s.at)
	return append(estimates, e...), append(preferred, p...)
}

func TestGreedyErrors(t *testing.T) {
	ended, cancel := context.WithCancel(background)
	cancel()
	one := func(int) ([]int, []int) { return []int{1}, nil }
	for _, test := range []struct {
		name   string
		ctx    context.Context
		answer func(at int) ([]int, []int)
		limits ply.Limits
		opt    search.GreedyOptions[int]
		status ply.Status
		err    string
	}{
		{"MaxNodes", background, one, ply.Limits{Nodes: -1}, search.GreedyOptions[int]{}, ply.Failed, "Limits.Nodes is -1"},
		{"Boost", background, one, ply.Limits{}, search.GreedyOptions[int]{Boost: -1}, ply.Failed, "Boost is -1"},
		{"no estimate", background, func(int) ([]int, []int) { return nil, nil }, ply.Limits{}, search.GreedyOptions[int]{}, ply.Failed, "0 estimates"},
		{"fewer estimates", background, func(at int) ([]int, []int) { return make([]int, max(1, 3-at)), nil }, ply.Limits{}, search.GreedyOptions[int]{}, ply.Failed, "2 estimates"},
		{"more, deferred", background, func(at int) ([]int, []int) { return make([]int, 1+at), nil }, ply.Limits{}, search.GreedyOptions[int]{Deferred: true}, ply.Failed, "2 estimates"},
		{"negative", background, func(at int) ([]int, []int) { return []int{-at}, nil }, ply.Limits{}, search.GreedyOptions[int]{}, ply.Failed, "estimate -1"},
		{"illegal moves", background, func(at int) ([]int, []int) { return []int{0}, []int{-5, 7, math.MaxInt} }, ply.Limits{}, search.GreedyOptions[int]{Boost: math.MaxInt}, ply.Solved, ""},
		{"all the same", background, func(at int) ([]int, []int) { return []int{3, 3, 3}, []int{0, 0, 0} }, ply.Limits{}, search.GreedyOptions[int]{Boost: math.MaxInt, Deferred: true}, ply.Solved, ""},
		{"no solution", background, func(at int) ([]int, []int) { return []int{3, math.MaxInt}, nil }, ply.Limits{}, search.GreedyOptions[int]{}, ply.Complete, ""},
		{"cancelled", ended, one, ply.Limits{}, search.GreedyOptions[int]{}, ply.Cancelled, ""},
		{"nodes", background, one, ply.Limits{Nodes: 10}, search.GreedyOptions[int]{}, ply.OutOfNodes, ""},
		{"time", background, one, ply.Limits{Time: time.Nanosecond}, search.GreedyOptions[int]{Deferred: true}, ply.OutOfTime, ""},
	} {
		s := stubborn{&path{chain: chain{end: 2000}}, test.answer}
		r, err := search.GreedyBestFirst(test.ctx, s, test.limits, test.opt)
		if r.Status != test.status || (err != nil) != (test.err != "") || err != nil && !strings.Contains(err.Error(), test.err) || r.Found != (test.status == ply.Solved) || s.at != 0 {
			t.Errorf("%s: %v, found %v, at %d, error %v, want %v, %q", test.name, r.Status, r.Found, s.at, err, test.status, test.err)
		}
	}
}

// A fan has many moves at the start, and no solution after any.
type fan struct {
	chain
	moves     int
	estimates int
	estimated func(n int)
}

func (f *fan) Moves(dst []int) []int {
	for m := range f.moves {
		if f.at == 0 {
			dst = append(dst, m+1)
		}
	}
	return dst
}
func (f *fan) Play(m int)   { f.at = m }
func (f *fan) Undo(int)     { f.at = 0 }
func (f *fan) Solved() bool { return false }
func (f *fan) Hash() uint64 { return uint64(f.at) }
func (f *fan) Estimate() int {
	f.estimates++
	if f.estimated(f.estimates); f.at == 0 {
		return 0
	}
	return math.MaxInt
}

// A search is also cancelled while it visits nothing, as all that it takes leads nowhere.
func TestGreedyIsCancelledBetweenNodes(t *testing.T) {
	ctx, cancel := context.WithCancel(background)
	f := &fan{moves: 1_000_000, estimated: func(n int) {
		if n == 1000 {
			cancel()
		}
	}}
	r, err := search.GreedyBestFirst(ctx, f, ply.Limits{}, search.GreedyOptions[int]{Deferred: true})
	if err != nil || r.Status != ply.Cancelled || f.at != 0 || f.estimates > f.moves/2 {
		t.Errorf("%v after %d estimates, error %v", r.Status, f.estimates, err)
	}
}

// The memory of a search is in proportion to the positions visited: each has about 1.7 moves.
func TestGreedyMemory(t *testing.T) {
	const nodes = 20_000
	for _, opt := range []search.GreedyOptions[testgames.Slide]{{}, {Deferred: true}} {
		tiles := testgames.NewTiles(3, 8, 7, 6, 5, 4, 3, 2, 1, 0)
		tiles.NoGoal = true
		var before, after runtime.MemStats
		runtime.GC()
		runtime.GC() // some of what tests before this one have left goes with the second only
		runtime.ReadMemStats(&before)
		opt.Progress = func(search.PathResult[testgames.Slide]) { // the last one, while all is kept
			runtime.GC()
			runtime.ReadMemStats(&after)
		}
		r, err := search.GreedyBestFirst(stop.ReportEach(background, time.Hour), tiles, ply.Limits{Nodes: nodes}, opt)
		if bytes := (float64(after.HeapAlloc) - float64(before.HeapAlloc)) / nodes; err != nil || r.Status != ply.OutOfNodes || bytes > 400 {
			t.Errorf("deferred %v: %v, error %v, %.0f bytes for each position visited", opt.Deferred, r.Status, err, bytes)
		}
	}
}
