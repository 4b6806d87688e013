package proof

// infiniteProof is the proof number of a position that cannot be proved. All others are at most mostProof.
const (
	infiniteProof = 1 << 30
	mostProof     = infiniteProof - 1
)

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

// as returns the numbers as they are, or exchanged for the disproving side.
func (n numbers) as(prover bool) numbers {
	if prover {
		return n
	}
	return numbers{n.disproof, n.proof}
}

// A tally computes a position's numbers for the side to move, which must prove one move, or disprove all.
//
// The disproof number is the greatest of those after the moves, plus one for each other move not disproved: weak proof
// numbers (Ueda, Hashimoto, Hashimoto and Iida 2008). The sum, as first proposed, counts transpositions once for every
// line. [Options.Sum] mixes both. Numbers stay below infinity however great the sum is.
type tally struct {
	least    uint32 // proof number
	most     uint32 // disproof number
	unsolved uint32 // moves not disproved
	sum      uint64 // of the disproof numbers
	factor   uint64 // in 256ths, weight of all but the greatest number; 0: one for each
}

func newTally() tally { return tally{least: infiniteProof} }

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

// others returns the contribution of all but the greatest number.
func (t *tally) others() uint64 {
	return max(uint64(t.unsolved)-1, (t.sum-uint64(t.most))*t.factor>>8)
}

// childLimit returns the disproof number that one move must reach to bring the position to limit.
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
