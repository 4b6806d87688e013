package gametest_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/gametest"
)

// newLights returns a row of lights that are off. The first light can be switched on at any time, and each other light while
// the one before it is on. The puzzle is solved when all are on.
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

// The test of a game with one start position.
func ExampleCheck() {
	var t *testing.T // the argument of the test function

	gametest.Check(t, func() *dependency.Game[int] { return newLights(5) })
}

// The test of a game with longer lines than most, and more moves in a position.
func ExampleCheck_options() {
	var t *testing.T // the argument of the test function

	newGame := func() *dependency.Game[int] { return newLights(100) }
	gametest.Check(t, newGame, gametest.Options{Length: 100, Width: 8})
}

// The test of a game with different sizes. The function returned makes the game that was drawn, as often as it is called.
func ExampleCheckEach() {
	var t *testing.T // the argument of the test function

	gametest.CheckEach(t, func(t *rapid.T) func() *dependency.Game[int] {
		lights := rapid.IntRange(1, 20).Draw(t, "lights")
		return func() *dependency.Game[int] { return newLights(lights) }
	})
}

// The test of a game with different sizes and long lines.
func ExampleCheckEach_options() {
	var t *testing.T // the argument of the test function

	gametest.CheckEach(t, func(t *rapid.T) func() *dependency.Game[int] {
		return newLights(rapid.IntRange(1, 100).Draw(t, "lights")).Clone
	}, gametest.Options{Length: 100})
}

// The command go test -gametest.rewrite writes the file testdata/lights.txt. From then on, the test compares the game with
// it.
func ExamplePlaythrough() {
	var t *testing.T // the argument of the test function

	gametest.Playthrough(t, func() *dependency.Game[int] { return newLights(5) }, "lights.txt", 1)
}
