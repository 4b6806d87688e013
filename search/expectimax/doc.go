// Package expectimax searches games with chance, for one player or two sides: it finds the expected value of a position
// and a best move, to a given depth or to the end of the game.
//
// All dice, cards and tiles must be visible to both sides. The game should have a good evaluation, or be small enough
// to be searched to its end. Otherwise package [github.com/ply-search/ply/mcts] is likely to play better.
//
// # Which search
//
//	in general                                          Search
//	with a chosen method of pruning                     Star1, Star2
//	the reference, without any pruning; one player      Expectimax
//	the exact values of all positions of a small game,  ValueIteration
//	    with cycles or without
//
// All searches except ValueIteration have the same [Options] and find the same value. Only the options Unlikely and
// Filter, and a Table without EqualDepth, can change the value. The searches prune more if
// [Options].Range is narrow. In a game with a clock, a search deepens until its time is up; use one table for all moves
// of the game:
//
//	table := transposition.NewTable(64 << 20)
//	...
//	best, err := expectimax.Search(ctx, g, ply.Limits{Time: time.Second}, expectimax.Options[Move]{
//		Range: [2]float64{-1000, 1000},
//		Table: table,
//	})
//	if err != nil {
//		return err
//	}
//	fmt.Println(best.Move, best.Line, best.Value, best.Status)
//	g.Play(best.Move)
//
// # Good settings
//
// Begin with Search, a Table, and a Range as narrow as possible. The table shows the number of nodes to the same depth
// with other settings, divided by the number of nodes of Star2 (with a table of 24 MiB):
//
//	                             Pig   2048  Goofspiel  poker  random trees
//	Star2, without a table       23     4.0    11        1.3       1.1
//	Star1                         1.5   1.0     0.9      0.9       1.7
//	Expectimax                    1.6   1.1     1.9      5.8       2.3
//	Expectimax, without a table  22     4.8    61       10         2.3
//	deepening to the same depth   1.7   1.3     4.3      4.0       0.8
//	EqualDepth                    2.0   1.0     1.0      1.0       1.0
//	a range ten times as wide     1.1   1.1     1.2      1.0       1.0
//
// The games were searched as follows:
//
//	Pig to 100 points                               13 moves ahead, from four positions
//	2048                                            7 moves ahead, from five boards of one game
//	Goofspiel with five cards                       to the end of the game
//	poker: Leduc with 13 ranks and four raises      to the end of the game
//	random trees                                    6 moves ahead
//
// Outcomes of chance count as moves. Unfinished positions of Pig are evaluated by the points of both sides. In Goofspiel
// and poker, nothing is hidden.
//
// In 2048, whose evaluator is a [fast.ReplyExpectations], Star1 and Expectimax take about the same time, and Star2
// takes 1.4 times as long, because in a game for one player its probes prune nothing.
//
// If the evaluation is good, a [Filter] saves more than pruning. To look a play, a throw and a play ahead in
// backgammon, Expectimax visits 9100 positions on average and Star2 4500, both without a table. With a Filter of eight
// plays that are at most 0.16 points worse than the best, Expectimax visits 1200 positions and Star2 1000.
//
// # Sooner wins
//
// All wins with the same outcome have the same value, whether they come sooner or later. Package alphabeta prefers
// sooner wins. Values of this package are means over the outcomes of chance, so a bonus for sooner wins could outweigh
// a greater probability of winning. If sooner wins of a game are better, its outcomes must show this.
//
// # Requirements on the game
//
// Every game is a [ply.AdversarialGame]. A game with positions of chance is also a [ply.Stochastic]. In a game for one
// player, side 1 never moves. Options and searches require these further capabilities; those in brackets are optional:
//
//	neither Depth nor a limit      ply.Acyclic
//	Depth, or a limit              [Evaluator, or ply.Evaluator]
//	all except ValueIteration      [fast.ReplyExpectations]
//	Expectimax, Filter             [fast.SuccessorExpectations]
//	Table                          ply.Hasher
//	ValueIteration                 encoding.BinaryAppender or ply.Hasher
//
// Without an evaluator, unfinished positions at Depth have value 0.
//
// # Cycles and repetitions
//
// A repeated position is searched like any other position. The value that a search to a depth finds therefore depends
// only on the position. With [Options].EqualDepth and without [Options].Unlikely, a table kept from earlier searches
// does not change this value. No option makes repetitions draws. If repetitions are draws by the rules of a game, Hash
// must distinguish all positions whose values depend on earlier positions ([ply.Hasher]). Otherwise values found with a
// table can be wrong.
//
// # Values
//
// Values are of type float64, because expectations are not integers. Outcomes and integer evaluations are converted,
// and range from -[ply.MaxValue] to [ply.MaxValue]. Star1 and Star2 find exactly the same value as Expectimax: sums are
// formed in the order of the moves, and bounds allow for rounding errors.
//
// # Guarantees
//
//   - A search leaves the game in the position in which it was given, except after a panic of the game.
//   - If a limit or the context ends a search, the result is the result of the last finished depth or, if there is
//     none, the best of the moves searched; the status names the reason, and the error is nil. Line has at least one
//     move unless the position is finished or chance is to move. If several positions are evaluated in one call, the
//     search may exceed a limit on nodes.
//   - A search returns an error, and its status is [ply.Failed], if the options do not fit the game, if the game is
//     found to break a law of [ply.Stochastic], if a value is outside the range of values, or if the game panics
//     ([ply.GamePanic]).
//   - Lines of play may have millions of moves: no search is limited by the stack of a goroutine.
//   - Apart from its table, a search needs memory in proportion to the longest line, and allocates nothing per node.
//   - A search without a time limit gives the same result on an equal game and an equal table.
package expectimax
