package game

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ply-search/ply/examples/ggp/gdl"
	"github.com/ply-search/ply/examples/ggp/rules"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/rounds"
)

// load compiles a game that comes with the module, or is given as text.
func load(t testing.TB, name string, opt Options) *Rules {
	t.Helper()
	text, ok := rules.Text(name)
	if !ok {
		text = name
	}
	d, err := gdl.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	r, err := Load(context.Background(), d, 0, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// must takes a game or fails.
func must[G any](t testing.TB, g G, err error) G {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// thorough is how much of each game is checked.
var thorough = gametest.Options{Length: long.Or(24, 12), Width: 2}

func TestLaws(t *testing.T) {
	long.Checks(t, 40, 100) // the long tests check more games, on lines twice as long
	for _, name := range []string{"buttons", "eightpuzzle", "pegs"} {
		t.Run(name, func(t *testing.T) {
			r := load(t, name, Options{})
			gametest.Check(t, func() *Solo { return must(t, first(NewSolo(r)), nil) }, thorough)
		})
	}
	for _, name := range []string{"tictactoe", "nim", "connectfour", "othello"} {
		t.Run(name, func(t *testing.T) {
			if name != "tictactoe" && name != "nim" {
				long.Only(t)
			}
			r := load(t, name, Options{})
			gametest.Check(t, func() *Sides { return first(NewSides(r)) }, thorough)
			if name != "othello" { // what is made of its rules for two is made for many in the same way
				gametest.Check(t, func() *Many { return NewMany(r) }, thorough)
			}
		})
	}
	for _, name := range []string{"twoboards", "tictactoe", pennies} {
		t.Run(name, func(t *testing.T) {
			if name != pennies {
				long.Only(t)
			}
			r := load(t, name, Options{})
			gametest.Check(t, func() *rounds.Serialized[*Joint, Move] { return rounds.Serialize[*Joint, Move](NewJoint(r)) }, thorough)
		})
	}
	for _, name := range []string{"montyhall", "blindtictactoe"} {
		t.Run(name, func(t *testing.T) {
			if name != "montyhall" {
				long.Only(t)
			}
			r := load(t, name, Options{})
			gametest.Check(t, func() *Hidden { return NewHidden(r) }, thorough)
		})
	}
	t.Run("dice", func(t *testing.T) {
		for _, players := range []string{"(role a)", "(role a) (role b)"} {
			r := load(t, players+race, Options{})
			gametest.Check(t, func() *Dice { return first(NewDice(r)) }, thorough)
			gametest.Check(t, func() *Many { return NewMany(r) }, thorough)
			gametest.Check(t, func() *rounds.Serialized[*Joint, Move] { return rounds.Serialize[*Joint, Move](NewJoint(r)) }, thorough)
		}
	})
}

func first[G any](g G, err error) G {
	if err != nil {
		panic(err)
	}
	return g
}

// race is a game of dice for any number of players at the same time: each bids 1 or 2, random draws 1 to 3, and those
// who bid what it drew get a point.
const race = `
	(role random)
	(init (step 1))
	(<= (legal ?p (bid ?n)) (role ?p) (distinct ?p random) (bids ?n))
	(<= (legal random (draw ?n)) (face ?n))
	(<= (next (point ?p ?s)) (does ?p (bid ?n)) (does random (draw ?n)) (true (step ?s)))
	(<= (next (point ?p ?s)) (true (point ?p ?s)))
	(<= (next (step 2)) (true (step 1)))
	(<= (next (step 3)) (true (step 2)))
	(<= terminal (true (step 3)))
	(<= (goal ?p 100) (true (point ?p 1)) (true (point ?p 2)))
	(<= (goal ?p 50) (true (point ?p 1)) (not (true (point ?p 2))))
	(<= (goal ?p 50) (true (point ?p 2)) (not (true (point ?p 1))))
	(<= (goal ?p 0) (role ?p) (not (true (point ?p 1))) (not (true (point ?p 2))))
	(bids 1) (bids 2) (face 1) (face 2) (face 3)`

func TestTraits(t *testing.T) {
	for name, want := range map[string]Traits{
		"buttons":         {Players: 1},
		"tictactoe":       {Players: 2, ZeroSum: true},
		"connectfour":     {Players: 2, ZeroSum: true},
		"twoboards":       {Players: 2, ZeroSum: true, Simultaneous: true},
		"montyhall":       {Players: 1, Chance: true, Percepts: true},
		"blindtictactoe":  {Players: 2, Chance: true, Simultaneous: true, ZeroSum: true, Percepts: true},
		"(role a)" + race: {Players: 1, Chance: true},
	} {
		if got := load(t, name, Options{}).Traits(t.Context(), 30, rand.NewPCG(1, 1)); got != want {
			t.Errorf("%.20s: %+v, want %+v", name, got, want)
		}
	}
}
