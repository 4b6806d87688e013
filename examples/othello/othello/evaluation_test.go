package othello

import (
	"math/rand/v2"
	"testing"
)

// TestInstances finds out which squares make up every instance, and in what order, and holds them against what
// the patterns are.
func TestInstances(t *testing.T) {
	covered := make(map[int]int)
	for k := range instances {
		in := &instances[k]
		covered[in.pattern]++
		order := make(map[int]int) // the squares by their digits
		for square := range squares {
			v, w := newView(1<<square, 0), newView(0, 1<<square)
			black, white := int(v.configuration(in)), int(w.configuration(in))
			if black == 0 && white == 0 {
				continue
			}
			if white != 2*black {
				t.Errorf("instance %d: square %v counts %d if black, %d if white", k, Move(square), black, white)
			}
			for digit := range size {
				if black == power[digit] {
					order[digit] = square
				}
			}
		}
		n := patternSize[in.pattern]
		if len(order) != n {
			t.Fatalf("instance %d: %d squares, want %d", k, len(order), n)
		}
		x, y := order[0]%size, order[0]/size
		dx, dy := order[1]%size-x, order[1]/size-y // from square to square
		distance := min(y, size-1-y)               // from the edge that it is parallel to
		if dx == 0 {
			distance = min(x, size-1-x)
		}
		rows := 1
		switch {
		case in.pattern == cornerBlock:
			rows = 2
			if corners>>order[0]&1 == 0 || distance != 0 {
				t.Errorf("instance %d begins with %v", k, Move(order[0]))
			}
		case in.pattern <= fourthLine:
			if dx != 0 && dy != 0 || distance != in.pattern-edgeLine {
				t.Errorf("instance %d: pattern %d at distance %d from the edge", k, in.pattern, distance)
			}
		case dx == 0 || dy == 0:
			t.Errorf("instance %d: pattern %d is no diagonal", k, in.pattern)
		}
		inward := size // from a row of a block to the next
		if dx == 0 {
			inward = 1
		}
		if order[0]/inward%size > 0 {
			inward = -inward
		}
		for digit := range n {
			along, across := digit%(n/rows), digit/(n/rows)
			if want := order[0] + along*(dx+size*dy) + across*inward; order[digit] != want {
				t.Errorf("instance %d: square %d is %v, want %v", k, digit, Move(order[digit]), Move(want))
			}
		}
	}
	for p := range patterns {
		want := 4
		switch p {
		case diagonal8:
			want = 2
		case cornerBlock:
			want = 8
		}
		if covered[p] != want {
			t.Errorf("pattern %d: %d instances, want %d", p, covered[p], want)
		}
	}
}

// TestCornerBlocks checks that all blocks are read from their corner along the edge.
func TestCornerBlocks(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	for range 100 {
		black := bitboard(random.Uint64())
		white := bitboard(random.Uint64()) &^ black
		numbers := make(map[uint16]int)
		for k := range instances {
			if in := &instances[k]; in.pattern == cornerBlock {
				v := newView(black, white)
				numbers[v.configuration(in)]++
			}
		}
		for symmetry := range 8 {
			v := newView(black.image(symmetry), white.image(symmetry))
			for k := range instances {
				if in := &instances[k]; in.pattern == cornerBlock && numbers[v.configuration(in)] == 0 {
					t.Fatalf("symmetry %d: a block reads otherwise", symmetry)
				}
			}
		}
	}
}

func TestLocalMobility(t *testing.T) {
	for _, test := range []struct {
		line string
		want int
	}{
		{"XO-.....", 1}, {"OX-", -1}, {"-XO-", 0}, {"XXO-", 1}, {"-OX-OX-X", 0}, {"--------", 0}, {"XOXOXOX", 0}, {"-OOOOOOX", 1}, {"XO-OX", 2},
	} {
		c, power := 0, 1
		for _, r := range test.line {
			switch r {
			case 'X':
				c += power
			case 'O':
				c += 2 * power
			}
			power *= 3
		}
		if got := localMobility(c, len(test.line)); got != test.want {
			t.Errorf("%s: %d, want %d", test.line, got, test.want)
		}
	}
}

// TestLearn learns from games, after which the value of a position is the same in all images, and the opposite
// with colours exchanged.
func TestLearn(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	e := NewEvaluation()
	for range 20 {
		e.counts.learn(randomGame(random))
	}
	e.Prepare()
	for range 100 {
		g := randomEndgame(random, random.IntN(60))
		black, white := g.discsOf(Black), g.discsOf(White)
		want := e.value(black, white)
		for symmetry := range 8 {
			b, w := black.image(symmetry), white.image(symmetry)
			if got := e.value(b, w); got != want {
				t.Fatalf("value %d under symmetry %d, want %d:\n%v", got, symmetry, want, g)
			}
			if got := e.value(w, b); got < -want-1 || got > -want+1 {
				t.Fatalf("value %d with colours exchanged, want %d:\n%v", got, -want, g)
			}
		}
	}
}

func randomGame(random *rand.Rand) *Record {
	g := New()
	r := g.recordFrom()
	for moves := g.Moves(nil); len(moves) > 0; moves = g.Moves(moves[:0]) {
		m := moves[random.IntN(len(moves))]
		g.Play(m)
		r.Moves = append(r.Moves, m)
	}
	return &r
}

func BenchmarkEvaluate(b *testing.B) {
	g := randomEndgame(rand.New(rand.NewPCG(1, 0)), 30)
	g.SetEvaluation(NewEvaluation())
	b.ReportAllocs()
	for b.Loop() {
		g.Evaluate()
	}
}

// TestSum holds the fast sum against the plain one.
func TestSum(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	all := new(table)
	for p := range all {
		for c := range all[p] {
			all[p][c] = int16(random.IntN(1 << 16))
		}
	}
	for range 200 {
		black := bitboard(random.Uint64() & random.Uint64())
		v := newView(black, bitboard(random.Uint64())&^black)
		want := 0
		for i := range instances {
			in := &instances[i]
			want += int(all[in.pattern][v.configuration(in)])
		}
		if got := v.sum(all); got != want {
			t.Fatalf("%d, want %d", got, want)
		}
	}
}
