package arena_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/mcts"
)

// Heap is a heap of stones. Two players in turn take one to three of them. The player who takes the last one wins.
type Heap struct{ stones, taken int }

func (h *Heap) Moves(dst []int) []int {
	for n := 1; n <= min(3, h.stones); n++ {
		dst = append(dst, n)
	}
	return dst
}

func (h *Heap) Play(n int)   { h.stones -= n; h.taken++ }
func (h *Heap) Undo(n int)   { h.stones += n; h.taken-- }
func (h *Heap) ToMove() int  { return h.taken % 2 }
func (h *Heap) Outcome() int { return -1 } // the other side took the last one

// careless takes a random number of stones.
func careless(_ context.Context, h *Heap, random *rand.Rand) (int, error) {
	moves := h.Moves(nil)
	return moves[random.IntN(len(moves))], nil
}

// careful leaves a multiple of four stones if it can, which wins.
func careful(ctx context.Context, h *Heap, random *rand.Rand) (int, error) {
	if n := h.stones % 4; n > 0 {
		return n, nil
	}
	return careless(ctx, h, random)
}

// randomHeap is the opening of a pair of games.
func randomHeap(pair int, random *rand.Rand) (*Heap, error) {
	return &Heap{stones: 1 + random.IntN(8)}, nil
}

// always returns a function that makes a player which keeps nothing.
func always(player arena.Player[*Heap, int]) func() arena.Player[*Heap, int] {
	return func() arena.Player[*Heap, int] { return player }
}

func ExampleMatch() {
	options := arena.Options{Games: 200}
	result, err := arena.Match(context.Background(), randomHeap, always(careful), always(careless), options)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Status, result.Score)
	// Output: complete +162 =0 -38, 81 % (95 %: 76 to 85.6)
}

// A match that ends when it is clear which of two hypotheses is true: that the first player is at most as strong as the
// second, or that it is stronger by 100 Elo points.
func ExampleOptions() {
	options := arena.Options{
		Games:  10_000,
		Test:   arena.SequentialTest{Elo0: 0, Elo1: 100},
		Random: rand.NewPCG(1, 2),
	}
	result, err := arena.Match(context.Background(), randomHeap, always(careful), always(careless), options)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Status, result.Verdict, result.Games() < 1000)
	// Output: decided Elo1 accepted true
}

// A player that searches, with the match's randomness, so the match can be repeated.
func ExamplePlayer() {
	searcher := func() arena.Player[*Heap, int] {
		return func(ctx context.Context, h *Heap, random *rand.Rand) (int, error) {
			options := mcts.Options[int]{Random: random}
			result, err := mcts.Search(ctx, h, ply.Limits{Nodes: 500}, options)
			return result.Move, err
		}
	}
	options := arena.Options{Games: 100}
	result, err := arena.Match(context.Background(), randomHeap, searcher, always(careful), options)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("even:", result.Wins == result.Losses)
	// Output: even: true
}

// A panic in a player ends the match, and its error tells where it happened.
func ExampleMatch_panic() {
	broken := func(context.Context, *Heap, *rand.Rand) (int, error) { panic("out of ideas") }
	opening := func(int, *rand.Rand) (*Heap, error) { return &Heap{stones: 7}, nil }
	_, err := arena.Match(context.Background(), opening, always(careful), always(broken), arena.Options{})
	var failure *ply.GamePanic
	fmt.Println(errors.As(err, &failure), err)
	// Output: true arena: panic in game 0 after [3]: out of ideas
}

// Players that always choose the same move play other games from other openings.
func ExampleRandomOpening() {
	opening := arena.RandomOpening(2, func() (*Heap, error) { return &Heap{stones: 7}, nil })
	one := func(context.Context, *Heap, *rand.Rand) (int, error) { return 1, nil }
	result, err := arena.Match(context.Background(), opening, always(careful), always(one), arena.Options{Games: 100})
	fmt.Println(result.Score, err)
	// Output: +84 =0 -16, 84 % (95 %: 76.8 to 89.8) <nil>
}

func ExampleScore() {
	score := arena.Score{Wins: 60, Draws: 20, Losses: 20}
	fmt.Println(score)
	difference, low, high := score.Elo(0.95)
	fmt.Printf("Elo %+.0f (95 %%: %+.0f to %+.0f)\n", difference, low, high)
	fmt.Printf("better with likelihood %.4f\n", score.Superiority())
	// Output:
	// +60 =20 -20, 70 % (95 %: 61.3 to 77.4)
	// Elo +147 (95 %: +80 to +213)
	// better with likelihood 1.0000
}

// The scores of two matches.
func ExampleScore_Add() {
	total := arena.Score{Wins: 6, Losses: 2}.Add(arena.Score{Wins: 4, Draws: 4, Losses: 4})
	fmt.Println(total.Games(), total.Rate())
	// Output: 20 0.6
}

// Pairs of games with the same opening tell more than independent games if their results depend on each other.
func ExampleScore_Interval() {
	alone := arena.Score{Wins: 60, Losses: 40}
	paired := arena.Score{Wins: 60, Losses: 40, Pairs: [5]int{2: 40, 4: 10}} // each side wins in most openings
	for _, score := range []arena.Score{alone, paired} {
		low, high := score.Interval(0.95)
		fmt.Printf("%.2f to %.2f\n", low, high)
	}
	// Output:
	// 0.50 to 0.69
	// 0.55 to 0.67
}

func ExampleSequentialTest() {
	test := arena.SequentialTest{Elo0: 0, Elo1: 20}
	for _, score := range []arena.Score{
		{Wins: 60, Draws: 20, Losses: 50},
		{Wins: 600, Draws: 200, Losses: 500},
		{Wins: 500, Draws: 200, Losses: 600},
	} {
		logRatio, verdict, err := test.Judge(score)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%.2f %v\n", logRatio, verdict)
	}
	// Output:
	// 0.43 undecided
	// 4.26 Elo1 accepted
	// -9.34 Elo0 accepted
}

func ExampleSequentialTest_Bounds() {
	lower, upper, err := arena.SequentialTest{Elo0: 0, Elo1: 20, Alpha: 0.01}.Bounds()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.2f %.2f\n", lower, upper)
	// Output: -2.99 4.55
}

func ExampleScore_Elo() {
	difference, low, high := arena.Score{Wins: 70, Draws: 10, Losses: 20}.Elo(0.95)
	fmt.Printf("%.0f, from %.0f to %.0f\n", difference, low, high)
	// Output: 191, from 116 to 266
}

func (h *Heap) Clone() *Heap { c := *h; return &c }

// A tree that is kept from move to move plays as well as can be.
func ExampleEnginePlayer() {
	tree := arena.EnginePlayer(func(h *Heap, random *rand.Rand) (*engine.Player[int], error) {
		s, err := mcts.NewSearcher(h, mcts.Options[int]{Random: random})
		if err != nil {
			return nil, err
		}
		return engine.New(s, engine.Options{Limits: ply.Limits{Nodes: 500}})
	})
	options := arena.Options{Games: 100, Workers: 2}
	result, err := arena.Match(context.Background(), randomHeap, tree, always(careful), options)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("even:", result.Wins == result.Losses)
	// Output: even: true
}
