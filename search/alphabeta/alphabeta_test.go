package alphabeta_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// strategies are all searches that must find what minimax does.
type strategy struct {
	name   string
	search searchFunc
}

var background = context.Background()

// withWorkers returns the options for a number of workers.
func withWorkers(opt alphabeta.Options[int], shared *transposition.Table, workers int) alphabeta.Options[int] {
	opt.Table = shared
	opt.Workers = workers
	return opt
}

var parallel = strategy{"Parallel", threeWorkers}

var strategies = []strategy{
	{"AlphaBeta", deepening(alphabeta.AlphaBeta[ply.AdversarialGame[int]])},
	{"Search", deepening(alphabeta.Search[ply.AdversarialGame[int]])},
	{"Aspiration", deepening(alphabeta.Aspiration[ply.AdversarialGame[int]])},
	{"MTDF", deepening(alphabeta.MTDF[ply.AdversarialGame[int]])},
}

type searchFunc = func(context.Context, ply.AdversarialGame[int], ply.Limits, alphabeta.Options[int]) (alphabeta.Result[int], error)

// deepening returns a search that deepens unless it is Direct, also to the end of the game, and is given a small table then.
func deepening(search searchFunc) searchFunc {
	return func(ctx context.Context, g ply.AdversarialGame[int], limits ply.Limits, opt alphabeta.Options[int]) (alphabeta.Result[int], error) {
		if opt.Depth == 0 && limits == (ply.Limits{}) && !opt.Direct {
			limits.Nodes = math.MaxInt
			if _, ok := g.(ply.Hasher); ok && opt.Table == nil {
				opt.Table = transposition.NewTable(1 << 12)
			}
		}
		return search(ctx, g, limits, opt)
	}
}

// minimax is alphabeta.Minimax with the options that it takes.
func minimax(t rapid.TB, g ply.AdversarialGame[int], opt alphabeta.Options[int]) alphabeta.Result[int] {
	t.Helper()
	result, err := alphabeta.Minimax(background, g, ply.Limits{}, opt.Depth)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// checkStrategies checks a property of each strategy, and of Parallel.
func checkStrategies(t *testing.T, property func(t *rapid.T, s strategy)) {
	check(t, strategies, property)
	alphabeta.ShareAll(t)
	check(t, []strategy{parallel}, property)
}

func check(t *testing.T, strategies []strategy, property func(t *rapid.T, s strategy)) {
	for _, s := range strategies {
		t.Run(s.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { property(t, s) })
		})
	}
}

// drawOptions draws the options that change no value, and a depth.
func drawOptions(t *rapid.T, least, most int) alphabeta.Options[int] {
	return alphabeta.Options[int]{
		Depth:  rapid.IntRange(least, most).Draw(t, "depth"),
		Direct: rapid.Bool().Draw(t, "direct"),
		Table:  drawTable(t), EqualDepth: true,
		Order: drawOrdering(t),
	}
}

func drawDuel(t *rapid.T, acyclic bool) *testgames.Duel {
	return testgames.RandomDuel(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)),
		rapid.IntRange(1, 60).Draw(t, "nodes"), rapid.IntRange(1, 6).Draw(t, "moves"),
		rapid.SampledFrom([]int{1, 3, 50, ply.MaxValue}).Draw(t, "most"), acyclic)
}

func drawTable(t *rapid.T) *transposition.Table {
	entries := 2 * rapid.IntRange(0, 100).Draw(t, "half the entries of the table")
	if entries == 0 {
		return nil
	}
	table := transposition.NewTable(16 * int64(entries))
	table.Scheme = transposition.Scheme(rapid.IntRange(0, 7).Draw(t, "scheme"))
	return table
}

func drawOrdering(t *rapid.T) alphabeta.Ordering {
	return alphabeta.Ordering(rapid.IntRange(0, 64).Draw(t, "ordering"))
}

