package rules_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply/examples/connectfour/connectfour"
	"github.com/ply-search/ply/examples/ggp/reasoner"
	"github.com/ply-search/ply/examples/ggp/rules"
	"github.com/ply-search/ply/examples/othello/othello"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search"
)

// A match plays a game by its rules.
type match struct {
	*reasoner.Reasoner
	testing.TB
}

func play(t testing.TB, name string) match {
	t.Helper()
	d, err := rules.Description(name)
	if err != nil {
		t.Fatal(err)
	}
	r, err := reasoner.New(t.Context(), d, 0)
	if err != nil {
		t.Fatal(err)
	}
	return match{r, t}
}

func (m match) over(s reasoner.State) bool {
	m.Helper()
	found := m.Terminal(s)
	if err := m.Err(); err != nil {
		m.Fatal(err)
	}
	return found
}

func (m match) goal(s reasoner.State, role int) int {
	m.Helper()
	found := m.Goal(s, role)
	if err := m.Err(); err != nil {
		m.Fatal(err)
	}
	return found
}

func (m match) next(s reasoner.State, joint ...reasoner.Move) reasoner.State {
	m.Helper()
	found := m.Next(s, joint)
	if err := m.Err(); err != nil {
		m.Fatal(err)
	}
	return found
}

func (m match) legal(s reasoner.State, role int) []reasoner.Move {
	m.Helper()
	found := m.Legal(nil, s, role)
	if err := m.Err(); err != nil {
		m.Fatal(err)
	}
	return found
}

// move returns the move of a text, which must be legal.
func (m match) move(s reasoner.State, role int, text string) reasoner.Move {
	m.Helper()
	x, err := m.Parse(text)
	if err != nil {
		m.Fatal(err)
	}
	if !slices.Contains(m.legal(s, role), x) {
		m.Fatalf("%s is not legal", text)
	}
	return x
}

// joints yields all joint moves.
func (m match) joints(s reasoner.State, yield func([]reasoner.Move)) {
	joint := make([]reasoner.Move, len(m.Roles()))
	var choose func(role int)
	choose = func(role int) {
		if role == len(joint) {
			yield(joint)
			return
		}
		for _, x := range m.legal(s, role) {
			joint[role] = x
			choose(role + 1)
		}
	}
	choose(0)
}

// perft counts the lines of that many joint moves.
func (m match) perft(s reasoner.State, depth int) (lines uint64) {
	if depth == 0 {
		return 1
	}
	if m.over(s) {
		return 0
	}
	m.joints(s, func(joint []reasoner.Move) { lines += m.perft(m.next(s, joint...), depth-1) })
	return lines
}

func TestNoProblems(t *testing.T) {
	if len(rules.Names()) != 14 {
		t.Errorf("%d games, want 14", len(rules.Names()))
	}
	for _, name := range rules.Names() {
		d, err := rules.Description(name)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if problems := d.Check(); len(problems) != 0 {
			t.Errorf("%s: %v", name, problems)
		}
	}
	if _, err := rules.Description("chaos"); err == nil {
		t.Error("there is a game of chaos")
	}
}

// TestPlayouts checks what holds of all games: that matches end, and that each role can move up to then.
func TestPlayouts(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, name := range rules.Names() {
		m := play(t, name)
		for range long.Or(50, 2) {
			p, err := m.Playout(m.Initial(), random, 500)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if !m.over(p.End) {
				t.Errorf("%s: no end after %d joint moves", name, p.Plies)
			}
			if name == "checkers" || name == "twoboards" || name == "breakthrough" || name == "blindtictactoe" {
				if p.Goals[0]+p.Goals[1] != 100 {
					t.Errorf("%s: goals %v", name, p.Goals)
				}
			}
		}
	}
}

// TestButtons tries all sequences of moves. Two are solutions, by what the lights are after each in code of its own.
func TestButtons(t *testing.T) {
	m := play(t, "buttons")
	var solutions []string
	var try func(s reasoner.State, line string)
	try = func(s reasoner.State, line string) {
		if m.over(s) {
			if won := m.goal(s, 0) == 100; won != lit(line) {
				t.Errorf("%s: solved %v", line, won)
			} else if won {
				solutions = append(solutions, line)
			}
			return
		}
		for _, x := range m.legal(s, 0) {
			try(m.next(s, x), line+m.Text(x))
		}
	}
	try(m.Initial(), "")
	if !slices.Contains(solutions, "abcaba") || slices.ContainsFunc(solutions, func(s string) bool { return len(s) < 6 }) {
		t.Errorf("solutions %v", solutions)
	}
}

