package ply_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search"
)

// Faulty is a game with a mistake: after two moves, it divides by zero.
type Faulty struct{ played []int }

func (f *Faulty) Moves(dst []int) []int { return append(dst, 10/(2-len(f.played))) }
func (f *Faulty) Play(m int)            { f.played = append(f.played, m) }
func (f *Faulty) Undo(int)              { f.played = f.played[:len(f.played)-1] }
func (f *Faulty) Acyclic() bool         { return true }

// A panic of the game is an error of the search, which tells after which moves it happened.
func ExampleGamePanic() {
	_, err := search.DepthFirst(context.Background(), search.Tree(new(Faulty)), ply.Limits{}, search.Options[int]{})
	var fault *ply.GamePanic
	if errors.As(err, &fault) {
		fmt.Println("after", fault.Line)
		fmt.Println(fault.Value)
	}
	// Output:
	// after [5 10]
	// runtime error: integer divide by zero
}
