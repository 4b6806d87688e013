package regret_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/regret"
)

// Kuhn is the poker of Kuhn (1950): each of two players pays one chip and gets one of three cards. They bet another
// chip or pass in turn, until both have passed, or one has passed after the other's bet and loses, or both have bet.
// Then the higher card wins. The moves of chance are cards from 0 to 2, the players' moves are pass and bet.
type Kuhn struct{ line []int }

const (
	pass = iota
	bet
)

func (g *Kuhn) Moves(dst []int) []int {
	if len(g.line) < 2 {
		for card := range 3 {
			if len(g.line) == 0 || g.line[0] != card {
				dst = append(dst, card)
			}
		}
		return dst
	}
	switch bets := g.line[2:]; {
	case len(bets) == 3, len(bets) == 2 && (bets[0] == bet || bets[1] == pass):
		return dst
	}
	return append(dst, pass, bet)
}

func (g *Kuhn) Play(m int)    { g.line = append(g.line, m) }
func (g *Kuhn) Undo(int)      { g.line = g.line[:len(g.line)-1] }
func (g *Kuhn) Acyclic() bool { return true }

func (g *Kuhn) ToMove() int {
	if len(g.line) < 2 {
		return ply.Chance
	}
	return len(g.line) % 2
}

func (g *Kuhn) Probabilities(moves []int, dst []float64) []float64 {
	for range moves {
		dst = append(dst, 1/float64(len(moves)))
	}
	return dst
}

func (g *Kuhn) AppendInformation(dst []byte, player int) []byte {
	for i, m := range g.line {
		if i >= 2 || i == player {
			dst = append(dst, byte(m))
		}
	}
	return dst
}

func (g *Kuhn) Players() int { return 2 }

func (g *Kuhn) Outcomes(values []int) {
	bets, last := g.line[2:], len(g.line)-1
	stake, winner := 1, 0
	if g.line[1] > g.line[0] {
		winner = 1
	}
	switch {
	case bets[len(bets)-1] == bet:
		stake = 2
	case len(bets) > 1 && bets[len(bets)-2] == bet:
		winner = 1 - last%2 // the last move gives in
	}
	values[winner], values[1-winner] = stake, -stake
}

// The first player of Kuhn poker loses a chip in 18 games, on average, and bets on the lowest card (0) as a bluff.
func ExampleCFRPlus() {
	result, err := regret.CFRPlus(context.Background(), new(Kuhn), ply.Limits{}, 1e-4, regret.Options[int]{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%v: %d positions, %d information sets\n", result.Status, result.Positions, result.Information)
	fmt.Printf("value %.3f, want %.3f\n", result.Values[0], -1./18)
	p := result.Strategy.AppendPolicy(nil, 1, []byte{0, pass}, []int{pass, bet})
	fmt.Printf("the second player with card 0 after a pass bets with probability %.2f, want %.2f\n", p[bet], 1./3)
	// Output:
	// solved: 58 positions, 12 information sets
	// value -0.056, want -0.056
	// the second player with card 0 after a pass bets with probability 0.33, want 0.33
}

// External sampling comes close to an equilibrium without a list of all positions.
func ExampleExternalSampling() {
	ctx := context.Background()
	result, err := regret.ExternalSampling(ctx, new(Kuhn), ply.Limits{Nodes: 20_000}, nil, regret.Options[int]{})
	if err != nil {
		fmt.Println(err)
		return
	}
	e, err := regret.Evaluate(ctx, new(Kuhn), ply.Limits{}, result.Strategy)
	fmt.Println(e.Exploitability < 0.03, err)
	// Output: true <nil>
}

// If both players toss a coin to bet or pass, the first wins an eighth of a chip a game. A player who knows the other's
// strategy can win more.
func ExampleEvaluate() {
	e, err := regret.Evaluate(context.Background(), new(Kuhn), ply.Limits{}, new(regret.Strategy[int]))
	fmt.Printf("values %.3f, best responses %.3f, %v\n", e.Values, e.Best, err)
	// Output: values [0.125 -0.125], best responses [0.500 0.417], <nil>
}

// Choose plays by a strategy, here a uniform one.
func ExampleStrategy_Choose() {
	g, random := &Kuhn{line: []int{0, 2}}, rand.New(rand.NewPCG(1, 2)) // the cards
	for len(g.Moves(nil)) > 0 {
		m, err := new(regret.Strategy[int]).Choose(g, random)
		if err != nil {
			fmt.Println(err)
			return
		}
		g.Play(m)
	}
	values := make([]int, 2)
	g.Outcomes(values)
	fmt.Println(len(g.line)-2, "moves of players, outcomes", values)
	// Output: 2 moves of players, outcomes [1 -1]
}

// A player that knows that the other plays at random wins more than in an equilibrium.
func ExampleEvaluate_response() {
	e, err := regret.Evaluate(context.Background(), new(Kuhn), ply.Limits{}, new(regret.Strategy[int]))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("value %.3f\n", e.Best[0])
	for i := range e.Strategy.All() {
		if i.Player == 0 && len(i.Key) == 1 {
			fmt.Println("card", i.Key[0], "pass or bet:", i.Probabilities)
		}
	}
	// Output:
	// value 0.500
	// card 0 pass or bet: [0 1]
	// card 1 pass or bet: [0 1]
	// card 2 pass or bet: [1 0]
}
