package mcts_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts"
)

// TicTacToe is the game of noughts and crosses. A move is a cell, from 0 at the top left to 8 at the bottom right.
type TicTacToe struct {
	stones [2]uint // of each side, a bit for each cell
	count  int
}

// After returns the position after some moves.
func After(cells ...int) *TicTacToe {
	g := new(TicTacToe)
	for _, c := range cells {
		g.Play(c)
	}
	return g
}

// hasRow reports whether three of the stones are in a row.
func hasRow(stones uint) bool {
	for _, row := range []uint{0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124} {
		if stones&row == row {
			return true
		}
	}
	return false
}

func (g *TicTacToe) Moves(dst []int) []int {
	if hasRow(g.stones[1-g.ToMove()]) {
		return dst
	}
	for c := range 9 {
		if (g.stones[0]|g.stones[1])>>c&1 == 0 {
			dst = append(dst, c)
		}
	}
	return dst
}

func (g *TicTacToe) Play(c int) {
	g.stones[g.ToMove()] |= 1 << c
	g.count++
}

func (g *TicTacToe) Undo(c int) {
	g.count--
	g.stones[g.ToMove()] &^= 1 << c
}

func (g *TicTacToe) ToMove() int { return g.count % 2 }

func (g *TicTacToe) Outcome() int {
	if hasRow(g.stones[1-g.ToMove()]) {
		return -1 // the other side has three in a row
	}
	return 0
}

func (g *TicTacToe) Acyclic() bool { return true }

// Hash makes it possible to share positions between lines.
func (g *TicTacToe) Hash() uint64 { return uint64(g.stones[0]<<9|g.stones[1]) * 0x9e3779b97f4a7c15 }

// Priors prefers the middle to the corners, and the corners to the sides.
func (g *TicTacToe) Priors(moves []int, priors []float32) {
	for i, c := range moves {
		priors[i] = [9]float32{3, 1, 3, 1, 5, 1, 3, 1, 3}[c]
	}
}

// Decisive lists the moves that complete three in a row or, if there are none, those that prevent it.
func (g *TicTacToe) Decisive(dst []int) []int {
	for _, side := range []int{g.ToMove(), 1 - g.ToMove()} {
		base := len(dst)
		for _, c := range g.Moves(nil) {
			if hasRow(g.stones[side] | 1<<c) {
				dst = append(dst, c)
			}
		}
		if len(dst) > base {
			break
		}
	}
	return dst
}

// playout plays a random game, as a search does by itself. A real Playouter is faster, or plays better.
func (g *TicTacToe) playout(random *rand.PCG, lines *[2][]int) (outcome, moves int) {
	legal := g.Moves(nil)
	if len(legal) == 0 {
		return g.Outcome(), 0
	}
	m, side := legal[random.Uint64()%uint64(len(legal))], g.ToMove()
	if lines != nil {
		lines[side] = append(lines[side], m)
	}
	g.Play(m)
	outcome, moves = g.playout(random, lines)
	g.Undo(m)
	return -outcome, moves + 1 // sides take turns
}

// Learned is a game that plays its own playouts.
type Learned struct{ *TicTacToe }

func (g Learned) Playout(random *rand.PCG, _ bool, lines *[2][]int) (outcome, moves int) {
	return g.playout(random, lines)
}

