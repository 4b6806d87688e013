// Package pig is the dice game of Pig: a player rolls a die as often as it likes. A 1 ends the turn without points; other
// numbers add up, and count when the player holds. The first player with a number of points, usually 100, wins.
//
// It is a game of two sides with chance ([ply.Stochastic]), small enough for [Solve] to find optimal play (Neller and Presser
// 2004), in which the first player wins 53.06 % of games to 100.
package pig

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/transposition"
)

// A Move is an action of a player or, as an outcome of chance, the number on the die: 1 to 6.
type Move uint8

// Faces is the number of faces of the die.
const Faces = 6

// The moves of players.
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

// AppendMove implements [ply.Notation].
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

// MostTarget is the greatest number of points that a game can be played to.
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

// Target returns the number of points that the game is played to.
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

// Undo takes back the last move.
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

// Probabilities appends 1/6 for each face.
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

// String describes the position in a line for each side.
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