// lit tells whether a sequence of buttons switches all lights on.
func lit(line string) bool {
	var lights [3]bool
	for _, b := range line {
		switch b {
		case 'a':
			lights[0] = !lights[0]
		case 'b':
			lights[0], lights[1] = lights[1], lights[0]
		case 'c':
			lights[1], lights[2] = lights[2], lights[1]
		}
	}
	return lights == [3]bool{true, true, true}
}

// TestThreeButtons plays solutions of the rows one after the other, and random sequences.
func TestThreeButtons(t *testing.T) {
	m := play(t, "threebuttons")
	random := rand.New(rand.NewPCG(5, 6))
	for n := range 50 {
		s := m.Initial()
		var rows [3]string
		for step := 0; ; step++ {
			won := lit(rows[0]) && lit(rows[1]) && lit(rows[2])
			if got := m.goal(s, 0) == 100; got != won {
				t.Fatalf("%q: solved %t", rows, got)
			}
			if m.over(s) {
				if !won && step != 18 || n == 0 && (!won || step != 18) {
					t.Fatalf("%q: over after %d moves", rows, step)
				}
				break
			}
			row, button := random.IntN(3), "abc"[random.IntN(3)]
			if n == 0 {
				row, button = step/6, "abcaba"[step%6]
			}
			s = m.next(s, m.move(s, 0, "(push "+string(button)+" "+string(rune('1'+row))+")"))
			rows[row] += string(button)
		}
	}
}

// TestMontyHall computes the chances of both ways to play.
func TestMontyHall(t *testing.T) {
	m := play(t, "montyhall")
	for last, want := range map[string][2]int{"stay": {1, 3}, "switch": {2, 3}} {
		var chance func(s reasoner.State) float64
		chance = func(s reasoner.State) (sum float64) {
			if m.over(s) {
				return float64(m.goal(s, 0)) / 100
			}
			mine := m.legal(s, 0)[0]
			if x, err := m.Parse(last); err == nil && slices.Contains(m.legal(s, 0), x) {
				mine = x
			}
			draws := m.legal(s, 1)
			for _, x := range draws {
				sum += chance(m.next(s, mine, x)) / float64(len(draws))
			}
			return sum
		}
		if got, want := chance(m.Initial()), float64(want[0])/float64(want[1]); got < want-1e-9 || got > want+1e-9 {
			t.Errorf("%s wins with %v, want %v", last, got, want)
		}
	}
	s := m.Initial()
	first := []reasoner.Move{m.move(s, 0, "(choose 1)"), m.move(s, 1, "(hide 2)")}
	if seen := m.Sees(nil, s, first, 0); m.Err() != nil || len(seen) != 0 {
		t.Errorf("the candidate sees %d things, %v", len(seen), m.Err())
	}
	s = m.next(s, first...)
	second := []reasoner.Move{m.move(s, 0, "noop"), m.move(s, 1, "(open 3)")}
	if seen := m.Sees(nil, s, second, 0); m.Err() != nil || len(seen) != 1 || m.Text(seen[0]) != "(opened 3)" {
		t.Errorf("the candidate sees %d things, %v", len(seen), m.Err())
	}
}

// TestNim compares who wins with the sum of Bouton, Nim, a game with a complete mathematical theory, 1901.
func TestNim(t *testing.T) {
	m := play(t, "nim")
	known := make(map[string]bool)
	var wins func(s reasoner.State) bool // whether the side to move does
	wins = func(s reasoner.State) (won bool) {
		sum, key := 0, ""
		for _, f := range s {
			text := m.Text(f)
			if n, ok := strings.CutPrefix(text, "(heap "); ok {
				sum ^= int(n[2] - '0')
			}
			key += text
		}
		if won, ok := known[key]; ok {
			return won
		}
		if !m.over(s) {
			m.joints(s, func(joint []reasoner.Move) {
				if next := m.next(s, joint...); !wins(next) {
					won = true
				}
			})
		}
		if won != (sum != 0) {
			t.Errorf("%s: won %v", key, won)
		}
		known[key] = won
		return won
	}
	wins(m.Initial())
	if len(known) < 4*5*6 {
		t.Errorf("%d positions", len(known))
	}
}

