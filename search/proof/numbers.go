package proof

// infiniteProof is the proof number of a position that cannot be proved. All others are at most mostProof.
const (
	infiniteProof = 1 << 30
	mostProof     = infiniteProof - 1
)

// numbers are the proof and disproof number of a position.
type numbers struct{ proof, disproof uint32 }

var (
	unknown   = numbers{1, 1}
	proved    = numbers{0, infiniteProof}
	disproved = numbers{infiniteProof, 0}
)

func (n numbers) answer() Answer {
	switch {
	case n.proof == 0:
		return Proved
	case n.disproof == 0:
		return Disproved
	default:
		return Unknown
	}
}

// as returns the numbers as they are, or exchanged for the side that wants to disprove.
func (n numbers) as(prover bool) numbers {
	if prover {
		return n
	}
	return numbers{n.disproof, n.proof}
}

// A tally makes the numbers of a position from those after its moves, all as the side to move sees them: one move
// must be proved, or all disproved.
//
// The disproof number is the greatest of those after the moves, plus one for each other move that is not disproved:
// weak proof numbers (Ueda, Hashimoto, Hashimoto and Iida 2008). The sum, as first proposed, counts a position once
// for every line that leads to it, and so grows with the number of lines in a game that transposes.
type tally struct {
	least    uint32 // proof number
	most     uint32 // disproof number
	unsolved uint32 // moves not disproved
}

func newTally() tally { return tally{least: infiniteProof} }

func (t *tally) add(n numbers) {
	t.least, t.most = min(t.least, n.proof), max(t.most, n.disproof)
	if n.disproof > 0 {
		t.unsolved++
	}
}

func (t *tally) numbers() numbers {
	switch {
	case t.least == 0:
		return proved
	case t.unsolved == 0:
		return disproved
	}
	return numbers{t.least, min(t.most+t.unsolved-1, mostProof)}
}

// share returns the disproof number that a move must reach for the position to reach limit.
func (t *tally) share(limit uint32) uint32 {
	if limit == infiniteProof {
		return infiniteProof
	}
	return limit - (t.unsolved - 1)
}
