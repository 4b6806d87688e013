package neural_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts/puct"
	"github.com/ply-search/ply/neural"
)

const finish = 8

// Runners is a race of three. In turn, each moves its runner by one to three squares, but not to a square with another
// runner, and passes if it can do none. Whoever reaches square 8 first wins. Of the two others, the one behind loses.
type Runners struct {
	squares [3]int
	turn    int
}

func (r *Runners) Moves(dst []int) []int {
	if r.over() {
		return dst
	}
	from := len(dst)
	for m := 1; m <= 3; m++ {
		if to := r.squares[r.ToMove()] + m; to >= finish || to != r.other(1) && to != r.other(2) {
			dst = append(dst, m)
		}
	}
	if len(dst) == from {
		dst = append(dst, 0) // a pass
	}
	return dst
}

func (r *Runners) over() bool { return max(r.squares[0], r.squares[1], r.squares[2]) >= finish }

// other returns the square of another runner, in the order of turns.
func (r *Runners) other(next int) int { return r.squares[(r.turn+next)%3] }

func (r *Runners) Play(m int) {
	r.squares[r.ToMove()] += m
	r.turn++
}

func (r *Runners) Undo(m int) {
	r.turn--
	r.squares[r.ToMove()] -= m
}

func (r *Runners) ToMove() int  { return r.turn % 3 }
func (r *Runners) Players() int { return 3 }

func (r *Runners) Outcomes(values []int) {
	for p, square := range r.squares {
		one, other := r.squares[(p+1)%3], r.squares[(p+2)%3]
		switch {
		case square >= finish:
			values[p] = 1
		case square < one && square < other:
			values[p] = -1
		default:
			values[p] = 0
		}
	}
}

// A plane shows where a runner is: first the one to move, then the others in the order of turns.
var runners = neural.Description[*Runners, int]{
	Name:   "runners",
	New:    func() (*Runners, error) { return new(Runners), nil },
	Planes: 3, Width: finish,
	Append: func(r *Runners, dst []float32) []float32 {
		for next := range 3 {
			from := len(dst)
			dst = append(dst, make([]float32, finish)...)
			dst[from+r.other(next)] = 1
		}
		return dst
	},
	Moves:  4,
	Number: func(_ *Runners, m int) int { return m },
}

// A network with three values learns a game of three players. A player with the network then plays against two players
// that move at random.
func ExampleTrain_players() {
	dir, err := os.MkdirTemp("", "runners")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	network, err := neural.Train(ctx, dir, runners, neural.Options[int]{
		Architecture: neural.Dense{Hidden: []int{32}},
		Generations:  4,
		Games:        100,
		SelfPlay:     neural.SelfPlay{Simulations: 24, Opening: 10},
		Training:     neural.Training{Batch: 32, Rate: 0.003},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	player := neural.NewPlayer(network, runners, ply.Limits{Nodes: 50}, neural.EvaluatorOptions{}, puct.Options[int]{})()
	random, won := rand.New(rand.NewPCG(1, 2)), 0
	for number := range 300 {
		r, outcomes := new(Runners), make([]int, 3)
		for moves := r.Moves(nil); len(moves) > 0; moves = r.Moves(nil) {
			m := moves[random.IntN(len(moves))]
			if r.ToMove() == number%3 { // the seat of the network
				if m, err = player(ctx, r, random); err != nil {
					fmt.Println(err)
					return
				}
			}
			r.Play(m)
		}
		if r.Outcomes(outcomes); outcomes[number%3] > 0 {
			won++
		}
	}
	fmt.Println("won more than 150 of 300 games:", won > 150) // a third are 100
	// Output: won more than 150 of 300 games: true
}
