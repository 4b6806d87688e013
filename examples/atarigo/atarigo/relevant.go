package atarigo

import (
	"math/bits"
	"sync/atomic"

	"github.com/ply-search/ply/transposition"
)

// A Relevant is a game that ends as soon as a sequence of ataris wins, and lists only moves that matter:
//
//   - A side that can capture, or win by a sequence of ataris, has won.
//   - A side whose strings in atari have two different liberties has lost. A single liberty is the only move.
//   - If the enemy would win by ataris if it were to move, only own ataris and the cells of the trace of its sequence are
//     moves: after others the sequence still wins.
//   - Moves into atari lose and are left out. A side without other moves has lost.
//
// The winner is therefore the same as in [Game]. Images of a position have the same hash.
type Relevant struct {
	*Game
	reader *reader
	value  int   // of the last position of relevant, if it was decided
	win    Point // the move that wins there
	forced bool  // the enemy threatens to win by ataris there
	played int
	shown  atomic.Int64 // the stones placed, at most showEach calls of Play ago
	tally  *tally       // of this game and its clones
}

// A tally counts the stones of a game and its clones.
type tally struct {
	clones []*Relevant
	before int // stones placed in earlier runs
}

// showEach is the number of calls of Play after which a clone shows its count to others.
const showEach = 256

// NewRelevant returns the game on g with relevant moves only. It remembers memory sequences of ataris, 24 bytes each; 0
// means a million.
func NewRelevant(g *Game, memory int) *Relevant {
	if memory <= 0 {
		memory = 1 << 20
	}
	return &Relevant{Game: g, reader: &reader{board: g.board, size: memory}, tally: new(tally)}
}

// Clone returns a copy with separate memory of the same size.
func (g *Relevant) Clone() *Relevant {
	c := NewRelevant(g.Game.Clone(), g.reader.size)
	c.tally = g.tally
	g.tally.clones = append(g.tally.clones, c)
	return c
}

// PlayedByAll returns the number of stones placed on this game and its clones, none of which may be in use, and in earlier
// runs.
func (g *Relevant) PlayedByAll() int {
	played := g.Played()
	for _, c := range g.tally.clones {
		played += c.here()
	}
	return played
}

// Played returns the number of stones placed on this game and in earlier runs, including sequences of ataris.
func (g *Relevant) Played() int { return g.tally.before + g.here() }

func (g *Relevant) here() int { return g.played + g.reader.played }

// Count returns what Played returns or, if the game has clones, what PlayedByAll returns, without the last stones of each
// clone, which may be in use. A search with a checkpoint stores this count.
func (g *Relevant) Count() int {
	if len(g.tally.clones) == 0 {
		return g.Played()
	}
	n := g.tally.before
	for _, c := range g.tally.clones {
		n += int(c.shown.Load())
	}
	return n
}

// SetCount sets the number of stones placed so far.
func (g *Relevant) SetCount(n int) { g.tally.before += n - g.Count() }

// Hash returns the least of the hashes of the images of the position.
func (g *Relevant) Hash() uint64 {
	least := g.keys[0]
	for _, key := range g.keys[1:] {
		least = min(least, key)
	}
	return least
}

// HashAfter returns the hash after a move.
func (g *Relevant) HashAfter(p Point) uint64 {
	z, side := &g.zobrist.stone[g.side][p%64], g.zobrist.side
	least := g.keys[0] ^ z[0] ^ side
	for s := 1; s < 8; s++ {
		least = min(least, g.keys[s]^z[s]^side)
	}
	return least
}

// Rehash returns what Hash does.
func (g *Relevant) Rehash() uint64 { return g.Hash() }

// Symmetries returns 1, since all images have the same hash.
func (g *Relevant) Symmetries() int { return 1 }

// HashUnder returns Hash.
func (g *Relevant) HashUnder(int) uint64 { return g.Hash() }

// MoveUnder returns the move.
func (g *Relevant) MoveUnder(_ int, p Point) Point { return p }

// Play places a stone of the side to move. A relevant move never captures.
func (g *Relevant) Play(p Point) {
	if g.played++; g.played%showEach == 0 {
		g.shown.Store(int64(g.here()))
	}
	g.toggle(p)
	g.side = 1 - g.side
}

// Outcome returns 1 if the side to move wins, by a capture or a sequence of ataris, and -1 if it loses.
func (g *Relevant) Outcome() int {
	if g.relevant() != 0 {
		return 0
	}
	return g.value
}

// Moves appends the relevant moves, row by row from the lower left corner.
func (g *Relevant) Moves(dst []Point) []Point { return appendPoints(dst, g.relevant()) }

