package havannah

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply/internal/long"

	"github.com/ply-search/ply/transposition"
)

// brute tells what figures the stones of a side make, by flood fill, knowing nothing of how the game was played.
type brute struct {
	*Game
	seen []bool
	todo []Cell
}

// flood collects the cells that can be reached from a cell by steps to cells that pass.
func (b *brute) flood(from Cell, pass func(Cell) bool) []Cell {
	b.todo = append(b.todo[:0], from)
	b.seen[from] = true
	for i := 0; i < len(b.todo); i++ {
		for _, step := range b.steps {
			if to := Cell(int16(b.todo[i]) + step); b.place[to] >= 0 && !b.seen[to] && pass(to) {
				b.seen[to] = true
				b.todo = append(b.todo, to)
			}
		}
	}
	return b.todo
}

// figures returns the figures that a side has made.
func (b *brute) figures(side int) (ring, bridge, fork bool) {
	own := func(c Cell) bool {
		s, ok := b.Stone(c)
		return ok && s == side
	}
	clear(b.seen)
	for _, c := range b.cells {
		if own(c) && !b.seen[c] {
			var edge, corner uint
			for _, s := range b.flood(c, own) {
				e, k := b.touches(s)
				edge |= e
				corner |= k
			}
			bridge = bridge || bits.OnesCount(corner) >= 2
			fork = fork || bits.OnesCount(edge) >= 3
		}
	}
	// What can be reached from outside, but not over stones of the side, is not enclosed.
	clear(b.seen)
	for _, c := range b.cells {
		if e, k := b.touches(c); e|k != 0 && !own(c) && !b.seen[c] {
			b.flood(c, func(c Cell) bool { return !own(c) })
		}
	}
	for _, c := range b.cells {
		if b.seen[c] {
			continue
		}
		enclosed := true
		if own(c) { // it is in a ring if nothing leads out of it
			for _, step := range b.steps {
				to := Cell(int16(c) + step)
				enclosed = enclosed && b.place[to] >= 0 && !b.seen[to]
			}
		}
		ring = ring || enclosed
	}
	return ring, bridge, fork
}

// touches returns the edges and corners that a cell lies on, from its coordinates.
func (b *brute) touches(c Cell) (edge, corner uint) {
	x, y := b.coordinates(c)
	n := b.size - 1
	// Distances from the six edges, two of them 0 in a corner.
	for i, d := range []int{y, n - (x - y), 2*n - x, 2*n - y, n - (y - x), x} {
		if d == 0 {
			edge |= 1 << i
		}
	}
	if bits.OnesCount(edge) == 2 {
		return 0, cornerOf(edge)
	}
	return edge, 0
}

// cornerOf numbers the pairs of edges that meet.
func cornerOf(edges uint) uint {
	for i := range 6 {
		if edges == 1<<i|1<<((i+1)%6) {
			return 1 << i
		}
	}
	return 0
}

// TestWinsAgainstBruteForce plays random games and compares how they end, and that they did not end before.
func TestWinsAgainstBruteForce(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	var endings [Full + 1]int
	games := long.Or(20_000, 4_000)
	for i := range games {
		g, err := New(3 + i%6)
		if err != nil {
			t.Fatal(err)
		}
		var last Cell
		for moves := g.Moves(nil); len(moves) > 0; moves = g.Moves(moves[:0]) {
			last = moves[random.IntN(len(moves))]
			g.Play(last)
		}
		b := &brute{Game: g, seen: make([]bool, len(g.marks))}
		side := 1 - g.ToMove()
		ring, bridge, fork := b.figures(side)
		var ok bool
		switch g.Ending() {
		case Ring:
			ok = ring
		case Bridge:
			ok = bridge && !ring
		case Fork:
			ok = fork && !bridge && !ring
		case Full:
			ok = !fork && !bridge && !ring && g.free == 0
		}
		endings[g.Ending()]++
		other := [3]bool{}
		other[0], other[1], other[2] = b.figures(1 - side)
		g.Undo(last)
		before := [3]bool{}
		before[0], before[1], before[2] = b.figures(side)
		if !ok || other != [3]bool{} || before != [3]bool{} {
			g.Play(last)
			t.Fatalf("game %d: %v after %s, found ring %v, bridge %v, fork %v; before %v, other side %v\n%v",
				i, g.Ending(), g.Name(last), ring, bridge, fork, before, other, g)
		}
	}
	t.Logf("%d games: %d rings, %d bridges, %d forks, %d draws", games, endings[Ring], endings[Bridge], endings[Fork], endings[Full])
	if endings[Ring] == 0 || endings[Bridge] == 0 || endings[Fork] == 0 {
		t.Errorf("endings %v: some never came", endings)
	}
}

