// Package proof proves who wins a game of two sides, by proof-number search: is the value of a position greater than
// some number?
//
// It suits games with few outcomes in which one side can force matters, and positions that vary in their number of
// moves: it prefers those with few replies left to refute. It uses no evaluation and finds no value. To find the value
// of a position, or a good move when nothing can be proven in time, use package
// [github.com/ply-search/ply/search/alphabeta]. With a table and a window from -1 to 1, it also proves who wins; in
// some games, such as Domineering (examples/domineering), with far fewer nodes.
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
// By default Search uses weak proof numbers, and positions begin with 1 and 1. In games whose positions vary much,
// other settings can save most of the nodes, or cost nodes if they do not fit:
//
//	a search that goes back and forth                   Options.Widen, 0.1 to 0.3
//	few transpositions, many replies                    Options.Sum, 0.5 to 1
//	moves that differ in how many replies they leave    Options.Mobility
//	a good evaluation                                   a game that is an Initializer
//
// # Good settings
//
// Begin with Search, Mobility and a Widen of 0.1. If the game is an [Initializer] with good numbers, they leave far
// fewer nodes than Mobility: in Domineering a fiftieth. The table shows the nodes with other settings relative to these,
// without the games' bounds and numbers. Widen and Sum are with Mobility; without it, a node takes 2 to 5 times as
// long.
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
// Other tables have 2²⁰ entries. The games are Domineering on 4 × 7, 5 × 5, 5 × 6 and 6 × 5, and 40 random positions
// each that take BestFirst 3,000 to 400,000 nodes: Connect Four with 17 stones, Othello with 13 empty cells,
// Breakthrough on 5 × 5 after 8 moves, Havannah of size 3 with two stones, and Atari-Go on 5 × 5 with six.
//
// # Proofs in files
//
// [WriteStrategy] writes a file that proves an answer without the search: a move of the side with a strategy for each
// position that the other side can reach. [VerifyStrategy] plays the whole strategy by the rules.
//
// # Requirements on the game
//
// Every game is a [ply.Game] and [ply.Adversarial]. It must be [ply.Acyclic]: otherwise the error is [ply.ErrCyclic].
// In addition (optional ones in brackets):
//
//	Search                                              ply.Hasher [fast.AfterHasher, ply.Bounder, Initializer]
//	Options.Workers                                     ply.Cloner
//	BestFirst                                           [ply.Bounder]
//	WriteStrategy, VerifyStrategy                       ply.Hasher [encoding.BinaryAppender, for certainty]
//
// # Repetitions
//
// As games with cycles are refused, no answer depends on the line that led to a position. A game in which a repetition
// ends play is acyclic if its positions include the positions before. Hash must then distinguish all positions whose
// value depends on them ([ply.Hasher]), or answers can be wrong. Tree.Repetitions of alphabeta needs no such hash.
//
// # Guarantees
//
//   - A search leaves the game in the position in which it was given, except after a panic of the game.
//   - Proved and Disproved are certain, in Search except for positions with equal hashes. If a limit or the context
//     ends the search first, the answer is Unknown, the status names the reason, and there is no error.
//   - An error means that the options do not fit the game, that neither side was to move in some position
//     ([ply.Adversarial]), or that the game panicked ([ply.GamePanic]). The status is then [ply.Failed].
//   - BestFirst keeps its whole tree in memory. Search needs its table and memory in proportion to the longest line,
//     which may have millions of moves, and allocates nothing per node.
package proof
