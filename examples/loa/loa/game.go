package loa

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/internal/ranks"
	"github.com/ply-search/ply/transposition"
)

const (
	Black = 0 // moves first
	White = 1
)

// Rules are the rules in which sources differ. The zero value is the board of 8 × 8 with the rules of Winands.
type Rules struct {
	// Size is the number of ranks and files, from MinSize to MaxSize; 0 means 8. At the start there are men on all squares of the
	// border except the corners: Black's on the first and the last rank, White's on the outer files.
	Size int

	// MoverWins makes the side that moves win if its move connects both sides. By default that is a draw.
	MoverWins bool

	// StuckLoses makes a side without a move lose. By default it passes.
	StuckLoses bool
}

// Check returns an error if the size is out of range.
func (r Rules) Check() error {
	if r.Size != 0 && (r.Size < MinSize || r.Size > MaxSize) {
		return fmt.Errorf("loa: a board of size %d, want %d to %d", r.Size, MinSize, MaxSize)
	}
	return nil
}

// A Game is a position of Lines of Action with the line of play that led to it, and a [ply.AdversarialGame]. Playing allocates
// memory only for the line. [New], [Start] and [ParseFEN] make games; the zero value is not valid.
type Game struct {
	now    state
	toMove uint8
	states [mostLines + 1]uint16 // of the lines, see lineMoves; the last one stands for all lines of a single square
	*geometry
	rules   Rules
	history []state // before each move and pass

	cache      []sideFeatures
	threatened uint64 // hash of the position of threat
	threat     bool   // the other side threatens to connect
}

// A state is the part of a position that Undo restores from the history.
type state struct {
	men        [2]uint64
	hash       uint64
	euler      [2]int16 // four times the Euler number of each side
	reversible uint16   // moves at the end of the history that a repetition can span
	connected  [2]bool
}

// New returns the start of a game.
func New(rules Rules) (*Game, error) {
	if err := rules.Check(); err != nil {
		return nil, err
	}
	if rules.Size == 0 {
		rules.Size = MaxSize
	}
	return newGame(rules, geometries[rules.Size]().start, Black), nil
}

// Start returns the start of a game on 8 × 8 squares with the rules of Winands.
func Start() *Game { return newGame(Rules{Size: MaxSize}, geometries[MaxSize]().start, Black) }

func newGame(rules Rules, men [2]uint64, toMove uint8) *Game {
	g := &Game{geometry: geometries[rules.Size](), rules: rules, toMove: toMove}
	for side, m := range men {
		for rest := m; rest != 0; rest &= rest - 1 {
			g.count(bits.TrailingZeros64(rest), uint16(side+1))
		}
		g.now.euler[side] = euler(m)
		g.now.connected[side] = connected(m, g.now.euler[side])
	}
	g.now.men = men
	g.now.hash = g.Rehash()
	return g
}

// count adds to the digit of a square in the states of all its lines.
func (g *Game) count(square int, digit uint16) {
	through, weight := &g.through[square], &g.weight[square]
	for i, k := range through {
		g.states[k] += digit * weight[i]
	}
}

// Rules returns the rules, with the size of the board.
func (g *Game) Rules() Rules { return g.rules }

// Men returns the squares of the men of a side as bits 8·rank + file.
func (g *Game) Men(side int) uint64 { return g.now.men[side] }

// Connected reports whether the men of a side are connected.
func (g *Game) Connected(side int) bool { return g.now.connected[side] }

func (g *Game) over() bool { return g.now.connected[0] || g.now.connected[1] }

// Moves appends the legal moves, line by line, captures first on each line. A side without a move has [Pass], unless it loses.
func (g *Game) Moves(dst []Move) []Move {
	if g.over() {
		return dst
	}
	before := len(dst)
	for k := range g.lines {
		l := &g.lines[k]
		s := l.spans[g.toMove][g.states[k]]
		for _, code := range l.pool[s.start : s.start+uint16(s.moves)] {
			dst = append(dst, Move(l.base+l.step*code))
		}
	}
	if len(dst) == before && !g.rules.StuckLoses {
		dst = append(dst, Pass)
	}
	return dst
}

// Mobility returns the number of moves of a side, as if it were to move, without a pass.
func (g *Game) Mobility(side int) int {
	n := 0
	for k := range g.lines {
		n += int(g.lines[k].spans[side][g.states[k]].moves)
	}
	return n
}