// valueOf returns the value of playing m, by minimax to a depth.
func valueOf(t rapid.TB, g ply.AdversarialGame[int], m, depth int) int {
	me := g.ToMove()
	g.Play(m)
	defer g.Undo(m)
	v := 0
	if depth == 1 {
		v = g.(ply.Evaluator).Evaluate()
	} else {
		result, err := alphabeta.Minimax(background, g, ply.Limits{}, max(depth-1, 0))
		if err != nil {
			t.Fatal(err)
		}
		v = result.Value
	}
	if g.ToMove() != me {
		return -v
	}
	return v
}

// Every search finds the value of minimax, with a best move, for any order of moves and any table.
func TestSearchesEqualMinimax(t *testing.T) {
	checkStrategies(t, func(t *rapid.T, s strategy) {
		g := drawDuel(t, rapid.Bool().Draw(t, "acyclic"))
		opt := drawOptions(t, 0, 7)
		if !g.NoCycle {
			opt.Depth = max(opt.Depth, 1)
		}
		for range rapid.IntRange(1, 2).Draw(t, "searches with the same table") {
			want, got := besideMinimax(t, s, g, opt)
			if got.Status != ply.Complete || got.Bound != ply.Exact || got.Value != want.Value {
				t.Fatalf("%+v, want value %d", got, want.Value)
			}
			moves := g.Moves(nil)
			if len(moves) == 0 {
				if len(got.Line) > 0 {
					t.Fatalf("line %v of a finished position", got.Line)
				}
				continue
			}
			if v := valueOf(t, g, got.Line[0], opt.Depth); v != want.Value {
				t.Fatalf("move %d is worth %d, want %d", got.Line[0], v, want.Value)
			}
			checkBestLine(t, g, got, opt.Depth)
			opt.Depth = opt.Depth%7 + 1
		}
	})
}

// besideMinimax returns the results of minimax and of a search.
func besideMinimax(t rapid.TB, s strategy, g *testgames.Duel, opt alphabeta.Options[int]) (want, got alphabeta.Result[int]) {
	got, err := s.search(background, g, ply.Limits{}, opt)
	if err != nil {
		t.Fatal(err)
	}
	return minimax(t, g, opt), got
}

// checkBestLine plays a line and, if it is complete, compares its end with the value.
func checkBestLine(t rapid.TB, g *testgames.Duel, r alphabeta.Result[int], depth int) {
	me := g.ToMove()
	testgames.Replay(t, g, r.Line, func() {
		if len(r.Line) != depth && len(g.Moves(nil)) > 0 {
			return // it does not go to the end
		}
		v := g.Evaluate()
		if g.ToMove() != me {
			v = -v
		}
		if v != r.Value {
			t.Fatalf("line %v leads to value %d, want %d", r.Line, v, r.Value)
		}
	})
}

// With a window, a search finds on which side of it the value lies, or the value.
func TestWindows(t *testing.T) {
	checkStrategies(t, func(t *rapid.T, s strategy) {
		g := drawDuel(t, rapid.Bool().Draw(t, "acyclic"))
		bound := rapid.IntRange(-60, 60)
		a, b := bound.Draw(t, "one end"), bound.Draw(t, "other end")
		if a == b {
			a--
		}
		opt := alphabeta.Options[int]{
			Depth:  rapid.IntRange(1, 6).Draw(t, "depth"),
			Direct: rapid.Bool().Draw(t, "direct"),
			Window: [2]int{min(a, b), max(a, b)},
			Table:  drawTable(t), EqualDepth: true,
			Order: drawOrdering(t),
		}
		want, got := besideMinimax(t, s, g, opt)
		value := min(max(want.Value, opt.Window[0]), opt.Window[1])
		if v := min(max(got.Value, opt.Window[0]), opt.Window[1]); v != value {
			t.Fatalf("%+v, want value %d in window %d to %d", got, want.Value, opt.Window[0], opt.Window[1])
		}
		holds := map[ply.Bound]bool{
			ply.AtLeast: want.Value >= got.Value,
			ply.AtMost:  want.Value <= got.Value,
			ply.Exact:   want.Value == got.Value,
		}
		if !holds[got.Bound] {
			t.Fatalf("%v %d, want %d", got.Bound, got.Value, want.Value)
		}
	})
}

