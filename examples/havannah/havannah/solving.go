package havannah

import (
	"math/bits"

	"github.com/ply-search/ply/transposition"
)

// A Solving game is a game for package proof that lists only moves that can matter, and ends as soon as a win is in sight. Values
// are unchanged:
//
//   - A side that can win at once has won. So has a side with a move that creates two threats to win, if the other side cannot
//     win first.
//   - If the other side threatens to win at once on one cell, only this cell is listed. With two cells the game is lost.
//   - If the other side threatens moves that create two threats to win, the moves listed are those that take a cell of each such
//     threat, and those that threaten to win at once. If there are none, the game is lost.
//
// Images of a position have the same hash.
//
// All threats follow from the pairs of cells that win together: neighbours, or cells next to the same chain. After a move, only
// pairs with a cell next to the chain of the new stone are new.
type Solving struct {
	game  *Game
	keys  [][2][]uint64 // Zobrist keys by symmetry, side and place
	rings [][6]int8     // by place: the places of the neighbours, or -1
	level []level       // for the start and each move played
	pair  pairing       // scratch
}

// A level holds the threats of a position. Sets are of places on the board.
type level struct {
	hashes   [12]uint64
	win      [2]uint64 // cells where a side wins at once
	pairs    [2]int    // the level that holds the partners of a side
	partners [2][]uint64
	known    bool // the partners of this level have been computed
}

// NewSolving returns a game that shares the position of g. Moves must be played on the Solving game, not on g.
func NewSolving(g *Game) (*Solving, error) {
	if err := g.fits(); err != nil {
		return nil, err
	}
	cells := len(g.cells)
	s := &Solving{game: g, keys: make([][2][]uint64, len(g.images)), rings: make([][6]int8, cells)}
	for i, image := range g.images {
		for side := range 2 {
			keys := make([]uint64, cells)
			for p, c := range g.cells {
				keys[p] = g.keys[2*int(image[c])+side]
			}
			s.keys[i][side] = keys
		}
	}
	for p, c := range g.cells {
		for d, step := range g.steps {
			s.rings[p][d] = int8(g.place[int16(c)+step])
		}
	}
	s.level = make([]level, 1, cells+1)
	first := &s.level[0]
	for i := range first.hashes {
		first.hashes[i] = g.HashUnder(i)
	}
	for side := range first.win {
		for _, c := range g.empty[:g.free] {
			if g.over == Unfinished && g.wins(c, side) {
				first.win[side] |= 1 << g.place[c]
			}
		}
	}
	return s, nil
}

func (s *Solving) here() *level { return &s.level[len(s.level)-1] }

func (s *Solving) free() (set uint64) {
	for _, c := range s.game.empty[:s.game.free] {
		set |= 1 << s.game.place[c]
	}
	return set
}

// partners returns for each place the empty cells that win for a side together with it.
func (s *Solving) partners(side int) []uint64 {
	at := s.here().pairs[side]
	l := &s.level[at]
	if l.partners[side] == nil {
		l.partners[side] = make([]uint64, len(s.game.cells))
	}
	return l.partners[side]
}

// prepare computes the partners for the sides whose pairs have changed.
func (s *Solving) prepare() {
	l := s.here()
	if l.known {
		return
	}
	l.known = true
	last := len(s.level) - 1
	for side := range l.pairs {
		if l.pairs[side] != last {
			continue
		}
		partners := s.partners(side)
		if last == 0 {
			clear(partners)
			s.pair.find(s, side, partners, l.win[side], -1)
			continue
		}
		copy(partners, s.level[s.level[last-1].pairs[side]].partners[side])
		s.pair.find(s, side, partners, l.win[side], int(s.game.played[len(s.game.played)-1].cell))
	}
}

// Play plays any legal move of the game, listed or not.
func (s *Solving) Play(c Cell) {
	s.prepare()
	before := len(s.level) - 1
	side, p := s.game.ToMove(), s.game.place[c]
	if len(s.level) == cap(s.level) {
		s.level = append(s.level, level{})
	} else {
		s.level = s.level[:len(s.level)+1] // reuses the slices of partners
	}
	old, l := &s.level[before], s.here()
	for i := range l.hashes {
		l.hashes[i] = old.hashes[i] ^ s.keys[i][side][p]
	}
	l.win = old.win
	l.win[side] |= s.level[old.pairs[side]].partners[side][p]
	s.game.Play(c)
	free := s.free()
	l.win[0], l.win[1] = l.win[0]&free, l.win[1]&free
	l.pairs = old.pairs
	l.pairs[side] = before + 1
	l.known = false
}

