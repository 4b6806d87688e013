package threat_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/search/proof"
	"github.com/ply-search/ply/search/threat"
	"github.com/ply-search/ply/transposition"
)

// A shared goal is one of several on a board.
type shared interface {
	threat.Game[int]
	threat.Tracer[int]
	ply.Hasher
	ply.Acyclic
	fmt.Stringer
}

// twoGoals are goals on one board.
var twoGoals = []struct {
	name     string
	newGoals func() (b *board, first, second shared)
	stones   int // at least, before the question is asked
}{
	{"chains both ways", func() (*board, shared, shared) {
		b := newBoard(4, 4)
		return b, newLink(b, column(b, 0), column(b, 3)), newLink(b, line(b, 0), line(b, 3))
	}, 8},
	{"stones connected to one in the middle", func() (*board, shared, shared) {
		b := newBoard(5, 3)
		for _, c := range []int{0, 7, 14} {
			b.cells[c] = 1
		}
		return b, newLink(b, []int{0}, []int{7}), newLink(b, []int{7}, []int{14})
	}, 5},
	{"rows", func() (*board, shared, shared) {
		b := newBoard(4, 3)
		flat := &lines{b, [][]int32{{0, 1, 2}, {1, 2, 3}, {4, 5, 6}, {5, 6, 7}, {8, 9, 10}, {9, 10, 11}}}
		steep := &lines{b, [][]int32{{0, 4, 8}, {1, 5, 9}, {2, 6, 10}, {3, 7, 11}, {0, 5, 10}, {1, 6, 11}, {2, 5, 8}, {3, 6, 9}}}
		return b, flat, steep
	}, 3},
	{"a row and a chain", func() (*board, shared, shared) {
		b := newBoard(4, 3)
		r := &lines{b, [][]int32{{0, 1}, {4, 5}, {8, 9}, {2, 3}, {6, 7}}}
		return b, r, newLink(b, column(b, 0), column(b, 3))
	}, 5},
}

// solveBoth tells by brute force whether the attacker reaches both goals.
func solveBoth(a, b shared, known map[uint64]bool) bool {
	key := a.Hash()
	if won, ok := known[key]; ok {
		return won
	}
	attacking := a.Attacking()
	x, y := a.Standing(0, new(dependency.Trace)), b.Standing(0, new(dependency.Trace))
	won := x == threat.Won && y == threat.Won
	if !won && x != threat.Lost && y != threat.Lost {
		moves := a.Moves(nil)
		won = !attacking && len(moves) > 0
		for _, m := range moves {
			a.Play(m)
			after := solveBoth(a, b, known)
			a.Undo(m)
			if after == attacking {
				won = attacking
				break
			}
		}
	}
	known[key] = won
	return won
}

// scatter plays random moves.
func scatter(g ply.Game[int], random *rand.Rand, moves int) {
	for range moves {
		if m := g.Moves(nil); len(m) > 0 {
			g.Play(m[random.IntN(len(m))])
		}
	}
}

// contested returns goals in a random position in which each is won by itself, if there is one in a hundred.
func contested(newGoals func() (*board, shared, shared), random *rand.Rand, stones int) (b *board, first, second shared) {
	of := [2]map[uint64]bool{{}, {}}
	for range 100 {
		b, first, second = newGoals()
		scatter(b, random, stones)
		if solve(first, of[0]) && solve(second, of[1]) && first.Standing(0, new(dependency.Trace)) == threat.Open {
			break
		}
	}
	return b, first, second
}

// A pairGame is a pair, or one that embeds it.
type pairGame interface {
	ply.AdversarialGame[int]
	ply.Evaluator
	ply.Hasher
	ply.Acyclic
}

// An allReplies is a pair whose defender may play any legal move.
type allReplies struct {
	*threat.Pair[int]
	board ply.Game[int]
}

func (a allReplies) Moves(dst []int) []int {
	start := len(dst)
	if dst = a.Pair.Moves(dst); a.ToMove() == 0 || len(dst) == start {
		return dst
	}
	return a.board.Moves(dst[:start])
}

// searches of a pair for the value of the side to move.
var pairSearches = map[string]func(p pairGame) (int, error){
	"alpha-beta": func(p pairGame) (int, error) {
		r, err := alphabeta.AlphaBeta(context.Background(), p, ply.Limits{}, alphabeta.Options[int]{Window: [2]int{-1, 1}})
		return r.Value, err
	},
	"alpha-beta with everything": func(p pairGame) (int, error) {
		table := transposition.NewTable(1 << 14)
		r, err := alphabeta.Search(context.Background(), p, ply.Limits{}, alphabeta.Options[int]{
			Table: table,
			Order: alphabeta.TableMove | alphabeta.Killers | alphabeta.History | alphabeta.Refutations,
		})
		return r.Value, err
	},
	"df-pn": func(p pairGame) (int, error) {
		opt := proof.Options[int]{Table: transposition.NewTable(64 << 10)}
		value := 0
		for value = -1; value < 1; value++ {
			opt.Above = value
			r, err := proof.Search(context.Background(), p, ply.Limits{}, opt)
			if err != nil {
				return 0, err
			}
			if r.Answer == proof.Disproved {
				break
			}
		}
		return value, nil
	},
}

