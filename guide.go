package ply

// A Guide has prior knowledge about moves, such as the output of a policy network or a table of good patterns. Its
// priors order the moves of new nodes of the trees of package mcts and are used by its PUCT; in package montecarlo they are
// combined with the policies of nested rollout policy adaptation.
type Guide[M comparable] interface {
	// Priors sets priors[i] to the prior of moves[i], for all i. moves are the legal moves of the present position, or
	// some of them.
	//
	// Law: priors are finite and not negative. Greater is better. The scale is free, since priors are divided by their
	// sum.
	Priors(moves []M, priors []float32)
}