func (s *Solving) Undo(c Cell) {
	s.level = s.level[:len(s.level)-1]
	s.game.Undo(c)
}

func (s *Solving) ToMove() int { return s.game.ToMove() }

func (s *Solving) Acyclic() bool { return true }

// double returns a cell, as a set, with which the side to move creates two threats before the other side can win, or an empty set.
// The side to move must not be able to win at once.
func (s *Solving) double() uint64 {
	me := s.game.ToMove()
	free := s.free()
	try := free
	if threats := s.here().win[1-me]; threats != 0 {
		if try = threats; try&(try-1) != 0 {
			return 0
		}
	}
	for partners := s.partners(me); try != 0; try &= try - 1 {
		if both := partners[bits.TrailingZeros64(try)] & free; both&(both-1) != 0 {
			return try & -try
		}
	}
	return 0
}

// Winning returns a move that wins at once or creates two threats before the other side can win, and whether there is one.
func (s *Solving) Winning() (Cell, bool) {
	s.prepare()
	l, me := s.here(), s.game.ToMove()
	if s.game.over != Unfinished {
		return 0, false
	}
	if l.win[me] != 0 {
		return s.game.cells[bits.TrailingZeros64(l.win[me])], true
	}
	if two := s.double(); two != 0 {
		return s.game.cells[bits.TrailingZeros64(two)], true
	}
	return 0, false
}

// must returns the value of the position if it is finished, or the moves that can matter.
func (s *Solving) must() (value int, moves uint64) {
	s.prepare()
	l, me := s.here(), s.game.ToMove()
	threats := l.win[1-me]
	switch {
	case s.game.over != Unfinished:
		return s.game.Outcome(), 0
	case l.win[me] != 0:
		return 1, 0
	case threats&(threats-1) != 0:
		return -1, 0
	case s.double() != 0:
		return 1, 0
	case threats != 0:
		return 0, threats
	}
	free := s.free()
	moves = free
	for rest, partners := free, s.partners(1-me); rest != 0; rest &= rest - 1 {
		first := rest & -rest
		both := partners[bits.TrailingZeros64(first)] & free
		switch left := both & (both - 1); {
		case left == 0:
		case left&(left-1) == 0:
			moves &= first | both
		default:
			moves &= first // if one of three partners is taken, two remain
		}
	}
	if moves != free {
		for rest, partners := free, s.partners(me); rest != 0; rest &= rest - 1 {
			if partners[bits.TrailingZeros64(rest)]&free != 0 {
				moves |= rest & -rest
			}
		}
	}
	if moves == 0 {
		return -1, 0
	}
	return 0, moves
}

func (s *Solving) Moves(dst []Cell) []Cell {
	_, moves := s.must()
	for ; moves != 0; moves &= moves - 1 {
		dst = append(dst, s.game.cells[bits.TrailingZeros64(moves)])
	}
	return dst
}

// Outcome returns the value of a finished position.
func (s *Solving) Outcome() int {
	value, _ := s.must()
	return value
}

// FirstNumbers returns the initial proof and disproof numbers: the more moves can matter, the greater the disproof number.
func (s *Solving) FirstNumbers() (proof, disproof int) {
	value, moves := s.must()
	switch {
	case value > 0:
		return 0, 1
	case value < 0:
		return 1, 0
	}
	return 1, max(1, bits.OnesCount64(moves))
}

// Hash returns the least hash of all images, mixed.
func (s *Solving) Hash() uint64 {
	l := s.here()
	least := l.hashes[0]
	for _, h := range l.hashes[1:] {
		least = min(least, h)
	}
	return transposition.Mix(least)
}

