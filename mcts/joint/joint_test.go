package joint_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts/joint"
	"github.com/ply-search/ply/rounds"
	"github.com/ply-search/ply/search/regret"
)

// Heads for two points if both choose it: both should choose it with probability 2/5.
func Example() {
	tree, err := joint.New(&testgames.Pennies{Rounds: 1, Prize: 2}, joint.Options[int]{Scale: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := tree.Search(context.Background(), ply.Limits{Nodes: 100_000})
	fmt.Printf("%v %.1f %v\n", r.Moves[0], r.Probabilities[0], err)
	// Output: [0 1] [0.4 0.6] <nil>
}

// exploitability returns the exploitability of a tree with a number of simulations.
func exploitability(t *testing.T, g *testgames.Pennies, opt joint.Options[int], simulations int) float64 {
	t.Helper()
	tree, err := joint.New(g, opt)
	if err != nil {
		t.Fatal(err)
	}
	r, err := tree.Search(t.Context(), ply.Limits{Nodes: simulations})
	if err != nil || r.Status != ply.OutOfNodes || r.Nodes != simulations || len(g.Line) > 0 {
		t.Fatal(r, err)
	}
	e, err := regret.Evaluate(t.Context(), rounds.Serialize(g), ply.Limits{}, tree)
	if err != nil {
		t.Fatal(err)
	}
	return e.Exploitability
}

func TestExploitabilityFalls(t *testing.T) {
	g := &testgames.Pennies{Rounds: 2, Prize: 3}
	for _, selection := range []joint.Selection{joint.RegretMatching, joint.Exp3} {
		few := exploitability(t, g, joint.Options[int]{Selection: selection, Scale: 6}, 300)
		many := exploitability(t, g, joint.Options[int]{Selection: selection, Scale: 6}, 200_000)
		if many > few/2 || many > 0.15 {
			t.Errorf("%v: exploitability %v after 300 simulations and %v after 200 000", selection, few, many)
		}
	}
}

// Tug is a game of two players that move alone by turns: whoever says the greater of 0, 1 and 2 as its last word wins.
type tug struct{ said []int }

func (g *tug) Players() int      { return 2 }
func (g *tug) Acyclic() bool     { return true }
func (g *tug) PlayJoint(m []int) { g.said = append(g.said, m...) }
func (g *tug) UndoJoint([]int)   { g.said = g.said[:len(g.said)-1] }
func (g *tug) MovesOf(player int, dst []int) []int {
	if player != len(g.said)%2 || len(g.said) == 4 {
		return dst
	}
	return append(dst, 0, 1, 2)
}
func (g *tug) Outcomes(values []int) {
	values[0] = g.said[2] - g.said[3]
	values[1] = -values[0]
}

// Where players move alone, all selections find the best move.
func TestTurns(t *testing.T) {
	for selection := joint.RegretMatching; selection <= joint.Exp3; selection++ {
		g := &tug{said: []int{0, 0}}
		tree, err := joint.New(g, joint.Options[int]{Selection: selection, Scale: 2})
		if err != nil {
			t.Fatal(err)
		}
		r, err := tree.Search(t.Context(), ply.Limits{Nodes: 5000})
		if err != nil || len(r.Moves[1]) != 0 || r.Probabilities[0][2] < 0.8 || math.Abs(r.Means[0]+r.Means[1]) > 0.001 {
			t.Errorf("%v: %v, %v", selection, r, err)
		}
		if m := r.Choose(0, rand.New(rand.NewPCG(1, 1))); m != 2 {
			t.Errorf("%v: move %d", selection, m)
		}
		if m := r.Choose(1, rand.New(rand.NewPCG(1, 1))); m != 0 {
			t.Errorf("%v: move %d of a player that has none", selection, m)
		}
	}
}

// Lottery has positions of chance between rounds, which draw the prize.
type lottery struct {
	*testgames.Pennies
	dealt []int
}

func (g *lottery) chance() bool { return len(g.dealt) == len(g.Line)/2 && len(g.dealt) < g.Rounds }
func (g *lottery) MovesOf(player int, dst []int) []int {
	switch {
	case g.chance() && player == ply.Chance:
		return append(dst, 1, 3)
	case g.chance():
		return dst
	}
	return g.Pennies.MovesOf(player, dst)
}
func (g *lottery) Probabilities(moves []int, dst []float64) []float64 { return append(dst, 0.75, 0.25) }
func (g *lottery) PlayJoint(m []int) {
	if g.chance() {
		g.dealt = append(g.dealt, m[0])
		return
	}
	g.Pennies.PlayJoint(m)
}
func (g *lottery) UndoJoint(m []int) {
	if len(m) == 1 {
		g.dealt = g.dealt[:len(g.dealt)-1]
		return
	}
	g.Pennies.UndoJoint(m)
}
func (g *lottery) Outcomes(values []int) {
	values[0] = 0
	for i, prize := range g.dealt {
		if g.Line[2*i] == g.Line[2*i+1] {
			values[0] += prize
		} else {
			values[0] -= prize
		}
	}
	values[1] = -values[0]
}
func (g *lottery) Clone() *lottery {
	return &lottery{g.Pennies.Clone(), append([]int(nil), g.dealt...)}
}

func TestChance(t *testing.T) {
	g := &lottery{Pennies: &testgames.Pennies{Rounds: 2, Prize: 1}}
	if _, err := joint.New(g, joint.Options[int]{}); err == nil {
		t.Error("a root of chance")
	}
	g.PlayJoint([]int{1})
	tree, err := joint.New(g, joint.Options[int]{Scale: 4})
	if err != nil {
		t.Fatal(err)
	}
	r, err := tree.Search(t.Context(), ply.Limits{Nodes: 50_000})
	if err != nil || math.Abs(r.Probabilities[0][0]-0.5) > 0.05 || math.Abs(r.Means[0]) > 0.1 {
		t.Error(r, err)
	}
	e, err := regret.Evaluate(t.Context(), rounds.Serialize(g), ply.Limits{}, tree)
	if err != nil || e.Exploitability > 0.1 {
		t.Error(e, err)
	}
}

// Games that cannot be searched.
type (
	hidden   struct{ *testgames.Pennies }
	dealing  struct{ *testgames.Pennies }
	lopsided struct{ *lottery }
	breaking struct{ *testgames.Pennies }
	endless  struct{ *testgames.Pennies }
)

func (g hidden) AppendInformation(dst []byte, _ int) []byte { return dst }
func (g dealing) MovesOf(player int, dst []int) []int {
	if len(g.Line) > 0 {
		return append(dst, 1)
	}
	return g.Pennies.MovesOf(player, dst)
}
func (g lopsided) Probabilities([]int, []float64) []float64 { return []float64{0.75, 0.75} }
func (g breaking) PlayJoint(m []int) {
	if len(g.Line) == 2 {
		panic("enough")
	}
	g.Pennies.PlayJoint(m)
}
func (g endless) MovesOf(player int, dst []int) []int {
	if player < 0 {
		return dst
	}
	return append(dst, 0)
}
func (g endless) Acyclic() bool { return false }

// TestRoom checks that a position with too many joint moves for the memory is not taken into the tree, and an error at the root.
func TestRoom(t *testing.T) {
	square := func(n int) [][]int {
		pay := make([][]int, n)
		for i := range pay {
			pay[i] = make([]int, n)
		}
		return pay
	}
	if _, err := joint.New(&matrix{pay: square(250), rounds: 2}, joint.Options[int]{Memory: 1}); err == nil || !strings.Contains(err.Error(), "Memory is 1 ") {
		t.Errorf("error %v", err)
	}
	_, err := joint.New(&matrix{pay: square(250), rounds: 2}, joint.Options[int]{Memory: 900_000, Workers: 3})
	if err == nil || !strings.Contains(err.Error(), "Memory is 900000 bytes for 3 of Workers") {
		t.Errorf("error %v", err)
	}
	tree, err := joint.New(&matrix{pay: square(100), rounds: 2}, joint.Options[int]{Memory: 300_000})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tree.Search(t.Context(), ply.Limits{Nodes: 200}); err != nil {
		t.Error(err)
	}
	if n := tree.Size(); n != 1 {
		t.Errorf("%d nodes, want the root alone", n)
	}
}

func TestErrors(t *testing.T) {
	p := func() *testgames.Pennies { return &testgames.Pennies{Rounds: 3, Prize: 1} }
	for _, c := range []struct {
		g    ply.Joint[int]
		opt  joint.Options[int]
		want string
	}{
		{nil, joint.Options[int]{}, "no game"}, {(*tug)(nil), joint.Options[int]{}, "no game"}, {hidden{p()}, joint.Options[int]{}, "Imperfect"},
		{&testgames.Pennies{}, joint.Options[int]{}, "finished"}, {p(), joint.Options[int]{Selection: 3}, "selection"},
		{p(), joint.Options[int]{Exploration: -1}, "Exploration"}, {p(), joint.Options[int]{Exploration: 1.1}, "Exploration"},
		{p(), joint.Options[int]{Exploration: math.NaN()}, "Exploration"},
		{p(), joint.Options[int]{Scale: -1}, "Scale"}, {p(), joint.Options[int]{MaxLength: -1}, "MaxLength"}, {p(), joint.Options[int]{Memory: -1}, "Memory"},
		{p(), joint.Options[int]{Random: (*rand.PCG)(nil)}, "Random"},
		{p(), joint.Options[int]{Workers: -1}, "Workers"}, {p(), joint.Options[int]{Workers: 1 << 20}, "Workers"},
	} {
		if _, err := joint.New(c.g, c.opt); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%T %+v: error %v", c.g, c.opt, err)
		}
	}
	for _, c := range []struct {
		g    ply.Joint[int]
		want string
	}{
		{dealing{p()}, "ply.Stochastic"},
		{lopsided{&lottery{Pennies: p(), dealt: []int{1}}}, "sum to"},
		{breaking{p()}, "panicked after"},
	} {
		tree, err := joint.New(c.g, joint.Options[int]{})
		if err != nil {
			t.Fatal(err)
		}
		if r, err := tree.Search(t.Context(), ply.Limits{Nodes: 100}); err == nil || !strings.Contains(err.Error(), c.want) || r.Status != ply.Failed {
			t.Errorf("%T: %v", c.g, err)
		}
	}
	tree, err := joint.New(breaking{p()}, joint.Options[int]{})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		var fault *ply.GamePanic
		if _, err := tree.Search(t.Context(), ply.Limits{Nodes: 100}); !errors.As(err, &fault) {
			t.Error(err)
		}
	}
}

