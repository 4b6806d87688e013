package alphabeta_test

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// A report in the middle of a depth has a legal line and a bound that the final value keeps, and the last one is the
// result.
func TestProgress(t *testing.T) {
	checkStrategies(t, func(t *rapid.T, s strategy) {
		g := drawDuel(t, true)
		if len(g.Moves(nil)) == 0 {
			return
		}
		var reports []alphabeta.Result[int]
		lines, within := 0, 0
		opt := drawOptions(t, 0, 7)
		opt.Progress = func(r alphabeta.Result[int]) {
			if len(r.Line) > 0 {
				lines++
			}
			if r.Status == ply.InProgress && r.Bound == ply.AtLeast {
				within++
			}
			reports = append(reports, r)
		}
		got, err := s.search(stop.ReportEach(background, 1), g, ply.Limits{}, opt)
		if err != nil {
			t.Fatal(err)
		}
		last := reports[len(reports)-1]
		if last.Status != got.Status || last.Value != got.Value || last.Nodes != got.Nodes || len(last.Line) != len(got.Line) {
			t.Fatalf("the last report is %+v, want %+v", last, got)
		}
		nodes := 0
		for _, r := range reports[:len(reports)-1] {
			if r.Status != ply.InProgress || r.Nodes < nodes {
				t.Fatalf("a report %+v after one of %d nodes", r, nodes)
			}
			nodes = r.Nodes
		}
		if got.Depth < 2 && opt.Depth != 0 {
			return
		}
		for _, r := range reports {
			// At the last depth, reports are true of the result.
			if r.Bound == ply.AtLeast && r.Depth == got.Depth && got.Bound == ply.Exact && r.Value > got.Value && opt.Direct {
				t.Fatalf("a report of at least %d, but the value is %d", r.Value, got.Value)
			}
		}
	})
}

// A report in the middle of a depth is true of its line: the first move is worth at least the value, and in Minimax
// exactly.
func TestProgressWithinADepth(t *testing.T) {
	minimax := strategy{"Minimax", alphabeta.MinimaxWith[int]}
	check(t, append([]strategy{minimax, parallel}, strategies...), func(t *rapid.T, s strategy) {
		g := drawDuel(t, true)
		opt := alphabeta.Options[int]{Depth: rapid.IntRange(1, 5).Draw(t, "depth"), EqualDepth: s.name == "Parallel", Direct: true}
		var within []alphabeta.Result[int]
		opt.Progress = func(r alphabeta.Result[int]) {
			if r.Status == ply.InProgress && len(r.Line) > 0 && len(r.Depths) == 0 {
				within = append(within, r)
			}
		}
		if _, err := s.search(stop.ReportEach(background, 1), g, ply.Limits{}, opt); err != nil {
			t.Fatal(err)
		}
		for _, r := range within {
			worth := valueOf(t, g, r.Line[0], opt.Depth)
			if r.Bound != ply.AtLeast || r.Value > worth || s.name == "Minimax" && r.Value != worth {
				t.Fatalf("%v %d by %v, which is worth %d", r.Bound, r.Value, r.Line, worth)
			}
		}
	})
}

// constant evaluates all positions alike but those that are finished.
type constant struct {
	g     ply.AdversarialGame[int]
	value int
}

func (c constant) Evaluate() int {
	if len(c.g.Moves(nil)) == 0 {
		return c.g.Outcome()
	}
	return c.value
}

// An evaluator of the options takes the place of the game's, in all searches alike, and no table mixes the two up.
func TestEvaluatorOfOptions(t *testing.T) {
	checkStrategies(t, func(t *rapid.T, s strategy) {
		g := drawDuel(t, true)
		table := drawTable(t)
		value := rapid.IntRange(-3, 3).Draw(t, "value")
		depth := rapid.IntRange(1, 5).Draw(t, "depth")
		evaluators := map[string]func(g ply.AdversarialGame[int]) ply.Evaluator{
			"own":      nil,
			"constant": func(g ply.AdversarialGame[int]) ply.Evaluator { return constant{g, value} },
			"none":     func(ply.AdversarialGame[int]) ply.Evaluator { return nil },
		}
		for range 2 { // with the others' entries in the table
			for name, evaluator := range evaluators {
				opt := alphabeta.Options[int]{Depth: depth, Evaluator: evaluator, Direct: true}
				want, err := alphabeta.MinimaxWith(background, g, ply.Limits{}, opt)
				if err != nil {
					t.Fatal(err)
				}
				opt.Table, opt.EqualDepth = table, true
				got, err := s.search(background, g, ply.Limits{}, opt)
				if err != nil || got.Value != want.Value {
					t.Fatalf("%s: %d, error %v, want %d", name, got.Value, err, want.Value)
				}
			}
		}
	})
}

// backwards is a duel that ranks the last move first.
type backwards struct {
	*testgames.Duel
	calls *int
}

func (b backwards) Rank(_ int, moves []int, ranks []int32) bool {
	*b.calls++
	for i := range moves {
		ranks[i] = int32(i)
	}
	return false
}

// unranked is a duel that ranks no moves.
type unranked struct{ *testgames.Duel }

func (unranked) Rank(string) {}

