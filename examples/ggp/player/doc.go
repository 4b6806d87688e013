// Package player is a player of general games: an HTTP server to which a match manager sends the rules of a game and the
// moves of all players, and which answers with moves (M. Genesereth and M. Thielscher, General Game Playing, 2014; for
// GDL-II M. Thielscher, The General Game Playing Description Language Is Universal, 2011).
//
//	(INFO)                                        AVAILABLE or BUSY
//	(START match role (rules) start play)         READY; the clocks are in seconds
//	(PLAY match NIL) or (PLAY match (moves))      the player's move
//	(PLAY match turn lastmove (percepts))         the same in GDL-II
//	(STOP match …)                                DONE
//	(ABORT match)                                 ABORTED
//
// A [Server] plays one match at a time. It grounds and compiles the rules while the start clock runs, and searches from
// then on: by [mcts.Tree] if players take turns, [joint.Tree] if they move at the same time, [infoset.Search] with hidden
// information, and breadth-first search for puzzles. Until the rules are grounded, or if that takes too long, the reasoner
// plays.
//
// During a match, smaller circuits for the rest of it are made in the background ([game.Rules.From]), one at a time. The
// search goes over to them with its tree, between two slices of its time.
//
// A player must always answer before its clock ends. The answer is the best move so far, at least the first legal one.
//
// [game.Rules.From]: https://pkg.go.dev/github.com/ply-search/ply/examples/ggp/game#Rules.From
// [mcts.Tree]: https://pkg.go.dev/github.com/ply-search/ply/mcts#Tree
// [joint.Tree]: https://pkg.go.dev/github.com/ply-search/ply/mcts/joint#Tree
// [infoset.Search]: https://pkg.go.dev/github.com/ply-search/ply/mcts/infoset#Search
package player
