// Package expectimax searches games with chance, for one player or two sides: it finds the expected value of a position
// and a best move, to a given depth or to the end of the game.
//
// Dice, cards or tiles must be visible to all. The game needs a good evaluation, or must be small enough to be searched
// to its ends. Otherwise package [github.com/ply-search/ply/mcts] is likely to play better.
//
// # Which search
//
//	in general                                          Search
//	by the pruning of choice                            Star1, Star2
//	the reference, without any pruning; one player      Expectimax
//	the exact values of all positions of a small game,  ValueIteration
//	    with cycles or without
//
// All except the last take the same [Options] and find the same value. They prune more with a tight [Options].Range. In
// a game with a clock, a search deepens until its time is up; keep the table between moves:
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
// Begin with Search, a Table, and a Range as tight as possible. The table shows the nodes to a depth with other
// settings, relative to Star2 (a table of 24 MiB):
//
//	                             Pig   2048  Goofspiel  poker  random trees
//	Star2, without a table       23     4.1    11        1.3       1.1
//	Star1                         1.5   1.0     0.9      0.9       1.7
//	Expectimax                    1.6   1.6     1.9      5.8       2.3
//	Expectimax, without a table  22     7.5    61       10         2.3
//	by deepening                  1.7   1.4     4.3      4.0       0.8
//	EqualDepth                    2.0   1.0     1.0      1.0       1.0
//	a range ten times as wide     1.1   1.6     1.2      1.0       1.0
//
// The games are Pig to 100, 13 moves ahead from four positions, evaluated by the points of both sides; 2048, 7 ahead
// from five boards; Goofspiel with five cards, and poker like Leduc with 13 ranks and four raises, to their ends with
// nothing hidden; and random trees, 6 ahead. With its [fast.ReplyExpectations], Expectimax in 2048 takes half the time
// of Star2.
//
// # Sooner wins
//
// All wins of one outcome have the same value, however late they come. Package alphabeta prefers sooner wins; here that
// would be wrong: values are means over chance, and a bonus for sooner wins would be weighed against the probability of
// winning. A game that values sooner wins must do so in its outcomes.
//
// # Requirements on the game
//
// Every game is a [ply.AdversarialGame]; one with positions of chance is a [ply.Stochastic]. In a game for one player
// side 1 never moves. Options and searches need these further capabilities; those in brackets are optional:
//
//	neither Depth nor a limit      ply.Acyclic
//	Depth, or a limit              [Evaluator, or ply.Evaluator]
//	Expectimax                     [fast.SuccessorExpectations, fast.ReplyExpectations]
//	Table                          ply.Hasher
//	ValueIteration                 encoding.BinaryAppender or ply.Hasher
//
// Without an evaluator, unfinished positions at the end of Depth count as even.
//
// # Cycles and repetitions
//
// A repeated position is searched like any other. The value to a depth therefore depends only on the position, and a
// table kept from search to search with EqualDepth does not change it; the exception is [Options].Unlikely. No option
// makes repetitions draws. If a game's rules do, Hash must distinguish all positions whose value depends on earlier
// ones ([ply.Hasher]), or values with a table can be wrong.
//
// # Values
//
// Expectations are not integers: values are of type float64, converted from outcomes and evaluations, from
// -[ply.MaxValue] to [ply.MaxValue]. Sums are formed in the order of the moves, whichever are pruned, and bounds keep a
// distance from rounding errors; therefore Star1 and Star2 find the same value as Expectimax to the last bit.
//
// # Guarantees
//
//   - A search leaves the game in the position in which it was given, except after a panic of the game.
//   - If a limit or the context ends a search, the result is the result of the last finished depth or, if there is
//     none, the best of the moves searched; the status names the reason, and there is no error. Line has at least one
//     move unless the position is finished or chance is to move. Evaluations in one call may exceed a node limit.
//   - An error means that the options do not fit, that the game visibly breaks a law of [ply.Stochastic], that a value
//     is out of range, or that the game panicked ([ply.GamePanic]). The status is [ply.Failed].
//   - Lines of play may have millions of moves: no search is limited by the stack of a goroutine.
//   - Apart from its table, a search needs memory in proportion to the longest line, and allocates nothing per node.
//   - A search without a time limit gives the same result on an equal game and an equal table.
package expectimax
