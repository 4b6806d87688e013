package learn_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/learn"
	"github.com/ply-search/ply/mcts/puct"
	"github.com/ply-search/ply/search/alphabeta"
)

// Siege is a game of two castles. In turn, each side takes one, two or three stones from the castle of the other side,
// which loses with the last one, or puts a stone on its own.
type Siege struct {
	stones [2]int
	moves  int
}

func newSiege() (*Siege, error) { return &Siege{stones: [2]int{9, 9}}, nil }

func (s *Siege) Moves(dst []int) []int {
	if s.stones[s.ToMove()] <= 0 {
		return dst
	}
	return append(dst, 0, 1, 2, 3)
}
func (s *Siege) Play(n int)   { s.change(n, 1); s.moves++ }
func (s *Siege) Undo(n int)   { s.moves--; s.change(n, -1) }
func (s *Siege) ToMove() int  { return s.moves % 2 }
func (s *Siege) Outcome() int { return -1000 } // the castle of the side to move is gone

func (s *Siege) change(n, times int) {
	if n == 0 {
		s.stones[s.ToMove()] += times
	}
	s.stones[1-s.ToMove()] -= n * times
}

// AppendFeatures makes a game one that can be learned: the stones of the side to move, and those of the other side.
func (s *Siege) AppendFeatures(dst []float64) []float64 {
	return append(dst, float64(s.stones[s.ToMove()]), float64(s.stones[1-s.ToMove()]))
}

// From a game with features to a player that is known to be better: games, weights, a match.
func Example() {
	ctx := context.Background()
	player := func(m *learn.Model, temperature float64) func() arena.Player[*Siege, int] {
		return learn.NewPlayer[*Siege](learn.PlayerOptions[int]{
			Model: m, Win: 1000, Temperature: temperature, Search: alphabeta.Options[int]{Depth: 2, Direct: true},
		})
	}
	untrained, err := learn.NewModel("siege", 2, nil, nil) // 2 features, no hidden layer: all positions are even
	if err != nil {
		fmt.Println(err)
		return
	}
	players := []learn.NamedPlayer[*Siege, int]{{Name: "bold", New: player(untrained, 1)}, {Name: "careful", New: player(untrained, 0.1)}}
	played, err := learn.SelfPlay(ctx, newSiege, players, learn.SelfPlayOptions[int]{Game: "siege", Games: 200, Opening: 2, MaxMoves: 100})
	if err != nil {
		fmt.Println(err)
		return
	}
	options := learn.Options[int]{Method: learn.TD, Lambda: 0.9, Readings: 50, HeldOut: 0.1, Patience: 10}
	trained, err := learn.Train(ctx, newSiege, untrained, played.Set, options)
	if err != nil {
		fmt.Println(err)
		return
	}
	own, other := trained.Model.Weights[0], trained.Model.Weights[1]
	fmt.Println("own stones are good:", own > 0, "and those of the other side bad:", other < 0)
	match, err := arena.Match(ctx, arena.RandomOpening(2, newSiege), player(trained.Model, 0), player(untrained, 0),
		arena.Options{Games: 1000, MaxMoves: 100, Test: arena.SequentialTest{Elo0: 0, Elo1: 50}})
	fmt.Println("better:", match.Verdict == arena.AcceptElo1, err)
	// Output:
	// own stones are good: true and those of the other side bad: true
	// better: true <nil>
}

// A model with weights set by hand in a search.
func ExampleForAlphaBeta() {
	model := learn.Linear("siege", 0, 1, -1) // stones are good, those of the other side bad
	options := alphabeta.Options[int]{Depth: 3, Evaluator: learn.ForAlphaBeta[int](model, 1000), Direct: true}
	g, _ := newSiege()
	result, err := alphabeta.Search(context.Background(), g, ply.Limits{}, options)
	fmt.Println(result.Line, result.Value, err)
	// Output: [3 3 3] 188 <nil>
}

// Games in a file that others can read, and that can be read again.
func ExampleNotation() {
	folder, err := os.MkdirTemp("", "games")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	name := filepath.Join(folder, "games.jsonl")
	notation := learn.Notation[*Siege, int]{Game: "siege", New: newSiege}
	game := learn.Record[int]{Moves: []int{3, 0, 3, 0, 3, 2, 3}, Outcome: 1000, Players: [2]string{"a", "b"}}
	if err := notation.Write(name, &learn.Set[int]{Game: "siege", Records: []learn.Record[int]{game}}); err != nil {
		fmt.Println(err)
		return
	}
	data, _ := os.ReadFile(name)
	fmt.Print(string(data))
	set, err := notation.Read(name)
	fmt.Println(set.Records[0].Moves, err)
	// Output:
	// {"format":"ply games","version":1,"game":"siege"}
	// {"moves":["3","0","3","0","3","2","3"],"outcome":1000,"players":["a","b"]}
	// [3 0 3 0 3 2 3] <nil>
}

// The same model as an evaluator of positions and moves.
func ExampleForPUCT() {
	evaluator, err := learn.ForPUCT[*Siege](learn.Linear("siege", 0, 0.1, -0.1), 0.1)
	if err != nil {
		fmt.Println(err)
		return
	}
	g, _ := newSiege()
	result, err := puct.Search(context.Background(), g, evaluator, ply.Limits{Nodes: 200}, puct.Options[int]{})
	fmt.Println(result.Move, err)
	// Output: 3 <nil>
}

// Random games say whether features keep their laws.
func ExampleCheckFeatures() {
	fmt.Println(learn.CheckFeatures(newSiege, 100, nil))
	// Output: <nil>
}

// Playing and training in turn. A match decides each time whether the new weights are kept.
func ExampleOnline() {
	model, err := learn.NewModel("siege", 2, nil, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	options := learn.OnlineOptions[*Siege, int]{
		Rounds:   3,
		Player:   learn.PlayerOptions[int]{Win: 1000, Temperature: 0.5, Search: alphabeta.Options[int]{Depth: 1, Direct: true}},
		SelfPlay: learn.SelfPlayOptions[int]{Games: 50, Opening: 2, Explore: 0.1, MaxMoves: 100},
		Train:    learn.Options[int]{Method: learn.TD, Lambda: 0.9, Readings: 20},
		Match:    &arena.Options{Games: 400, MaxMoves: 100, Test: arena.SequentialTest{Elo0: 0, Elo1: 50}},
		Random:   rand.NewPCG(1, 2),
		Round: func(r learn.Round[int]) error {
			fmt.Println("round", r.Number, "of", len(r.Games.Records), "games, kept:", r.Kept)
			return nil // here model and games can be saved
		},
	}
	model, err = learn.Online(context.Background(), newSiege, model, options)
	fmt.Println(model.Weights[0] > 0, err)
	// Output:
	// round 0 of 50 games, kept: true
	// round 1 of 50 games, kept: false
	// round 2 of 50 games, kept: false
	// true <nil>
}
