// Package gametest tests games. It plays random lines of a game and checks the laws that package ply and the search
// packages state for games and their capabilities. It detects the capabilities of the game. The test of a game takes
// three lines:
//
//	func TestLaws(t *testing.T) {
//		gametest.Check(t, func() *Game { return New() })
//	}
//
// [Check] is for games with one start position, and [CheckEach] for start positions drawn at random, such as deals or
// boards of different sizes. The last argument of Check and CheckEach, [Options], is optional. Checking a small game
// takes some tenths of a second, and a game with hundreds of moves in a position some seconds; a smaller Options.Length makes it
// faster. [Playthrough] stores a random game in a file, and reports all later changes of the
// behaviour of the game, even if they break no law.
//
// # How to read a report
//
//	law "undo" is broken: Undo after Play restores everything that can be observed.
//	after 3 moves: [0 2 6]
//	(no shorter line shows it)
//	position:
//	    110000110000, boxes [0 0], side 1 to move
//	after playing 7 and taking it back
//	want: side 1 to move
//	got:  side 0
//	To reproduce, specify -run="TestLaws" -rapid.failfile=...
//
// The report names the law, the shortest line of play that shows the fault, the position after this line (as drawn by
// the game's String method), the calls made in this position, and the expected (want) and the actual (got) observation.
// The last lines give the parameters of a drawn game, and the flags that repeat the failure. Panics of the game are
// reported with their stack.
//
// To find the shortest line, Check first tries all lines in order of length. If that takes too long, it leaves out
// moves of the line on which the fault was found, as long as the fault remains. The report tells whether there may be a
// shorter line. The search for the shortest line takes at most about two seconds.
//
// # Capabilities
//
// Check logs the capabilities of the game, and the laws that it could not try, for example because it met no solved
// position; go test -v shows the log. Options.Require names laws that must be tried.
//
// A search does not detect a capability if the signature of a method is wrong, such as Evaluate() float64. Check
// therefore reports an error for each method that has the name, but not the signature, of a method of a capability. It
// also reports incomplete capabilities, such as Pass without Unpass, a method Clone that returns another type (because
// it is inherited from an embedded game), and methods of *T if newGame returns a T. Options.Ignore names methods whose
// signature differs intentionally. learn.CheckFeatures checks the capabilities of package learn.
//
// # Laws
//
// The laws of a capability are stated in the comment of its interface, and a report repeats the broken law. Of several
// broken laws, Check reports only the first, because later laws assume earlier ones. Two positions are equal if their
// identities are equal ([encoding.BinaryAppender]); in a game without identities, if their cells are equal
// ([ply.Celled]); and in a game without cells, if their hashes are equal ([ply.Hasher]). The names of the laws of each
// capability are:
//
// Every game and its copies:
//
//   - [ply.Game]: replay; order of moves; same start; unique moves; moves appended; undo; deterministic; same line; same
//     answers
//   - [ply.Acyclic]: acyclic
//   - [ply.Cloner]: clone; clone apart
//   - [fast.Copier]: copy; copy apart
//   - [fast.Advancer]: advance
//   - [ply.Notation]: text of a move; texts differ; other texts
//
// Positions:
//
//   - [encoding.BinaryAppender]: identity; equal positions, equal moves
//   - [ply.Hasher]: equal positions, equal hashes; different positions, different hashes
//   - [ply.Rehasher]: rehash
//   - [fast.AfterHasher]: hash after
//   - [fast.SuccessorHasher]: hash successors
//   - [fast.XorHasher]: xor hash
//   - [ply.Symmetric]: symmetry 0; images of moves; group; images of lines; canonical hash
//   - [ply.Numberer]: numbers of moves
//   - [fast.NumberAppender]: numbers appended
//
// Puzzles:
//
//   - [ply.Puzzle]: solved ends
//   - [ply.Scorer]: score
//   - [ply.Estimator]: estimate; admissible
//   - [ply.Coster]: cost; fixed cost
//   - search.Preferrer: preferred moves
//   - search.Inverter: inverse
//   - [fast.SuccessorCounter]: count of successors
//   - [fast.PuzzlePlayouter]: random moves
//
// Cells and footprints:
//
//   - [ply.Celled]: cells; cells tell positions
//   - [ply.Footprinter]: form of footprints; fixed footprints; legal by footprint; play by footprint; independent moves
//   - [ply.Commuter]: commuting either way; commuting; commuting by footprint
//   - dependency.Needer: needing
//   - dependency.Conflicter: conflicts
//   - dependency.Refuter: refuted
//   - dependency.Goaler: goal
//   - dependency.Monotone: monotone
//   - dependency.OutcomeTracer: trace of the outcome
//   - block.Sequential: sub-games
//
// Two sides:
//
//   - [ply.Adversarial]: side to move; outcome
//   - [ply.Evaluator]: evaluation
//   - [fast.SuccessorEvaluator]: best successor
//   - expectimax.Evaluator: expectation
//   - [fast.SuccessorExpectations]: expected successors
//   - [fast.ReplyExpectations]: expected replies
//   - [ply.Bounder]: bounds
//   - proof.Initializer: first numbers
//   - alphabeta.Ranker: rank
//   - alphabeta.Quiescer: noisy moves
//   - alphabeta.Extender: extensions
//   - [ply.Passer]: pass
//   - [ply.Repeater]: repeated
//   - threat.Game: attacker; standing of the goal; attacks
//   - threat.Tracer: trace of a move
//
// Chance, several players, hidden information:
//
//   - [ply.Stochastic]: moves of chance; probabilities; probabilities of the position
//   - [ply.Multiplayer]: players; player to move; outcomes
//   - [ply.MultiplayerEvaluator]: evaluations
//   - [ply.Imperfect]: information; same information; perfect recall
//   - [ply.Simultaneous]: rounds; hidden in a round; open between rounds
//   - [ply.Determinizer]: consistent draws; weights of draws
//
// Sampling:
//
//   - [ply.Guide]: priors
//   - mcts.Decider: decisive moves
//   - mcts.Reducer: reduced moves
//   - mcts.Expert: prior results
//   - mcts.Playouter: playouts
//   - mcts.MultiplayerPlayouter: playouts
//
// Indices of positions:
//
//   - retrograde.Indexer: index; index inverse; index of any position
//   - retrograde.Classed: classes
//   - retrograde.Forward: successors
//   - retrograde.Backward: predecessors
//
// Laws whose check requires a search are in separate packages, for [Options].Laws: package threattest has the laws of the
// traces of a threat.Game, and package flattest the law of a flat.Simulator.
//
// # Doubts
//
// Some mistakes break no law, but change the statistics of random games. Such statistics are checked, too; an unlikely
// result is called a doubt. A doubt fails the test like a broken law, unless Options.Ignore names it. CheckEach only logs
// doubts, since drawn positions often favour one side. The doubts are:
//
//   - draws that differ: Determinize should not always draw the present position, because the search would then use
//     hidden information.
//   - outcomes of one side: Outcome must be for the side that ToMove returns. Outcome is doubted if one side wins
//     nearly all games, or if the winner of similar games depends on the side to move at the end.
//   - evaluations of one side: Evaluate must be for the side that ToMove returns. Evaluate is doubted if the evaluation
//     hardly changes when the turn goes to the other side.
//   - evaluations that tell: the better the evaluation for the side to move, the better the outcomes of random games
//     should be for this side. Evaluate is doubted if the opposite is true when side 0, or when side 1, is to move.
//   - expectations that tell: the better the result of Expectation, the better the outcomes of random games should be
//     for the side to move. In positions of chance, this is so for side 0.
//   - evaluations of players that tell: the better a player's element of Evaluations, the better the outcomes of random
//     games should be for this player.
//
// # Surveys
//
// Besides random lines, Check examines the game systematically (CheckEach examines the first two games drawn). In such
// a survey, Check visits all positions near the start and near the ends of some lines. In a puzzle, it searches for
// solutions, however deep, visits the positions before them, and compares estimates with the true costs. In several
// positions of hidden information, it compares many draws with all positions that the player cannot distinguish. A
// survey gives the same result in each run.
//
// If the search for solutions visits too many positions, it ends without a solution. In this case, let CheckEach draw
// positions closer to a solution, and name "admissible" in Options.Require to ensure that estimates are compared with
// true costs.
//
// # What laws do not show
//
// If Moves leaves out a legal move, the game is another game, and usually obeys all laws. Such mistakes are found by
// stating the rules in a second way. The method with the least code is [ply.Symmetric]: with about fifteen lines for
// the mirrored or rotated board, the laws of symmetries find each rule that is wrong in one direction or corner only. A
// slow and simple Rehash checks incremental hashes. search.Perft checks all rules if the numbers of lines are known
// from elsewhere. Playthrough finds later changes.
//
// A test that passes is no proof: Check visits random lines and, in positions with many moves, tries only some of the
// moves; see [Options].
//
// # Flags
//
// The flags of pgregory.net/rapid apply: -rapid.checks sets the number of checks, 100 by default, each with a drawn
// game and two lines of play; -rapid.seed and -rapid.failfile repeat a failure; -rapid.nofailfile writes no file;
// -rapid.shrinktime is the time for finding a smaller game, one second by default. The flag -gametest.rewrite is for
// [Playthrough].
package gametest
