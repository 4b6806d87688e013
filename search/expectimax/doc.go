// Package expectimax searches games with chance, for one player or two sides: it finds the expected value of a position
// and a best move, to a given depth or to the end of the game.
//
// It is for games whose dice, cards or tiles all can see, with a good evaluation, or small enough to be searched to
// their ends. Without an evaluation, package [github.com/ply-search/ply/mcts] is likely to play better.
//
// # Which search
//
//	in general                                          Search
//	by the pruning of choice                            Star1, Star2
//	the reference, without any pruning; one player      Expectimax
//	the exact values of all positions of a small game,  ValueIteration
//	    with cycles or without
//
// All but the last take the same [Options] and find the same value. How much they prune depends on a tight range
// of values ([Options].Range). In a game that is played with a clock, a search looks ever deeper until the time is up; keep
// the table from one move of the game to the next:
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
// Begin with Search, a Table, and a Range as tight as the game allows; leave the rest at zero. This is how many nodes other
// settings take to a depth, as a multiple of the nodes of Star2 (a table of 24 MiB):
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
// That is Pig to 100, 13 moves ahead from four positions, by the points of both sides; 2048, 7 ahead from five boards;
// Goofspiel with five cards, and poker like Leduc with 13 ranks and four raises, both to their ends and with nothing hidden;
// and random trees, 6 ahead. A [fast.ReplyExpectations] makes an exception: in 2048, Expectimax with a table takes half the time of Star2.
//
// # Sooner wins
//
// All wins of one outcome are worth the same, however late they come. Package alphabeta prefers sooner ones;
// here that would be wrong: a value is a mean over chance, so a bonus for each move saved would be weighed against the
// probability of winning, and a less certain but sooner win could be taken for a better one. A game in which sooner wins
// are worth more says so in its outcomes.
//
// # Requirements on the game
//
// Every game is a [ply.AdversarialGame]; one with positions of chance is a [ply.Stochastic]. A game for one player is
// one in which side 1 never moves. In addition, options and searches need these capabilities, and use those in brackets
// if the game has them:
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
// In a game with cycles, a position that comes again is searched like any other, so the value to a depth depends on the
// position alone, and a table that is kept from search to search with EqualDepth gives the same value as none. The exception
// is Unlikely, as described there. No option makes repetitions draws. A game in which they are must hold in its positions
// all that can be repeated: Hash must tell apart all positions whose value differs by what came before ([ply.Hasher]), or values
// with a table can be wrong.
//
// # Values
//
// Expectations are not integers, so values here are of type float64; the values of outcomes and evaluations, from
// -[ply.MaxValue] to [ply.MaxValue], are converted. Fixed-point numbers would lose small probabilities, and would
// not make cutoffs exact either. Sums are formed in the order of the moves, no matter which are pruned, and bounds keep a
// distance from rounding errors; therefore Star1 and Star2 find the same value as Expectimax to the last bit.
//
// # Guarantees
//
//   - A search leaves the game in the position in which it was given, also when a limit or the context ends it. After a
//     panic of the game the position is unknown.
//   - If a limit or the context ends a search, the result is the result of the last finished depth, or the best of the moves
//     searched if no depth was finished; the status tells why, and there is no error. Line has at least one move unless
//     the position is finished or chance is to move. Leaves that are evaluated in one call may exceed a limit of nodes.
//   - An error means that the options do not fit the search or the game, that the game breaks a law of
//     [ply.Stochastic] where the search can see it, that a value is out of range, or that the game panicked
//     ([ply.GamePanic]). The status is then [ply.Failed].
//   - Lines of play may have millions of moves: no search is limited by the stack of a goroutine.
//   - Apart from its table, a search needs memory in proportion to the longest line, and allocates nothing per node.
//   - A search without a limit on time gives the same result on an equal game and an equal table.
package expectimax