// The moves of the defender in a pair.
const (
	union = iota
	intersection
	all
)

// With unbounded threats and all moves of the defender, the answer equals brute force. With the union of the traces
// "lost" is certain, and "won" nearly so.
func TestPairAgainstBruteForce(t *testing.T) {
	for _, c := range twoGoals {
		for way, search := range pairSearches {
			t.Run(c.name+" by "+way, func(t *testing.T) {
				random := rand.New(rand.NewPCG(7, 8))
				known := map[uint64]bool{}
				var count [2]int
				var wrong, nodes [3]int
				for i := range long.Or(10, 6) {
					_, first, second := contested(c.newGoals, random, c.stones+random.IntN(3))
					want := -1
					if solveBoth(first, second, known) {
						want = 1
						count[1]++
					} else {
						count[0]++
					}
					for replies := range 3 {
						p, err := threat.NewPair[int](first, second, ply.Limits{}, threat.PairOptions{
							Threat:       threat.Lambda(6),
							ProofNumbers: i%3 == 0,
							Intersection: replies == intersection,
							Order:        7,
						})
						if err != nil {
							t.Fatal(err)
						}
						before := first.String()
						var g pairGame = p
						if replies == all {
							g = allReplies{p, first}
						}
						got, err := search(g)
						if err != nil {
							t.Fatal(err)
						}
						if p.ToMove() != 0 {
							got = -got
						}
						nodes[replies] += p.Nodes()
						if got != want {
							if replies == all || got < want {
								t.Fatalf("replies %d: %d, brute force says %d:\n%vattacking: %v", replies, got, want, before, first.Attacking())
							}
							wrong[replies]++
						}
						if after := first.String(); after != before {
							t.Fatalf("the search changed the board:\n%vto\n%v", before, after)
						}
					}
				}
				t.Logf("%d lost, %d won; not refuted by union %d, by intersection %d; nodes %v", count[0], count[1], wrong[0], wrong[1], nodes)
				if count[0] == 0 || count[1] == 0 {
					t.Errorf("%d positions lost, %d won: want some of each", count[0], count[1])
				}
				if wrong[union] > 1 {
					t.Errorf("%d wins by the union of traces are wrong", wrong[union])
				}
			})
		}
	}
}

// A pair keeps the laws of a game.
func TestPairLaws(t *testing.T) {
	long.Only(t)
	long.Checks(t, 30, 30)
	for _, c := range twoGoals {
		t.Run(c.name, func(t *testing.T) {
			for _, intersection := range []bool{false, true} {
				if long.Enabled { // the laws take seconds to compile
					gametest.Check(t, func() *threat.Pair[int] {
						b, first, second := c.newGoals()
						scatter(b, rand.New(rand.NewPCG(9, 10)), c.stones+2)
						p, err := threat.NewPair[int](first, second, ply.Limits{}, threat.PairOptions{
							Threat: threat.Lambda(3), Intersection: intersection, Order: 4, Memory: 1 << 19,
						})
						if err != nil {
							t.Fatal(err)
						}
						return p
					}, gametest.Options{Length: 6})
				}
			}
		})
	}
}

// For any limits, wins are wins, and losses are losses; and raising the limit decides everything.
func TestPairLimits(t *testing.T) {
	for _, c := range twoGoals {
		t.Run(c.name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(11, 12))
			known := map[uint64]bool{}
			undecided, spent := 0, 0
			for i := range long.Or(5, 3) {
				b, first, second := c.newGoals()
				scatter(b, random, c.stones+random.IntN(4))
				want := -1
				if solveBoth(first, second, known) {
					want = 1
				}
				for _, most := range []int{0, 1, 10, 100, 1000} {
					limit := 1 + random.IntN(20)
					p, err := threat.NewPair[int](first, second, ply.Limits{Nodes: most}, threat.PairOptions{
						Threat:       threat.Lambda(6),
						GoalNodes:    limit,
						ProofNumbers: i%2 == 0,
						Order:        7,
						Memory:       int64(1 + random.IntN(20_000)),
					})
					if err != nil {
						t.Fatal(err)
					}
					value := func() int {
						r, err := alphabeta.AlphaBeta(context.Background(), allReplies{p, first}, ply.Limits{}, alphabeta.Options[int]{Window: [2]int{-1, 1}})
						if err != nil {
							t.Fatal(err)
						}
						if p.ToMove() != 0 {
							return -r.Value
						}
						return r.Value
					}
					got := value()
					if got == 0 {
						undecided++
					}
					if p.Spent() {
						spent++
					}
					for got == 0 && limit < 1<<20 {
						limit *= 4
						p.Raise(limit)
						got = value()
					}
					if got != want && (got != 0 || !p.Spent()) {
						t.Fatalf("at most %d nodes: %d, brute force says %d", most, got, want)
					}
					if most > 0 && (p.Nodes() > most || got == 0 && p.Nodes() < most) {
						t.Fatalf("%d nodes of %d, value %d", p.Nodes(), most, got)
					}
				}
			}
			if undecided == 0 || spent == 0 {
				t.Errorf("%d undecided, %d spent: want some of each", undecided, spent)
			}
		})
	}
}

