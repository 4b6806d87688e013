package infoset_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply"
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
		fmt.Printf("door %d wins with probability %.1f\n", c.Move, c.Value)
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
		if view != infoset.Determinized && math.Abs(r.Moves[1].Value-2./3) > 0.02 {
			t.Errorf("%v: %+v", view, r)
		}
		even, err := infoset.Search(t.Context(), &unweighted{testgames.Monty{Line: []int{0, 0, 1}}}, ply.Limits{Nodes: 60_000}, opt)
		if err != nil || math.Abs(even.Moves[1].Share-0.5) > 0.06 && view == infoset.Determinized || view != infoset.Determinized && math.Abs(even.Moves[1].Value-0.5) > 0.02 {
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

// The players of matching pennies do not see each other's coin, so neither side is better.
func TestSimultaneousMoves(t *testing.T) {
	g := rounds.Serialize(&testgames.Pennies{Rounds: 1, Prize: 1})
	g.Play(1)
	r, err := infoset.Search(t.Context(), g, ply.Limits{Nodes: 20_000}, infoset.Options[int]{})
	if err != nil || math.Abs(r.Moves[0].Value) > 0.04 || math.Abs(r.Moves[1].Value) > 0.04 || g.Round() != 1 {
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
		"the game is over": func() error {
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
		"Memory": func() error {
			return second(infoset.Search(t.Context(), &start, limits, infoset.Options[int]{Memory: -1}))
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
		r, err := infoset.Search(c.ctx, &testgames.Monty{Line: []int{0}}, c.limits, infoset.Options[int]{Memory: 1, MaxLength: 2})
		if err != nil || r.Status != c.want || c.want == ply.OutOfNodes && r.Nodes != 7 || len(r.Moves) != 3 {
			t.Errorf("%v: %+v, %v", c.want, r, err)
		}
	}
}

// Bottomless is a game without an end that claims to be acyclic.
type bottomless struct{ *testgames.Fog }

func (g bottomless) Moves(dst []int) []int                    { return append(dst, 0, 1) }
func (g bottomless) ToMove() int                              { return 0 }
func (g bottomless) AppendInformation(b []byte, _ int) []byte { return b }
func (g bottomless) Clone() bottomless                        { return bottomless{g.Fog.Clone()} }

// A playout that does not end is cut short.
func TestEndlessPlayouts(t *testing.T) {
	g := bottomless{&testgames.Fog{Depth: 3, Width: 2, Most: 1}}
	r, err := infoset.Search(t.Context(), g, ply.Limits{Time: 10 * time.Millisecond}, infoset.Options[int]{Memory: 1})
	if err != nil || r.Status != ply.OutOfTime || r.Nodes != 0 || len(g.Line) > 0 {
		t.Error(r, err)
	}
}

// A tree that is full allocates nothing.
func TestAllocations(t *testing.T) {
	g := &testgames.Monty{Line: []int{0}}
	for view := infoset.MultipleObserver; view <= infoset.Determinized; view++ {
		search := func(n int) {
			_, _ = infoset.Search(t.Context(), g, ply.Limits{Nodes: n}, infoset.Options[int]{View: view, Memory: 300})
		}
		few := testing.AllocsPerRun(5, func() { search(1000) })
		if many := testing.AllocsPerRun(5, func() { search(4000) }); many > few+2 {
			t.Errorf("%v: %v allocations in 4000 simulations, %v in 1000", view, many, few)
		}
	}
}

// A game without Determinize is searched from its start, by all lines that agree with the player's observations.
func ExampleSearchAfter() {
	line := []int{0, 0, 1} // the prize, the pick, and the open door
	r, err := infoset.SearchAfter(context.Background(), new(testgames.Monty), line, ply.Limits{Nodes: 10_000}, infoset.Options[int]{})
	fmt.Printf("open door %d, value %.1f, %v\n", r.Move, r.Moves[1].Value, err)
	// Output: open door 2, value 0.7, <nil>
}

// TestSearchAfterRefuses checks that a line that cannot be is an error, and that the time of listing lines counts.
func TestSearchAfterRefuses(t *testing.T) {
	nodes := ply.Limits{Nodes: 10}
	for want, c := range map[string]struct {
		line   []int
		limits ply.Limits
	}{
		"not legal":          {[]int{0, 7}, nodes},
		"would not end":      {[]int{0, 0, 1}, ply.Limits{}},
		"deadline exceeded":  {[]int{0, 0, 1}, ply.Limits{Time: 1}},
		"the line ends the ": {[]int{0, 0, 1, 2}, nodes},
	} {
		r, err := infoset.SearchAfter(context.Background(), new(testgames.Monty), c.line, c.limits, infoset.Options[int]{})
		if err == nil || !strings.Contains(err.Error(), want) || r.Status != ply.Failed {
			t.Errorf("%v: %v, %v, want an error about %q", c.line, r.Status, err, want)
		}
	}
	if _, err := infoset.SearchAfter(t.Context(), (*testgames.Monty)(nil), nil, nodes, infoset.Options[int]{}); err == nil || !strings.Contains(err.Error(), "no game") {
		t.Errorf("error %v", err)
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
		if !reflect.DeepEqual(r, results[1]) || r.Move != 2 || r.Nodes != 60_001 || r.Status != ply.OutOfNodes {
			t.Errorf("%v: %+v and %+v", view, r, results[1])
		}
		if view != infoset.Determinized && math.Abs(r.Moves[1].Value-2./3) > 0.02 {
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
			if r.Nodes < last.Nodes || last.Status == ply.Cancelled {
				t.Errorf("%d workers: a report of %d simulations after one of %d", workers, r.Nodes, last.Nodes)
			}
			last = r
		}}
		r, err := infoset.Search(ctx, &testgames.Monty{Line: []int{0, 0, 1}}, ply.Limits{}, opt)
		if err != nil || r.Status != ply.Cancelled || last.Status != ply.Cancelled || last.Nodes != r.Nodes || reports < 6 {
			t.Errorf("%d workers: %v after %d reports, the last %v; %v", workers, r.Status, reports, last.Status, err)
		}
	}
}

// TestOnlyMove checks that the only legal move is played at once with a limit of time, and searched without one.
func TestOnlyMove(t *testing.T) {
	only := 0
	for seed := range uint64(200) {
		g := &testgames.Fog{Seed: seed, Depth: 3, Width: 2, Most: 1}
		if legal := g.Moves(nil); g.ToMove() < 0 || len(legal) != 1 {
			continue
		}
		only++
		for workers := 1; workers <= 2; workers++ {
			opt := infoset.Options[int]{Workers: workers}
			r, err := infoset.Search(t.Context(), g, ply.Limits{Time: time.Hour}, opt) // which no test waits for
			if err != nil || r.Status != ply.Decided || r.Move != g.Moves(nil)[0] || r.Nodes != 0 {
				t.Errorf("seed %d: %+v, %v", seed, r, err)
			}
			if r, err = infoset.Search(t.Context(), g, ply.Limits{Nodes: 10}, opt); err != nil || r.Status != ply.OutOfNodes || r.Nodes != 10 {
				t.Errorf("seed %d: %+v, %v", seed, r, err)
			}
		}
	}
	if only == 0 {
		t.Error("no position with one move")
	}
}
