// Package infoset searches games of imperfect information by sampling. Each simulation begins in a position drawn at
// random among the positions that the player to move cannot distinguish from the real one ([ply.Determinizer]), and
// continues as in a game of perfect information. Three methods differ in which statistics simulations share.
//
//	result, err := infoset.Search(ctx, game, ply.Limits{Time: time.Second}, infoset.Options[Move]{})
//	if err != nil {
//		return err
//	}
//	game.Play(result.Move)
//
// # Whose view
//
//	players decide by their own information                   MultipleObserver
//	opponents are taken to know what this player knows        SingleObserver
//	all players see everything                                Determinized
//
// [MultipleObserver] and [SingleObserver] are information-set Monte-Carlo tree search (Cowling, Powley and Whitehouse,
// "Information Set Monte Carlo Tree Search", 2012): positions in which the observer has the same information share one
// node. Determinized is an older method, for comparison: some positions are drawn, each is searched separately as if
// nothing were hidden, and the searches vote. It never plays to gain or hide information, and it plans different moves in
// positions that the player cannot distinguish (strategy fusion: Frank and Basin, "Search in Games with Incomplete
// Information", 1998).
//
// The searches return one move, not a mixed strategy, so opponents that can predict it have an advantage. Package
// [github.com/ply-search/ply/search/regret] finds equilibria of small games.
//
// # Good settings
//
// Begin with the zero value of [Options]. If outcomes vary in size, as in poker, set Scale to the greatest outcome. The
// table has the results of other settings against the zero value, with 300 simulations a move and sides exchanged. For
// the first three games they are scores from 0 to 1, in 1000 games, accurate to within 0.03. For poker, with a Scale of
// 13 in both programs, they are the chips won per game, in 2000 games, accurate to within 0.15:
//
//	                    Phantom tic-tac-toe  Liar's dice  Goofspiel, 6 cards  Leduc poker
//	SingleObserver             0.52             0.58            0.48             -0.06
//	Determinized               0.25             0.15            0.45             -1.1
//	Exploration: 0.35          0.49             0.49            0.48              0.2
//	Exploration: 1.4           0.49             0.46            0.46             -0.2
//	no Scale                                                                     -2.0
//
// With 1000 simulations, SingleObserver scores 0.53 and 0.56 in the first two games, and loses 0.3 chips per game in
// poker.
//
// # Requirements on a game
//
// A game is a [ply.Game], [ply.Imperfect], [ply.Determinizer] and [ply.Cloner], a [ply.Multiplayer] or [ply.Adversarial],
// and, with positions of chance, a [ply.Stochastic]. The search uses no information that is hidden from the player to
// move: before it searches a clone, it replaces the hidden part by a random draw. [SearchAfter] searches a game that is
// no Determinizer: it lists the lines of play that agree with the player's observations. There must be few such lines.
package infoset
