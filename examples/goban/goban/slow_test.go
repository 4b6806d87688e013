package goban_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/internal/long"
)

// A slowBoard has the rules as they are written: it searches for strings and liberties anew, and keeps all positions.
type slowBoard struct {
	size    int
	rules   goban.Rules
	stones  []goban.Color // x + size*y
	toMove  goban.Color
	earlier [][]goban.Color // the stones before each move
	turns   []goban.Color   // the colour to move before each move
	taken   [][2]int        // prisoners before each move
	gone    [2]int
	before  []goban.Color // the stones before the last move, if that was a stone
	befores [][]goban.Color
}

func newSlow(size int, rules goban.Rules) *slowBoard {
	return &slowBoard{size: size, rules: rules, stones: make([]goban.Color, size*size), toMove: goban.Black}
}

func (s *slowBoard) around(at int) []int {
	result := make([]int, 0, 5)
	x, y := at%s.size, at/s.size
	if y > 0 {
		result = append(result, at-s.size)
	}
	if x > 0 {
		result = append(result, at-1)
	}
	if x < s.size-1 {
		result = append(result, at+1)
	}
	if y < s.size-1 {
		result = append(result, at+s.size)
	}
	return result
}

// group returns the string at a point, and its liberties, both in order.
func (s *slowBoard) group(stones []goban.Color, at int) (group, liberties []int) {
	seen := make([]bool, len(stones))
	seen[at] = true
	group = []int{at}
	for i := 0; i < len(group); i++ {
		for _, q := range s.around(group[i]) {
			switch {
			case seen[q]:
			case stones[q] == goban.Empty:
				liberties = append(liberties, q)
				seen[q] = true
			case stones[q] == stones[at]:
				group = append(group, q)
				seen[q] = true
			}
		}
	}
	slices.Sort(group)
	slices.Sort(liberties)
	return group, liberties
}

// after returns the stones after a move, and how many of each colour it takes off.
func (s *slowBoard) after(c goban.Color, at int) (stones []goban.Color, gone [2]int) {
	stones = slices.Clone(s.stones)
	stones[at] = c
	for _, colour := range []goban.Color{c.Opponent(), c} {
		for _, q := range append(s.around(at), at) { // the only strings that have lost a liberty
			if stones[q] != colour {
				continue
			}
			if group, liberties := s.group(stones, q); len(liberties) == 0 {
				for _, q := range group {
					stones[q] = goban.Empty
				}
				gone[colour-1] += len(group)
			}
		}
	}
	return stones, gone
}

func (s *slowBoard) legal(c goban.Color, at int) bool {
	if s.stones[at] != goban.Empty {
		return false
	}
	stones, gone := s.after(c, at)
	switch {
	case slices.Equal(stones, s.stones):
		return false
	case gone[c-1] > 0 && !s.rules.Suicide:
		return false
	case s.rules.Superko:
		if slices.ContainsFunc(s.earlier, func(e []goban.Color) bool { return slices.Equal(e, stones) }) {
			return false
		}
	}
	return c != s.toMove || s.before == nil || !slices.Equal(s.before, stones)
}

// play plays a stone, or passes if at is -1.
func (s *slowBoard) play(c goban.Color, at int) {
	s.earlier = append(s.earlier, s.stones)
	s.turns = append(s.turns, s.toMove)
	s.taken = append(s.taken, s.gone)
	s.befores = append(s.befores, s.before)
	s.toMove = c.Opponent()
	s.before = nil
	if at >= 0 {
		s.before = s.stones
		stones, gone := s.after(c, at)
		s.stones = stones
		s.gone[0] += gone[0]
		s.gone[1] += gone[1]
	}
}

func (s *slowBoard) undo() {
	last := len(s.earlier) - 1
	s.stones, s.earlier = s.earlier[last], s.earlier[:last]
	s.toMove, s.turns = s.turns[last], s.turns[:last]
	s.gone, s.taken = s.taken[last], s.taken[:last]
	s.before, s.befores = s.befores[last], s.befores[:last]
}

