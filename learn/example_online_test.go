package learn_test

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/learn"
	"github.com/ply-search/ply/mcts/puct"
	"github.com/ply-search/ply/search/alphabeta"
)

// PigForTwo is Pig as a game of two sides.
type PigForTwo struct{ *Pig }

func newPigForTwo() (PigForTwo, error) { return PigForTwo{&Pig{players: 2}}, nil }

// Outcome returns the outcome for the side whose turn it is, which is the winner.
func (p PigForTwo) Outcome() int { return 1 }

// A network learns a game of dice from games against itself. In a match, it plays against a player that holds as soon
// as it has 10 points.
func ExampleTrainOnline() {
	ctx := context.Background()
	if err := learn.CheckFeatures(newPigForTwo, 20, nil); err != nil { // the laws of features
		log.Fatal(err)
	}
	untrained, err := learn.NewModel(learn.Model{Game: "pig", Inputs: 5, Hidden: []int{16}}, nil)
	if err != nil {
		log.Fatal(err)
	}
	trained, err := learn.TrainOnline(ctx, newPigForTwo, untrained, learn.OnlineOptions{Games: 20_000, Lambda: 0.7})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(trained.Status, trained.Games)

	// The player looks one move ahead, with the network as the evaluator.
	player := learn.NewPlayer[PigForTwo](trained.Model, ply.Limits{}, 0, alphabeta.Options[int]{Depth: 1, Win: 1})
	holdAt10 := func() arena.Player[PigForTwo, int] {
		return func(_ context.Context, p PigForTwo, _ *rand.Rand) (int, error) { return cautious(p.Pig), nil }
	}
	start := func(int, *rand.Rand) (PigForTwo, error) { return newPigForTwo() }
	result, err := arena.Match(ctx, start, player, holdAt10, arena.Options{Games: 1000})
	if err != nil {
		log.Fatal(err)
	}
	low, _ := result.Interval(0.95)
	fmt.Println("stronger:", low > 0.5)
	// Output:
	// complete 20000
	// stronger: true
}

// cautious holds as soon as it has 10 points.
func cautious(p *Pig) int {
	if p.now.turn >= 10 {
		return hold
	}
	return roll
}

// A network with three outputs learns the values of three players. A tree of puct then plays with the network against
// two players that hold as soon as they have 10 points.
func ExampleTrainOnline_threePlayers() {
	ctx := context.Background()
	untrained, err := learn.NewModel(learn.Model{Game: "pig for three", Inputs: 6, Hidden: []int{16}, Players: 3}, nil)
	if err != nil {
		log.Fatal(err)
	}
	newGame := func() (*Pig, error) { return &Pig{players: 3}, nil }
	trained, err := learn.TrainOnline(ctx, newGame, untrained, learn.OnlineOptions{Games: 20_000, Lambda: 0.7})
	if err != nil {
		log.Fatal(err)
	}
	evaluate, err := learn.ForPUCT[*Pig](trained.Model, 0.1)
	if err != nil {
		log.Fatal(err)
	}
	random, won := rand.New(rand.NewPCG(1, 2)), 0
	for number := range 300 {
		game, _ := newGame()
		for !game.Finished() {
			var move int
			switch game.ToMove() {
			case ply.Chance:
				move, err = ply.DrawOutcome(game, random)
			case number % 3: // the seat of the network
				var r puct.Result[int]
				r, err = puct.Search(ctx, game, evaluate, ply.Limits{Nodes: 30}, puct.Options[int]{})
				move = r.Move
			default:
				move = cautious(game)
			}
			if err != nil {
				log.Fatal(err)
			}
			game.Play(move)
		}
		if game.now.player == number%3 {
			won++
		}
	}
	fmt.Println("won more than 120 of 300 games:", won > 120) // a third are 100
	// Output: won more than 120 of 300 games: true
}