// Bounds of the game beyond the depth of the search bound the result.
func TestBounds(t *testing.T) {
	checkStrategies(t, func(t *rapid.T, s strategy) {
		g := drawDuel(t, true)
		opt := drawOptions(t, 0, 7)
		opt.Tree.Bounds = true
		var value func(depth int, start bool) int
		value = func(depth int, start bool) int {
			if depth == 0 {
				return g.Evaluate()
			}
			low, high := g.Bounds(0, 0)
			if start {
				low, high = -ply.MaxValue, ply.MaxValue
			}
			return min(max(best(g, func() int { return value(depth-1, false) }), low), high)
		}
		depth := opt.Depth
		if depth == 0 {
			depth = -1
		}
		want := value(depth, true)
		got, err := s.search(background, g, ply.Limits{}, opt)
		if err != nil || got.Bound != ply.Exact {
			t.Fatalf("%+v, error %v", got, err)
		}
		if got.Value != want && !got.Final {
			t.Fatalf("%+v, want %d", got, want)
		}
		if truth := g.Values()[0]; got.Final && got.Value != truth {
			t.Fatalf("%+v, want %d in the end", got, truth)
		}
	})
}

// best returns the value of a position of which value returns that after each move.
func best(g ply.AdversarialGame[int], value func() int) int {
	moves := g.Moves(nil)
	if len(moves) == 0 {
		return g.Outcome()
	}
	most, me := -ply.MaxValue, g.ToMove()
	for _, m := range moves {
		g.Play(m)
		v := value()
		if g.ToMove() != me {
			v = -v
		}
		g.Undo(m)
		most = max(most, v)
	}
	return most
}

// quietly returns the value of a position by its noisy moves.
func quietly(g *testgames.Duel, depth int) int {
	most, me := g.Evaluate(), g.ToMove()
	if depth == 0 {
		return most
	}
	for _, m := range g.NoisyMoves(nil) {
		g.Play(m)
		v := quietly(g, depth-1)
		if g.ToMove() != me {
			v = -v
		}
		g.Undo(m)
		most = max(most, v)
	}
	return most
}

func TestQuiescenceEqualsMinimax(t *testing.T) {
	checkStrategies(t, func(t *rapid.T, s strategy) {
		g := drawDuel(t, rapid.Bool().Draw(t, "acyclic"))
		opt := drawOptions(t, 1, 5)
		opt.Tree.Quiescence = rapid.IntRange(1, 4).Draw(t, "quiescence")
		var value func(depth int) int
		value = func(depth int) int {
			if depth == 0 {
				return quietly(g, opt.Tree.Quiescence)
			}
			return best(g, func() int { return value(depth - 1) })
		}
		want := value(opt.Depth)
		got, err := s.search(background, g, ply.Limits{}, opt)
		if err != nil || got.Bound != ply.Exact || got.Value != want {
			t.Fatalf("%+v, error %v, want %d", got, err, want)
		}
	})
}

// extends lets a duel extend moves only.
type extends struct{ *testgames.Duel }

func (e extends) Clone() extends { return extends{e.Duel.Clone()} }
func (e extends) Play(m int)     { yielding(e).Play(m) }

func (e extends) Extend(m, depth, number int) int { return max(e.Duel.Extend(m, depth, number), 0) }

