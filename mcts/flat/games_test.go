package flat_test

import (
	"context"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts/flat"
)

// noughts is the game of noughts and crosses. A move is a cell, from 0 at the top left to 8 at the bottom right.
type noughts struct {
	stones [2]uint // of each side, a bit for each cell
	count  int
}

func after(cells ...int) *noughts {
	g := new(noughts)
	for _, c := range cells {
		g.Play(c)
	}
	return g
}

func hasRow(stones uint) bool {
	for _, row := range []uint{0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124} {
		if stones&row == row {
			return true
		}
	}
	return false
}

func (g *noughts) Moves(dst []int) []int {
	if hasRow(g.stones[1-g.ToMove()]) {
		return dst
	}
	for c := range 9 {
		if (g.stones[0]|g.stones[1])>>c&1 == 0 {
			dst = append(dst, c)
		}
	}
	return dst
}

func (g *noughts) Play(c int) {
	g.stones[g.ToMove()] |= 1 << c
	g.count++
}

func (g *noughts) Undo(c int) {
	g.count--
	g.stones[g.ToMove()] &^= 1 << c
}

func (g *noughts) ToMove() int { return g.count % 2 }

func (g *noughts) Outcome() int {
	if hasRow(g.stones[1-g.ToMove()]) {
		return -3
	}
	return 0
}

func (g *noughts) Acyclic() bool { return true }

func (g *noughts) Clone() *noughts { c := *g; return &c }

// numbered is the same with numbers of moves.
type numbered struct{ *noughts }

func (numbered) Numbers() int      { return 9 }
func (numbered) Number(c int) int  { return c }
func (g numbered) Clone() numbered { return numbered{g.noughts.Clone()} }

// planned is the same with goals: to get a cell.
type planned struct {
	numbered
	cells []int
	moves [][]int
	by    []int // which side is to get it
}

func (g planned) Clone() planned { g.numbered = g.numbered.Clone(); return g }

func (g planned) Goals(_ context.Context, dst []flat.Goal[int]) ([]flat.Goal[int], error) {
	for i := range g.cells {
		dst = append(dst, flat.Goal[int]{Moves: g.moves[i], Prevented: g.by[i] != g.ToMove()})
	}
	return dst, nil
}

func (g planned) Reached(goal int) bool { return g.stones[g.by[goal]]>>g.cells[goal]&1 == 1 }

// arms is a game with a single decision, and chance decides who wins.
type arms struct {
	chances []float64
	line    []int
}

const win, lose = 1000, 1001

func (a *arms) Moves(dst []int) []int {
	switch len(a.line) {
	case 0:
		for i := range a.chances {
			dst = append(dst, i)
		}
	case 1:
		dst = append(dst, win, lose)
	}
	return dst
}

func (a *arms) Play(m int) { a.line = append(a.line, m) }
func (a *arms) Undo(int)   { a.line = a.line[:len(a.line)-1] }

func (a *arms) ToMove() int {
	if len(a.line) == 1 {
		return ply.Chance
	}
	return 0
}

func (a *arms) Outcome() int {
	if a.line[1] == win {
		return 1
	}
	return -1
}

func (a *arms) Probabilities(_ []int, dst []float64) []float64 {
	p := a.chances[a.line[0]]
	return append(dst, p, 1-p)
}

func (a *arms) Clone() *arms { return &arms{chances: a.chances, line: append([]int(nil), a.line...)} }

// A line is a line of play to the end with its probability in uniform play, and its score for the side at the root.
type line struct {
	steps       []flat.Step[int]
	probability float64
	score       float64
}

// linesOf lists all lines of a game.
func linesOf(g ply.AdversarialGame[int]) []line {
	root := g.ToMove()
	var lines []line
	var steps []flat.Step[int]
	var walk func(p float64)
	walk = func(p float64) {
		moves := g.Moves(nil)
		if len(moves) == 0 {
			score := float64(g.Outcome())
			if g.ToMove() != root {
				score = -score
			}
			lines = append(lines, line{append([]flat.Step[int](nil), steps...), p, score})
		}
		for _, m := range moves {
			steps = append(steps, flat.Step[int]{Move: m, Side: g.ToMove()})
			g.Play(m)
			walk(p / float64(len(moves)))
			g.Undo(m)
			steps = steps[:len(steps)-1]
		}
	}
	walk(1)
	return lines
}

// expectation is the mean score of the lines that count.
func expectation(lines []line, counts func(line) bool) float64 {
	weight, sum := 0.0, 0.0
	for _, l := range lines {
		if counts(l) {
			weight += l.probability
			sum += l.probability * l.score
		}
	}
	return sum / weight
}

// has reports whether a side plays a cell in a line.
func (l line) has(side, move int) bool {
	for _, s := range l.steps {
		if s.Side == side && s.Move == move {
			return true
		}
	}
	return false
}

// hasFirst reports whether a side plays a cell in a line before the other side does.
func (l line) hasFirst(side, move int) bool {
	for _, s := range l.steps {
		if s.Move == move {
			return s.Side == side
		}
	}
	return false
}

// taken is the cells that two sides have taken in turn, of a game that has no other state.
type taken struct{ line []int }

func (g *taken) Play(c int)    { g.line = append(g.line, c) }
func (g *taken) Undo(int)      { g.line = g.line[:len(g.line)-1] }
func (g *taken) ToMove() int   { return len(g.line) % 2 }
func (g *taken) Acyclic() bool { return true }

// shared is a game of two moves for each side. Each side can take each of three cells once, whether the other side has it
// or not. The number of the last cell is the outcome for the second side, with a bonus for the first taker of cell 1.
type shared struct{ taken }

func (g *shared) Moves(dst []int) []int {
	for c := range 3 {
		if n := len(g.line); n < 4 && (n < 2 || g.line[n-2] != c) {
			dst = append(dst, c)
		}
	}
	return dst
}

func (g *shared) Outcome() int {
	bonus := 0
	if i := slices.Index(g.line, 1); i >= 0 {
		bonus = 5 * (1 - 2*(i%2))
	}
	return bonus - g.line[3]
}

// locked is a game of two moves for each side, which take cells. The second side can take cell 3 only with its last move,
// wins with it, and otherwise loses by the first move.
type locked struct{ taken }

func (g *locked) Moves(dst []int) []int {
	for c := range 6 {
		if len(g.line) < 4 && !slices.Contains(g.line, c) && (c != 3 || len(g.line) == 3) {
			dst = append(dst, c)
		}
	}
	return dst
}

func (g *locked) Clone() *locked { return &locked{taken{slices.Clone(g.line)}} }

func (g *locked) Outcome() int {
	if slices.Contains(g.line, 3) {
		return -9
	}
	return 9 - g.line[0]
}
