// Package player is a player of general games: a server of HTTP to which a match manager sends the rules of a game and
// the moves of all players, and which answers with moves (the protocol of general game playing; M. Genesereth and M.
// Thielscher, General Game Playing, 2014, and for GDL-II M. Thielscher, The General Game Playing Description Language
// Is Universal, 2011).
//
//	(INFO)                                        AVAILABLE or BUSY
//	(START match role (rules) start play)         READY; the clocks are in seconds
//	(PLAY match NIL) or (PLAY match (moves))      the player's move
//	(PLAY match turn lastmove (percepts))         the same in GDL-II
//	(STOP match …)                                DONE
//	(ABORT match)                                 ABORTED
//
// A [Server] plays one match at a time. It grounds and compiles the rules while the start clock runs, and searches from
// then on: [mcts.Tree] where players take turns, [joint.Tree] where they move at the same time, [infoset.Search] where
// something is hidden, and breadth-first search for a puzzle. Rules that cannot be grounded in time are played by the
// reasoner, until the grounding ends.
//
// As the match goes on, smaller circuits for the rest of it are made in the background ([game.Rules.From]), one at a
// time. The search goes over to them between two slices of its time, with its tree.
//
// A player must answer before its clock ends, in any case. So each answer is what the search found up to then, and the
// first legal move if it found nothing.
//
// [game.Rules.From]: https://pkg.go.dev/github.com/ply-search/ply/examples/ggp/game#Rules.From
// [mcts.Tree]: https://pkg.go.dev/github.com/ply-search/ply/mcts#Tree
// [joint.Tree]: https://pkg.go.dev/github.com/ply-search/ply/mcts/joint#Tree
// [infoset.Search]: https://pkg.go.dev/github.com/ply-search/ply/mcts/infoset#Search
package player
