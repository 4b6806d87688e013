// Package poker is poker for two players with few cards and limited bets, on which programs for games of hidden information are
// tested: Kuhn and Leduc poker.
package poker

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/ply-search/ply"
)

// A Move is an action of a player, or a card that is dealt.
type Move uint8

// The actions. Fold gives up, and is possible only after a raise of the other. Call matches the raise of the other, or pays nothing
// (a check). Raise pays that and one bet more (or bets).
const (
	Fold Move = iota
	Call
	Raise
	firstCard
)

func Deal(rank int) Move { return firstCard + Move(rank) }

// Rank returns the rank of a dealt card, and false for actions.
func (m Move) Rank() (rank int, dealt bool) { return int(m) - int(firstCard), m >= firstCard }

// ranks are the names of up to 13 ranks in ascending order.
const ranks = "23456789TJQKA"

// String returns an action as a word, and a card with its rank from 0.
func (m Move) String() string {
	if rank, dealt := m.Rank(); dealt {
		return fmt.Sprintf("card %d", rank)
	}
	return [...]string{"fold", "call", "raise"}[m]
}

type Rules struct {
	Name   string
	Ranks  int    // of cards, 1 to 13; higher ranks win
	Suits  int    // cards of each rank, 1 to 4
	Rounds int    // of bets: 1, or 2 with a card for both players in between
	Bets   [2]int // by round: the size of a raise
	Raises int    // the most in a round, 0 to 12
}

// The greatest numbers of [Rules].
const (
	MostRanks  = len(ranks)
	MostSuits  = 4
	MostRaises = 12
)

// Kuhn are the rules of Kuhn ("A Simplified Two-Person Poker", 1950): three cards, an ante of one chip, and one bet of one chip.
var Kuhn = Rules{Name: "kuhn", Ranks: 3, Suits: 1, Rounds: 1, Bets: [2]int{1, 1}, Raises: 1}

// Leduc are the rules of Leduc hold'em (Southey and others, "Bayes' Bluff: Opponent Modelling in Poker", 2005): two cards each of
// three ranks, an ante of one chip, two rounds with up to two raises, of two and of four chips, and between them a card for both
// players. A pair with that card is the best hand.
var Leduc = Rules{Name: "leduc", Ranks: 3, Suits: 2, Rounds: 2, Bets: [2]int{2, 4}, Raises: 2}

// A Game is a deal. Player 0 bets first in each round. Values are in chips.
type Game struct {
	rules  Rules
	line   []Move
	states []state // before each move
	state
}

type state struct {
	cards  [3]int8  // ranks: of the players, and of the card for both; -1 for none
	paid   [2]int16 // by the players
	round  int8     // of bets, from 0
	acts   int8     // actions in the round
	raises int8     // in the round
	folded bool     // the player who moved last
	mover  int8     // ply.Chance for a deal
	over   bool
}

// New returns a game in which no card is dealt yet, or an error for invalid rules.
func New(rules Rules) (*Game, error) {
	switch {
	case rules.Ranks < 1 || rules.Ranks > MostRanks:
		return nil, fmt.Errorf("poker: %d ranks, want 1 to %d", rules.Ranks, MostRanks)
	case rules.Suits < 1 || rules.Suits > MostSuits:
		return nil, fmt.Errorf("poker: %d suits, want 1 to %d", rules.Suits, MostSuits)
	case rules.Rounds < 1 || rules.Rounds > 2:
		return nil, fmt.Errorf("poker: %d rounds, want 1 or 2", rules.Rounds)
	case rules.Ranks*rules.Suits < 1+rules.Rounds:
		return nil, fmt.Errorf("poker: %d cards are too few", rules.Ranks*rules.Suits)
	case rules.Raises < 0 || rules.Raises > MostRaises:
		return nil, fmt.Errorf("poker: %d raises, want 0 to %d", rules.Raises, MostRaises)
	case min(rules.Bets[0], rules.Bets[1]) < 1 || max(rules.Bets[0], rules.Bets[1]) > 10:
		return nil, fmt.Errorf("poker: bets of %v, want 1 to 10", rules.Bets)
	}
	return &Game{rules: rules, state: state{cards: [3]int8{-1, -1, -1}, paid: [2]int16{1, 1}, mover: ply.Chance}}, nil
}

func (g *Game) Rules() Rules { return g.rules }

// Card returns the rank of a player's card or, for player 2, of the card for both; -1 if it is not dealt.
func (g *Game) Card(player int) int { return int(g.cards[player]) }

// left returns the number of cards of a rank that are not dealt, or dealt to a player that is excepted.
func (g *Game) left(rank, except int) int {
	n := g.rules.Suits
	for place, card := range g.cards {
		if int(card) == rank && place != except {
			n--
		}
	}
	return n
}

// Moves appends the ranks that can be dealt, or the actions of the player to move.
func (g *Game) Moves(dst []Move) []Move {
	switch {
	case g.over:
		return dst
	case g.mover == ply.Chance:
		for rank := range g.rules.Ranks {
			if g.left(rank, -1) > 0 {
				dst = append(dst, Deal(rank))
			}
		}
		return dst
	}
	if g.paid[g.mover] < g.paid[1-g.mover] {
		dst = append(dst, Fold)
	}
	if dst = append(dst, Call); int(g.raises) < g.rules.Raises {
		dst = append(dst, Raise)
	}
	return dst
}

