package puct_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/savedtest"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts/puct"
	"github.com/ply-search/ply/search/expectimax"
	"pgregory.net/rapid"
)

// A voyage begins with a move of side 0. Throws of dice determine the weather, and then the sides make further
// moves. The outcome for side 0 is the sum of a number that depends on the moves, and a number that depends on the
// weather. Hence the best moves do not depend on the weather.
type voyage struct {
	throws, faces int
	moves         int   // in each position of a side
	later         []int // the sides that move after the throws
	pay           []int // by the moves
	bonus         []int // by the weather; the sum is 0
	line          []int
}

const mostPay = 20

func newVoyage(random *rand.Rand, throws, faces int) *voyage {
	g := &voyage{throws: throws, faces: faces, moves: 3, later: []int{random.IntN(2), random.IntN(2)}}
	g.pay, g.bonus = make([]int, 27), make([]int, 1)
	for range throws {
		g.bonus = append(g.bonus, make([]int, len(g.bonus)*(faces-1))...)
	}
	for i := range g.pay {
		g.pay[i] = random.IntN(21) - 10
	}
	for i := 0; i+1 < len(g.bonus); i += 2 {
		g.bonus[i] = random.IntN(21) - 10
		g.bonus[i+1] = -g.bonus[i]
	}
	return g
}

func (g *voyage) ToMove() int {
	switch n := len(g.line); {
	case n == 0 || n > g.throws+len(g.later):
		return 0
	case n <= g.throws:
		return ply.Chance
	default:
		return g.later[n-1-g.throws]
	}
}

func (g *voyage) Moves(dst []int) []int {
	count := g.moves
	switch {
	case len(g.line) > g.throws+len(g.later):
		return dst
	case g.ToMove() == ply.Chance:
		count = g.faces
	}
	for m := range count {
		dst = append(dst, m)
	}
	return dst
}

func (g *voyage) Probabilities(outcomes []int, dst []float64) []float64 { return equal(outcomes, dst) }

// equal appends equal probabilities of outcomes.
func equal(outcomes []int, dst []float64) []float64 {
	for range outcomes {
		dst = append(dst, 1/float64(len(outcomes)))
	}
	return dst
}

func (g *voyage) Play(m int)    { g.line = append(g.line, m) }
func (g *voyage) Undo(int)      { g.line = g.line[:len(g.line)-1] }
func (g *voyage) Acyclic() bool { return true }

func (g *voyage) Outcome() int {
	plan, weather := g.line[0], 0
	for _, face := range g.line[1 : 1+g.throws] {
		weather = weather*g.faces + face
	}
	for _, m := range g.line[1+g.throws:] {
		plan = plan*g.moves + m
	}
	return g.pay[plan] + g.bonus[weather]
}

// With a thousand outcomes, one throw or three in sequence, the open loop finds the best move. The closed loop
// meets each outcome about once, so that it knows nothing but the evaluations of the positions after the throws,
// which are all equal.
func TestOpenLoopFindsPlans(t *testing.T) {
	const games, simulations = 12, 3000
	for name, c := range map[string]struct{ throws, faces int }{"one throw": {1, 1000}, "three throws": {3, 10}} {
		found := map[bool]int{}
		for seed := range uint64(games) {
			g := newVoyage(rand.New(rand.NewPCG(seed, 0)), c.throws, c.faces)
			best, err := expectimax.Search(t.Context(), g, ply.Limits{}, expectimax.Options[int]{})
			if err != nil {
				t.Fatal(err)
			}
			for _, open := range []bool{false, true} {
				opt := puct.Options[int]{OpenLoop: open, Scale: mostPay}
				r, err := puct.Search(t.Context(), g, uniform, ply.Limits{Nodes: simulations}, opt)
				if err != nil {
					t.Fatal(err)
				}
				g.Play(r.Move)
				after, err := expectimax.Search(t.Context(), g, ply.Limits{}, expectimax.Options[int]{})
				if g.Undo(r.Move); err != nil {
					t.Fatal(err)
				}
				if math.Abs(after.Value-best.Value) < 1e-9 {
					found[open]++
				} else if open && after.Value < best.Value-2 {
					t.Errorf("%s, seed %d: the open loop chose a move of the value %v, the best is %v",
						name, seed, after.Value, best.Value)
				}
				if open && r.Low != -1 || r.High != 1 {
					t.Errorf("%s, seed %d: proven to be within %v and %v", name, seed, r.Low, r.High)
				}
			}
		}
		t.Logf("%s: the best move in %d of %d games, in %d with a closed loop", name, found[true], games, found[false])
		if found[true] < games-3 || found[false] > games*2/3 {
			t.Errorf("%s: the best move in %d of %d games, in %d with a closed loop", name, found[true], games, found[false])
		}
	}
}

