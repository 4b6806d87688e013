package gametest_test

import (
	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/gametest"
)

// newLights makes a row of lights that are off. A light can be switched on while the one before it
// is on, and the first always. The puzzle is solved when all are on.
func newLights(lights int) *dependency.Game[int] {
	var moves []ply.Footprint
	var goal []ply.Condition
	for i := range int32(lights) {
		var f ply.Footprint
		if i > 0 {
			f.Preconditions = append(f.Preconditions, ply.Condition{Cell: i - 1, Value: 1})
		}
		f.Preconditions = append(f.Preconditions, ply.Condition{Cell: i, Value: 0})
		f.Modifications = append(f.Modifications, ply.Condition{Cell: i, Value: 1})
		moves = append(moves, f)
		goal = append(goal, ply.Condition{Cell: i, Value: 1})
	}
	rules, err := dependency.List(lights, moves)
	if err != nil {
		panic(err)
	}
	game, err := dependency.New(make([]int32, lights), rules, dependency.GameOptions{Goal: goal, Acyclic: true})
	if err != nil {
		panic(err)
	}
	return game
}

// A game with one start position.
func ExampleCheck() {
	// func TestLaws(t *testing.T) {
	gametest.Check(t, func() *dependency.Game[int] { return newLights(5) })
	// }
}

// A game with longer lines of play than most, and more moves in a position.
func ExampleCheckWith() {
	// func TestLaws(t *testing.T) {
	newGame := func() *dependency.Game[int] { return newLights(100) }
	gametest.CheckWith(t, newGame, gametest.Options{Length: 100, Width: 8})
	// }
}

// A game of different sizes. What draw returns makes the game that was drawn, as often as it is
// called.
func ExampleCheckEach() {
	// func TestLaws(t *testing.T) {
	gametest.CheckEach(t, func(t *rapid.T) func() *dependency.Game[int] {
		lights := rapid.IntRange(1, 20).Draw(t, "lights")
		return func() *dependency.Game[int] { return newLights(lights) }
	})
	// }
}

// The game is recorded in testdata/lights.txt by go test -gametest.rewrite, and compared from then
// on.
func ExamplePlaythrough() {
	// func TestPlaythrough(t *testing.T) {
	gametest.Playthrough(t, func() *dependency.Game[int] { return newLights(5) }, "lights.txt", 1)
	// }
}
