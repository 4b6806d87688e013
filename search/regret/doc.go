// Package regret solves small games of hidden information by counterfactual regret minimization (Zinkevich, Johanson,
// Bowling and Piccione, "Regret Minimization in Games with Incomplete Information", 2007), and measures how far
// strategies are from an equilibrium.
//
// # Which search
//
//	the tree of the game fits into memory      CFRPlus
//	only its information sets do               ExternalSampling
//	to measure a strategy                      Evaluate
//	to play against a strategy                 BestResponse
//
// In a zero-sum game of two players the average strategy of both searches converges to an equilibrium: neither player
// can win more by playing otherwise, whatever it knows of the strategy of the other. With more players, or in games
// that are not zero-sum, they often find good strategies, with no guarantee. A mixed strategy gives each move a
// probability; it must be played at random ([Strategy.Choose]).
//
// # What a game must offer
//
// Every game is a [ply.Game], [ply.Imperfect] with perfect recall, and [ply.Acyclic]; and it is a [ply.Multiplayer] or
// a [ply.Adversarial]. If it has positions of chance, it is a [ply.Stochastic]. A [ply.Joint] game is searched in the
// form that [ply.Serialize] gives it. If a game breaks the laws of [ply.Imperfect], CFRPlus, Evaluate and BestResponse
// return an error that names the law.
//
// # Memory and time
//
// CFRPlus, Evaluate and BestResponse list all positions of the game first, which takes about 32 bytes for each and one
// walk through the game. An iteration then takes some nanoseconds for each position, without calls of the game and
// without allocation. ExternalSampling keeps about 16 bytes and 16 more for each move in each information set, and
// allocates only when it meets a new one.
package regret
