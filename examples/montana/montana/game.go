// Package montana is the solitaire Montana, also called Gaps, Spaces or Superpuzz (Helmstetter 2007,
// chapter 3), as a game for package ply.
//
// The cards are laid out in rows, one for each suit; the aces are taken away and leave gaps. A gap can
// be filled by the successor, in suit, of the card on its left, whose place becomes the gap; nothing
// can be put behind a king or a gap. The aim is to have each suit in a row from the two to the king.
// In variant [Base] the aces stand in a column of their own on the left, the first suit in the first
// row and so on; in variant [Common] they are gone, and any two may be put into a gap in the first
// column.
//
// There may be other numbers of suits and ranks than 4 and 13.
package montana

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/transposition"
)

// A Game is a position of Montana and a [ply.Game], with nearly all the capabilities of a puzzle.
//
// The board has a row for each suit and, in front of the places for cards, a column that holds the
// aces in variant Base and a wall in variant Common. A cell is a place of that board, numbered row
// by row.
type Game struct {
	// The thing in a cell, and the cell of a thing, 0 for nowhere. Gaps are things too, and a move exchanges two. The
	// successor of a card has the next number. After a king, a gap or the wall comes a number without a cell.
	//
	// A board takes the first few hundred numbers. The arrays have a place for every index, so none needs a bounds
	// check: 15 % of the speed of a search without a table.
	board [1 << 16]uint16
	where [1 << 16]uint16

	gaps     []uint16 // the things that are gaps
	twos     []uint16 // the cards that may go to the first column, in variant Common
	firstGap uint16
	wall     uint16

	keys     []uint64 // Zobrist keys of a thing in a cell: keys[thing<<keyShift|cell]
	keyShift uint
	hash     uint64
	hashing  bool // hash is up to date, from its first use on

	variant      Variant
	suits, ranks int
	columns      int // of the board
	mostMoves    int // in any position
}

// A Move moves a card from one cell to the gap in another: 10 bits for each.
type Move uint32

func makeMove(thing, from, to uint16) Move { return Move(thing)<<20 | Move(from)<<10 | Move(to) }

func (m Move) thing() uint16 { return uint16(m >> 20) }
func (m Move) from() uint16  { return uint16(m >> 10 & (1<<10 - 1)) }
func (m Move) to() uint16    { return uint16(m & (1<<10 - 1)) }

// New returns the game that begins with a deal.
func New(deal Deal, variant Variant) (*Game, error) {
	if err := deal.check(); err != nil {
		return nil, err
	}
	if variant > Common {
		return nil, fmt.Errorf("unknown %v", variant)
	}
	g := &Game{
		variant:  variant,
		suits:    deal.Suits,
		ranks:    deal.Ranks,
		columns:  deal.Ranks + 1,
		firstGap: thing(Card{deal.Suits, 0}, deal.Ranks),
		keyShift: uint(bits.Len(uint(deal.Suits * (deal.Ranks + 1)))),
	}
	g.wall = g.firstGap + 2*uint16(g.suits)
	for suit := range g.suits {
		head := g.wall
		if variant == Base {
			head = g.thing(Card{suit, 0})
		}
		g.put(head, g.cell(suit, 0))
		if variant == Common {
			g.twos = append(g.twos, g.thing(Card{suit, 1}))
		}
	}
	for i, c := range deal.Cards {
		t := g.thing(c)
		if c.Rank == 0 {
			t = g.firstGap + 2*uint16(len(g.gaps))
			g.gaps = append(g.gaps, t)
		}
		g.put(t, g.cell(i/g.ranks, 1+i%g.ranks))
	}
	g.keys = transposition.Zobrist{}.Keys(int(g.firstGap), 1<<g.keyShift)
	g.mostMoves = len(g.gaps) * max(1, len(g.twos))
	return g, nil
}

// thing returns the number of a card. Cards of a suit have consecutive numbers, and one number is free after each king.
func thing(c Card, ranks int) uint16 { return uint16(c.Suit*(ranks+1) + c.Rank + 1) }

func (g *Game) thing(c Card) uint16 { return thing(c, g.ranks) }

func (g *Game) card(thing uint16) Card {
	return Card{int(thing-1) / (g.ranks + 1), int(thing-1) % (g.ranks + 1)}
}

// cell returns the cell in a row and a column, where column 0 has the aces or the wall. Cell 0 means nowhere.
func (g *Game) cell(row, column int) uint16 { return uint16(1 + row*g.columns + column) }

