package fiveinarow

import (
	"fmt"

	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/search/threat"
)

// A Goal is a position in which the attacker, the side that moves first, aims at five in a row, for the searches of package
// threat. A four is a threat of order 1, a three of order 2. These searches choose each threat by the earlier answers, so they
// also find wins without a single sequence of threats, which [Solve] does not find.
type Goal struct {
	board     *board
	defending bool
	listed    [squares]bool
}

// NewGoal returns the goal of a side that is to move. It returns an error if the side is neither X nor O or the rule is
// unknown, and [ErrOver] if a side has won.
func NewGoal(p *Position, side Stone, rule Rule) (*Goal, error) {
	if err := checkStart(p, side, rule); err != nil {
		return nil, err
	}
	return &Goal{board: newBoard(p, side, rule)}, nil
}

func (g *Goal) Attacking() bool { return !g.defending }

// Acyclic returns true: stones stay where they are.
func (g *Goal) Acyclic() bool { return true }

func (g *Goal) Moves(dst []Square) []Square {
	for s := range Square(squares) {
		if g.board.on[s] == empty {
			dst = append(dst, s)
		}
	}
	return dst
}

func (g *Goal) Play(s Square) {
	stone := uint8(attacker)
	if g.defending {
		stone = defender
	}
	g.board.put(s, stone)
	g.defending = !g.defending
}

func (g *Goal) Undo(s Square) {
	g.board.put(s, empty)
	g.defending = !g.defending
}

func (g *Goal) Pass() bool { g.defending = !g.defending; return true }

func (g *Goal) Unpass() { g.defending = !g.defending }

func (g *Goal) Hash() uint64 {
	if g.defending {
		return ^g.board.hash
	}
	return g.board.hash
}

func (g *Goal) Standing(_ int, trace *dependency.Trace) threat.Standing {
	if g.board.five(defender) != nil {
		return threat.Lost
	}
	r := g.board.five(attacker)
	if r == nil {
		return threat.Open
	}
	needed := r.squares[:]
	if g.board.rule == Exact {
		needed = append(needed, r.beyond...)
	}
	for _, s := range needed {
		trace.Add(int32(s))
	}
	return threat.Won
}

// Attacks appends the squares of the rows that lack at most order stones, in ascending order of the stones lacking.
func (g *Goal) Attacks(order int, dst []Square) []Square {
	start := len(dst)
	for lacking := 1; lacking <= min(order, 5); lacking++ {
		for i := range g.board.with[attacker][5-lacking].all() {
			r := &rows[i]
			if !g.board.wins(r, attacker) {
				continue
			}
			for _, s := range r.squares {
				if g.board.on[s] == empty && !g.listed[s] {
					g.listed[s] = true
					dst = append(dst, s)
				}
			}
		}
	}
	for _, s := range dst[start:] {
		g.listed[s] = false
	}
	return dst
}

// TraceMove adds the square of a move, the only one that its legality depends on.
func (g *Goal) TraceMove(s Square, _ int, trace *dependency.Trace) { trace.Add(int32(s)) }

// Replies adds to a trace the squares where the defender could make five by one move more than there are changes, and appends
// the empty squares of the trace.
func (g *Goal) Replies(changes int, trace *dependency.Trace, dst []Square) []Square {
	for lacking := 1; lacking <= min(changes+1, 5); lacking++ {
		for i := range g.board.with[defender][5-lacking].all() {
			for _, s := range rows[i].squares {
				if g.board.on[s] == empty {
					trace.Add(int32(s))
				}
			}
		}
	}
	for cell := range trace.Cells() {
		if s := Square(cell); g.board.on[s] == empty {
			dst = append(dst, s)
		}
	}
	return dst
}

// Cells returns the number of cells: the squares, and one for the side to move.
func (g *Goal) Cells() int { return squares + 1 }

// Cell returns 1 for a stone of the attacker and 2 for the defender's. The last cell is 1 if the defender is to move.
func (g *Goal) Cell(i int) int32 {
	switch {
	case i < squares:
		return int32(g.board.on[i])
	case g.defending:
		return 1
	}
	return 0
}

func checkStart(p *Position, side Stone, rule Rule) error {
	if side != X && side != O {
		return fmt.Errorf("side to move is %d: want X or O", side)
	}
	if rule > Exact {
		return fmt.Errorf("unknown rule %d", rule)
	}
	for _, s := range []Stone{X, O} {
		if r := newBoard(p, s, rule).five(attacker); r != nil {
			return fmt.Errorf("%w: %v has five in a row through %v", ErrOver, s, r.squares[0])
		}
	}
	return nil
}
