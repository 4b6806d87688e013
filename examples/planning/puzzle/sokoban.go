package puzzle

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"strings"

	"github.com/ply-search/ply"
)

// mostBoxes limits the boxes: the bound goes through their subsets.
const mostBoxes = 12

// Sokoban reads the first level of a text: # wall, @ player, $ box, . goal, * box on a goal, + player on a goal, and
// space, - or _ floor; see level for other text. A push costs 1 and a step nothing. There are as many goals as boxes.
//
// A cell for each square tells whether it has a box, and another cell has the player's square. If boxes are numbered,
// two more cells for each have its square, and whether that is a goal. Solutions cost the same, but there are more
// positions, and derived estimates then notice that a box fills only one goal.
//
// The bound is the cost of a cheapest matching of boxes and goals, by the pushes without other boxes (Junghanns and
// Schaeffer 2001).
func Sokoban(text string, numbered bool) (*Puzzle, error) {
	const walls = "#"
	rows, err := level(text)
	if err != nil {
		return nil, err
	}
	b, err := draw(rows, "# @$.*+")
	if err != nil {
		return nil, err
	}
	boxes, goals, players := b.find("$*"), b.find(".*+"), b.find("@+")
	switch {
	case len(players) > 1:
		return nil, fmt.Errorf("%s: a second player", b.place(players[1]))
	case len(players) == 0:
		return nil, fmt.Errorf("there is no player")
	case len(boxes) == 0 || len(boxes) != len(goals):
		return nil, fmt.Errorf("%d boxes and %d goals: want as many of both", len(boxes), len(goals))
	case len(boxes) > mostBoxes:
		return nil, fmt.Errorf("%d boxes: want at most %d", len(boxes), mostBoxes)
	}
	p := &Puzzle{Start: make([]int32, len(b.squares))}
	isGoal := make(map[int]int32)
	for _, square := range boxes {
		p.Start[square] = 1
	}
	for _, square := range goals {
		isGoal[square] = 1
	}
	at := int32(len(p.Start))
	p.Start = append(p.Start, int32(players[0]))
	if numbered {
		for _, square := range boxes {
			p.Goal = append(p.Goal, ply.Condition{Cell: int32(len(p.Start)) + 1, Value: 1})
			p.Start = append(p.Start, int32(square), isGoal[square])
		}
	} else {
		for _, square := range goals {
			p.Goal = append(p.Goal, ply.Condition{Cell: int32(square), Value: 1})
		}
	}
	for from := range b.squares {
		if b.squares[from] == walls[0] {
			continue
		}
		for d := range directions {
			next, ok := b.step(from, d, 1, walls)
			if !ok {
				continue
			}
			moves := change{at, int32(from), int32(next)}
			name := directions[d].name + " to " + b.place(next)
			p.add(0, "step "+name, moves, change{int32(next), 0, 0})
			behind, ok := b.step(from, d, 2, walls)
			if !ok {
				continue
			}
			push := []change{moves, {int32(next), 1, 0}, {int32(behind), 0, 1}}
			if !numbered {
				p.add(1, "push "+name, push...)
				continue
			}
			for i := range int32(len(boxes)) {
				box := at + 1 + 2*i
				p.add(1, "push "+name, append(push[:3:3],
					change{box, int32(next), int32(behind)}, change{box + 1, isGoal[next], isGoal[behind]})...)
			}
		}
	}
	pushes := make([][]int, len(goals))
	for i, goal := range goals {
		pushes[i] = b.pushesTo(goal, walls)
	}
	least := make([]int, 1<<len(boxes)) // scratch: the least cost of filling each set of goals
	p.Bound = func(cell func(int) int32) int {
		for i := range least {
			least[i] = math.MaxInt
		}
		least[0] = 0
		n := 0
		for square := range b.squares {
			if cell(square) == 0 {
				continue
			}
			for set := range least {
				if bits.OnesCount(uint(set)) != n || least[set] == math.MaxInt {
					continue
				}
				for i := range goals {
					if d := pushes[i][square]; set>>i&1 == 0 && d < math.MaxInt {
						with := set | 1<<i
						least[with] = min(least[with], least[set]+d)
					}
				}
			}
			n++
		}
		return least[len(least)-1]
	}
	return p, nil
}

