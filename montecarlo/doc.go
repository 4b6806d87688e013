// Package montecarlo searches games for one player by sampling: it plays games to their end at random,
// and learns from them where to look.
//
//   - [IterativeSampling] only plays, until a playout solves the puzzle; [BreadthFirst] plays one from each
//     position, in the order of the number of moves to it, and can prove that there is no solution.
//   - [NestedMonteCarloSearch] chooses moves by games that choose theirs by games, and so on;
//     [NestedRolloutPolicyAdaptation] learns how to play the playouts. For long lines with a score they are
//     the best known; the second is usually the better if it has the time. [IteratedAdaptation] improves a
//     line by it, again and again.
//   - [EvolvingNondeterminism] lets a population of beginnings compete.
//   - [BeamSearch], [HillClimbing] and [LimitedDiscrepancySearch] are searches by an evaluation, which is
//     here a statistic over playouts; [Evaluator] is that evaluation for other searches.
//   - [Player] plays playouts, and [Sample] tells what is known of their scores.
//
// A game must be a [ply.Scorer] or a [ply.Puzzle]. More is better. All searches end when they solve a
// puzzle. They share [Options] and [Result]; how their randomness, their workers, their budgets and their
// checkpoints work says [Options].
package montecarlo
