package testgames

import (
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply"
)

// Monty is the problem of Monty Hall as a game of one player: chance hides a prize behind one of three doors, the
// player picks one, the host opens another one without the prize, and the player opens one of the two that are closed.
// A host who can open two doors chooses one of them by a fair coin. Moves are doors from 0 to 2.
type Monty struct{ Line []int }

const doors = 3

// Moves lists the doors that can be chosen in the present step.
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

// Play chooses a door.
func (g *Monty) Play(door int) { g.Line = append(g.Line, door) }

// Undo takes the last choice back.
func (g *Monty) Undo(int) { g.Line = g.Line[:len(g.Line)-1] }

// Players is 1.
func (g *Monty) Players() int { return 1 }

// ToMove is chance for the prize and the host.
func (g *Monty) ToMove() int {
	if len(g.Line) == 0 || len(g.Line) == 2 {
		return ply.Chance
	}
	return 0
}

// Probabilities are equal.
func (g *Monty) Probabilities(moves []int, dst []float64) []float64 {
	for range moves {
		dst = append(dst, 1/float64(len(moves)))
	}
	return dst
}

// Outcomes is 1 if the player has found the prize, or else 0.
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

// Determinize draws one of the doors that the prize may be behind, with the same probability. If that is the one that
// the player has picked, the host would have opened this door only half of the time.
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

// Clone returns a copy.
func (g *Monty) Clone() *Monty { return &Monty{append([]int(nil), g.Line...)} }

// String shows the line.
func (g *Monty) String() string { return fmt.Sprint(g.Line) }

// Acyclic is true.
func (g *Monty) Acyclic() bool { return true }
