package domineering_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/examples/domineering/domineering"
	"github.com/ply-search/ply/mcts"
)

// BenchmarkMercy reports the share of games that UCT wins on 8 × 8 if its playouts end at a lead of 2, 3, 4 or 6 possible
// dominoes, against UCT with complete playouts. Both have 4 ms a move. Each iteration is a pair of games.
func BenchmarkMercy(b *testing.B) {
	type player = arena.Player[*domineering.Game, domineering.Move]
	uct := func(mercy int) func() player {
		return func() player {
			return func(ctx context.Context, g *domineering.Game, random *rand.Rand) (domineering.Move, error) {
				opt := mcts.Options[domineering.Move]{Leaf: mcts.Playouts{Mercy: mercy}, Random: rand.NewPCG(random.Uint64(), random.Uint64())}
				r, err := mcts.Search(ctx, g, ply.Limits{Time: 4 * time.Millisecond}, opt)
				return r.Move, err
			}
		}
	}
	// Two random dominoes make the pairs differ.
	opening := arena.RandomOpening(2, func() (*domineering.Game, error) { return domineering.New(8, 8) })
	for _, mercy := range []int{2, 3, 4, 6} {
		b.Run(fmt.Sprint(mercy), func(b *testing.B) {
			r, err := arena.Match(b.Context(), opening, uct(mercy), uct(0), arena.Options{Games: 2 * b.N})
			if err != nil {
				b.Fatal(err)
			}
			low, high := r.Interval(0.95)
			b.ReportMetric(100*r.Rate(), "%won")
			b.ReportMetric(100*low, "%low")
			b.ReportMetric(100*high, "%high")
		})
	}
}
