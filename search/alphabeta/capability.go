package alphabeta

// A Ranker ranks moves by their likely value, so a search tries the best ones first. Ranks change
// how long a search takes, not the value that it finds.
//
// Rank sets ranks[i] to the rank of moves[i], where moves are all legal moves of the present position in the order of
// Moves. All ranks are 0 before. Greater ranks are tried first; on ties the order of Moves decides.
//
// Ranking may proceed in stages, so that costly ranks are computed only if the search gets that far. stage counts
// from 0. If Rank returns true, there is a further stage: only the moves of positive rank are tried now, and then
// Rank is called again with the next stage. Ranks of moves already tried are ignored. If Rank returns false, all
// remaining moves are tried by their rank. Most games have one stage and return false.
//
// Laws: Rank changes nothing that can be observed, and there are at most 16 stages.
type Ranker[M comparable] interface {
	Rank(stage int, moves []M, ranks []int32) (more bool)
}

// A Quiescer lists noisy moves, such as captures, that must be resolved before an evaluation is meaningful. A search
// with [Tree.Quiescence] follows them beyond its depth. NoisyMoves appends the noisy moves of the present position
// to dst and returns the extended slice.
//
// Law: NoisyMoves appends only legal moves, and none twice.
type Quiescer[M comparable] interface {
	NoisyMoves(dst []M) []M
}

// An Extender chooses which moves are searched deeper and which shallower than usual, for [Tree.Extend]. Extend
// returns the number of moves by which the search after m, a legal move, is to be deeper or, if negative, shallower.
// depth is the remaining depth in the present position, and number is the number of its moves tried before m.
//
// Law: Extend changes nothing that can be observed, and its result depends on the position and its arguments alone.
type Extender[M comparable] interface {
	Extend(m M, depth, number int) int
}
