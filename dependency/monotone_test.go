package dependency_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/internal/long"
)

// A randomGame is a game of random moves and a goal, with what brute force finds out about it.
type randomGame struct {
	start    []int32
	moves    []ply.Footprint
	goal     []ply.Condition
	monotone bool // no line of play gives a cell a value back
	solvable bool
}

func newRandomGame(random *rand.Rand) *randomGame {
	cells, values := 1+random.IntN(6), 2+random.Int32N(3)
	g := &randomGame{start: make([]int32, cells), monotone: true}
	for c := range g.start {
		g.start[c] = random.Int32N(values)
	}
	reads := 1 + random.IntN(3)
	for range 1 + random.IntN(12) {
		var f ply.Footprint
		for _, c := range random.Perm(cells)[:1+random.IntN(min(reads, cells))] {
			before := random.Int32N(values)
			f.Preconditions = append(f.Preconditions, ply.Condition{Cell: int32(c), Value: before})
			if after := random.Int32N(values); after != before && (len(f.Modifications) == 0 || random.IntN(2) == 0) {
				f.Modifications = append(f.Modifications, ply.Condition{Cell: int32(c), Value: after})
			}
		}
		g.moves = append(g.moves, f)
	}
	for _, c := range random.Perm(cells)[:1+random.IntN(min(3, cells))] {
		g.goal = append(g.goal, ply.Condition{Cell: int32(c), Value: random.Int32N(values)})
	}
	had := make([]int32, cells)
	for c, v := range g.start {
		had[c] = 1 << v
	}
	g.explore(slices.Clone(g.start), had, make(map[string]bool))
	return g
}

// explore goes through all lines, on which the cells have had the values that are bits of had. A line that is not
// monotone is left there.
func (g *randomGame) explore(cells, had []int32, seen map[string]bool) {
	key := fmt.Sprint(cells, had)
	if seen[key] {
		return
	}
	seen[key] = true
	if allHold(cells, g.goal) {
		g.solvable = true
		return
	}
	for _, f := range g.moves {
		if !allHold(cells, f.Preconditions) {
			continue
		}
		cells, had, again := slices.Clone(cells), slices.Clone(had), false
		for _, c := range f.Modifications {
			again = again || had[c.Cell]>>c.Value&1 != 0
			cells[c.Cell] = c.Value
			had[c.Cell] |= 1 << c.Value
		}
		if again {
			g.monotone = false
			continue
		}
		g.explore(cells, had, seen)
	}
}

func (g *randomGame) game(t testing.TB) *dependency.Game[int] {
	rules, err := dependency.List(len(g.start), g.moves)
	if err != nil {
		t.Fatal(err)
	}
	game, err := dependency.New(g.start, rules, dependency.GameOptions{Goal: g.goal})
	if err != nil {
		t.Fatal(err)
	}
	return game
}

// A monotone game is never refused, and solved exactly if it can be. A game that is refused has the line that the error
// names: nothing in it was played behind a solution.
func TestSearchOfMonotoneGames(t *testing.T) {
	monotone, solved, refused := 0, 0, 0
	for seed := uint64(0); monotone < long.Or(40_000, 2000); seed++ {
		g := newRandomGame(rand.New(rand.NewPCG(seed, 44)))
		r, err := dependency.Search(t.Context(), g.game(t), ply.Limits{Nodes: 20_000}, dependency.Options[int]{})
		switch {
		case errors.Is(err, dependency.ErrNotMonotone) && !g.monotone:
			refused++
		case err != nil:
			t.Fatalf("seed %d, %+v: %v; monotone: %v", seed, g, err, g.monotone)
		case r.Found && !g.solvable, g.monotone && r.Status == ply.Complete && r.Found != g.solvable:
			t.Fatalf("seed %d, %+v: found %v", seed, g, r.Found)
		}
		if g.monotone {
			monotone++
		}
		if !r.Found {
			continue
		}
		solved++
		game := g.game(t)
		for _, m := range r.Line {
			if !slices.Contains(game.Moves(nil), m) {
				t.Fatalf("seed %d, %+v: line %v is illegal", seed, g, r.Line)
			}
			game.Play(m)
		}
		if !game.Solved() {
			t.Fatalf("seed %d, %+v: line %v solves nothing", seed, g, r.Line)
		}
	}
	if solved < 100 || refused < 100 {
		t.Errorf("%d games solved, %d refused", solved, refused)
	}
}

// Making a condition true again counts only if the move can be played: not after a solution.
func TestMonotoneUpToTheSolution(t *testing.T) {
	g := &randomGame{
		start: []int32{0, 0, 1},
		goal:  conditions(0, 1, 1, 1),
		moves: []ply.Footprint{
			{Preconditions: conditions(0, 1, 1, 1), Modifications: conditions(0, 0)},
			{Preconditions: conditions(2, 0), Modifications: conditions(2, 1)},
			{Preconditions: conditions(1, 0), Modifications: conditions(1, 1)},
			{Preconditions: conditions(0, 0), Modifications: conditions(0, 1)},
		},
	}
	r, err := dependency.Search(t.Context(), g.game(t), ply.Limits{}, dependency.Options[int]{})
	if err != nil || r.Status != ply.Complete || r.Solutions != 1 || len(r.Line) != 2 {
		t.Errorf("%v, line %v, %d solutions, error %v", r.Status, r.Line, r.Solutions, err)
	}
	// With a goal that is avoided by giving up a condition of it first, the same move is played, and the line named.
	g.goal = conditions(0, 1, 1, 1, 2, 1)
	g.moves[1] = ply.Footprint{Preconditions: conditions(2, 1), Modifications: conditions(2, 0)}
	g.moves[0].Preconditions = conditions(0, 1, 1, 1, 2, 0)
	_, err = dependency.Search(t.Context(), g.game(t), ply.Limits{}, dependency.Options[int]{})
	if want := "after [2 1 3], move 0 makes cell 0 hold 0 again"; !errors.Is(err, dependency.ErrNotMonotone) ||
		err.Error() != dependency.ErrNotMonotone.Error()+": "+want {
		t.Errorf("error %v, want %s", err, want)
	}
}
