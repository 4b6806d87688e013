package search

import "github.com/ply-search/ply"

// PathOptions are the options of the searches for one solution: [AStar], [IDAStar] and [IterativeDeepening].
type PathOptions[M comparable] struct {
	// Visit and Progress are called like Visit and Progress of [Options].
	Visit    func(depth int)
	Progress func(PathResult[M])
}

// A PathResult is the result of a search for one solution. The status is [ply.Solved] if there is one, and
// [ply.Complete] if there is none.
//
// Nodes counts the positions visited, including the start: those whose moves were generated. Searches in rounds add up
// all rounds.
type PathResult[M comparable] struct {
	ply.Report

	// Line leads from the start to the solved position. Found tells whether there is one: a line that was found may be
	// empty.
	Line  []M
	Found bool

	// Cost is the cost of Line: the number of its moves or, for a [ply.Coster], the sum of their costs.
	Cost int

	// UntilLastJump is the number of Nodes before the last rise of the bound: before the last round or, for [AStar], of
	// the greatest f = cost so far + estimate. If the estimates are consistent and a solution was found, A* expands these
	// positions, whose f is less than its cost, however ties are broken (Dechter and Pearl 1985). [GreedyBestFirst] leaves
	// it 0.
	UntilLastJump int
}
