package losalamos

import (
	"encoding/binary"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/internal/chess"
	"github.com/ply-search/ply/transposition"
)

const (
	White = 0 // moves first
	Black = 1
)

type kind uint8

const (
	none kind = iota
	pawn
	knight
	rook
	queen
	king
	kinds
)

// A Game is a position of Los Alamos chess with the line of play that led to it, and a [ply.AdversarialGame]. Playing allocates
// memory only for the line. [New] and [ParseFEN] make games; the zero value is not valid.
type Game struct {
	sides  [2]chess.Set
	pieces [kinds]chess.Set // of both sides
	board  [squares]kind
	toMove uint8

	now     state
	history []state // before each move and pass
	listed  []Move  // scratch of CountSuccessors

	firstMove int   // number of the full move in which the game began
	firstSide uint8 // the side to move then
}

// A state is the part of a position that Undo restores from the history.
type state struct {
	hash       uint64
	placement  int32 // sum of the table of that name, for White
	clock      int32 // moves since the last capture or pawn move, those before the start included
	reversible int32 // moves at the end of the history that a repetition can span
	captured   kind  // by the last move
}

// New returns the start of a game.
func New() *Game { return must(Start) }

func must(fen string) *Game {
	g, err := ParseFEN(fen)
	if err != nil {
		panic(err)
	}
	return g
}

// Zobrist keys, by square and piece.
var (
	keys    = transposition.Zobrist{Seed: 6}.Keys(squares, 2*int(kinds))
	sideKey = transposition.Zobrist{Seed: 6}.Key(squares, 0)
)

func key(side uint8, k kind, square int) uint64 {
	return keys[square*2*int(kinds)+int(side)*int(kinds)+int(k)]
}

func (g *Game) put(side uint8, k kind, square int) {
	g.sides[side] |= 1 << square
	g.pieces[k] |= 1 << square
	g.board[square] = k
	g.now.hash ^= key(side, k, square)
	g.now.placement += placement[side][k][square]
}

// remove takes the piece from a square and returns its kind.
func (g *Game) remove(side uint8, square int) kind {
	k := g.board[square]
	g.sides[side] &^= 1 << square
	g.pieces[k] &^= 1 << square
	g.board[square] = none
	g.now.hash ^= key(side, k, square)
	g.now.placement -= placement[side][k][square]
	return k
}

func (g *Game) occupied() chess.Set { return g.sides[White] | g.sides[Black] }

func (g *Game) kingOf(side uint8) int { return (g.pieces[king] & g.sides[side]).First() }

func (g *Game) Play(m Move) {
	g.history = append(g.history, g.now)
	us, from, to := g.toMove, m.from(), m.to()
	moved := g.remove(us, from)
	g.now.clock++
	g.now.reversible++
	if g.now.captured = g.board[to]; g.now.captured != none {
		g.remove(us^1, to)
	}
	if g.now.captured != none || moved == pawn {
		g.now.clock, g.now.reversible = 0, 0
	}
	if p := m.promotion(); p != none {
		moved = p
	}
	g.put(us, moved, to)
	g.turn()
}

func (g *Game) turn() {
	g.toMove ^= 1
	g.now.hash ^= sideKey
}

func (g *Game) Undo(m Move) {
	g.toMove ^= 1
	us, from, to := g.toMove, m.from(), m.to()
	moved := g.remove(us, to)
	if m.promotion() != none {
		moved = pawn
	}
	g.put(us, moved, from)
	if g.now.captured != none {
		g.put(us^1, g.now.captured, to)
	}
	g.back()
}

func (g *Game) back() {
	last := len(g.history) - 1
	g.now, g.history = g.history[last], g.history[:last]
}

func (g *Game) ToMove() int { return int(g.toMove) }

// Outcome returns -[ply.MaxValue] for checkmate, or 0 for stalemate.
func (g *Game) Outcome() int {
	if g.InCheck() {
		return -ply.MaxValue
	}
	return 0
}

func (g *Game) Hash() uint64 { return g.now.hash }

func (g *Game) HashAfter(m Move) uint64 {
	us, from, to := g.toMove, m.from(), m.to()
	moved, captured := g.board[from], g.board[to]
	hash := g.now.hash ^ sideKey ^ key(us, moved, from)
	if captured != none {
		hash ^= key(us^1, captured, to)
	}
	if p := m.promotion(); p != none {
		moved = p
	}
	return hash ^ key(us, moved, to)
}

func (g *Game) sideOn(square int) uint8 {
	if g.sides[Black].Has(square) {
		return Black
	}
	return White
}

// AppendBinary appends the identity of the position: the squares of each kind and of White, and the side to move, 49 bytes.
func (g *Game) AppendBinary(b []byte) ([]byte, error) {
	for _, pieces := range g.pieces[pawn:] {
		b = binary.BigEndian.AppendUint64(b, uint64(pieces))
	}
	b = binary.BigEndian.AppendUint64(b, uint64(g.sides[White]))
	return append(b, g.toMove), nil
}

func (g *Game) Clone() *Game {
	c := *g
	c.history = slices.Clone(g.history)
	c.listed = nil
	return &c
}
