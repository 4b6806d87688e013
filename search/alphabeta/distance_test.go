package alphabeta_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

func newTable(t *testing.T, entries int) *transposition.Table {
	t.Helper()
	table := transposition.NewTable(16 * int64(entries))
	return table
}

// less reports whether one ending is worse than another for the side to move, by the value first and then by the distance,
// which is 0 where it is not known.
func less(e, f ending) bool {
	switch {
	case e.value != f.value || e.distance == f.distance:
		return e.value < f.value
	case e.value > 0:
		return e.distance == 0 || f.distance > 0 && e.distance > f.distance
	}
	return e.distance > 0 && (f.distance == 0 || e.distance < f.distance)
}

// bestByDistance returns by brute force the value of a position at moves from the start to a depth, and the distance of
// the end of the game if it comes before.
func bestByDistance(g *testgames.Duel, at, depth int) (best ending) {
	moves, me := g.Moves(nil), g.ToMove()
	switch {
	case at == depth:
		return ending{g.Evaluate(), 0}
	case len(moves) == 0 && g.Outcome() == 0:
		return ending{}
	case len(moves) == 0:
		return ending{g.Outcome(), at}
	}
	for i, m := range moves {
		g.Play(m)
		e := bestByDistance(g, at+1, depth)
		if g.ToMove() != me {
			e.value = -e.value
		}
		g.Undo(m)
		if i == 0 || less(best, e) {
			best = e
		}
	}
	return best
}

// By default all searches compare moves by their values and then by distance, with all options, from each position of a
// line with one table; with AnyDistance they find the same values.
func TestDistanceComesSecond(t *testing.T) {
	alphabeta.ShareAll(t)
	minimax := strategy{"Minimax", func(ctx context.Context, g ply.AdversarialGame[int], limits ply.Limits, opt alphabeta.Options[int]) (alphabeta.Result[int], error) {
		return alphabeta.MinimaxWith(ctx, g, limits, alphabeta.Options[int]{Depth: opt.Depth, Win: opt.Win, Direct: true})
	}}
	asked, advanced, ends := 0, 0, 0
	for seed := range uint64(long.Or(4000, 800)) {
		random := rand.New(rand.NewPCG(seed, 8))
		g := testgames.RandomDuel(random, 1+random.IntN(50), 1+random.IntN(5), []int{1, 3, 50, ply.MaxValue}[random.IntN(4)], true)
		if countLines(g) > 5000 {
			continue
		}
		all := append([]strategy{minimax, parallel}, strategies...)
		s := all[random.IntN(len(all))]
		opt := alphabeta.Options[int]{
			Depth:     random.IntN(8),
			Direct:    random.IntN(2) != 0,
			TableFrom: random.IntN(3), OrderFrom: random.IntN(3), EqualDepth: true,
			Order: alphabeta.Ordering(random.IntN(65)),
		}
		if random.IntN(2) == 0 {
			opt.Table = newTable(t, 2+random.IntN(200))
		}
		var game ply.AdversarialGame[int] = g
		if s.name != "Parallel" && random.IntN(2) == 0 {
			game = swift{successors{g, &asked}, &advanced}
			opt.Order &= alphabeta.TableMove | alphabeta.Ranks | alphabeta.Unordered // with which searchNull searches
		}
		for range 4 {
			depth := opt.Depth
			if depth == 0 {
				depth = 1000
			}
			want := bestByDistance(g, 0, depth)
			got, err := s.search(background, game, ply.Limits{}, opt)
			if err != nil || got.Bound != ply.Exact || got.Value != want.value || got.Distance != want.distance {
				t.Fatalf("%s, seed %d: %+v, error %v, want %+v", s.name, seed, got, err, want)
			}
			opt.Win = alphabeta.AnyDistance
			got, err = s.search(background, game, ply.Limits{}, opt)
			if err != nil || got.Bound != ply.Exact || got.Value != want.value || got.Distance != 0 {
				t.Fatalf("%s, seed %d, AnyDistance: %+v, error %v, want %d", s.name, seed, got, err, want.value)
			}
			opt.Win = 0
			moves := g.Moves(nil)
			if len(moves) == 0 {
				break
			}
			if want.distance > 0 {
				ends++
			}
			g.Play(moves[len(moves)/2])
		}
	}
	if ends == 0 || asked == 0 || advanced == 0 {
		t.Errorf("%d wins and losses, %d evaluations of successors, %d moves advanced", ends, asked, advanced)
	}
}

