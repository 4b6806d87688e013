package doubutsu

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search"
)

func TestStart(t *testing.T) {
	if text := New().Position(); text != "gle/1c1/1C1/ELG b -" {
		t.Error(text)
	}
	var moves []string
	for _, m := range New().Moves(nil) {
		moves = append(moves, m.String())
	}
	slices.Sort(moves)
	if got := strings.Join(moves, " "); got != "b1a2 b1c2 b2b3 c1c2" {
		t.Error(got)
	}
}

// TestMoves has the rules one by one.
func TestMoves(t *testing.T) {
	for _, test := range []struct{ name, position, moves string }{
		{"the lion must be taken", "gle/1C1/3/ELG b c", "b3b4"},
		{"a chick becomes a hen", "3/l1C/3/EL1 b GGEc", "a1b2 b1a2 b1b2 b1c1 b1c2 c3c4 E*a2 E*a4 E*b2 E*b3 E*b4 E*c1 E*c2 E*c4 E*a1 G*a2"},
		{"a hen does not go back diagonally", "3/l2/1H1/2L w GGEEC", ""},
		{"a try ends the game", "L2/3/2l/3 w GGEECC", ""},
		{"a lion on the last rank is taken", "Lg1/3/2l/3 w GEECC", "b4a4"},
		{"a lion that was taken ends the game", "1l1/3/3/3 b GGEECCl", ""},
	} {
		g, err := Parse(test.position)
		if err != nil {
			t.Fatal(test.name, err)
		}
		var moves []string
		for _, m := range g.Moves(nil) {
			moves = append(moves, m.String())
		}
		slices.Sort(moves)
		switch test.name {
		case "a chick becomes a hen":
			if m, err := engine.NotationOf[Move](g).ParseMove("c3c4"); err != nil || !m.promotes() {
				t.Error(test.name, m, err)
			} else if g.Play(m); g.letterOn(11) != 'H' {
				t.Errorf("%s: %v", test.name, g)
			}
		case "a hen does not go back diagonally":
			g.toMove = Sente
			for _, wrong := range []string{"b2a1", "b2c1"} {
				if _, err := engine.NotationOf[Move](g).ParseMove(wrong); err == nil {
					t.Errorf("%s: %s is legal", test.name, wrong)
				}
			}
			for _, right := range []string{"b2a2", "b2c2", "b2b1", "b2b3", "b2c3"} {
				if _, err := engine.NotationOf[Move](g).ParseMove(right); err != nil && g.prey() == 0 {
					t.Errorf("%s: %v", test.name, err)
				}
			}
		default:
			if got := strings.Join(moves, " "); got != test.moves {
				t.Errorf("%s: %s, want %s", test.name, got, test.moves)
			}
		}
	}
}

