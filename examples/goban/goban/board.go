package goban

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
)

// Rules are the rules of a board besides its size. The zero value has the simple ko rule, no suicide and no komi.
type Rules struct {
	// Suicide permits moves that leave a string of several own stones without liberties. The string leaves the board. A
	// single stone may never do so, since nothing would change.
	Suicide bool

	// Superko forbids moves that repeat an earlier position of stones, whoever was to move (positional superko). Without
	// it, only a single stone that has just captured a single stone may not be captured at once. Passes are always
	// legal.
	Superko bool

	// Komi is added to the score of White. It is a multiple of 0.5, from -1000 to 1000.
	Komi float64
}

// A Board is a position of Go, with the moves that led to it.
//
// Stones connected along the lines form a string. The board keeps the exact set of liberties of each string, that is,
// of the empty points next to it. LibertyCount and Head therefore cost a few nanoseconds, for strings of any size.
//
// A Board is for one goroutine at a time.
type Board struct {
	*geometry
	rules   Rules
	cell    *[room]cell
	chain   *[room]chain // of each string, at its head
	empty   *[room]Point // the first free of them are the empty points
	free    int
	mark    []uint32
	epoch   uint32
	toMove  Color
	ko      Point
	passes  int
	taken   [4]int // stones of each colour that left the board
	hash    uint64 // of the stones
	log     []record
	saved   []chain // overwritten by moves in the log
	history history // only with superko
}

// room is the size of arrays of points, a power of two. Masking an index with within leaves it unchanged and spares a bounds check.
const (
	room   = 512
	within = room - 1
)

// A cell is a point of the board or of its border.
type cell struct {
	next  Point // stone of the string; they form a cycle
	head  Point // stone that represents the string
	place int16 // in the list of empty points
	color Color
}

// A chain describes a string.
type chain struct {
	set       set // its liberties
	liberties int16
	stones    int16
	kept      int32   // moves in the log that captured it or joined it to another: Undo needs it
	_         [8]byte // pads a chain to a cache line
}

// A record holds what Undo needs. It is small, since filling it in is part of the cost of a move.
type record struct {
	hash       uint64
	passes     int32
	point      Point
	ko         Point
	next, head Point    // of the point
	place      int16    // of the point in the list of empty points
	near       [4]Point // heads of the strings that lost the point as a liberty
	nears      uint8    // length of near
	friends    uint8    // bit i: near[i] has the same colour
	captures   uint8    // bit i: near[i] was captured
	fresh      uint8    // bit d: the string got a liberty in direction d
	how        how
	color      Color // of the stone
	toMove     Color
}

// how tells how a stone joined its string.
type how uint8

const (
	passed    how = iota // no stone
	alone                // a new string
	aloneOver            // a new string; the chain it overwrites is saved
	grown                // one string grew
	joined               // strings merged; the chain of the largest is saved
	mask      how = 7
	suicide   how = 8 // and the string left the board
)

// New returns an empty board of a size from MinSize to MaxSize, Black to move.
func New(size int, rules Rules) (*Board, error) {
	if size < MinSize || size > MaxSize {
		return nil, fmt.Errorf("size %d: want %d to %d", size, MinSize, MaxSize)
	}
	if err := checkKomi(rules.Komi); err != nil {
		return nil, err
	}
	g := geometries[size]()
	b := &Board{
		geometry: g,
		rules:    rules,
		cell:     new([room]cell),
		chain:    new([room]chain),
		mark:     make([]uint32, g.cells),
		empty:    new([room]Point),
		free:     len(g.points),
		toMove:   Black,
		hash:     g.start,
	}
	for i := range b.cell {
		b.cell[i].color = Border
	}
	copy(b.empty[:], g.points)
	for i, p := range g.points {
		b.cell[p] = cell{place: int16(i)}
	}
	if rules.Superko {
		b.history.add(b.hash)
	}
	return b, nil
}

// SetKomi changes the komi, a multiple of 0.5 from -1000 to 1000. Other values are an error.
func (b *Board) SetKomi(komi float64) error {
	if err := checkKomi(komi); err != nil {
		return err
	}
	b.rules.Komi = komi
	return nil
}