// Wins too far away for an entry of the table are wins all the same, with a bound on their distance.
func TestDistanceInTheTable(t *testing.T) {
	table := newTable(t, 1<<12)
	for _, at := range []int{0, 999, 700, 744, 743, 745, 400, 0} {
		p := &passage{at, 999}
		r, err := alphabeta.AlphaBeta(background, p, ply.Limits{}, alphabeta.Options[int]{Table: table, TableFrom: 1})
		want := 1 - at%2*2
		if err != nil || r.Value != want || r.Distance != min(999-at, 766) {
			t.Errorf("at %d: %d in %d moves, error %v, want %d in %d", at, r.Value, r.Distance, err, want, 999-at)
		}
	}
}

// hex is Hex on 7×7 cells. Side 0 joins top and bottom, side 1 left and right.
type hex struct {
	cells [49]int8 // 0 for empty, 1 or 2 for a side
	side  int
	over  bool
}

// beside are the cells beside each.
var beside = func() (beside [49][]int) {
	for c := range beside {
		for _, d := range [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, 1}, {1, -1}} {
			if y, x := c/7+d[0], c%7+d[1]; y >= 0 && y < 7 && x >= 0 && x < 7 {
				beside[c] = append(beside[c], y*7+x)
			}
		}
	}
	return beside
}()

// missing returns how many stones a side needs to join its edges, or 50 if that is blocked.
func (h *hex) missing(side int) int {
	var seen [49]bool
	var now, later [49]int // cells that are reached with as many stones, and with one more
	first, last, more := 0, 0, 0
	reach := func(c int) {
		switch own := h.cells[c] == int8(1+side); {
		case seen[c] || !own && h.cells[c] != 0:
			return
		case own:
			now[last] = c
			last++
		default:
			later[more] = c
			more++
		}
		seen[c] = true
	}
	for i := range 7 {
		reach([]int{i, 7 * i}[side])
	}
	for stones := 0; ; stones++ {
		for ; first < last; first++ {
			if c := now[first]; []int{c / 7, c % 7}[side] == 6 {
				return stones
			}
			for _, c := range beside[now[first]] {
				reach(c)
			}
		}
		if more == 0 {
			return 50
		}
		now, first, last, more = later, 0, more, 0
	}
}

func (h *hex) Moves(dst []int) []int {
	for c, v := range h.cells {
		if v == 0 && !h.over {
			dst = append(dst, c)
		}
	}
	return dst
}

func (h *hex) Play(c int) {
	h.cells[c] = int8(1 + h.side)
	h.over, h.side = h.missing(h.side) == 0, 1-h.side
}

func (h *hex) Undo(c int)    { h.cells[c], h.over, h.side = 0, false, 1-h.side }
func (h *hex) ToMove() int   { return h.side }
func (h *hex) Outcome() int  { return -10_000 }
func (h *hex) Acyclic() bool { return true }

func (h *hex) Evaluate() int {
	if h.over {
		return h.Outcome()
	}
	return 100*(h.missing(1-h.side)-h.missing(h.side)) + 50
}

// wins returns the moves that win at once.
func (h *hex) wins() (wins []int) {
	for _, m := range h.Moves(nil) {
		h.Play(m)
		if h.over {
			wins = append(wins, m)
		}
		h.Undo(m)
	}
	return wins
}

// A search as the documentation shows it first plays the wins in one move of 30 random games of Hex, and blocks the only win
// of the other side.
func TestWinsAndBlocksInHex(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	best := func(h *hex) int {
		r, err := alphabeta.Search(background, h, ply.Limits{}, alphabeta.Options[int]{Depth: 4})
		if err != nil {
			t.Fatal(err)
		}
		return r.Line[0]
	}
	won, wins, blocked, threats := 0, 0, 0, 0
	for range 30 {
		h := new(hex)
		for moves := h.Moves(nil); len(moves) > 0; moves = h.Moves(nil) {
			if w := h.wins(); len(w) > 0 {
				wins++
				if slices.Contains(w, best(h)) {
					won++
				}
				break
			}
			var threat []int // the wins of the other side after one of two moves
			for _, m := range moves[:2] {
				h.Play(m)
				threat = append(threat, h.wins()...)
				h.Undo(m)
			}
			slices.Sort(threat)
			if threat = slices.Compact(threat); len(threat) == 1 {
				threats++
				if best(h) == threat[0] {
					blocked++
				}
			}
			h.Play(moves[random.IntN(len(moves))])
		}
	}
	if wins != 30 || won != wins || threats != 18 || blocked != threats {
		t.Errorf("%d of %d wins, %d of %d blocks, want 30 of 30 and 18 of 18", won, wins, blocked, threats)
	}
}