func ExampleSearch() {
	// The first side has a corner and the middle. The second side must take the opposite corner.
	game := After(0, 1, 4)
	limits := ply.Limits{Nodes: 10_000}
	result, err := mcts.Search(context.Background(), game, limits, mcts.Options[int]{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("move:", result.Move)
	fmt.Println(result.Status, result.Low, result.High)
	// Output:
	// move: 8
	// solved -1 -1
}

// A search with RAVE, decisive moves and another source of randomness.
func ExampleOptions() {
	options := mcts.Options[int]{Bandit: mcts.Hoeffding{K: 0.1}, RAVE: mcts.RAVE{Weight: 50}, Decisive: mcts.DecisiveAlways, Random: rand.NewPCG(1, 2)}
	limits := ply.Limits{Nodes: 1000}
	result, err := mcts.Search(context.Background(), After(0, 4, 8), limits, options)
	if err != nil {
		fmt.Println(err)
		return
	}
	// The first side holds two opposite corners. Only the four sides of the board keep the draw.
	fmt.Println(result.Move%2 == 1)
	// Output: true
}

// A search ends when its time is over, or earlier when the remaining simulations cannot change the choice.
func ExampleSearch_decided() {
	limits := ply.Limits{Nodes: 20_000, Time: time.Minute}
	result, err := mcts.Search(context.Background(), After(0, 4), limits, mcts.Options[int]{NoSolver: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Status, result.Visits() < 20_000)
	// Output: decided true
}

// A tree is kept from one move to the next.
func ExampleNew() {
	game := After(0, 1, 4)
	tree, err := mcts.New(game, mcts.Options[int]{NoSolver: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	limits := ply.Limits{Nodes: 1000}
	for range 2 {
		result, err := tree.Search(context.Background(), limits)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("move %d, %d simulations added, some kept: %v\n",
			result.Move, result.Nodes, result.Visits() > result.Nodes)
		if err := tree.Play(result.Move); err != nil {
			fmt.Println(err)
			return
		}
	}
	// Output:
	// move 8, 1000 simulations added, some kept: false
	// move 6, 1000 simulations added, some kept: true
}

// Two equal players play a whole game, with lines that lead to the same position sharing its node.
func ExampleTree() {
	game := After()
	tree, err := mcts.New(game, mcts.Options[int]{RAVE: mcts.RAVE{Weight: 20}, Transpositions: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for len(game.Moves(nil)) > 0 {
		result, err := tree.Search(context.Background(), ply.Limits{Nodes: 5000})
		if err != nil {
			fmt.Println(err)
			return
		}
		if err := tree.Play(result.Move); err != nil { // keeps the part after the move
			fmt.Println(err)
			return
		}
	}
	fmt.Println("outcome:", game.Outcome())
	// Output: outcome: 0
}

// Moves that were not played by the tree need a new root.
func ExampleTree_Reset() {
	game := After(0, 1)
	tree, err := mcts.New(game, mcts.Options[int]{})
	if err != nil {
		fmt.Println(err)
		return
	}
	game.Play(4) // not tree.Play
	if err := tree.Reset(); err != nil {
		fmt.Println(err)
		return
	}
	result, err := tree.Search(context.Background(), ply.Limits{Nodes: 10_000})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("move:", result.Move)
	// Output: move: 8
}

func ExampleTree_All() {
	tree, err := mcts.New(After(4, 0), mcts.Options[int]{NoSolver: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := tree.Search(context.Background(), ply.Limits{Nodes: 1000}); err != nil {
		fmt.Println(err)
		return
	}
	visits := 0
	for line, statistics := range tree.All(1) {
		if len(line) == 1 { // a move of the root
			visits += statistics.Visits
		}
	}
	fmt.Println(visits, "simulations")
	// Output: 1000 simulations
}

func ExampleResult_Solved() {
	limits := ply.Limits{Nodes: 10_000}
	result, err := mcts.Search(context.Background(), After(0, 4, 1, 8), limits, mcts.Options[int]{})
	if err != nil {
		fmt.Println(err)
		return
	}
	if result.Solved() {
		fmt.Printf("move %d wins: %v\n", result.Move, result.Low == 1)
	}
	// Output: move 2 wins: true
}

// search prints the move that a bandit finds where 2 wins at once.
func search(bandit mcts.Bandit, firstPlay float64) {
	options := mcts.Options[int]{Bandit: bandit, FirstPlay: firstPlay}
	result, err := mcts.Search(context.Background(), After(0, 4, 1, 8), ply.Limits{Nodes: 500}, options)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("move:", result.Move)
}

func ExampleHoeffding() {
	search(mcts.Hoeffding{K: 0.5}, 0)
	// Output: move: 2
}

// Without exploration, moves still have to be tried once.
func ExampleGreedy() {
	search(mcts.Greedy{}, 0)
	// Output: move: 2
}

func ExampleBernstein() {
	search(mcts.Bernstein{K: 0.1}, 0)
	// Output: move: 2
}

func ExampleTuned() {
	search(mcts.Tuned{}, 0)
	// Output: move: 2
}

// PUCT uses the priors of the game. With FirstPlay, moves of low prior may never be tried.
func ExamplePUCT() {
	search(mcts.PUCT{C: 1.5}, 0.5)
	// Output: move: 2
}

// The moves that win at once or, if there are none, those that keep the opponent from winning at once.
func ExampleDecider() {
	var game mcts.Decider[int] = After(0, 4, 1)
	fmt.Println(game.Decisive(nil))
	// Output: [2]
}

// A game that plays its own playouts.
func ExamplePlayouter() {
	var playouter mcts.Playouter[int] = Learned{After(0, 3, 1, 5)}
	lines := new([2][]int)
	outcome, moves := playouter.Playout(rand.NewPCG(1, 2), false, lines)
	fmt.Println(outcome, moves, lines[0], lines[1])

	game := Learned{After(0, 1, 4)}
	limits := ply.Limits{Nodes: 5000}
	result, err := mcts.Search(context.Background(), game, limits, mcts.Options[int]{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("move:", result.Move)
	// Output:
	// 1 1 [2] []
	// move: 8
}