func (g *Game) put(thing, cell uint16) {
	g.board[cell], g.where[thing] = thing, cell
}

// Moves appends the legal moves, gap by gap.
func (g *Game) Moves(dst []Move) []Move {
	for _, gap := range g.gaps {
		to := g.where[gap]
		left := g.board[to-1]
		if from := g.where[left+1]; from != 0 {
			dst = append(dst, makeMove(left+1, from, to))
		}
		if left == g.wall {
			for _, two := range g.twos {
				dst = append(dst, makeMove(two, g.where[two], to))
			}
		}
	}
	return dst
}

// Play moves a card.
func (g *Game) Play(m Move) {
	if g.hashing {
		g.hash ^= g.change(m)
	}
	g.exchange(m.thing(), m.from(), m.to())
}

// Undo moves it back.
func (g *Game) Undo(m Move) {
	if g.hashing {
		g.hash ^= g.change(m)
	}
	g.exchange(m.thing(), m.to(), m.from())
}

// exchange moves a card from one cell to the gap in another.
func (g *Game) exchange(card, from, to uint16) {
	gap := g.board[to]
	g.board[from], g.board[to] = gap, card
	g.where[card], g.where[gap] = to, from
}

// change returns the difference that m makes to the hash.
func (g *Game) change(m Move) uint64 {
	card := uint(m>>20) << (g.keyShift & 63)
	return g.keys[card|uint(m>>10&1023)] ^ g.keys[card|uint(m&1023)]
}

// Advance plays prev[i] and lists the next moves, moves of prev[:t] that commute with it first.
func (g *Game) Advance(prev []Move, i, t int, dst []Move) ([]Move, int) {
	if t > 0 || g.hashing || g.variant == Common || cap(dst)-len(dst) < g.mostMoves {
		return g.advance(prev, i, t, dst)
	}
	// Playouts keep no moves.
	m := prev[i]
	g.exchange(m.thing(), m.from(), m.to())
	n := len(dst)
	out := dst[:cap(dst)]
	for _, gap := range g.gaps {
		to := g.where[gap]
		card := g.board[to-1] + 1
		if from := g.where[card]; from != 0 {
			out[n] = makeMove(card, from, to)
			n++
		}
	}
	return out[:n], 0
}

func (g *Game) advance(prev []Move, i, t int, dst []Move) ([]Move, int) {
	m := prev[i]
	if g.hashing {
		g.hash ^= g.change(m)
	}
	g.exchange(m.thing(), m.from(), m.to())
	n := len(dst)
	if n+t+g.mostMoves > cap(dst) {
		dst = slices.Grow(dst, t+g.mostMoves)
	}
	out := dst[:cap(dst)]
	var kept uint64 // the gaps that the moves of prev[:t] that remain go to
	behindTo, behindFrom := m.to()-1, m.from()+1
	for _, p := range prev[:t] {
		if p.from() != behindTo && p.to() != behindFrom && (g.variant == Base || commute(p, m)) {
			out[n] = p
			n++
			kept |= 1 << (g.board[p.to()] & 63)
		}
	}
	commuting := n - len(dst)
	if g.variant == Common {
		return g.advanceCommon(out[len(dst):n], out, n), commuting
	}
	for _, gap := range g.gaps {
		to := g.where[gap]
		card := g.board[to-1] + 1
		if from := g.where[card]; from != 0 && kept>>(gap&63)&1 == 0 {
			out[n] = makeMove(card, from, to)
			n++
		}
	}
	return out[:n], commuting
}

// advanceCommon is the end of Advance for variant Common, where several moves go to a gap in the
// first column: it appends the legal moves that are not among those kept.
func (g *Game) advanceCommon(kept, out []Move, n int) []Move {
	for _, m := range g.Moves(out[n:n]) {
		if !slices.Contains(kept, m) {
			out[n] = m
			n++
		}
	}
	return out[:n]
}

// Commute reports whether two legal moves are legal in either order, with the same result: neither takes away the card
// before the other's gap, its card, or its gap.
func (g *Game) Commute(a, b Move) bool { return commute(a, b) }

func commute(a, b Move) bool {
	return a.from()+1 != b.to() && b.from()+1 != a.to() && a.from() != b.from() && a.to() != b.to()
}

