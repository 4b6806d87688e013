package testgames

// An IndexedLiar is a Liar whose positions are numbered, the last first.
type IndexedLiar struct{ *Liar }

func (g *IndexedLiar) Clone() *IndexedLiar { return &IndexedLiar{g.Liar.Clone()} }

func (g *IndexedLiar) Positions() uint64 {
	if number, lies := g.tells("Positions"); lies {
		return uint64(wild(number))
	}
	return uint64(len(g.next))
}

func (g *IndexedLiar) Index() uint64 {
	if number, lies := g.tells("Index"); lies {
		return uint64(wild(number))
	}
	return uint64(len(g.next) - 1 - g.at())
}

func (g *IndexedLiar) SetIndex(index uint64) bool {
	number, lies := g.tells("SetIndex")
	if lies {
		index += number >> 8
	}
	g.line = append(g.line[:0], len(g.next)-1-int(index%uint64(len(g.next))))
	return !lies || number>>16%2 == 0
}

func (g *IndexedLiar) neighbours(method string, nodes []int, other, same []uint64) ([]uint64, []uint64) {
	side := g.ToMove()
	for _, node := range nodes {
		g.line = append(g.line, node)
		if index := g.Index(); g.ToMove() == side {
			same = append(same, index)
		} else {
			other = append(other, index)
		}
		g.line = g.line[:len(g.line)-1]
	}
	if number, lies := g.tells(method); lies {
		return append(other, uint64(wild(number))), same[:len(same)/2]
	}
	return other, same
}

func (g *IndexedLiar) Successors(other, same []uint64) (others, sames []uint64) {
	return g.neighbours("Successors", g.next[g.at()], other, same)
}

// A ClassedLiar is an IndexedLiar in two classes that is a retrograde.Backward.
type ClassedLiar struct{ *IndexedLiar }

func (g *ClassedLiar) Clone() *ClassedLiar { return &ClassedLiar{g.IndexedLiar.Clone()} }

func (g *ClassedLiar) Predecessors(other, same []uint64) (others, sames []uint64) {
	var before []int
	for node, out := range g.next {
		for _, to := range out {
			if to == g.at() {
				before = append(before, node)
			}
		}
	}
	return g.neighbours("Predecessors", before, other, same)
}

func (g *ClassedLiar) Classes() []uint64 {
	middle := uint64(len(g.next) / 2)
	if number, lies := g.tells("Classes"); lies {
		return [][]uint64{nil, {1}, {0, uint64(wild(number))}, {0, middle + 1, middle}}[number>>16%4]
	}
	return []uint64{0, middle}
}

func (g *ClassedLiar) Below(class int) []int {
	if number, lies := g.tells("Below"); lies {
		return []int{wild(number), class}
	}
	return []int{0}[:class&1]
}
