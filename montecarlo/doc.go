// Package montecarlo searches games for one player by sampling: it plays games to their end at random,
// and learns from them where to look.
//
//   - [IterativeSampling] plays random games until one solves the puzzle. [BreadthFirstSampling] plays one from each
//     position, in the order of the number of moves to it, and can prove that there is no solution.
//   - [NestedMonteCarloSearch] chooses each move by games whose moves are chosen in the same way, one level
//     below. [NestedRolloutPolicyAdaptation] learns how to play the playouts. For long lines with a score they
//     are the best known methods; the second is usually the better one if it has the time. [IteratedAdaptation]
//     repeatedly improves a line by short calls of the second.
//   - [EvolvingNondeterminism] lets a population of beginnings compete.
//   - [BeamSearch], [HillClimbing] and [LimitedDiscrepancySearch] are searches by an evaluation, which is
//     here a statistic over playouts; [Evaluator] is that evaluation for other searches.
//   - [Sampler] plays playouts, and [Sample] describes the distribution of their scores.
//
// A game must be a [ply.Scorer] or a [ply.Puzzle]. More is better. All searches end when they solve a
// puzzle. They share [Options] and [Result]; see [Options] for randomness, workers, budgets and checkpoints,
// and [ply.GamePanic] for panics.
package montecarlo
