package chess

import (
	"encoding/binary"
	"slices"

	"github.com/ply-search/ply"
	board "github.com/ply-search/ply/examples/internal/chess"
	"github.com/ply-search/ply/transposition"
)

const (
	White = 0 // moves first
	Black = 1
)

// The kinds of pieces, by short names.
type kind = board.Kind

const (
	none   = board.None
	pawn   = board.Pawn
	knight = board.Knight
	bishop = board.Bishop
	rook   = board.Rook
	queen  = board.Queen
	king   = board.King
	kinds  = board.Kinds
)

// A Game is a position of chess with the line of play that led to it, and a [ply.AdversarialGame]. Playing allocates
// memory only for the line. [New] and [ParseFEN] make games; the zero value is not valid.
type Game struct {
	variant *Variant

	sides  [2]board.Set
	pieces [kinds]board.Set // of both sides
	on     [squares]kind
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
	checkers   board.Set // if looked: the pieces that give check
	pinned     board.Set // if looked: the pieces of the side to move that must stay in line with their king
	placement  score     // sum of the table of that name, for White
	clock      int32     // moves since the last capture or pawn move, those before the start included
	reversible int32     // moves at the end of the history that a repetition can span
	phase      int8      // sum of the table phases
	captured   kind      // by the last move
	castling   castling
	passing    uint8 // the square behind a pawn that can be captured in passing by a legal move, or 0
	looked     bool  // see look
}

// Zobrist keys of the pieces on their squares, of captures in passing, of the rights to castle, and of the side to
// move.
var (
	keys         = transposition.Zobrist{Seed: 8}.Keys(squares, 2*int(kinds))
	passingKeys  = transposition.Zobrist{Seed: 9}.Keys(squares, 1)
	castlingKeys = transposition.Zobrist{Seed: 10}.Keys(1, int(everyCastling)+1)
	sideKey      = transposition.Zobrist{Seed: 11}.Key(0, 0)
)

func key(side uint8, k kind, square int) uint64 {
	return keys[square*2*int(kinds)+int(side)*int(kinds)+int(k)]
}

// put puts a piece on an empty square.
func (g *Game) put(side uint8, k kind, square int) {
	g.place(side, k, square)
	g.now.hash ^= key(side, k, square)
	g.now.placement += placement[side][k][square]
	g.now.phase += phases[k]
}

// remove takes the piece from a square and returns its kind.
func (g *Game) remove(side uint8, square int) kind {
	k := g.lift(side, square)
	g.now.hash ^= key(side, k, square)
	g.now.placement -= placement[side][k][square]
	g.now.phase -= phases[k]
	return k
}

// place is put without the sums in the state.
func (g *Game) place(side uint8, k kind, square int) {
	g.sides[side] |= 1 << square
	g.pieces[k] |= 1 << square
	g.on[square] = k
}

// lift is remove without the sums in the state.
func (g *Game) lift(side uint8, square int) kind {
	k := g.on[square]
	g.sides[side] &^= 1 << square
	g.pieces[k] &^= 1 << square
	g.on[square] = none
	return k
}

func (g *Game) occupied() board.Set { return g.sides[White] | g.sides[Black] }

func (g *Game) kingOf(side uint8) int { return (g.pieces[king] & g.sides[side]).First() }

// victim returns the square of the piece that a move would capture, if any.
func (g *Game) victim(m Move) int {
	if to := m.to(); g.now.passing == 0 || to != int(g.now.passing) || g.on[m.from()] != pawn {
		return to
	}
	return m.to() ^ size // a pawn of ranks 3 and 6 stands on ranks 4 and 5
}

func castles(moved kind, from, to int) bool { return moved == king && abs(from-to) == 2 }

