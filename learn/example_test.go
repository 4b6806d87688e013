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

// AppendFeatures states features to be learned from: the stones of the side to move and of the other side.
func (s *Siege) AppendFeatures(dst []float64) []float64 {
	return append(dst, float64(s.stones[s.ToMove()]), float64(s.stones[1-s.ToMove()]))
}

// From a game with features to a player that is known to be better: games, weights, a match.
func Example() {
	ctx := context.Background()
	player := func(m *learn.Model, temperature float64) func() arena.Player[*Siege, int] {
		return learn.NewPlayer[*Siege](m, ply.Limits{}, temperature, alphabeta.Options[int]{Win: 1000, Depth: 2, Direct: true})
	}
	untrained, err := learn.NewModel(learn.Model{Game: "siege", Inputs: 2}, nil) // no hidden layer: all positions are even
	if err != nil {
		fmt.Println(err)
		return
	}
	players := []learn.NamedPlayer[*Siege, int]{{Name: "bold", New: player(untrained, 1)}, {Name: "careful", New: player(untrained, 0.1)}}
	notation := learn.Notation[*Siege, int]{Game: "siege", New: newSiege}
	set, err := notation.SelfPlay(ctx, "", players, learn.SelfPlayOptions[int]{Games: 200, Opening: 2, MaxMoves: 100})
	if err != nil {
		fmt.Println(err)
		return
	}
	options := learn.Options[int]{TD: &learn.TD[int]{Lambda: 0.9}, Epochs: 50, Validation: 0.1, Patience: 10}
	trained, err := learn.Train(ctx, newSiege, untrained, set, options)
	if err != nil {
		fmt.Println(err)
		return
	}
	own, other := trained.Model.Weights[0], trained.Model.Weights[1]
	fmt.Println("own stones are good:", own > 0, "and those of the other side bad:", other < 0)
	match, err := arena.Match(ctx, arena.RandomOpening(2, newSiege), player(trained.Model, 0), player(untrained, 0),
		arena.Options{Games: 1000, MaxMoves: 100, Test: arena.SequentialTest{Elo0: 0, Elo1: 50}})
	fmt.Println("better:", match.Verdict > 0, err)
	// Output:
	// own stones are good: true and those of the other side bad: true
	// better: true <nil>
}

// A model with weights set by hand in a search.
func ExampleForAlphaBeta() {
	model := learn.Linear("siege", 0, 1, -1) // stones are good, those of the other side bad
	options := alphabeta.Options[int]{Depth: 3, Direct: true, Evaluator: learn.ForAlphaBeta[int](model, 1000)}
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
func ExampleTrain() {
	ctx := context.Background()
	model, err := learn.NewModel(learn.Model{Game: "siege", Inputs: 2}, nil)
	player := func(m *learn.Model, temperature float64) func() arena.Player[*Siege, int] {
		return learn.NewPlayer[*Siege](m, ply.Limits{}, temperature, alphabeta.Options[int]{Win: 1000, Depth: 1, Direct: true})
	}
	notation := learn.Notation[*Siege, int]{Game: "siege", New: newSiege}
	for round := uint64(0); round < 3 && err == nil; round++ {
		players := []learn.NamedPlayer[*Siege, int]{{Name: fmt.Sprint("round ", round), New: player(model, 0.5)}}
		var set *learn.Set[int]
		set, err = notation.SelfPlay(ctx, "", players, learn.SelfPlayOptions[int]{
			Games: 50, Opening: 2, Explore: 0.1, MaxMoves: 100, Random: rand.NewPCG(1, round),
		})
		if err != nil {
			break
		}
		var r learn.Result
		if r, err = learn.Train(ctx, newSiege, model, set, learn.Options[int]{TD: &learn.TD[int]{Lambda: 0.9}, Epochs: 20}); err != nil {
			break
		}
		var match arena.Result
		match, err = arena.Match(ctx, arena.RandomOpening(2, newSiege), player(r.Model, 0), player(model, 0),
			arena.Options{Games: 400, MaxMoves: 100, Test: arena.SequentialTest{Elo0: 0, Elo1: 50}})
		if match.Verdict > 0 {
			model = r.Model // here model and games can be saved
		}
		fmt.Println("round", round, "is better:", match.Verdict > 0)
	}
	fmt.Println(model.Weights[0] > 0, err)
	// Output:
	// round 0 is better: true
	// round 1 is better: false
	// round 2 is better: false
	// true <nil>
}
