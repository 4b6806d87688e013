package search

import "github.com/ply-search/ply"

// PathOptions are the options of the searches for one solution: [AStar], [IDAStar] and [IterativeDeepening].
type PathOptions[M comparable] struct {
	// Visit and Progress are called like Visit and Progress of [Options].
	Visit    func(depth int)
	Progress func(PathResult[M])
}

// A PathResult is the answer of a search for one solution. The status is [ply.Solved] if it found one, and [ply.Complete] if
// there is none.
//
// Nodes counts the positions visited, including the start. Their moves were generated. A search in rounds counts the positions of
// all rounds.
type PathResult[M comparable] struct {
	ply.Report

	// Line leads from the start to the solved position. Found tells whether there is one: a line that was found may be
	// empty.
	Line  []M
	Found bool

	// Cost is the cost of Line: the number of its moves or, for a [ply.Coster], the sum of their costs.
	Cost int

	// UntilLastJump is the part of Nodes before the last rise of the bound: before the last round or, for [AStar], of the
	// greatest f = cost so far + estimate of a node. If the estimates are consistent and a solution was found, A* surely
	// expands these positions, whose f is less than its cost, however ties are broken (Dechter and Pearl 1985).
	// [GreedyBestFirst] has no bound, and leaves it 0.
	UntilLastJump int
}