func (g *Game) Play(m Move) {
	g.history = append(g.history, g.now)
	us, from, to, victim := g.toMove, m.from(), m.to(), g.victim(m)
	moved := g.remove(us, from)
	g.now.clock++
	g.now.reversible++
	if g.now.captured = g.on[victim]; g.now.captured != none {
		g.remove(us^1, victim)
	}
	if g.now.captured != none || moved == pawn {
		g.now.clock, g.now.reversible = 0, 0
	}
	if p := m.promotion(); p != none {
		g.put(us, p, to)
	} else {
		g.put(us, moved, to)
	}
	if castles(moved, from, to) {
		w := &wings[wingOf(us, from, to)]
		g.put(us, g.remove(us, w.rook), w.rookTo)
	}
	g.setCastling(g.now.castling & keeps[from] & keeps[to])
	g.turn()
	if moved == pawn && from^to == 2*size {
		g.allowPassing((from + to) / 2)
	}
}

func (g *Game) setCastling(c castling) {
	g.now.hash ^= castlingKeys[g.now.castling] ^ castlingKeys[c]
	g.now.castling = c
}

// turn gives the turn to the other side, which can capture no pawn in passing.
func (g *Game) turn() {
	g.toMove ^= 1
	g.now.hash ^= sideKey
	if g.now.passing != 0 {
		g.now.hash ^= passingKeys[g.now.passing]
		g.now.passing = 0
	}
	g.now.looked = false
}

// allowPassing notes the square that a pawn has passed over, if a capture there is legal. If it is not, the position is
// the same as after two single steps.
func (g *Game) allowPassing(square int) {
	us := g.toMove
	capturers := attack.Pawn[us^1][square] & g.pieces[pawn] & g.sides[us]
	for ; capturers != 0; capturers &= capturers - 1 {
		if g.passingIsLegal(capturers.First(), square) {
			g.now.passing = uint8(square)
			g.now.hash ^= passingKeys[square]
			return
		}
	}
}

// passingIsLegal reports whether a pawn can capture in passing without leaving its king in check.
func (g *Game) passingIsLegal(from, square int) bool {
	after := g.occupied()&^(1<<from|1<<(square^size)) | 1<<square
	return g.attackers(g.toMove^1, g.kingOf(g.toMove), after) == 0
}

func (g *Game) Undo(m Move) {
	us, from, to := g.toMove^1, m.from(), m.to()
	captured := g.now.captured
	g.back()
	moved := g.lift(us, to)
	if m.promotion() != none {
		moved = pawn
	}
	g.place(us, moved, from)
	if captured != none {
		g.place(us^1, captured, g.victim(m))
	}
	if castles(moved, from, to) {
		w := &wings[wingOf(us, from, to)]
		g.place(us, g.lift(us, w.rookTo), w.rook)
	}
}

