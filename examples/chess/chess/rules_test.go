package chess

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	board "github.com/ply-search/ply/examples/internal/chess"
	"github.com/ply-search/ply/examples/internal/ranks"
	"github.com/ply-search/ply/internal/long"
)

// A slowBoard is the rules, read off one by one: a letter for each square, by rank and file, '.' if it is empty. rights
// are the letters of a FEN. passing is the square behind the pawn that has just gone two steps, or -1.
type slowBoard struct {
	variant *Variant
	on      [size][size]byte
	rights  string
	passing int
}

func isWhite(c byte) bool { return c >= 'A' && c <= 'Z' }

// reached returns the squares that a piece attacks, each as rank and file.
func (b *slowBoard) reached(rank, file int) (squares [][2]int) {
	slide := func(farthest int, steps ...[2]int) {
		for _, s := range steps {
			for n := 1; n <= farthest; n++ {
				r, f := rank+n*s[0], file+n*s[1]
				if r < 0 || r >= b.variant.size || f < 0 || f >= b.variant.size {
					break
				}
				squares = append(squares, [2]int{r, f})
				if b.on[r][f] != '.' {
					break
				}
			}
		}
	}
	straight := [][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}
	diagonal := [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	switch b.on[rank][file] {
	case 'P':
		slide(1, diagonal[:2]...)
	case 'p':
		slide(1, diagonal[2:]...)
	case 'N', 'n':
		slide(1, [][2]int{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}, {2, 1}, {2, -1}, {-2, 1}, {-2, -1}}...)
	case 'B', 'b':
		slide(size, diagonal...)
	case 'R', 'r':
		slide(size, straight...)
	case 'Q', 'q':
		slide(size, append(straight, diagonal...)...)
	case 'K', 'k':
		slide(1, append(straight, diagonal...)...)
	}
	return squares
}

// attacked reports whether the other side attacks a square of a side.
func (b *slowBoard) attacked(white bool, rank, file int) bool {
	for r := range size {
		for f := range size {
			if c := b.on[r][f]; c != '.' && isWhite(c) != white && slices.Contains(b.reached(r, f), [2]int{rank, file}) {
				return true
			}
		}
	}
	return false
}

func (b *slowBoard) inCheck(white bool) bool {
	for rank := range size {
		for file := range size {
			if c := b.on[rank][file]; c == 'K' && white || c == 'k' && !white {
				return b.attacked(white, rank, file)
			}
		}
	}
	return false
}

// moved returns the board after a piece has gone from one square to another, and becomes a letter.
func (b *slowBoard) moved(from, to int, become byte) slowBoard {
	after := *b
	after.passing = -1
	if c := b.on[from/size][from%size]; c == 'P' || c == 'p' {
		if to == b.passing {
			after.on[from/size][to%size] = '.'
		}
		if from-to == 2*size || to-from == 2*size {
			after.passing = (from + to) / 2
		}
	}
	after.on[from/size][from%size] = '.'
	after.on[to/size][to%size] = become
	for _, square := range []int{from, to} {
		for _, lost := range map[int]string{0: "Q", 4: "KQ", 7: "K", 56: "q", 60: "kq", 63: "k"}[square] {
			after.rights = strings.ReplaceAll(after.rights, string(lost), "")
		}
	}
	return after
}

