package watch

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/site/internal/svg"
	"github.com/ply-search/ply/transposition"
)

func shortestWays() Demo {
	return Demo{
		Name:  "astar",
		Title: "A* against IDA*",
		Short: "The shortest solution of a sliding puzzle, with much memory and with hardly any.",
		About: "Put the tiles in order with the fewest moves. Both searches add the number of moves made to a lower bound on the remaining moves: the sum of " +
			"the distances of the tiles from their places. A* always expands a position with the least sum, and stores all positions. " +
			"IDA* stores only its line: it searches depth first up to a bound, and restarts with a greater one. A bar shows the number of " +
			"positions visited after a number of moves. At the end the solution is played.",
		Paper: "Hart, Nilsson and Raphael, “A formal basis for the heuristic determination of minimum cost paths”, 1968; Korf, " +
			"“Depth-first iterative-deepening”, 1985.",
		Package: "search",
		Settings: []Setting{
			{"seed", "Seed", 0, 999, 10},
			{"size", "Size", 2, 4, 4},
			{"shuffles", "Random moves before", 0, 60, 36},
		},
		Function: "shortest",
		Run:      watchSliding,
	}
}

// shortest searches for a shortest solution by A* and by IDA*.
func shortest(ctx context.Context, puzzle *sliding, left, right func(depth int)) (a, ida search.PathResult[uint8], err error) {
	opt := search.PathOptions[uint8]{Visit: left}
	limits := ply.Limits{Nodes: mostDrawn}
	if a, err = search.AStar(ctx, puzzle, limits, opt); err != nil {
		return a, ida, err
	}
	opt.Visit = right
	ida, err = search.IDAStar(ctx, puzzle, limits, opt)
	return a, ida, err
}

// sliding is a square of tiles with a gap. A move is the direction of the gap: left, right, up or down.
type sliding struct {
	size  int
	cells []uint8 // 0 is the gap, which is first in the solution
	gap   int
}

var slides = [4][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}

// Moves lists the directions of the gap, unless the puzzle is solved.
func (s *sliding) Moves(dst []uint8) []uint8 {
	if s.Solved() {
		return dst
	}
	for way, d := range slides {
		if x, y := s.gap%s.size+d[0], s.gap/s.size+d[1]; 0 <= x && x < s.size && 0 <= y && y < s.size {
			dst = append(dst, uint8(way))
		}
	}
	return dst
}

func (s *sliding) Play(way uint8) {
	to := s.gap + slides[way][0] + s.size*slides[way][1]
	s.cells[s.gap], s.cells[to], s.gap = s.cells[to], 0, to
}

func (s *sliding) Undo(way uint8) { s.Play(way ^ 1) }

// Inverse returns the opposite direction.
func (s *sliding) Inverse(way uint8) (uint8, bool) { return way ^ 1, true }

// Solved reports whether all tiles are in place.
func (s *sliding) Solved() bool { return s.Estimate() == 0 }

// Estimate returns the sum of the Manhattan distances of the tiles from their places.
func (s *sliding) Estimate() int {
	sum := 0
	for i, tile := range s.cells {
		if t := int(tile); t > 0 {
			dx, dy := t%s.size-i%s.size, t/s.size-i/s.size
			sum += max(dx, -dx) + max(dy, -dy)
		}
	}
	return sum
}

func (s *sliding) Hash() uint64 {
	h := uint64(0)
	for _, tile := range s.cells {
		h = transposition.Mix(h + uint64(tile) + 1)
	}
	return h
}

func (s *sliding) AppendBinary(b []byte) ([]byte, error) { return append(b, s.cells...), nil }

func (s *sliding) clone() *sliding { return &sliding{s.size, slices.Clone(s.cells), s.gap} }

func (s *sliding) draw(label string) string {
	d := svg.New(float64(s.size), float64(s.size))
	for i, tile := range s.cells {
		if x, y := float64(i%s.size), float64(i/s.size); tile > 0 {
			d.Rect("tile", x+0.04, y+0.04, 0.92, 0.92)
			d.Text("label", svg.At(x+0.5, y+0.52), 0.45, fmt.Sprint(tile))
		}
	}
	return d.SVG("tree small", label)
}

// A slidingFilm shows both searches, one node of each per frame.
type slidingFilm struct {
	size    int
	puzzle  *sliding // at the start
	sides   [2]slidingSide
	longest int
}

type slidingSide struct {
	title  string
	depths []int // of the nodes
	rounds []int // bounds tried up to a node
	result search.PathResult[uint8]
	seen   map[uint64]bool
	fresh  []int // different positions up to a node
}

func (s *slidingSide) visit(puzzle *sliding) func(depth int) {
	s.seen = map[uint64]bool{}
	rounds := 0
	return func(depth int) {
		if depth == 0 {
			rounds++
		}
		s.seen[puzzle.Hash()] = true
		s.depths, s.rounds, s.fresh = append(s.depths, depth), append(s.rounds, rounds), append(s.fresh, len(s.seen))
	}
}

