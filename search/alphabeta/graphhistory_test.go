package alphabeta_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// A lineSearch is minimax by hand, of a duel with repetitions, by all lines.
type lineSearch struct {
	duel    *testgames.Duel
	opt     alphabeta.Options[int]
	line    []int // the nodes that can be repeated
	left    int   // positions that it may look at
	longest int   // the depth that stands for none
}

const certain = 1 << 20 // the value of a win now

// value returns the value of node at, with the number of moves to the end if it is won or lost: certain less that.
func (l *lineSearch) value(at, depth int, start bool) int {
	node := &l.duel.Nodes[at]
	l.left--
	switch {
	case !start && slices.Contains(l.line, at) || l.left < 0:
		return 0
	case depth <= 0:
		return l.quiet(at, l.opt.Tree.Quiescence)
	case len(node.Out) == 0:
		return l.rate(node.Outcome)
	}
	l.line = append(l.line, at)
	most := -certain
	for i, e := range node.Out {
		deeper := depth - 1
		if l.opt.Tree.Extend {
			deeper += max(node.Extend[i], 0)
		}
		to := l.duel.Edges[e].To
		most = max(most, before(l.value(to, deeper, false), l.duel.Nodes[to].Side != node.Side))
	}
	l.line = l.line[:len(l.line)-1]
	return most
}

// before returns the value one move earlier, for the other side or the same.
func before(v int, other bool) int {
	switch {
	case v > certain/2:
		v--
	case v < -certain/2:
		v++
	}
	if other {
		return -v
	}
	return v
}

// quiet is the value by noisy moves alone.
func (l *lineSearch) quiet(at, depth int) int {
	node := &l.duel.Nodes[at]
	most := l.rate(node.Static)
	for _, e := range node.Out[:node.Noisy] {
		if depth == 0 {
			break
		}
		to := l.duel.Edges[e].To
		most = max(most, before(l.quiet(to, depth-1), l.duel.Nodes[to].Side != node.Side))
	}
	return most
}

// rate returns a value adjusted if sooner wins are better.
func (l *lineSearch) rate(v int) int {
	switch win := l.opt.Win; {
	case win > 0 && v >= win:
		return certain
	case win > 0 && v <= -win:
		return -certain
	}
	return v
}

// shown converts the result of a search to the scale of a lineSearch.
func (l *lineSearch) shown(value, distance int) int {
	switch v := l.rate(value); v {
	case certain:
		return v - distance
	case -certain:
		return v + distance
	}
	return value
}

// holds checks the value that a search found to a depth. It returns false if that takes too long.
func (l *lineSearch) holds(t *testing.T, at, depth, value, distance int, bound ply.Bound) bool {
	t.Helper()
	if depth == 0 {
		depth = l.longest
	}
	l.left = 30_000
	want, got := l.value(at, depth, true), l.shown(value, distance)
	if l.left < 0 {
		return false
	}
	if bound == ply.Exact && got != want || bound == ply.AtLeast && got > want || bound == ply.AtMost && got < want {
		t.Fatalf("to depth %d: %v %d, want %d\n%+v\n%+v\n%v", depth, bound, got, want, l.opt, *l.duel, l.line)
	}
	return true
}

// cyclicDuel draws a small duel with many cycles, in half of which the sides take turns.
func cyclicDuel(random *rand.Rand) *testgames.Duel {
	d := testgames.RandomDuel(random, 2+random.IntN(8+12*random.IntN(2)), 1+random.IntN(3), 1+random.IntN(3), false)
	if random.IntN(2) == 0 {
		for n := range d.Nodes {
			d.Nodes[n].Side = n % 2
			for _, e := range d.Nodes[n].Out {
				to := d.Edges[e].To
				d.Edges[e].To = to - (to+n+1)%2
				if d.Edges[e].To < 0 {
					d.Edges[e].To = 1
				}
			}
		}
	}
	return d
}

// A keptTable is one of each kind, which are kept from one search to the next.
type keptTable struct {
	alone  *transposition.Table
	shared *transposition.Table
}

func newKeptTable(t *testing.T, random *rand.Rand) (kept keptTable) {
	t.Helper()
	scheme := transposition.Scheme(1 + random.IntN(7))
	kept.alone = transposition.NewTable(32 << random.IntN(9))
	kept.alone.Scheme = scheme
	kept.shared = transposition.NewTable(64 << random.IntN(8))
	return kept
}

// search searches by a strategy of this number, the last of which is Parallel.
func (kept keptTable) search(
	number int, g ply.AdversarialGame[int], limits ply.Limits, opt alphabeta.Options[int], workers int,
) (alphabeta.Result[int], error) {
	if number < len(strategies) {
		return strategies[number].search(background, g, limits, opt)
	}
	opt = withWorkers(opt, kept.shared, workers)
	switch g := g.(type) {
	case extends:
		return alphabeta.Search(background, g, limits, opt)
	case repeating:
		return alphabeta.Search(background, g, limits, opt)
	default:
		return alphabeta.Search(background, yielding{g.(*testgames.Duel)}, limits, opt)
	}
}