// moves returns the legal moves of a side, and the boards that they lead to.
func (b *slowBoard) moves(white bool) map[string]slowBoard {
	all := map[string]slowBoard{}
	try := func(from, to int, become byte) {
		c := b.on[from/size][from%size]
		name := ranks.Name(from, size) + ranks.Name(to, size)
		if become != c {
			name += strings.ToLower(string(become))
		}
		if after := b.moved(from, to, become); !after.inCheck(white) {
			all[name] = after
		}
	}
	for from := range squares {
		rank, file := from/size, from%size
		c := b.on[rank][file]
		if c == '.' || isWhite(c) != white {
			continue
		}
		isPawn := c == 'P' || c == 'p'
		var to []int
		for _, at := range b.reached(rank, file) {
			target, square := b.on[at[0]][at[1]], at[0]*size+at[1]
			if target == '.' && (!isPawn || square == b.passing) || target != '.' && isWhite(target) != white {
				to = append(to, square)
			}
		}
		if isPawn {
			forward := map[byte]int{'P': 1, 'p': -1}[c]
			if b.on[rank+forward][file] == '.' {
				to = append(to, from+size*forward)
				if b.variant == Standard && rank == map[byte]int{'P': 1, 'p': 6}[c] && b.on[rank+2*forward][file] == '.' {
					to = append(to, from+2*size*forward)
				}
			}
		}
		for _, to := range to {
			become := string(c)
			if isPawn && (to/size == 0 || to/size == b.variant.size-1) {
				become = map[bool]string{true: "QRBN", false: "qrbn"}[white]
			}
			for _, letter := range []byte(become) {
				if b.variant == Standard || letter != 'B' && letter != 'b' {
					try(from, to, letter)
				}
			}
		}
	}
	home := map[bool]int{true: 0, false: 7}[white]
	empty := func(files ...int) bool {
		return !slices.ContainsFunc(files, func(f int) bool { return b.on[home][f] != '.' })
	}
	safe := func(files ...int) bool {
		return !slices.ContainsFunc(files, func(f int) bool { return b.attacked(white, home, f) })
	}
	side := map[bool]string{true: "KQ", false: "kq"}[white]
	castle := func(to, rookFrom, rookTo int) {
		after := b.moved(home*size+4, home*size+to, b.on[home][4])
		after.on[home][rookTo], after.on[home][rookFrom] = after.on[home][rookFrom], '.'
		all[ranks.Name(home*size+4, size)+ranks.Name(home*size+to, size)] = after
	}
	if strings.Contains(b.rights, side[:1]) && empty(5, 6) && safe(4, 5, 6) {
		castle(6, 7, 5)
	}
	if strings.Contains(b.rights, side[1:]) && empty(1, 2, 3) && safe(4, 3, 2) {
		castle(2, 0, 3)
	}
	return all
}

// slow returns the board of a game.
func slow(g *Game) slowBoard {
	b := slowBoard{variant: g.variant}
	for square := range squares {
		b.on[square/size][square%size] = g.LetterOn(square)
	}
	fields := strings.Fields(g.FEN())
	b.rights = strings.Trim(fields[2], "-")
	if b.passing = -1; fields[3] != "-" {
		b.passing = int(fields[3][0]-'a') + size*int(fields[3][1]-'1')
	}
	return b
}

// compareWithRules compares what a game says of its position with the slow rules.
func compareWithRules(t *testing.T, g *Game) {
	t.Helper()
	b, white, fen := slow(g), g.ToMove() == White, g.FEN()
	want := b.moves(white)
	moves := g.Moves(nil)
	if len(moves) != len(want) || g.InCheck() != b.inCheck(white) || g.canMove() != (len(want) > 0) || g.countMoves() != len(want) {
		t.Fatalf("%s: moves %v, %d counted, check %v, want %v", fen, moves, g.countMoves(), g.InCheck(), slices.Sorted(maps.Keys(want)))
	}
	noisy := g.NoisyMoves(nil)
	for _, m := range moves {
		after, ok := want[m.String()]
		if !ok {
			t.Fatalf("%s: move %v is not legal", fen, m)
		}
		check, captures := g.GivesCheck(m), g.on[g.victim(m)] != none
		if slices.Contains(noisy, m) && !captures && m.promotion() != queen {
			t.Fatalf("%s: %v is noisy", fen, m)
		}
		text := g.SAN(m)
		if got, err := g.ParseMove(text); err != nil || got != m || strings.Contains(text, "x") != captures {
			t.Fatalf("%s: %v is written %s, which is read as %v, error %v", fen, m, text, got, err)
		}
		g.Play(m)
		got := slow(g)
		if got.passing < 0 && after.passing >= 0 { // no capture in passing is legal
			square := after.passing
			after.passing = -1
			with := after
			with.passing = square
			if len(with.moves(!white)) != len(after.moves(!white)) {
				t.Fatalf("%s: after %v no capture in passing", fen, m)
			}
		}
		if got != after || g.InCheck() != check || g.Hash() != g.Rehash() || g.now.placement != g.sum() {
			t.Fatalf("%s: after %v %+v, want %+v; check %v; hash %x, anew %x", fen, m, got, after, check, g.Hash(), g.Rehash())
		}
		g.Undo(m)
		if g.FEN() != fen {
			t.Fatalf("%s: after undoing %v %s", fen, m, g.FEN())
		}
	}
}

