// Package threat decides whether a side can reach a goal by threats, and on which cells of the position this depends.
// Examples of goals are capturing a string of stones in Go, connecting two strings, and getting five in a row.
//
// A threat is a move after which the attacker would reach the goal if the other side, the defender, passed. The
// defender must reply with a move that changes a cell on which the threat depends. There are few such replies, so a
// search for threats can look far ahead. It can prove that a goal is won; if it finds no win, the goal may still be won
// in another way. A [Game] defines the goal and the moves of the attacker. The replies of the defender follow from the
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
// The game must be a [Game], and either a [Tracer] or a [ply.Footprinter]. Options and a Pair require these further
// capabilities:
//
//	Options.Table, Options.ProofNumbers, a Pair                  ply.Hasher
//	a Threat with Unlimited numbers, without MaxDepth            ply.Acyclic
//
// # Guarantees
//
//   - If a result is Won, this is certain, provided that the game obeys the laws and, with a table, that different
//     positions have different hashes. If a result is not Won, the goal cannot be reached by the threats that the
//     options allow and the moves that the game lists.
//   - After up to [Options].Changes moves that change only cells outside the trace of a win, the goal is still won. The
//     default is 0.
//   - A search leaves the game in the position in which it was given, except after a panic of the game.
//   - A search returns an error, and its status is [ply.Failed], if the options do not fit the game or if the game
//     panics ([ply.GamePanic]).
//
// Package [github.com/ply-search/ply/search/threat/threattest] has further laws of a [Game], for gametest.Check.
package threat
