package alphabeta

// A Ranker knows which moves are likely to be good, so that a search tries them first. Ranks change how
// long a search takes, not the value that it finds.
//
// Ranking goes in stages, the cheap ones first. Rank sets ranks[i] to the rank of moves[i], for the
// legal moves of the present position in the order of Moves, and reports whether there is a further
// stage. If so, the moves of positive rank are tried, the greatest rank first and then in the order of
// Moves, before the others are ranked by the next stage; ranks given to moves already tried are
// ignored. In the last stage all moves left are tried by rank. Most games have one stage, and return
// false.
//
// Laws: Rank changes nothing that can be observed, and there are at most 16 stages.
type Ranker[M comparable] interface {
	Rank(stage int, moves []M, ranks []int32) (more bool)
}

// A Passer can give the turn to the other side, even if the rules do not allow that. Searches use it to
// see whether a position is good even without a move (the null move).
//
// Laws: Pass reports whether it gave the turn away. It may refuse, for instance where zugzwang is likely,
// and then changes nothing. After it, the other side is to move. Unpass takes it back, after which
// everything that can be observed is as before.
type Passer interface {
	Pass() bool
	Unpass()
}

// A Quiescer lists noisy moves, such as captures, that must be resolved before an evaluation is
// meaningful. A search can follow them beyond its depth.
//
// Law: NoisyMoves appends to dst some of the legal moves, none twice.
type Quiescer[M comparable] interface {
	NoisyMoves(dst []M) []M
}

// An Extender says which moves deserve a deeper search and which a shallower one. Extend returns by
// how many moves the search after m, a legal move, is to be deeper than usual or, if negative,
// shallower. depth is the remaining depth in the present position, and number is the number of moves
// tried before m.
type Extender[M comparable] interface {
	Extend(m M, depth, number int) int
}

// A Repeater reports whether the present position is a draw because it occurred before, since the start of
// the search or earlier in the game. Repeated may depend on the line of play.
type Repeater interface {
	Repeated() bool
}