// Hash returns the Zobrist hash of the cards in their cells.
func (g *Game) Hash() uint64 {
	if !g.hashing {
		g.hash, g.hashing = g.Rehash(), true
	}
	return g.hash
}

// HashAfter returns the hash of the position after m.
func (g *Game) HashAfter(m Move) uint64 {
	if !g.hashing {
		g.Hash()
	}
	return g.hash ^ g.change(m)
}

// HashSuccessors appends the hashes of the positions after moves.
func (g *Game) HashSuccessors(moves []Move, dst []uint64) []uint64 {
	if !g.hashing {
		g.Hash()
	}
	return g.XorHashes(g.hash, moves, dst)
}

// XorHashes appends hash XOR the change of each move.
func (g *Game) XorHashes(hash uint64, moves []Move, dst []uint64) []uint64 {
	n := len(dst)
	dst = slices.Grow(dst, len(moves))[:n+len(moves)]
	for i, m := range moves {
		dst[n+i] = hash ^ g.change(m)
	}
	return dst
}

// Rehash computes the hash anew.
func (g *Game) Rehash() uint64 {
	var hash uint64
	for thing := range int(g.firstGap) {
		if cell := g.where[thing]; cell != 0 {
			hash ^= g.keys[thing<<g.keyShift|int(cell)]
		}
	}
	return hash
}

// AppendBinary appends the cell of each card, in one byte or, if there are more than 256 cells, in two.
func (g *Game) AppendBinary(b []byte) ([]byte, error) {
	wide := g.Cells() > 256
	for _, cell := range g.where[:g.firstGap] {
		switch {
		case cell == 0: // a card that is not there
		case wide:
			b = binary.BigEndian.AppendUint16(b, cell)
		default:
			b = append(b, byte(cell))
		}
	}
	return b, nil
}

// Footprint appends the preconditions of a move (the gap, the place of the card, and the card before the gap, except
// for a two in variant Common) and its modifications.
func (g *Game) Footprint(m Move, dst ply.Footprint) ply.Footprint {
	from, to, card := int32(m.from()), int32(m.to()), int32(m.thing())
	dst.Preconditions = append(dst.Preconditions, ply.Condition{Cell: to, Value: 0}, ply.Condition{Cell: from, Value: card})
	if g.variant == Base || g.card(m.thing()).Rank > 1 {
		dst.Preconditions = append(dst.Preconditions, ply.Condition{Cell: to - 1, Value: card - 1})
	}
	dst.Modifications = append(dst.Modifications, ply.Condition{Cell: to, Value: card}, ply.Condition{Cell: from, Value: 0})
	return dst
}

// Cells returns the number of cells, including cell 0, which is not on the board.
func (g *Game) Cells() int { return 1 + g.suits*g.columns }

// Cell returns the number of the card in cell i, or of the wall, and 0 for a gap.
func (g *Game) Cell(i int) int32 {
	if thing := g.board[i]; thing < g.firstGap || thing == g.wall {
		return int32(thing)
	}
	return 0
}

// Acyclic reports whether the variant is Base, where a card of rank r moves at most r times (Helmstetter 2007, section
// 3.1.3).
func (g *Game) Acyclic() bool { return g.variant == Base }

// Solved reports whether each row holds a suit from the two to the king, behind its ace or, in variant Common, from the
// first column on.
func (g *Game) Solved() bool {
	for suit := range g.suits {
		two := g.thing(Card{suit, 1})
		if before := g.board[g.where[two]-1]; before != two-1 && before != g.wall {
			return false
		}
		for rank := 2; rank < g.ranks; rank++ {
			card := two + uint16(rank) - 1
			if g.where[card] != g.where[card-1]+1 {
				return false
			}
		}
	}
	return true
}

// Estimate returns the number of misplaced cards, each of which must move. In variant Common, only the column of a card
// counts.
func (g *Game) Estimate() int {
	astray := 0
	for suit := range g.suits {
		for rank := 1; rank < g.ranks; rank++ {
			cell := int(g.where[g.thing(Card{suit, rank})]) - 1
			if cell%g.columns != rank || g.variant == Base && cell/g.columns != suit {
				astray++
			}
		}
	}
	return astray
}