// TestDecisiveAgainstBruteForce checks the decisive moves of positions of random games.
func TestDecisiveAgainstBruteForce(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	for i := range long.Or(300, 40) {
		g, _ := New(2 + i%5)
		for moves := g.Moves(nil); len(moves) > 0; moves = g.Moves(moves[:0]) {
			want := decisive(g)
			got := map[Cell]bool{}
			for _, c := range g.Decisive(nil) {
				got[c] = true
			}
			if len(got) != len(want) {
				t.Fatalf("%v, want %v\n%v", got, want, g)
			}
			for c := range want {
				if !got[c] {
					t.Fatalf("%v, want %v\n%v", got, want, g)
				}
			}
			g.Play(moves[random.IntN(len(moves))])
		}
	}
}

// decisive returns the moves that win for the side to move, or else for the other.
func decisive(g *Game) map[Cell]bool {
	b := &brute{Game: g, seen: make([]bool, len(g.marks))}
	for _, side := range []int{g.ToMove(), 1 - g.ToMove()} {
		found := map[Cell]bool{}
		for _, c := range g.Moves(nil) {
			g.stones[c].colour = uint8(1 + side)
			if ring, bridge, fork := b.figures(side); ring || bridge || fork {
				found[c] = true
			}
			g.stones[c].colour = nobody
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// TestPlayouts checks playouts by playing their moves: each is legal, the last one ends the game as was said,
// and with decisive moves none is played but those while there are any.
func TestPlayouts(t *testing.T) {
	source := rand.NewPCG(3, 3)
	random := rand.New(source)
	var lines [2][]Cell
	for i := range 3000 {
		g, _ := New(2 + i%7)
		for range random.IntN(g.Cells()) {
			if moves := g.Moves(nil); len(moves) > 0 {
				g.Play(moves[random.IntN(len(moves))])
			}
		}
		hash, first, onlyDecisive := g.Hash(), g.ToMove(), i%2 == 1
		lines[0], lines[1] = lines[0][:0], lines[1][:0]
		outcome, moves := g.Playout(source, onlyDecisive, &lines)
		if g.Hash() != hash || g.Rehash() != hash {
			t.Fatal("the playout has changed the position")
		}
		next := [2]int{}
		for range moves {
			side := g.ToMove()
			c := lines[side][next[side]]
			next[side]++
			if err := g.Legal(c); err != nil {
				t.Fatalf("%v\n%v", err, g)
			}
			if onlyDecisive {
				legal := map[Cell]bool{}
				for _, c := range g.Decisive(nil) {
					legal[c] = true
				}
				if len(legal) > 0 && !legal[c] {
					t.Fatalf("%s is not decisive, %v are\n%v", g.Name(c), legal, g)
				}
			}
			g.Play(c)
		}
		value := g.Outcome()
		if g.ToMove() != first {
			value = -value
		}
		if g.Ending() == Unfinished || value != outcome || next != [2]int{len(lines[0]), len(lines[1])} {
			t.Fatalf("%v after %d moves, outcome %d, want %d\n%v", g.Ending(), moves, outcome, value, g)
		}
	}
}

// Rehash computes the hash from scratch, for package gametest.
func (g *Game) Rehash() uint64 {
	hash := transposition.Mix(uint64(g.size))
	for _, c := range g.cells {
		if side, ok := g.Stone(c); ok {
			hash ^= g.keys[2*int(c)+side]
		}
	}
	return hash
}