// A riddle is a move of side 0, which is safe or risky. The safe move draws. After the risky move, chance draws a
// number, and side 0 names one: it wins with the number drawn, and loses with others. Side 0 sees the number before
// it names one.
type riddle struct {
	numbers    int
	restricted bool // the numbers less than the number drawn are not legal
	line       []int
}

const safe, risky = 0, 1

func (g *riddle) ToMove() int {
	if len(g.line) == 1 && g.line[0] == risky {
		return ply.Chance
	}
	return 0
}

func (g *riddle) Moves(dst []int) []int {
	switch {
	case len(g.line) == 0:
		return append(dst, safe, risky)
	case len(g.line) == 3 || g.line[0] == safe:
		return dst
	}
	least := 0
	if len(g.line) == 2 && g.restricted {
		least = g.line[1]
	}
	for m := least; m < g.numbers; m++ {
		dst = append(dst, m)
	}
	return dst
}

func (g *riddle) Probabilities(outcomes []int, dst []float64) []float64 { return equal(outcomes, dst) }

func (g *riddle) Play(m int) {
	if !slices.Contains(g.Moves(nil), m) {
		panic("illegal")
	}
	g.line = append(g.line, m)
}

func (g *riddle) Undo(int)      { g.line = g.line[:len(g.line)-1] }
func (g *riddle) Acyclic() bool { return true }

func (g *riddle) Outcome() int {
	switch {
	case g.line[0] == safe:
		return 0
	case g.line[2] == g.line[1]:
		return 1
	}
	return -1
}

// The open loop does not see that the answer can depend on the outcome, and takes the safe move instead of a
// certain win. If the numbers less than the number drawn are not legal, it finds the win: the first legal number is
// always right, so that the results of each number come mostly from the outcomes after which it is right.
func TestOpenLoopIgnoresOutcomes(t *testing.T) {
	for _, c := range []struct {
		restricted, open bool
		want             int
	}{{false, false, risky}, {false, true, safe}, {true, false, risky}, {true, true, risky}} {
		g := &riddle{numbers: 4, restricted: c.restricted}
		for _, selection := range []puct.Selection{puct.PUCT{}, puct.Gumbel{}, puct.Halving{}} {
			opt := puct.Options[int]{OpenLoop: c.open, Selection: selection}
			r, err := puct.Search(t.Context(), g, uniform, ply.Limits{Nodes: 5000}, opt)
			if err != nil {
				t.Fatal(err)
			}
			if r.Move != c.want {
				t.Errorf("%+v, %T: move %d of value %v, want %d", c, selection, r.Move, r.Value, c.want)
			}
			if c.restricted && r.Value < 0.8 {
				t.Errorf("%+v, %T: value %v, want nearly 1", c, selection, r.Value)
			}
		}
	}
}

