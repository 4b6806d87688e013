package othello

import (
	"math/rand/v2"
	"testing"
)

// TestInstances holds every instance against its squares, one by one.
func TestInstances(t *testing.T) {
	covered := make(map[int]int)
	for k := range instances {
		in := &instances[k]
		covered[in.pattern]++
		seen := make(map[uint16]bool)
		for square := range squares {
			v := newView(1<<square, 0)
			w := newView(0, 1<<square)
			black, white := v.configuration(in), w.configuration(in)
			if black == 0 && white == 0 {
				continue
			}
			if white != 2*black || seen[black] {
				t.Errorf("instance %d: square %v counts %d if black, %d if white", k, Move(square), black, white)
			}
			seen[black] = true
		}
		power := uint16(1)
		for range patternSize[in.pattern] {
			if !seen[power] {
				t.Errorf("instance %d: no square counts %d", k, power)
			}
			power *= 3
		}
		if len(seen) != patternSize[in.pattern] {
			t.Errorf("instance %d: %d squares, want %d", k, len(seen), patternSize[in.pattern])
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
		e.Learn(randomGame(random), 0)
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

func randomGame(random *rand.Rand) []Move {
	var game []Move
	g := New()
	for moves := g.Moves(nil); len(moves) > 0; moves = g.Moves(moves[:0]) {
		m := moves[random.IntN(len(moves))]
		g.Play(m)
		game = append(game, m)
	}
	return game
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
