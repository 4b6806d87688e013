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
//	only its information sets do               ExternalSampling
//	to measure a strategy, or play against it  Evaluate
//
// In a zero-sum game of two players the average strategy of both searches converges to an equilibrium: neither player
// can gain by deviating, even knowing the strategy of the other. With more players, or in games that are not zero-sum,
// they often find good strategies, with no guarantee. Mixed strategies must be played at random ([Strategy.Choose]).
//
// # Good settings
//
// Take CFRPlus as long as the game fits into Memory, with its 1000 iterations, or 100 if these take long, and
// ExternalSampling otherwise. The table shows the exploitability of the strategies, and the seconds of the search:
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
// [ply.Adversarial]. If it has positions of chance, it is a [ply.Stochastic]. A [ply.Joint] game is searched in the
// form of [rounds.Serialize]. If a game breaks the laws of [ply.Imperfect], CFRPlus and Evaluate return an error.
//
// # Memory and time
//
// CFRPlus and Evaluate first list all positions of the game, which takes about 32 bytes for each and one walk through
// the game. An iteration then takes some nanoseconds for each position, without calls of the game and without
// allocation. ExternalSampling stores about 16 bytes for each information set and 16 for each of its moves.
package regret
