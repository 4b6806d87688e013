package threat_test

import (
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/search/threat"
	"github.com/ply-search/ply/transposition"
)

// A board is a grid of cells on which the sides place stones, which stay. It is what the games of these tests have in
// common. Values of cells: 0 empty, 1 attacker, 2 defender. Move 2c+0 is a stone of the attacker on cell c, 2c+1 one of
// the defender.
type board struct {
	width, height int
	cells         []int32
	defending     bool // the defender is to move
}

func newBoard(width, height int) board {
	return board{width: width, height: height, cells: make([]int32, width*height)}
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

// Lines is the goal of having k stones in a row.
type lines struct {
	board
	rows [][]int32
}

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

// Bridge is Hex: the goal is a chain of stones from the left edge to the right.
type bridge struct {
	board
	distance [2][]int // of stones lacking, from each edge
}

func newBridge(width, height int) *bridge {
	b := &bridge{board: newBoard(width, height)}
	for i := range b.distance {
		b.distance[i] = make([]int, width*height)
	}
	return b
}

const far = 1 << 20

// neighbors of a cell in Hex.
var hex = [6][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}}

// measure fills in how many stones, the cell's own included, the attacker lacks to connect each cell to an edge.
func (b *bridge) measure(edge int, distance []int) {
	for c := range distance {
		distance[c] = far
	}
	cost := func(c int) int { return [...]int{1, 0, far}[b.cells[c]] }
	for changed := true; changed; {
		changed = false
		for c := range distance {
			if b.cells[c] == 2 {
				continue
			}
			x, y := c%b.width, c/b.width
			best := far
			if x == edge*(b.width-1) {
				best = 0
			}
			for _, d := range hex {
				if nx, ny := x+d[0], y+d[1]; nx >= 0 && nx < b.width && ny >= 0 && ny < b.height {
					best = min(best, distance[ny*b.width+nx])
				}
			}
			if n := best + cost(c); n < distance[c] {
				distance[c], changed = n, true
			}
		}
	}
}

func (b *bridge) Standing(_ int, trace *dependency.Trace) threat.Standing {
	b.measure(0, b.distance[0])
	end, least := -1, far
	for y := range b.height {
		if c := y*b.width + b.width - 1; b.distance[0][c] < least {
			end, least = c, b.distance[0][c]
		}
	}
	switch {
	case least >= far:
		return threat.Lost
	case least > 0:
		return threat.Open
	}
	// The stones that are connected to that one.
	todo, seen := []int{end}, map[int]bool{}
	for len(todo) > 0 {
		c := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[c] {
			continue
		}
		seen[c] = true
		trace.Add(int32(c))
		for _, d := range hex {
			if nx, ny := c%b.width+d[0], c/b.width+d[1]; nx >= 0 && nx < b.width && ny >= 0 && ny < b.height {
				if n := ny*b.width + nx; b.cells[n] == 1 {
					todo = append(todo, n)
				}
			}
		}
	}
	return threat.Won
}

func (b *bridge) Attacks(order int, dst []int) []int {
	for edge := range b.distance {
		b.measure(edge, b.distance[edge])
	}
	for c, v := range b.cells {
		if v == 0 && b.distance[0][c]+b.distance[1][c]-1 <= order {
			dst = append(dst, b.move(c))
		}
	}
	return dst
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
