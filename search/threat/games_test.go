package threat_test

import (
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/search/threat"
	"github.com/ply-search/ply/transposition"
)

// A board, the common part of the games of these tests, is a grid of cells on which the sides place stones, which stay.
// Values of cells: 0 empty, 1 attacker, 2 defender. Move 2c+0 places a stone of the attacker on cell c, 2c+1 one of the
// defender.
type board struct {
	width, height int
	cells         []int32
	defending     bool // the defender is to move
}

func newBoard(width, height int) *board {
	return &board{width: width, height: height, cells: make([]int32, width*height)}
}

func (b *board) Attacking() bool { return !b.defending }
func (b *board) Pass() bool      { b.defending = !b.defending; return true }
func (b *board) Unpass()         { b.defending = !b.defending }
func (b *board) Acyclic() bool   { return true }
func (b *board) Cells() int      { return len(b.cells) + 1 }

func (b *board) Cell(i int) int32 {
	switch {
	case i < len(b.cells):
		return b.cells[i]
	case b.defending:
		return 1
	}
	return 0
}

func (b *board) move(cell int) int {
	if b.defending {
		return 2*cell + 1
	}
	return 2 * cell
}

func (b *board) Moves(dst []int) []int {
	for c, v := range b.cells {
		if v == 0 {
			dst = append(dst, b.move(c))
		}
	}
	return dst
}

func (b *board) Play(m int) {
	b.cells[m/2] = int32(m%2 + 1)
	b.defending = !b.defending
}

func (b *board) Undo(m int) {
	b.cells[m/2] = 0
	b.defending = !b.defending
}

func (b *board) Hash() uint64 {
	identity := make([]byte, 0, 64)
	for i := range b.Cells() {
		identity = append(identity, byte(b.Cell(i)))
	}
	return transposition.Hash(identity)
}

// TraceMove and Replies make the board a threat.Tracer: a move depends on its cell, and changes it.
func (b *board) TraceMove(m int, _ int, trace *dependency.Trace) { trace.Add(int32(m / 2)) }

func (b *board) Replies(_ int, trace *dependency.Trace, dst []int) []int {
	for c := range trace.Cells() {
		if b.cells[c] == 0 {
			dst = append(dst, b.move(int(c)))
		}
	}
	return dst
}

func (b *board) String() string {
	var s strings.Builder
	for c, v := range b.cells {
		s.WriteByte(".XO"[v])
		if (c+1)%b.width == 0 {
			s.WriteByte('\n')
		}
	}
	return s.String()
}

// Lines is the goal of having a stone on each cell of one of several rows, on a board that it may share.
type lines struct {
	*board
	rows [][]int32
}

// newLines returns the goal of having k stones in a row, on a new board.
func newLines(width, height, k int) *lines {
	l := &lines{board: newBoard(width, height)}
	for y := range height {
		for x := range width {
			for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
				endX, endY := x+(k-1)*d[0], y+(k-1)*d[1]
				if endX >= width || endY < 0 || endY >= height {
					continue
				}
				var row []int32
				for i := range k {
					row = append(row, int32((y+i*d[1])*width+x+i*d[0]))
				}
				l.rows = append(l.rows, row)
			}
		}
	}
	return l
}

// lacks returns how many stones a row lacks, or -1 if it is blocked.
func (l *lines) lacks(row []int32) int {
	n := len(row)
	for _, c := range row {
		switch l.cells[c] {
		case 1:
			n--
		case 2:
			return -1
		}
	}
	return n
}

func (l *lines) Standing(_ int, trace *dependency.Trace) threat.Standing {
	standing := threat.Lost
	for _, row := range l.rows {
		switch l.lacks(row) {
		case -1:
		case 0:
			for _, c := range row {
				trace.Add(c)
			}
			return threat.Won
		default:
			standing = threat.Open
		}
	}
	return standing
}

