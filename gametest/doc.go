// Package gametest tests games. It plays random lines of a game and checks every law that package ply and the search
// packages state for a game and its capabilities, which it finds by itself.
//
//	func TestLaws(t *testing.T) {
//		gametest.Check(t, func() *Game { return New() })
//	}
//
// [Check] is for a game with one start position, and [CheckEach] for a game whose start is drawn at random, such as a
// deal. [Playthrough] keeps a random game in a file and reports whatever changes in it. A check of a small game takes
// some tenths of a second.
//
// # Capabilities
//
// Check logs which capabilities the game has (go test -v shows it). A method that has the name of a capability's method
// but another signature, such as Evaluate() float64, would be ignored by all searches without a word. Check reports it
// as an error, and likewise one method of two, such as Pass without Unpass, a method Clone that returns another type,
// as games have that embed another game, and methods of *T where newGame returns a T. If such a method is meant as it
// is, name it in Options.Ignore.
//
// # Laws
//
// If a game breaks several laws, the first in this order is reported, since later laws build on earlier ones.
//
// Every game:
//
//   - replay: a line of legal moves can be played again on a new game, and nothing panics
//   - order of moves: Moves lists the same moves in the same order each time
//   - same start: new games are all in the same position, and playing on one changes no other
//   - unique moves: Moves lists no move twice
//   - moves appended: Moves leaves what was in its argument
//   - undo: Undo after Play restores everything that can be observed
//   - deterministic: the same move in the same position leads to the same position (no dice inside Play)
//   - same line: what can be observed depends on the line alone, not on moves taken back or questions asked
//   - solved ends: a solved position has no moves ([ply.Puzzle])
//
// Positions. Two positions are equal if their identities are ([encoding.BinaryAppender]), otherwise if their cells are
// ([ply.Celled]), otherwise if their hashes are ([ply.Hasher]):
//
//   - identity: AppendBinary appends the same bytes for the same position, and does not fail
//   - rehash: Rehash equals Hash ([ply.Rehasher])
//   - equal positions, equal hashes: whatever lines led to them
//   - different positions, different hashes: where identities, moves, the side to move or results differ, so do hashes
//   - equal positions, equal moves: in whatever order
//   - score: it is a function of the position ([ply.Scorer])
//   - hash after: HashAfter equals Hash after Play ([ply.AfterHasher])
//   - hash successors: HashSuccessors appends these hashes ([ply.SuccessorHasher])
//   - acyclic: no line meets a position twice, if the game says so ([ply.Acyclic])
//   - inverse: an inverse move leads back ([search.Inverter])
//
// Cells and footprints ([ply.Celled], [ply.Footprinter], package dependency):
//
//   - cells: their number does not change, and no value is negative
//   - cells tell positions: positions are equal exactly if all cells are
//   - form of footprints: modified cells are preconditions with other values, and none is named twice
//   - fixed footprints: they are the same in all positions
//   - legal by footprint: a move is legal exactly where its preconditions hold
//   - play by footprint: a move changes exactly its modifications
//   - independent moves: two moves that are independent by their footprints can be exchanged
//   - needing: it lists the moves that need a condition ([dependency.Needer])
//   - conflicts: no line has two moves that are in conflict ([dependency.Conflicter])
//   - goal: it holds exactly where the puzzle is solved (the method Goal of [dependency.Game])
//   - refuted: asking changes nothing ([dependency.Refuter])
//   - monotone: no cell gets back a value, if the game says so (the method Monotone of [dependency.Game])
//   - sub-games: those of [block.Check], in all positions ([block.Sequential])
//
// Moves together ([ply.Commuter], [ply.Advancer]):
//
//   - commuting either way: Commute is symmetric
//   - commuting: moves that commute can be played in both orders, to the same position
//   - commuting by footprint: the moves that commute are those that the footprints say
//   - advance: Advance equals the default, whatever the order of prev and the place of dst
//
// Costs ([ply.Coster], [ply.Estimator]):
//
//   - cost: it is not negative
//   - fixed cost: it is the same in all positions
//   - estimate: it is not negative, and 0 where solved
//   - admissible: it is at most the cost of any solution met or found by a small search
//
// Symmetries ([ply.Symmetric]):
//
//   - symmetry 0: it is the identity
//   - images of moves: different moves have different images
//   - group: two symmetries one after the other are one of them
//   - images of lines: they lead to the images of positions
//   - canonical hash: positions that share it have the same results, and the same canonical hashes after their moves
//
// Two sides ([ply.Adversarial]):
//
//   - side to move: it is 0 or 1, and a function of the position
//   - outcome: it is within the range of values, and a function of the position
//   - evaluation: likewise, and equal to Outcome where the game is finished ([ply.Evaluator])
//   - bounds: the value lies between them, where few positions suffice to find it ([ply.Bounder])
//   - rank: it changes nothing, is the same each time, and has at most 16 stages ([alphabeta.Ranker])
//   - numbers of moves: they are in their range, and the same in all positions ([ply.Numberer])
//   - pass: it gives the turn away and can be taken back, or is refused ([alphabeta.Passer])
//   - noisy moves: they are legal, and none is listed twice ([alphabeta.Quiescer])
//   - extensions: they are the same each time ([alphabeta.Extender])
//   - repeated: it depends on the line alone ([alphabeta.Repeater])
//   - trace of the outcome: where these cells are the same, so is the outcome ([dependency.OutcomeTracer])
//
// Several players ([ply.Multiplayer]):
//
//   - players: their number is at least 1 and does not change, and is 2 for a game of two sides
//   - player to move: it is one of them, and a function of the position
//   - outcomes: all are set, within the range of values, a function of the position, and equal to Outcome
//   - evaluations: likewise, and equal to Outcomes where the game is finished ([ply.MultiplayerEvaluator])
//
// Sampling (packages mcts and montecarlo):
//
//   - decisive moves: they are legal, and the best of them is as good as the best of all ([mcts.Decider])
//   - priors: they are all set, finite and not negative ([mcts.Guide])
//   - playouts: they play legal moves, and return the outcome if they come to the end ([mcts.Playouter], [mcts.MultiplayerPlayouter])
//   - numbers appended: they are those of the single moves ([ply.NumberAppender])
//
// Copies ([ply.Cloner]):
//
//   - clone: a clone looks like the original
//   - clone apart: playing and taking back on a clone and on the original by turns, neither changes the other. With
//     go test -race, two goroutines also play on both at a time
//
// No law can tell whether an Outcome or an Evaluate takes the view of the side to move, as it must, or always that of
// one side. If the values look like the latter, Check says so in the log, with the figures. That is only a guess.
//
// A law that passes is not proved. Check looks at the positions of random lines and, where a position has
// more than a few moves, at some of the moves. [Options] say how many.
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
// The first line names the law. The next lines are the shortest line of play that shows the fault, the position there
// (as the method String of the game draws it), and what was done in it. Then follow what the law wants to be observed
// and what was observed instead. If the game was drawn, a line tells what was drawn. The last line says
// how to repeat the failure. A panic of the game is reported in the same way, with the functions that it came from.
//
// To find the shortest line, Check tries all lines in the order of their lengths, and if that does not show the fault,
// leaves moves out of the line on which it was found. The report says if there may be a shorter one. All this takes at
// most about two seconds.
//
// # Flags
//
// Package gametest uses pgregory.net/rapid, and its flags work: -rapid.checks sets the number of
// games drawn (100, each with two lines of play), -rapid.seed and -rapid.failfile repeat a failure,
// -rapid.nofailfile leaves no file behind, and -rapid.shrinktime sets the time for finding a small game, which is
// one second unless the flag is given.
package gametest