func checkKomi(komi float64) error {
	if k := 2 * komi; k != math.Trunc(k) || math.Abs(k) > 2000 {
		return fmt.Errorf("komi %v: want a multiple of 0.5, up to 1000 in size", komi)
	}
	return nil
}

// Size returns the number of rows and columns.
func (b *Board) Size() int { return b.size }

// Rules returns the rules.
func (b *Board) Rules() Rules { return b.rules }

// Point returns the point in column x, from the left, and row y, from the bottom, both counted from 0, or NoPoint if
// the board has no such point.
func (b *Board) Point(x, y int) Point {
	if !b.on(x, y) {
		return NoPoint
	}
	return b.point(x, y)
}

// Points returns the points row by row. The slice is shared and must not be changed.
func (b *Board) Points() []Point { return b.points }

// EmptyPoints returns the empty points, in an order determined by the moves played. The slice belongs to the board: it
// must not be changed and is valid until a move is played or taken back.
func (b *Board) EmptyPoints() []Point { return b.empty[:b.free:b.free] }

// At returns the colour of a point, Border for points outside the board.
func (b *Board) At(p Point) Color {
	if uint(p) >= uint(b.cells) {
		return Border
	}
	return b.cell[p].color
}

// Neighbors returns the points below, left, right and above a point. Those outside the board have the colour Border.
func (b *Board) Neighbors(p Point) [4]Point {
	return [4]Point{p - b.stride, p - 1, p + 1, p + b.stride}
}

// ToMove returns the colour to move.
func (b *Board) ToMove() Color { return b.toMove }

// SetToMove changes the side to move to Black or White and ignores other colours. A change lifts the ko. It is not a
// move: Undo of the move before it also restores the side to move.
func (b *Board) SetToMove(c Color) {
	if c != b.toMove && c.stone() {
		b.toMove, b.ko, b.passes = c, NoPoint, 0
	}
}

// Ko returns the point that the simple ko rule forbids to the side to move, or NoPoint.
func (b *Board) Ko() Point { return b.ko }

// Passes returns the number of consecutive passes at the end of the game so far.
func (b *Board) Passes() int { return b.passes }

// Played returns the number of moves that Undo can take back.
func (b *Board) Played() int { return len(b.log) }

// Last returns the last move in the log, or NoPoint.
func (b *Board) Last() Point {
	if len(b.log) == 0 {
		return NoPoint
	}
	return b.log[len(b.log)-1].point
}

// CapturedBy returns the number of stones that the opponent of a colour lost, by capture or suicide.
func (b *Board) CapturedBy(c Color) int { return b.taken[c.Opponent()&3] }

// Hash returns a hash of the stones, the colour to move and the ko.
func (b *Board) Hash() uint64 { return b.turned(b.hash, b.ko) }

// turned adds the ko and the colour to move to a hash of stones.
func (b *Board) turned(h uint64, ko Point) uint64 {
	if b.toMove == White {
		h ^= toMove
	}
	return h ^ b.geometry.ko[ko]
}

// Head returns the stone that represents the string at p, the same for all its stones, or NoPoint without a string. A
// move can change it.
func (b *Board) Head(p Point) Point {
	if !b.At(p).stone() {
		return NoPoint
	}
	return b.cell[p].head
}

// chainAt returns the chain of the string at p. The chain of NoPoint is empty.
func (b *Board) chainAt(p Point) *chain { return &b.chain[b.Head(p)&within] }

// LibertyCount returns the number of liberties of the string at p, 0 without a string. It costs O(1).
func (b *Board) LibertyCount(p Point) int { return int(b.chainAt(p).liberties) }

// StoneCount returns the number of stones of the string at p, 0 without a string. It costs O(1).
func (b *Board) StoneCount(p Point) int { return int(b.chainAt(p).stones) }

