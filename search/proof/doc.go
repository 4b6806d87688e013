// Package proof proves who wins a game of two sides, by proof-number search. It answers whether the value of a position
// is greater than some number.
//
// It suits games that have few outcomes, in which one side can force the other to reply, and in which the number of
// moves varies: proof-number search prefers positions in which few replies must still be refuted. It uses no evaluation
// and finds no value. To find the value of a position, or a good move if nothing can be proved in time, use package
// [github.com/ply-search/ply/search/alphabeta]. With a table and a window from -1 to 1, package alphabeta also proves
// who wins; in some games, such as Domineering (examples/domineering), it needs far fewer nodes.
//
// # Which search
//
//	in general                                          Search
//	for small trees, or games without a hash            BestFirst
//
//	result, err := proof.Search(ctx, g, ply.Limits{Time: time.Minute}, proof.Options[Move]{})
//	if err != nil {
//		return err
//	}
//	if result.Answer == proof.Proved {
//		fmt.Println("the side to move wins by", result.Line[0])
//	}
//
// The zero value of [Options] asks whether the side to move wins. With Above -1 it asks whether it at least draws.
//
// By default Search uses weak proof numbers, and positions begin with the numbers 1 and 1. Other settings can save most
// of the nodes of a game, or increase them if they do not suit the game:
//
//	a search that goes back and forth                   Options.Widen, 0.1 to 0.3
//	few transpositions, many replies                    Options.Sum, 0.5 to 1
//	moves that differ in how many replies they leave    Options.Mobility
//	a good evaluation                                   a game that is an Initializer
//
// # Good settings
//
// Begin with Search, Mobility and a Widen of 0.1. An [Initializer] with good numbers saves far more nodes than
// Mobility: Domineering takes a fiftieth of the nodes. The table shows the number of nodes with other settings, divided
// by the number of nodes with Mobility and a Widen of 0.1. The bounds ([ply.Bounder]) and initial numbers (Initializer)
// of the games are not used. The rows Widen and Sum include Mobility. A node without Mobility takes 2 to 5 times as
// long as a node with Mobility.
//
//	                      Domineering  Connect Four  Othello  Breakthrough  Havannah  Atari-Go
//	the zero Options           1.0          0.9        0.8        1.2          0.9       0.9
//	Widen: 0.25                0.7          1.3        0.9        1.0          1.0       1.4
//	Sum: 0.5                   1.7          1.2        1.1        1.6          1.2       1.5
//	a table of 2¹⁴             2.7          1.7        1.1        1.3          1.1       1.2
//	BestFirst                 >6            2.9        1.0        2.2          2.0       1.9
//	two workers                1.1          1.1        1.2        1.3                    1.3
//	alphabeta, from 0 to 1     0.2          0.3        0.2        9            5       >34
//
// In all other rows, the table has 2²⁰ entries. The positions are the empty boards of 4 × 7, 5 × 5, 5 × 6 and 6 × 5 in
// Domineering and, in each other game, 40 random positions that take BestFirst 3,000 to 400,000 nodes: Connect Four
// with 17 stones, Othello with 13 empty cells, Breakthrough on 5 × 5 after 8 moves, Havannah of size 3 with two stones,
// and Atari-Go on 5 × 5 with six.
//
// # Proofs in files
//
// [WriteStrategy] writes a file that proves an answer without a search. For each position that the other side can
// reach, the file contains a move of the side with the strategy. [VerifyStrategy] verifies the file: it plays the whole
// strategy by the rules of the game.
//
// # Requirements on the game
//
// Every game is a [ply.Game] and [ply.Adversarial]. It must be [ply.Acyclic]; otherwise the search returns
// [ply.ErrCyclic]. Searches and options require these further capabilities; those in brackets are optional:
//
//	Search                                              ply.Hasher [fast.AfterHasher, ply.Bounder, Initializer]
//	Options.Workers                                     ply.Cloner
//	BestFirst                                           [ply.Bounder]
//	WriteStrategy, VerifyStrategy                       ply.Hasher [encoding.BinaryAppender, for certainty]
//
// # Repetitions
//
// The game must be acyclic, so no answer depends on the line that led to a position. A game in which a repetition ends
// the game is acyclic if each of its positions includes the positions before it. Hash must then distinguish positions
// that differ in the positions before them if their values differ ([ply.Hasher]); otherwise answers can be wrong.
// Tree.Repetitions of package alphabeta needs no such hash.
//
// # Guarantees
//
//   - A search leaves the game in the position in which it was given, except after a panic of the game.
//   - In BestFirst, Proved and Disproved are certain. In Search, they are certain unless two different positions have
//     equal hashes. If a limit or the context ends the search first, the answer is Unknown, the status names the
//     reason, and the error is nil.
//   - A search returns an error, and its status is [ply.Failed], if the options do not fit the game, if ToMove is
//     neither 0 nor 1 in some position ([ply.Adversarial]), or if the game panics ([ply.GamePanic]).
//   - BestFirst keeps its whole tree in memory. Search needs memory for its table and in proportion to the longest
//     line, which may have millions of moves, and allocates nothing per node.
package proof