// Ranks change no value.
func TestRanksKeepTheValue(t *testing.T) {
	g := testgames.RandomDuel(rand.New(rand.NewPCG(2, 2)), 200, 5, 50, true)
	want, err := alphabeta.AlphaBeta(background, g, ply.Limits{}, alphabeta.Options[int]{Depth: 6, Direct: true})
	if err != nil {
		t.Fatal(err)
	}
	calls := 0
	for _, c := range []struct {
		name string
		game ply.AdversarialGame[int]
	}{
		{"backwards", backwards{g, &calls}},
		{"none", unranked{g}},
	} {
		got, err := alphabeta.AlphaBeta(background, c.game, ply.Limits{}, alphabeta.Options[int]{Depth: 6, Direct: true})
		if err != nil || got.Value != want.Value {
			t.Errorf("%s: value %d, error %v, want %d", c.name, got.Value, err, want.Value)
		}
	}
	if calls == 0 {
		t.Error("the ranker was never asked")
	}
}

// chancy is a game where chance is to move after some moves.
type chancy struct {
	*testgames.Duel
	from int
}

func (c chancy) ToMove() int {
	if c.At >= c.from {
		return -1
	}
	return c.Duel.ToMove()
}

func (c chancy) Clone() chancy { return chancy{c.Duel.Clone(), c.from} }

// Searches that know no chance say so, wherever they meet it, and leave the game as it was.
func TestChanceIsRefused(t *testing.T) {
	table := transposition.NewTable(1 << 14)
	searches := append([]strategy{{"Minimax", alphabeta.MinimaxWith[int]}}, strategies...)
	for _, from := range []int{0, 1, 100, 190} {
		g := chancy{testgames.RandomDuel(rand.New(rand.NewPCG(3, 3)), 200, 5, 50, true), from}
		for _, s := range searches {
			r, err := s.search(background, g, ply.Limits{}, alphabeta.Options[int]{Direct: true})
			if err == nil || !strings.Contains(err.Error(), "chance") || r.Status != ply.Failed || g.At != 0 {
				t.Errorf("%s, chance from %d: %v, error %v, at %d", s.name, from, r.Status, err, g.At)
			}
		}
		r, err := alphabeta.Search(background, g, ply.Limits{}, alphabeta.Options[int]{Table: table, Workers: 3})
		if err == nil || !strings.Contains(err.Error(), "chance") || r.Status != ply.Failed || g.At != 0 {
			t.Errorf("Parallel, chance from %d: %v, error %v, at %d", from, r.Status, err, g.At)
		}
	}
}

// successors is a duel that evaluates and hashes the positions after all moves in one call.
type successors struct {
	*testgames.Duel
	asked *int
}

func (g successors) BestSuccessor(enough int) (best, value, evaluated int) {
	*g.asked++
	side := g.ToMove()
	for i, m := range g.Moves(nil) {
		g.Play(m)
		v := g.Evaluate()
		if g.ToMove() != side {
			v = -v
		}
		g.Undo(m)
		if i == 0 || v > value {
			best, value = m, v
		}
		if evaluated++; v >= enough {
			break
		}
	}
	return best, value, evaluated
}

func (g successors) HashSuccessors(moves []int, dst []uint64) []uint64 {
	for _, m := range moves {
		g.Play(m)
		dst = append(dst, g.Hash())
		g.Undo(m)
	}
	return dst
}

// remembersAll is a table that forgets nothing, so that nothing depends on the places of its keys. It counts the keys that
// are fetched and looked up after that.
type remembersAll struct {
	entries map[uint64]alphabeta.Entry
	fetched map[uint64]bool
	useful  *int // keys fetched that were looked up
}

func (m remembersAll) Lookup(key uint64) (alphabeta.Entry, bool) {
	if m.fetched[key] {
		*m.useful++
		delete(m.fetched, key)
	}
	entry, ok := m.entries[key]
	return entry, ok
}

func (m remembersAll) Store(key uint64, entry alphabeta.Entry, _ int) { m.entries[key] = entry }

func (m remembersAll) Fetch(keys []uint64) {
	for _, key := range keys {
		m.fetched[key] = true
	}
}

// A search that asks for the positions after all moves in one call finds and counts the same.
func TestBestSuccessor(t *testing.T) {
	asked, useful := 0, 0
	check(t, strategies, func(t *rapid.T, s strategy) {
		g := drawDuel(t, rapid.Bool().Draw(t, "acyclic"))
		opt := drawOptions(t, 1, 5)
		opt.OrderFrom = rapid.IntRange(1, 3).Draw(t, "from") // the default depends on the evaluator
		opt.Tree.Bounds = g.NoCycle && rapid.Bool().Draw(t, "bounds")
		opt.Table, opt.EqualDepth = transposition.NewTable(0), false
		tabled := rapid.Bool().Draw(t, "tabled")
		if tabled {
			opt.TableFrom = rapid.IntRange(1, 3).Draw(t, "table from")
			opt.EnhancedFrom = rapid.IntRange(0, 3).Draw(t, "enhanced from")
		}
		find := func(g ply.AdversarialGame[int]) alphabeta.Result[int] {
			if tabled {
				opt = alphabeta.WithTable(opt, remembersAll{map[uint64]alphabeta.Entry{}, map[uint64]bool{}, &useful})
			}
			r, err := s.search(background, g, ply.Limits{}, opt)
			if err != nil {
				t.Fatal(err)
			}
			return untimed(r)
		}
		want, got := find(g), find(successors{g, &asked})
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v, want %+v", got, want)
		}
	})
	if asked == 0 || useful == 0 {
		t.Errorf("it was asked %d times for evaluations, and %d keys were looked up after they were fetched", asked, useful)
	}
}

// untimed returns a result without times, to be compared with others.
func untimed(r alphabeta.Result[int]) alphabeta.Result[int] {
	r.Elapsed = 0
	for i := range r.Depths {
		r.Depths[i].Elapsed = 0
	}
	return r
}
