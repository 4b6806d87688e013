// Package goofspiel is Goofspiel (Ross, "The Game of Pure Strategy", 1971): two players bid for prizes at the same time.
package goofspiel

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"github.com/ply-search/ply"
)

const MaxCards = 13

type Order int

const (
	Random     Order = iota // shuffles the prizes
	Descending              // begins with the greatest prize
	Ascending               // begins with the least
)

// Orders are the names of the orders, by their numbers.
var Orders = []string{"random", "descending", "ascending"}

type Rules struct {
	Cards int // in each hand, 1 to MaxCards: the cards 1 to Cards, as the prizes
	Order Order

	// Points makes the outcome the difference of the points. Otherwise it is 1, 0 or -1, for more points.
	Points bool
}

// A Card is a bid or a prize, from 1.
type Card uint8

// A Game is a position of Goofspiel. In each round a prize is turned up, and both players bid a card of their hand, which they
// lose. The higher bid wins the prize, equal bids win nothing. It is a [ply.Joint] game, with positions of chance if prizes are
// shuffled.
type Game struct {
	rules Rules
	state
	rounds []state // before each joint move
}

type state struct {
	hands  [2]uint16 // bit c for card c
	prizes uint16    // not yet turned up
	prize  Card      // turned up, or 0
	points int       // of player 0 minus player 1
}

// New returns the start of a game, or an error for invalid rules.
func New(rules Rules) (*Game, error) {
	switch {
	case rules.Cards < 1 || rules.Cards > MaxCards:
		return nil, fmt.Errorf("goofspiel: %d cards, want 1 to %d", rules.Cards, MaxCards)
	case rules.Order < 0 || int(rules.Order) >= len(Orders):
		return nil, errors.New("goofspiel: no such order")
	}
	all := uint16(1)<<(rules.Cards+1) - 2
	g := &Game{rules: rules, state: state{hands: [2]uint16{all, all}, prizes: all}}
	g.turnUp()
	return g, nil
}

func (g *Game) turnUp() {
	g.prize = 0
	switch {
	case g.prizes == 0 || g.rules.Order == Random:
		return
	case g.rules.Order == Descending:
		g.prize = Card(bits.Len16(g.prizes) - 1)
	default:
		g.prize = Card(bits.TrailingZeros16(g.prizes))
	}
	g.prizes &^= 1 << g.prize
}

func (g *Game) Prize() Card { return g.prize }

// Points returns the points of player 0 minus the points of player 1.
func (g *Game) Points() int { return g.points }

func (g *Game) Players() int { return 2 }

func (g *Game) Acyclic() bool { return true }

// MovesOf appends the hand of a player if a prize is turned up, and otherwise the prizes that chance can turn up.
func (g *Game) MovesOf(player int, dst []Card) []Card {
	cards := uint16(0)
	switch {
	case player == ply.Chance && g.prize == 0:
		cards = g.prizes
	case player >= 0 && g.prize > 0:
		cards = g.hands[player]
	}
	for ; cards != 0; cards &= cards - 1 {
		dst = append(dst, Card(bits.TrailingZeros16(cards)))
	}
	return dst
}

func (g *Game) Probabilities(moves []Card, dst []float64) []float64 {
	for range moves {
		dst = append(dst, 1/float64(len(moves)))
	}
	return dst
}

func (g *Game) PlayJoint(moves []Card) {
	g.rounds = append(g.rounds, g.state)
	if g.prize == 0 {
		g.prize = moves[0]
		g.prizes &^= 1 << g.prize
		return
	}
	for p, bid := range moves {
		g.hands[p] &^= 1 << bid
	}
	switch {
	case moves[0] > moves[1]:
		g.points += int(g.prize)
	case moves[0] < moves[1]:
		g.points -= int(g.prize)
	}
	g.turnUp()
}

func (g *Game) UndoJoint([]Card) {
	last := len(g.rounds) - 1
	g.state, g.rounds = g.rounds[last], g.rounds[:last]
}

// Outcomes returns the difference of the points, or its sign.
func (g *Game) Outcomes(values []int) {
	if values[0] = g.points; !g.rules.Points {
		values[0] = min(1, max(-1, g.points))
	}
	values[1] = -values[0]
}

// AppendBinary appends the hands, the prizes and the points. It never fails.
func (g *Game) AppendBinary(b []byte) ([]byte, error) {
	for _, x := range [...]uint16{g.hands[0], g.hands[1], g.prizes, uint16(g.points)} {
		b = append(b, byte(x>>8), byte(x))
	}
	return append(b, byte(g.prize)), nil
}

func (g *Game) Clone() *Game { return &Game{g.rules, g.state, slices.Clone(g.rounds)} }

func (g *Game) String() string {
	prize := "no prize"
	if g.prize > 0 {
		prize = fmt.Sprintf("prize %d", g.prize)
	}
	return fmt.Sprintf("%s, hands %v and %v, points %+d", prize, g.MovesOf(0, nil), g.MovesOf(1, nil), g.points)
}