// relevant returns the relevant moves, and sets value, win and forced.
func (g *Relevant) relevant() uint64 {
	own, enemies, empty := g.stones[g.side], g.stones[1-g.side], g.empty()
	g.value, g.win, g.forced = -1, noMove, false
	if g.over {
		return 0
	}
	attacks := uint64(0)
	for _, liberties := range stringsOf(enemies&around(empty, g.board), enemies, empty) {
		if atMostOne(liberties) {
			g.value, g.win = 1, Point(bits.TrailingZeros64(liberties))
			return 0
		}
		if atMostOne(liberties & (liberties - 1)) {
			attacks |= liberties
		}
	}
	must := inAtari(own, empty, g.board)
	if !atMostOne(must) {
		return 0
	}
	if attacks != 0 {
		if trace, first := g.reader.wins(own, enemies, 1); trace != 0 {
			g.value, g.win = 1, first
			return 0
		}
	}
	moves := empty
	if must != 0 {
		moves = must
	} else if trace, _ := g.reader.wins(enemies, own, 1); trace != 0 {
		moves &= trace | attacks
		g.forced = true
	}
	for rest := moves; rest != 0; rest &= rest - 1 {
		m := rest & -rest
		if open := around(m, empty); atMostOne(open) && atMostOne(around(stringOf(m, own|m), empty&^m)) {
			moves &^= m
		}
	}
	return moves
}

// A reader reads sequences of ataris: an attacker puts strings into atari, move after move, and the defender has one
// reply to each, until a string cannot be saved. It has only one, since none of the attacker's strings is in atari after
// the attacker's move.
//
// The trace of a winning sequence is a set of cells. If the defender has an additional stone outside the trace, which
// puts nothing into atari, the sequence still wins. With a margin of m it withstands m such stones. The trace has the
// cells of all moves and replies, the last liberty of the captured string, and the liberties of the attacker's strings
// that have 1 + m or fewer after one of its moves: other strings are not put into atari by m stones.
type reader struct {
	board  uint64
	played int       // stones placed
	memory []reading // made on first use
	size   int       // of memory
}

// A reading is the result for a position.
type reading struct {
	key   uint64
	trace uint64 // 0: not won
	first Point
}

// wins returns the trace and the first move of a winning sequence of ataris by the side with the stones own, which is
// to move, with this margin. Without one, the trace is 0.
func (r *reader) wins(own, enemies uint64, margin int) (trace uint64, first Point) {
	empty := r.board &^ (own | enemies)
	// The strings of the enemy: one in atari is captured.
	var two [32]uint64 // liberties of strings with two
	twos, moves := 0, uint64(0)
	for _, liberties := range stringsOf(enemies&around(empty, r.board), enemies, empty) {
		if atMostOne(liberties) {
			return liberties, Point(bits.TrailingZeros64(liberties))
		}
		if more := liberties & (liberties - 1); atMostOne(more) {
			two[twos] = liberties
			twos++
			moves |= liberties
		}
	}
	if twos == 0 {
		return 0, 0
	}
	// The own strings: one in atari must be saved.
	must := inAtari(own, empty, r.board)
	if !atMostOne(must) {
		return 0, 0
	}
	if must != 0 {
		if moves &= must; moves == 0 {
			return 0, 0
		}
	}
	key := transposition.Mix(own*0x9e3779b97f4a7c15^transposition.Mix(enemies)) + uint64(margin)
	if r.memory == nil {
		r.memory = make([]reading, r.size)
	}
	place, _ := bits.Mul64(key, uint64(len(r.memory)))
	at := &r.memory[place]
	if at.key == key {
		return at.trace, at.first
	}
	for rest := moves; rest != 0; rest &= rest - 1 {
		m := rest & -rest
		after := own | m
		liberties := around(stringOf(m, after), empty&^m)
		if atMostOne(liberties) {
			continue
		}
		replies := uint64(0)
		for _, l := range two[:twos] {
			if l&m != 0 {
				replies |= l &^ m
			}
		}
		r.played++
		t := m | replies
		// Strings with few liberties must not lose one.
		for _, libs := range stringsOf(after&around(empty&^m, r.board), after, empty&^m) {
			if count(libs) <= 1+margin {
				t |= libs
			}
		}
		if atMostOne(replies) { // of two liberties only one can be saved
			defended := enemies | replies
			libs := around(stringOf(replies, defended), empty&^(m|replies))
			r.played++
			if atMostOne(libs) {
				t |= libs
			} else {
				more, _ := r.wins(after, defended, margin)
				if more == 0 {
					continue
				}
				t |= more
			}
		}
		trace, first = t, Point(bits.TrailingZeros64(m))
		break
	}
	*at = reading{key, trace, first}
	return trace, first
}
