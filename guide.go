package ply

// A Guide has prior knowledge about moves, such as the output of a policy network or a table of good patterns. Package
// mcts orders the moves of new nodes by the priors and uses the priors in PUCT. Package montecarlo uses the priors in
// nested rollout policy adaptation.
type Guide[M comparable] interface {
	// Priors sets priors[i] to the prior of moves[i], for all i. moves are some or all legal moves. Greater priors mean
	// better moves.
	//
	// Law: priors are finite and not negative. They may have any scale: searches divide them by their sum.
	Priors(moves []M, priors []float32)
}
