package alphabeta

// A Ranker ranks moves by their likely value. A search tries the moves of greatest rank first. Ranks change the time of
// a search, not its value.
//
// Rank sets ranks[i] to the rank of moves[i]. The argument moves contains all legal moves of the present position, in
// the order of the method Moves. All ranks are 0 at the call. Moves of equal rank are tried in the order of Moves.
//
// A game with one stage of ranking ignores the argument stage and returns false. Several stages postpone ranks that
// take long to compute: stage is 0 at the first call, and Rank returns true if there is another stage. The search then
// tries only the moves of positive rank. If none of these moves causes a cutoff, the search calls Rank again, with the
// next stage. After the last stage, all remaining moves are tried in the order of their ranks. Ranks of moves already
// tried are ignored.
//
// Laws: Rank changes nothing that can be observed, and there are at most 16 stages.
type Ranker[M comparable] interface {
	Rank(stage int, moves []M, ranks []int32) (more bool)
}

// A Quiescer lists noisy moves, such as captures, which must be resolved before an evaluation is meaningful. A search
// with [Tree.Quiescence] follows noisy moves beyond its depth. A search with [Tree.Selective] neither reduces nor
// leaves out noisy moves. NoisyMoves appends the noisy moves of the present position to dst and returns the extended
// slice.
//
// Law: NoisyMoves appends only legal moves, and none twice.
type Quiescer[M comparable] interface {
	NoisyMoves(dst []M) []M
}

// An Extender chooses how deep a search with [Tree.Extend] searches each move. Extend returns the number of plies that
// the search adds to the usual depth after the legal move m. A negative number makes the search after m shallower.
// depth is the remaining depth in the present position. number is 0 for the first move tried in the present position, 1
// for the second, and so on. [Tree.Selective] does not change the depth after a move for which Extend returns another
// number than 0.
//
// Law: Extend changes nothing that can be observed, and its result depends only on the position and its arguments.
type Extender[M comparable] interface {
	Extend(m M, depth, number int) int
}
