// Package threat decides whether a side reaches a goal by threats, such as capturing a string of stones in Go,
// connecting two of them, or getting five in a row, and on which cells of the position this depends.
//
// A threat is a move after which the side would reach the goal if the other side did nothing. The other side, the
// defender, must answer, and only moves that change something on which the threat depends do. A search for threats is
// therefore deep and narrow, while alpha-beta search is wide: it proves that a goal is won, and otherwise concludes
// nothing. A game states the goal and the moves of the attacker ([Game]); the moves of the defender follow from the
// traces of the threats.
//
// # Which search
//
//	is the goal reached, by threats of bounded number?           Search, with a Threat
//	… by any number of threats up to an order (lambda df-pn)?    Search, with Lambda(order) and ProofNumbers
//	is it won, winnable or lost, whoever moves first?            Assess
//	can two goals be reached together, which are both won?       a Pair, and any search for two sides
//
// Most searches need a table:
//
//	result, err := threat.Search(ctx, goal, ply.Limits{Nodes: 100_000}, threat.Options[Move]{
//		Threat:   threat.Threat{8, 5, 2},
//		Widening: true,
//		Table:    transposition.NewTable(64 << 20),
//	})
//	if err != nil {
//		return err
//	}
//	if move, ok := result.Move(); result.Won && ok {
//		fmt.Println("reached by", move)
//	}
//
// # Requirements on the game
//
// It must be a [Game], and either a [Tracer] or a [ply.Footprinter]. In addition:
//
//	Options.Table, Options.ProofNumbers, a Pair                  ply.Hasher
//	a Threat with Unlimited numbers, without MaxDepth            ply.Acyclic
//
// # Guarantees
//
//   - Won is certain, if the game keeps the laws, and, with a table, except for positions with equal hashes. A goal
//     that is not won is not won within the bounds, by the moves that the game lists.
//   - If up to [Options].Changes moves change only cells outside the trace of a win, the goal is still won. 0, the
//     default, guarantees nothing.
//   - A search leaves the game in the position in which it was given, except after a panic of the game.
//   - An error means that the options do not fit, or the game panicked ([ply.GamePanic]), with status [ply.Failed].
//
// Package [github.com/ply-search/ply/search/threat/threattest] has the laws of a [Game], for gametest.Check.
package threat
