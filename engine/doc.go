// Package engine makes players out of searches: programs that live through a game.
//
// A search answers one question about one position. A [Player] divides its time among the moves of a game ([Clock]), keeps
// what it found from move to move, searches while its opponent thinks ([Player.Ponder]), takes moves back, and analyses
// positions: several lines, or some moves alone ([Question]). It can play at a lower level ([Options].Level), and by a [Book] of
// openings. It asks a [Searcher]. Packages search/alphabeta, search/expectimax, search/retrograde, mcts, mcts/puct, mcts/flat,
// mcts/infoset and mcts/joint have a function NewSearcher that makes one, search/proof one that looks for a proof first, and
// [Stateless] makes one of any function that searches a position.
//
// Other programs talk to a player by a protocol: package [github.com/ply-search/ply/engine/uci] serves the Universal Chess
// Interface, and the Universal Game Interface for other games; package [github.com/ply-search/ply/engine/gtp] the Go Text
// Protocol; package [github.com/ply-search/ply/engine/analysis] answers requests in JSON, on lines and by HTTP. The module
// [github.com/ply-search/ply/engine/command] makes a command of a game that speaks all of them. Moves are written by the game's [ply.Notation], or as fmt prints them.
package engine
