package infoset_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts/infoset"
	"github.com/ply-search/ply/rounds"
)

// Monty Hall's problem: after the host has opened a door, the player should change. The prize is behind the picked door
// in half of the draws, but such a draw weighs half as much, because the host could have opened another door.
func ExampleSearch() {
	g := &testgames.Monty{Line: []int{0, 0, 1}} // the prize, which the player does not see, the pick, and the open door
	r, err := infoset.Search(context.Background(), g, ply.Limits{Nodes: 20_000}, infoset.Options[int]{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("open door", r.Move)
	for _, c := range r.Moves {
		fmt.Printf("door %d wins with probability %.1f\n", c.Move, c.Mean*2-1)
	}
	// Output:
	// open door 2
	// door 0 wins with probability 0.3
	// door 2 wins with probability 0.7
}

// With weights all views switch; without them the two doors look the same.
func TestMontyHall(t *testing.T) {
	for view := infoset.MultipleObserver; view <= infoset.Determinized; view++ {
		draws := 0
		if view == infoset.Determinized {
			draws = 3000
		}
		opt := infoset.Options[int]{View: view, Draws: draws}
		r, err := infoset.Search(t.Context(), &testgames.Monty{Line: []int{0, 0, 1}}, ply.Limits{Nodes: 60_000}, opt)
		if err != nil || r.Move != 2 || r.Moves[1].Share < 0.55 {
			t.Errorf("%v: %+v, %v", view, r, err)
		}
		if view != infoset.Determinized && math.Abs(r.Moves[1].Mean*2-1-2./3) > 0.02 {
			t.Errorf("%v: %+v", view, r)
		}
		even, err := infoset.Search(t.Context(), &unweighted{testgames.Monty{Line: []int{0, 0, 1}}}, ply.Limits{Nodes: 60_000}, opt)
		if err != nil || math.Abs(even.Moves[1].Share-0.5) > 0.06 && view == infoset.Determinized || view != infoset.Determinized && math.Abs(even.Moves[1].Mean*2-1-0.5) > 0.02 {
			t.Errorf("%v without weights: %+v, %v", view, even, err)
		}
	}
}

type unweighted struct{ testgames.Monty }

func (g *unweighted) Determinize(player int, random *rand.Rand) float64 {
	g.Monty.Determinize(player, random)
	return 1
}
func (g *unweighted) Clone() *unweighted { return &unweighted{*g.Monty.Clone()} }

// TestNothingHiddenIsSeen checks that searches find the same in positions that the player cannot tell apart.
func TestNothingHiddenIsSeen(t *testing.T) {
	compared := 0
	for seed := range uint64(30) {
		g := &testgames.Fog{Seed: seed, Depth: 6, Width: 3, Most: 1}
		found := map[string]infoset.Result[int]{}
		var visit func()
		visit = func() {
			moves := g.Moves(nil)
			if len(moves) == 0 {
				return
			}
			if player := g.ToMove(); player >= 0 && len(g.Line) > 2 {
				for view := infoset.MultipleObserver; view <= infoset.Determinized; view++ {
					r, err := infoset.Search(t.Context(), g, ply.Limits{Nodes: 30}, infoset.Options[int]{View: view})
					if err != nil {
						t.Fatal(err)
					}
					r.Elapsed = 0
					key := fmt.Sprint(view, player, g.AppendInformation(nil, player))
					if other, again := found[key]; !again {
						found[key] = r
					} else if compared++; !reflect.DeepEqual(r, other) {
						t.Fatalf("seed %d, %v: %v, and elsewhere with the same information %v", seed, view, r, other)
					}
				}
				return
			}
			for _, m := range moves {
				g.Play(m)
				visit()
				g.Undo(m)
			}
		}
		visit()
	}
	if compared < 30 {
		t.Errorf("%d compared", compared)
	}
}

// The players of matching pennies do not see each other's coin, so neither side of it is better, whatever the other
// chose.
func TestSimultaneousMoves(t *testing.T) {
	g := rounds.Serialize(&testgames.Pennies{Rounds: 1, Prize: 1})
	g.Play(1)
	r, err := infoset.Search(t.Context(), g, ply.Limits{Nodes: 20_000}, infoset.Options[int]{})
	if err != nil || math.Abs(r.Moves[0].Mean-0.5) > 0.02 || math.Abs(r.Moves[1].Mean-0.5) > 0.02 || g.Round() != 1 {
		t.Errorf("%+v, %v", r, err)
	}
}

// Broken games.
type (
	weightless struct{ testgames.Monty }
	lopsided   struct{ testgames.Monty }
	worthless  struct{ *testgames.Fog }
	breaking   struct{ testgames.Monty }
	strange    struct{ testgames.Monty }
)

func (g *weightless) Determinize(int, *rand.Rand) float64    { return math.NaN() }
func (g *weightless) Clone() *weightless                     { return &weightless{*g.Monty.Clone()} }
func (g *lopsided) Probabilities([]int, []float64) []float64 { return []float64{2} }
func (g *lopsided) Clone() *lopsided                         { return &lopsided{*g.Monty.Clone()} }
func (g *breaking) Clone() *breaking                         { return &breaking{*g.Monty.Clone()} }
func (g *breaking) Play(m int)                               { panic("broken") }
func (g *strange) ToMove() int                               { return 5 }
func (g *strange) Clone() *strange                           { return &strange{*g.Monty.Clone()} }
func (g worthless) Clone() worthless                         { return worthless{g.Fog.Clone()} }
func (g worthless) Outcome(string)                           {}

func TestErrors(t *testing.T) {
	start, limits := testgames.Monty{Line: []int{0}}, ply.Limits{Nodes: 9}
	for name, search := range map[string]func() error{
		"no game": func() error {
			return second(infoset.Search(t.Context(), (*testgames.Monty)(nil), limits, infoset.Options[int]{}))
		},
		"finished": func() error {
			return second(infoset.Search(t.Context(), &testgames.Monty{Line: []int{0, 0, 1, 2}}, limits, infoset.Options[int]{}))
		},
		"chance": func() error {
			return second(infoset.Search(t.Context(), &testgames.Monty{}, limits, infoset.Options[int]{}))
		},
		"consistent draws": func() error {
			return second(infoset.Search(t.Context(), &weightless{start}, limits, infoset.Options[int]{}))
		},
		"1 probabilities": func() error {
			return second(infoset.Search(t.Context(), &lopsided{start}, limits, infoset.Options[int]{}))
		},
		"neither": func() error {
			return second(infoset.Search(t.Context(), worthless{&testgames.Fog{Depth: 3, Width: 2}}, limits, infoset.Options[int]{}))
		},
		"panicked after": func() error {
			return second(infoset.Search(t.Context(), &breaking{start}, limits, infoset.Options[int]{}))
		},
		"ToMove is 5": func() error {
			return second(infoset.Search(t.Context(), &strange{start}, limits, infoset.Options[int]{}))
		},
		"view": func() error {
			return second(infoset.Search(t.Context(), &start, limits, infoset.Options[int]{View: 3}))
		},
		"Exploration": func() error {
			return second(infoset.Search(t.Context(), &start, limits, infoset.Options[int]{Exploration: math.Inf(1)}))
		},
		"Draws is for": func() error {
			return second(infoset.Search(t.Context(), &start, limits, infoset.Options[int]{Draws: 3}))
		},
		"Draws is -1": func() error {
			return second(infoset.Search(t.Context(), &start, limits, infoset.Options[int]{Draws: -1}))
		},
		"Scale": func() error {
			return second(infoset.Search(t.Context(), &start, limits, infoset.Options[int]{Scale: -1}))
		},
		"MaxLength": func() error {
			return second(infoset.Search(t.Context(), &start, limits, infoset.Options[int]{MaxLength: -1}))
		},
		"MaxMemory": func() error {
			return second(infoset.Search(t.Context(), &start, limits, infoset.Options[int]{MaxMemory: -1}))
		},
		"Random": func() error {
			return second(infoset.Search(t.Context(), &start, limits, infoset.Options[int]{Random: (*rand.PCG)(nil)}))
		},
		"would not end": func() error {
			return second(infoset.Search(context.Background(), &start, ply.Limits{}, infoset.Options[int]{}))
		},
		"Limits.Nodes is -1": func() error {
			return second(infoset.Search(t.Context(), &start, ply.Limits{Nodes: -1}, infoset.Options[int]{}))
		},
		"Limits.Time": func() error {
			return second(infoset.Search(t.Context(), &start, ply.Limits{Time: -1}, infoset.Options[int]{}))
		},
	} {
		if err := search(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	var fault *ply.GamePanic
	if err := second(infoset.Search(t.Context(), &breaking{start}, limits, infoset.Options[int]{})); !errors.As(err, &fault) {
		t.Error(err)
	}
}

func second[T any](_ T, err error) error { return err }

func TestLimits(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		ctx    context.Context
		limits ply.Limits
		want   ply.Status
	}{
		{t.Context(), ply.Limits{Nodes: 7}, ply.OutOfNodes},
		{t.Context(), ply.Limits{Time: 5 * time.Millisecond}, ply.OutOfTime},
		{cancelled, ply.Limits{Nodes: 7}, ply.Cancelled},
	} {
		r, err := infoset.Search(c.ctx, &testgames.Monty{Line: []int{0}}, c.limits, infoset.Options[int]{MaxMemory: 1, MaxLength: 2})
		if err != nil || r.Status != c.want || r.Nodes > 1 || c.want == ply.OutOfNodes && r.Simulations != 7 || len(r.Moves) != 3 {
			t.Errorf("%v: %+v, %v", c.want, r, err)
		}
	}
}

// Bottomless is a game without an end that claims to be acyclic.
type bottomless struct{ *testgames.Fog }

func (g bottomless) Moves(dst []int) []int                    { return append(dst, 0) }
func (g bottomless) ToMove() int                              { return 0 }
func (g bottomless) AppendInformation(b []byte, _ int) []byte { return b }
func (g bottomless) Clone() bottomless                        { return bottomless{g.Fog.Clone()} }

// A playout that does not end is cut short.
func TestEndlessPlayouts(t *testing.T) {
	g := bottomless{&testgames.Fog{Depth: 3, Width: 2, Most: 1}}
	r, err := infoset.Search(t.Context(), g, ply.Limits{Time: 10 * time.Millisecond}, infoset.Options[int]{MaxMemory: 1})
	if err != nil || r.Status != ply.OutOfTime || r.Simulations != 0 || len(g.Line) > 0 {
		t.Error(r, err)
	}
}

// A tree that is full allocates nothing.
func TestAllocations(t *testing.T) {
	g := &testgames.Monty{Line: []int{0}}
	for view := infoset.MultipleObserver; view <= infoset.Determinized; view++ {
		search := func(n int) {
			_, _ = infoset.Search(t.Context(), g, ply.Limits{Nodes: n}, infoset.Options[int]{View: view, MaxMemory: 300})
		}
		few := testing.AllocsPerRun(5, func() { search(1000) })
		if many := testing.AllocsPerRun(5, func() { search(4000) }); many > few+2 {
			t.Errorf("%v: %v allocations in 4000 simulations, %v in 1000", view, many, few)
		}
	}
}

// What a player of Monty Hall's game holds possible has the probabilities 1/3 and 2/3, without a game that knows how to
// draw.
func ExampleBelieve() {
	ctx, line := context.Background(), []int{0, 0, 1} // the prize, the pick, and the open door
	belief, err := infoset.Believe(ctx, new(testgames.Monty), line, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, h := range belief.Histories {
		fmt.Printf("%v with probability %.3f\n", h.Line, h.Probability)
	}
	g, err := infoset.Imagine(new(testgames.Monty), line, belief)
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := infoset.Search(ctx, g, ply.Limits{Nodes: 10_000}, infoset.Options[int]{})
	fmt.Println("open door", r.Move, err)
	// Output:
	// [0 0 1] with probability 0.333
	// [2 0 1] with probability 0.667
	// open door 2 <nil>
}

// TestBeliefs compares with all lines of a game, and a game that draws from its belief with the laws.
func TestBeliefs(t *testing.T) {
	for seed := range uint64(12) {
		g := &testgames.Fog{Seed: seed, Depth: 6, Width: 3, Most: 1}
		var visit func()
		checked := 0
		visit = func() {
			moves, player := g.Moves(nil), g.ToMove()
			if len(moves) == 0 {
				return
			}
			if player >= 0 && checked < 30 {
				checked++
				start := &testgames.Fog{Seed: seed, Depth: 6, Width: 3, Most: 1}
				b, err := infoset.Believe(t.Context(), start, g.Line, 0)
				if err != nil || b.Player != player || len(start.Line) > 0 {
					t.Fatal(b, err)
				}
				sum, found := 0.0, false
				for _, h := range b.Histories {
					sum += h.Probability
					found = found || slices.Equal(h.Line, g.Line)
					start.Line = h.Line
					if start.ToMove() != player || string(start.AppendInformation(nil, player)) != string(g.AppendInformation(nil, player)) {
						t.Fatalf("%v does not agree with %v", h.Line, g.Line)
					}
				}
				if !found || math.Abs(sum-1) > 1e-9 {
					t.Fatalf("%v: %v", g.Line, b)
				}
			}
			for _, m := range moves {
				g.Play(m)
				visit()
				g.Undo(m)
			}
		}
		visit()
	}
	if long.Enabled { // the laws take seconds to compile
		line := []int{0, 0, 1}
		gametest.Check(t, func() *infoset.Imagined[*testgames.Monty, int] {
			b, err := infoset.Believe(t.Context(), new(testgames.Monty), line, 0)
			if err != nil {
				t.Fatal(err)
			}
			g, err := infoset.Imagine(new(testgames.Monty), line, b)
			if err != nil {
				t.Fatal(err)
			}
			return g
		})
	}
}

func TestBelieveRefuses(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		ctx  context.Context
		g    infoset.Observed[int]
		line []int
		most int
		want string
	}{
		{t.Context(), nil, nil, 0, "no game"},
		{t.Context(), new(testgames.Monty), []int{0, 0, 1}, -1, "maxNodes"},
		{t.Context(), new(testgames.Monty), []int{0, 0, 1}, 3, "out of budget"},
		{cancelled, new(testgames.Monty), []int{0, 0, 1}, 0, "cancel"},
		{t.Context(), new(testgames.Monty), []int{0, 7}, 0, "not legal"},
		{t.Context(), new(testgames.Monty), nil, 0, "chance"},
		{t.Context(), new(testgames.Monty), []int{0, 0, 1, 2}, 0, "ends the game"},
		{t.Context(), new(lopsided), []int{0}, 0, "1 probabilities"},
		{t.Context(), new(breaking), []int{0}, 0, "panicked"},
	} {
		if b, err := infoset.Believe(c.ctx, c.g, c.line, c.most); err == nil || !strings.Contains(err.Error(), c.want) || b != nil {
			t.Errorf("%s: %v, %v", c.want, b, err)
		}
	}
}

// Several workers find what one finds, and the same again from the same seed.
func TestWorkers(t *testing.T) {
	for view := infoset.MultipleObserver; view <= infoset.Determinized; view++ {
		opt := infoset.Options[int]{View: view, Workers: 3}
		if view == infoset.Determinized {
			opt.Draws = 1000
		}
		var results [2]infoset.Result[int]
		for i := range results {
			var err error
			g := &testgames.Monty{Line: []int{0, 0, 1}}
			if results[i], err = infoset.Search(t.Context(), g, ply.Limits{Nodes: 60_001}, opt); err != nil {
				t.Fatal(err)
			}
			results[i].Elapsed = 0
		}
		r := results[0]
		if !reflect.DeepEqual(r, results[1]) || r.Move != 2 || r.Simulations != 60_001 || r.Status != ply.OutOfNodes {
			t.Errorf("%v: %+v and %+v", view, r, results[1])
		}
		if view != infoset.Determinized && math.Abs(r.Moves[1].Mean*2-1-2./3) > 0.02 {
			t.Errorf("%v: %+v", view, r)
		}
	}
	for _, opt := range []infoset.Options[int]{{Workers: -1}, {Workers: 1 << 20}} {
		if _, err := infoset.Search(t.Context(), &testgames.Monty{Line: []int{0, 0, 1}}, ply.Limits{Nodes: 1}, opt); err == nil {
			t.Errorf("no error for %+v", opt)
		}
	}
}

// Progress is reported on the way and at the end, by one worker and by several.
func TestProgress(t *testing.T) {
	for _, workers := range []int{1, 3} {
		reports, last := 0, infoset.Result[int]{}
		ctx, cancel := context.WithCancel(stop.ReportEach(t.Context(), time.Millisecond))
		opt := infoset.Options[int]{Workers: workers, Progress: func(r infoset.Result[int]) {
			if reports++; reports == 5 {
				cancel()
			}
			if r.Simulations < last.Simulations || last.Status == ply.Cancelled {
				t.Errorf("%d workers: a report of %d simulations after one of %d", workers, r.Simulations, last.Simulations)
			}
			last = r
		}}
		r, err := infoset.Search(ctx, &testgames.Monty{Line: []int{0, 0, 1}}, ply.Limits{}, opt)
		if err != nil || r.Status != ply.Cancelled || last.Status != ply.Cancelled || last.Simulations != r.Simulations || reports < 6 {
			t.Errorf("%d workers: %v after %d reports, the last %v; %v", workers, r.Status, reports, last.Status, err)
		}
	}
}
