package alphabeta

import "github.com/ply-search/ply"

// A Result is the answer of a search, with its cost.
type Result[M comparable] struct {
	// Report has the status, [ply.Decided] where more time could not change the move (see [Options].Direct), the nodes, which
	// are the positions reached, including the start and those that were evaluated, and the time. If the search was cut
	// short, the other fields hold the results until then.
	ply.Report

	// Move is a best move or, if Bound is AtLeast, a move that is worth Value or more. If Bound is AtMost, it is the move
	// that was tried first. It is the first of Line.
	Move M

	// Line is a line of best play by both sides, as far as it is known. It is empty only if the position is finished or the
	// search failed.
	Line []M

	// Value is the value of the position for the side to move. Bound tells whether it is exact, a lower bound or
	// an upper bound; NoBound means that nothing was found.
	Value int
	Bound ply.Bound

	// Distance is the number of moves to the end of the game, if Value is a win or a loss there or, with Bounds,
	// to where the game knows its value. It is 0 for a draw, with AnyDistance, and if Value is an evaluation: without
	// Win, a win in the last move of Depth is known by the value alone. 766 stands for 766 and more. With a Window that does
	// not hold Value, a win may be nearer if Bound is AtLeast, and a loss if it is AtMost.
	Distance int

	// Final tells whether the value is the value of the game played to its end: no line was broken off at Depth.
	Final bool

	// Depth is the number of moves that the search looked ahead. It is 0 if that was not limited.
	Depth int

	// Depths has the result of every depth that was searched, with the nodes and the time of this depth alone.
	Depths []Result[M]

	// Cutoffs counts positions where a move made it unnecessary to search those after it, and FirstMove the ones among them where
	// it was the first that was tried.
	Cutoffs, FirstMove int

	stats stats
}

// setMove makes Move the first of Line.
func (r *Result[M]) setMove() {
	if len(r.Line) > 0 {
		r.Move = r.Line[0]
	}
}

// stats counts the work of a search.
type stats struct {
	Nodes     int // as in ply.Report
	cutoffs   int // nodes where a move made it unnecessary to search those after it
	firstMove int // cutoffs by the first move tried
	repeated  int // repeated positions
	splits    int // nodes whose moves were shared among workers
}

// visit counts a position.
func (s *stats) visit() { s.Nodes++ }

// repeat counts a repeated position.
func (s *stats) repeat() { s.repeated++ }

// split counts a node whose moves are shared.
func (s *stats) split() { s.splits++ }

// visitAll counts n positions.
func (s *stats) visitAll(n int) { s.Nodes += n }

// cutoff counts a cutoff by a move before which that many were tried.
func (s *stats) cutoff(tried int) {
	if s.cutoffs++; tried == 0 {
		s.firstMove++
	}
}

// add adds up what two searches counted.
func (s *stats) add(t *stats) {
	s.Nodes += t.Nodes
	s.cutoffs += t.cutoffs
	s.firstMove += t.firstMove
	s.repeated += t.repeated
	s.splits += t.splits
}
