// Package gametest tests games. It plays random lines of a game, and checks all laws that package ply and the search
// packages state for games and for their capabilities, which it detects. A test of a game takes three lines:
//
//	func TestLaws(t *testing.T) {
//		gametest.Check(t, func() *Game { return New() })
//	}
//
// [Check] is for games with one start position, [CheckEach] for starts drawn at random, such as deals or boards of
// different sizes. Both take [Options] as an optional last argument. Checking a small game takes some tenths of a
// second. [Playthrough] stores a random game in a file, and reports all later changes, including lawful ones.
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
// The report names the law, the shortest line of play that shows the fault, the position after it (as drawn by the
// game's String method), the calls made in this position, and the expected (want) and the actual (got) observation. Then
// come the parameters of a drawn game, and how to repeat the failure. Panics of the game are reported with their stack.
//
// To find the shortest line, Check tries all lines in order of length, and then leaves out moves of the line on which
// the fault was found. The report tells whether there may be a shorter line. This takes at most about two seconds.
//
// # Capabilities
//
// Check logs the capabilities of the game, and the laws that it could not try, for instance because it met no solved
// position; go test -v shows the log. [Options].Require names laws that must be tried.
//
// Searches silently ignore a method that has the name but not the signature of a capability's method, such as
// Evaluate() float64. Check reports these as errors, as well as incomplete pairs, such as Pass without Unpass, a
// method Clone that returns another type (inherited from an embedded game), and methods of *T if newGame returns a T.
// Options.Ignore names intended ones. learn.CheckFeatures checks the capabilities of package learn.
//
// # Laws
//
// The laws of a capability are stated with its interface, and a report repeats the broken law. Of several broken laws,
// Check reports the first one; later laws build on earlier ones. Two positions are equal if their identities are
// ([encoding.BinaryAppender]), without identities if their cells are ([ply.Celled]), and otherwise if their hashes are
// ([ply.Hasher]). The names of the laws of each capability are:
//
// Every game and its copies:
//
//   - [ply.Game]: replay; order of moves; same start; unique moves; moves appended; undo; deterministic; same line;
//     same answers
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
//   - [ply.Footprinter]: form of footprints; fixed footprints; legal by footprint; play by footprint; independent
//     moves
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
// Laws that require a search are in separate packages, for [Options].Laws: threattest has the laws of traces of a
// threat.Game, and flattest the law of a flat.Simulator.
//
// # Doubts
//
// Some mistakes break no law, but show in statistics of random games. A doubt fails the test like a law, unless
// [Options].Ignore names it. [CheckEach] only logs doubts, since drawn positions often favour a side.
//
//   - draws that differ: Determinize does not always draw the present position, which shows hidden information
//   - outcomes of one side: Outcome is for the side that ToMove returns. It is doubted if one side wins nearly all
//     finished positions, whoever is to move, or if the winner depends more on the side to move than on the game.
//   - evaluations of one side: Evaluate is for the side that ToMove returns. It is doubted if it hardly depends on it.
//   - evaluations that tell: better evaluations for the side to move go with better outcomes of random games. Evaluate
//     is doubted if the reverse holds while one of the sides is to move.
//   - expectations that tell: the same for Expectation, for the side to move or, in chance positions, for side 0
//   - evaluations of players that tell: the same for Evaluations, for each player
//
// # Surveys
//
// Besides random lines, Check surveys the game as a whole, or the first two games drawn: all positions near the start
// and near the ends of some lines; the positions before solutions, however deep, which it searches for in puzzles,
// with estimates compared with the true costs in that search; and many draws in several positions of hidden
// information, compared with all positions that the player cannot tell apart. A survey finds the same in each run.
//
// The search for solutions ends without one if it takes too many positions. Then let [CheckEach] draw positions nearer
// to a solution, and name "admissible" in Options.Require to ensure that estimates are compared with solutions.
//
// # What no law can tell
//
// A game that lacks a move is another game, usually a lawful one. Redundancy finds such mistakes. A [ply.Symmetric] is
// the cheapest: with fifteen lines for the mirrored or turned board, the laws of symmetries find each rule that is
// wrong in one direction or corner. A slow and simple Rehash checks incremental hashes, search.Perft all rules, where
// counts are known, and [Playthrough] finds later changes.
//
// A passing check proves nothing: Check visits random lines and, in positions with many moves, tries some; see [Options].
//
// # Flags
//
// The flags of pgregory.net/rapid apply: -rapid.checks sets the number of checks (100, each with a drawn game and two
// lines of play); -rapid.seed and -rapid.failfile repeat a failure; -rapid.nofailfile writes no file; -rapid.shrinktime
// is the time for finding a smaller game, one second by default. The flag -gametest.rewrite is for [Playthrough].
package gametest