// Liberties appends the liberties of the string at p, in the order of Points.
func (b *Board) Liberties(p Point, dst []Point) []Point {
	ch := b.chainAt(p)
	left := ch.liberties
	for i := 0; left > 0; i++ {
		for w := ch.set[i]; w != 0; w &= w - 1 {
			dst = append(dst, b.first+Point(64*i+bits.TrailingZeros64(w)))
			left--
		}
	}
	return dst
}

// IsLiberty reports whether a point is a liberty of the string at p. It costs O(1).
func (b *Board) IsLiberty(p, liberty Point) bool {
	i := uint(liberty - b.first)
	return b.At(liberty) == Empty && b.chainAt(p).set[i>>6]>>(i&63)&1 != 0
}

// Stones appends the stones of the string at p. Their order depends on the moves that made the string.
func (b *Board) Stones(p Point, dst []Point) []Point {
	if !b.At(p).stone() {
		return dst
	}
	for s := p; ; {
		dst = append(dst, s)
		if s = b.cell[s].next; s == p {
			return dst
		}
	}
}

// AdjacentStrings appends the head of each string of a colour that touches the string at p.
func (b *Board) AdjacentStrings(p Point, c Color, dst []Point) []Point {
	if !b.At(p).stone() || !c.stone() {
		return dst
	}
	b.newEpoch()
	for s := p; ; {
		for _, step := range b.steps {
			q := &b.cell[s+step]
			if q.color == c && b.mark[q.head] != b.epoch && q.head != b.cell[p].head {
				b.mark[q.head] = b.epoch
				dst = append(dst, q.head)
			}
		}
		if s = b.cell[s].next; s == p {
			return dst
		}
	}
}

// Apart returns the least distance, in steps along the lines, between the strings or empty points at p and q.
func (b *Board) Apart(p, q Point) int {
	least := 2 * b.size
	others := append(b.Stones(q, nil), q)
	for _, s := range append(b.Stones(p, nil), p) {
		x, y := b.XY(s)
		for _, o := range others {
			i, j := b.XY(o)
			least = min(least, max(x-i, i-x)+max(y-j, j-y))
		}
	}
	return least
}

// newEpoch removes all marks.
func (b *Board) newEpoch() {
	if b.epoch++; b.epoch == 0 {
		clear(b.mark)
		b.epoch = 1
	}
}

// Legal reports whether the colour to move may play p, a point or Pass.
func (b *Board) Legal(p Point) bool { return b.LegalColor(b.toMove, p) }

// LegalColor reports whether a colour may play p, a point or Pass, as if it were to move. The simple ko rule binds only
// the colour to move.
func (b *Board) LegalColor(c Color, p Point) bool {
	if uint(p) >= uint(b.cells) || b.cell[p].color != Empty {
		return p == Pass
	}
	if p == b.ko && c == b.toMove {
		return false
	}
	own := false
	cells, chains := b.cell, b.chain
	for _, step := range b.steps {
		switch q := &cells[(p+step)&within]; q.color {
		case Empty:
			return !b.rules.Superko || !b.repeats(c, p)
		case Border:
		case c:
			if chains[q.head&within].liberties > 1 {
				return !b.rules.Superko || !b.repeats(c, p)
			}
			own = true
		default:
			if chains[q.head&within].liberties == 1 {
				return !b.rules.Superko || !b.repeats(c, p)
			}
		}
	}
	return own && b.rules.Suicide && (!b.rules.Superko || !b.repeats(c, p))
}

// LibertiesAfter returns the number of liberties of a stone's string after a legal move of a colour at p, 0 for
// suicide. Captures are played and taken back.
func (b *Board) LibertiesAfter(c Color, p Point) int {
	if b.At(p) != Empty || !c.stone() {
		return 0
	}
	var liberties set
	for _, step := range b.steps {
		switch q := &b.cell[p+step]; q.color {
		case Border:
		case Empty:
			liberties.add(p + step - b.first)
		case c:
			for i, w := range &b.chain[q.head].set {
				liberties[i] |= w
			}
		default:
			if b.chain[q.head].liberties == 1 {
				n, _ := b.try(c, p)
				return n
			}
		}
	}
	liberties.remove(p - b.first)
	return liberties.count()
}