// Rehash computes the hash from scratch, for package gametest.
func (g *Game) Rehash() uint64 {
	hash := castlingKeys[g.now.castling]
	for square, k := range g.on {
		if k != none {
			hash ^= key(g.sideOn(square), k, square)
		}
	}
	if g.now.passing != 0 {
		hash ^= passingKeys[g.now.passing]
	}
	if g.toMove == Black {
		hash ^= sideKey
	}
	return hash
}

// sum computes the placement from scratch.
func (g *Game) sum() (sum score) {
	for square, k := range g.on {
		if k != none {
			sum += placement[g.sideOn(square)][k][square]
		}
	}
	return sum
}

// randomPosition returns a lawful position of the variant with some pieces on random squares, and all rights to castle that
// they allow.
func (v *Variant) randomPosition(random *rand.Rand, pieces int) *Game {
	for {
		g := v.empty()
		for i := range pieces + 2 {
			square, side := v.square(random.IntN(v.size*v.size)), uint8(random.IntN(2))
			k := v.pieces[random.IntN(len(v.pieces)-1)]
			if i < 2 {
				side, k = uint8(i), king
			}
			if v.special { // kings and rooks often stand where they may castle
				switch {
				case i < 2 && random.IntN(2) == 0:
					square = wings[2*i].king
				case i >= 2 && random.IntN(8) == 0:
					square, k = wings[random.IntN(len(wings))].rook, rook
				}
			}
			if g.on[square] == none {
				g.put(side, k, square)
			}
		}
		if random.IntN(2) == 0 {
			g.turn()
		}
		g.firstMove, g.firstSide = 1, g.toMove
		if g.check() != nil {
			continue
		}
		for i := 0; v.special && i < len(wings); i++ {
			_ = g.parseCastling(strings.ReplaceAll(rightsOf(g), "-", "") + string(wings[i].letter)) // an error leaves the rights as they are
		}
		return g
	}
}

func rightsOf(g *Game) string { return strings.Fields(g.FEN())[2] }

func TestRules(t *testing.T) {
	for name, v := range map[string]*Variant{"standard": Standard, "Los Alamos": LosAlamos} {
		random := rand.New(rand.NewPCG(1, 0))
		seen := map[string]int{}
		for i := range long.Or(200, 40) {
			g := v.randomPosition(random, i%30*v.size/size)
			if p := perfts[i/2%len(perfts)]; i%2 == 0 && p.variant == v {
				g = parse(t, v, p.fen)
			}
			for range 40 {
				compareWithRules(t, g)
				moves := g.Moves(nil)
				if len(moves) == 0 {
					seen["end"]++
					break
				}
				m := moves[random.IntN(len(moves))]
				for _, c := range moves {
					if castles(g.on[c.from()], c.from(), c.to()) { // random moves rarely castle
						m = c
					}
				}
				if g.now.passing != 0 {
					seen["passing"]++
				}
				if castles(g.on[m.from()], m.from(), m.to()) {
					seen["castling"]++
				}
				g.Play(m)
			}
		}
		if seen["end"] == 0 || seen["passing"] > 0 != v.special || seen["castling"] > 0 != v.special {
			t.Errorf("%s: the positions had %v", name, seen)
		}
	}
}

func TestSliders(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 0))
	for range 20_000 {
		square, occupied := random.IntN(squares), board.Set(random.Uint64()&random.Uint64())
		if rookReach(square, occupied) != attack.Rook(square, occupied) || bishopReach(square, occupied) != attack.Bishop(square, occupied) {
			t.Fatalf("square %d, occupied %x", square, occupied)
		}
	}
}

