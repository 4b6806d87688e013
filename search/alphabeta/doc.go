// Package alphabeta searches games of two sides by alpha-beta and related algorithms: it finds the value of a position
// and a best move, to a given depth or to the end of the game.
//
// Alpha-beta suits games that have a good evaluation or are small enough to be searched to their ends. Without an
// evaluation, package [github.com/ply-search/ply/mcts] is likely to play better. To find only who wins, use [Search] to
// the end of the game, with a Table and the window from -1 to 1 ([Options].Window), or package
// [github.com/ply-search/ply/search/proof], which often needs fewer nodes.
//
// # Which search
//
//	in general, by one goroutine or several             Search
//	values that hardly change from one depth            Aspiration, MTDF
//	    to the next
//	plain alpha-beta                                    AlphaBeta
//	the reference, without any pruning                  Minimax
//
// All searches find the same value, and all except Minimax have the same [Options]. In a game with a clock, a search
// deepens until its time is up; use one table for all moves of the game:
//
//	table := transposition.NewTable(64 << 20)
//	...
//	best, err := alphabeta.Search(ctx, g, ply.Limits{Time: time.Second}, alphabeta.Options[Move]{Table: table})
//	if err != nil {
//		return err
//	}
//	fmt.Println(best.Move, best.Line, best.Value, best.Status)
//	g.Play(best.Move)
//
// If neither Depth nor a limit is set, the game must be acyclic, or Tree.Repetitions must be set.
//
// # Good settings
//
// The zero Options with a limit play well. The table shows the number of nodes with another setting or another search,
// divided by the number of nodes of [Search] with the zero Options to the same depth. For each game, a few positions
// were searched, with a table of 4 MiB:
//
//	                         Connect Four  Othello  Lines of Action  Breakthrough 6×6  Hex 7×7
//	without a table              2.6         2.1         1.6              1.3            1.4
//	Unordered                    3.4         4.5         6.5             36              4.3
//	TableMove|Ranks|History      0.9         1.0         1.0              1.8            0.9
//	AnyDistance                  1.0         1.0         1.0              1.0            1.0
//	Win, where wins are alike                            1.0              0.9            1.0
//	AlphaBeta                    1.1         1.1         1.0              1.1            1.0
//	Aspiration                   1.0         1.1         1.7              1.1            1.0
//	MTDF                         1.3         1.2         2.1              1.1            1.0
//
// In searches to the end of the game without a window, AnyDistance saves up to a seventh of the nodes in Othello, a
// third in Hex and four fifths in Breakthrough; Win saves more in Hex and Breakthrough. A window from -1 to 1 finds the
// winner fastest.
//
// # Requirements on the game
//
// Every game is a [ply.Game] and [ply.Adversarial]. For a game with hidden information ([ply.Imperfect]), searches
// return [ply.ErrImperfect]. Options and searches require these further capabilities; those in brackets are optional:
//
//	neither Depth nor a limit nor Tree.Repetitions      ply.Acyclic
//	Depth, or a limit                                   [ply.Evaluator, or Options.Evaluator]
//	Table                                               ply.Hasher
//	more than one of Workers                            ply.Cloner
//	Tree.Symmetric                                      ply.Symmetric
//	Tree.Bounds                                         ply.Bounder
//	Tree.Quiescence                                     Quiescer
//	Tree.NullMove                                       ply.Passer
//	Tree.Selective                                      [ply.Passer, Quiescer]
//	Tree.Extend                                         Extender
//	Tree.Repetitions                                    ply.Repeater or ply.Hasher
//
// Without an evaluator, unfinished positions at Depth have value 0. A [Ranker] or [ply.Numberer] improves move
// ordering; a [fast.SuccessorEvaluator], [fast.SuccessorHasher] or [fast.Advancer] makes the search faster. All these
// capabilities are optional. If an option requires a capability that the game lacks, the search returns an error that
// names it.
//
// A search is fastest if Tree is unset and Order contains none of Killers, History, CounterMoves and Refutations. The
// search then makes fewer tests in each position and, if the game is a [fast.Advancer], calls its Advance method.
//
// # Guarantees
//
//   - A search leaves the game in the position in which it was given, except after a panic of the game.
//   - If a limit or the context ends a search, the result is the result of the last finished depth or, if there is
//     none, the best of the moves searched; the status names the reason, and the error is nil. Line is empty only if
//     the position is finished.
//   - A search returns an error, and its status is [ply.Failed], if the options do not fit the search or the game, if
//     ToMove is neither 0 nor 1 in some position ([ply.Adversarial]), or if the game panics ([ply.GamePanic]).
//   - Lines of play may have millions of moves: no search is limited by the stack of a goroutine.
//   - A search needs memory for its table and in proportion to the longest line, and with Repetitions and a table 3.7
//     MB more for each worker.
//   - A search by one goroutine without a time limit gives the same result on an equal game and an equal table.
package alphabeta