// try plays a move, notes the liberties of the stone and the hash of the stones, and takes the move back.
func (b *Board) try(c Color, p Point) (liberties int, hash uint64) {
	superko := b.rules.Superko
	b.rules.Superko = false // the position is not to be recorded
	b.PlayColor(c, p)
	liberties, hash = b.LibertyCount(p), b.hash
	b.Undo()
	b.rules.Superko = superko
	return liberties, hash
}

// repeats reports whether a move leads to an earlier position of stones.
func (b *Board) repeats(c Color, p Point) bool {
	h := b.hash ^ b.keys[2*int(p)+int(c)-1]
	breathes, captures := false, false
	for _, step := range b.steps {
		switch q := &b.cell[p+step]; q.color {
		case Empty:
			breathes = true
		case Border:
		case c:
			breathes = breathes || b.chain[q.head].liberties > 1
		default:
			captures = captures || b.chain[q.head].liberties == 1
		}
	}
	if captures || !breathes {
		_, h = b.try(c, p)
	}
	return b.history.has(h)
}

// The errors of Check.
var (
	ErrOffBoard = errors.New("not on the board")
	ErrOccupied = errors.New("a stone is there")
	ErrKo       = errors.New("ko")
	ErrSuicide  = errors.New("suicide")
	ErrSuperko  = errors.New("repeats an earlier position")
)

// Check returns nil if a colour may play p, and otherwise an error that names the move and the reason.
func (b *Board) Check(c Color, p Point) error {
	if !c.stone() {
		return fmt.Errorf("no colour to play: %v", c)
	}
	if b.LegalColor(c, p) {
		return nil
	}
	err := ErrSuicide
	switch {
	case b.At(p) == Border:
		err = ErrOffBoard
	case b.At(p) != Empty:
		err = ErrOccupied
	case p == b.ko && c == b.toMove:
		err = ErrKo
	default:
		without := *b
		without.rules.Superko = false
		if without.LegalColor(c, p) {
			err = ErrSuperko
		}
	}
	return fmt.Errorf("%v %s: %w", c, b.Name(p), err)
}

// Play plays a legal move for the colour to move: a stone on a point, or Pass.
func (b *Board) Play(p Point) { b.PlayColor(b.toMove, p) }

