package ply

// A Guide has prior knowledge about moves, such as the output of a policy network or a table of good patterns. Package
// mcts orders the moves of new nodes by the priors and uses them in its PUCT; package montecarlo combines them with the
// policies of nested rollout policy adaptation.
type Guide[M comparable] interface {
	// Priors sets priors[i] to the prior of moves[i], for all i. moves are some or all legal moves.
	//
	// Law: priors are finite and not negative. Greater is better. The scale is free: priors are divided by their sum.
	Priors(moves []M, priors []float32)
}