func TestDead(t *testing.T) {
	for fen, want := range map[string]bool{
		"8/8/4k3/8/8/3K4/8/8 w":        true,
		"8/8/4k3/8/8/3KN3/8/8 w":       true,
		"8/8/4k3/8/8/3KB3/8/8 w":       true,
		"8/8/4kb2/8/8/3KB3/8/8 w":      true,
		"8/8/4k1b1/8/8/3KB3/8/8 w":     false,
		"8/8/4k1b1/8/8/3K1B2/8/8 w":    true,
		"6bk/8/8/8/8/3K1B1B/8/8 b":     true,
		"8/8/4kn2/8/8/3KN3/8/8 w":      false,
		"8/8/4k3/7p/8/3K4/8/8 w":       false,
		"8/8/4k3/8/8/3KR3/8/8 b":       false,
		"8/8/4k1q1/8/8/3K1B2/8/8 w":    false,
		"8/8/4k1b1/8/8/3K1B1N/8/8 w":   false,
		"7k/8/8/8/8/8/8/KB6 b - - 0 1": true,
	} {
		if g := parse(t, Standard, fen); g.dead() != want || (g.Drawn() != "") != want || want && g.Evaluate() != 0 {
			t.Errorf("%s: dead %v, drawn %q, value %d", fen, g.dead(), g.Drawn(), g.Evaluate())
		}
	}
}

func TestFiftyMoves(t *testing.T) {
	g := parse(t, Standard, "7k/8/8/8/8/8/R7/K7 w - - 98 60")
	play(t, g, "a2b2", "h8g8")
	if g.Drawn() != "fifty-move rule" || !g.Repeated() {
		t.Errorf("%q, %v", g.Drawn(), g.Repeated())
	}
	mate := parse(t, Standard, "7k/R7/6K1/8/8/8/8/8 w - - 99 60")
	play(t, mate, "a7a8")
	if mate.Drawn() != "" || mate.Repeated() || mate.Outcome() == 0 {
		t.Errorf("a mate with the hundredth move is %q", mate.Drawn())
	}
}

func TestRepetition(t *testing.T) {
	g := New()
	circle := []string{"g1f3", "g8f6", "f3g1", "f6g8"}
	play(t, g, circle[:3]...)
	if g.Repeated() {
		t.Error("repeated with Black to move: the side to move differs")
	}
	play(t, g, circle[3])
	if !g.Repeated() || g.Occurrences() != 1 || g.Drawn() != "" {
		t.Errorf("%d occurrences, %q", g.Occurrences(), g.Drawn())
	}
	passed := g.Clone()
	if !passed.Pass() || passed.Repeated() {
		t.Error("a pass is repeated")
	}
	play(t, passed, "g8f6", "g1f3", "f6g8", "f3g1")
	if !passed.Repeated() || passed.Occurrences() != 1 {
		t.Errorf("%d occurrences after a pass, want 1", passed.Occurrences())
	}
	play(t, g, circle...)
	if g.Occurrences() != 2 || g.Drawn() != "threefold repetition" || len(g.Moves(nil)) == 0 {
		t.Errorf("%d occurrences, %q", g.Occurrences(), g.Drawn())
	}
	play(t, g, "e2e3")
	if g.Repeated() || g.Drawn() != "" {
		t.Error("repeated after a pawn has moved")
	}
	// A king that has moved and come back may not castle any more: the position is another one.
	g = parse(t, Standard, "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
	play(t, g, "e1e2", "e8e7", "e2e1", "e7e8")
	if g.Repeated() {
		t.Error("repeated without the right to castle")
	}
	// A pawn that cannot be captured in passing makes no other position.
	g = parse(t, Standard, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
	play(t, g, "e2e4", "e8e7", "e1e2", "e7e8", "e2e1")
	if !g.Repeated() {
		t.Error("a double step without a capture in passing is no repetition")
	}
}

func parse(t testing.TB, v *Variant, fen string) *Game {
	t.Helper()
	g, err := v.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// play plays moves, which must be legal.
func play(t testing.TB, g *Game, moves ...string) {
	t.Helper()
	for _, text := range moves {
		m, err := g.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		g.Play(m)
	}
}