func TestExtensionsEqualMinimax(t *testing.T) {
	checkStrategies(t, func(t *rapid.T, s strategy) {
		g := extends{drawDuel(t, true)}
		opt := drawOptions(t, 1, 4)
		opt.Tree.Extend = true
		known := map[[2]int]int{}
		var value func(depth int) int
		value = func(depth int) int {
			if depth == 0 {
				return g.Evaluate()
			}
			key := [2]int{g.At, depth}
			if v, ok := known[key]; ok {
				return v
			}
			moves, most, me := g.Moves(nil), -ply.MaxValue, g.ToMove()
			if len(moves) == 0 {
				return g.Outcome()
			}
			for _, m := range moves {
				deeper := depth - 1 + g.Extend(m, depth, 0)
				g.Play(m)
				v := value(deeper)
				if g.ToMove() != me {
					v = -v
				}
				g.Undo(m)
				most = max(most, v)
			}
			known[key] = most
			return most
		}
		want := value(opt.Depth)
		got, err := s.search(background, g, ply.Limits{}, opt)
		if err != nil || got.Bound != ply.Exact || got.Value != want {
			t.Fatalf("%+v, error %v, want %d", got, err, want)
		}
	})
}

// A reduced tree is the part of the tree that a search with null moves and reductions visits to decide whether the
// value is at least some number: cutoffs then depend only on the position and the depth.
type reducedTree struct {
	g    *testgames.Duel
	opt  alphabeta.Options[int]
	from int // the number, for side 0
}

// reaches reports whether the value of the present position for the side to move is at least the number; the number of
// side 1 is 1 minus the other's.
func (r *reducedTree) reaches(depth int, null, start bool) bool {
	g := r.g
	me := g.ToMove()
	number := r.from
	if me == 1 {
		number = 1 - r.from
	}
	if depth == 0 {
		return quietly(g, r.opt.Tree.Quiescence) >= number
	}
	moves := g.Moves(nil)
	if len(moves) == 0 {
		return g.Outcome() >= number
	}
	margin, selective := r.opt.Tree.Selective*depth, r.opt.Tree.Selective > 0 && depth < 1000 && passes(g)
	if selective && null && !start && depth <= alphabeta.FutileDepth && g.Evaluate()-margin >= number {
		return true
	}
	if R := r.opt.Tree.NullMove; R > 0 && null && !start && depth > R && g.Pass() {
		cut := !r.reaches(depth-1-R, false, false)
		g.Unpass()
		if cut && (r.opt.Tree.Unverified || r.reaches(depth-1-R, false, false)) {
			return true
		}
	}
	for i, m := range moves {
		if width := r.opt.Tree.Width[me]; width > 0 && i == width {
			break
		}
		deeper := depth - 1
		switch noisy := slices.Contains(g.NoisyMoves(nil), m); {
		case r.opt.Tree.Extend && g.Extend(m, depth, i) != 0:
			deeper = max(0, deeper+g.Extend(m, depth, i))
		case !selective || i == 0 || noisy:
		case depth <= alphabeta.FutileDepth && !start && (g.Evaluate()+margin < number || i >= alphabeta.ManyMoves(depth)):
			continue
		case depth >= alphabeta.LateDepth && i >= alphabeta.LateMove:
			deeper = max(1, deeper-alphabeta.LateReduction(depth, i))
			if start {
				deeper = min(deeper+1, depth-1)
			}
		}
		g.Play(m)
		same := g.ToMove() == me
		good := r.reaches(deeper, true, false) == same
		if good && deeper < depth-1 {
			good = r.reaches(depth-1, true, false) == same
		}
		g.Undo(m)
		if good {
			return true
		}
	}
	return false
}

func passes(g *testgames.Duel) bool {
	if !g.Pass() {
		return false
	}
	g.Unpass()
	return true
}

