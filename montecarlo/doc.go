// Package montecarlo searches games with one player by sampling: playouts that learn where to look next. It is for
// puzzles and optimization problems that are too large for the systematic searches of package search.
//
//   - [NestedRolloutPolicyAdaptation] learns a policy for its playouts. It is usually the best for long lines with a
//     score.
//   - [NestedMonteCarloSearch] chooses each move by nested games. It needs less time, and no tuning.
//   - [IteratedAdaptation] repeatedly improves a line by short calls of NestedRolloutPolicyAdaptation.
//   - [IterativeSampling] runs independent playouts until one solves the puzzle, for puzzles with many solutions.
//   - [BreadthFirstSampling] runs one playout from each position, by depth. It can prove that there is no solution.
//   - [BeamSearch], including hill climbing, keeps each depth's best positions by playouts or the game's evaluation.
//   - [EvolvingNondeterminism] is a genetic algorithm over beginnings of lines.
//
// [Sample] describes distributions of scores. All searches take a context, the game, limits and options:
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
// A game must be a [ply.Scorer], where higher scores are better, or a [ply.Puzzle], with score 1 for a solution and 0
// otherwise, or both. BreadthFirstSampling also needs a [ply.Hasher]. A solution ends every search. Detected capabilities:
//
//   - [ply.Acyclic] lifts the default limit on the length of playouts.
//   - [fast.Advancer] makes playouts faster.
//   - [fast.PuzzlePlayouter] makes uniform playouts faster still: the game plays them itself.
//   - [fast.Copier], of a [ply.Cloner], makes playouts faster: they are played on a copy, and nothing is taken back.
//   - [ply.Numberer] and [fast.NumberAppender] make policies faster. Checkpoints of policies require a Numberer.
//   - [ply.Guide] gives priors of moves, which policies use if [AdaptationOptions].Guided is set.
//   - [ply.Hasher] lets BeamSearch recognize equal positions.
//   - [ply.Cloner] is required for more than one of [Options.Workers].
//
// # Good settings
//
// Set a limit, and leave the rest at zero: without a limit, a run of NestedRolloutPolicyAdaptation takes 10⁸ playouts.
// A level that is too high does no harm, since it begins with the levels below. These are mean scores of the best
// line, of 5 to 20 searches with 1 000 and 3 to 20 with 10 000 playouts:
//
//	                               Morpion 5D    SameGame     peg solitaire  Montana, 4 × 8
//	NestedRolloutPolicyAdaptation  87.7   102.0  1141   2096  29.4   30.4    0.20   0.25
//	  Level 2 or 3                 87.7   102.0  1141   2096  29.4   30.4    0.20   0.25
//	  Level 1                      87.1    92.3  1135   1548  29.5   30.0    0.25   0.25
//	NestedMonteCarloSearch         86.3    91.2   670   1198  29.4   30.0    0.25   0.25
//	  Level 1                      85.7    90.2   589   1324  29.4   30.0    0.25   0.25
//	  Level 3                      85.1    90.0   645   1060  29.4   30.0    0.25   0.25
//
// The scores are moves, points, jumps of 31, and the share of random deals that were solved, most of which cannot be.
// A beam needs many playouts for each move (82.6, 492, 29.0 and 0.25 with 1 000); with Static it needs none.
//
// # Guarantees
//
// A search leaves the game as it was. A score that is NaN or infinite is an error that names the line. If a limit or
// the context ends the search, it returns its result so far with a Status and no error. A panic of the game ends the
// search with a [*ply.GamePanic] and leaves the game in an unknown position; a panic of a callback reaches the caller.
//
// The same [Options.Random] gives the same result for any number of workers, unless time or the context ends the
// search, or [AdaptationOptions].ShareBest is set. [Options.Checkpoint] keeps the state of a search, which
// goes on from there after an interruption.
//
// Memory is bounded by the game and the options, mostly by a few lines for each level; only BreadthFirstSampling
// stores positions. Playouts allocate only to store a new best line.
package montecarlo
