package mcts_test

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts"
)

// TestMaxN checks that plain UCT comes to play the move of max^n, and that the mean results of all players
// come to its values, in random trees in which nobody is ever indifferent.
func TestMaxN(t *testing.T) {
	const most = 4
	games := 0
	for seed := uint64(0); games < long.Or(40, 10); seed++ {
		g := &testgames.Melee{Seed: seed, Count: 3, Depth: 3, Width: 3, Most: most}
		want, unique := g.Values()
		if !unique || len(g.Moves(nil)) < 2 {
			continue
		}
		games++
		distance := func(r mcts.Result[int]) (far float64) {
			for p, mean := range r.Means {
				far = max(far, math.Abs(mean-result(want[p], most)))
			}
			return far
		}
		tree, err := mcts.New(g, mcts.Options[int]{Scale: most})
		if err != nil {
			t.Fatal(err)
		}
		var before float64
		for i, simulations := range []int{1000, 40_000} {
			r, err := tree.Search(t.Context(), ply.Limits{Nodes: simulations})
			if err != nil || r.Status != ply.OutOfNodes || r.Solved() {
				t.Fatalf("seed %d: %v, proven %v to %v, error %v", seed, r.Status, r.Low, r.High, err)
			}
			if i == 0 {
				before = distance(r)
				continue
			}
			me := g.ToMove()
			if got := valuesAfter(g, r.Move); !reflect.DeepEqual(got, want) {
				t.Errorf("seed %d: move %d is worth %v, the position %v", seed, r.Move, got, want)
			}
			if math.Abs(r.Value-result(want[me], most)) > 0.1 {
				t.Errorf("seed %d: value %.3f, want %v of %d", seed, r.Value, want[me], most)
			}
			if after := distance(r); after > 0.2 || after > before {
				t.Errorf("seed %d: means %.3f, %.3f from %v of %d; before %.3f", seed, r.Means, after, want, most, before)
			}
		}
	}
}

// result returns a value as a result from 0 to 1.
func result(value, most int) float64 { return float64(value) / float64(most) }

func valuesAfter(g *testgames.Melee, m int) []int {
	g.Play(m)
	defer g.Undo(m)
	values, _ := g.Values()
	return values
}

// twoPlayers is a wild as a game of two players, and no longer one of two sides.
type twoPlayers struct {
	sideless
	wild    *wild
	players ply.Multiplayer
}

func (g twoPlayers) Players() int          { return g.players.Players() }
func (g twoPlayers) Outcomes(values []int) { g.players.Outcomes(values) }
func (g twoPlayers) Clone() twoPlayers     { return asTwoPlayers(g.wild.Clone()) }

func (g twoPlayers) Evaluations(values []int) {
	side, value := g.ToMove(), g.wild.Evaluate()
	values[side], values[1-side] = value, -value
}

func asTwoPlayers(g *wild) twoPlayers { return twoPlayers{g, g, sides.MultiplayerOf(g)} }

// sideless is what both have.
type sideless interface {
	ply.Game[int]
	ply.Hasher
	ply.Acyclic
	ply.Numberer[int]
	ToMove() int
}

// TestTwoSidesAreTwoPlayers checks that a game of two sides has the same results as one of two players.
func TestTwoSidesAreTwoPlayers(t *testing.T) {
	if _, ok := any(twoPlayers{}).(ply.Adversarial); ok {
		t.Fatal("the game of two players is one of two sides as well")
	}
	rapid.Check(t, func(t *rapid.T) {
		g := drawWild(t, 3)
		if len(g.Moves(nil)) == 0 {
			t.Skip("finished")
		}
		opt := drawOptions(t)
		opt.NoSolver, opt.Scale = true, 3
		if opt.Sharing == mcts.SharedTree {
			opt.Workers = 1
		}
		limits, seed := ply.Limits{Nodes: 500}, rapid.Uint64().Draw(t, "chance")
		opt.Random = rand.NewPCG(seed, 1)
		want, err := mcts.Search(context.Background(), g, limits, opt)
		if err != nil {
			t.Fatal(err)
		}
		opt.Random = rand.NewPCG(seed, 1)
		got, err := mcts.Search(context.Background(), asTwoPlayers(g), limits, opt)
		if err != nil {
			t.Fatal(err)
		}
		got.Elapsed, want.Elapsed = 0, 0
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v, as one of two sides\n%+v", got, want)
		}
		if sum := got.Means[0] + got.Means[1]; math.Abs(sum) > 1e-9 {
			t.Fatalf("means %v", got.Means)
		}
	})
}

