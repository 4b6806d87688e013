package testgames

// A PuzzlingLiar is a Liar with lying fast capabilities of puzzles.
type PuzzlingLiar struct{ *ApterLiar }

func (g *PuzzlingLiar) Clone() *PuzzlingLiar { return &PuzzlingLiar{g.ApterLiar.Clone()} }

// Commute is true if both moves lead to the same node, unless it lies.
func (g *PuzzlingLiar) Commute(a, b int) bool {
	out := g.next[g.at()]
	_, lies := g.tells("Commute")
	return (a >= 0 && b >= 0 && a < len(out) && b < len(out) && out[a] == out[b]) != lies
}

func (g *PuzzlingLiar) Inverse(m int) (inverse int, ok bool) {
	number, lies := g.tells("Inverse")
	return int(number >> 8 % 4), lies
}

func (g *PuzzlingLiar) EstimateAndPrefer(estimates, preferred []int) ([]int, []int) {
	number, lies := g.tells("EstimateAndPrefer")
	if estimates = append(estimates, g.Estimate(), 0); lies {
		estimates = append(estimates[:len(estimates)-2+int(number>>8%3)], wild(number>>8))
	}
	return estimates, g.some("EstimateAndPrefer", preferred)
}

func (g *PuzzlingLiar) CountSuccessors() (moves, replies, ended int) {
	if number, lies := g.tells("CountSuccessors"); lies {
		return wild(number), wild(number >> 8), wild(number >> 16)
	}
	for _, to := range g.next[g.at()] {
		if replies += len(g.next[to]); len(g.next[to]) == 0 {
			ended++
		}
	}
	return len(g.next[g.at()]), replies, ended
}

func (g *PuzzlingLiar) XorHashes(hash uint64, moves []int, dst []uint64) []uint64 {
	before := len(dst)
	dst = g.HashSuccessors(moves, dst)
	if number, lies := g.tells("XorHashes"); lies {
		return append(dst[:before+int(number>>8%uint64(len(dst)-before+1))], number)
	}
	for i := range dst[before:] {
		dst[before+i] ^= hash ^ g.Hash()
	}
	return dst
}

func (g *PuzzlingLiar) Symmetries() int {
	if number, lies := g.tells("Symmetries"); lies {
		return min(wild(number), 1<<9)
	}
	return 2
}

func (g *PuzzlingLiar) HashUnder(s int) uint64 {
	if number, lies := g.tells("HashUnder"); lies {
		return number >> 8 % 4
	}
	return g.Hash()
}

func (g *PuzzlingLiar) MoveUnder(s, m int) int {
	if number, lies := g.tells("MoveUnder"); lies {
		return wild(number)
	}
	return m
}