// TestPerft compares numbers of lines with those that are known, or that other implementations count.
func TestPerft(t *testing.T) {
	first, err := connectfour.New("")
	if err != nil {
		t.Fatal(err)
	}
	count := func(f func(depth int) (search.PerftResult, error)) func(int) uint64 {
		return func(depth int) uint64 {
			r, err := f(depth)
			if err != nil {
				t.Fatal(err)
			}
			return uint64(r.Leaves)
		}
	}
	known := func(lines ...uint64) func(int) uint64 { return func(depth int) uint64 { return lines[depth] } }
	for _, c := range []struct {
		game  string
		depth int
		want  func(depth int) uint64
	}{
		{"tictactoe", long.Or(9, 4), known(1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872)},
		{"checkers", long.Or(6, 3), known(1, 7, 49, 302, 1469, 7361, 36768)},
		{"breakthrough", long.Or(3, 2), func(depth int) uint64 { return newBoard().perft(depth) }},
		{"pegs", long.Or(5, 3), func(depth int) uint64 { return newPegs().perft(depth) }},
		{"connectfour", long.Or(6, 4), count(func(depth int) (search.PerftResult, error) {
			return search.Perft(t.Context(), first, depth, search.PerftOptions{})
		})},
		{"othello", long.Or(6, 3), count(func(depth int) (search.PerftResult, error) {
			return search.Perft(t.Context(), othello.New(), depth, search.PerftOptions{})
		})},
	} {
		m := play(t, c.game)
		for depth := 1; depth <= c.depth; depth++ {
			if got, want := m.perft(m.Initial(), depth), c.want(depth); got != want {
				t.Errorf("%s: %d lines of %d moves, want %d", c.game, got, depth, want)
			}
		}
	}
}

// A board is one of Breakthrough, with the pieces of white and black as w and b.
type board struct {
	cells [8][8]byte
	white bool // to move
}

func newBoard() *board {
	b := &board{white: true}
	for x := range 8 {
		b.cells[0][x], b.cells[1][x], b.cells[6][x], b.cells[7][x] = 'w', 'w', 'b', 'b'
	}
	return b
}

func (b *board) perft(depth int) (lines uint64) {
	if depth == 0 {
		return 1
	}
	own, forward := byte('b'), -1
	if b.white {
		own, forward = 'w', 1
	}
	if slices.Contains(b.cells[7][:], 'w') || slices.Contains(b.cells[0][:], 'b') {
		return 0
	}
	for y := range 8 {
		for x := range 8 {
			for dx := -1; dx <= 1; dx++ {
				u, v := x+dx, y+forward
				if b.cells[y][x] != own || u < 0 || u > 7 || v < 0 || v > 7 || b.cells[v][u] == own || dx == 0 && b.cells[v][u] != 0 {
					continue
				}
				next := *b
				next.white = !b.white
				next.cells[y][x], next.cells[v][u] = 0, own
				lines += next.perft(depth - 1)
			}
		}
	}
	return lines
}

// pegs is a board of peg solitaire with a margin, where 1 is a peg and 2 a hole.
type pegs [11][11]byte

func newPegs() *pegs {
	p := new(pegs)
	for y := range 7 {
		for x := range 7 {
			if 2 <= x && x <= 4 || 2 <= y && y <= 4 {
				p[y+2][x+2] = 1
			}
		}
	}
	p[5][5] = 2
	return p
}

func (p *pegs) perft(depth int) (lines uint64) {
	if depth == 0 {
		return 1
	}
	for y := 2; y < 9; y++ {
		for x := 2; x < 9; x++ {
			for _, d := range [4][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
				a, b, u, v := x+d[0], y+d[1], x+2*d[0], y+2*d[1]
				if p[y][x] == 1 && p[b][a] == 1 && p[v][u] == 2 {
					next := *p
					next[y][x], next[b][a], next[v][u] = 2, 2, 1
					lines += next.perft(depth - 1)
				}
			}
		}
	}
	return lines
}

