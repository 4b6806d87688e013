// Package liarsdice is the end of a game of Liar's dice: two players roll one die each and see only their own. In turn they bid that
// one or two dice show a face, each bid higher than the last, until one of them doubts the last bid. Its player wins if it was
// true.
package liarsdice

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/ply-search/ply"
)

const MostSides = 6

type Rules struct {
	Sides int // of a die, 1 to MostSides
	Joker int // a face that counts as any other as well, or 0 for none
}

// A Move is a face that is rolled, a bid, or a doubt.
type Move uint8

const Doubt Move = 0

// Bids and faces are numbered from these; the lowest hexadecimal digit is the face.
const (
	oneOf  Move = 0x10
	twoOf  Move = 0x20
	rolled Move = 0x30
)

// Bid returns the bid that 1 or 2 dice show a face.
func Bid(dice, face int) Move { return Move(dice)*oneOf + Move(face) }

func Roll(face int) Move { return rolled + Move(face) }

// Face returns the face of a bid or of a roll.
func (m Move) Face() int { return int(m & 0xf) }

// Dice returns the number of dice of a bid, 0 for other moves.
func (m Move) Dice() int {
	if m < oneOf || m >= rolled {
		return 0
	}
	return int(m >> 4)
}

// String returns a bid as in "2 of 5".
func (m Move) String() string {
	switch {
	case m == Doubt:
		return "doubt"
	case m >= rolled:
		return fmt.Sprintf("rolled %d", m.Face())
	}
	return fmt.Sprintf("%d of %d", m.Dice(), m.Face())
}

// A Game is a position. Player 0 bids first. The outcome is 1 for a win and -1 for a loss.
type Game struct {
	rules Rules
	line  []Move // two rolls, bids, and a doubt
}

// New returns a game in which no die is rolled yet, or an error for invalid rules.
func New(rules Rules) (*Game, error) {
	switch {
	case rules.Sides < 1 || rules.Sides > MostSides:
		return nil, fmt.Errorf("liarsdice: dice of %d sides, want 1 to %d", rules.Sides, MostSides)
	case rules.Joker < 0 || rules.Joker > rules.Sides:
		return nil, fmt.Errorf("liarsdice: the joker is %d, want a face up to %d, or 0", rules.Joker, rules.Sides)
	}
	return &Game{rules: rules}, nil
}

func (g *Game) Rules() Rules { return g.rules }

const players = 2

// last returns the last bid, or Doubt before the first one, and whether the game is over.
func (g *Game) last() (said Move, over bool) {
	if len(g.line) <= players {
		return Doubt, false
	}
	said = g.line[len(g.line)-1]
	return said, said == Doubt
}

// Moves appends the faces of a die, or a doubt and all higher bids.
func (g *Game) Moves(dst []Move) []Move {
	if len(g.line) < players {
		for face := range g.rules.Sides {
			dst = append(dst, Roll(face+1))
		}
		return dst
	}
	last, over := g.last()
	if over {
		return dst
	}
	if last != Doubt {
		dst = append(dst, Doubt)
	}
	for dice := 1; dice <= players; dice++ {
		for face := 1; face <= g.rules.Sides; face++ {
			if bid := Bid(dice, face); bid > last {
				dst = append(dst, bid)
			}
		}
	}
	return dst
}

func (g *Game) Probabilities(moves []Move, dst []float64) []float64 {
	for range moves {
		dst = append(dst, 1/float64(len(moves)))
	}
	return dst
}

func (g *Game) Play(m Move) { g.line = append(g.line, m) }

func (g *Game) Undo(Move) { g.line = g.line[:len(g.line)-1] }

// ToMove returns ply.Chance until both dice are rolled, and then the player to move.
func (g *Game) ToMove() int {
	if len(g.line) < players {
		return ply.Chance
	}
	return len(g.line) % 2
}

// Outcome returns 1 or -1 for the player to move at the end of the game, whose bid was doubted.
func (g *Game) Outcome() int {
	bid := g.line[len(g.line)-2]
	dice := 0
	for _, roll := range g.line[:players] {
		if face := roll.Face(); face == bid.Face() || face == g.rules.Joker {
			dice++
		}
	}
	if dice >= bid.Dice() {
		return 1
	}
	return -1
}

func (g *Game) Acyclic() bool { return true }

// AppendInformation appends the own roll of a player, and all bids.
func (g *Game) AppendInformation(dst []byte, player int) []byte {
	for i, m := range g.line {
		if i == player || i >= players {
			dst = append(dst, byte(m))
		}
	}
	return dst
}

// Key writes an information key as text, as in "3: 1 of 3, 2 of 3".
func Key(key []byte) string {
	if len(key) == 0 {
		return ""
	}
	said := make([]string, len(key)-1)
	for i, b := range key[1:] {
		said[i] = Move(b).String()
	}
	return fmt.Sprintf("%d: %s", Move(key[0]).Face(), strings.Join(said, ", "))
}

// Determinize rolls the die of the other player again. The weight is 1: bids at random tell nothing of the dice.
func (g *Game) Determinize(player int, random *rand.Rand) (weight float64) {
	g.line[1-player] = Roll(1 + random.IntN(g.rules.Sides))
	return 1
}

func (g *Game) Clone() *Game { return &Game{g.rules, slices.Clone(g.line)} }

func (g *Game) String() string { return fmt.Sprint(g.line) }
