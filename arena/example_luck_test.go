package arena_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
)

// dice are the numbers on two dice with three faces. The mean of the first is 3, of the second 2.
var dice = [2][3]int{{1, 2, 6}, {2, 2, 2}}

// Throws is a game of two players. Each chooses one of the dice and throws it. The outcome is the difference between the
// numbers thrown.
type Throws struct {
	line []int // die of side 0, its face, die of side 1, its face
}

func (t *Throws) Moves(dst []int) []int {
	switch len(t.line) {
	case 0, 2:
		return append(dst, 0, 1)
	case 1, 3:
		return append(dst, 0, 1, 2)
	}
	return dst
}

func (t *Throws) Play(m int)   { t.line = append(t.line, m) }
func (t *Throws) Undo(int)     { t.line = t.line[:len(t.line)-1] }
func (t *Throws) ToMove() int  { return [...]int{0, ply.Chance, 1, ply.Chance, 0}[len(t.line)] }
func (t *Throws) Outcome() int { return dice[t.line[0]][t.line[1]] - dice[t.line[2]][t.line[3]] }

func (t *Throws) Probabilities(_ []int, dst []float64) []float64 {
	return append(dst, 1./3, 1./3, 1./3)
}

// lead returns the numbers thrown so far by side 0, minus those thrown by side 1. A die not yet thrown counts 3.
func (t *Throws) lead() float64 {
	numbers := [2]float64{3, 3}
	for side := range numbers {
		if len(t.line) >= 2*side+2 {
			numbers[side] = float64(dice[t.line[2*side]][t.line[2*side+1]])
		}
	}
	if t.ToMove() == 1 {
		return numbers[1] - numbers[0]
	}
	return numbers[0] - numbers[1]
}

// A match in which luck has a great influence on points. The true mean is 0.5 points per game.
func ExampleOptions_luck() {
	player := func(choose func(random *rand.Rand) int) func() arena.Player[*Throws, int] {
		return func() arena.Player[*Throws, int] {
			return func(_ context.Context, _ *Throws, random *rand.Rand) (int, error) { return choose(random), nil }
		}
	}
	first := player(func(*rand.Rand) int { return 0 })
	second := player(func(random *rand.Rand) int { return random.IntN(2) })
	opening := func(int, *rand.Rand) (*Throws, error) { return new(Throws), nil }
	options := arena.Options{
		Games: 500,
		Luck:  func(position ply.Adversarial) func() float64 { return position.(*Throws).lead },
	}
	result, err := arena.Match(context.Background(), opening, first, second, options)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("points per game:  ", result.Points)
	fmt.Println("adjusted for luck:", result.Adjusted)
	// Output:
	// points per game:   +0.416 (95 %: +0.277 to +0.555)
	// adjusted for luck: +0.51 (95 %: +0.465 to +0.555)
}
