package testgames

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/transposition"
)

// Fog is a tree of two sides and chance given by a seed, in which players see at most whether others' moves are odd.
type Fog struct {
	Seed  uint64
	Depth int   // the moves of a game
	Width int   // the most moves of a position
	Most  int   // the greatest value
	Line  []int // played
}

func (g *Fog) drawn(n int, numbers ...byte) int {
	return int(transposition.Mix(transposition.Hash(numbers)^g.Seed) % uint64(n))
}

// mover returns who makes a move, chance as often as each player.
func (g *Fog) mover(number int) int { return g.drawn(3, 1, byte(number)) - 1 }

// sees reports whether player sees if a move of others is odd.
func (g *Fog) sees(player, number int) bool { return g.drawn(2, 2, byte(number), byte(player)) == 0 }

// Moves appends a number of moves derived from the information of the player to move.
func (g *Fog) Moves(dst []int) []int {
	if len(g.Line) == g.Depth {
		return dst
	}
	key := []byte{3}
	if player := g.mover(len(g.Line)); player >= 0 {
		key = g.AppendInformation(append(key, byte(player)), player)
	} else {
		key = append(key, byte(len(g.Line)), 9)
	}
	for m := range 1 + g.drawn(g.Width, key...) {
		dst = append(dst, m)
	}
	return dst
}

func (g *Fog) Play(m int) { g.Line = append(g.Line, m) }

func (g *Fog) Undo(int) { g.Line = g.Line[:len(g.Line)-1] }

func (g *Fog) ToMove() int {
	if len(g.Line) == g.Depth {
		return 0
	}
	return g.mover(len(g.Line))
}

func (g *Fog) Outcome() int {
	key := []byte{4}
	for _, m := range g.Line {
		key = append(key, byte(m))
	}
	return g.drawn(2*g.Most+1, key...) - g.Most
}

func (g *Fog) Probabilities(moves []int, dst []float64) []float64 {
	base, sum := len(dst), 0.0
	for _, m := range moves {
		dst = append(dst, 1+float64(g.drawn(4, 5, byte(len(g.Line)), byte(m))))
		sum += dst[len(dst)-1]
	}
	for i := range dst[base:] {
		dst[base+i] /= sum
	}
	return dst
}

func (g *Fog) AppendInformation(dst []byte, player int) []byte {
	for i, m := range g.Line {
		dst = append(dst, g.seen(player, i, m))
	}
	return dst
}

func (g *Fog) seen(player, number, m int) byte {
	switch {
	case g.mover(number) == player:
		return byte(4 + m)
	case g.sees(player, number):
		return byte(m & 1)
	}
	return 2
}

// Determinize redraws the moves of others until their observations match.
func (g *Fog) Determinize(player int, random *rand.Rand) (weight float64) {
	line := slices.Clone(g.Line)
	for {
		g.Line, weight = g.Line[:0], 1
		for i, m := range line {
			if g.mover(i) == player {
				g.Play(m)
				continue
			}
			moves := g.Moves(nil)
			same := slices.DeleteFunc(slices.Clone(moves), func(other int) bool { return g.seen(player, i, other) != g.seen(player, i, m) })
			if len(same) == 0 {
				break
			}
			pick := same[random.IntN(len(same))]
			if probability := 1 / float64(len(moves)); g.mover(i) != ply.Chance {
				weight *= probability
			} else {
				weight *= g.Probabilities(moves, nil)[pick]
			}
			weight *= float64(len(same))
			g.Play(pick)
		}
		if len(g.Line) == len(line) {
			return weight
		}
	}
}

func (g *Fog) Clone() *Fog {
	c := *g
	c.Line = slices.Clone(g.Line)
	return &c
}

func (g *Fog) String() string { return fmt.Sprint(g.Line) }

func (g *Fog) Acyclic() bool { return true }