// compare compares everything that can be observed.
func compare(t *testing.T, b *goban.Board, s *slowBoard) {
	t.Helper()
	index := func(points []goban.Point) []int {
		var result []int
		for _, p := range points {
			x, y := b.XY(p)
			result = append(result, x+s.size*y)
		}
		return result
	}
	fail := func(format string, args ...any) {
		t.Helper()
		t.Fatalf("size %d, rules %+v, after %d moves: "+format+"\n%v", append(append([]any{s.size, s.rules, len(s.earlier)}, args...), b)...)
	}
	if b.ToMove() != s.toMove {
		fail("%v to move, want %v", b.ToMove(), s.toMove)
	}
	if b.CapturedBy(goban.White) != s.gone[0] || b.CapturedBy(goban.Black) != s.gone[1] {
		fail("%d black and %d white stones are gone, want %v", b.CapturedBy(goban.White), b.CapturedBy(goban.Black), s.gone)
	}
	empty := 0
	for i, p := range b.Points() {
		if b.At(p) != s.stones[i] {
			fail("%s is %v, want %v", b.Name(p), b.At(p), s.stones[i])
		}
		for _, c := range []goban.Color{goban.Black, goban.White} {
			if got, want := b.LegalColor(c, p), s.legal(c, i); got != want {
				fail("%v %s legal: %v, want %v", c, b.Name(p), got, want)
			}
			if b.LegalColor(c, p) {
				want := 0
				if stones, _ := s.after(c, i); stones[i] == c {
					_, liberties := s.group(stones, i)
					want = len(liberties)
				}
				if got := b.LibertiesAfter(c, p); got != want {
					fail("%v %s will have %d liberties, want %d", c, b.Name(p), got, want)
				}
			}
			if (b.Check(c, p) == nil) != b.LegalColor(c, p) {
				fail("%v %s: error %v", c, b.Name(p), b.Check(c, p))
			}
		}
		if s.stones[i] == goban.Empty {
			empty++
			if b.LibertyCount(p) != 0 || b.StoneCount(p) != 0 || b.Head(p) != goban.NoPoint || b.Stones(p, nil) != nil || b.Liberties(p, nil) != nil {
				fail("a string at %s", b.Name(p))
			}
			continue
		}
		group, liberties := s.group(s.stones, i)
		stones := index(b.Stones(p, nil))
		slices.Sort(stones)
		if b.StoneCount(p) != len(group) || !slices.Equal(stones, group) {
			fail("the string at %s has %d stones, %v, want %v", b.Name(p), b.StoneCount(p), stones, group)
		}
		if got := index(b.Liberties(p, nil)); b.LibertyCount(p) != len(liberties) || !slices.Equal(got, liberties) {
			fail("the string at %s has %d liberties, %v, want %v", b.Name(p), b.LibertyCount(p), got, liberties)
		}
		head := b.Head(p)
		for _, q := range group {
			if b.Head(b.Points()[q]) != head {
				fail("the string at %s has two heads", b.Name(p))
			}
		}
		if !slices.Contains(b.Stones(p, nil), head) {
			fail("the head of the string at %s is %s", b.Name(p), b.Name(head))
		}
		for q, other := range b.Points() {
			if b.IsLiberty(p, other) != slices.Contains(liberties, q) {
				fail("%s is a liberty of the string at %s: %v", b.Name(other), b.Name(p), b.IsLiberty(p, other))
			}
		}
		for _, c := range []goban.Color{goban.Black, goban.White} {
			var want []goban.Point
			for _, q := range group {
				for _, n := range s.around(q) {
					if h := b.Head(b.Points()[n]); s.stones[n] == c && h != head {
						want = append(want, h)
					}
				}
			}
			slices.Sort(want)
			want = slices.Compact(want)
			got := b.AdjacentStrings(p, c, nil)
			slices.Sort(got)
			if !slices.Equal(got, want) {
				fail("%v strings next to %s: %v, want %v", c, b.Name(p), got, want)
			}
		}
	}
	if got := b.EmptyPoints(); len(got) != empty || slices.ContainsFunc(got, func(p goban.Point) bool { return b.At(p) != goban.Empty }) {
		fail("empty points %v", got)
	}
}

// An observation is what Undo must bring back to the last bit, the order of lists included.
type observation struct {
	text   string
	hash   uint64
	game   uint64
	empty  []goban.Point
	stones [][]goban.Point
	heads  []goban.Point
	counts [3]int
}

