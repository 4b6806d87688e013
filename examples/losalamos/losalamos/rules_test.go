package losalamos

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply/examples/internal/ranks"
	"github.com/ply-search/ply/internal/long"
)

// A slowBoard is the rules, read off one by one: a letter for each square, by rank and file, '.' if it is empty.
type slowBoard [size][size]byte

func slow(g *Game) (b slowBoard) {
	for square := range squares {
		b[square/size][square%size] = g.LetterOn(square)
	}
	return b
}

func isWhite(c byte) bool { return c >= 'A' && c <= 'Z' }

// reached returns the squares that a piece attacks, each as rank and file.
func (b *slowBoard) reached(rank, file int) (squares [][2]int) {
	slide := func(farthest int, steps ...[2]int) {
		for _, s := range steps {
			for n := 1; n <= farthest; n++ {
				r, f := rank+n*s[0], file+n*s[1]
				if r < 0 || r >= size || f < 0 || f >= size {
					break
				}
				squares = append(squares, [2]int{r, f})
				if b[r][f] != '.' {
					break
				}
			}
		}
	}
	straight := [][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}
	diagonal := [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	switch c := b[rank][file]; strings.ToLower(string(c)) {
	case "p":
		if isWhite(c) {
			slide(1, [2]int{1, 1}, [2]int{1, -1})
		} else {
			slide(1, [2]int{-1, 1}, [2]int{-1, -1})
		}
	case "n":
		slide(1, [][2]int{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}, {2, 1}, {2, -1}, {-2, 1}, {-2, -1}}...)
	case "r":
		slide(size, straight...)
	case "q":
		slide(size, append(straight, diagonal...)...)
	case "k":
		slide(1, append(straight, diagonal...)...)
	}
	return squares
}

// inCheck reports whether a side's king is attacked.
func (b *slowBoard) inCheck(white bool) bool {
	for rank := range size {
		for file := range size {
			if c := b[rank][file]; c == '.' || isWhite(c) == white {
				continue
			}
			for _, at := range b.reached(rank, file) {
				if c := b[at[0]][at[1]]; c == 'K' && white || c == 'k' && !white {
					return true
				}
			}
		}
	}
	return false
}

// moves returns the legal moves of a side, and the boards that they lead to.
func (b *slowBoard) moves(white bool) map[string]slowBoard {
	all := map[string]slowBoard{}
	for rank := range size {
		for file := range size {
			c := b[rank][file]
			if c == '.' || isWhite(c) != white {
				continue
			}
			var to [][2]int
			for _, at := range b.reached(rank, file) {
				target := b[at[0]][at[1]]
				if target == '.' && (c == 'p' || c == 'P') || target != '.' && isWhite(target) == white {
					continue
				}
				to = append(to, at)
			}
			forward := map[byte]int{'P': 1, 'p': -1}[c]
			if forward != 0 && b[rank+forward][file] == '.' {
				to = append(to, [2]int{rank + forward, file})
			}
			for _, at := range to {
				become := []string{""}
				if forward != 0 && (at[0] == 0 || at[0] == size-1) {
					become = []string{"q", "r", "n"}
				}
				for _, letter := range become {
					after := *b
					after[rank][file] = '.'
					after[at[0]][at[1]] = c
					if letter != "" && white {
						after[at[0]][at[1]] = strings.ToUpper(letter)[0]
					} else if letter != "" {
						after[at[0]][at[1]] = letter[0]
					}
					if !after.inCheck(white) {
						all[ranks.Name(rank*size+file, size)+ranks.Name(at[0]*size+at[1], size)+letter] = after
					}
				}
			}
		}
	}
	return all
}

// randomPosition returns a lawful position with some pieces on random squares.
func randomPosition(random *rand.Rand, pieces int) *Game {
	for {
		g := new(Game)
		for i := range pieces + 2 {
			square, side := random.IntN(squares), uint8(random.IntN(2))
			k := pawn + kind(random.IntN(int(king-pawn)))
			if i < 2 {
				side, k = uint8(i), king
			}
			if g.board[square] == none {
				g.put(side, k, square)
			}
		}
		if random.IntN(2) == 0 {
			g.turn()
		}
		g.firstMove, g.firstSide = 1, g.toMove
		if g.check() == nil {
			return g
		}
	}
}

func TestRules(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	ends := map[int]int{}
	for i := range long.Or(2000, 600) {
		g := New()
		if i%4 > 0 {
			g = randomPosition(random, random.IntN(16))
		}
		for range 20 {
			compareWithRules(t, g)
			moves := g.Moves(nil)
			if len(moves) == 0 {
				ends[g.Outcome()]++
				break
			}
			g.Play(moves[random.IntN(len(moves))])
		}
	}
	if len(ends) != 2 {
		t.Errorf("games ended with %v, want mates and stalemates", ends)
	}
}

func compareWithRules(t *testing.T, g *Game) {
	t.Helper()
	white, b := g.ToMove() == White, slow(g)
	want := b.moves(white)
	if checked := b.inCheck(white); g.InCheck() != checked {
		t.Fatalf("%s: in check is %v", g.FEN(), !checked)
	}
	moves := g.Moves(nil)
	if len(moves) != len(want) || g.canMove() != (len(want) > 0) {
		t.Fatalf("%s: moves %v, want %v", g.FEN(), moves, want)
	}
	var noisy []Move
	for _, m := range moves {
		after, legal := want[m.String()]
		if !legal {
			t.Fatalf("%s: %v is illegal", g.FEN(), m)
		}
		if g.board[m.to()] != none || m.promotion() != none {
			noisy = append(noisy, m)
		}
		gives := g.givesCheck(m)
		g.Play(m)
		if slow(g) != after {
			t.Fatalf("%s after %v", g.FEN(), m)
		}
		if g.InCheck() != gives {
			t.Fatalf("%s after %v: gives check is %v", g.FEN(), m, gives)
		}
		g.Undo(m)
	}
	got := g.NoisyMoves(nil)
	if !slices.IsSortedFunc(got, func(a, b Move) int { return int(g.gain(b) - g.gain(a)) }) {
		t.Fatalf("%s: noisy moves %v are not in the order of Rank", g.FEN(), got)
	}
	slices.Sort(got)
	slices.Sort(noisy)
	if !slices.Equal(got, noisy) {
		t.Fatalf("%s: noisy moves %v, want %v", g.FEN(), got, noisy)
	}
}
