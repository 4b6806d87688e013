package ply_test

import (
	"fmt"

	"github.com/ply-search/ply"
)

// Last is a game of two sides that take turns. The side that makes the last of the moves wins.
type Last struct{ moves, side int }

func (l *Last) Moves(dst []string) []string {
	if l.moves > 0 {
		dst = append(dst, "move")
	}
	return dst
}

func (l *Last) Play(string)  { l.moves, l.side = l.moves-1, 1-l.side }
func (l *Last) Undo(string)  { l.moves, l.side = l.moves+1, 1-l.side }
func (l *Last) ToMove() int  { return l.side }
func (l *Last) Outcome() int { return -1 } // for the side to move: the other side moved last

// The game is not an Evaluator. The default evaluates it as even until it is over.
func ExampleEvaluatorOf() {
	g := &Last{moves: 1}
	evaluator := ply.EvaluatorOf(g)
	fmt.Println(evaluator.Evaluate())
	g.Play("move")
	fmt.Println(evaluator.Evaluate())
	// Output:
	// 0
	// -1
}

// A game of two sides is also a game of two players.
func ExampleMultiplayerOf() {
	g := &Last{moves: 1}
	players := ply.MultiplayerOf(g)
	g.Play("move")
	values := make([]int, players.Players())
	players.Outcomes(values)
	fmt.Println(values)
	// Output: [1 -1]
}