func TestPairErrors(t *testing.T) {
	_, first, second := twoGoals[0].newGoals()
	_, other, _ := twoGoals[0].newGoals()
	other.Pass()
	type options = threat.PairOptions
	for _, test := range []struct {
		a, b   threat.Game[int]
		limits ply.Limits
		opt    options
		want   string
	}{
		{nil, second, ply.Limits{}, options{}, "no game given"},
		{first, nil, ply.Limits{}, options{}, "no game given"},
		{first, other, ply.Limits{}, options{}, "the attacker of one goal"},
		{first, struct{ threat.Game[int] }{second}, ply.Limits{}, options{}, "ply.Hasher"},
		{struct {
			threat.Game[int]
			ply.Hasher
		}{first, first}, second, ply.Limits{}, options{}, "neither a threat.Tracer nor a ply.Footprinter"},
		{first, second, ply.Limits{}, options{Order: -1}, "Order is -1"},
		{first, second, ply.Limits{}, options{Order: 100}, "Order is 100"},
		{first, second, ply.Limits{Nodes: -1}, options{}, "Limits.Nodes is -1"},
		{first, second, ply.Limits{}, options{Memory: -1}, "Memory is -1"},
		{first, second, ply.Limits{}, options{MaxDepth: -1}, "MaxDepth is -1"},
		{first, second, ply.Limits{}, options{GoalNodes: -1}, "GoalNodes is -1"},
		{first, second, ply.Limits{}, options{Threat: threat.Threat{1, 2}}, "is greater than the one before"},
	} {
		if p, err := threat.NewPair(test.a, test.b, test.limits, test.opt); err == nil || p != nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
}

// A pair whose game panics ends the search that plays on it with an error.
type broken struct {
	shared
	left int
}

func (g *broken) Standing(changes int, trace *dependency.Trace) threat.Standing {
	if g.left--; g.left < 0 {
		panic("broken goal")
	}
	return g.shared.Standing(changes, trace)
}

func TestPairOfBrokenGame(t *testing.T) {
	for _, left := range []int{0, 1, 5, 50} {
		_, first, second := twoGoals[1].newGoals()
		p, err := threat.NewPair[int](first, &broken{second, left}, ply.Limits{}, threat.PairOptions{Threat: threat.Lambda(2)})
		if err != nil {
			t.Fatal(err)
		}
		_, err = alphabeta.AlphaBeta(context.Background(), p, ply.Limits{}, alphabeta.Options[int]{})
		if _, ok := err.(*ply.GamePanic); !ok {
			t.Errorf("after %d calls: %v, want a panic of the game", left, err)
		}
	}
}

// No memory is allocated for a position once lines have reached their length.
func BenchmarkPair(b *testing.B) {
	for name, intersection := range map[string]bool{"union": false, "intersection": true} {
		b.Run(name, func(b *testing.B) {
			random := rand.New(rand.NewPCG(13, 14))
			var p *threat.Pair[int]
			for p == nil || len(p.Moves(nil)) < 2 {
				board, first, second := twoGoals[2].newGoals() // which allocate nothing
				scatter(board, random, 3)                      // then the defender is to move
				var err error
				p, err = threat.NewPair[int](quick{first, board}, quick{second, board}, ply.Limits{}, threat.PairOptions{
					Threat:       threat.Threat{3, 2},
					Intersection: intersection,
					Memory:       1, // which forgets, so that all is searched again
				})
				if err != nil {
					b.Fatal(err)
				}
			}
			before := p.Nodes()
			var moves [2][]int
			b.ReportAllocs()
			for b.Loop() {
				moves[0] = p.Moves(moves[0][:0])
				for _, m := range moves[0] {
					p.Play(m)
					moves[1] = p.Moves(moves[1][:0])
					for _, m := range moves[1] {
						p.Play(m)
						p.Evaluate()
						p.Undo(m)
					}
					p.Undo(m)
				}
			}
			b.ReportMetric(float64(p.Nodes()-before)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

// A quick goal hashes without memory.
type quick struct {
	shared
	board *board
}

func (q quick) Hash() uint64 {
	h := uint64(0)
	for i := range q.board.Cells() {
		h = (h ^ uint64(q.board.Cell(i))) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return h
}
