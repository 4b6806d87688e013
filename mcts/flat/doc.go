// Package flat implements flat Monte-Carlo search for two-sided games: it plays playouts, keeps statistics of the moves
// of the present position, and chooses the move with the best mean outcome. There is no tree: the search needs memory
// only for a table of moves, and one playout can count for several moves. Searches with a tree
// ([github.com/ply-search/ply/mcts]) play better in most games. Flat methods are the baseline for them, and suit
// positions in which few playouts are possible, or in which goals are known from another search.
//
// # Which options
//
//	each playout begins with one move (Abramson 1990)                  the zero value, or EachMove with Playouts
//	… and moves that are clearly worse get no further playouts         EachMove with Deviations
//	a playout counts for each move that its side played first in it    AllAsFirst
//	… even if the other side played the same move before               AllAsFirst and Retaken
//	… and playouts prefer moves with good results                      AllAsFirst and a Boltzmann, perhaps Annealed
//	… and playouts follow a sequence of moves for each side            AllAsFirst with a Gobble
//	a move is evaluated by the best reply                              Replies
//	goals of a threat search are evaluated like moves                  AllAsFirst with Goals
//
// These are the methods that Helmstetter compares on 9 × 9 Go ("Analyses de dépendances et méthodes de Monte-Carlo dans
// les jeux de réflexion", 2007, section 4.3), with their sources: Brügmann, "Monte Carlo Go", 1993, for
// all-moves-as-first and annealing; Bouzy and Helmstetter, "Monte-Carlo Go Developments", 2003, for progressive pruning.
//
//	options := flat.Options[Move]{Judge: flat.AllAsFirst{}, Boltzmann: flat.Boltzmann{K: 5}}
//	r, err := flat.Search(ctx, game, ply.Limits{Nodes: 10_000}, options)
//
// # Good settings
//
// Begin with AllAsFirst. A Boltzmann helps only if a good move stays good, as on boards that fill up. Replies need far
// more playouts than the other methods. The table has the scores against the zero value, from 0 to 1, with 1000 playouts
// for each move played. Each is from 400 games that began with two random moves, and accurate to within 0.05:
//
//	                                     Connect Four  Havannah, size 4  Breakthrough 6×6  Atari-Go 6×6
//	AllAsFirst                               0.64            0.87              0.52            0.71
//	AllAsFirst and Boltzmann, K: 5           0.15            0.94              0.11            0.89
//	Replies                                  0.49            0.21              0.14            0.12
//	the zero value of package mcts, a tree   0.79            0.78              0.79            0.78
//
// # Requirements on a game
//
// A game is a [ply.AdversarialGame], and a [ply.Stochastic] if playouts contain positions of chance. The statistics
// identify moves by number, which is faster if the game is a [ply.Numberer]. If the game has its own playouts
// ([Simulator], [github.com/ply-search/ply/mcts.Playouter]), these are used. Otherwise the search plays moves one by one
// and takes them back, or copies the position back if the game is a [fast.Copier] and a [ply.Cloner]. With a Boltzmann, a
// Simulator is fastest if it draws its moves from an [Urn]. Goals require a [Planner]. Several Workers require a
// [ply.Cloner].
//
// # Scores
//
// The score of a playout is its outcome for the side to move at the root. Means are therefore in the units of the game's
// outcomes, such as points.
package flat
