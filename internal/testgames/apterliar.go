package testgames

// An ApterLiar is a Liar with lying fast capabilities.
type ApterLiar struct{ *Liar }

func (g *ApterLiar) Clone() *ApterLiar { return &ApterLiar{g.Liar.Clone()} }

func (g *ApterLiar) CopyFrom(other *ApterLiar) {
	if _, lies := g.tells("CopyFrom"); !lies {
		g.line = append(g.line[:0], other.line...)
	}
}

func (g *ApterLiar) Advance(prev []int, i, t int, dst []int) (next []int, commuting int) {
	number, lies := g.tells("Advance")
	if g.Play(prev[i]); lies {
		return append(dst, wild(number)), [...]int{0, 1, -1, 1 << 30}[number>>16%4]
	}
	return g.Moves(dst), 0
}

func (g *ApterLiar) some(method string, dst []int) []int {
	number, lies := g.tells(method)
	if lies {
		return append(dst, wild(number), 0)
	}
	if out := g.next[g.at()]; len(out) > 0 && number%3 == 0 {
		dst = append(dst, 0)
	}
	return dst
}

func (g *ApterLiar) Decisive(dst []int) []int   { return g.some("Decisive", dst) }
func (g *ApterLiar) Reduce(dst []int) []int     { return g.some("Reduce", dst) }
func (g *ApterLiar) NoisyMoves(dst []int) []int { return g.some("NoisyMoves", dst) }

func (g *ApterLiar) Priors(moves []int, priors []float32) {
	for i := range priors {
		if number, lies := g.tells("Priors"); lies {
			priors[i] = float32(wild(number))
		} else {
			priors[i] = float32(i + 1)
		}
	}
}

func (g *ApterLiar) PriorResults(moves []int, wins, simulations []float32) {
	for i := range wins {
		simulations[i], wins[i] = 2, 1
		if number, lies := g.tells("PriorResults"); lies {
			wins[i] = float32(wild(number))
		}
	}
}

func (g *ApterLiar) HashAfter(m int) uint64 {
	if number, lies := g.tells("HashAfter"); lies {
		return number >> 8 % 4
	}
	g.Play(m)
	defer g.Undo(m)
	return g.Hash()
}

func (g *ApterLiar) HashSuccessors(moves []int, dst []uint64) []uint64 {
	if _, lies := g.tells("HashSuccessors"); lies {
		moves = moves[:len(moves)/2]
	}
	for _, m := range moves {
		dst = append(dst, g.HashAfter(m))
	}
	return dst
}

func (g *ApterLiar) AppendNumbers(dst []int32, moves []int) []int32 {
	if _, lies := g.tells("AppendNumbers"); lies {
		moves = moves[:len(moves)/2]
	}
	for _, m := range moves {
		dst = append(dst, int32(g.Number(m)))
	}
	return dst
}

func (g *ApterLiar) BestSuccessor(enough int) (best, value, evaluated int) {
	number, lies := g.tells("BestSuccessor")
	if evaluated = len(g.next[g.at()]); lies {
		best, evaluated = wild(number), []int{-1, 0, 1 << 30, 1}[number>>16%4]
	}
	return best, g.value("BestSuccessor"), evaluated
}

func (g *ApterLiar) Rank(stage int, moves []int, ranks []int32) (more bool) {
	number, lies := g.tells("Rank")
	for i := range ranks {
		if ranks[i] = int32(moves[i] & 3); lies {
			ranks[i] = int32(wild(number))
		}
	}
	return lies && number>>16%2 == 0
}

func (g *ApterLiar) Extend(m, depth, number int) int {
	if number, lies := g.tells("Extend"); lies {
		return wild(number)
	}
	return 0
}

func (g *ApterLiar) Pass() bool {
	number, lies := g.tells("Pass")
	if lies && number>>8%2 == 0 {
		return true // without a change
	}
	if !lies && g.ToMove() == 0 {
		g.line = append(g.line, g.at())
		return true
	}
	return false
}

func (g *ApterLiar) Unpass() { g.Undo(0) }