// back restores the state before the last move or pass.
func (g *Game) back() {
	g.toMove ^= 1
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

// Placed returns the squares of the men.
func (g *Game) Placed() (men board.Placement) {
	for k, squares := range g.pieces {
		men[White][k] = squares & g.sides[White]
		men[Black][k] = squares & g.sides[Black]
	}
	return men
}

// Set becomes the position with the men on their squares, in which nobody has a right to castle, and forgets the line of
// play. There must be one king of each side. Set reports whether the position is lawful: the side that is not to move is not
// in check.
func (g *Game) Set(men *board.Placement, toMove int) (lawful bool) {
	*g = Game{variant: g.variant, now: state{hash: castlingKeys[0]}, history: g.history[:0], listed: g.listed, firstMove: 1}
	for side := range men {
		for k, set := range men[side] {
			for ; set != 0; set &= set - 1 {
				g.put(uint8(side), kind(k), set.First())
			}
		}
	}
	if toMove == Black {
		g.turn()
	}
	g.firstSide = g.toMove
	return g.attackers(g.toMove, g.kingOf(g.toMove^1), g.occupied()) == 0
}

// Retractable reports whether the last move can have been one of a piece from one square to another that captured and
// promoted nothing: the other side was not in check before it.
func (g *Game) Retractable(from, to int) bool {
	them := g.toMove ^ 1
	g.place(them, g.lift(them, to), from)
	checkers := g.attackers(them, g.kingOf(g.toMove), g.occupied())
	g.place(them, g.lift(them, from), to)
	return checkers == 0
}

// Men returns the squares of a side's men.
func (g *Game) Men(side int) board.Set { return g.sides[side] }

// Kind returns the squares of the pieces of a kind of both sides.
func (g *Game) Kind(k board.Kind) board.Set { return g.pieces[k] }

// On returns the kind of the piece on a square.
func (g *Game) On(square int) board.Kind { return g.on[square] }

// Reach returns the squares that the piece on a square attacks. It is empty for a pawn.
func (g *Game) Reach(square int) board.Set {
	return reach(g.on[square], square, g.occupied()) & g.variant.board
}

// sideOn returns the side of the piece on a square.
func (g *Game) sideOn(square int) uint8 {
	if g.sides[Black].Has(square) {
		return Black
	}
	return White
}

// AppendBinary appends the identity of the position in 59 bytes: the squares of each kind and of White, the side to
// move, the rights to castle, and the square where a pawn can be captured in passing.
func (g *Game) AppendBinary(b []byte) ([]byte, error) {
	for _, pieces := range g.pieces[pawn:] {
		b = binary.BigEndian.AppendUint64(b, uint64(pieces))
	}
	b = binary.BigEndian.AppendUint64(b, uint64(g.sides[White]))
	return append(b, g.toMove, byte(g.now.castling), g.now.passing), nil
}

func (g *Game) Clone() *Game {
	c := *g
	c.history = slices.Clone(g.history)
	c.listed = nil
	return &c
}

// Occurrences returns how often the present position occurred before, since the position of the FEN.
func (g *Game) Occurrences() int {
	n := 0
	for back := 4; back <= int(g.now.reversible); back += 2 {
		if g.history[len(g.history)-back].hash == g.now.hash {
			n++
		}
	}
	return n
}

// fiftyMoves is the number of moves of both sides without a capture or a pawn move after which the game is drawn.
const fiftyMoves = 100

// Repeated reports whether the position occurred before, or is drawn by the fifty-move rule. The first repetition
// counts already: a side has the same moves after the second.
func (g *Game) Repeated() bool {
	return g.now.clock >= fiftyMoves && g.canMove() || g.Occurrences() > 0
}

// A Judged game ends also with the draws of [Game.Drawn], as a match requires.
type Judged struct{ *Game }

func (j Judged) Moves(dst []Move) []Move {
	if j.Drawn() != "" {
		return dst
	}
	return j.Game.Moves(dst)
}

func (j Judged) Outcome() int {
	if j.Drawn() != "" {
		return 0
	}
	return j.Game.Outcome()
}

func (j Judged) Clone() Judged { return Judged{j.Game.Clone()} }

// Drawn returns why the game is a draw by repetition, by the fifty-move rule or because no side can win, or "".
func (g *Game) Drawn() string {
	switch {
	case !g.canMove():
		return "" // checkmate and stalemate come first
	case g.Occurrences() >= 2:
		return "threefold repetition"
	case g.now.clock >= fiftyMoves:
		return "fifty-move rule"
	case g.dead():
		return "neither side can win"
	default:
		return ""
	}
}

// Ending describes the end of the game, a draw by [Game.Drawn] included, or returns "" if the game goes on.
func (g *Game) Ending() string {
	switch drawn := g.Drawn(); {
	case drawn != "":
		return "draw: " + drawn
	case g.canMove():
		return ""
	case g.InCheck():
		return "checkmate: " + board.SideName(int(g.toMove^1)) + " wins"
	default:
		return "draw: stalemate"
	}
}

// Result reports whether the position is checkmate, stalemate, or one in which neither side has the men for a
// checkmate, and the value for the side to move.
func (g *Game) Result() (value int, over bool) {
	switch {
	case !g.canMove():
		return g.Outcome(), true
	case g.dead():
		return 0, true
	default:
		return 0, false
	}
}

const lightSquares board.Set = 0x55aa55aa55aa55aa

// dead reports whether neither side has the men for a checkmate. This is the case if there are, in addition to the
// kings, at most one knight, or only bishops on squares of one colour.
func (g *Game) dead() bool {
	rest := g.occupied() &^ g.pieces[king]
	switch {
	case rest&^g.pieces[knight] == 0:
		return rest.Count() <= 1
	case rest&^g.pieces[bishop] == 0:
		return rest&lightSquares == 0 || rest&^lightSquares == 0
	default:
		return false
	}
}
