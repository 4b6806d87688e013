package testgames

import (
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply"
)

// Monty is the problem of Monty Hall as a game of one player: chance hides a prize behind one of three doors, the
// player picks one, the host opens another one without the prize, at random if two remain, and the player opens one of
// the two closed doors. Moves are doors from 0 to 2.
type Monty struct{ Line []int }

const doors = 3

func (g *Monty) Moves(dst []int) []int {
	for door := range doors {
		switch len(g.Line) {
		case 2: // the host
			if door == g.Line[0] || door == g.Line[1] {
				continue
			}
		case 3:
			if door == g.Line[2] {
				continue
			}
		case 4:
			return dst
		}
		dst = append(dst, door)
	}
	return dst
}

func (g *Monty) Play(door int) { g.Line = append(g.Line, door) }

func (g *Monty) Undo(int) { g.Line = g.Line[:len(g.Line)-1] }

func (g *Monty) Players() int { return 1 }

func (g *Monty) ToMove() int {
	if len(g.Line) == 0 || len(g.Line) == 2 {
		return ply.Chance
	}
	return 0
}

func (g *Monty) Probabilities(moves []int, dst []float64) []float64 {
	for range moves {
		dst = append(dst, 1/float64(len(moves)))
	}
	return dst
}

// Outcomes is 1 if the player has found the prize, otherwise 0.
func (g *Monty) Outcomes(values []int) {
	if values[0] = 0; g.Line[3] == g.Line[0] {
		values[0] = 1
	}
}

// AppendInformation appends all doors except the door of the prize.
func (g *Monty) AppendInformation(dst []byte, _ int) []byte {
	for _, door := range g.Line[min(1, len(g.Line)):] {
		dst = append(dst, byte(door))
	}
	return dst
}

// Determinize draws the door of the prize. If it is the door picked, the host had a choice of two doors.
func (g *Monty) Determinize(_ int, random *rand.Rand) (weight float64) {
	if len(g.Line) < 3 {
		g.Line[0] = random.IntN(doors)
		return 1
	}
	if g.Line[0] = g.Line[1]; random.IntN(2) == 0 {
		g.Line[0] = doors - g.Line[1] - g.Line[2]
		return 1
	}
	return 0.5
}

func (g *Monty) Clone() *Monty { return &Monty{append([]int(nil), g.Line...)} }

func (g *Monty) String() string { return fmt.Sprint(g.Line) }

func (g *Monty) Acyclic() bool { return true }
