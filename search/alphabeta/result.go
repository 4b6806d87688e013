package alphabeta

import "github.com/ply-search/ply"

// A Result is the result of a search.
type Result[M comparable] struct {
	// Report has the status, the nodes and the time. Status is [ply.Decided] if more time could not have changed the
	// move (see [Options].Direct). Nodes counts the positions reached, including the start and the positions evaluated.
	// If the search was cut short, the other fields hold the results of the last finished depth or, if the unfinished
	// depth has found a better move, the results of the unfinished depth, with the Bound [ply.AtLeast].
	ply.Report

	// Move is the first move of Line. If Bound is Exact, Move is a best move. If Bound is AtLeast, Move is worth at
	// least Value. If Bound is AtMost, Move is only the first move tried.
	Move M

	// Line is a line of best play by both sides, possibly incomplete. It is empty only if the position is finished or
	// the search failed.
	Line []M

	// Value is the value of the position for the side to move. Bound tells whether Value is exact, a lower bound or an
	// upper bound. If Bound is NoBound, no value was found.
	Value int
	Bound ply.Bound

	// If Value is the value of a win or a loss, Distance is the number of moves to the end of the game. A number above
	// 766 is given as 766. With Tree.Bounds, Distance can be the number of moves to a position whose value the game
	// knows. For a draw or an evaluation, and with [AnyDistance], Distance is 0. If [Options].Win is 0 and the game
	// ends exactly at Depth, Distance is also 0.
	//
	// If Value lies outside the Window, Distance is not exact: there may be a sooner win if Bound is AtLeast, and a
	// sooner loss if Bound is AtMost.
	Distance int

	// Final reports whether Value is the value of the game played to its end: no line was cut off at Depth.
	Final bool

	// Depth is the number of moves that the search looked ahead, or 0 if it had no limit.
	Depth int

	// Depths has the result of every depth searched. Nodes and Elapsed of each result are for that depth alone.
	Depths []Result[M]

	// Cutoffs counts the positions in which a move made it unnecessary to search the remaining moves. FirstMove counts
	// the cutoffs by the first move tried.
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
