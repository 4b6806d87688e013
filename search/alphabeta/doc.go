// Package alphabeta searches games of two sides by alpha-beta and its family: it finds the value of a position and a
// best move, to a given depth or to the end of the game.
//
// It suits games that have a good evaluation or are small enough to be searched to their ends. Without an evaluation,
// package [github.com/ply-search/ply/mcts] is likely to play better. To prove who wins, package
// [github.com/ply-search/ply/search/proof] often needs fewer nodes; otherwise search to the end of the game here, with
// a Table and the window from -1 to 1 ([Options].Window).
//
// # Which search
//
//	in general, by one goroutine or several             Search
//	values that hardly change from one depth            Aspiration, MTDF
//	    to the next
//	plain alpha-beta                                    AlphaBeta
//	the reference, without any pruning                  Minimax
//
// All of them find the same value, and all except Minimax take the same [Options]. In a game with a clock, a search
// deepens until its time is up; keep the table from one move of the game to the next:
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
// Without Depth and without a limit, the game must be acyclic, or Tree.Repetitions set.
//
// # Good settings
//
// The zero Options with a limit play well. The table shows the nodes to the same depth with other settings, relative to
// the zero Options (a few positions each; a table of 4 MiB):
//
//	                         Connect Four  Othello  Lines of Action  Breakthrough 6×6  Hex 7×7
//	without a table              2.6         2.1         1.6              1.3            1.4
//	Unordered                    3.4         4.5         6.5             36              4.3
//	TableMove|Ranks|History      0.9         1.0         1.0              1.8            0.9
//	AnyDistance                  1.0         1.0         1.0              1.0            1.0
//	Win, where wins are alike                            1.0              0.9            1.0
//	Search                       1.1         1.1         1.0              1.1            1.0
//	Aspiration                   1.0         1.1         1.7              1.1            1.0
//	MTDF                         1.3         1.2         2.1              1.1            1.0
//
// To the end of the game, without a window, AnyDistance saves up to a seventh of the nodes in Othello, a third in Hex
// and four fifths in Breakthrough, but Win saves more in the last two. A window from -1 to 1 finds the winner fastest.
//
// # Requirements on the game
//
// Every game is a [ply.Game] and [ply.Adversarial]. A game with hidden information ([ply.Imperfect]) is refused with
// [ply.ErrImperfect]. Options and searches need these further capabilities; those in brackets are optional:
//
//	neither Depth nor a limit nor Tree.Repetitions      ply.Acyclic
//	Depth, or a limit                                   [ply.Evaluator, or Options.Evaluator]
//	Table                                               ply.Hasher
//	more than one of Workers                            ply.Cloner
//	Tree.Symmetric                                      ply.Symmetric
//	Tree.Bounds                                         ply.Bounder
//	Tree.Quiescence                                     Quiescer
//	Tree.NullMove                                       ply.Passer
//	Tree.Extend                                         Extender
//	Tree.Repetitions                                    ply.Repeater or ply.Hasher
//
// Without an evaluator, unfinished positions at the end of Depth count as even. A [Ranker] or [ply.Numberer] improves
// move ordering; a [fast.SuccessorEvaluator], [fast.SuccessorHasher] or [fast.Advancer] makes the search faster. All
// are optional. If an option needs a capability that the game lacks, the search returns an error that names it.
//
// A search is fastest if Tree is unset and Order has none of Killers, History, CounterMoves and Refutations. It then
// does fewer tests in each position, and plays and lists moves by a [fast.Advancer].
//
// # Guarantees
//
//   - A search leaves the game in the position in which it was given, except after a panic of the game.
//   - If a limit or the context ends a search, the result is the result of the last finished depth or, if there is
//     none, the best of the moves searched; the status names the reason, and there is no error. Line is empty only if
//     the position is finished.
//   - An error means that the options do not fit the search or the game, that neither side was to move in some position
//     ([ply.Adversarial]), or that the game panicked ([ply.GamePanic]). The status is then [ply.Failed].
//   - Lines of play may have millions of moves: no search is limited by the stack of a goroutine.
//   - A search needs its table, memory in proportion to the longest line, and 3.7 MB for Repetitions with a table.
//   - A search by one goroutine without a time limit gives the same result on an equal game and an equal table.
package alphabeta