// drawRepetitions draws limits and options of a search with repetitions.
func drawRepetitions(random *rand.Rand, table *transposition.Table) (limits ply.Limits, opt alphabeta.Options[int]) {
	opt = alphabeta.Options[int]{
		Depth:  random.IntN(9),
		Direct: random.IntN(2) != 0,
		Table:  table, TableFrom: 1 + random.IntN(2), OrderFrom: random.IntN(3), EqualDepth: random.IntN(4) > 0,
		Order: alphabeta.Ordering(random.IntN(65)),
		Tree:  alphabeta.Tree{Repetitions: true},
	}
	if random.IntN(2) == 0 {
		opt.Win = 1 + random.IntN(3)
	}
	if random.IntN(3) == 0 {
		opt.Depth = 0
	}
	if random.IntN(4) == 0 {
		alpha := random.IntN(4) - 2
		opt.Window = [2]int{alpha, alpha + 1 + random.IntN(2)}
		if opt.Win > 0 && (alpha >= opt.Win || opt.Window[1] <= -opt.Win) {
			opt.Window = [2]int{}
		}
	}
	if opt.Depth > 0 {
		switch random.IntN(8) {
		case 0:
			opt.Tree.Quiescence = 1 + random.IntN(3)
		case 1:
			opt.Tree.Extend = true
		case 2:
			opt.Tree.Width[random.IntN(2)] = 1
		}
	}
	if random.IntN(12) == 0 {
		limits.Nodes = 1 + random.IntN(60)
	}
	return limits, opt
}

// checkRepetitions draws a duel and searches it several times, with tables that it keeps or not, and moves played in
// between. It returns the number of searches whose values were compared.
func checkRepetitions(t *testing.T, random *rand.Rand, searches int) (compared int) {
	t.Helper()
	d := cyclicDuel(random)
	kept := newKeptTable(t, random)
	limits, opt := drawRepetitions(random, kept.alone)
	strategy := random.IntN(len(strategies) + 1)
	for range searches {
		var g ply.AdversarialGame[int] = d
		switch {
		case opt.Tree.Extend:
			g = extends{d}
		case random.IntN(2) == 0:
			g = repeating{d}
		}
		l := lineSearch{duel: d, opt: opt, longest: 1000}
		if _, ok := g.(repeating); ok {
			l.line = slices.Clone(d.Line())
		}
		r, err := kept.search(strategy, g, limits, opt, 1+random.IntN(3))
		if err != nil {
			t.Fatalf("%+v: %v", opt, err)
		}
		if opt.Window == [2]int{} && opt.Tree.Width == [2]int{} && limits.Nodes == 0 && r.Bound != ply.Exact {
			t.Fatalf("%+v of %+v, not exact", r, opt)
		}
		ok := true
		if r.Final && opt.Tree.Width == [2]int{} { // for any depth
			ok = l.holds(t, d.At, 0, r.Value, r.Distance, r.Bound)
		}
		if opt.EqualDepth || opt.Depth == 0 && r.Depth == 0 {
			ok = l.holds(t, d.At, r.Depth, r.Value, r.Distance, r.Bound) && ok
			for _, report := range r.Depths {
				if opt.EqualDepth {
					ok = l.holds(t, d.At, report.Depth, report.Value, report.Distance, report.Bound) && ok
				}
			}
		}
		if ok {
			compared++
		}
		switch moves := d.Moves(nil); {
		case random.IntN(3) == 0:
		case len(moves) > 0 && random.IntN(2) == 0:
			d.Play(moves[random.IntN(len(moves))])
		default:
			*d = testgames.Duel{At: random.IntN(len(d.Nodes)), Nodes: d.Nodes, Edges: d.Edges}
		}
		if random.IntN(2) == 0 {
			opt.Depth = min(opt.Depth, 1) * (1 + random.IntN(8))
			strategy = random.IntN(len(strategies) + 1)
		}
	}
	return compared
}

// The value of a search with repetitions and a table holds for this line of play, with any entries of other lines, and
// is exact.
func TestRepetitionsAreExact(t *testing.T) {
	alphabeta.ShareAll(t)
	for _, from := range []int{0, 20, 1000} {
		alphabeta.NoteVisits(t, from)
		for searches, count := range []int{1: long.Or(70_000, 2_000), 5: long.Or(21_000, 700)} {
			compared := 0
			for seed := range count / max(searches, 1) {
				compared += checkRepetitions(t, rand.New(rand.NewPCG(uint64(seed), uint64(searches))), searches)
			}
			if compared < count*9/10 {
				t.Errorf("%d of %d values were compared", compared, count)
			}
		}
	}
}

// Two small games in which an entry from a line without a repetition was used on one that has it.
func TestRepetitionsByHand(t *testing.T) {
	game := func(sides, values []int, moves ...[]int) *testgames.Duel {
		d := &testgames.Duel{Nodes: make([]testgames.DuelNode, len(sides))}
		for n := range d.Nodes {
			node := &d.Nodes[n]
			node.Side, node.Static, node.Outcome, node.Stages = sides[n], values[n], values[n], 1
			for _, to := range moves[n] {
				node.Out, node.Ranks = append(node.Out, len(d.Edges)), append(node.Ranks, 0)
				d.Edges = append(d.Edges, testgames.Edge{From: n, To: to})
			}
		}
		return d
	}
	for _, test := range []struct {
		game   *testgames.Duel
		depth  int
		starts []int
	}{
		{game([]int{0, 1, 0, 1}, []int{-1, 1, 0, 1}, []int{1, 3}, []int{2}, []int{3}, []int{2}), 3, []int{0}},
		{game([]int{0, 1}, []int{2, 2}, []int{1}, []int{0}), 2, []int{0, 1}},
	} {
		for _, s := range strategies {
			table := transposition.NewTable(16 * 256)
			opt := alphabeta.Options[int]{
				Depth: test.depth,
				Table: table, TableFrom: 1, EqualDepth: true,
				Tree: alphabeta.Tree{Repetitions: true}, Direct: true,
			}
			for _, test.game.At = range test.starts {
				r, err := s.search(background, test.game, ply.Limits{}, opt)
				if err != nil || r.Value != 0 || r.Bound != ply.Exact {
					t.Errorf("%s from %d: %+v, error %v, want 0", s.name, test.game.At, r, err)
				}
			}
		}
	}
}