// TestMultiplayerOptions checks that simulations of several players are counted correctly with any options.
func TestMultiplayerOptions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := &testgames.Melee{Seed: rapid.Uint64().Draw(t, "seed"), Count: rapid.IntRange(1, 5).Draw(t, "players"),
			Depth: rapid.IntRange(1, 8).Draw(t, "depth"), Width: rapid.IntRange(1, 4).Draw(t, "width"), Most: 2}
		opt := drawOptions(t)
		const simulations = 300
		tree, err := mcts.New(g, opt)
		if err != nil {
			t.Fatal(err)
		}
		r, err := tree.Search(context.Background(), ply.Limits{Nodes: simulations})
		if err != nil {
			t.Fatal(err)
		}
		sum, visits := 0.0, 0
		for _, m := range r.Moves {
			visits += m.Visits
			sum += float64(m.Visits) * m.Value
			if raves, mean := tree.RAVE(m.Move); math.Abs(mean) > 1 || opt.RAVE.Weight != 0 && raves < m.Visits {
				t.Fatalf("%+v, RAVE %v of %d", m, mean, raves)
			}
		}
		if r.Nodes != simulations || visits != simulations || len(r.Means) != g.Count {
			t.Fatalf("%d simulations, %d visits, means %v", r.Nodes, visits, r.Means)
		}
		if mean := r.Means[g.ToMove()]; math.Abs(sum/simulations-mean) > 1e-6 {
			t.Fatalf("mean result %v, of the moves %v", mean, sum/simulations)
		}
		if r.Solved() || r.Low != -1 || r.High != 1 {
			t.Fatalf("proven %v to %v", r.Low, r.High)
		}
		if g.String() != "[]" {
			t.Fatalf("the game is left after %v", g)
		}
	})
}

// dice is a game of three players. After the move of the first a roll of the die says that one of them has won,
// another has lost, and the last neither. It knows no other way of being played out.
type dice struct{ moved bool }

func (g *dice) Moves(dst []int) []int {
	if g.moved {
		return dst
	}
	return append(dst, 0, 1)
}
func (g *dice) Play(int)              { g.moved = true }
func (g *dice) Undo(int)              { g.moved = false }
func (g *dice) ToMove() int           { return 0 }
func (g *dice) Players() int          { return 3 }
func (g *dice) Outcomes(values []int) { clear(values) }

func (g *dice) PlayoutAll(random *rand.PCG, _ bool, _ [][]int, outcomes []int) int {
	clear(outcomes)
	winner := int(random.Uint64() % 3)
	outcomes[winner], outcomes[(winner+1+int(random.Uint64()>>63))%3] = 1, -1
	return 1
}

// TestMultiplayerAllocation checks that simulations of several players allocate nothing once the tree is full.
func TestMultiplayerAllocation(t *testing.T) {
	for name, opt := range map[string]mcts.Options[int]{
		"plain":    {},
		"RAVE":     {RAVE: mcts.RAVE{Weight: 50, Reference: 10}},
		"playouts": {Leaf: mcts.Playouts{N: 3}},
		"evaluate": {Leaf: mcts.Evaluation{}},
	} {
		opt.Memory = 100_000
		tree, err := mcts.New(&testgames.Melee{Seed: 5, Count: 3, Depth: 40, Width: 6, Most: 1}, opt)
		if err != nil {
			t.Fatal(err)
		}
		limits := ply.Limits{Nodes: 5000}
		search := func() { _, _ = tree.Search(t.Context(), limits) }
		search()
		long := testing.AllocsPerRun(3, search)
		limits.Nodes = 1
		if short := testing.AllocsPerRun(3, search); long > short+10 {
			t.Errorf("%s: %v allocations in 5000 simulations, %v in one", name, long, short)
		}
	}
}

func TestMultiplayerErrors(t *testing.T) {
	melee := func(players int) *testgames.Melee {
		return &testgames.Melee{Seed: 1, Count: players, Depth: 5, Width: 3, Most: 1}
	}
	for _, test := range []struct {
		g    multiplayerGame
		opt  mcts.Options[int]
		want string
	}{
		{melee(0), mcts.Options[int]{}, "players"},
		{melee(256 + 1), mcts.Options[int]{}, "players"},
		{melee(3), mcts.Options[int]{Decisive: mcts.DecisiveAlways}, "Decisive"},
		{new(dice), mcts.Options[int]{Leaf: mcts.Evaluation{}}, "Evaluation"},
		{new(dice), mcts.Options[int]{Transpositions: true}, "Transpositions"},
		{new(dice), mcts.Options[int]{Workers: 2}, "Workers"},
	} {
		if _, err := mcts.New(test.g, test.opt); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%d players, %+v: error %v, want one about %s", test.g.Players(), test.opt, err, test.want)
		}
	}
	if _, err := mcts.New(idle{}, mcts.Options[int]{}); err == nil || !strings.Contains(err.Error(), "neither") {
		t.Errorf("error %v of a game without outcomes", err)
	}
	if _, err := mcts.Search(t.Context(), melee(256), ply.Limits{Nodes: 10}, mcts.Options[int]{}); err != nil {
		t.Errorf("error %v of the most players", err)
	}
}

func TestMultiplayerLaws(t *testing.T) {
	long.Only(t)
	if long.Enabled { // the laws take seconds to compile
		gametest.Check(t, func() *heap { return &heap{left: 12} })
	}
}

// idle is a game that tells no outcomes.
type idle struct{}

func (idle) Moves(dst []int) []int { return append(dst, 1) }
func (idle) Play(int)              {}
func (idle) Undo(int)              {}
func (idle) ToMove() int           { return 0 }

// A multiplayerGame is any game of several players.
type multiplayerGame interface {
	ply.Game[int]
	ply.Multiplayer
}
