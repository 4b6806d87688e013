// Package flat implements flat Monte-Carlo search for two-sided games: it plays playouts, keeps statistics of the
// moves of the present position, and chooses the move with the best mean outcome. There is no tree, so a table is all
// the memory, and playouts can inform more than one move. Trees ([github.com/ply-search/ply/mcts]) play better in most
// games. Flat methods are their baseline, and suit positions with few playouts, or with goals known by other means.
//
// # Which options
//
//	N playouts after each move (Abramson 1990)                        the zero value, or EachMove with Playouts
//	… of which those that are clearly worse get no more               EachMove with Deviations
//	a playout counts for every move that its side played first in it  AllAsFirst
//	… even if the other side played the same before                   AllAsFirst and Retaken
//	… and prefers moves with good results                             AllAsFirst and a Boltzmann, perhaps Annealed
//	… and follows a sequence of moves for each side (Gobble)          AllAsFirst with a Gobble
//	moves are judged by the best reply                                Replies
//	goals that a threat search leaves open are judged like moves      AllAsFirst with Goals
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
// Begin with AllAsFirst. A Boltzmann pays only if a good move stays good, as on boards that fill up; Replies need far
// more playouts. These are the points won against the zero value with 1000 playouts a move, in 400 games each from
// positions after two random moves, to within 0.05:
//
//	                                     Connect Four  Havannah, size 4  Breakthrough 6×6  Atari-Go 6×6
//	AllAsFirst                               0.64            0.87              0.52            0.71
//	AllAsFirst and Boltzmann, K: 5           0.15            0.94              0.11            0.89
//	Replies                                  0.49            0.21              0.14            0.12
//	the zero value of package mcts, a tree   0.79            0.78              0.79            0.78
//
// # Requirements on a game
//
// A game is a [ply.AdversarialGame], and a [ply.Stochastic] if playouts contain positions of chance. Statistics that
// outlive a position identify moves by number, faster with a [ply.Numberer]. Unless the game has its own playouts
// ([Simulator], [github.com/ply-search/ply/mcts.Playouter]), playouts are played move by move and taken back, at once
// if the game is a [fast.Copier] and a [ply.Cloner]. With a Boltzmann, own playouts are fastest with moves drawn from
// an [Urn]. A [Planner] states goals. Several Workers need a [ply.Cloner].
//
// # Scores
//
// A playout's score is its outcome for the side to move at the root, so means are in the units of the game, such as points.
package flat
