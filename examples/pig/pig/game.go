// Package pig is the dice game of Pig: a player rolls a die as often as it likes. A 1 ends the turn without points; other
// numbers add up, and count when the player holds. The first player with a number of points, usually 100, wins.
//
// It is a game of two sides with chance ([ply.Stochastic]), small enough for [Solve] to find optimal play (Neller and Presser
// 2004), in which the first player wins 53.06 % of games to 100.
package pig

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/expectimax"
	"github.com/ply-search/ply/transposition"
)

// A Move is an action of a player or, as an outcome of chance, the number on the die: 1 to 6.
type Move uint8

const Faces = 6

const (
	Roll Move = Faces + 1 + iota
	Hold
)

// String returns "roll", "hold" or a digit.
func (m Move) String() string {
	switch m {
	case Roll:
		return "roll"
	case Hold:
		return "hold"
	}
	return string('0' + rune(m))
}

func (g *Game) AppendMove(dst []byte, m Move) []byte { return append(dst, m.String()...) }

// ParseMove reads a legal move; r and h stand for roll and hold.
func (g *Game) ParseMove(text string) (Move, error) {
	for _, m := range g.Moves(nil) {
		if name := m.String(); text == name || text == name[:1] {
			return m, nil
		}
	}
	if text == "hold" || text == "h" {
		return 0, errors.New("there is nothing to hold yet")
	}
	return 0, fmt.Errorf("%q is no move: want roll, hold or, for the die, 1 to 6", text)
}

// A State is all that a position depends on, apart from the target.
type State struct {
	Scores  [2]int // of each side
	Turn    int    // points of this turn, which do not count yet
	Side    int    // the side whose turn it is; in a finished position, the loser
	Rolling bool   // the die is about to be thrown
}

// A Game is a position of Pig. Use [New] or [From] to make one.
type Game struct {
	target  int
	now     State
	history []State
}

const MostTarget = 1000

// New returns the start of a game to a number of points, from 2 to [MostTarget].
func New(target int) (*Game, error) { return From(target, State{}) }

// From returns a position of a game to a number of points, or an error if it is impossible.
func From(target int, s State) (*Game, error) {
	switch {
	case target < 2 || target > MostTarget:
		return nil, fmt.Errorf("pig: a target of %d, want 2 to %d", target, MostTarget)
	case s.Side != 0 && s.Side != 1:
		return nil, fmt.Errorf("pig: side %d, want 0 or 1", s.Side)
	case min(s.Scores[0], s.Scores[1]) < 0 || max(s.Scores[0], s.Scores[1]) >= target:
		return nil, fmt.Errorf("pig: scores %d and %d, want 0 to %d", s.Scores[0], s.Scores[1], target-1)
	case s.Turn < 0 || s.Scores[s.Side]+s.Turn >= target:
		return nil, fmt.Errorf("pig: %d points in a turn, want 0 to %d", s.Turn, target-1-s.Scores[s.Side])
	}
	return &Game{target: target, now: s}, nil
}

func (g *Game) Target() int { return g.target }

func (g *Game) State() State { return g.now }

// Finished reports whether a side has won: the one that is not to move.
func (g *Game) Finished() bool { return g.now.Scores[1-g.now.Side] >= g.target }

// Moves appends the faces of the die if it is about to be thrown, and otherwise Roll and, if there are points to lose, Hold.
func (g *Game) Moves(dst []Move) []Move {
	switch {
	case g.Finished():
		return dst
	case g.now.Rolling:
		return append(dst, 1, 2, 3, 4, 5, 6)
	case g.now.Turn == 0:
		return append(dst, Roll)
	}
	return append(dst, Roll, Hold)
}

// Play plays a move or throws the die. A player with enough points to win holds automatically.
func (g *Game) Play(m Move) {
	g.history = append(g.history, g.now)
	g.now.Rolling = m == Roll
	switch {
	case m == Roll:
	case m == 1:
		g.pass(0)
	case m == Hold:
		g.pass(g.now.Turn)
	case g.now.Scores[g.now.Side]+g.now.Turn+int(m) >= g.target:
		g.pass(g.now.Turn + int(m))
	default:
		g.now.Turn += int(m)
	}
}

func (g *Game) pass(points int) {
	side := g.now.Side
	g.now.Scores[side] = min(g.now.Scores[side]+points, g.target)
	g.now.Turn, g.now.Side = 0, 1-side
}

