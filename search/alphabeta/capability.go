package alphabeta

// A Ranker ranks moves by likely value: a search tries the best first. Ranks change its time, not its result.
//
// Rank sets ranks[i] to the rank of moves[i], where moves are all legal moves of the present position in the order of
// Moves. All ranks are initially 0. Greater ranks are tried first; on ties the order of Moves decides.
//
// Most games rank in one stage and return false. Stages, counted from 0, defer costly ranks until the search needs
// them: if Rank returns true, only the moves of positive rank are tried now, and then Rank is called again with the
// next stage. Ranks of moves already tried are ignored. If it returns false, all remaining moves are tried by rank.
//
// Laws: Rank changes nothing that can be observed, and there are at most 16 stages.
type Ranker[M comparable] interface {
	Rank(stage int, moves []M, ranks []int32) (more bool)
}

// A Quiescer lists noisy moves, such as captures, that must be resolved before an evaluation is meaningful. A search
// with [Tree.Quiescence] follows them beyond its depth. NoisyMoves appends them to dst and returns the extended slice.
//
// Law: NoisyMoves appends only legal moves, and none twice.
type Quiescer[M comparable] interface {
	NoisyMoves(dst []M) []M
}

// An Extender searches some moves deeper or shallower than usual, for [Tree.Extend]. Extend returns the number of plies
// by which the search after the legal move m is deeper or, if negative, shallower. depth is the remaining depth in the
// present position, number the number of moves tried before m.
//
// Law: Extend changes nothing that can be observed, and its result depends only on the position and its arguments.
type Extender[M comparable] interface {
	Extend(m M, depth, number int) int
}
