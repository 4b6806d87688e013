package mcts_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts"
)

// Pig is a dice game for two. A player rolls a die as often as it likes and adds up the points. With hold the points of
// the turn are kept, and with a 1 they are lost; then it is the turn of the other player. The first to keep ten points
// wins. Chance throws the die: its moves are the faces.
type Pig struct {
	turn
	history []turn // before each move, to take moves back
}

type turn struct {
	kept    [2]int // points of each player
	points  int    // of the present turn
	player  int
	rolling bool // it is the turn of chance
}

// A Choice is a move: a face of the die, from 1 to 6, for chance, and one of these for the players.
type Choice int

const (
	Roll Choice = 7
	Hold Choice = 8
)

func (g *Pig) Moves(dst []Choice) []Choice {
	switch {
	case max(g.kept[0], g.kept[1]) >= 10:
		return dst
	case g.rolling:
		return append(dst, 1, 2, 3, 4, 5, 6)
	case g.points == 0:
		return append(dst, Roll)
	}
	return append(dst, Roll, Hold)
}

func (g *Pig) Play(c Choice) {
	g.history = append(g.history, g.turn)
	switch {
	case c == Roll:
		g.rolling = true
	case c == Hold:
		g.kept[g.player] += g.points
		g.points, g.player = 0, 1-g.player
	case c == 1:
		g.rolling, g.points, g.player = false, 0, 1-g.player
	default:
		g.rolling = false
		g.points += int(c)
	}
}

func (g *Pig) Undo(Choice) {
	last := len(g.history) - 1
	g.turn, g.history = g.history[last], g.history[:last]
}

func (g *Pig) ToMove() int {
	if g.rolling {
		return ply.Chance
	}
	return g.player
}

func (g *Pig) Probabilities(faces []Choice, dst []float64) []float64 {
	for range faces {
		dst = append(dst, 1./6)
	}
	return dst
}

func (g *Pig) Outcome() int {
	if g.kept[g.player] >= 10 {
		return 1
	}
	return -1
}

// A game with dice, whose throws are moves of chance.
func ExampleSearch_dice() {
	for _, game := range []Pig{
		{turn: turn{points: 2}},                     // little to lose
		{turn: turn{points: 10}},                    // enough to win
		{turn: turn{points: 6, kept: [2]int{3, 9}}}, // the other player is about to win
	} {
		limits := ply.Limits{Nodes: 20_000}
		result, err := mcts.Search(context.Background(), &game, limits, mcts.Options[Choice]{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("roll: %v, good chances: %v\n", result.Move == Roll, result.Value > 0.2)
	}
	// Output:
	// roll: true, good chances: true
	// roll: false, good chances: true
	// roll: true, good chances: true
}
