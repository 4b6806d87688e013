// Package gametest tests games. It plays random lines of a game, and checks all laws that package ply and the search packages
// state for games and for their capabilities, which it finds by itself. A test of a game takes three lines:
//
//	func TestLaws(t *testing.T) {
//		gametest.Check(t, func() *Game { return New() })
//	}
//
// [Check] is for a game with one start position. [CheckEach] is for games whose start is drawn at random, such as deals or
// boards of different sizes. Both take [Options] as an optional last argument, for instance for games with long lines. A check
// of a small game takes some tenths of a second. [Playthrough] stores a random game in a file, and reports everything that
// changes in it later. It also notices lawful changes.
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
// The first line names the law. Then come the shortest line of play that shows the fault, the position to which it leads
// (as drawn by the String method of the game), and the calls made in this position. "want" is the expected observation,
// and "got" the actual one. If the game was drawn at random, a line tells the drawn parameters. The last line tells how to
// repeat the failure. A panic of the game is reported in the same way, with the stack of functions in which it happened.
//
// To find the shortest line, Check tries all lines in the order of their lengths. If these do not show the fault, it
// leaves out moves of the line on which the fault was found. The report says if there may be a shorter line. All this
// takes at most about two seconds.
//
// # Capabilities
//
// Check logs which capabilities the game has, and which laws it could not try, for instance because it met no solved
// position; go test -v shows the log. [Options].Require names laws that a check must try.
//
// A method that has the name of a method of a capability but another signature, such as Evaluate() float64, would be
// ignored by all searches without notice. Check reports it as an error. It also reports one method of two, such as Pass
// without Unpass; a method Clone that returns another type, which a game has that embeds another game; and methods of *T if
// newGame returns a T. If such a method is intended, name it in Options.Ignore. The capabilities of package learn belong to
// another module: learn.CheckFeatures checks them.
//
// # Laws
//
// The laws of a capability are stated with its interface, and a report repeats the law that is broken. If a game breaks
// several laws, Check reports the first one, in an order in which later laws build on earlier ones. These are the names of
// the laws of each capability. Two positions are equal if their identities are ([encoding.BinaryAppender]); for games without
// identities, if their cells are ([ply.Celled]); for other games, if their hashes are ([ply.Hasher]).
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
// A search is necessary to check some laws. They are in packages of their own, for [Options].Laws: threattest has the laws of
// traces of a threat.Game, and flattest has the law of a flat.Simulator.
//
// # Doubts
//
// Some mistakes break no law, but lead to figures that a game hardly ever has. Check plays random games, and a doubt fails
// the test like a law. If a game means it so, name the doubt in [Options].Ignore. [CheckEach] only logs doubts, since many a
// position that is drawn favours a side.
//
//   - draws that differ: Determinize does not always draw the present position, which would show a search the hidden
//     information ([ply.Determinizer])
//   - outcomes of one side: Outcome is for the side that ToMove returns. It is doubted if one side wins nearly all finished
//     positions, whoever is to move, or if the side to move matters more for who has won than the game does.
//   - evaluations of one side: Evaluate is for the side that ToMove returns. It is doubted if it hardly changes when the
//     turn goes to the other side.
//   - evaluations that tell: the better the evaluation is for the side to move, the better the outcomes of random games are
//     for it. Evaluate is doubted if the reverse is true where one of the sides is to move.
//   - expectations that tell: the same of Expectation, for the side to move or, in a position of chance, for side 0
//   - evaluations of players that tell: the same of the Evaluations for each player
//
// # Surveys
//
// Besides random lines, Check surveys the game as a whole, or the first two games that are drawn. It looks at all positions
// near the start and near the ends of some lines, searches a puzzle for solutions, and looks at the positions before them,
// however deep they lie; it compares estimates with the costs of solving everything that this search met. It draws many
// times in several positions of hidden information, and compares the draws with all positions that a player cannot tell
// apart. The random numbers of a survey are the same in each run, and so are its findings.
//
// A search for solutions that takes too many positions ends without one. Then let [CheckEach] draw positions nearer to a
// solution, and name "admissible" in Options.Require to be sure that estimates are compared with something.
//
// # What no law can tell
//
// A game that lacks a move is another game, and most often a lawful one. Saying the same thing twice finds such a mistake. The
// cheapest way is a [ply.Symmetric]: fifteen lines state that the board can be mirrored or turned, and the laws of symmetries
// then find each rule that is wrong in one direction or in one corner. A slow and simple Rehash does so for incremental
// hashes, search.Perft for all rules, where counts are known, and [Playthrough] for everything that changes later.
//
// A check that passes proves nothing. Check visits the positions of random lines and, in positions with many moves,
// tries only some of them; [Options] set how many.
//
// # Flags
//
// This package is based on pgregory.net/rapid, and the flags of rapid work: -rapid.checks sets the number of checks
// (100, each with a game that is drawn and two lines of play); -rapid.seed and -rapid.failfile repeat a failure;
// -rapid.nofailfile prevents the writing of a file; and -rapid.shrinktime sets the time for finding a smaller game,
// which is one second unless the flag is given. The flag -gametest.rewrite is for [Playthrough].
package gametest