// PlayColor plays a move for a colour as if it were to move; then the other colour is to move. The move must be legal
// except that it may break the ko rule and superko.
func (b *Board) PlayColor(c Color, p Point) {
	n := len(b.log)
	if n == cap(b.log) {
		b.log = slices.Grow(b.log, 1)
	}
	b.log = b.log[:n+1]
	r := &b.log[n] // set field by field, since a literal would be copied
	r.hash, r.point, r.ko, r.passes = b.hash, p, b.ko, int32(b.passes)
	r.color, r.toMove, r.fresh = c, b.toMove, 0
	b.toMove = c ^ 3
	b.ko = NoPoint
	if p == Pass {
		r.how = passed
		b.passes++
		return
	}
	b.passes = 0
	cells, chains := b.cell, b.chain
	at := &cells[p&within]
	r.next, r.head, r.place = at.next, at.head, at.place
	i := uint(p - b.first)
	word, bit := i>>6, uint64(1)<<(i&63)

	// Each string around loses the liberty p, once: as soon as its set lacks p, it is skipped.
	var fresh [4]uint8 // the directions of empty points
	var free, near uint
	var friends, captures uint8
	for d, step := range &b.steps {
		q := &cells[(p+step)&within]
		if q.color == Empty {
			fresh[free&3] = uint8(d)
			free++
			continue
		}
		// The border is a string without liberties.
		ch := &chains[q.head&within]
		if ch.set[word]&bit == 0 {
			continue
		}
		ch.set[word] ^= bit
		ch.liberties--
		r.near[near&3] = q.head
		if q.color == c {
			friends |= 1 << near
		} else if ch.liberties == 0 {
			captures |= 1 << near
		}
		near++
	}
	r.nears, r.friends, r.captures = uint8(near), friends, captures

	at.color = c
	b.hash ^= b.keys[2*int(p)+int(c)-1]
	empty := b.empty
	b.free--
	moved := empty[b.free&within]
	empty[at.place&within] = moved
	cells[moved&within].place = at.place

	switch {
	case friends == 0:
		ch := &chains[p&within]
		r.how = alone
		if ch.kept > 0 {
			b.saved = append(b.saved, *ch)
			r.how = aloneOver
		}
		ch.set = set{}
		ch.liberties, ch.stones = int16(free), 1
		for _, d := range fresh[:free] {
			j := uint(p + b.steps[d&3] - b.first)
			ch.set[j>>6] |= 1 << (j & 63)
		}
		at.next, at.head = p, p
	case friends&(friends-1) == 0:
		h := r.near[bits.TrailingZeros8(friends)&3]
		ch := &chains[h&within]
		r.how = grown
		for _, d := range fresh[:free] {
			j := uint(p + b.steps[d&3] - b.first)
			if w, m := &ch.set[j>>6], uint64(1)<<(j&63); *w&m == 0 {
				*w |= m
				ch.liberties++
				r.fresh |= 1 << d
			}
		}
		ch.stones++
		at.head = h
		at.next, cells[h&within].next = cells[h&within].next, p
	default:
		b.join(r, p, fresh[:free])
	}
	if captures != 0 {
		for m := captures; m != 0; m &= m - 1 {
			b.remove(r.near[bits.TrailingZeros8(m)&3], c)
		}
		// A single stone that took a single stone and has no other liberty makes a ko.
		if h := r.near[bits.TrailingZeros8(captures)&3]; friends == 0 && captures&(captures-1) == 0 && chains[p&within].liberties == 1 && chains[h&within].stones == 1 {
			b.ko = h
		}
	}
	if chains[at.head&within].liberties == 0 {
		r.how |= suicide
		b.remove(at.head, c^3)
	}
	if b.rules.Superko {
		b.history.add(b.hash)
	}
}

// join merges a stone and several strings.
func (b *Board) join(r *record, p Point, fresh []uint8) {
	// The largest string keeps its head: fewer stones get a new one.
	head := NoPoint
	for m := r.friends; m != 0; m &= m - 1 {
		if h := r.near[bits.TrailingZeros8(m)]; head == NoPoint || b.chain[h].stones > b.chain[head].stones {
			head = h
		}
	}
	ch := &b.chain[head]
	b.saved = append(b.saved, *ch)
	r.how = joined
	for m := r.friends; m != 0; m &= m - 1 {
		h := r.near[bits.TrailingZeros8(m)]
		if h == head {
			continue
		}
		other := &b.chain[h]
		for i, w := range &other.set {
			ch.set[i] |= w
		}
		ch.stones += other.stones
		b.relabel(h, head)
		b.cell[h].next, b.cell[head].next = b.cell[head].next, b.cell[h].next
		other.kept++
	}
	for _, d := range fresh {
		j := uint(p + b.steps[d] - b.first)
		ch.set[j>>6] |= 1 << (j & 63)
	}
	ch.liberties = int16(ch.set.count())
	ch.stones++
	at := &b.cell[p]
	at.head = head
	at.next, b.cell[head].next = b.cell[head].next, p
}

// relabel sets the head of all stones of a string.
func (b *Board) relabel(from, head Point) {
	for s := from; ; {
		at := &b.cell[s]
		at.head = head
		if s = at.next; s == from {
			return
		}
	}
}

// remove takes a string without liberties from the board. Strings of colour c around it gain liberties.
func (b *Board) remove(head Point, c Color) {
	b.chain[head].kept++
	own := c ^ 3
	cells, chains := b.cell, b.chain
	for s := head; ; {
		at := &cells[s]
		at.color = Empty
		at.place = int16(b.free)
		b.empty[b.free] = s
		b.free++
		b.hash ^= b.keys[2*int(s)+int(own)-1]
		i := uint(s - b.first)
		word, bit := i>>6, uint64(1)<<(i&63)
		for _, step := range b.steps {
			if q := &cells[s+step]; q.color == c {
				if ch := &chains[q.head]; ch.set[word]&bit == 0 {
					ch.set[word] |= bit
					ch.liberties++
				}
			}
		}
		if s = at.next; s == head {
			break
		}
	}
	b.taken[own] += int(chains[head].stones)
}

