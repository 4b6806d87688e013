package neural_test

import (
	"context"
	"fmt"
	"os"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts/puct"
	"github.com/ply-search/ply/neural"
)

// Dice is a game for two: a player rolls a die as often as he likes, and adds up the numbers. With stop he keeps the
// sum. With a 1 he loses it. Either ends his turn. The first player who has kept ten points wins.
type Dice struct {
	throws
	before []throws // to take moves back
}

type throws struct {
	kept   [2]int
	sum    int // of this turn
	player int
	thrown bool // the die is in the air
}

// The moves of the players; the outcomes of the die are 1 to 6.
const (
	roll = 7
	stop = 8
)

func (d *Dice) Moves(dst []int) []int {
	switch {
	case max(d.kept[0], d.kept[1]) >= 10:
		return dst
	case d.thrown:
		return append(dst, 1, 2, 3, 4, 5, 6)
	}
	return append(dst, roll, stop)
}

func (d *Dice) Play(m int) {
	d.before = append(d.before, d.throws)
	d.thrown = m == roll
	switch {
	case m == stop:
		d.kept[d.player] += d.sum
		d.sum, d.player = 0, 1-d.player
	case m == 1:
		d.sum, d.player = 0, 1-d.player
	case m < roll:
		d.sum += m
	}
}

func (d *Dice) Undo(int) {
	last := len(d.before) - 1
	d.throws, d.before = d.before[last], d.before[:last]
}

func (d *Dice) ToMove() int {
	if d.thrown {
		return ply.Chance
	}
	return d.player
}

func (d *Dice) Probabilities(outcomes []int, dst []float64) []float64 {
	for range outcomes {
		dst = append(dst, 1./6)
	}
	return dst
}

func (d *Dice) Outcome() int { return -1 } // the other player has kept ten points

// A network learns a game with dice. It evaluates positions in which a player is to move, and positions in which the die
// is thrown. If the die is thrown, the inputs are as seen by side 0, and one of them shows who has thrown.
func ExampleTrain_dice() {
	description := neural.Description[*Dice, int]{
		Name:   "dice",
		New:    func() (*Dice, error) { return new(Dice), nil },
		Planes: 5,
		Append: func(d *Dice, dst []float32) []float32 {
			own, turn, thrown := max(d.ToMove(), 0), float32(0), float32(0)
			if d.player == own {
				turn = 1
			}
			if d.thrown {
				thrown = 1
			}
			return append(dst, float32(d.kept[own])/10, float32(d.kept[1-own])/10, float32(d.sum)/10, turn, thrown)
		},
		Moves:  2,
		Number: func(_ *Dice, m int) int { return m - roll },
	}
	dir, err := os.MkdirTemp("", "dice")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	network, err := neural.Train(context.Background(), dir, description, neural.Options[int]{
		Architecture: neural.Dense{Hidden: []int{32}},
		Generations:  6,
		Games:        40,
		SelfPlay:     neural.SelfPlay{Simulations: 24, Opening: 4, MaxMoves: 200},
		Training:     neural.Training{Batch: 32, Rate: 0.003},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	evaluate, err := neural.ForPUCT(network, description, neural.EvaluatorOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	d := &Dice{throws: throws{kept: [2]int{0, 9}, sum: 5}} // the other player will hardly fail to win
	r, err := puct.Search(context.Background(), d, evaluate, ply.Limits{Nodes: 2000}, puct.Options[int]{})
	fmt.Println("roll:", r.Move == roll, err)
	// Output: roll: true <nil>
}
