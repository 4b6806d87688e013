package morpion

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/montecarlo"
)

// playout plays random moves of 5T from a position with these moves, takes them back, and returns their
// number: what a programmer would write who needs just this. line and list have room for any game. Like
// PlayRandom it keeps the moves in random order, those that are no longer legal too.
func (h *byHand) playout(start, list, line []Move, random *rand.PCG) int {
	moves := list[:cap(list)]
	n := copy(moves, start)
	shuffle(random, moves[:n])
	length := 0
	for n > 0 {
		n--
		m := moves[n]
		x, y := uint(m>>8)&63, uint(m>>14)&63
		if h.points[y]>>x&1|h.marks[uint8(m)]&bits.RotateLeft64(15, int(m>>26)) != 0 {
			continue
		}
		line[length] = m
		length++

		// The board.
		fall, rise := (x-y)&63, (x+y)&63
		h.change(m, x, y)

		// The moves that become legal.
		turnX, turnY := 4-int(x), 4-int(y)
		found := uint32(h.canBe[bits.RotateLeft64(h.points[y], turnX)&511])&uint32(h.free[bits.RotateLeft64(h.marks[y], turnX)&511]) |
			uint32(h.canBe[bits.RotateLeft64(h.points[64+x], turnY)&511])&uint32(h.free[bits.RotateLeft64(h.marks[64+x], turnY)&511])<<8 |
			uint32(h.canBe[bits.RotateLeft64(h.points[128+fall], turnX)&511])&uint32(h.free[bits.RotateLeft64(h.marks[128+fall], turnX)&511])<<16 |
			uint32(h.canBe[bits.RotateLeft64(h.points[192+rise], turnX)&511])&uint32(h.free[bits.RotateLeft64(h.marks[192+rise], turnX)&511])<<24
		straights := uint32(y|x<<8|fall<<16|rise<<24) + 0xc0804000
		positions := uint32(x*0x01010001 | y<<8)
		low := random.Uint64()
		for ; found != 0; found &= found - 1 {
			bit := bits.TrailingZeros32(found)
			s := uint8(straights >> (bit & 24))
			offset := bit&7 - 4
			first := int(positions>>(bit&24)) + offset
			offset += bits.TrailingZeros64(^bits.RotateLeft64(h.points[s], -first))
			step := &steps[s>>6]
			newX, newY := int(x)+offset*step.X, int(y)+offset*step.Y
			var place uint64
			place, low = bits.Mul64(low, uint64(n+1))
			moves[n] = moves[place]
			moves[place] = Move(first)<<26 | Move(newY&63)<<14 | Move(newX&63)<<8 | Move(s)
			n++
		}
	}
	for i := length - 1; i >= 0; i-- {
		m := line[i]
		h.change(m, uint(m>>8)&63, uint(m>>14)&63)
	}
	return length
}

func (h *byHand) change(m Move, x, y uint) {
	h.marks[uint8(m)] ^= bits.RotateLeft64(15, int(m>>26))
	h.points[y] ^= 1 << x
	h.points[64+x] ^= 1 << y
	h.points[128+(x-y)&63] ^= 1 << x
	h.points[192+(x+y)&63] ^= 1 << x
}

// sample plays random playouts.
func sample(t testing.TB, g *Game, random *rand.PCG, playouts int) montecarlo.Result[Move] {
	result, err := montecarlo.IterativeSampling(t.Context(), g, ply.Limits{Nodes: playouts}, montecarlo.Options[Move]{Random: random})
	if err != nil || result.Nodes != playouts {
		t.Fatal(result.Status, err)
	}
	return result
}

// BenchmarkPlayer measures the random playouts of package montecarlo against some written by hand for 5T
// alone, in turn: the medians of their speeds in thousand playouts a second and of the ratios.
func BenchmarkPlayer(b *testing.B) {
	const playouts = 200 // a turn: short, so that what else the machine does meets both alike
	g := New(FiveT)
	start, hand := g.Moves(nil), newByHand(g)
	random := rand.NewPCG(1, 2)
	line, list := make([]Move, 1000), make([]Move, 1000)
	var library, byHand, ratio []float64
	handMoves, n := 0, 0
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for b.Loop() {
		begin := time.Now()
		sample(b, g, random, playouts)
		middle := time.Now()
		for range playouts {
			handMoves += hand.playout(start, list, line, random)
		}
		n += playouts
		library = append(library, playouts/middle.Sub(begin).Seconds()/1e3)
		byHand = append(byHand, playouts/time.Since(middle).Seconds()/1e3)
		ratio = append(ratio, library[len(library)-1]/byHand[len(byHand)-1])
	}
	runtime.ReadMemStats(&after)
	b.ReportMetric(median(library), "kplayouts/s")
	b.ReportMetric(median(byHand), "byhand-kplayouts/s")
	b.ReportMetric(median(ratio), "ratio")
	b.ReportMetric(float64(handMoves)/float64(n), "moves/playout")
	b.ReportMetric(float64(after.Mallocs-before.Mallocs)/float64(n), "allocs/playout")
}

