package testgames

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"sync/atomic"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/transposition"
)

// A Liar is a small acyclic game for tests that searches do not panic, hang or exceed their limits on games that break
// their laws. Its methods may return wrong results: the wrong number of something, a number beyond its range, an
// illegal move, a different result at each call. It is a game for two sides or, by Solved and Score, a puzzle. It never
// panics.
type Liar struct {
	*tale
	line   []int // nodes
	random *rand.Rand
}

type tale struct {
	next   [][]int // by node; a move is the number of an edge
	seed   uint64
	lies   map[string]bool // methods that lie,
	rarely int             // lies are one in this number of cases:
	fickle bool            // calls or, otherwise, positions
	plays  atomic.Int64
}

// NewLiar draws a game in which one or two of the given methods lie.
func NewLiar(random *rand.Rand, methods ...string) *Liar {
	t := &tale{seed: random.Uint64(), lies: map[string]bool{}, rarely: 1 + random.IntN(6), fickle: random.IntN(2) == 0}
	nodes := 2 + random.IntN(30)
	t.next = make([][]int, nodes)
	for i := range nodes - 1 {
		for range max(random.IntN(5), 1-i) {
			t.next[i] = append(t.next[i], i+1+random.IntN(min(6, nodes-1-i)))
		}
	}
	for range 1 + random.IntN(2) {
		t.lies[methods[random.IntN(len(methods))]] = true
	}
	return &Liar{tale: t, line: []int{0}, random: rand.New(rand.NewPCG(t.seed, 0))}
}

// Plays returns the number of moves played on the game and its clones.
func (g *Liar) Plays() int { return int(g.plays.Load()) }

func (g *Liar) Lies() map[string]bool { return g.lies }

// tells returns a number for the position, random if the game is fickle, and whether a method lies there.
func (g *Liar) tells(method string) (number uint64, lies bool) {
	number = transposition.Mix(g.truth(len(method)) + uint64(method[0])<<32)
	if !g.lies[method] {
		return number, false
	}
	if g.fickle {
		number = g.random.Uint64()
	}
	return number / 8, number/8%uint64(g.rarely) == 0
}

func (g *Liar) truth(salt int) uint64 {
	return transposition.Mix(g.seed + uint64(g.at())*0x9e3779b97f4a7c15 + uint64(salt))
}

func (g *Liar) at() int { return g.line[len(g.line)-1] }

func wild(number uint64) int {
	return [...]int{-1, 1 << 30, -1 << 30, 2, 7, -2, math.MaxInt, math.MinInt}[number>>8%8]
}

func (g *Liar) Moves(dst []int) []int {
	base := len(dst)
	for i := range g.next[g.at()] {
		dst = append(dst, i)
	}
	number, lies := g.tells("Moves")
	switch count := len(dst) - base; {
	case !lies:
	case count == 0 || number>>8%4 == 0:
		dst = append(dst, wild(number))
	case number>>8%4 == 1:
		dst = dst[:len(dst)-1]
	case number>>8%4 == 2:
		dst = append(dst, dst[base:]...)
	default:
		dst = dst[:base]
	}
	return dst
}

func (g *Liar) Play(m int) {
	g.plays.Add(1)
	to := min(g.at()+1, len(g.next)-1) // after a move that is not legal
	if out := g.next[g.at()]; m >= 0 && m < len(out) {
		to = out[m]
	}
	if number, lies := g.tells("Play"); lies {
		to = int(number >> 8 % uint64(len(g.next)))
	}
	g.line = append(g.line, to)
}

func (g *Liar) Undo(int) {
	if _, lies := g.tells("Undo"); !lies && len(g.line) > 1 {
		g.line = g.line[:len(g.line)-1]
	}
}

func (g *Liar) ToMove() int {
	side := int(g.truth(1) % 2)
	if number, lies := g.tells("ToMove"); lies {
		return [...]int{1 - side, 1 - side, -1, 2, wild(number)}[number>>8%5]
	}
	return side
}

func (g *Liar) value(method string) int {
	number, lies := g.tells(method)
	if lies && number>>8%4 != 0 {
		return wild(number >> 2)
	}
	return int(g.truth(2)%3) - 1
}

func (g *Liar) Outcome() int { return g.value("Outcome") }

func (g *Liar) Outcomes(values []int) {
	if _, lies := g.tells("Outcomes"); lies && len(values) > 1 {
		values = values[1:]
	}
	for i := range values {
		values[i] = g.value("Outcomes")
	}
}

func (g *Liar) Evaluate() int {
	if len(g.next[g.at()]) == 0 && !g.lies["Evaluate"] {
		return g.Outcome()
	}
	return g.value("Evaluate")
}

// Bounds returns the bounds of a search of one ply, unless it lies.
func (g *Liar) Bounds(alpha, beta int) (low, high int) {
	low, high = -ply.MaxValue, ply.MaxValue
	if len(g.next[g.at()]) == 0 {
		low = int(g.truth(2)%3) - 1
		high = low
	}
	if number, lies := g.tells("Bounds"); lies {
		a, b := int(number>>8%3)-1, int(number>>16%3)-1
		return [...]int{a, a, 1, min(a, b), wild(number), low}[number>>24%6], [...]int{a, b, -1, max(a, b), high, wild(number)}[number>>24%6]
	}
	return low, high
}

func (g *Liar) Solved() bool {
	_, lies := g.tells("Solved")
	return len(g.next[g.at()]) == 0 && g.truth(3)%3 == 0 != lies
}

func (g *Liar) Score() float64 { return float64(g.value("Score")) }

func (g *Liar) Estimate() int {
	if number, lies := g.tells("Estimate"); lies {
		return wild(number)
	}
	return 0
}

func (g *Liar) Cost(m int) int {
	if number, lies := g.tells("Cost"); lies {
		return wild(number)
	}
	return 1 + m&3
}

func (g *Liar) Hash() uint64 {
	if number, lies := g.tells("Hash"); lies {
		return number >> 8 % 4
	}
	return g.truth(4)
}

func (g *Liar) AppendBinary(dst []byte) ([]byte, error) {
	if number, lies := g.tells("AppendBinary"); lies {
		return append(dst, byte(number>>8)), nil
	}
	return binary.AppendUvarint(dst, uint64(g.at())), nil
}

// Acyclic is false if the line may not end because of a lie.
func (g *Liar) Acyclic() bool {
	for _, method := range []string{"Moves", "MovesOf", "Play", "Undo", "Advance"} {
		if g.lies[method] {
			return false
		}
	}
	return true
}

func (g *Liar) Numbers() int {
	if number, lies := g.tells("Numbers"); lies {
		return min(wild(number), 1<<10)
	}
	return 16
}

func (g *Liar) Number(m int) int {
	if number, lies := g.tells("Number"); lies {
		return wild(number)
	}
	return m & 15
}

func (g *Liar) Repeated() bool {
	_, lies := g.tells("Repeated")
	return lies
}

// Clone returns a clone, or one that has made another move.
func (g *Liar) Clone() *Liar {
	c := &Liar{tale: g.tale, line: append([]int(nil), g.line...), random: rand.New(rand.NewPCG(g.random.Uint64(), 0))}
	if number, lies := g.tells("Clone"); lies {
		c.line[len(c.line)-1] = int(number >> 8 % uint64(len(g.next)))
	}
	return c
}
