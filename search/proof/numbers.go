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
// for every line that leads to it, and so grows with the number of lines in a game that transposes. [Options.Sum] makes
// the number of the greatest and a part of the others. Numbers stay below infinity however great the sum is.
type tally struct {
	least    uint32 // proof number
	most     uint32 // disproof number
	unsolved uint32 // moves not disproved
	sum      uint64 // of the disproof numbers
	factor   uint64 // in 256ths, by which numbers other than the greatest count; 0: one for each
}

func newTally() tally { return tally{least: infiniteProof} }

// newSum returns a tally in which numbers other than the greatest count by a factor from 0 to 1.
func newSum(factor float64) tally {
	t := newTally()
	if factor > 0 {
		t.factor = max(1, uint64(factor*256))
	}
	return t
}

func (t *tally) add(n numbers) {
	t.least, t.most = min(t.least, n.proof), max(t.most, n.disproof)
	t.sum += uint64(n.disproof)
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
	return numbers{t.least, uint32(min(uint64(t.most)+t.others(), mostProof))}
}

// others returns what the moves that are not disproved add to the greatest number.
func (t *tally) others() uint64 {
	return max(uint64(t.unsolved)-1, (t.sum-uint64(t.most))*t.factor>>8)
}

// childLimit returns a disproof number that a move, which has this one now, must reach for the position to reach limit, if
// it can do so alone. It is more than the move has.
func (t *tally) childLimit(limit, disproof uint32) uint32 {
	if limit == infiniteProof {
		return infiniteProof
	}
	if t.factor == 0 {
		return limit - (t.unsolved - 1)
	}
	// Above the greatest number, the move counts in full and all others by the factor.
	others := max(uint64(t.unsolved)-1, (t.sum-uint64(disproof))*t.factor>>8)
	return max(disproof+1, uint32(max(uint64(limit), others)-others))
}
