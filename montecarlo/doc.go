// Package montecarlo searches games with one player by sampling, that is, with playouts. In most searches of the
// package, a playout depends on the results of earlier playouts. The package is for puzzles and optimization problems
// that are too large for the systematic searches of package search.
//
//   - [NestedRolloutPolicyAdaptation] learns a policy for its playouts. It is usually the best method for long lines with
//     a score.
//   - [NestedMonteCarloSearch] chooses each move by nested games. Its playouts are faster, and it has no constants to
//     tune.
//   - [IteratedAdaptation] repeatedly improves a line by short calls of NestedRolloutPolicyAdaptation.
//   - [IterativeSampling] runs independent playouts until one solves the puzzle, for puzzles with many solutions.
//   - [BreadthFirstSampling] runs one playout from each position, in order of depth. It can prove that there is no
//     solution.
//   - [BeamSearch], which includes hill climbing, keeps the best positions of each depth, evaluated by playouts or by the
//     game.
//   - [EvolvingNondeterminism] is a genetic algorithm whose individuals are beginnings of lines.
//
// A [Sample] computes statistics of scores. The arguments of all searches are a context, the game, limits and options:
//
//	options := montecarlo.NestedOptions[Move]{Level: 3}
//	result, err := montecarlo.NestedMonteCarloSearch(ctx, game, ply.Limits{Time: time.Minute}, options)
//	if err != nil {
//		return err
//	}
//	fmt.Println(result.Score, result.Line)
//
// # Games
//
// A game must be a [ply.Scorer], where higher scores are better, or a [ply.Puzzle], or both. The score of a line in a
// Puzzle that is no Scorer is 1 for a solution and 0 otherwise. BreadthFirstSampling also requires a [ply.Hasher]. Every
// search ends when it finds a solution. These capabilities are used if the game has them:
//
//   - [ply.Acyclic] lifts the default limit on the length of playouts.
//   - [fast.Advancer] makes playouts faster.
//   - [fast.PuzzlePlayouter] makes uniform playouts still faster: the game plays complete playouts.
//   - [fast.Copier], together with [ply.Cloner], makes playouts faster: they are played on a copy, and no move is taken
//     back.
//   - [ply.Numberer] and [fast.NumberAppender] make policies faster. With a policy, Options.Checkpoint requires a
//     Numberer.
//   - [ply.Guide] gives priors of moves, which policies use if [AdaptationOptions].Guided is set.
//   - [ply.Hasher] lets BeamSearch recognize equal positions.
//   - [ply.Cloner] is required for more than one of [Options.Workers].
//
// # Good settings
//
// Set a limit, and leave the options at zero: without a limit, a run of NestedRolloutPolicyAdaptation takes 10⁸ playouts.
// A level that is too high does no harm, since each level begins with a call of the level below. The table has the mean
// score of the best line, with 1 000 playouts (first number; 5 to 20 searches) and with 10 000 playouts (second number; 3
// to 20 searches):
//
//	                               Morpion 5D    SameGame     peg solitaire  Montana, 4 × 8
//	NestedRolloutPolicyAdaptation  87.7   102.0  1141   2096  29.4   30.4    0.20   0.25
//	  Level 2 or 3                 87.7   102.0  1141   2096  29.4   30.4    0.20   0.25
//	  Level 1                      87.1    92.3  1135   1548  29.5   30.0    0.25   0.25
//	NestedMonteCarloSearch         86.3    91.2   670   1198  29.4   30.0    0.25   0.25
//	  Level 1                      85.7    90.2   589   1324  29.4   30.0    0.25   0.25
//	  Level 3                      85.1    90.0   645   1060  29.4   30.0    0.25   0.25
//
// The scores are moves in Morpion solitaire, points in SameGame, jumps out of 31 in peg solitaire, and, in Montana, the
// share of random deals that were solved; most deals have no solution. BeamSearch needs many playouts for each move (with
// 1 000 playouts, its scores are 82.6, 492, 29.0 and 0.25), but none with Static.
//
// # Guarantees
//
// After a search, the game is in the same position as before. A score that is NaN or infinite is an error that names
// the line. If a limit or the context ends a search, the search returns the result so far, with a Status and no error.
// A panic of the game ends the search with a [*ply.GamePanic] and leaves the game in an unknown position; a panic of a
// callback reaches the caller.
//
// The same [Options.Random] gives the same result for any number of workers, unless time or the context ends the search,
// or [AdaptationOptions].ShareBest is set. [Options].Checkpoint stores the state of a search, which then continues after
// an interruption.
//
// The memory of a search does not grow with its time: most searches keep a few lines for each level, and only
// BreadthFirstSampling stores positions. A playout allocates memory only to store a new best line.
package montecarlo
