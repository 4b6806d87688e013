package search

import (
	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
)

// PathOptions are the options of the searches for one solution: [AStar], [IDAStar] and [IterativeDeepening].
type PathOptions[M comparable] struct {
	// Visit and Progress are called like Visit and Progress of [Options].
	Visit    func(depth int)
	Progress func(PathResult[M])

	// Checkpoint, if not nil, keeps the state of the search. A resumed search continues exactly, as with Checkpoint of
	// [Options]. [AStar] pauses until its state is encoded, about a second for a gigabyte.
	Checkpoint checkpoint.Store
}

// A PathResult is the result of a search for one solution, with status [ply.Solved] or, if none exists, [ply.Complete].
//
// Nodes counts the positions visited, including the start: those whose moves were generated. Rounds are added up.
type PathResult[M comparable] struct {
	ply.Report

	// Line leads from the start to the solved position. Found tells whether one was found, possibly empty.
	Line  []M
	Found bool

	// Cost is the cost of Line: the number of its moves or, for a [ply.Coster], the sum of their costs.
	Cost int

	// UntilLastJump is the number of Nodes before the last rise of the bound: of a round or, for [AStar], of the greatest
	// f = cost so far + estimate. If the estimates are consistent and a solution was found, these positions have f less
	// than its cost, and A* expands them for any order of ties (Dechter and Pearl 1985). It is 0 for [GreedyBestFirst].
	UntilLastJump int
}
