//go:build long || race || 386

package alphabeta_test

import (
	"context"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/search/proof"
	"github.com/ply-search/ply/transposition"
)

// opposite is a duel that is evaluated otherwise.
type opposite struct{ *testgames.Duel }

func (o opposite) Clone() opposite { return opposite{o.Duel.Clone()} }
func (o opposite) Evaluate() int {
	if len(o.Moves(nil)) == 0 {
		return o.Outcome()
	}
	return -o.Duel.Evaluate()
}

// A questioner asks for the value of a position by some of the options that change values.
type questioner struct {
	g    *testgames.Duel
	game ply.AdversarialGame[int] // g, or a game made from g
	opt  alphabeta.Options[int]
}

// value is minimax with these options, by hand.
func (q *questioner) value(depth int, start bool) int {
	g := q.g
	if depth == 0 {
		if q.opt.Tree.Quiescence > 0 {
			return q.quietly(q.opt.Tree.Quiescence)
		}
		return q.game.(ply.Evaluator).Evaluate()
	}
	moves, most, me := g.Moves(nil), -ply.MaxValue, g.ToMove()
	if len(moves) == 0 {
		return g.Outcome()
	}
	for _, m := range moves {
		deeper := depth - 1
		if e, ok := q.game.(alphabeta.Extender[int]); ok && q.opt.Tree.Extend {
			deeper += e.Extend(m, depth, 0)
		}
		g.Play(m)
		v := q.value(deeper, false)
		if g.ToMove() != me {
			v = -v
		}
		g.Undo(m)
		most = max(most, v)
	}
	if q.opt.Tree.Bounds && !start {
		low, high := g.Bounds(0, 0)
		most = min(max(most, low), high)
	}
	return most
}

// quietly is the value by noisy moves alone.
func (q *questioner) quietly(depth int) int {
	most, me := q.game.(ply.Evaluator).Evaluate(), q.g.ToMove()
	if depth == 0 {
		return most
	}
	for _, m := range q.g.NoisyMoves(nil) {
		q.g.Play(m)
		v := q.quietly(depth - 1)
		if q.g.ToMove() != me {
			v = -v
		}
		q.g.Undo(m)
		most = max(most, v)
	}
	return most
}

// One table serves searches that ask different questions, of different positions, as if each had its own.
func TestOneTableForManyQuestions(t *testing.T) {
	alphabeta.ShareAll(t)
	for seed := range uint64(long.Or(600, 150)) {
		random := rand.New(rand.NewPCG(seed, 4))
		g := testgames.RandomDuel(random, 5+random.IntN(25), 1+random.IntN(4), []int{1, 3, 30}[random.IntN(3)], true)
		table := transposition.NewTable(1 << 16)
		shared := transposition.NewTable(1 << 16)
		together := strategy{"Parallel", func(ctx context.Context, g ply.AdversarialGame[int], limits ply.Limits, opt alphabeta.Options[int]) (alphabeta.Result[int], error) {
			opt.Table = nil
			switch g := g.(type) {
			case extends:
				return alphabeta.Search(ctx, g, limits, withWorkers(opt, shared, 2))
			case opposite:
				return alphabeta.Search(ctx, g, limits, withWorkers(opt, shared, 2))
			default:
				return alphabeta.Search(ctx, yielding{g.(*testgames.Duel)}, limits, withWorkers(opt, shared, 2))
			}
		}}
		var line []int
		for range 12 {
			opt := alphabeta.Options[int]{
				Depth:  1 + random.IntN(5),
				Direct: random.IntN(2) != 0,
				Table:  table, EqualDepth: true,
				Tree: alphabeta.Tree{Quiescence: max(0, random.IntN(5)-2)},
			}
			games := []ply.AdversarialGame[int]{g, opposite{g}, extends{g}}
			kind := random.IntN(len(games))
			opt.Tree.Extend = kind == 2 && random.IntN(2) == 0
			opt.Tree.Bounds = !opt.Tree.Extend && random.IntN(3) == 0
			q := questioner{g: g, game: games[kind], opt: opt}
			want := q.value(opt.Depth, true)
			for _, s := range append([]strategy{together}, strategies...) {
				got, err := s.search(background, games[kind], ply.Limits{}, opt)
				if err != nil || got.Bound != ply.Exact || got.Value != want && !(opt.Tree.Bounds && got.Final) {
					t.Fatalf("%s, seed %d after %v: %T %+v: %v %d, error %v, want %d", s.name, seed, line, games[kind], opt, got.Bound, got.Value, err, want)
				}
			}
			// Searches that look at less of the tree leave their mark on the table.
			for _, s := range append([]strategy{together}, strategies...) {
				if _, err := s.search(background, g, ply.Limits{}, alphabeta.Options[int]{Table: table, Depth: 4, Tree: alphabeta.Tree{NullMove: 1, Unverified: true}, Direct: true}); err != nil {
					t.Fatal(err)
				}
				if _, err := s.search(background, g, ply.Limits{}, alphabeta.Options[int]{Table: table, Depth: 5, Tree: alphabeta.Tree{Extend: true, Width: [][2]int{{1, 0}, {0, 1}}[random.IntN(2)]}, Direct: true}); err != nil {
					t.Fatal(err)
				}
				if _, err := s.search(background, g, ply.Limits{}, alphabeta.Options[int]{Table: table, Tree: alphabeta.Tree{Repetitions: true}, Depth: 3, Direct: true}); err != nil {
					t.Fatal(err)
				}
			}
			if moves := g.Moves(nil); len(moves) > 0 && random.IntN(3) == 0 {
				line = append(line, moves[random.IntN(len(moves))])
				g.Play(line[len(line)-1])
			}
		}
	}
}

