package connectfour

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/internal/cli/clitest"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/search/proof"
	"github.com/ply-search/ply/transposition"
)

// BenchmarkDepth12 searches the empty board to depth 12, by iterative deepening with a table that begins
// empty and all else as it is unless told otherwise, and reports million nodes a second.
func BenchmarkDepth12(b *testing.B) {
	for _, mebibytes := range []int{1, 16} {
		b.Run(fmt.Sprintf("%dMiB", mebibytes), func(b *testing.B) {
			table := transposition.NewTable(int64(mebibytes) << 20)
			opt := alphabeta.Options[Drop]{Depth: 12, Table: table}
			nodes, spent := 0, time.Duration(0)
			b.ReportAllocs()
			for b.Loop() {
				table.Reset()
				r, err := alphabeta.Search(context.Background(), new(Game), ply.Limits{}, opt)
				if err != nil || r.Depth != 12 {
					b.Fatalf("%+v, error %v", r, err)
				}
				nodes += r.Nodes
				spent += r.Elapsed
			}
			b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
			b.ReportMetric(float64(nodes)/spent.Seconds()/1e6, "Mnodes/s")
		})
	}
}

// BenchmarkByHand measures the search beside the same one written by hand for Connect Four, in turn, and
// reports the median of the ratios of their speeds. Both use the table and order moves from the depth in the name on; 3 is the
// default.
func BenchmarkByHand(b *testing.B) {
	for from := 2; from <= 3; from++ {
		b.Run(fmt.Sprintf("from%d", from), func(b *testing.B) { besideHand(b, from) })
	}
}

func besideHand(b *testing.B, from int) {
	const depth = 13
	table := transposition.NewTable(1 << 24)
	table.Scheme = transposition.ReplaceAlways
	opt := alphabeta.Options[Drop]{Depth: depth, Table: table, TableFrom: from, OrderFrom: from}
	h := hand{table: make([]handEntry, 1<<20), from: from}
	nodes, spent, spentByHand := 0, time.Duration(0), time.Duration(0)
	var ratios []float64
	for b.Loop() {
		h.salt += 0x9e3779b97f4a7c15
		start, nodesByHand := time.Now(), h.nodes
		value := h.deepen(depth)
		took := time.Since(start)
		spentByHand += took
		nodesByHand = h.nodes - nodesByHand

		table.Reset()
		r, err := alphabeta.Search(context.Background(), new(Game), ply.Limits{}, opt)
		if err != nil || r.Value != value {
			b.Fatalf("%+v, error %v; by hand %d", r, err, value)
		}
		nodes += r.Nodes
		spent += r.Elapsed
		ratios = append(ratios, float64(r.Nodes)/r.Elapsed.Seconds()/(float64(nodesByHand)/took.Seconds()))
	}
	slices.Sort(ratios)
	rate, rateByHand := float64(nodes)/spent.Seconds()/1e6, float64(h.nodes)/spentByHand.Seconds()/1e6
	b.ReportMetric(float64(nodes)/float64(h.nodes), "nodes-ratio")
	b.ReportMetric(rate, "Mnodes/s")
	b.ReportMetric(rateByHand, "byhand-Mnodes/s")
	b.ReportMetric(ratios[len(ratios)/2], "ratio")
	b.ReportMetric(0, "ns/op") // what an operation is says nothing here
}

