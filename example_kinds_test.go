package ply_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/mcts/infoset"
	"github.com/ply-search/ply/mcts/joint"
	"github.com/ply-search/ply/search/expectimax"
	"github.com/ply-search/ply/search/regret"
)

// Kuhn is the poker of Kuhn (1950). Each of two players gets one of three cards, and they pass (0) or bet (1) in turn, until
// both have done the same or one passes after the bet of the other. The line begins with the two cards, moves of chance.
type Kuhn struct{ line []int }

func (g *Kuhn) Moves(dst []int) []int {
	switch n := len(g.line); {
	case n < 2:
		return append(dst, slices.DeleteFunc([]int{0, 1, 2}, func(card int) bool { return slices.Contains(g.line, card) })...)
	case n == 5, n == 4 && (g.line[2] == 1 || g.line[3] == 0):
		return dst
	}
	return append(dst, 0, 1)
}

func (g *Kuhn) Play(m int)    { g.line = append(g.line, m) }
func (g *Kuhn) Undo(int)      { g.line = g.line[:len(g.line)-1] }
func (g *Kuhn) Acyclic() bool { return true }
func (g *Kuhn) Players() int  { return 2 }
func (g *Kuhn) Clone() *Kuhn  { return &Kuhn{slices.Clone(g.line)} }

func (g *Kuhn) ToMove() int {
	if len(g.line) < 2 {
		return ply.Chance
	}
	return len(g.line) % 2
}

func (g *Kuhn) Probabilities(cards []int, dst []float64) []float64 {
	return append(dst, slices.Repeat([]float64{1 / float64(len(cards))}, len(cards))...)
}

// AppendInformation tells a player its own card and all bets.
func (g *Kuhn) AppendInformation(dst []byte, player int) []byte {
	for i, m := range g.line { // two cards, then bets
		if i == player || i >= 2 {
			dst = append(dst, byte(m))
		}
	}
	return dst
}

// Determinize gives the other player one of the two cards that the player does not hold.
func (g *Kuhn) Determinize(player int, random *rand.Rand) (weight float64) {
	g.line[1-player] = (g.line[player] + 1 + random.IntN(2)) % 3
	return 1
}

func (g *Kuhn) Outcomes(values []int) {
	n, stake, winner := len(g.line), 1, 0
	if g.line[1] > g.line[0] {
		winner = 1
	}
	switch last, before := g.line[n-1], g.line[n-2]; {
	case last == 1:
		stake = 2
	case n > 3 && before == 1:
		winner = n % 2 // the last move gives in
	}
	values[winner], values[1-winner] = stake, -stake
}

// Hidden cards: the best move of a player by sampling, and a strategy for the whole game that nobody can exploit.
func Example_hiddenCards() {
	ctx, limits := context.Background(), ply.Limits{Nodes: 10_000}
	best, err := infoset.Search(ctx, &Kuhn{[]int{0, 2, 1}}, limits, infoset.Options[int]{}) // player 1 has the highest card; player 0 has bet
	fmt.Println(best.Move, best.Status, err)
	solved, err := regret.CFRPlus(ctx, new(Kuhn), limits, 1e-3, regret.Options[int]{})
	fmt.Printf("%.2f %v %v\n", solved.Values[0], solved.Status, err)
	move, err := solved.Strategy.Choose(&Kuhn{[]int{2, 0, 0, 1}}, rand.New(rand.NewPCG(1, 2)))
	fmt.Println(move, err)
	// Output:
	// 1 out of nodes <nil>
	// -0.06 solved <nil>
	// 1 <nil>
}

// Chance: the best move on average.
func Example_chance() {
	best, err := expectimax.Search(context.Background(), &Dice{throw, 3}, ply.Limits{Time: time.Second}, expectimax.Options[int]{})
	fmt.Printf("%v %.2f %v %v\n", best.Move == throw, best.Value, best.Status, err)
	// Output: true 4.25 complete <nil>
}

// Pennies is matching pennies: both players show heads (0) or tails (1) at the same time. The first one wins two points if
// both show heads and one if both show tails; else the second one wins a point.
type Pennies struct{ shown []int }

func (g *Pennies) Players() int          { return 2 }
func (g *Pennies) PlayJoint(moves []int) { g.shown = append(g.shown, moves...) }
func (g *Pennies) UndoJoint([]int)       { g.shown = nil }

func (g *Pennies) MovesOf(player int, dst []int) []int {
	if player == ply.Chance || g.shown != nil {
		return dst
	}
	return append(dst, 0, 1)
}

func (g *Pennies) Outcomes(values []int) {
	values[0] = -1
	if g.shown[0] == g.shown[1] {
		values[0] = 2 - g.shown[0]
	}
	values[1] = -values[0]
}

// Moves at the same time: probabilities in place of a best move.
func Example_movesAtTheSameTime() {
	r, err := joint.Search(context.Background(), new(Pennies), ply.Limits{Nodes: 100_000}, joint.Options[int]{Scale: 2})
	fmt.Printf("heads %.1f and %.1f, %v %v\n", r.Probabilities[0][0], r.Probabilities[1][0], r.Status, err)
	// Output: heads 0.4 and 0.4, out of nodes <nil>
}

// Trio is a game of three players, who take one or two stones in turn. Who takes the last one wins.
type Trio struct{ stones, player int }

func (g *Trio) Moves(dst []int) []int { return append(dst, []int{1, 2}[:min(g.stones, 2)]...) }
func (g *Trio) Play(take int)         { g.stones, g.player = g.stones-take, (g.player+1)%3 }
func (g *Trio) Undo(take int)         { g.stones, g.player = g.stones+take, (g.player+2)%3 }
func (g *Trio) Players() int          { return 3 }
func (g *Trio) ToMove() int           { return g.player }
func (g *Trio) Acyclic() bool         { return true }

func (g *Trio) Outcomes(values []int) {
	for p := range values {
		values[p] = -1
	}
	values[(g.player+2)%3] = 1
}

// Three players: each maximizes its own number.
func Example_threePlayers() {
	best, err := mcts.Search(context.Background(), &Trio{stones: 5}, ply.Limits{Nodes: 10_000}, mcts.Options[int]{})
	fmt.Println(best.Move, best.Status, err)
	// Output: 1 out of nodes <nil>
}