// TestPerft compares counts of lines of play with those of a game on a board of letters.
func TestPerft(t *testing.T) {
	for _, position := range []string{"gle/1c1/1C1/ELG b -", "1l1/2c/G1E/1L1 w GCe", "g1l/3/1h1/L1G b EEC", "l1h/3/C2/1L1 b GGee"} {
		g, err := Parse(position)
		if err != nil {
			t.Fatal(err)
		}
		depth := long.Or(5, 4)
		r, err := search.Perft(context.Background(), g, depth, search.PerftOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if want := plainOf(g).count(depth); r.Leaves != want || want == 0 {
			t.Errorf("%s: %d lines of %d moves, want %d", position, r.Leaves, depth, want)
		}
	}
}

// A plain game is a board of letters and two hands of letters, with the rules as they are read.
type plain struct {
	at    [width][height]byte
	hands [2]string
	side  int
}

func plainOf(g *Game) plain {
	p := plain{side: g.ToMove()}
	for square := range squares {
		p.at[square%width][square/width] = g.letterOn(square)
	}
	for side := range p.hands {
		p.hands[side] = strings.ToUpper(g.handText(side))
	}
	return p
}

func (p *plain) owner(c byte) int {
	switch {
	case c == '.':
		return -1
	case c >= 'a':
		return 1
	default:
		return 0
	}
}

// reaches reports whether a piece moves by some files and ranks, forward if dy is 1.
func reaches(c byte, dx, dy int) bool {
	straight, slanted := dx*dy == 0, dx*dy != 0
	switch c &^ 0x20 {
	case 'L':
		return true
	case 'G':
		return straight
	case 'E':
		return slanted
	case 'C':
		return dx == 0 && dy == 1
	default:
		return straight || dy == 1
	}
}

// next returns the positions after all moves, and whether one of them takes the lion.
func (p plain) next() (all []plain, prey int) {
	lion, last, forward := byte('l'), height-1, 1
	if p.side == 1 {
		lion, last, forward = 'L', 0, -1
	}
	for x := range width {
		for y := range height {
			c := p.at[x][y]
			for dx := -1; dx <= 1; dx++ {
				for dy := -1; dy <= 1; dy++ {
					u, v := x+dx, y+forward*dy
					if p.owner(c) != p.side || dx == 0 && dy == 0 || u < 0 || u >= width || v < 0 || v >= height || !reaches(c, dx, dy) ||
						p.owner(p.at[u][v]) == p.side {
						continue
					}
					q := p
					if taken := p.at[u][v]; taken == lion {
						prey++
						q.at[u][v] = 'X'
					} else if taken != '.' {
						q.hands[p.side] += strings.Replace(string(taken&^0x20), "H", "C", 1)
					}
					moved := c
					if c&^0x20 == 'C' && v == last {
						moved = c + 'H' - 'C'
					}
					over := q.at[u][v] == 'X'
					q.at[x][y], q.at[u][v] = '.', moved
					if q.side = 1 - p.side; over {
						q.side = -1
					}
					all = append(all, q)
				}
			}
			if c != '.' {
				continue
			}
			for _, kind := range "GEC" {
				if i := strings.IndexRune(p.hands[p.side], kind); i >= 0 {
					q := p
					q.hands[p.side] = p.hands[p.side][:i] + p.hands[p.side][i+1:]
					q.at[x][y] = byte(kind) + byte(p.side)*0x20
					q.side = 1 - p.side
					all = append(all, q)
				}
			}
		}
	}
	return all, prey
}

func (p plain) count(depth int) (n int) {
	switch {
	case depth == 0:
		return 1
	case p.side < 0:
		return 0
	}
	all, prey := p.next()
	if prey == 0 {
		for x := range width {
			if p.at[x][0] == 'l' && p.side == 0 || p.at[x][height-1] == 'L' && p.side == 1 {
				return 0
			}
		}
	}
	for _, q := range all {
		if prey == 0 || q.side < 0 {
			n += q.count(depth - 1)
		}
	}
	return n
}

func TestLaws(t *testing.T) {
	long.Checks(t, 100, 20)
	gametest.Check(t, New)
}

func TestIndex(t *testing.T) {
	if n := New().Positions(); n != 1045283977 {
		t.Errorf("%d indices", n)
	}
	r := rand.New(rand.NewPCG(1, 1))
	g := New()
	found := 0
	for range long.Or(1_000_000, 50_000) {
		i := r.Uint64N(positions)
		if !g.SetIndex(i) {
			continue
		}
		found++
		if j := g.Index(); j != i || g.check() != nil {
			t.Fatalf("index %d becomes %d: %v", i, j, g.check())
		}
		image := *g
		for side := range image.on {
			for k, set := range image.on[side] {
				image.on[side][k] = reflected[set]
			}
		}
		other := *g
		other.toMove ^= 1
		other.hand[0], other.hand[1] = g.hand[1], g.hand[0]
		for k := range kinds {
			other.on[0][k], other.on[1][k] = turned[g.on[1][k]], turned[g.on[0][k]]
		}
		if a, b := image.Index(), other.Index(); a != i || b != i {
			t.Fatalf("index %d: the reflection has %d, the other side's view %d", i, a, b)
		}
	}
	if found == 0 {
		t.Error("no index belongs to a position")
	}
	for _, x := range groups {
		g.SetIndex(x.first)
		if x.first > 1 {
			g.SetIndex(x.first - 1)
		}
	}
}

// unmoves appends the moves that may have led to the present position. Undo goes back to the position before. To positions
// in which a lion has been taken it appends none.
func (g *Game) unmoves(dst []Move) []Move {
	begin := len(dst)
	dst = g.appendCandidates(dst)
	kept := dst[:begin]
	for _, m := range dst[begin:] {
		g.Undo(m)
		if g.goesOn() {
			kept = append(kept, m)
		}
		g.Play(m)
	}
	return kept
}

// TestBackward checks that moves lead backwards to where they come from, and nowhere else.
func TestBackward(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	pairs, backwards := 0, 0
	for range long.Or(2000, 150) {
		g := New()
		for range r.IntN(60) {
			moves := g.Moves(nil)
			if len(moves) == 0 {
				break
			}
			before := g.Index()
			g.Play(moves[r.IntN(len(moves))])
			if g.caught() {
				break
			}
			all, _ := g.Predecessors(nil, nil)
			if pairs++; !slices.Contains(all, before) {
				t.Fatalf("%s: %d is not among the positions before, %v", g.Position(), before, all)
			}
			here := g.Index()
			for _, m := range g.unmoves(nil) {
				backwards++
				g.Undo(m)
				next, _ := g.Successors(nil, nil)
				if !slices.Contains(g.Moves(nil), m) || !slices.Contains(next, here) || g.check() != nil {
					t.Fatalf("%s: %v is no move, or leads elsewhere", g.Position(), m)
				}
				g.Play(m)
			}
		}
	}
	if pairs == 0 || backwards == 0 {
		t.Errorf("%d moves forwards and %d backwards", pairs, backwards)
	}
}

func TestParse(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	g := New()
	for range 1000 {
		if !g.SetIndex(r.Uint64N(positions)) {
			continue
		}
		again, err := Parse(g.Position())
		if err != nil || *again != *g {
			t.Fatalf("%s: %v, %v", g.Position(), again, err)
		}
		for _, m := range g.Moves(nil) {
			if parsed, err := engine.NotationOf[Move](g).ParseMove(m.String()); err != nil || parsed != m {
				t.Fatalf("%v: %v, %v", m, parsed, err)
			}
		}
	}
	for text, want := range map[string]string{
		"":                     "ranks, the side",
		"gle/1c1/1C1 b -":      "3 ranks",
		"gle/1c1/1C1/EL b -":   "rank 1 has 2 squares",
		"gle/1c1/1C1/ELGG b -": "rank 1 has 4 squares",
		"gle/1c1/1C1/ELX b -":  "'X' is no piece",
		"gle/1c1/1C1/ELG x -":  "side to move",
		"gle/1c1/1C1/ELG b X":  "hands",
		"gle/1c1/1C1/ELG b H":  "hands",
		"gle/1c1/1C1/ELG b C":  "3 chicks",
		"gle/1c1/1C1/E1G b -":  "1 lions",
		"gle/1c1/1C1/E1G b L":  "a lion of each side",
		"g1e/1c1/1C1/ELG b l":  "a lion of each side",
		"g1L/3/3/l2 b GEECC":   "on the last rank",
		"gge/1c1/1C1/LLE b -":  "a lion of each side",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"gle/1c1/1C1/ELG b -", "1l1/2c/G1E/1L1 w GCe", "1l1/3/3/3 b GGEECCl", "L2/3/2l/3 w GGEECC"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(g.Position())
		if err != nil || *again != *g {
			t.Errorf("%q is %v, which is %v: %v", text, g, again, err)
		}
		i := g.Index()
		if !g.SetIndex(i) || g.Index() != i {
			t.Errorf("%q: index %d", text, i)
		}
	})
}