// In Pig, nearly all decisions that matter are right, although turns are planned without their dice.
func TestOpenLoopOfPig(t *testing.T) {
	const target = 20
	solution, err := expectimax.ValueIteration(t.Context(), &testgames.Pig{Target: target}, ply.Limits{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	right, checked := 0, 0
	for g, best := range testgames.DecisionsOfPig(target, long.Or(7, 197), func(g *testgames.Pig) (float64, bool) {
		v, _, ok := solution.Value(g)
		return v, ok
	}) {
		r, err := puct.Search(t.Context(), g, uniform, ply.Limits{Nodes: 20_000}, puct.Options[int]{OpenLoop: true})
		if err != nil {
			t.Fatal(err)
		}
		if checked++; r.Move == best.Move {
			right++
		}
	}
	t.Logf("%d of %d decisions are right", right, checked)
	if right < checked*9/10 {
		t.Errorf("%d of %d decisions are right", right, checked)
	}
}

// Trees of random games count all simulations, keep to their memory, contain moves of players only, and are saved and
// loaded, however they are searched.
func TestOpenLoopTrees(t *testing.T) {
	long.Checks(t, 500, 40)
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		random := rand.New(rand.NewPCG(seed, 1))
		g := testgames.RandomGamble(random, 2+random.IntN(80), 1+random.IntN(6), mostPoints, rapid.Bool().Draw(t, "acyclic"))
		selections := []puct.Selection{puct.PUCT{Noise: 0.25, VirtualLoss: 0.5}, puct.Gumbel{}, puct.Halving{}}
		opt := puct.Options[int]{
			OpenLoop: true, Scale: mostPoints,
			Selection: rapid.SampledFrom(selections).Draw(t, "selection"),
			Batch:     rapid.IntRange(1, 5).Draw(t, "batch"),
			InFlight:  rapid.IntRange(0, 2).Draw(t, "in flight"),
			Workers:   rapid.IntRange(0, 2).Draw(t, "workers"),
			Memory:    rapid.SampledFrom([]int64{0, 5000, 50_000}).Draw(t, "memory"),
		}
		reproducible := opt.InFlight == 0 && opt.Workers < 2
		tree, err := puct.New(g, varied, opt)
		if err != nil {
			t.Fatal(err)
		}
		for moves := 0; len(g.Moves(nil)) > 0 && moves < 10; moves++ {
			at := g.At
			limits := ply.Limits{Nodes: rapid.IntRange(1, 300).Draw(t, "simulations")}
			r, err := tree.Search(context.Background(), limits)
			if err != nil {
				t.Fatal(err)
			}
			if visits, err := tree.Check(); err != nil || visits != r.Visits() || r.Nodes != limits.Nodes || g.At != at {
				t.Fatalf("%+v: %d simulations, node %d for %d, error %v", r, visits, g.At, at, err)
			}
			if _, memory, _ := tree.Size(); opt.Memory > 0 && memory > opt.Memory {
				t.Fatalf("%d bytes of memory", memory)
			}
			for line, last := range tree.All(1) {
				for i, m := range line {
					if side := g.Nodes[g.Edges[m].From].Side; side == ply.Chance && (i > 0 || g.ToMove() != ply.Chance) {
						t.Fatalf("the line %v contains the outcome %d", line, m)
					}
				}
				if last.Visits < 1 || last.Low != -1 || last.High != 1 {
					t.Fatalf("after %v: %+v", line, last)
				}
			}
			var b bytes.Buffer
			if err := tree.Save(&b); err != nil {
				t.Fatal(err)
			}
			loaded, err := puct.New(g.Clone(), varied, opt)
			if err != nil {
				t.Fatal(err)
			}
			if err := loaded.Load(&b); err != nil {
				t.Fatal(err)
			}
			want, err := tree.Search(context.Background(), limits)
			if err != nil {
				t.Fatal(err)
			}
			got, err := loaded.Search(context.Background(), limits)
			want.Elapsed, got.Elapsed = 0, 0
			if err != nil || reproducible && !reflect.DeepEqual(got, want) {
				t.Fatalf("%+v, error %v, want %+v", got, err, want)
			}
			m := r.Move
			if g.ToMove() == ply.Chance {
				if m, err = ply.DrawOutcome(g, random); err != nil {
					t.Fatal(err)
				}
			}
			if err := tree.Play(m); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// varied evaluates gambles by numbers that depend on the node.
func varied(_ context.Context, leaves []*puct.Leaf[*testgames.Gamble, int]) error {
	for _, l := range leaves {
		at := l.Position.At
		l.Value = float64(at%7)/3 - 1
		for i := range l.Priors {
			l.Priors[i] = float32((at + 3*i) % 5)
		}
	}
	return nil
}

// A game of several players is searched in an open loop, too.
func TestOpenLoopOfPlayers(t *testing.T) {
	for seed := range uint64(40) {
		g := &lottery{&testgames.Melee{Seed: seed, Count: 3, Depth: 6, Width: 4, Most: 4}}
		for _, opt := range []puct.Options[int]{{}, {Batch: 4}, {Batch: 2, InFlight: 2, Workers: 2}} {
			opt.OpenLoop, opt.Scale = true, 4
			tree, err := puct.New(g, even[*lottery], opt)
			if err != nil {
				t.Fatal(err)
			}
			if len(g.Moves(nil)) == 0 {
				continue
			}
			r, err := tree.Search(t.Context(), ply.Limits{Nodes: 500})
			if err != nil {
				t.Fatal(err)
			}
			if visits, err := tree.Check(); err != nil || visits != 500 || len(r.Means) != 3 {
				t.Fatalf("seed %d: %d simulations, means %v, error %v", seed, visits, r.Means, err)
			}
		}
	}
}

// States that are saved while an asynchronous search goes on are whole.
func TestCheckpointsOfOpenLoops(t *testing.T) {
	g := testgames.RandomGamble(rand.New(rand.NewPCG(3, 1)), 3000, 6, 3, true)
	for name, opt := range map[string]puct.Options[int]{
		"PUCT":   {Batch: 4, InFlight: 2, Workers: 2},
		"Gumbel": {Batch: 4, InFlight: 2, Workers: 2, Selection: puct.Gumbel{}},
	} {
		opt.OpenLoop, opt.Memory = true, 200_000
		ctx, cancel := context.WithCancel(t.Context())
		store := new(savedtest.Shelf)
		store.Saved = func() {
			if len(store.States) == 3 {
				cancel()
			}
		}
		kept := opt
		kept.Checkpoint = store
		r, err := puct.Search(ctx, g, varied, ply.Limits{Nodes: 1_000_000}, kept)
		if err != nil || r.Status != ply.Cancelled {
			t.Fatalf("%s: %+v, error %v", name, r, err)
		}
		for i, state := range store.States {
			tree, err := puct.New(g, varied, opt)
			if err != nil {
				t.Fatal(err)
			}
			if err := tree.Load(bytes.NewReader(state)); err != nil {
				t.Fatal(err)
			}
			if _, err := tree.Check(); err != nil {
				t.Fatalf("%s, state %d: %v", name, i, err)
			}
		}
	}
}

// A deal is a draw of one of 600 hands, and a move with one of its ten cards. No card is in two hands.
type deal struct{ line []int }

func (g *deal) Moves(dst []int) []int {
	first, count := 0, 2
	switch len(g.line) {
	case 1:
		count = 600
	case 2:
		first, count = 10*g.line[1], 10
	case 3:
		return dst
	}
	for m := range count {
		dst = append(dst, first+m)
	}
	return dst
}

func (g *deal) ToMove() int {
	if len(g.line) == 1 {
		return ply.Chance
	}
	return 0
}

func (g *deal) Probabilities(hands []int, dst []float64) []float64 {
	for range hands {
		dst = append(dst, 1/float64(len(hands)))
	}
	return dst
}

func (g *deal) Play(m int)   { g.line = append(g.line, m) }
func (g *deal) Undo(int)     { g.line = g.line[:len(g.line)-1] }
func (g *deal) Outcome() int { return g.line[2]%3 - 1 }

// If each outcome has other moves, a shared node gets them all, up to some thousands, and each is chosen only where it
// is legal.
func TestOpenLoopOfManyMoves(t *testing.T) {
	for _, memory := range []int64{0, 20_000} {
		g := &deal{}
		tree, err := puct.New(g, uniform, puct.Options[int]{OpenLoop: true, Memory: memory})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tree.Search(t.Context(), ply.Limits{Nodes: 3000}); err != nil {
			t.Fatal(err)
		}
		if visits, err := tree.Check(); err != nil || visits != 3000 {
			t.Fatalf("%d simulations, error %v", visits, err)
		}
		var cards [2]int // in the node after each first move
		for line := range tree.All(0) {
			if len(line) == 2 {
				cards[line[0]]++
			}
		}
		most, limit := max(cards[0], cards[1]), 4096+10
		if memory > 0 {
			limit = 1000
		}
		if most == 0 || most >= limit || memory == 0 && most < 4096 {
			t.Errorf("%d cards in %d bytes", cards, memory)
		}
	}
}

func TestOpenLoopErrors(t *testing.T) {
	g := testgames.RandomGamble(rand.New(rand.NewPCG(2, 1)), 25, 3, 9, true)
	if _, err := puct.New(g, uniform, puct.Options[int]{OpenLoop: true, Transpositions: true}); err == nil {
		t.Error("no error for Transpositions")
	}
	if _, err := puct.New(g.Duel, uniform, puct.Options[int]{OpenLoop: true}); err == nil {
		t.Error("no error for a game without chance")
	}
}

// throwsForever is a game in which only chance moves after the first move.
type throwsForever struct{ line []int }

func (g *throwsForever) Moves(dst []int) []int { return append(dst, 0, 1) }
func (g *throwsForever) Play(m int)            { g.line = append(g.line, m) }
func (g *throwsForever) Undo(int)              { g.line = g.line[:len(g.line)-1] }
func (g *throwsForever) Outcome() int          { panic("the game is not over") }
func (g *throwsForever) ToMove() int {
	if len(g.line) > 0 {
		return ply.Chance
	}
	return 0
}

func (g *throwsForever) Probabilities(_ []int, dst []float64) []float64 {
	if len(g.line) == 70 {
		return append(dst, 2, -1)
	}
	return append(dst, 0.5, 0.5)
}

// A simulation draws one outcome more than the simulations before. The error of a panic contains the outcomes drawn.
func TestOpenLoopThrows(t *testing.T) {
	g := &throwsForever{}
	opt := puct.Options[int]{OpenLoop: true}
	_, err := puct.Search(t.Context(), g, uniform, ply.Limits{Nodes: 60}, opt)
	if err != nil || len(g.line) > 0 {
		t.Errorf("line %v, error %v", g.line, err)
	}
	var fault *ply.GamePanic
	_, err = puct.Search(t.Context(), g, uniform, ply.Limits{Nodes: 1000}, opt)
	if !errors.As(err, &fault) || len(g.line) != 70 || len(fault.Line) != len("[0 0]")+2*68 {
		t.Errorf("%d moves, error %v", len(g.line), err)
	}
}

// A simulation of an open loop allocates no memory.
func TestNoAllocationInOpenLoop(t *testing.T) {
	tree, err := puct.New(&testgames.Pig{Target: 20}, uniform, puct.Options[int]{OpenLoop: true, Memory: 1 << 17})
	if err != nil {
		t.Fatal(err)
	}
	checkNoAllocation(t, tree)
}
