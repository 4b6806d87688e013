package alphabeta

import (
	"context"
	"math"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/sides"
)

const (
	FutileDepth = futileDepth
	LateDepth   = lateDepth
	LateMove    = lateMove
)

// LateReduction returns the plies by which a late move is reduced.
func LateReduction(depth, number int) int {
	return int(lateReductions[min(depth, 63)][min(number, 63)])
}

var ManyMoves = manyMoves

// An Entry is an entry of a table.
type Entry = packed

// WithTable returns the options with a table of another type.
func WithTable[M comparable](opt Options[M], t table) Options[M] {
	opt.entries = t
	return opt
}

// MinimaxWith is Minimax by options.
func MinimaxWith[M comparable](ctx context.Context, g ply.AdversarialGame[M], limits ply.Limits, opt Options[M]) (Result[M], error) {
	return searchAllLines(ctx, g, limits, opt)
}

type Counts struct{ Splits, Repeated int }

func CountsOf[M comparable](r Result[M]) Counts { return Counts{r.stats.splits, r.stats.repeated} }

// SetFreshSearch makes searches go over to a new stack after this number of moves until the test ends.
func SetFreshSearch(t *testing.T, moves int) {
	old := freshSearch
	freshSearch = moves
	t.Cleanup(func() { freshSearch = old })
}

// ShareAll makes searches that search together share the moves of every position that somebody waits for, until
// the test ends.
func ShareAll(t *testing.T) {
	old := sharedPart
	sharedPart = math.MaxInt
	t.Cleanup(func() { sharedPart = old })
}

// WithoutNullWindows calls search, in which searchAll does all that searchNull does.
func WithoutNullWindows(search func()) {
	withoutNullWindows = true
	defer func() { withoutNullWindows = false }()
	search()
}

// Salt returns what tells the keys of a search with these options from others.
func Salt[M comparable](g ply.AdversarialGame[M], opt Options[M]) uint64 {
	return opt.salt(g, sides.EvaluatorOf(g))
}

// Ordered returns the moves of a position in the order in which they are tried, where these are killers.
func Ordered[M comparable](g ply.AdversarialGame[M], opt Options[M], killers [2]M) (order []M) {
	o, p := newOrder(g, &opt), path[M]{game: g}
	p.list()
	k := &p.frame(0).picker
	for range 2 { // before there are killers, and after
		order = order[:0]
		k.begin(-1)
		for range p.stack {
			order = append(order, p.stack[o.pick(&p, k, 0, 0, g.ToMove())])
		}
		k.killers, k.known = killers, 2
	}
	return order
}

// NoteVisits makes searches with repetitions note their visits from that number of nodes on, in few notes, until the test
// ends.
func NoteVisits(t *testing.T, nodes int) {
	from, notes, records := independentFrom, noteBits, recordBits
	independentFrom, noteBits, recordBits = nodes, 10, 8
	t.Cleanup(func() { independentFrom, noteBits, recordBits = from, notes, records })
}

// KillersAfter returns the killers of a position, the last one first, after cutoffs by moves.
func KillersAfter[M comparable](g ply.AdversarialGame[M], opt Options[M], cutoffs ...M) []M {
	o, p := newOrder(g, &opt), path[M]{game: g}
	p.list()
	k := &p.frame(0).picker
	k.begin(-1)
	for range p.stack { // which tells whether there are several stages
		o.pick(&p, k, 0, 0, g.ToMove())
	}
	for _, m := range cutoffs {
		o.learnMove(&p, 0, g.ToMove(), m, 1)
	}
	return k.killers[:k.known]
}
