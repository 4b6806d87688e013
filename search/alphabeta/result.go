package alphabeta

import "github.com/ply-search/ply"

// A Result is the result of a search.
type Result[M comparable] struct {
	// Report has the status, [ply.Decided] if more time could not change the move (see [Options].Direct), the nodes, which
	// are the positions reached, including the start and those evaluated, and the time. If the search was cut short, the
	// other fields hold the results so far.
	ply.Report

	// Move is the first of Line: a best move; with Bound AtLeast, one worth at least Value; with AtMost, the first tried.
	Move M

	// Line is a line of best play by both sides, possibly broken off, empty only in finished positions and failures.
	Line []M

	// Value is the value of the position for the side to move. Bound tells whether it is exact, a lower or an upper bound;
	// NoBound means that nothing was found.
	Value int
	Bound ply.Bound

	// Distance is the number of moves to the end of the game, if Value is a win or a loss there, or with Bounds to a
	// position whose value the game knows. It is 0 for a draw, with AnyDistance, and if Value is an evaluation: without
	// Win, a win in the last move of Depth is known by the value alone. It is capped at 766. With a Window that does not
	// hold Value, a win may be nearer if Bound is AtLeast, and a loss if it is AtMost.
	Distance int

	// Final tells whether Value is the value of the game played to its end: no line was broken off at Depth.
	Final bool

	// Depth is the number of moves that the search looked ahead, or 0 without a limit.
	Depth int

	// Depths has the result of every depth searched, each with its own nodes and time.
	Depths []Result[M]

	// Cutoffs counts the positions where a move made it unnecessary to search the moves after it, and FirstMove those
	// where it was the first move tried.
	Cutoffs, FirstMove int

	stats stats
}

func (r *Result[M]) setMove() {
	if len(r.Line) > 0 {
		r.Move = r.Line[0]
	}
}

type stats struct {
	Nodes     int // as in ply.Report
	cutoffs   int // as in Result
	firstMove int // cutoffs by the first move tried
	repeated  int // repeated positions
	splits    int // nodes whose moves were shared among workers
}

func (s *stats) visit() { s.Nodes++ }

func (s *stats) repeat() { s.repeated++ }

func (s *stats) split() { s.splits++ }

func (s *stats) visitAll(n int) { s.Nodes += n }

// cutoff counts a cutoff by a move after this number of others.
func (s *stats) cutoff(tried int) {
	if s.cutoffs++; tried == 0 {
		s.firstMove++
	}
}

func (s *stats) add(t *stats) {
	s.Nodes += t.Nodes
	s.cutoffs += t.cutoffs
	s.firstMove += t.firstMove
	s.repeated += t.repeated
	s.splits += t.splits
}