// With null moves, reductions, pruning by evaluations and a limit on moves, the part of the tree visited depends on the question. For the
// question whether the value is at least some number, a search agrees with minimax of that part.
func TestReducedTrees(t *testing.T) {
	checkStrategies(t, func(t *rapid.T, s strategy) {
		// Many games are drawn at a time: few show what may go wrong.
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		for range long.Or(50, 10) {
			nodes, depth := 5+random.IntN(60), random.IntN(7)
			if depth == 0 {
				nodes = min(nodes, 14) // so that all lines can be followed to the end
			}
			g := testgames.RandomDuel(random, nodes, 1+random.IntN(8), []int{1, 3, 20}[random.IntN(3)], true)
			number := random.IntN(5) - 2
			opt := alphabeta.Options[int]{
				Depth:      depth,
				Window:     [2]int{number - 1, number},
				EqualDepth: true,
				Order:      alphabeta.Ordering(random.IntN(65)),
				Tree:       alphabeta.Tree{Quiescence: random.IntN(3), NullMove: random.IntN(3), Extend: random.IntN(2) == 0}, Direct: true,
			}
			opt.Tree.Unverified = opt.Tree.NullMove > 0 && random.IntN(2) == 0
			if random.IntN(2) == 0 {
				opt.Tree.Selective = 1 + random.IntN(3)
				opt.Order = alphabeta.Unordered // late moves depend on the order
				opt.EnhancedFrom = 7            // a move that is left out may be known from the table to be good
			}
			if random.IntN(4) > 0 {
				table := transposition.NewTable(16 * int64(1+random.IntN(100)))
				opt.Table = table
			}
			if random.IntN(3) == 0 {
				// The moves left out depend on the order, here the game's.
				moves, side := 1+random.IntN(3), random.IntN(2)
				opt.Tree.Width[side] = moves
				opt.Order = alphabeta.Unordered
			}
			r := reducedTree{g: g, opt: opt, from: number}
			if g.ToMove() == 1 {
				r.from = 1 - number
			}
			if depth == 0 {
				depth = 1 << 10
			}
			want := r.reaches(depth, true, true)
			got, err := s.search(background, g, ply.Limits{}, opt)
			if err != nil {
				t.Fatal(err)
			}
			if (got.Value >= number) != want {
				t.Fatalf("%+v\n%+v, want at least %d: %v", opt, got, number, want)
			}
		}
	})
}

// Where moves of one side are left out, its results are certain and the other's are not.
func TestWidthIsCertainOneWay(t *testing.T) {
	checkStrategies(t, func(t *rapid.T, s strategy) {
		g := drawDuel(t, true)
		opt := alphabeta.Options[int]{
			Depth:  rapid.IntRange(0, 6).Draw(t, "depth"),
			Direct: rapid.Bool().Draw(t, "direct"),
			Table:  drawTable(t), EqualDepth: true,
			Order: drawOrdering(t),
		}
		opt.Tree.Width[rapid.IntRange(0, 1).Draw(t, "side")] = rapid.IntRange(1, 4).Draw(t, "width")
		want, got := besideMinimax(t, s, g, opt)
		holds := map[ply.Bound]bool{
			ply.NoBound: true,
			ply.AtLeast: want.Value >= got.Value,
			ply.AtMost:  want.Value <= got.Value,
			ply.Exact:   want.Value == got.Value,
		}
		if !holds[got.Bound] {
			t.Fatalf("%v %d, want %d", got.Bound, got.Value, want.Value)
		}
	})
}

// repeating is a duel that knows its repetitions itself.
type repeating struct{ *testgames.Duel }

func (r repeating) Clone() repeating { return repeating{r.Duel.Clone()} }
func (r repeating) Play(m int)       { yielding(r).Play(m) }
func (r repeating) Repeated() bool   { return slices.Contains(r.Line(), r.At) }

// valueWithRepetitions is minimax by hand, where repetitions are draws.
func valueWithRepetitions(g *testgames.Duel, depth int) int {
	switch {
	case slices.Contains(g.Line(), g.At):
		return 0
	case depth == 0:
		return g.Evaluate()
	}
	return best(g, func() int { return valueWithRepetitions(g, depth-1) })
}