func (g *Game) Play(m Move) {
	g.history = append(g.history, g.now)
	us := g.toMove
	g.toMove ^= 1
	n := &g.now
	n.hash ^= sideKey
	n.reversible += 1 - n.reversible>>15 // up to 2¹⁵, to avoid an overflow
	if m == Pass {
		return
	}
	from, to := m.from(), m.to()
	them := us ^ 1
	digit := uint16(us + 1)
	g.count(from, -digit)
	own := n.men[us] &^ bit(from)
	e := n.euler[us] - quads[around(own, from)] + quads[around(own, to)]
	own |= bit(to)
	n.men[us], n.euler[us] = own, e
	n.hash ^= keys[us][from] ^ keys[us][to]
	n.connected[us] = e <= 4 && connected(own, e)
	if n.men[them]&bit(to) == 0 {
		g.count(to, digit)
		return
	}
	g.count(to, digit-uint16(them+1))
	other := n.men[them] &^ bit(to)
	n.men[them] = other
	n.euler[them] -= quads[around(other, to)]
	n.hash ^= keys[them][to]
	n.connected[them] = connected(other, n.euler[them])
	n.reversible = 0
}

func (g *Game) Undo(m Move) {
	g.toMove ^= 1
	last := len(g.history) - 1
	if m != Pass {
		us, from, to := g.toMove, m.from(), m.to()
		digit := uint16(us + 1)
		g.count(from, digit)
		if g.history[last].men[us^1]&bit(to) == 0 {
			g.count(to, -digit)
		} else {
			g.count(to, uint16(us^1+1)-digit)
		}
	}
	g.now, g.history = g.history[last], g.history[:last]
}

// Advance plays prev[i] and appends the moves that follow.
func (g *Game) Advance(prev []Move, i, _ int, dst []Move) ([]Move, int) {
	g.Play(prev[i])
	return g.Moves(dst), 0
}

func (g *Game) ToMove() int { return int(g.toMove) }

// Outcome returns [ply.MaxValue] if only the side to move is connected, 0 if both sides are, and -[ply.MaxValue] otherwise. If both
// are connected and the rules say MoverWins, the side to move has lost.
func (g *Game) Outcome() int {
	us, them := g.now.connected[g.toMove], g.now.connected[g.toMove^1]
	switch {
	case us && them && !g.rules.MoverWins:
		return 0
	case us && !them:
		return ply.MaxValue
	default:
		return -ply.MaxValue
	}
}

var (
	keys    [2][squares]uint64
	sideKey = transposition.Zobrist{Seed: 28}.Key(2*squares, 0)
)

func init() {
	all := transposition.Zobrist{Seed: 28}.Keys(2*squares, 1)
	copy(keys[Black][:], all)
	copy(keys[White][:], all[squares:])
}

func (g *Game) Hash() uint64 { return g.now.hash }

func (g *Game) HashAfter(m Move) uint64 {
	h := g.now.hash ^ sideKey
	if m == Pass {
		return h
	}
	us, from, to := g.toMove, m.from(), m.to()
	h ^= keys[us][from] ^ keys[us][to]
	if g.now.men[us^1]&bit(to) != 0 {
		h ^= keys[us^1][to]
	}
	return h
}

func (g *Game) HashSuccessors(moves []Move, dst []uint64) []uint64 {
	for _, m := range moves {
		dst = append(dst, g.HashAfter(m))
	}
	return dst
}

func (g *Game) Rehash() uint64 { return g.HashUnder(0) }

// AppendBinary appends the identity of the position, 17 bytes.
func (g *Game) AppendBinary(b []byte) ([]byte, error) {
	b = binary.BigEndian.AppendUint64(b, g.now.men[Black])
	b = binary.BigEndian.AppendUint64(b, g.now.men[White])
	return append(b, g.toMove), nil
}

func (g *Game) Clone() *Game {
	c := *g
	c.history = slices.Clone(g.history)
	c.cache = nil
	return &c
}

func (g *Game) Numbers() int { return squares * squares }

// Number returns the number of a move.
func (g *Game) Number(m Move) int { return int(m) }

// Symmetries returns 8: the rotations and reflections of the board.
func (g *Game) Symmetries() int { return 8 }

// SquareUnder returns the image of a square, 8·rank + file, under symmetry s. Bit 0 of s mirrors left to right, bit 1 top to bottom,
// and bit 2 at the diagonal from a1.
func (g *Game) SquareUnder(s, at int) int {
	return square(ranks.Under(s, at%stride, at/stride, g.size-1))
}

func (g *Game) HashUnder(s int) uint64 {
	var h uint64
	for side, men := range g.now.men {
		for ; men != 0; men &= men - 1 {
			h ^= keys[side][g.SquareUnder(s, bits.TrailingZeros64(men))]
		}
	}
	if g.toMove == White {
		h ^= sideKey
	}
	return h
}

func (g *Game) MoveUnder(s int, m Move) Move {
	if m == Pass {
		return m
	}
	return newMove(g.SquareUnder(s, m.from()), g.SquareUnder(s, m.to()))
}