func TestLimits(t *testing.T) {
	tree, err := joint.New(endless{new(testgames.Pennies)}, joint.Options[int]{Memory: 1})
	if err != nil {
		t.Fatal(err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		ctx    context.Context
		limits ply.Limits
		want   ply.Status
	}{
		{t.Context(), ply.Limits{Nodes: 3}, ply.OutOfNodes}, {t.Context(), ply.Limits{Time: 20 * time.Millisecond}, ply.OutOfTime},
		{cancelled, ply.Limits{Nodes: 3}, ply.Cancelled},
	} {
		if r, err := tree.Search(c.ctx, c.limits); err != nil || r.Status != c.want || tree.Size() > 2 || r.Means[0] != 0 {
			t.Errorf("%v: %v, %v", c.want, r, err)
		}
	}
	for _, limits := range []ply.Limits{{}, {Nodes: -1}, {Time: -1}} {
		if _, err := tree.Search(context.Background(), limits); err == nil {
			t.Errorf("no error for %v", limits)
		}
	}
}

// Bottomless is an endless game that claims to be acyclic.
type bottomless struct{ endless }

func (g bottomless) Acyclic() bool { return true }

// A playout that does not end is cut short.
func TestEndlessPlayouts(t *testing.T) {
	tree, err := joint.New(bottomless{endless{new(testgames.Pennies)}}, joint.Options[int]{Memory: 1})
	if err != nil {
		t.Fatal(err)
	}
	if r, err := tree.Search(t.Context(), ply.Limits{Time: 10 * time.Millisecond}); err != nil || r.Status != ply.OutOfTime || r.Nodes != 0 {
		t.Error(r, err)
	}
}

// A tree that is full allocates nothing.
func TestAllocations(t *testing.T) {
	for selection := joint.RegretMatching; selection <= joint.Exp3; selection++ {
		tree, err := joint.New(&testgames.Pennies{Rounds: 4, Prize: 1}, joint.Options[int]{Selection: selection, Memory: 20_000})
		if err != nil {
			t.Fatal(err)
		}
		search := func(n int) { _, _ = tree.Search(t.Context(), ply.Limits{Nodes: n}) }
		search(2000)
		few := testing.AllocsPerRun(5, func() { search(100) })
		if many := testing.AllocsPerRun(5, func() { search(3000) }); many > few+1 {
			t.Errorf("%v: %v allocations in 3000 simulations, %v in 100", selection, many, few)
		}
	}
}

func TestUnknownInformation(t *testing.T) {
	tree, err := joint.New(&testgames.Pennies{Rounds: 2, Prize: 1}, joint.Options[int]{})
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range [][]byte{nil, {0, 0}, {0}, {9, 9}, {0, 2}, {2, 0}, {255}, {255, 255, 255, 255, 255, 255, 255, 255, 255, 1, 0}} {
		if p := tree.AppendPolicy(nil, 0, key, []int{0, 1}); fmt.Sprint(p) != "[0.5 0.5]" {
			t.Errorf("%v: %v", key, p)
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	for selection := joint.RegretMatching; selection <= joint.Exp3; selection++ {
		b.Run(selection.String(), func(b *testing.B) {
			const simulations = 1000
			for b.Loop() {
				tree, err := joint.New(&testgames.Pennies{Rounds: 5, Prize: 2}, joint.Options[int]{Selection: selection})
				if err != nil {
					b.Fatal(err)
				}
				if _, err := tree.Search(b.Context(), ply.Limits{Nodes: simulations}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N*simulations)/b.Elapsed().Seconds(), "simulations/s")
		})
	}
}

// Strategies of several workers are at least as good as the strategy of one with its share of the simulations.
func TestWorkers(t *testing.T) {
	g := &testgames.Pennies{Rounds: 2, Prize: 3}
	for selection := joint.RegretMatching; selection <= joint.Exp3; selection++ {
		opt := joint.Options[int]{Selection: selection, Scale: 6}
		alone := exploitability(t, g, opt, 20_000)
		opt.Workers = 4
		together := exploitability(t, g, opt, 80_000)
		if again := exploitability(t, g, opt, 80_000); again != together {
			t.Errorf("%v: exploitability %v, and %v from the same seed", selection, together, again)
		}
		if selection != joint.UCT && together > alone {
			t.Errorf("%v: exploitability %v of one worker and %v of four", selection, alone, together)
		}
	}
	tree, err := joint.New(g, joint.Options[int]{Workers: 7, Selection: joint.Exp3})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []int{3, 1000} { // fewer simulations than workers, too
		r, err := tree.Search(t.Context(), ply.Limits{Nodes: want})
		if err != nil || r.Status != ply.OutOfNodes || r.Nodes != want || math.Abs(r.Means[0]+r.Means[1]) > 1e-9 {
			t.Errorf("%+v, %v", r, err)
		}
	}
	if _, err := joint.New(&tug{}, joint.Options[int]{Workers: 2}); err == nil || !strings.Contains(err.Error(), "ply.Cloner") {
		t.Errorf("a game without clones: %v", err)
	}
}

// fragile panics on clones.
type fragile struct {
	*testgames.Pennies
	clone bool
}

func (g fragile) Clone() fragile { return fragile{g.Pennies.Clone(), true} }
func (g fragile) PlayJoint(m []int) {
	if g.clone {
		panic("a clone")
	}
	g.Pennies.PlayJoint(m)
}

func TestWorkersFail(t *testing.T) {
	tree, err := joint.New(fragile{&testgames.Pennies{Rounds: 3, Prize: 1}, false}, joint.Options[int]{Workers: 3})
	if err != nil {
		t.Fatal(err)
	}
	var fault *ply.GamePanic
	for range 2 {
		if r, err := tree.Search(t.Context(), ply.Limits{Time: time.Minute}); !errors.As(err, &fault) || r.Status != ply.Failed {
			t.Errorf("%v, %v", r.Status, err)
		}
	}
}

// Progress is reported on the way and at the end, by one worker and by several, and may panic.
func TestProgress(t *testing.T) {
	for _, workers := range []int{1, 3} {
		reports, last := 0, joint.Result[int]{}
		ctx, cancel := context.WithCancel(stop.ReportEach(t.Context(), time.Millisecond))
		opt := joint.Options[int]{Workers: workers, Progress: func(r joint.Result[int]) {
			if reports++; reports == 5 {
				cancel()
			}
			if r.Nodes < last.Nodes || last.Status == ply.Cancelled {
				t.Errorf("%d workers: a report of %d simulations after one of %d", workers, r.Nodes, last.Nodes)
			}
			last = r
		}}
		tree, err := joint.New(&testgames.Pennies{Rounds: 4, Prize: 1}, opt)
		if err != nil {
			t.Fatal(err)
		}
		r, err := tree.Search(ctx, ply.Limits{})
		if err != nil || r.Status != ply.Cancelled || last.Status != ply.Cancelled || last.Nodes != r.Nodes || reports < 6 {
			t.Errorf("%d workers: %v after %d reports, the last %v; %v", workers, r.Status, reports, last.Status, err)
		}
		func() {
			defer func() {
				if value := recover(); value != "enough" {
					t.Errorf("%d workers: panic %v", workers, value)
				}
			}()
			opt.Progress = func(joint.Result[int]) { panic("enough") }
			tree, err := joint.New(&testgames.Pennies{Rounds: 4, Prize: 1}, opt)
			if err != nil {
				t.Fatal(err)
			}
			_, _ = tree.Search(t.Context(), ply.Limits{Time: time.Minute})
		}()
	}
}