// A table kept from the search before saves work: of the same position, and of one after a move.
func TestKeptTablesSaveWork(t *testing.T) {
	g := testgames.RandomDuel(rand.New(rand.NewPCG(1, 1)), 400, 5, 100, true)
	table := transposition.NewTable(1 << 20)
	nodes := func() int {
		r, err := alphabeta.AlphaBeta(background, g, ply.Limits{}, alphabeta.Options[int]{Table: table, Depth: 9, Tree: alphabeta.Tree{Quiescence: 2}, Direct: true})
		if err != nil {
			t.Fatal(err)
		}
		return r.Nodes
	}
	first, again := nodes(), nodes()
	g.Play(g.Moves(nil)[0])
	after := nodes()
	table.Reset()
	if fresh := nodes(); 10*again > first || 2*after > fresh {
		t.Errorf("%d nodes, again %d; after a move %d, without the table %d", first, again, after, fresh)
	}
}

// A boundless game is a duel that knows nothing of its values.
type boundless struct {
	ply.AdversarialGame[int]
	ply.Hasher
}

func (boundless) Acyclic() bool { return true }

// One table serves proof-number searches of different questions by either side.
func TestOneTableForManyProofs(t *testing.T) {
	for seed := range uint64(long.Or(8000, 500)) {
		random := rand.New(rand.NewPCG(seed, 5))
		g := testgames.RandomDuel(random, 5+random.IntN(40), 1+random.IntN(4), []int{1, 3, 30}[random.IntN(3)], true)
		values := g.Values()
		table := transposition.NewTable([]int64{16, 128, 16 << 10}[random.IntN(3)])
		table.Scheme = transposition.Scheme(random.IntN(8))
		for range 10 {
			opt := proof.Options[int]{Above: random.IntN(7) - 3, Table: table}
			var got proof.Result[int]
			var err error
			if random.IntN(3) == 0 {
				got, err = proof.Search(background, g, ply.Limits{}, opt)
			} else {
				got, err = proof.Search(background, boundless{g, g}, ply.Limits{}, opt)
			}
			if err != nil || got.Status != ply.Complete || (got.Answer == proof.Proved) != (values[g.At] > opt.Above) {
				t.Fatalf("seed %d: %+v, error %v; value %d, above %d", seed, got, err, values[g.At], opt.Above)
			}
			if got.Answer == proof.Proved && len(g.Moves(nil)) > 0 && valueOf(t, g, got.Line[0], 0) <= opt.Above {
				t.Fatalf("seed %d: move %d does not reach more than %d", seed, got.Line[0], opt.Above)
			}
			if moves := g.Moves(nil); len(moves) > 0 && random.IntN(2) == 0 {
				g.Play(moves[random.IntN(len(moves))])
			}
		}
	}
}

