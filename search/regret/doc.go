// Package regret solves small games of hidden information by counterfactual regret minimization (Zinkevich, Johanson,
// Bowling and Piccione, "Regret Minimization in Games with Incomplete Information", 2007), and measures how exploitable
// strategies are.
//
//	result, err := regret.CFRPlus(ctx, game, ply.Limits{}, 1e-3, regret.Options[Move]{}) // exploitability at most 0.001
//	if err != nil {
//		return err
//	}
//	fmt.Println(result.Values, result.Exploitability)
//	move, err := result.Strategy.Choose(game, random) // in the present position
//
// # Which search
//
//	the tree of the game fits into memory      CFRPlus
//	only the information sets fit into memory  ExternalSampling
//	to measure a strategy, or play against it  Evaluate
//
// In a zero-sum game of two players, the average strategy of CFRPlus and of ExternalSampling converges to an
// equilibrium: neither player can gain by deviating, even if the strategy of the other player is known. In games with
// more players, and in games that are not zero-sum, the searches often find good strategies, but there is no guarantee.
// To play by a strategy, draw random moves from it ([Strategy.Choose]).
//
// # Good settings
//
// Use CFRPlus if the game fits into Memory, with the default of 1000 iterations, or with 100 if 1000 take too long.
// Otherwise use ExternalSampling. The table shows the exploitability of the strategies, followed by the time of the
// search in seconds:
//
//	                             Kuhn poker       Leduc poker     Liar's dice, 6 sides  Goofspiel, 4 cards
//	CFRPlus, 100 iterations      0.0013   0.00    0.013    0.01   0.0005     0.8        0.003    0.4
//	CFRPlus, 1000                0.00007  0.00    0.0003   0.05   0.000005   7          0.0003   3
//	ExternalSampling, 10,000     0.008    0.01    0.17     0.07   0.05       0.2        0.06     1
//	ExternalSampling, 100,000    0.002    0.1     0.036    0.6    0.006      1          0.015   10
//
// Outcomes are chips in poker, and otherwise from -1 to 1. The games have 58, 1939, 294,883 and 68,245 positions.
//
// # Requirements on the game
//
// Every game is a [ply.Game], [ply.Imperfect] with perfect recall, and [ply.Acyclic]; and a [ply.Multiplayer] or
// [ply.Adversarial]. If it has positions of chance, it is a [ply.Stochastic]. A [ply.Joint] game must be converted with
// [rounds.Serialize]. If a game breaks the laws of [ply.Imperfect], CFRPlus and Evaluate return an error.
//
// # Memory and time
//
// CFRPlus and Evaluate first walk through the game and list all positions, with about 32 bytes for each. An iteration
// then takes some nanoseconds for each position, without calls of the game and without allocation. ExternalSampling
// stores about 16 bytes for each information set and 16 for each of its moves.
package regret