func watchSliding(ctx context.Context, v Values, _ func(Film)) (Film, error) {
	puzzle := &sliding{size: v["size"]}
	for i := range v["size"] * v["size"] {
		puzzle.cells = append(puzzle.cells, uint8(i))
	}
	random := rand.New(rand.NewPCG(uint64(v["seed"]), 0))
	last := uint8(255)
	for n := 0; n < v["shuffles"]; {
		way := uint8(random.IntN(4))
		x, y := puzzle.gap%puzzle.size+slides[way][0], puzzle.gap/puzzle.size+slides[way][1]
		if way == last^1 || x < 0 || y < 0 || x >= puzzle.size || y >= puzzle.size {
			continue
		}
		puzzle.Play(way)
		last = way
		n++
	}
	f := &slidingFilm{size: v["size"], puzzle: puzzle.clone()}
	f.sides[0].title, f.sides[1].title = "A*", "IDA*"
	a, ida, err := shortest(ctx, puzzle, f.sides[0].visit(puzzle), f.sides[1].visit(puzzle))
	if err != nil {
		return nil, err
	}
	f.sides[0].result, f.sides[1].result = a, ida
	for _, s := range f.sides {
		for _, depth := range s.depths {
			f.longest = max(f.longest, depth)
		}
	}
	return f, nil
}

// Len implements Film. After the nodes of the searches come the moves of the solution.
func (f *slidingFilm) Len() int { return f.nodes() + len(f.solution()) }

// nodes returns the greater number of nodes of the two searches.
func (f *slidingFilm) nodes() int { return max(len(f.sides[0].depths), len(f.sides[1].depths)) }

// solution returns the solution of A*, or of IDA* if A* found none.
func (f *slidingFilm) solution() []uint8 {
	for _, s := range f.sides {
		if s.result.Found {
			return s.result.Line
		}
	}
	return nil
}

// Frame implements Film.
func (f *slidingFilm) Frame(i int) Frame {
	frame := Frame{Said: fmt.Sprintf("Node %d.", i+1)}
	var tallest int
	for _, s := range f.sides {
		tallest = max(tallest, most(s.depths, f.longest))
	}
	for k := range f.sides {
		s := &f.sides[k]
		nodes := min(i+1, len(s.depths))
		counts := make([]int, f.longest+1)
		for _, depth := range s.depths[:nodes] {
			counts[depth]++
		}
		d := svg.New(treeWidth, treeHeight)
		width := (treeWidth - 2*treeMargin) / float64(len(counts))
		for depth, n := range counts {
			height := (treeHeight - 10) * float64(n) / float64(tallest)
			d.Rect("bar", treeMargin+width*float64(depth), treeHeight-6-height, 0.85*width, height)
			if depth%5 == 0 {
				d.Text("label", svg.At(treeMargin+width*(float64(depth)+0.45), treeHeight-3), 2.6, fmt.Sprint(depth))
			}
		}
		state := "goes on"
		if nodes == len(s.depths) {
			if state = "a solution of " + count(len(s.result.Line), "move"); !s.result.Found {
				state = "stopped after " + count(nodes, "node")
			}
		}
		figures := []Figure{figure("nodes", nodes), figure("different positions", s.fresh[nodes-1]), figure("kept in memory", s.fresh[nodes-1])}
		if k == 1 {
			figures[2] = figure("kept in memory", s.depths[nodes-1]+1)
			figures = append(figures, figure("bounds tried", s.rounds[nodes-1]))
		}
		frame.Panels = append(frame.Panels, Panel{
			Title: s.title, Picture: d.SVG("tree", s.title+": nodes after so many moves"), Figures: append(figures, figure("state", state)),
		})
	}
	at := f.puzzle.clone()
	solution := f.solution()
	played := max(0, i+1-f.nodes())
	for _, way := range solution[:played] {
		at.Play(way)
	}
	label := "The puzzle"
	if played > 0 {
		label = fmt.Sprintf("The puzzle after %d of %s", played, count(len(solution), "move"))
		frame.Said = fmt.Sprintf("Move %d of the solution.", played)
	}
	frame.Panels = append(frame.Panels, Panel{Title: label, Picture: at.draw(label)})
	if i == f.Len()-1 {
		var said []string
		for _, s := range f.sides {
			said = append(said, s.title+" visits "+count(len(s.depths), "node"))
		}
		frame.Said = strings.Join(said, ", ") + "."
	}
	return frame
}

// most returns the number of occurrences of the most frequent number.
func most(numbers []int, greatest int) int {
	counts := make([]int, greatest+1)
	top := 1
	for _, n := range numbers {
		counts[n]++
		top = max(top, counts[n])
	}
	return top
}