func (g *Game) Undo(Move) {
	last := len(g.history) - 1
	g.now, g.history = g.history[last], g.history[:last]
}

// ToMove returns ply.Chance if the die is about to be thrown, and otherwise the side to move.
func (g *Game) ToMove() int {
	if g.now.Rolling {
		return ply.Chance
	}
	return g.now.Side
}

// Outcome returns -1: the side to move has lost.
func (g *Game) Outcome() int { return -1 }

func (g *Game) Probabilities(moves []Move, dst []float64) []float64 {
	for range moves {
		dst = append(dst, 1./Faces)
	}
	return dst
}

// code encodes a position in 56 bits.
func (g *Game) code() uint64 {
	s := &g.now
	code := uint64(s.Scores[0])<<40 | uint64(s.Scores[1])<<24 | uint64(s.Turn)<<8 | uint64(s.Side)<<1
	if s.Rolling {
		code |= 1
	}
	return code
}

func (g *Game) Hash() uint64 { return transposition.Mix(g.code()) }

// AppendBinary appends the position, seven bytes. It never fails.
func (g *Game) AppendBinary(b []byte) ([]byte, error) {
	return append(b, binary.LittleEndian.AppendUint64(nil, g.code())[:7]...), nil
}

func (g *Game) Clone() *Game { return &Game{g.target, g.now, slices.Clone(g.history)} }

func (g *Game) String() string {
	text := ""
	for side, score := range g.now.Scores {
		text += fmt.Sprintf("side %d: %3d of %d", side, score, g.target)
		if side == g.now.Side && !g.Finished() {
			text += fmt.Sprintf(" and %d in this turn", g.now.Turn)
			if g.now.Rolling {
				text += ", rolling"
			}
		}
		text += "\n"
	}
	return text
}

// A Solution is optimal play to a number of points. Its methods are for one goroutine at a time; see [Solution.Policy].
type Solution struct {
	*expectimax.Solution[Move]
	target int
}

// Solve solves Pig to a number of points. A game to 100 takes some seconds and 200 MB. It returns an error if the target is out
// of range, or if ctx ends before.
func Solve(ctx context.Context, target int) (*Solution, error) {
	g, err := New(target)
	if err != nil {
		return nil, err
	}
	s, err := expectimax.ValueIteration(ctx, g, ply.Limits{}, 0)
	if err := cmp.Or(err, s.Status.Err()); err != nil {
		return nil, fmt.Errorf("pig: %w", err)
	}
	return &Solution{s, target}, nil
}

// Wins returns the probability that side 0 wins from a position with best play, and false if the position cannot be reached.
func (s *Solution) Wins(g *Game) (probability float64, ok bool) {
	low, high, ok := s.Value(g)
	value := low/2 + high/2
	if g.ToMove() == 1 {
		value = -value
	}
	return (1 + value) / 2, ok
}

// A Policy tells whether to hold, by the own score, the other score and the points of the turn. Several goroutines can use it.
type Policy struct {
	target int
	holds  []bool
}

func (s *Solution) Policy() (*Policy, error) {
	p := &Policy{s.target, make([]bool, s.target*s.target*s.target)}
	for own := range s.target {
		for other := range s.target {
			for turn := 1; own+turn < s.target; turn++ {
				g, err := From(s.target, State{Scores: [2]int{own, other}, Turn: turn})
				if err != nil {
					return nil, err
				}
				if best, ok := s.Best(g); ok {
					p.holds[p.at(own, other, turn)] = best == Hold
				}
			}
		}
	}
	return p, nil
}

func (p *Policy) at(own, other, turn int) int { return (own*p.target+other)*p.target + turn }

// Move returns the move of the policy in the present position of g, in which a side is to move.
func (p *Policy) Move(g *Game) (Move, error) {
	s := g.now
	if g.target != p.target || g.ToMove() == ply.Chance || g.Finished() {
		return 0, fmt.Errorf("pig: no policy for\n%v", g)
	}
	if p.holds[p.at(s.Scores[s.Side], s.Scores[1-s.Side], s.Turn)] {
		return Hold, nil
	}
	return Roll, nil
}

// HoldAt returns the points in a turn from which the policy holds, given both scores; if there are none, the points that win.
func (p *Policy) HoldAt(own, other int) int {
	turn := 1
	for own+turn < p.target && !p.holds[p.at(own, other, turn)] {
		turn++
	}
	return turn
}
