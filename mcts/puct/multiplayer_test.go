package puct_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/savedtest"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts/puct"
)

// even evaluates all positions as even for all players, and all moves alike.
func even[G any](_ context.Context, leaves []*puct.Leaf[G, int]) error {
	for _, l := range leaves {
		clear(l.Values)
	}
	return nil
}

// estimate evaluates the positions of a melee of values up to most by its evaluations, with some priors.
func estimate(most int) puct.Evaluator[*testgames.Melee, int] {
	return func(_ context.Context, leaves []*puct.Leaf[*testgames.Melee, int]) error {
		for _, l := range leaves {
			values := make([]int, len(l.Values))
			l.Position.Evaluations(values)
			for p, v := range values {
				l.Values[p] = float64(v) / float64(most)
			}
			for i := range l.Priors {
				l.Priors[i] = float32(1 + (l.Position.Hash()>>i)%4)
			}
		}
		return nil
	}
}

// exact evaluates the positions of a melee of values up to most by brute force.
func exact(most int) puct.Evaluator[*testgames.Melee, int] {
	return func(_ context.Context, leaves []*puct.Leaf[*testgames.Melee, int]) error {
		for _, l := range leaves {
			values, _ := l.Position.Values()
			for p, v := range values {
				l.Values[p] = float64(v) / float64(most)
			}
		}
		return nil
	}
}

// TestMaxN checks that searches come to play the move of max^n, and that the mean results of all players come to its
// values, in random trees in which nobody is ever indifferent. In some other trees, 4000 simulations are too few. With
// several workers, one that waits for a processor keeps the others away from its line, so these searches may go on.
func TestMaxN(t *testing.T) {
	const most, simulations = 4, 4000
	games := 0
	for seed := uint64(0); games < 8; seed++ {
		g := &testgames.Melee{Seed: seed, Count: 3, Depth: 3, Width: 3, Most: most}
		want, unique := g.Values()
		if !unique || len(g.Moves(nil)) < 2 {
			continue
		}
		games++
		// differs says where the result is not the one of max^n.
		differs := func(r puct.Result[int], byVisits bool) error {
			g.Play(r.Move)
			got, _ := g.Values()
			g.Undo(r.Move)
			if !reflect.DeepEqual(got, want) {
				return fmt.Errorf("move %d is worth %v, the position %v", r.Move, got, want)
			}
			if v := float64(want[g.ToMove()]) / most; math.Abs(r.Value-v) > 0.1 {
				return fmt.Errorf("value %.3f, want %v", r.Value, v)
			}
			for p, mean := range r.Means {
				if v := float64(want[p]) / most; byVisits && math.Abs(mean-v) > 0.2 {
					return fmt.Errorf("means %.3f, want %v of %d", r.Means, want, most)
				}
			}
			return nil
		}
		for name, opt := range ways {
			if _, ok := opt.Selection.(puct.Gumbel); ok {
				continue // it leaves moves untried below the root
			}
			_, halves := opt.Selection.(puct.Halving) // most simulations may be of other moves
			patience := simulations
			if opt.Workers > 1 {
				patience = 1_000_000
			}
			opt.Scale = most
			for evaluator, evaluate := range map[string]puct.Evaluator[*testgames.Melee, int]{"even": even[*testgames.Melee], "exact": exact(most)} {
				tree, err := puct.New(g, evaluate, opt)
				if err != nil {
					t.Fatal(err)
				}
				for total := simulations; ; total += simulations {
					r, err := tree.Search(t.Context(), ply.Limits{Nodes: simulations})
					if err != nil || r.Status != ply.OutOfNodes || r.Solved() {
						t.Fatalf("seed %d, %s: %v, proven %v to %v, error %v", seed, name, r.Status, r.Low, r.High, err)
					}
					if err = differs(r, !halves); err == nil {
						break
					}
					if total >= patience {
						t.Errorf("seed %d, %s, %s: %v", seed, name, evaluator, err)
						break
					}
				}
			}
		}
	}
}

