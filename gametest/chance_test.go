//go:build long

package gametest

import (
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/transposition"
)

// Dice is the dice game Pig as it must not be written: Play rolls the dice. All new games roll the same.
type dice struct {
	throw   throw
	history []throw
	rolls   uint64 // not taken back
}

// A throw is a position of dice.
type throw struct{ own, other, turn, player int }

const (
	roll = iota
	hold
)

func (g *dice) Moves(dst []int) []int {
	if g.throw.other >= 20 {
		return dst
	}
	return append(dst, roll, hold)
}

func (g *dice) Play(m int) {
	g.history = append(g.history, g.throw)
	if m == roll {
		g.rolls++
		if n := 1 + int(transposition.Mix(g.rolls)%6); n > 1 {
			g.throw.turn += n
			return
		}
		g.throw.turn = 0
	}
	g.throw = throw{g.throw.other, g.throw.own + g.throw.turn, 0, 1 - g.throw.player}
}

func (g *dice) Undo(int) {
	last := len(g.history) - 1
	g.throw, g.history = g.history[last], g.history[:last]
}

// diceOfTwo is the same game of two sides, which nothing but the side to move shows.
type diceOfTwo struct{ dice }

func (g *diceOfTwo) ToMove() int  { return g.throw.player }
func (g *diceOfTwo) Outcome() int { return -1 }

// TestChanceIsFoundSoon checks that one drawn game is enough to find dice that are rolled in Play.
func TestChanceIsFoundSoon(t *testing.T) {
	for seed := range uint64(20) {
		r := newRun(makerOf(func() *diceOfTwo { return new(diceOfTwo) }), Options{}, seed, 0)
		f := r.find()
		if f == nil {
			t.Errorf("seed %d: nothing is found", seed)
		} else if f, _ = r.explain(f); f.law.name != "deterministic" {
			t.Errorf("seed %d: law %q, want the law of chance", seed, f.law.name)
		}
	}
}

// Pig is the dice game written well: nature is a third player, which rolls the dice as its move.
type pig struct {
	now     pigState
	history []pigState
}

type pigState struct {
	scores  [2]int
	turn    int
	player  int
	rolling bool
}

const pigTarget = 20

func newPig() *pig { return new(pig) }

// The moves of nature are 1 to 6, and other moves are throwDice and keep.
const (
	throwDice = 7
	keep      = 8
)

func (g *pig) Moves(dst []int) []int {
	switch {
	case slices.Max(g.now.scores[:]) >= pigTarget:
		return dst
	case g.now.rolling:
		return append(dst, 1, 2, 3, 4, 5, 6)
	case g.now.turn > 0:
		return append(dst, throwDice, keep)
	}
	return append(dst, throwDice)
}

func (g *pig) Play(m int) {
	g.history = append(g.history, g.now)
	s := &g.now
	switch m {
	case throwDice:
		s.rolling = true
		return
	case keep:
		s.scores[s.player] += s.turn
		s.turn, s.player = 0, 1-s.player
	case 1:
		s.turn, s.player = 0, 1-s.player
	default:
		if s.turn += m; s.scores[s.player]+s.turn >= pigTarget {
			s.scores[s.player] += s.turn
			s.turn = 0
		}
	}
	s.rolling = false
}

func (g *pig) Undo(int) {
	last := len(g.history) - 1
	g.now, g.history = g.history[last], g.history[:last]
}

func (g *pig) Players() int { return 3 }

func (g *pig) ToMove() int {
	if g.now.rolling {
		return 2
	}
	return g.now.player
}

func (g *pig) Outcomes(values []int) {
	for p := range 2 {
		values[p] = -1
		if g.now.scores[p] >= pigTarget {
			values[p] = 1
		}
	}
	values[2] = 0
}

func (g *pig) Hash() uint64 {
	s := g.now
	hash := uint64(s.scores[0])<<40 | uint64(s.scores[1])<<24 | uint64(s.turn)<<8 | uint64(s.player)<<1
	if s.rolling {
		hash |= 1
	}
	return transposition.Mix(hash)
}

func (g *pig) Clone() *pig { return &pig{g.now, slices.Clone(g.history)} }

// Kuhn is Kuhn poker with open cards: nothing but a game of two sides.
type kuhn struct {
	card [2]int
	acts []byte // p and b, to pass and to bet
}

func (g *kuhn) Moves(dst []int) []int {
	switch string(g.acts) {
	case "pp", "pbp", "pbb", "bp", "bb":
		return dst
	}
	return append(dst, 'p', 'b')
}

func (g *kuhn) Play(m int)  { g.acts = append(g.acts, byte(m)) }
func (g *kuhn) Undo(int)    { g.acts = g.acts[:len(g.acts)-1] }
func (g *kuhn) ToMove() int { return len(g.acts) % 2 }

func (g *kuhn) Outcome() int {
	value := 1 // of side 0
	if g.card[1] > g.card[0] {
		value = -1
	}
	switch string(g.acts) {
	case "pbp":
		value = -1
	case "bp":
		value = 1
	case "pbb", "bb":
		value *= 2
	}
	if g.ToMove() == 1 {
		value = -value
	}
	return value
}

func TestGamesOfChanceAreLawful(t *testing.T) {
	Check(t, newPig)
	Check(t, func() *kuhn { return &kuhn{card: [2]int{2, 0}} })
	Check(t, func() ply.Game[int] { return &kuhn{card: [2]int{1, 2}} })
}
