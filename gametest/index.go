package gametest

import (
	"fmt"
	"slices"
)

var indexLaws = []*law{&indexRange, &indexInverse, &indexSampled, &classes, &successors, &predecessors}

const indexed = "ply.Adversarial, retrograde.Indexer"

var indexRange = law{
	name:  "index",
	text:  "Index is below Positions, which never changes, and asking changes nothing.",
	needs: indexed,
	begin: func() check {
		var number constant[uint64]
		return func(p *place) {
			x := p.game.Indexer
			n, i := x.Positions(), x.Index()
			number.check(p.line, "Positions", n)
			if i >= n {
				p.fail("calling Index", fmt.Sprintf("less than %d", n), i)
			}
			p.unchanged("after calling Index")
		}
	},
}

// surroundings are the data that all positions with one index must share.
type surroundings struct {
	other, same []uint64 // the indices after all moves
	moves       bool
	outcome     int
}

func (s surroundings) String() string {
	if !s.moves {
		return fmt.Sprintf("finished, outcome %d", s.outcome)
	}
	return fmt.Sprintf("moves to %v, of the same side to %v", s.other, s.same)
}

func nextIndices(g *subject) (s surroundings) {
	a := g.Adversarial
	side := a.ToMove()
	for _, m := range g.Moves(nil) {
		s.moves = true
		g.Play(m)
		if i := g.Indexer.Index(); a.ToMove() == side {
			s.same = append(s.same, i)
		} else {
			s.other = append(s.other, i)
		}
		g.Undo(m)
	}
	if !s.moves {
		s.outcome = a.Outcome()
	}
	s.other, s.same = sortedSet(s.other), sortedSet(s.same)
	return s
}

func sortedSet(x []uint64) []uint64 {
	slices.Sort(x)
	return slices.Compact(x)
}

func setTo(p *place, index uint64) *subject {
	g := p.newGame()
	x := g.Indexer
	did := fmt.Sprintf("calling SetIndex(%d) on a new game", index)
	if !x.SetIndex(index) {
		p.fail(did, "true", "false")
	}
	if again := x.Index(); again != index {
		p.fail(did+" and then Index", index, again)
	}
	return g
}

var indexInverse = law{
	name:  "index inverse",
	text:  "SetIndex leads back to a position with that index, which has the same outcome or moves to positions with the same indices.",
	needs: indexed,
	check: func(p *place) {
		index := p.game.Indexer.Index()
		g := setTo(p, index)
		if want, got := nextIndices(p.game).String(), nextIndices(g).String(); want != got {
			p.fail(fmt.Sprintf("and after SetIndex(%d) on a new game", index), want, got)
		}
	},
}

const sampledIndices = 8

var indexSampled = law{
	name:   "index of any position",
	text:   "Where SetIndex returns true, Index returns that index, and all moves lead to indices for which it does.",
	needs:  indexed,
	rarely: true,
	check: func(p *place) {
		g := p.newGame()
		x := g.Indexer
		n := x.Positions()
		for range sampledIndices {
			index := p.random.Uint64N(n)
			if !x.SetIndex(index) {
				continue
			}
			g = setTo(p, index)
			next := nextIndices(g)
			for _, i := range slices.Concat(next.other, next.same) {
				if i >= n || !g.Indexer.SetIndex(i) {
					p.fail(fmt.Sprintf("calling SetIndex(%d) and then SetIndex(%d), to which a move leads", index, i), "true", "false")
				}
			}
		}
	},
}

var classes = law{
	name:  "classes",
	text:  "Classes are ranges of indices in ascending order, and a move leads to the same class or to one of Below.",
	needs: indexed + ", retrograde.Classed",
	check: func(p *place) {
		c, x := p.game.Classed, p.game.Indexer
		starts := c.Classes()
		if len(starts) == 0 || starts[0] != 0 || !slices.IsSorted(starts) || starts[len(starts)-1] > x.Positions() {
			p.fail("calling Classes", fmt.Sprintf("0 and then numbers to %d that ascend", x.Positions()), starts)
		}
		class := classOf(starts, x.Index())
		below := c.Below(class)
		for _, m := range p.sample(p.moves) {
			next := classOf(starts, playing(p.game, m, x.Index))
			if next != class && (next > class || !slices.Contains(below, next)) {
				p.fail(fmt.Sprintf("playing %v in class %d", m, class), fmt.Sprintf("one of the classes %v", below), fmt.Sprintf("class %d", next))
			}
		}
	},
}

// classOf returns the last class that starts at or below an index.
func classOf(starts []uint64, index uint64) int {
	i, _ := slices.BinarySearch(starts, index+1)
	return i - 1
}

var successors = law{
	name:  "successors",
	text:  "Successors appends the indices after all moves, and changes nothing.",
	needs: indexed + ", retrograde.Forward",
	check: func(p *place) {
		want := nextIndices(p.game)
		const mark = 1<<64 - 1
		other, same := p.game.Forward.Successors([]uint64{mark}, []uint64{mark})
		got := want
		if len(other) == 0 || len(same) == 0 || other[0] != mark || same[0] != mark {
			p.fail("calling Successors", "what was in the slices, and more", fmt.Sprint(other, same))
		}
		got.other, got.same = sortedSet(other[1:]), sortedSet(same[1:])
		if want.String() != got.String() || !want.moves && len(got.other)+len(got.same) > 0 {
			p.fail("calling Successors", want.String(), fmt.Sprintf("moves to %v, of the same side to %v", got.other, got.same))
		}
		p.unchanged("after calling Successors")
	},
}

const mostPredecessors = 8

var predecessors = law{
	name:  "predecessors",
	text:  "Predecessors appends the indices from which a move leads here, but for those of other classes, and changes nothing.",
	needs: indexed + ", retrograde.Backward",
	check: func(p *place) {
		beforeHere(p)
		index := p.game.Indexer.Index()
		next := nextIndices(p.game)
		// Each position after a move must have this one among its predecessors.
		for i, list := range [2][]uint64{next.other, next.same} {
			for n, to := range list {
				if n == p.opt.Width && !p.full {
					break
				}
				g := setTo(p, to)
				if class(g, to) != class(g, index) {
					continue
				}
				lists := [2][]uint64{}
				lists[0], lists[1] = g.Backward.Predecessors(nil, nil)
				if !slices.Contains(lists[i], index) {
					p.fail(fmt.Sprintf("calling Predecessors at index %d, to which a move leads from here", to),
						fmt.Sprintf("%d in list %d", index, i), fmt.Sprint(lists[0], lists[1]))
				}
			}
		}
	},
}

func class(g *subject, index uint64) int {
	if g.Classed == nil {
		return 0
	}
	return classOf(g.Classed.Classes(), index)
}

func beforeHere(p *place) {
	index := p.game.Indexer.Index()
	g := setTo(p, index)
	other, same := p.game.Backward.Predecessors(nil, nil)
	p.unchanged("after calling Predecessors")
	for i, list := range [2][]uint64{other, same} {
		list = sortedSet(list)
		if len(list) > mostPredecessors && !p.full {
			p.random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
			list = list[:mostPredecessors]
		}
		for _, before := range list {
			if before >= g.Indexer.Positions() {
				p.fail("calling Predecessors", fmt.Sprintf("indices below %d", g.Indexer.Positions()), before)
			}
			if !g.Indexer.SetIndex(before) {
				continue
			}
			next := nextIndices(g)
			if lists := [2][]uint64{next.other, next.same}; !slices.Contains(lists[i], index) {
				p.fail(fmt.Sprintf("playing all moves from index %d, which Predecessors appends to list %d here", before, i), index, next.String())
			}
		}
	}
}