// TestPegs plays a solution.
func TestPegs(t *testing.T) {
	m := play(t, "pegs")
	s := m.Initial()
	const solution = "2444 3234 1333 1513 3432 3133 3515 3735 4323 1333 4143 4323 4525 1535 4745 4525 " +
		"6343 5153 5333 2343 4345 5535 2545 5755 5456 7555 4565 7375 7555 5654 6444"
	for i := 0; i < len(solution); i += 5 {
		x := solution[i : i+4]
		s = m.next(s, m.move(s, 0, "(jump "+x[:1]+" "+x[1:2]+" "+x[2:3]+" "+x[3:]+")"))
	}
	if !m.over(s) || m.goal(s, 0) != 100 {
		t.Errorf("the solution ends with %d facts and the goal %d", len(s), m.goal(s, 0))
	}
}

// TestEightPuzzle plays the shortest solution, which a search of the puzzle itself finds.
func TestEightPuzzle(t *testing.T) {
	m := play(t, "eightpuzzle")
	type tiles [9]byte // 0 is the gap
	var start tiles
	s := m.Initial()
	for _, f := range s {
		if text := m.Text(f); strings.HasPrefix(text, "(cell ") {
			if tile := text[10]; tile != 'g' {
				start[text[6]-'1'+3*(text[8]-'1')] = tile - '0'
			}
		}
	}
	goal := tiles{1, 2, 3, 4, 5, 6, 7, 8, 0}
	came := map[tiles]tiles{goal: {}}
	distance := map[tiles]int{goal: 0}
	for queue := []tiles{goal}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		gap := slices.Index(at[:], 0)
		for _, to := range []int{gap - 1, gap + 1, gap - 3, gap + 3} {
			if to < 0 || to > 8 || gap/3 != to/3 && gap%3 != to%3 {
				continue
			}
			next := at
			next[gap], next[to] = next[to], 0
			if _, ok := distance[next]; !ok {
				distance[next], came[next] = distance[at]+1, at
				queue = append(queue, next)
			}
		}
	}
	if distance[start] != 20 {
		t.Fatalf("%d moves to the goal, want 20", distance[start])
	}
	for at := start; at != goal; at = came[at] {
		if m.over(s) {
			t.Fatal("over before the goal")
		}
		next := came[at]
		gap := slices.Index(next[:], 0)
		s = m.next(s, m.move(s, 0, "(slide "+string(rune('1'+gap%3))+" "+string(rune('1'+gap/3))+")"))
	}
	if !m.over(s) || m.goal(s, 0) != 100 {
		t.Errorf("the goal is worth %d", m.goal(s, 0))
	}
}

// TestHex compares the end of random matches with a search for chains. There is never a draw.
func TestHex(t *testing.T) {
	m := play(t, "hex5")
	random := rand.New(rand.NewPCG(3, 3))
	for range long.Or(200, 5) {
		p, err := m.Playout(m.Initial(), random, 0)
		if err != nil {
			t.Fatal(err)
		}
		var stones [7][7]byte // with a margin
		for _, f := range p.End {
			if text := m.Text(f); strings.HasPrefix(text, "(stone ") {
				stones[text[9]-'0'][text[7]-'0'] = text[11]
			}
		}
		for role, color := range []byte{'r', 'b'} {
			if won := p.Goals[role] == 100; won != chain(stones, color) {
				t.Errorf("%v: %c won %v", stones, color, won)
			}
		}
	}
}

// chain tells whether stones of a color connect its sides.
func chain(stones [7][7]byte, color byte) bool {
	var from func(x, y int) bool
	from = func(x, y int) bool {
		if stones[y][x] != color {
			return false
		}
		if color == 'r' && y == 5 || color == 'b' && x == 5 {
			return true
		}
		stones[y][x] = 0
		return from(x+1, y) || from(x-1, y) || from(x, y+1) || from(x, y-1) || from(x+1, y-1) || from(x-1, y+1)
	}
	for i := 1; i <= 5; i++ {
		if color == 'r' && from(i, 1) || color == 'b' && from(1, i) {
			return true
		}
	}
	return false
}