// Clone returns a copy with a separate position.
func (g *Game) Clone() *Game {
	c := &Game{
		gaps: g.gaps, twos: g.twos, firstGap: g.firstGap, wall: g.wall,
		keys: g.keys, keyShift: g.keyShift, hash: g.hash, hashing: g.hashing,
		variant: g.variant, suits: g.suits, ranks: g.ranks, columns: g.columns, mostMoves: g.mostMoves,
	}
	copy(c.board[:], g.board[:g.Cells()])
	copy(c.where[:], g.where[:g.wall])
	return c
}

// CopyFrom makes the game a copy of another.
func (g *Game) CopyFrom(other *Game) {
	if len(g.gaps) == 0 || len(other.gaps) == 0 || &g.gaps[0] != &other.gaps[0] {
		*g = *other
		return
	}
	// A clone differs only in the position.
	copy(g.board[:], other.board[:other.Cells()])
	copy(g.where[:], other.where[:other.wall])
	g.hash, g.hashing = other.hash, other.hashing
}

// String draws the board, a line for each row, with -- for gaps.
func (g *Game) String() string {
	var b strings.Builder
	for row := range g.suits {
		var signs []string
		for column := range g.columns {
			if thing := g.board[g.cell(row, column)]; thing < g.firstGap {
				signs = append(signs, g.card(thing).String())
			} else if thing != g.wall {
				signs = append(signs, "--")
			}
		}
		fmt.Fprintln(&b, strings.Join(signs, " "))
	}
	return b.String()
}

// Card returns the card that a move moves.
func (g *Game) Card(m Move) Card { return g.card(m.thing()) }

// PlayRandom plays random moves, see fast.PuzzlePlayouter.
func (g *Game) PlayRandom(random *rand.PCG, most int, legal, line []Move) (rest, played []Move) {
	if len(g.gaps) != 4 || g.variant == Common || g.hashing {
		for ; len(legal) > 0 && most > 0; most-- {
			i, _ := bits.Mul64(random.Uint64(), uint64(len(legal)))
			line = append(line, legal[i])
			g.Play(legal[i])
			legal = g.Moves(legal[:0])
		}
		return legal, line
	}
	// As in Advance, with at most as many moves as gaps.
	gaps := (*[4]uint16)(g.gaps)
	var moves [4]Move
	n := copy(moves[:], legal)
	for ; n > 0 && most > 0; most-- {
		i, _ := bits.Mul64(random.Uint64(), uint64(n))
		m := moves[i&3]
		line = append(line, m)
		g.exchange(m.thing(), m.from(), m.to())
		n = 0
		for _, gap := range gaps {
			to := g.where[gap]
			card := g.board[to-1] + 1
			if from := g.where[card]; from != 0 {
				moves[n&3] = makeMove(card, from, to)
				n++
			}
		}
	}
	return append(legal[:0], moves[:n]...), line
}

// Sequential is a game of variant Base as a [block.Sequential]. Each gap is a sub-game, since only one card can fill it
// (Helmstetter 2007, section 3.3), unlike gaps in the first column of variant Common. Moves played on one are played on
// the other.
type Sequential struct{ *Game }

// Sequential returns the game with its gaps as sub-games, or an error unless its variant is Base.
func (g *Game) Sequential() (Sequential, error) {
	if g.variant != Base {
		return Sequential{}, fmt.Errorf("montana: in variant %v gaps are not sub-games, want %v", g.variant, Base)
	}
	return Sequential{g}, nil
}

// Clone returns a copy with a separate position.
func (s Sequential) Clone() Sequential { return Sequential{s.Game.Clone()} }

// CopyFrom makes s a copy of another.
func (s Sequential) CopyFrom(other Sequential) { s.Game.CopyFrom(other.Game) }

// Subgames returns the number of gaps.
func (s Sequential) Subgames() int { return len(s.gaps) }

// Next returns the move that fills gap x.
func (s Sequential) Next(x int) (m Move, ok bool) {
	to := s.where[s.gaps[x]]
	card := s.board[to-1] + 1
	from := s.where[card]
	return makeMove(card, from, to), from != 0
}

// Watched appends the cell on the left of gap x. The card that fills the gap needs no watch: no other gap can take it.
func (s Sequential) Watched(x int, dst []int32) []int32 {
	return append(dst, int32(s.where[s.gaps[x]])-1)
}

// Changed appends the two cells that m changes.
func (s Sequential) Changed(m Move, dst []int32) []int32 {
	return append(dst, int32(m.from()), int32(m.to()))
}

// HashChange returns the difference that m makes to the hash.
func (s Sequential) HashChange(m Move) uint64 { return s.change(m) }