// restore puts back a string that remove took.
func (b *Board) restore(head Point, c Color) {
	b.chain[head].kept--
	own := c ^ 3
	cells, chains := b.cell, b.chain
	for s := head; ; {
		at := &cells[s]
		at.color = own
		i := uint(s - b.first)
		word, bit := i>>6, uint64(1)<<(i&63)
		for _, step := range b.steps {
			if q := &cells[s+step]; q.color == c {
				if ch := &chains[q.head]; ch.set[word]&bit != 0 {
					ch.set[word] &^= bit
					ch.liberties--
				}
			}
		}
		if s = at.next; s == head {
			break
		}
	}
	stones := int(chains[head].stones)
	b.taken[own] -= stones
	b.free -= stones
}

// Undo takes back the last move, if there is one.
func (b *Board) Undo() {
	if len(b.log) == 0 {
		return
	}
	r := &b.log[len(b.log)-1]
	b.log = b.log[:len(b.log)-1]
	b.toMove, b.ko, b.passes = r.toMove, r.ko, int(r.passes)
	if r.how == passed {
		return
	}
	if b.rules.Superko {
		b.history.drop(b.hash)
	}
	cells, chains := b.cell, b.chain
	p, c := r.point, r.color
	at := &cells[p&within]
	if r.how&suicide != 0 {
		b.restore(at.head, c^3)
	}
	if r.captures != 0 {
		for i := 3; i >= 0; i-- {
			if r.captures>>i&1 != 0 {
				b.restore(r.near[i], c)
			}
		}
	}
	b.hash = r.hash
	at.color = Empty
	empty := b.empty
	empty[b.free&within] = p // in case it was the last
	moved := empty[r.place&within]
	empty[b.free&within] = moved
	cells[moved&within].place = int16(b.free)
	empty[r.place&within] = p
	at.place = r.place
	b.free++

	switch r.how & mask {
	case aloneOver:
		chains[p&within] = b.saved[len(b.saved)-1]
		b.saved = b.saved[:len(b.saved)-1]
	case grown:
		h := at.head
		ch := &chains[h&within]
		ch.stones--
		cells[h&within].next = at.next
		for f := r.fresh; f != 0; f &= f - 1 {
			j := uint(p + b.steps[bits.TrailingZeros8(f)&3] - b.first)
			ch.set[j>>6] &^= 1 << (j & 63)
			ch.liberties--
		}
	case joined:
		head := at.head
		cells[head].next = at.next
		for i := 3; i >= 0; i-- {
			if h := r.near[i]; r.friends>>i&1 != 0 && h != head {
				cells[h&within].next, cells[head].next = cells[head].next, cells[h&within].next
				b.relabel(h, h)
				chains[h&within].kept--
			}
		}
		chains[head] = b.saved[len(b.saved)-1]
		b.saved = b.saved[:len(b.saved)-1]
	}
	at.next, at.head = r.next, r.head

	j := uint(p - b.first)
	word, bit := j>>6, uint64(1)<<(j&63)
	for _, h := range r.near[:r.nears&7] {
		ch := &chains[h&within]
		ch.set[word] |= bit
		ch.liberties++
	}
}