// BenchmarkAdaptation measures the playouts by a policy of nested rollout policy adaptation, adaptation
// included: a call of level 2 an operation, and one call after the other, each of which improves a game.
func BenchmarkAdaptation(b *testing.B) {
	one := montecarlo.Options[Move]{Workers: 1}
	type run func(g *Game, seed *rand.PCG) (montecarlo.Result[Move], error)
	for _, method := range []struct {
		name   string
		search run
	}{
		{"", func(g *Game, seed *rand.PCG) (montecarlo.Result[Move], error) {
			one.Random = seed
			return montecarlo.NestedRolloutPolicyAdaptation(context.Background(), g, ply.Limits{}, montecarlo.AdaptationOptions[Move]{Level: 2, Options: one})
		}},
		{"-guided", func(g *Game, seed *rand.PCG) (montecarlo.Result[Move], error) {
			one.Random = seed
			return montecarlo.NestedRolloutPolicyAdaptation(context.Background(), g, ply.Limits{}, montecarlo.AdaptationOptions[Move]{Level: 2, Guided: true, Options: one})
		}},
		{"-iterated", func(g *Game, seed *rand.PCG) (montecarlo.Result[Move], error) {
			opt := montecarlo.IteratedOptions[Move]{Temperature: 2}
			opt.AdaptationOptions = montecarlo.AdaptationOptions[Move]{Options: one, Rate: 0.5, MaxRepetitions: 20}
			opt.Random = seed
			return montecarlo.IteratedAdaptation(context.Background(), g, ply.Limits{Nodes: 100_000}, opt)
		}},
	} {
		for _, v := range []Variant{FiveT, FiveD} {
			b.Run(v.String()+method.name, func(b *testing.B) {
				b.ReportAllocs()
				playouts := 0
				for b.Loop() {
					result, err := method.search(New(v), rand.NewPCG(1, 0))
					if err != nil {
						b.Fatal(err)
					}
					playouts += result.Nodes
				}
				b.ReportMetric(float64(playouts)/b.Elapsed().Seconds()/1e3, "kplayouts/s")
			})
		}
	}
}

// The mean length of random games is known: 53.6 (5T), 42.9 (5D), 37.2 (4T) and 24.1 (4D) were measured by
// another program. The bound is 4 standard errors, of both, and what was rounded.
func TestMeanLength(t *testing.T) {
	for v, want := range map[Variant]float64{FiveT: 53.6, FiveD: 42.9, FourT: 37.2, FourD: 24.1} {
		g, random := New(v), rand.NewPCG(1, uint64(v))
		games := long.Or(10_000, 4_000)
		var lengths montecarlo.Sample
		for range games {
			lengths.Add(sample(t, g, random, 1).Score)
		}
		bound := 0.05 + 4*math.Sqrt2*lengths.Deviation()/math.Sqrt(float64(games))
		if math.Abs(lengths.Mean()-want) > bound {
			t.Errorf("%v: %.2f moves on the mean, want %v ± %.2f", v, lengths.Mean(), want, bound)
		}
		low, high := lengths.MeanInterval(0.99)
		t.Logf("%v: %.2f (99 %%: %.2f to %.2f)", v, lengths.Mean(), low, high)
	}
}

// Codes are different for different moves, and in range.
func TestCodes(t *testing.T) {
	for _, v := range Variants() {
		g := New(v)
		codes := make(map[int32]Move)
		random := rand.New(rand.NewPCG(5, uint64(v)))
		for range 20 {
			var line []Move
			for moves := g.Moves(nil); len(moves) > 0; moves = g.Moves(nil) {
				for i, code := range g.AppendNumbers(nil, moves) {
					if known, ok := codes[code]; ok && known != moves[i] || code < 0 || int(code) >= g.Numbers() {
						t.Fatalf("%v: code %d of %v and %v", v, code, moves[i], known)
					}
					codes[code] = moves[i]
				}
				line = append(line, moves[random.IntN(len(moves))])
				g.Play(line[len(line)-1])
			}
			g = New(v)
		}
	}
}