// twoPlayers is a game of two sides, perhaps with chance, as a game of two players.
type twoPlayers struct {
	ply.Game[int]
	ply.Multiplayer
	twin *testgames.Gamble
}

func asTwoPlayers(g *testgames.Gamble) *twoPlayers { return &twoPlayers{g, sides.MultiplayerOf(g), g} }

func (g *twoPlayers) Clone() *twoPlayers { return asTwoPlayers(g.twin.Clone()) }

func (g *twoPlayers) Probabilities(moves []int, dst []float64) []float64 {
	return g.twin.Probabilities(moves, dst)
}

// TestTwoSidesAreTwoPlayers checks that a game of two sides has the same results as one of two players.
func TestTwoSidesAreTwoPlayers(t *testing.T) {
	if _, ok := any(&twoPlayers{}).(ply.Adversarial); ok {
		t.Fatal("the game of two players is one of two sides as well")
	}
	const most = 5
	onGamble := func(_ context.Context, leaves []*puct.Leaf[*testgames.Gamble, int]) error {
		for _, l := range leaves {
			node := &l.Position.Nodes[l.Position.At]
			l.Value = float64(node.Static) / most
			for i, r := range node.Ranks {
				l.Priors[i] = float32(r + 2)
			}
		}
		return nil
	}
	onPlayers := func(_ context.Context, leaves []*puct.Leaf[*twoPlayers, int]) error {
		for _, l := range leaves {
			g := l.Position.twin
			node, side := &g.Nodes[g.At], max(g.ToMove(), 0)
			l.Values[side], l.Values[1-side] = float64(node.Static)/most, -float64(node.Static)/most
			for i, r := range node.Ranks {
				l.Priors[i] = float32(r + 2)
			}
		}
		return nil
	}
	for seed := range long.Or(uint64(1000), 60) {
		random := rand.New(rand.NewPCG(seed, 5))
		g := testgames.RandomGamble(random, 2+random.IntN(60), 1+random.IntN(5), most, random.IntN(2) == 0)
		other := asTwoPlayers(g.Clone())
		selections := []puct.Selection{puct.PUCT{Noise: float64(random.IntN(2)) / 4}, puct.Gumbel{}, puct.Halving{}}
		opt := puct.Options[int]{NoSolver: true, Scale: random.IntN(most + 2), Batch: random.IntN(10), Selection: selections[random.IntN(3)]}
		want, err := puct.New(g, onGamble, opt)
		if err != nil {
			t.Fatal(err)
		}
		opt.NoSolver = random.IntN(2) == 0 // nothing is proven all the same
		got, err := puct.New(other, onPlayers, opt)
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if len(g.Moves(nil)) == 0 {
				break
			}
			limits := ply.Limits{Nodes: 1 + random.IntN(300)}
			a, err := want.Search(t.Context(), limits)
			if err != nil {
				t.Fatal(err)
			}
			b, err := got.Search(t.Context(), limits)
			if a.Elapsed, b.Elapsed = 0, 0; err != nil || !reflect.DeepEqual(a, b) {
				t.Fatalf("seed %d: %+v\nerror %v, as one of two sides\n%+v", seed, b, err, a)
			}
			if a.Means[0] != -a.Means[1] {
				t.Fatalf("seed %d: means %v", seed, a.Means)
			}
			if err := errors.Join(want.Play(a.Move), got.Play(a.Move)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestMultiplayerOptions checks that simulations of several players are counted correctly with any options, from one move to
// the next.
func TestMultiplayerOptions(t *testing.T) {
	for name, opt := range ways {
		for seed := range long.Or(uint64(200), 12) {
			random := rand.New(rand.NewPCG(seed, 6))
			g := &testgames.Melee{Seed: seed, Count: 1 + random.IntN(5), Depth: 1 + random.IntN(8), Width: 1 + random.IntN(4), Most: 2}
			opt.Scale, opt.Memory = 1+random.IntN(3), random.Int64N(2)*3000
			tree, err := puct.New(g, estimate(2), opt)
			if err != nil {
				t.Fatal(err)
			}
			for len(g.Moves(nil)) > 0 {
				simulations := 1 + random.IntN(200)
				r, err := tree.Search(t.Context(), ply.Limits{Nodes: simulations})
				if err != nil {
					t.Fatal(err)
				}
				visits, err := tree.Check()
				if err != nil || r.Nodes != simulations || visits != r.Visits() || len(r.Means) != g.Count {
					t.Fatalf("%s, seed %d: %d of %d simulations, %d visits of %d, means %v, error %v",
						name, seed, r.Nodes, simulations, r.Visits(), visits, r.Means, err)
				}
				sum := 0.0
				for _, m := range r.Moves {
					sum += float64(m.Visits) * m.Value
				}
				if mean := r.Means[g.ToMove()]; visits == simulations && math.Abs(sum/float64(visits)-mean) > 1e-9 {
					t.Fatalf("%s, seed %d: mean result %v, of the moves %v", name, seed, mean, sum/float64(visits))
				}
				if r.Low != -1 || r.High != 1 || r.Distance != 0 {
					t.Fatalf("%s, seed %d: proven %v to %v, distance %d", name, seed, r.Low, r.High, r.Distance)
				}
				if err := tree.Play(r.Move); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// A lottery is a melee in which chance moves in some positions.
type lottery struct{ *testgames.Melee }

func (g *lottery) ToMove() int {
	if len(g.Melee.Moves(nil)) > 0 && g.Hash()>>20%3 == 0 {
		return ply.Chance
	}
	return g.Melee.ToMove()
}

func (g *lottery) Clone() *lottery { return &lottery{g.Melee.Clone()} }

func (g *lottery) Probabilities(moves []int, dst []float64) []float64 {
	return testgames.Odds(rand.New(rand.NewPCG(g.Hash(), 1)), len(moves), dst)
}

// values returns the values by brute force, from -1 to 1, and whether no player ever chose between moves of nearly equal value.
func (g *lottery) values() (values []float64, clear bool) {
	moves, me := g.Moves(nil), g.ToMove()
	if len(moves) == 0 {
		outcomes := make([]int, g.Count)
		g.Outcomes(outcomes)
		for _, v := range outcomes {
			values = append(values, float64(v)/float64(g.Most))
		}
		return values, true
	}
	var odds []float64
	if me == ply.Chance {
		values, odds = make([]float64, g.Count), g.Probabilities(moves, nil)
	}
	best := math.Inf(-1)
	clear = true
	for i, m := range moves {
		g.Play(m)
		v, sure := g.values()
		g.Undo(m)
		clear = clear && sure
		if me == ply.Chance {
			for p := range values {
				values[p] += odds[i] * v[p]
			}
			continue
		}
		clear = clear && math.Abs(v[me]-best) > 0.1
		if v[me] > best {
			values, best = v, v[me]
		}
	}
	return values, clear
}

// TestMaxNThroughChance checks moves and values of three players in games with chance.
func TestMaxNThroughChance(t *testing.T) {
	byChance, games := 0, 0
	for seed := uint64(0); games < long.Or(60, 12); seed++ {
		g := &lottery{&testgames.Melee{Seed: seed, Count: 3, Depth: 3, Width: 3, Most: 4}}
		want, clear := g.values()
		if !clear || len(g.Moves(nil)) < 2 {
			continue
		}
		games++
		for name, opt := range map[string]puct.Options[int]{
			"single": {}, "batch": {Batch: 4}, "in flight": {InFlight: 2}, "halving": {Selection: puct.Halving{}},
		} {
			opt.Scale = 4
			r, err := puct.Search(t.Context(), g, even[*lottery], ply.Limits{Nodes: 5000}, opt)
			if err != nil {
				t.Fatal(err)
			}
			view := max(g.ToMove(), 0)
			if math.Abs(r.Value-want[view]) > 0.1 {
				t.Errorf("seed %d, %s: value %.3f, want %.3f", seed, name, r.Value, want[view])
			}
			if g.ToMove() == ply.Chance {
				byChance++
				continue
			}
			g.Play(r.Move)
			if got, _ := g.values(); !reflect.DeepEqual(got, want) {
				t.Errorf("seed %d, %s: move %d is worth %.3f, the position %.3f", seed, name, r.Move, got, want)
			}
			g.Undo(r.Move)
		}
	}
	if byChance == 0 || byChance == 4*games {
		t.Errorf("chance begins in %d of %d searches", byChance, 4*games)
	}
}

// A question about some moves gives the others no simulations, also in a game with chance.
func TestMultiplayerQuestions(t *testing.T) {
	for seed := range uint64(30) {
		random := rand.New(rand.NewPCG(seed, 7))
		melee := &testgames.Melee{Seed: seed, Count: 3, Depth: 5, Width: 4, Most: 2}
		for _, name := range slices.Sorted(maps.Keys(ways)) {
			opt := ways[name]
			checkQuestion(t, name, random, melee.Clone(), even[*testgames.Melee], opt)
			checkQuestion(t, name, random, &lottery{melee.Clone()}, even[*lottery], opt)
			checkQuestion(t, name, random, testgames.RandomGamble(random, 60, 5, 2, true), uniform, opt)
		}
	}
}

func checkQuestion[G interface {
	ply.Game[int]
	ToMove() int
}](t *testing.T, name string, random *rand.Rand, g G, evaluate puct.Evaluator[G, int], opt puct.Options[int]) {
	t.Helper()
	all := g.Moves(nil)
	if len(all) < 2 || g.ToMove() == ply.Chance {
		return
	}
	s, err := puct.NewSearcher(g, evaluate, opt)
	if err != nil {
		t.Fatal(err)
	}
	some := random.IntN(len(all))
	a, err := s.Analyze(t.Context(), ply.Limits{Nodes: 50}, engine.Question[int]{Moves: all[some : some+1]})
	if err != nil || len(a.Lines) != 1 || a.Lines[0].Move != all[some] || a.Lines[0].Visits != a.Nodes {
		t.Errorf("%s: %T: %+v, error %v, want all simulations of %d", name, g, a, err, all[some])
	}
	a, err = s.Analyze(t.Context(), ply.Limits{Nodes: 50}, engine.Question[int]{Lines: len(all)})
	if err != nil || len(a.Lines) != len(all) {
		t.Errorf("%s: %T: %+v, error %v, want %d lines", name, g, a, err, len(all))
	}
}

// Three players play a game to its end, each with a tree.
func TestMultiplayerGame(t *testing.T) {
	for _, opt := range []puct.Options[int]{{}, {Selection: puct.PUCT{Reduction: 0.2}}} {
		var players [3]*engine.Player[int]
		for p := range players {
			s, err := puct.NewSearcher(&Stones{left: 5}, even[*Stones], opt)
			if err != nil {
				t.Fatal(err)
			}
			if players[p], err = engine.New(s, engine.Options{Limits: ply.Limits{Nodes: 3000}}); err != nil {
				t.Fatal(err)
			}
		}
		var line []int
		for g := (&Stones{left: 5}); g.left > 0; g.Play(line[len(line)-1]) {
			m, err := players[g.ToMove()].Move(t.Context(), engine.Clock{})
			if err != nil {
				t.Fatal(err)
			}
			line = append(line, m.Move)
			for _, player := range players {
				if err := player.Play(m.Move); err != nil {
					t.Fatal(err)
				}
			}
		}
		if !reflect.DeepEqual(line, []int{3, 1, 1}) { // the only line in which each player does the best
			t.Errorf("the line is %v", line)
		}
	}
}

// Trees and searches of several players that were saved go on as if they had not been.
func TestSavedMultiplayer(t *testing.T) {
	g := &testgames.Melee{Seed: 3, Count: 3, Depth: 12, Width: 4, Most: 3}
	for name, opt := range map[string]puct.Options[int]{
		"PUCT":          {Selection: puct.PUCT{Noise: 0.25}},
		"Gumbel":        {Selection: puct.Gumbel{}},
		"halving":       {Selection: puct.Halving{}},
		"batches":       {Batch: 8},
		"little memory": {Memory: 60_000},
	} {
		t.Run(name, func(t *testing.T) {
			opt.Scale = 3
			tree, err := puct.New(g.Clone(), estimate(3), opt)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := tree.Search(t.Context(), ply.Limits{Nodes: 400}); err != nil {
				t.Fatal(err)
			}
			var b, again bytes.Buffer
			if err := tree.Save(&b); err != nil {
				t.Fatal(err)
			}
			data := b.Bytes()
			loaded, err := puct.New(g.Clone(), estimate(3), opt)
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(loaded.Load(&b), loaded.Save(&again)); err != nil || !bytes.Equal(again.Bytes(), data) {
				t.Errorf("a loaded tree is saved in another way, error %v", err)
			}
			want, err := tree.Search(t.Context(), ply.Limits{Nodes: 300})
			if err != nil {
				t.Fatal(err)
			}
			got, err := loaded.Search(t.Context(), ply.Limits{Nodes: 300})
			if got.Elapsed, want.Elapsed = 0, 0; err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%+v\nerror %v, want\n%+v", got, err, want)
			}
			search := func(seed uint64) func(checkpoint.Store) (any, error) {
				return func(store checkpoint.Store) (any, error) {
					opt, g := opt, g.Clone()
					opt.Checkpoint, g.Seed = store, seed
					r, err := puct.Search(context.Background(), g, estimate(3), ply.Limits{Nodes: long.Or(1500, 500)}, opt)
					r.Elapsed = 0
					return r, err
				}
			}
			savedtest.Check(t, search(3), search(4))
		})
	}
}

// TestBadMultiplayerEvaluators checks that faults of an evaluator are errors that name them, and that the tree can be
// searched afterwards; a panic is a GamePanic.
func TestBadMultiplayerEvaluators(t *testing.T) {
	nan := math.NaN()
	for what, bad := range map[string]func(l *puct.Leaf[*testgames.Melee, int]){
		"[NaN NaN NaN], want":    func(l *puct.Leaf[*testgames.Melee, int]) { l.Value = 0 },
		"[0 NaN 0], want":        func(l *puct.Leaf[*testgames.Melee, int]) { l.Values = []float64{0, nan, 0} },
		"[0 0 +Inf], want":       func(l *puct.Leaf[*testgames.Melee, int]) { l.Values = []float64{0, 0, math.Inf(1)} },
		"[-1.5 0 0], want":       func(l *puct.Leaf[*testgames.Melee, int]) { l.Values = []float64{-1.5, 0, 0} },
		"[0 0], want -1 to 1":    func(l *puct.Leaf[*testgames.Melee, int]) { l.Values = make([]float64, 2) },
		"for each of 3 players":  func(l *puct.Leaf[*testgames.Melee, int]) { l.Values = make([]float64, 4) },
		"[], want":               func(l *puct.Leaf[*testgames.Melee, int]) { l.Values = nil },
		"0 priors for":           func(l *puct.Leaf[*testgames.Melee, int]) { clear(l.Values); l.Priors = nil },
		"the evaluator is angry": func(*puct.Leaf[*testgames.Melee, int]) { panic("the evaluator is angry") },
	} {
		for name, opt := range ways {
			g, fine := &testgames.Melee{Seed: 2, Count: 3, Depth: 20, Width: 3, Most: 1}, false
			evaluate := func(ctx context.Context, leaves []*puct.Leaf[*testgames.Melee, int]) error {
				if err := even(ctx, leaves); err != nil || fine {
					return err
				}
				for p := range leaves[0].Values {
					leaves[0].Values[p] = nan
				}
				bad(leaves[0])
				return nil
			}
			tree, err := puct.New(g, evaluate, opt)
			if err != nil {
				t.Fatal(err)
			}
			r, err := tree.Search(t.Context(), ply.Limits{Nodes: 100})
			if err == nil || !strings.Contains(err.Error(), what) || r.Status != ply.Failed {
				t.Errorf("%s: %v, error %v, want %q", name, r.Status, err, what)
			}
			fine = true
			again, err := tree.Search(t.Context(), ply.Limits{Nodes: 100})
			if panicked := new(*ply.GamePanic); errors.As(err, panicked) != strings.Contains(what, "angry") || err == nil && again.Nodes != 100 {
				t.Errorf("%s, %q: then %+v, error %v", name, what, again, err)
			}
		}
	}
	// An evaluator may replace the slice of values.
	shared := []float64{0.5, -0.5, 0.25}
	own := func(_ context.Context, leaves []*puct.Leaf[*Stones, int]) error {
		for _, l := range leaves {
			l.Values = shared
		}
		return nil
	}
	r, err := puct.Search(t.Context(), &Stones{left: 20}, own, ply.Limits{Nodes: 2}, puct.Options[int]{})
	if err != nil || !reflect.DeepEqual(r.Means, shared) {
		t.Errorf("means %v, error %v, want %v", r.Means, err, shared)
	}
}

// misplaced is a melee of three players in which a fourth is to move after the first move.
type misplaced struct{ *testgames.Melee }

func (g misplaced) ToMove() int {
	if g.String() != "[]" {
		return 3
	}
	return g.Melee.ToMove()
}

// bounded is a melee with bounds, which only values of two sides have.
type bounded struct{ *testgames.Melee }

func (bounded) Bounds(alpha, beta int) (int, int) { return -ply.MaxValue, ply.MaxValue }

// idle is a game that tells no outcomes.
type idle struct{}

func (idle) Moves(dst []int) []int { return append(dst, 1) }
func (idle) Play(int)              {}
func (idle) Undo(int)              {}
func (idle) ToMove() int           { return 0 }

// anyGame is the type of games in tables of tests: the compiler compiles the search for each type that is not a
// pointer.
type anyGame interface {
	ply.Game[int]
	ToMove() int
}

func TestMultiplayerErrors(t *testing.T) {
	melee := func(players int) *testgames.Melee {
		return &testgames.Melee{Seed: 1, Count: players, Depth: 50, Width: 3, Most: 1}
	}
	for _, c := range []struct {
		game anyGame
		opt  puct.Options[int]
		want string
	}{
		{melee(0), puct.Options[int]{}, "has 0 players"},
		{melee(257), puct.Options[int]{}, "has 257 players"},
		{melee(3), puct.Options[int]{Bounds: true}, "Bounds needs a ply.Bounder"},
		{bounded{melee(3)}, puct.Options[int]{Bounds: true}, "Bounds needs a ply.Adversarial"},
		{melee(3), puct.Options[int]{Transpositions: true}, "Transpositions needs a ply.Adversarial"},
		{idle{}, puct.Options[int]{}, "neither a ply.Multiplayer nor a ply.Adversarial"},
		{misplaced{melee(3)}, puct.Options[int]{}, "ToMove is 3"},
	} {
		_, err := puct.Search(t.Context(), c.game, even, ply.Limits{Nodes: 500}, c.opt)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "puct: ") && !errors.As(err, new(*ply.GamePanic)) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
	if r, err := puct.Search(t.Context(), melee(256), even, ply.Limits{Nodes: 10}, puct.Options[int]{}); err != nil || len(r.Means) != 256 {
		t.Errorf("error %v of the most players", err)
	}
}

// A simulation of several players allocates no memory.
func TestNoAllocationForMultiplayer(t *testing.T) {
	tree, err := puct.New(&testgames.Melee{Seed: 5, Count: 3, Depth: 40, Width: 6, Most: 1}, even, puct.Options[int]{Memory: 1 << 17})
	if err != nil {
		t.Fatal(err)
	}
	checkNoAllocation(t, tree)
}

func TestMultiplayerLaws(t *testing.T) {
	long.Only(t)
	if long.Enabled { // the laws take seconds to compile
		gametest.Check(t, func() *Stones { return &Stones{left: 12} })
	}
}