func TestRepetitions(t *testing.T) {
	checkStrategies(t, func(t *rapid.T, s strategy) {
		g := drawDuel(t, false)
		opt := alphabeta.Options[int]{
			Depth:     rapid.IntRange(1, 6).Draw(t, "depth"),
			Direct:    rapid.Bool().Draw(t, "direct"),
			Order:     drawOrdering(t),
			Tree:      alphabeta.Tree{Repetitions: true},
			TableFrom: 100, // where there is one
		}
		want := valueWithRepetitions(g, opt.Depth)
		for _, game := range []ply.AdversarialGame[int]{g, repeating{g}} {
			got, err := s.search(background, game, ply.Limits{}, opt)
			if err != nil || got.Bound != ply.Exact || got.Value != want {
				t.Fatalf("%T: %+v, error %v, want %d", game, got, err, want)
			}
		}
	})
}

// Entries of deeper searches may differ from minimax of this depth, but final values are values of the game.
func TestFinalValues(t *testing.T) {
	checkStrategies(t, func(t *rapid.T, s strategy) {
		g := drawDuel(t, true)
		truth, table := g.Values()[0], drawTable(t)
		for range 3 {
			opt := alphabeta.Options[int]{
				Depth:  rapid.IntRange(0, 30).Draw(t, "depth"),
				Direct: rapid.Bool().Draw(t, "direct"),
				Table:  table,
				Order:  drawOrdering(t),
			}
			got, err := s.search(background, g, ply.Limits{}, opt)
			if err != nil || got.Bound != ply.Exact {
				t.Fatalf("%+v, error %v", got, err)
			}
			if opt.Depth == 0 && !got.Final {
				t.Fatalf("%+v: not final without a bound of the depth", got)
			}
			if got.Final && got.Value != truth {
				t.Fatalf("%+v, want %d in the end", got, truth)
			}
		}
	})
}

// Cut short, a search returns correct findings and a move.
func TestAlphaBetaCutShort(t *testing.T) {
	checkStrategies(t, func(t *rapid.T, s strategy) {
		g := drawDuel(t, true)
		opt := alphabeta.Options[int]{
			Depth:  rapid.IntRange(1, 6).Draw(t, "depth"),
			Direct: rapid.Bool().Draw(t, "direct"),
			Table:  drawTable(t), EqualDepth: true,
			Order: drawOrdering(t),
		}
		limits := ply.Limits{Nodes: rapid.IntRange(1, 100).Draw(t, "nodes")}
		got, err := s.search(background, g, limits, opt)
		most := limits.Nodes + 8
		if s.name == parallel.name {
			most *= 3 // each worker may believe that it can have all that is left
		}
		if err != nil || got.Nodes > most {
			t.Fatalf("%+v, error %v", got, err)
		}
		if g.At != 0 {
			t.Fatalf("the game is left in node %d", g.At)
		}
		if moves := g.Moves(nil); len(moves) > 0 && (len(got.Line) == 0 || !slices.Contains(moves, got.Line[0])) {
			t.Fatalf("line %v, want one that begins with one of %v", got.Line, moves)
		}
		want, err := alphabeta.Minimax(background, g, ply.Limits{}, max(got.Depth, 1))
		if err != nil {
			t.Fatal(err)
		}
		holds := map[ply.Bound]bool{
			ply.NoBound: got.Status != ply.Complete,
			ply.AtLeast: want.Value >= got.Value,
			ply.AtMost:  want.Value <= got.Value,
			ply.Exact:   want.Value == got.Value,
		}
		if !holds[got.Bound] {
			t.Fatalf("%+v, want %d", got, want.Value)
		}
	})
}

func TestAlphaBetaIsCancelled(t *testing.T) {
	g := testgames.RandomDuel(rand.New(rand.NewPCG(1, 1)), 400, 6, 100, true)
	ctx, cancel := context.WithCancel(background)
	opt := alphabeta.Options[int]{Depth: 250, Progress: func(r alphabeta.Result[int]) {
		if r.Depth == 5 {
			cancel()
		}
	}}
	got, err := alphabeta.Search(ctx, g, ply.Limits{}, opt)
	if err != nil || got.Status != ply.Cancelled || got.Depth < 5 || got.Bound != ply.Exact || got.Final {
		t.Errorf("%+v, error %v", got, err)
	}
	got, err = alphabeta.MTDF(background, g, ply.Limits{Time: 1}, alphabeta.Options[int]{Order: alphabeta.Unordered})
	if err != nil || got.Status != ply.OutOfTime {
		t.Errorf("%+v, error %v", got, err)
	}
}