// BenchmarkParallelAlphaBeta measures how much sooner two workers than one reach a depth with
// alphabeta.Search, in turn, on the empty board: the median of the ratios. It reports how many times as
// many nodes two look at, too.
func BenchmarkParallelAlphaBeta(b *testing.B) {
	tables := [2]*transposition.Table{transposition.NewTable(1 << 25), transposition.NewTable(1 << 25)}
	opt := alphabeta.Options[Drop]{
		Depth:     19,
		TableFrom: 3, OrderFrom: 3, EqualDepth: true,
		Order: alphabeta.TableMove | alphabeta.Ranks | alphabeta.Killers | alphabeta.History,
	}
	var gains []float64
	var nodes [2]int
	for b.Loop() {
		var results [2]alphabeta.Result[Drop]
		for i := range results {
			tables[i].Reset()
			opt.Workers, opt.Table = 1+i, tables[i]
			var err error
			if results[i], err = alphabeta.Search(context.Background(), new(Game), ply.Limits{}, opt); err != nil {
				b.Fatal(err)
			}
			nodes[i] += results[i].Nodes
		}
		if results[0].Value != results[1].Value {
			b.Fatalf("value %d, by two workers %d", results[0].Value, results[1].Value)
		}
		gains = append(gains, results[0].Elapsed.Seconds()/results[1].Elapsed.Seconds())
	}
	slices.Sort(gains)
	b.ReportMetric(gains[len(gains)/2], "gain")
	b.ReportMetric(float64(nodes[1])/float64(nodes[0]), "nodes-ratio")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkWorkers measures searches by one, two, four and more goroutines, up to the number of processors: simulations a
// second of UCT in a tree that they share, and the time of alphabeta.Search.
func BenchmarkWorkers(b *testing.B) {
	shared := transposition.NewTable(1 << 26)
	for workers := 1; workers <= runtime.NumCPU(); workers *= 2 {
		b.Run(fmt.Sprintf("uct/workers=%d", workers), func(b *testing.B) {
			const simulations = 1_000_000
			for b.Loop() {
				if _, err := mcts.Search(context.Background(), new(Game), ply.Limits{Nodes: simulations}, mcts.Options[Drop]{Workers: workers}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(simulations*b.N)/b.Elapsed().Seconds(), "simulations/s")
		})
		b.Run(fmt.Sprintf("alphabeta/workers=%d", workers), func(b *testing.B) {
			nodes := 0
			for b.Loop() {
				shared.Reset()
				r, err := alphabeta.Search(context.Background(), new(Game), ply.Limits{}, alphabeta.Options[Drop]{
					Depth: 20,
					Table: shared, TableFrom: 3, OrderFrom: 3, EqualDepth: true,
					Order:   alphabeta.TableMove | alphabeta.Ranks | alphabeta.Killers | alphabeta.History,
					Workers: workers,
				})
				if err != nil {
					b.Fatal(err)
				}
				nodes += r.Nodes
			}
			b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
		})
	}
}

// BenchmarkSolve solves ten positions of twelve stones, each with an empty table of as many entries as Solve has: who wins,
// and the quickest win as well.
func BenchmarkSolve(b *testing.B) {
	table := transposition.NewTable(16 * 16 << 20)
	for _, exact := range []bool{false, true} {
		b.Run(map[bool]string{false: "winner", true: "exact"}[exact], func(b *testing.B) {
			nodes := 0
			for b.Loop() {
				for _, columns := range twelveStones {
					g, err := New(columns)
					if err != nil {
						b.Fatal(err)
					}
					table.Reset()
					r, err := solve(context.Background(), g, ply.Limits{}, table, exact)
					if err != nil || r.Status != ply.Complete {
						b.Fatalf("%+v, error %v", r, err)
					}
					nodes += r.Nodes
				}
			}
			b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
		})
	}
}

// twelveStones are positions of twelve random stones, where neither side has a cell to win by at once.
var twelveStones = [...]string{
	"655365443661", "343541657664", "321631637253", "137666571121", "644547355477",
	"345434574417", "437321263535", "276374473673", "775651766612", "172411772417",
}

// BenchmarkCheckpoint measures the cost of checkpoints, and BenchmarkState the cost of one state, for tables of two sizes.
func BenchmarkCheckpoint(b *testing.B) {
	for _, mebibytes := range []int64{64, 256} {
		table := transposition.NewTable(mebibytes << 20)
		b.Run(fmt.Sprintf("alphabeta/%dMiB", mebibytes), func(b *testing.B) {
			clitest.Checkpoints(b, func(store checkpoint.Store) error {
				table.Reset()
				opt := SearchOptions(new(Game), table)
				opt.Checkpoint = store
				_, err := alphabeta.Search(b.Context(), new(Game), ply.Limits{Nodes: 10_000_000}, opt)
				return err
			})
		})
		b.Run(fmt.Sprintf("dfpn/%dMiB", mebibytes), func(b *testing.B) {
			clitest.Checkpoints(b, func(store checkpoint.Store) error {
				table.Reset()
				_, err := proof.Search(b.Context(), new(Game), ply.Limits{Nodes: 4_000_000}, proof.Options[Drop]{Table: table, Checkpoint: store})
				return err
			})
		})
	}
}

func BenchmarkState(b *testing.B) {
	for _, mebibytes := range []int64{64, 256} {
		b.Run(fmt.Sprintf("%dMiB", mebibytes), func(b *testing.B) {
			table := transposition.NewTable(mebibytes << 20)
			if _, err := alphabeta.Search(b.Context(), new(Game), ply.Limits{Nodes: 1000}, SearchOptions(new(Game), table)); err != nil {
				b.Fatal(err)
			}
			save := func(w io.Writer) error { return table.Save(w, 0) }
			if err := save(io.Discard); err != nil { // all pages of the table are in memory
				b.Fatal(err)
			}
			clitest.States(b, save)
		})
	}
}