// The other side's question is the opposite one, and the table answers it.
func TestTheTableAnswersTheOtherSide(t *testing.T) {
	proofs := 0
	for seed := range uint64(20) {
		g := testgames.Layers(rand.New(rand.NewPCG(seed, 6)), 40, 4, 1)
		table := transposition.NewTable(64 << 10)
		first, err := proof.Search(background, g, ply.Limits{Nodes: 200_000}, proof.Options[int]{Table: table})
		if err != nil || first.Answer != proof.Proved {
			continue
		}
		proofs++
		g.Play(first.Line[0])
		second, err := proof.Search(background, g, ply.Limits{}, proof.Options[int]{Above: -1, Table: table})
		if err != nil || second.Answer != proof.Disproved || second.Nodes > 3 || first.Nodes < 50 {
			t.Errorf("%d nodes, then %v with %d nodes, error %v", first.Nodes, second.Answer, second.Nodes, err)
		}
	}
	if proofs == 0 {
		t.Error("nothing was proved")
	}
}

// A table does not grow with the searches that used it.
func TestSearchesLeaveNoHandles(t *testing.T) {
	shared := transposition.NewTable(16 * 64)
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	run := func(searches int) {
		for range searches {
			if _, err := alphabeta.Search(background, &corridor{moves: 3}, ply.Limits{}, alphabeta.Options[int]{Table: shared, Workers: 4}); err != nil {
				t.Fatal(err)
			}
		}
	}
	run(10)
	before := heap()
	run(1000)
	if after := heap(); after > before+200_000 {
		t.Errorf("%d bytes more after 1000 searches", after-before)
	}
	runtime.KeepAlive(shared)
}

// Proof numbers do not grow with the number of lines, which here is up to 10⁴⁸.
func TestProofsOfGamesThatTranspose(t *testing.T) {
	for seed := range uint64(long.Or(1200, 150)) {
		random := rand.New(rand.NewPCG(seed, 1))
		g := testgames.Layers(random, 20+random.IntN(60), 2+random.IntN(3), random.IntN(3))
		opt := proof.Options[int]{Table: transposition.NewTable(64 << 10)}
		got, err := proof.Search(background, g, ply.Limits{Nodes: 200_000}, opt)
		if err != nil || got.Status != ply.Complete || (got.Answer == proof.Proved) != (g.Values()[0] > 0) {
			t.Fatalf("seed %d: %+v, error %v; value %d", seed, got, err, g.Values()[0])
		}
	}
}

// colliding is a duel that has few hashes.
type colliding struct {
	*testgames.Duel
	hashes uint64
}

func (c colliding) Hash() uint64     { return c.Duel.Hash() % c.hashes }
func (c colliding) Clone() colliding { return colliding{c.Duel.Clone(), c.hashes} }

// Where different positions have the same hash, a search may be wrong, but it ends and leaves the game as it was.
func TestSearchesSurviveCollisions(t *testing.T) {
	for seed := range uint64(long.Or(2000, 100)) {
		random := rand.New(rand.NewPCG(seed, 8))
		g := colliding{testgames.RandomDuel(random, 2+random.IntN(30), 1+random.IntN(4), 5, true), 1 + random.Uint64N(4)}
		table := transposition.NewTable(16 * int64(1+random.IntN(200)))
		table.Scheme = transposition.Scheme(random.IntN(8))
		proofs := transposition.NewTable(16 * int64(1+random.IntN(200)))
		shared := transposition.NewTable(16 * 16)
		opt := alphabeta.Options[int]{Direct: random.IntN(2) != 0}
		limits := ply.Limits{Nodes: 10_000}
		_, err := alphabeta.Search(background, g, limits, withWorkers(opt, shared, 2))
		if err != nil || g.At != 0 {
			t.Fatalf("seed %d: error %v, at node %d", seed, err, g.At)
		}
		opt.Table = table
		for _, s := range strategies {
			r, err := s.search(background, g, limits, opt)
			if err != nil || g.At != 0 {
				t.Fatalf("%s, seed %d: error %v, at node %d", s.name, seed, err, g.At)
			}
			testgames.Replay(t, g, r.Line, func() {})
		}
		r, err := proof.Search(background, g, limits, proof.Options[int]{Table: proofs})
		if err != nil || g.At != 0 || r.Answer == proof.Unknown && r.Status.Conclusive() {
			t.Fatalf("seed %d: %+v, error %v, at node %d", seed, r, err, g.At)
		}
	}
}
