package neural_test

import (
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts/puct"
	"github.com/ply-search/ply/neural"
)

// TestOnlyMove checks that a player plays the only legal move at once.
func TestOnlyMove(t *testing.T) {
	b, err := tictactoe.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, cell := range []int{0, 1, 2, 4, 3, 5, 7, 6} {
		b.Play(cell)
	}
	player := neural.NewPlayer(newNetwork(t, neural.Dense{}), tictactoe, ply.Limits{Time: time.Hour}, neural.EvaluatorOptions{},
		puct.Options[int]{NoSolver: true})()
	if m, err := player(background, b, nil); m != 8 || err != nil {
		t.Errorf("move %d, error %v", m, err)
	}
}