// pushesTo returns the number of pushes from each square to a goal, if the player could get anywhere.
func (b *board) pushesTo(goal int, walls string) []int {
	pushes := make([]int, len(b.squares))
	for i := range pushes {
		pushes[i] = math.MaxInt
	}
	pushes[goal] = 0
	for open := []int{goal}; len(open) > 0; open = open[1:] {
		for d := range directions {
			from, ok := b.step(open[0], d, 1, walls) // where the box was
			if _, room := b.step(open[0], d, 2, walls); ok && room && pushes[from] == math.MaxInt {
				pushes[from] = pushes[open[0]] + 1
				open = append(open, from)
			}
		}
	}
	return pushes
}

// The signs of a level of Sokoban: floors are all floor, and letters, which some programs write, stand for pieces in order.
const (
	floors  = " -_"
	pieces  = "$*.@+"
	letters = "bBopP"
)

// level returns the rows of the first level of a text, with spaces for floor. Other text may precede and follow it.
// Rows can have run lengths, as 3# for ###, and several can share a line, separated by |. An error names the line and
// the column.
func level(text string) ([]string, error) {
	lines := split(text)
	var rows []string
	for i, line := range lines {
		if !isRow(line, len(rows) > 0) {
			if len(rows) == 0 {
				continue
			}
			if within(lines, i) {
				return nil, fmt.Errorf("%d:1: %.20q within a level: want rows of %q", i+1, line, "#"+pieces+floors)
			}
			break
		}
		more, column, err := expand(line)
		if err != nil {
			return nil, fmt.Errorf("%d:%d: %w", i+1, column, err)
		}
		rows = append(rows, more...)
		if len(rows) > mostSquares {
			return nil, errTooLarge
		}
	}
	if len(rows) == 0 {
		return nil, errors.New("there is no level: want rows with # for walls")
	}
	return rows, nil
}

var errTooLarge = fmt.Errorf("the board has more than %d squares", mostSquares)

// isRow reports whether a line is a row: it has only signs, or a wall as its first sign besides floor, so errors in it
// are reported. A line of floor alone is a row only after another row.
func isRow(line string, after bool) bool {
	begin := strings.TrimLeft(line, floors+"0123456789|")
	if begin == "" {
		return after && strings.ContainsAny(line, "-_")
	}
	return begin[0] == '#' || strings.ContainsAny(begin, pieces) && strings.Trim(begin, floors+pieces+"#0123456789|") == ""
}

// within reports whether a line that is no row and no title precedes a row.
func within(lines []string, i int) bool {
	title := strings.HasPrefix(lines[i], ";") || strings.Contains(lines[i], ":") || strings.TrimSpace(lines[i]) == ""
	return !title && i+1 < len(lines) && isRow(lines[i+1], true)
}

// expand returns the rows of a line, or an error with its column.
func expand(line string) (rows []string, column int, err error) {
	var row strings.Builder
	count, counted := 0, false
	line = strings.TrimRight(line, " \t")
	for i, c := range line {
		n := 1
		if counted {
			n = count
		}
		switch {
		case c >= '0' && c <= '9':
			if count, counted = 10*count+int(c-'0'), true; count > mostSquares {
				return nil, i + 1, errTooLarge
			}
			continue
		case c == '|':
			for range n { // 2| ends a row, and leaves one of floor
				rows = append(rows, row.String())
				row.Reset()
			}
		case strings.ContainsRune(floors, c):
			row.WriteString(strings.Repeat(" ", n))
		case c == '#' || strings.ContainsRune(pieces, c):
			row.WriteString(strings.Repeat(string(c), n))
		case strings.ContainsRune(letters, c):
			row.WriteString(strings.Repeat(pieces[strings.IndexRune(letters, c):][:1], n))
		default:
			return nil, i + 1, fmt.Errorf("want one of %q, not %q", "#"+pieces+floors, c)
		}
		if count, counted = 0, false; row.Len() > mostSquares || len(rows) > mostSquares {
			return nil, i + 1, errTooLarge
		}
	}
	if counted {
		return nil, len(line), errors.New("a number without a sign after it")
	}
	if row.Len() > 0 {
		rows = append(rows, row.String())
	}
	return rows, 0, nil
}
