package search

import (
	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
)

// PathOptions are the options of [AStar], [IDAStar] and [IterativeDeepening], which search for one solution.
type PathOptions[M comparable] struct {
	// Visit and Progress are called like Visit and Progress of [Options].
	Visit    func(depth int)
	Progress func(PathResult[M])

	// Checkpoint, if not nil, stores the state of the search. A search that continues from a stored state returns the
	// result of an uninterrupted search, as with Checkpoint of [Options].
	Checkpoint checkpoint.Store
}

// A PathResult is the result of a search for one solution. Status is [ply.Solved] if a solution was found, and
// [ply.Complete] if no solution exists.
//
// Nodes counts the positions visited, including the start. A position is visited if its moves are generated. In a
// search with several rounds, Nodes is the sum over the rounds.
type PathResult[M comparable] struct {
	ply.Report

	// Line is the line from the start to the solved position. Found reports whether a solution was found. If the start
	// is solved, Line is empty and Found is true.
	Line  []M
	Found bool

	// Cost is the cost of Line: the number of its moves or, for a [ply.Coster], the sum of their costs.
	Cost int

	// UntilLastJump is a number of nodes. In [IDAStar] and [IterativeDeepening], it is the number of nodes visited
	// before the last round. In [AStar], it is the number of nodes visited before f = cost so far + estimate reached
	// its greatest value in the search. In [GreedyBestFirst], it is 0.
	//
	// If AStar has found a solution and the estimates are consistent, each of the first UntilLastJump positions has an
	// f less than the cost of the solution. A* must visit these positions, however it breaks ties (Dechter and Pearl
	// 1985).
	UntilLastJump int
}