func (s *Solving) HashSuccessors(moves []Cell, dst []uint64) []uint64 {
	l, side := s.here(), s.game.ToMove()
	for _, c := range moves {
		p := s.game.place[c]
		least := l.hashes[0] ^ s.keys[0][side][p]
		for i := 1; i < len(l.hashes); i++ {
			least = min(least, l.hashes[i]^s.keys[i][side][p])
		}
		dst = append(dst, transposition.Mix(least))
	}
	return dst
}

// A pairing finds the pairs of empty cells that win together.
type pairing struct {
	roots   []Cell     // of the chains met
	number  []int8     // by root: the number of the chain, from 1
	beside  []uint64   // by chain: the empty cells next to it
	chains  [64]uint32 // by place: the chains next to it
	touched [64]marks  // by place: the marks of the cell and of the chains next to it
}

// find adds the partners of each empty cell to partners: all of them or, if last is not -1, the pairs with a cell next to the chain
// of that stone. The cells in alone win without a partner.
func (p *pairing) find(s *Solving, side int, partners []uint64, alone uint64, last int) {
	g := s.game
	if p.number == nil {
		p.number = make([]int8, len(g.stones))
	}
	for _, root := range p.roots {
		p.number[root] = 0
	}
	p.roots, p.beside = p.roots[:0], p.beside[:0]
	for _, c := range g.empty[:g.free] {
		at := g.place[c]
		p.chains[at], p.touched[at] = 0, g.marks[c]
		runs := &around[g.near[c].of(side)]
		for _, d := range runs.first[:runs.count] {
			root := g.find(Cell(int16(c) + g.steps[d]))
			n := p.number[root]
			if n == 0 {
				p.roots = append(p.roots, root)
				p.beside = append(p.beside, 0)
				n = int8(len(p.roots))
				p.number[root] = n
			}
			p.chains[at] |= 1 << (n - 1)
			p.beside[n-1] |= 1 << at
			p.touched[at] |= g.stones[root].marks
		}
	}
	free := s.free() &^ alone
	beside := free
	if last >= 0 {
		beside = 0
		if n := p.number[g.find(Cell(last))]; n > 0 {
			beside = p.beside[n-1]
		}
	}
	for rest := free; rest != 0; rest &= rest - 1 {
		a := bits.TrailingZeros64(rest)
		var adjacent uint64
		for _, n := range s.rings[a] {
			if n >= 0 {
				adjacent |= 1 << n
			}
		}
		near := adjacent
		for chains := p.chains[a]; chains != 0; chains &= chains - 1 {
			near |= p.beside[bits.TrailingZeros32(chains)]
		}
		others := near & rest & (rest - 1)
		if beside>>a&1 == 0 {
			others &= beside
		}
		for ; others != 0; others &= others - 1 {
			b := bits.TrailingZeros64(others)
			if (p.touched[a] | p.touched[b]).wins() || p.ring(s, side, a, b, adjacent>>b&1 != 0) {
				partners[a] |= 1 << b
				partners[b] |= 1 << a
			}
		}
	}
}

// ring reports whether stones on two empty places, neither of which completes a ring alone, complete one together.
func (p *pairing) ring(s *Solving, side, a, b int, adjacent bool) bool {
	g := s.game
	c := g.cells[b]
	near := g.near[c].of(side)
	toA := -1 // the direction from b to a
	if adjacent {
		for d, n := range s.rings[b] {
			if int(n) == a {
				toA = d
			}
		}
		near |= 1 << toA
	}
	// a connects two runs of neighbours of b.
	runs := &around[near]
	joined := 0
	for _, d := range runs.first[:runs.count] {
		cell := Cell(int16(c) + g.steps[d])
		if int(d) == toA || p.chains[a]>>(p.number[g.find(cell)]-1)&1 != 0 {
			joined++
		}
	}
	if joined > 1 {
		return true
	}
	// A neighbour of b is surrounded.
	for inner := runs.inner; inner != 0; inner &= inner - 1 {
		d := bits.TrailingZeros8(inner)
		middle := int16(c) + g.steps[d]
		all := g.near[middle].of(side) | 1<<((d+3)%6)
		if d != toA {
			for e, n := range s.rings[g.place[middle]] {
				if int(n) == a {
					all |= 1 << e
				}
			}
		}
		if all == 63 {
			return true
		}
	}
	return false
}