// bare is a game without any capability.
type bare struct{ *testgames.Duel }

func (bare) Hash(string)       {}
func (bare) Acyclic(string)    {}
func (bare) Bounds(string)     {}
func (bare) NoisyMoves(string) {}
func (bare) Pass(string)       {}
func (bare) Extend(string)     {}
func (bare) Evaluate(string)   {}
func (bare) Number(string)     {}
func (bare) Rank(string)       {}

func TestAlphaBetaRefusesOptions(t *testing.T) {
	g := testgames.RandomDuel(rand.New(rand.NewPCG(1, 1)), 20, 3, 10, true)
	table := transposition.NewTable(16 * 10)
	for _, c := range []struct {
		game   ply.AdversarialGame[int]
		limits ply.Limits
		opt    alphabeta.Options[int]
		want   string
	}{
		{nil, ply.Limits{}, alphabeta.Options[int]{}, "no game"},
		{g, ply.Limits{}, alphabeta.Options[int]{Depth: -1, Direct: true}, "Depth is -1"},
		{g, ply.Limits{}, alphabeta.Options[int]{Depth: 251, Direct: true}, "Depth is 251"},
		{g, ply.Limits{}, alphabeta.Options[int]{Window: [2]int{3, 3}}, "Window is [3 3]"},
		{g, ply.Limits{}, alphabeta.Options[int]{Window: [2]int{0, 40000}}, "Window is [0 40000]"},
		{g, ply.Limits{Nodes: -1}, alphabeta.Options[int]{}, "Limits.Nodes is -1"},
		{g, ply.Limits{Time: -1}, alphabeta.Options[int]{}, "Limits.Time is -1ns"},
		{g, ply.Limits{}, alphabeta.Options[int]{Order: alphabeta.Unordered | alphabeta.Ranks}, "Order is 0x42"},
		{g, ply.Limits{}, alphabeta.Options[int]{Win: -2}, "Win is -2"},
		{g, ply.Limits{}, alphabeta.Options[int]{TableFrom: -1}, "TableFrom is -1"},
		{g, ply.Limits{}, alphabeta.Options[int]{OrderFrom: -1}, "OrderFrom is -1"},
		{g, ply.Limits{}, alphabeta.Options[int]{Table: table, EnhancedFrom: -1}, "EnhancedFrom is -1"},
		{g, ply.Limits{}, alphabeta.Options[int]{Tree: alphabeta.Tree{Quiescence: -1}}, "Quiescence is -1"},
		{g, ply.Limits{}, alphabeta.Options[int]{Tree: alphabeta.Tree{Quiescence: 1001}}, "Quiescence is 1001"},
		{g, ply.Limits{}, alphabeta.Options[int]{Tree: alphabeta.Tree{NullMove: -1}}, "NullMove is -1"},
		{g, ply.Limits{}, alphabeta.Options[int]{Tree: alphabeta.Tree{Selective: -1}}, "Selective is -1"},
		{g, ply.Limits{}, alphabeta.Options[int]{Tree: alphabeta.Tree{Selective: 32001}}, "Selective is 32001"},
		{g, ply.Limits{}, alphabeta.Options[int]{Tree: alphabeta.Tree{Width: [2]int{-1, 0}}}, "Width is [-1 0]"},
		{g, ply.Limits{}, alphabeta.Options[int]{Tree: alphabeta.Tree{Width: [2]int{0, -1}}}, "Width is [0 -1]"},
		{g, ply.Limits{}, alphabeta.Options[int]{Table: transposition.NewTable(-1)}, "table"},
		{g, ply.Limits{}, alphabeta.Options[int]{Workers: -1}, "Workers is -1"},
		{g, ply.Limits{}, alphabeta.Options[int]{Workers: 2}, "Workers is 2"},
		{bare{g}, ply.Limits{}, alphabeta.Options[int]{Direct: true}, "acyclic"},
		{bare{g}, ply.Limits{}, alphabeta.Options[int]{Depth: 1, Table: table, Direct: true}, "Table needs a ply.Hasher"},
		{bare{g}, ply.Limits{}, alphabeta.Options[int]{Depth: 1, Tree: alphabeta.Tree{Bounds: true}, Direct: true}, "Bounds needs a ply.Bounder"},
		{bare{g}, ply.Limits{}, alphabeta.Options[int]{Depth: 1, Tree: alphabeta.Tree{Quiescence: 1}, Direct: true}, "Quiescence needs an alphabeta.Quiescer"},
		{bare{g}, ply.Limits{}, alphabeta.Options[int]{Depth: 1, Tree: alphabeta.Tree{NullMove: 1}, Direct: true}, "NullMove needs a ply.Passer"},
		{bare{g}, ply.Limits{}, alphabeta.Options[int]{Depth: 1, Tree: alphabeta.Tree{Extend: true}, Direct: true}, "Extend needs an alphabeta.Extender"},
		{bare{g}, ply.Limits{}, alphabeta.Options[int]{Depth: 1, Table: table, Tree: alphabeta.Tree{Symmetric: true}, Direct: true}, "Symmetric needs a ply.Symmetric"},
		{bare{g}, ply.Limits{}, alphabeta.Options[int]{Depth: 1, Tree: alphabeta.Tree{Repetitions: true}, Direct: true}, "Repetitions needs a ply.Repeater"},
	} {
		for _, s := range strategies {
			if _, err := s.search(background, c.game, c.limits, c.opt); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s, %+v, %+v: error %v, want one with %q", s.name, c.limits, c.opt, err, c.want)
			}
		}
	}
	// Without any capability a game can be searched all the same.
	got, err := alphabeta.AlphaBeta(background, bare{g}, ply.Limits{}, alphabeta.Options[int]{Depth: 20})
	if truth := g.Values()[0]; err != nil || !got.Final || got.Value != truth {
		t.Errorf("%+v, error %v, want %d", got, err, truth)
	}
}

