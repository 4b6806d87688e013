package othello

import (
	"context"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// byHand is alpha-beta written by hand for Othello, with none of the library: what a programmer would write who
// needs just this one. It tries moves from A1 on and counts nodes as AlphaBeta does.
type byHand struct {
	evaluation *Evaluation
	nodes      int
}

func (h *byHand) search(own, other bitboard, depth, alpha, beta int) int {
	h.nodes++
	if depth == 0 {
		return h.evaluate(own, other)
	}
	places := placesFor(own, other)
	if places == 0 {
		if placesFor(other, own) == 0 {
			return Disc * margin(own, other)
		}
		return -h.search(other, own, depth-1, -beta, -alpha)
	}
	best := -Disc * squares
	for ; places != 0; places &= places - 1 {
		square := places.first()
		turn := turned(own, other, square)
		v := -h.search(other&^turn, own|turn|1<<square, depth-1, -beta, -max(alpha, best))
		if v > best {
			if best = v; v >= beta {
				break
			}
		}
	}
	return best
}

func (h *byHand) evaluate(own, other bitboard) int {
	if placesFor(own, other) == 0 && placesFor(other, own) == 0 {
		return Disc * margin(own, other)
	}
	return h.evaluation.value(own, other)
}

// BenchmarkAlphaBeta measures alphabeta.AlphaBeta against the same search written by hand, in turn, on positions
// from all parts of the game: the medians of their speeds in million nodes a second and of the ratios.
func BenchmarkAlphaBeta(b *testing.B) {
	var games []*Game
	evaluation := NewEvaluation()
	for i := range 10 {
		g := randomEndgame(rand.New(rand.NewPCG(uint64(i), 0)), 50-4*i)
		g.SetEvaluation(evaluation)
		games = append(games, g)
	}
	const depth = 6
	var library, hand, ratio []float64
	var before, after runtime.MemStats
	nodes := 0
	runtime.ReadMemStats(&before)
	for b.Loop() {
		var spent, spentByHand time.Duration
		var n, m int
		for _, g := range games {
			result, err := alphabeta.AlphaBeta(context.Background(), g, ply.Limits{}, alphabeta.Options[Move]{
				Depth: depth, Order: alphabeta.Unordered, Direct: true,
			})
			if err != nil {
				b.Fatal(err)
			}
			n += result.Nodes
			spent += result.Elapsed
			h := byHand{evaluation: evaluation}
			start := time.Now()
			value := h.search(g.own, g.other, depth, -Disc*squares, Disc*squares)
			spentByHand += time.Since(start)
			m += h.nodes
			if value != result.Value {
				b.Fatalf("value %d, by hand %d", result.Value, value)
			}
		}
		if n != m {
			b.Fatalf("%d nodes, by hand %d", n, m)
		}
		nodes += n + m
		library = append(library, float64(n)/spent.Seconds()/1e6)
		hand = append(hand, float64(m)/spentByHand.Seconds()/1e6)
		ratio = append(ratio, library[len(library)-1]/hand[len(hand)-1])
	}
	runtime.ReadMemStats(&after)
	b.ReportMetric(median(library), "Mnodes/s")
	b.ReportMetric(median(hand), "byhand-Mnodes/s")
	b.ReportMetric(median(ratio), "ratio")
	b.ReportMetric(float64(after.Mallocs-before.Mallocs)/float64(nodes), "allocs/node")
	b.ReportMetric(0, "ns/op")
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

// BenchmarkParallelAlphaBeta measures how much sooner two workers than one are done with alphabeta.Search,
// in turn, on midgames searched to a depth and on endgames: the median of the ratios. It reports how many times as
// many nodes two look at, too.
func BenchmarkParallelAlphaBeta(b *testing.B) {
	const onlyRanks = alphabeta.TableMove | alphabeta.Ranks
	for _, c := range []struct {
		name         string
		openingMoves int
		opt          alphabeta.Options[Move]
	}{
		{"midgame", 20, alphabeta.Options[Move]{Depth: 11, TableFrom: 2, Order: onlyRanks}},
		{"endgame", 42, alphabeta.Options[Move]{Tree: alphabeta.Tree{Bounds: true}, Order: onlyRanks}},
	} {
		b.Run(c.name, func(b *testing.B) {
			shared := transposition.NewTable(1 << 25)
			c.opt.Table = shared
			evaluation, opening := Trained(), RandomOpening(c.openingMoves)
			var gains []float64
			var nodes [2]int
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			for b.Loop() {
				for seed := range 5 {
					g, err := opening(seed, rand.New(rand.NewPCG(uint64(seed)+1, 0)))
					if err != nil {
						b.Fatal(err)
					}
					g.SetEvaluation(evaluation)
					var results [2]alphabeta.Result[Move]
					for i := range results {
						shared.Reset()
						c.opt.Workers = 1 + i
						if results[i], err = alphabeta.Search(context.Background(), g, ply.Limits{}, c.opt); err != nil {
							b.Fatal(err)
						}
						nodes[i] += results[i].Nodes
					}
					if c.opt.Depth == 0 && results[0].Value != results[1].Value {
						b.Fatalf("value %d, by two workers %d", results[0].Value, results[1].Value)
					}
					gains = append(gains, results[0].Elapsed.Seconds()/results[1].Elapsed.Seconds())
				}
			}
			runtime.ReadMemStats(&after)
			b.ReportMetric(median(gains), "gain")
			b.ReportMetric(float64(nodes[1])/float64(nodes[0]), "nodes-ratio")
			b.ReportMetric(float64(after.Mallocs-before.Mallocs)/float64(nodes[0]+nodes[1]), "allocs/node")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkPerft counts the lines of ten moves from the start and reports million lines a second.
func BenchmarkPerft(b *testing.B) {
	g := New()
	leaves, spent := 0, time.Duration(0)
	for b.Loop() {
		r, err := search.Perft(context.Background(), g, 10, search.PerftOptions{CountFinished: true})
		if err != nil || r.Leaves != 24571284 {
			b.Fatal(r.Leaves, err)
		}
		leaves, spent = leaves+r.Leaves, spent+r.Elapsed
	}
	b.ReportMetric(float64(leaves)/spent.Seconds()/1e6, "Mleaves/s")
	b.ReportMetric(0, "ns/op")
}