// Probabilities appends the probabilities of ranks, by the cards left.
func (g *Game) Probabilities(moves []Move, dst []float64) []float64 {
	all := 0
	for _, m := range moves {
		rank, _ := m.Rank()
		all += g.left(rank, -1)
	}
	for _, m := range moves {
		rank, _ := m.Rank()
		dst = append(dst, float64(g.left(rank, -1))/float64(all))
	}
	return dst
}

func (g *Game) Play(m Move) {
	g.line, g.states = append(g.line, m), append(g.states, g.state)
	if rank, dealt := m.Rank(); dealt {
		place := slices.Index(g.cards[:], -1)
		g.cards[place] = int8(rank)
		if place > 0 {
			g.mover = 0
		}
		return
	}
	me := g.mover
	g.acts++
	switch m {
	case Fold:
		g.folded, g.over = true, true
	case Call:
		if g.paid[me] = g.paid[1-me]; g.acts == 1 {
			g.mover = 1 - me
			break
		}
		if int(g.round) == g.rules.Rounds-1 {
			g.over = true
			break
		}
		g.round, g.acts, g.raises, g.mover = g.round+1, 0, 0, ply.Chance
	case Raise:
		g.paid[me] = g.paid[1-me] + int16(g.rules.Bets[g.round])
		g.raises++
		g.mover = 1 - me
	}
}

func (g *Game) Undo(Move) {
	last := len(g.line) - 1
	g.state = g.states[last]
	g.line, g.states = g.line[:last], g.states[:last]
}

// ToMove returns the player to move, [ply.Chance] for a deal, and 0 at the end.
func (g *Game) ToMove() int {
	if g.over {
		return 0
	}
	return int(g.mover)
}

func (g *Game) Players() int { return 2 }

func (g *Game) Acyclic() bool { return true }

// Outcome returns the chips that player 0 wins.
func (g *Game) Outcome() int {
	mine, other := g.hand(0), g.hand(1)
	switch {
	case g.folded && g.mover == 1, !g.folded && mine > other:
		return int(g.paid[1])
	case g.folded, mine < other:
		return -int(g.paid[0])
	}
	return 0
}

func (g *Game) hand(player int) int {
	worth := int(g.cards[player])
	if g.cards[player] == g.cards[2] {
		worth += len(ranks)
	}
	return worth
}

func (g *Game) Outcomes(values []int) {
	values[0] = g.Outcome()
	values[1] = -values[0]
}

// AppendInformation appends the moves, except the card of the other player.
func (g *Game) AppendInformation(dst []byte, player int) []byte {
	for i, m := range g.line {
		if i != 1-player {
			dst = append(dst, byte(m))
		}
	}
	return dst
}

// Determinize draws the card of the other player among the unseen ones. Without its strategy, its actions tell nothing of it.
func (g *Game) Determinize(player int, random *rand.Rand) (weight float64) {
	other := 1 - player
	if len(g.line) <= other {
		return 1
	}
	all := 0
	for rank := range g.rules.Ranks {
		all += g.left(rank, other)
	}
	pick := random.IntN(all)
	for rank := range g.rules.Ranks {
		if pick -= g.left(rank, other); pick < 0 {
			g.line[other], g.cards[other] = Deal(rank), int8(rank)
			for i := other + 1; i < len(g.states); i++ {
				g.states[i].cards[other] = int8(rank)
			}
			break
		}
	}
	return 1
}

func (g *Game) Clone() *Game {
	return &Game{g.rules, slices.Clone(g.line), slices.Clone(g.states), g.state}
}

// Card returns the name of a rank, or "-" for none. With up to 12 ranks the highest is the king, with 13 the ace.
func (r Rules) Card(rank int) string {
	if rank < 0 {
		return "-"
	}
	end := min(len(ranks), len(ranks)-1+max(0, r.Ranks-12))
	return ranks[end-r.Ranks+rank:][:1]
}

func (g *Game) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "cards %s %s", g.rules.Card(int(g.cards[0])), g.rules.Card(int(g.cards[1])))
	if g.rules.Rounds > 1 {
		fmt.Fprintf(&b, ", for both %s", g.rules.Card(int(g.cards[2])))
	}
	fmt.Fprintf(&b, ", paid %d %d:", g.paid[0], g.paid[1])
	for _, m := range g.line {
		if _, dealt := m.Rank(); !dealt {
			fmt.Fprintf(&b, " %v", m)
		}
	}
	return b.String()
}

// Key writes an information key of a game with these rules as text, as in "K raise / Q": the own card, and then the actions, with
// a stroke and the card for both between rounds.
func (r Rules) Key(key []byte) string {
	var words []string
	for i, b := range key {
		rank, dealt := Move(b).Rank()
		switch {
		case !dealt:
			words = append(words, Move(b).String())
		case i == 0:
			words = append(words, r.Card(rank))
		default:
			words = append(words, "/ "+r.Card(rank))
		}
	}
	return strings.Join(words, " ")
}