// Place puts a stone on the board before the first move. It returns an error if a move has been played, if the point is
// occupied or outside the board, or if a string would have no liberties.
func (b *Board) Place(c Color, p Point) error {
	switch {
	case !c.stone():
		return fmt.Errorf("%s: %v is not the colour of a stone", b.Name(p), c)
	case len(b.log) > 0:
		return fmt.Errorf("%v %s: stones are placed before the first move", c, b.Name(p))
	case b.At(p) == Border:
		return fmt.Errorf("%v %s: %w", c, b.Name(p), ErrOffBoard)
	case b.At(p) != Empty:
		return fmt.Errorf("%v %s: %w", c, b.Name(p), ErrOccupied)
	}
	toMove, taken := b.toMove, b.taken
	b.PlayColor(c, p)
	if b.taken != taken {
		b.Undo()
		return fmt.Errorf("%v %s: a string would have no liberties", c, b.Name(p))
	}
	// This becomes the first position.
	b.log, b.saved = b.log[:0], b.saved[:0]
	b.toMove, b.ko, b.passes = toMove, NoPoint, 0
	for i := range b.chain[:b.cells] {
		b.chain[i].kept = 0
	}
	if b.rules.Superko {
		b.history.reset(b.hash)
	}
	return nil
}

// Clone returns a copy without the log: earlier moves cannot be taken back on it.
func (b *Board) Clone() *Board {
	c := new(Board)
	c.CopyFrom(b)
	return c
}

// CloneMoves returns a copy with the log.
func (b *Board) CloneMoves() *Board {
	c := b.Clone()
	copy(c.chain[:], b.chain[:b.cells])
	c.log, c.saved = slices.Clone(b.log), slices.Clone(b.saved)
	return c
}

// CopyFrom makes b a copy of another board, as Clone does. It does not allocate if b has had the same size before.
func (b *Board) CopyFrom(o *Board) {
	if b == o {
		return
	}
	b.geometry, b.rules = o.geometry, o.rules
	if b.cell == nil {
		b.cell, b.chain, b.empty = new([room]cell), new([room]chain), new([room]Point)
	}
	b.free = copy(b.empty[:], o.empty[:o.free])
	copy(b.cell[:], o.cell[:o.cells])
	copy(b.chain[:], o.chain[:o.cells])
	for i := range b.chain[:b.cells] {
		b.chain[i].kept = 0
	}
	if len(b.mark) != o.cells {
		b.mark, b.epoch = make([]uint32, o.cells), 0
	}
	b.toMove, b.ko, b.passes, b.taken, b.hash = o.toMove, o.ko, o.passes, o.taken, o.hash
	b.log, b.saved = b.log[:0], b.saved[:0]
	b.history.copy(&o.history)
}

// String draws the board as [ReadText] reads it: X is black, O is white, + is forbidden by the ko rule.
func (b *Board) String() string {
	return b.Draw(func(p Point) byte {
		if p == b.ko {
			return '+'
		}
		return ".XO"[b.cell[p].color]
	}) + fmt.Sprintf("%v to move\n", b.toMove)
}

// Draw draws the board, with names of rows and columns, and each point as mark returns it.
func (b *Board) Draw(mark func(p Point) byte) string {
	var s strings.Builder
	columns := "   " + strings.Join(strings.Split(letters[:b.size], ""), " ") + "\n"
	s.WriteString(columns)
	for y := b.size - 1; y >= 0; y-- {
		fmt.Fprintf(&s, "%2d", y+1)
		for x := range b.size {
			s.WriteByte(' ')
			s.WriteByte(mark(b.point(x, y)))
		}
		fmt.Fprintf(&s, " %d\n", y+1)
	}
	s.WriteString(columns)
	return s.String()
}

// Eye reports whether p is an eye of a colour in the sense of playouts: an empty point with only stones of that colour
// next to it, and at most one stone of the other colour at its corners, none at the edge. A colour that fills no such
// eyes keeps its living groups alive.
func (b *Board) Eye(c Color, p Point) bool {
	if b.At(p) != Empty {
		return false
	}
	edge := 0
	for _, step := range b.steps {
		switch b.cell[p+step].color {
		case c:
		case Border:
			edge = 1
		default:
			return false
		}
	}
	other := c ^ 3
	for _, q := range [4]Point{p - b.stride - 1, p - b.stride + 1, p + b.stride - 1, p + b.stride + 1} {
		if b.cell[q].color == other {
			edge++
		}
	}
	return edge < 2
}
