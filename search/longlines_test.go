package search_test

import (
	"context"
	"encoding/binary"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

// A path is a chain that is solved at its end. With side moves, each of its positions has a first move to a position
// without moves.
type path struct {
	chain
	side   bool
	aside  bool // the position is one of those
	played int
}

func (p *path) Moves(dst []int) []int {
	switch {
	case p.aside || p.at == p.end:
		return dst
	case p.side:
		dst = append(dst, -1)
	}
	return append(dst, 1)
}

func (p *path) Play(m int) {
	p.played++
	if p.aside = m < 0; !p.aside {
		p.at++
	}
}

func (p *path) Undo(m int) {
	if p.aside {
		p.aside = false
	} else {
		p.at--
	}
}

func (p *path) Hash() uint64 {
	key := uint64(p.at) << 1
	if p.aside {
		key |= 1
	}
	return transposition.Mix(key)
}

func (p *path) AppendBinary(dst []byte) ([]byte, error) {
	return binary.LittleEndian.AppendUint64(dst, p.Hash()), nil
}

func (p *path) Solved() bool          { return p.at == p.end && !p.aside }
func (p *path) Score() float64        { return float64(p.at) }
func (p *path) Commute(a, b int) bool { return false }

func (p *path) Estimate() int {
	if p.aside {
		return 0
	}
	return p.end - p.at
}

func (p *path) Clone() *path {
	c := *p
	return &c
}

// A pathless game is a path that is no puzzle.
type pathless struct{ *path }

func (pathless) Solved(struct{}) {}

// TestLongLinesOfOnePlayer: the time for a position does not grow with the number of moves before it.
func TestLongLinesOfOnePlayer(t *testing.T) {
	const enough = 2 * time.Minute // many times the need and, in the long form, far less than a quadratic time
	n := long.Or(400_000, 20_000)
	bounds := search.PathOptions[int]{}
	limits := ply.Limits{Time: enough}
	longest := search.Options[int]{Longest: true}
	depthFirst := func(space func(p *path) search.Space[int], opt search.Options[int]) func(*path) (search.Result[int], error) {
		return func(p *path) (search.Result[int], error) { return search.DepthFirst(background, space(p), limits, opt) }
	}
	all := func(r search.PathResult[int], err error) (search.Result[int], error) {
		return search.Result[int]{Report: r.Report, Line: r.Line, Depth: n}, err
	}
	tree := func(p *path) search.Space[int] { return search.Tree(p) }
	for name, find := range map[string]func(p *path) (search.Result[int], error){
		"longest":       depthFirst(tree, longest),
		"solution":      depthFirst(tree, search.Options[int]{}),
		"highest score": depthFirst(func(p *path) search.Space[int] { return search.Tree(pathless{p}) }, search.Options[int]{}),
		"incremental":   depthFirst(func(p *path) search.Space[int] { return search.Incremental(p) }, longest),
		"graph":         depthFirst(func(p *path) search.Space[int] { return search.Graph(p, nil) }, longest),
		"exact graph":   depthFirst(func(p *path) search.Space[int] { return search.ExactGraph(p, new(transposition.Set)) }, longest),
		"with reports": func(p *path) (search.Result[int], error) {
			opt := longest
			opt.Progress = func(search.Result[int]) {}
			return search.DepthFirst(stop.ReportEach(background, 1), search.Tree(p), limits, opt)
		},
		"breadth first": func(p *path) (search.Result[int], error) {
			return search.BreadthFirst(background, search.Tree(p), limits, longest)
		},
		"A*": func(p *path) (search.Result[int], error) { return all(search.AStar(background, p, limits, bounds)) },
		"greedy": func(p *path) (search.Result[int], error) {
			return all(search.GreedyBestFirst(background, p, limits, search.GreedyOptions[int]{}))
		},
		"greedy, deferred": func(p *path) (search.Result[int], error) {
			return all(search.GreedyBestFirst(background, p, limits, search.GreedyOptions[int]{Deferred: true}))
		},
		"IDA*": func(p *path) (search.Result[int], error) { return all(search.IDAStar(background, p, limits, bounds)) },
		"IDA*, cycles": func(p *path) (search.Result[int], error) {
			return all(search.IDAStar(background, recognised[int]{plain[int]{p, p, p}, p}, limits, bounds))
		},
		"perft": func(p *path) (search.Result[int], error) {
			ctx, cancel := context.WithTimeout(background, enough)
			defer cancel()
			r, err := search.Perft(ctx, p, n, search.PerftOptions{})
			if want := len(p.Moves(nil)); r.Leaves != want {
				t.Errorf("perft: %d leaves, want %d", r.Leaves, want)
			}
			return search.Result[int]{Report: r.Report, Depth: n, Line: make([]int, n)}, err
		},
		"parallel": func(p *path) (search.Result[int], error) {
			opt := longest
			opt.Workers = 2
			r, _, err := search.DepthFirstInTasks(background, search.Incremental(p), limits, opt, 1<<30)
			return r, err
		},
	} {
		for _, side := range []bool{false, true} {
			p := &path{chain: chain{end: n}, side: side}
			r, err := find(p)
			if err != nil || !r.Status.Conclusive() || r.Depth != n || len(r.Line) != n || p.at != 0 {
				t.Errorf("%s, side moves %v: %v after %v, depth %d, line of %d moves, error %v",
					name, side, r.Status, r.Elapsed, r.Depth, len(r.Line), err)
			}
			if name != "parallel" && name != "with reports" && p.played > 8*n {
				t.Errorf("%s, side moves %v: %d moves played", name, side, p.played)
			}
			t.Logf("%s, side moves %v: %v", name, side, r.Elapsed)
		}
	}
}
