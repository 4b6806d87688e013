package loa

import (
	"context"
	"errors"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// Techniques are the parts of the search of a [Searcher] that can be left out.
type Techniques struct {
	NullMove   int  // how many moves shallower the search of a null move is, see [alphabeta.Options]; 0 for none
	Verified   bool // null moves are verified
	Quiescence int  // captures and connecting moves followed beyond the depth
	Extend     bool // threats to connect are searched deeper, late moves shallower
	Bounds     bool // a side that can connect at once is known to win
	Ordering   alphabeta.Ordering
}

// UsualTechniques are those that were found to help, see the table of README.md.
func UsualTechniques() Techniques {
	return Techniques{
		Quiescence: 4,
		Extend:     true,
		Bounds:     true,
		Ordering:   alphabeta.TableMove | alphabeta.History,
	}
}

// Limits bound a search for a move: by depth, nodes or time. Zeros are no limits; one must be set.
type Limits struct {
	Depth, Nodes int
	Time         time.Duration
}

// A Searcher looks for moves by principal-variation search to one depth after another, with a table that it keeps.
type Searcher struct {
	Techniques Techniques

	// Evaluator returns what evaluates the positions of a game; nil stands for [Game.Evaluate].
	Evaluator func(g ply.AdversarialGame[Move]) ply.Evaluator

	table *transposition.Table
}

// NewSearcher returns a searcher with the usual techniques, and a table of about that number of entries of 16 bytes.
func NewSearcher(entries int) (*Searcher, error) {
	table := transposition.NewTable(16 * int64(entries))
	return &Searcher{Techniques: UsualTechniques(), table: table}, nil
}

// Reset forgets what the table holds.
func (s *Searcher) Reset() { s.table.Reset() }

// Options returns the options of the searches.
func (s *Searcher) Options() alphabeta.Options[Move] {
	t := &s.Techniques
	return alphabeta.Options[Move]{
		Depth:     MaxDepth,
		Win:       ply.MaxValue,
		Evaluator: s.Evaluator,
		Table:     s.table,
		Order:     t.Ordering,
		Tree: alphabeta.Tree{
			Bounds:      t.Bounds,
			Repetitions: true,
			Quiescence:  t.Quiescence,
			NullMove:    t.NullMove,
			Unverified:  !t.Verified,
			Extend:      t.Extend,
		},
	}
}

// MaxDepth is the greatest depth of a search.
const MaxDepth = 100

var errNoLimit = errors.New("loa: a search without a limit on depth, nodes or time")

// Search looks for the best move. It ends early with a win, which is then the shortest that it found, or a loss. It calls
// report, if not nil, after each depth. The result has a move unless the game is over.
func (s *Searcher) Search(ctx context.Context, g *Game, limits Limits, report func(alphabeta.Result[Move])) (alphabeta.Result[Move], error) {
	if limits == (Limits{}) {
		return alphabeta.Result[Move]{}, errNoLimit
	}
	within, stop := context.WithCancel(ctx)
	defer stop()
	opt := s.Options()
	if limits.Depth > 0 {
		opt.Depth = min(limits.Depth, MaxDepth)
	}
	depths := 0
	opt.Progress = func(r alphabeta.Result[Move]) {
		for ; depths < len(r.Depths); depths++ {
			d := r.Depths[depths]
			if report != nil {
				report(d)
			}
			if Decided(d.Value) {
				stop()
			}
		}
	}
	r, err := alphabeta.Search(within, g, ply.Limits{Nodes: limits.Nodes, Time: limits.Time}, opt)
	if err == nil && ctx.Err() == nil && r.Status == ply.Cancelled {
		r.Status = ply.Solved // by stop
	}
	return r, err
}

// Decided reports whether a value is that of a game that one side has won.
func Decided(value int) bool { return value == ply.MaxValue || value == -ply.MaxValue }
