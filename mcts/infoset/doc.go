// Package infoset searches games of hidden information by sampling. Each simulation begins with a position that is
// drawn from those that the player to move cannot tell from the real one ([ply.Determinizer]), and goes on as in a
// search of perfect information; what differs is which statistics the simulations share.
//
// # Whose view
//
//	what each player does depends on what it knows itself     MultipleObserver
//	opponents are taken to know what this player knows        SingleObserver
//	all players see everything                                Determinized
//
// [MultipleObserver] and [SingleObserver] are information-set Monte-Carlo tree search (Cowling, Powley and Whitehouse,
// "Information Set Monte Carlo Tree Search", 2012): positions in which the observer has the same information share one
// node. [Determinized] is the older way, as a baseline: some positions are drawn, each is searched by itself as if
// nothing were hidden, and the searches vote. It never plays to learn something or to hide something, and it plans to
// play differently in positions that it cannot tell apart (Frank and Basin, "Search in Games with Incomplete
// Information", 1998, call this strategy fusion).
//
// The searches choose a move, not a mixed strategy: opponents that know the program can exploit it. Package
// [github.com/ply-search/ply/search/regret] finds equilibria of small games.
//
// # What a game must offer
//
// A game is a [ply.Game], [ply.Imperfect], a [ply.Determinizer] and a [ply.Cloner]; and it is a [ply.Multiplayer] or a
// [ply.Adversarial]. If it has positions of chance, it is a [ply.Stochastic]. The search never looks at what is hidden
// from the player to move: it draws on a clone before anything else.
//
// For a game that is not a Determinizer, [Believe] lists the lines that agree with what the player has observed, with
// their probabilities, and [Imagine] makes of them a game that draws; it serves as long as they are few.
package infoset
