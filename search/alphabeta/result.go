package alphabeta

import (
	"time"

	"github.com/ply-search/ply"
)

// A Result is what a search found, and how much work it did.
type Result[M comparable] struct {
	// Status tells why the search ended. If it was cut short, the other fields hold what was found until then. It is
	// [ply.Decided] where more time could not change the move: see Options.Deepen.
	Status ply.Status

	// Value is the value of the position for the side to move. Bound tells whether it is exact, a lower bound or
	// an upper bound; NoBound means that nothing was found.
	Value int
	Bound ply.Bound

	// Distance is the number of moves to the end of the game, if Value is a win or a loss there or, with Bounds,
	// to where the game knows its value. It is 0 for a draw, with AnyDistance, and if Value is an evaluation: without
	// Win, a win in the last move of Depth is known by that alone. 766 stands for 766 and more. With a Window that does
	// not hold Value, a win may be nearer if Bound is AtLeast, and a loss if it is AtMost.
	Distance int

	// Final tells whether the value is that of the game played to its end: no line was broken off at Depth.
	Final bool

	// Depth is the number of moves that the search looked ahead. It is 0 if that was not limited.
	Depth int

	// Line is a line of best play by both sides, as far as it is known. Its first move is a best move or, if Bound
	// is AtLeast, a move that is worth Value or more. If Bound is AtMost, it begins with the move that was tried
	// first. It is empty only if the position is finished or the search failed.
	Line []M

	// Depths has a report on every depth that was searched.
	Depths []DepthReport[M]

	// Stats has counts of what the search did.
	Stats

	// Elapsed is the time that the search took.
	Elapsed time.Duration
}

// Move returns the first move of Line. It reports false if there is none, because the position is finished or the
// search ended before it had looked at a move.
func (r *Result[M]) Move() (m M, ok bool) {
	if len(r.Line) == 0 {
		return m, false
	}
	return r.Line[0], true
}

// A DepthReport is the result of the search to one depth. The fields are those of [Result].
type DepthReport[M comparable] struct {
	Depth    int           // moves looked ahead, or 0 if not limited
	Value    int           // the value for the side to move
	Distance int           // moves to the end of the game, where known
	Bound    ply.Bound     // whether Value is exact or a bound
	Final    bool          // whether no line was broken off
	Nodes    int           // nodes of this depth alone
	Elapsed  time.Duration // time of this depth alone

	// Line is the line of best play of both sides. Line[:1] is the best move.
	Line []M
}

// Stats counts what a search did.
type Stats struct {
	Nodes      int // positions reached, including the start and those that were evaluated
	Leaves     int // nodes that were evaluated
	Quiet      int // nodes beyond Depth (Quiescence)
	TableHits  int // nodes found in the table
	TableCuts  int // table hits that made a search of the node unnecessary
	KnownCuts  int // nodes that needed no search because of the game's own knowledge (Bounds)
	Cutoffs    int // nodes where a move made it unnecessary to search those after it
	FirstMove  int // cutoffs by the first move tried
	NullMoves  int // null moves tried
	NullCuts   int // null moves that made a search of the node unnecessary
	Researches int // moves searched again, with a wider window or to a greater depth
	Repeated   int // repeated positions
	Splits     int // nodes whose moves were shared among workers
}

// add adds up what two searches counted.
func (s *Stats) add(t *Stats) {
	s.Nodes += t.Nodes
	s.Leaves += t.Leaves
	s.Quiet += t.Quiet
	s.TableHits += t.TableHits
	s.TableCuts += t.TableCuts
	s.KnownCuts += t.KnownCuts
	s.Cutoffs += t.Cutoffs
	s.FirstMove += t.FirstMove
	s.NullMoves += t.NullMoves
	s.NullCuts += t.NullCuts
	s.Researches += t.Researches
	s.Repeated += t.Repeated
	s.Splits += t.Splits
}