func (l *lines) Attacks(order int, dst []int) []int {
	listed := uint64(0)
	for _, row := range l.rows {
		if n := l.lacks(row); n < 0 || n > order {
			continue
		}
		for _, c := range row {
			if l.cells[c] == 0 && listed>>c&1 == 0 {
				listed |= 1 << c
				dst = append(dst, l.move(int(c)))
			}
		}
	}
	return dst
}

// A link is the goal of a chain of stones between two sets of cells, in Hex, on a board that it shares. With them as
// stones, it is a connection in the sense of Go.
type link struct {
	*board
	ends     [2][]int
	distance [2][]int
	near     [][]int // the neighbors of each cell
}

// hex are the neighbors of a cell in Hex.
var hex = [6][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}}

// far is the distance of cells that cannot be connected.
const far = 1 << 20

func newLink(b *board, from, to []int) *link {
	n := len(b.cells)
	l := &link{b, [2][]int{from, to}, [2][]int{make([]int, n), make([]int, n)}, make([][]int, n)}
	for c := range n {
		for _, d := range hex {
			if x, y := c%b.width+d[0], c/b.width+d[1]; x >= 0 && x < b.width && y >= 0 && y < b.height {
				l.near[c] = append(l.near[c], y*b.width+x)
			}
		}
	}
	return l
}

func (l *link) cost(c int) int { return [...]int{1, 0, far}[l.cells[c]] }

// measure fills in how many stones, the cell's own included, connect each cell to an end.
func (l *link) measure(end int) []int {
	to := l.distance[end]
	for c := range to {
		to[c] = far
	}
	for _, c := range l.ends[end] {
		to[c] = l.cost(c)
	}
	for changed := true; changed; {
		changed = false
		for c := range to {
			for _, n := range l.near[c] {
				if d := to[n] + l.cost(c); d < to[c] {
					to[c], changed = d, true
				}
			}
		}
	}
	return to
}

func (l *link) Standing(_ int, trace *dependency.Trace) threat.Standing {
	to := l.measure(0)
	end := l.ends[1][0]
	for _, c := range l.ends[1] {
		if to[c] < to[end] {
			end = c
		}
	}
	switch {
	case to[end] >= far:
		return threat.Lost
	case to[end] > 0:
		return threat.Open
	}
	seen := map[int]bool{}
	var walk func(c int)
	walk = func(c int) {
		if seen[c] || l.cells[c] != 1 {
			return
		}
		seen[c] = true
		trace.Add(int32(c))
		for _, n := range l.near[c] {
			walk(n)
		}
	}
	walk(end)
	return threat.Won
}

func (l *link) Attacks(order int, dst []int) []int {
	a, b := l.measure(0), l.measure(1)
	for c, v := range l.cells {
		if v == 0 && a[c]+b[c]-1 <= order {
			dst = append(dst, l.move(c))
		}
	}
	return dst
}

// newBridge returns the goal of a chain from the left edge to the right, on a new board.
func newBridge(width, height int) *link {
	b := newBoard(width, height)
	return newLink(b, column(b, 0), column(b, width-1))
}

// column returns the cells of a column, and line the cells of a row.
func column(b *board, x int) (cells []int) {
	for y := range b.height {
		cells = append(cells, y*b.width+x)
	}
	return cells
}

func line(b *board, y int) (cells []int) {
	for x := range b.width {
		cells = append(cells, y*b.width+x)
	}
	return cells
}

// solve tells by brute force whether the attacker reaches the goal.
func solve[G interface {
	threat.Game[int]
	ply.Hasher
}](g G, known map[uint64]bool) bool {
	if won, ok := known[g.Hash()]; ok {
		return won
	}
	attacking := g.Attacking()
	won := !attacking
	switch standing := g.Standing(0, new(dependency.Trace)); standing {
	case threat.Open:
		moves := g.Moves(nil)
		if len(moves) == 0 {
			won = false
		}
		for _, m := range moves {
			g.Play(m)
			after := solve(g, known)
			g.Undo(m)
			if after == attacking {
				won = attacking
				break
			}
		}
	default:
		won = standing == threat.Won
	}
	known[g.Hash()] = won
	return won
}