// Once it has its memory, a search allocates nothing per node. The lines of play reach their lengths after up to 400 000 nodes.
func TestAlphaBetaAllocatesNothingPerNode(t *testing.T) {
	g := testgames.RandomDuel(rand.New(rand.NewPCG(1, 1)), 5000, 8, 1000, true)
	table := transposition.NewTable(16 * 64)
	for _, s := range strategies {
		allocs := func(nodes int) float64 {
			return testing.AllocsPerRun(1, func() {
				table.Reset()
				opt := alphabeta.Options[int]{Depth: 200, Table: table, Tree: alphabeta.Tree{Quiescence: 2, NullMove: 2, Extend: true}, Direct: true}
				if r, err := s.search(background, g, ply.Limits{Nodes: nodes}, opt); err != nil || r.Status != ply.OutOfNodes {
					t.Fatalf("%+v, error %v", r, err)
				}
			})
		}
		if few, many := allocs(400_000), allocs(800_000); many > few+200 {
			t.Errorf("%s: %v allocations in 800 000 nodes, %v in 400 000", s.name, many, few)
		}
	}
}

// eachDepth returns a callback that calls f once for each depth, or nil for nil.
func eachDepth(f func(alphabeta.Result[int])) func(alphabeta.Result[int]) {
	if f == nil {
		return nil
	}
	depths := 0
	return func(r alphabeta.Result[int]) {
		for depths < len(r.Depths) {
			depths++
			f(r.Depths[depths-1])
		}
	}
}