func observe(b *goban.Board) observation {
	o := observation{text: b.String(), hash: b.Hash(), game: (&goban.Game{Board: b}).Hash(), empty: slices.Clone(b.EmptyPoints()),
		counts: [3]int{b.CapturedBy(goban.White), b.CapturedBy(goban.Black), b.Passes()}}
	for _, p := range b.Points() {
		o.stones = append(o.stones, b.Stones(p, nil))
		o.heads = append(o.heads, b.Head(p))
	}
	return o
}

func (o observation) equal(other observation) bool {
	return o.text == other.text && o.hash == other.hash && o.game == other.game && slices.Equal(o.empty, other.empty) &&
		slices.EqualFunc(o.stones, other.stones, slices.Equal) && slices.Equal(o.heads, other.heads) && o.counts == other.counts
}

var allRules = []goban.Rules{{}, {Suicide: true}, {Superko: true}, {Suicide: true, Superko: true}}

// TestAgainstSlow plays random games, back and forth, on both boards.
func TestAgainstSlow(t *testing.T) {
	for size := goban.MinSize; size <= goban.MaxSize; size++ {
		games, length := 6, 4*size*size
		if size > 6 {
			games, length = 1, long.Or(300, 100)
		}
		for _, rules := range allRules {
			for seed := range uint64(long.Or(2, 1) * games) {
				random := rand.New(rand.NewPCG(seed, uint64(size)))
				b, err := goban.New(size, rules)
				if err != nil {
					t.Fatal(err)
				}
				s := newSlow(size, rules)
				walk(t, b, s, length, func(n int) int { return random.IntN(n) })
			}
		}
	}
}

// walk plays on both boards as a source of numbers says, and then takes all back.
func walk(t *testing.T, b *goban.Board, s *slowBoard, length int, number func(n int) int) {
	t.Helper()
	every := max(1, s.size*s.size*s.size*s.size/800)
	var seen []observation
	var clone *goban.Board
	var cloned observation
	for move := range length {
		if len(seen) > 0 && number(8) == 0 {
			for range 1 + number(min(len(seen), 6)) {
				b.Undo()
				s.undo()
				last := len(seen) - 1
				if move%every == 0 && !observe(b).equal(seen[last]) {
					t.Fatalf("size %d, rules %+v: Undo does not restore\n%v\nwant\n%v", s.size, s.rules, b, seen[last].text)
				}
				seen = seen[:last]
			}
		}
		seen = append(seen, observe(b))
		c := s.toMove
		if number(10) == 0 {
			c = c.Opponent()
		}
		at := -1
		if number(25) > 0 {
			for range 50 {
				if try := number(s.size * s.size); s.legal(c, try) {
					at = try
					break
				}
			}
		}
		p := goban.Pass
		if at >= 0 {
			p = b.Points()[at]
		}
		b.PlayColor(c, p)
		s.play(c, at)
		if move%every == 0 {
			compare(t, b, s)
		}
		if move == length/2 {
			clone = b.Clone()
			cloned = observe(b)
		}
	}
	compare(t, b, s)
	if clone != nil && !observe(clone).equal(cloned) {
		t.Fatal("a clone has changed, or was different")
	}
	for len(seen) > 0 {
		b.Undo()
		s.undo()
		last := len(seen) - 1
		if !observe(b).equal(seen[last]) {
			t.Fatalf("size %d, rules %+v: Undo does not restore\n%v\nwant\n%v", s.size, s.rules, b, seen[last].text)
		}
		seen = seen[:last]
	}
	compare(t, b, s)
}

func FuzzAgainstSlow(f *testing.F) {
	f.Add(uint8(3), uint8(0), []byte("any moves will do here, if there are enough of them"))
	f.Add(uint8(2), uint8(3), []byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
	f.Fuzz(func(t *testing.T, size, rules uint8, data []byte) {
		n := goban.MinSize + int(size)%5
		r := allRules[int(rules)%len(allRules)]
		b, err := goban.New(n, r)
		if err != nil {
			t.Fatal(err)
		}
		data = data[:min(len(data), 2000)]
		walk(t, b, newSlow(n, r), len(data)/4, func(n int) int {
			if len(data) == 0 {
				return 0
			}
			x := int(data[0])
			data = data[1:]
			return x % n
		})
	})
}
