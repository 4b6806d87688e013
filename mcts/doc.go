// Package mcts grows trees by sampling: Monte-Carlo tree search, UCT and its family, for games of two sides, or of
// several players, that are known by their rules alone.
//
// [Search] takes a game, a number of simulations or a time, and returns the best move that it has found, with the
// statistics of all others. A [Tree] is kept from one move to the next. What a search does is put together from
// parts, each with a default that is fast:
//
//   - Selection: a [Bandit] says how much moves deserve another trial: [Hoeffding], which makes it UCT,
//     [Bernstein], [Tuned], [PUCT], or one's own. First-play urgency, progressive widening, progressive
//     bias, RAVE and GRAVE are [Options].
//   - Expansion: by all moves, or if there are any by the decisive ones, which a [Decider] knows; in random
//     order, or in the order of a [Guide].
//   - Simulation: one uniform playout or several, or playouts that the game plays itself ([Playouter]), or an
//     evaluation ([ply.Evaluator]).
//   - Back-propagation: means of results, and besides what is proven.
//
// The only requirement is [Game] ([MultiplayerGame] for [SearchMultiplayer] and [NewMultiplayer]). Everything else is
// optional: a game that can copy itself ([ply.Cloner]) is searched by several goroutines, one that numbers its moves
// ([ply.Numberer]) has faster RAVE, one with a hash ([ply.Hasher]) may share positions between lines.
//
// # Values
//
// Values in this package are results, from 0 for lost to 1 for won, ½ a draw, for the side that plays the move in
// question. [Options.Scale] says what of an outcome counts as a win. Of several players each has its own result,
// and plays for the most of that alone, whatever the others get.
//
// # Memory
//
// A tree lies in chunks without pointers, of positions and of moves; a simulation allocates nothing but now and
// then a chunk, and the garbage collector has nothing to look into. There are more chunks up to
// [Options.MaxMemory]. Then the tree stops growing, and goes on counting, or forgets its least visited parts.
//
// # Several goroutines
//
// A tree that goroutines share has a lock for new positions and proofs, and one in each position for its results,
// which is held for a fraction of a microsecond. In positions with 512 simulations and more each goroutine works on a
// replica, and unites its results with those of the others from time to time: what all keep to themselves is at most
// one simulation in 16. Without replicas the goroutines would contend for the root.
package mcts
