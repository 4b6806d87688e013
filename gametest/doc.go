// Package gametest is the property kit for new games: it plays random lines and checks every law
// that package ply states of a game and of its capabilities, which it finds by type assertion.
//
//	func TestLaws(t *testing.T) {
//		gametest.Check(t, newGame)
//		gametest.Playthrough(t, newGame, "game.txt", 1)
//	}
//
// [Check] is for a game with one start position, [CheckEach] for one whose start is drawn, and
// [Playthrough] keeps a random game in a file and reports whatever changes in it.
//
// # Laws
//
// Of several laws that a game breaks, one is reported: the first of these, where each builds on
// those before it, that a few lines show to be broken.
//
// Of every game:
//
//   - replay: a line of legal moves can be played again on a new game, and nothing panics;
//   - order of moves: Moves lists the same moves in the same order each time;
//   - same start: new games are all in the same position and independent;
//   - unique moves: Moves lists no move twice;
//   - moves appended: Moves leaves what was in its argument;
//   - undo: Undo after Play restores everything that can be observed;
//   - same line: what can be observed depends on the line alone, not on detours or questions;
//   - solved ends: a solved position has no moves ([ply.Puzzle]).
//
// Of games that tell their positions apart, by [ply.Hasher], [encoding.BinaryAppender] or
// [ply.Celled]:
//
//   - identity: AppendBinary is repeatable, appends and does not fail;
//   - rehash: Rehash equals Hash ([ply.Rehasher]);
//   - equal positions, equal hashes, and different positions, different hashes: for all positions
//     met, by transposed lines among others;
//   - equal positions, equal moves;
//   - score: it is a function of the position ([ply.Scorer]);
//   - hash after: HashAfter equals Hash after Play ([ply.AfterHasher]);
//   - hash successors: so do those of HashSuccessors ([ply.SuccessorHasher]);
//   - acyclic: no line meets a position twice, if the game says so ([ply.Acyclic]).
//
// Of [ply.Celled] and [ply.Footprinter]:
//
//   - cells: their number does not change, and no value is negative;
//   - cells tell positions: positions are equal exactly if all cells are;
//   - form of footprints: modified cells are preconditions with other values, none is named twice;
//   - fixed footprints: they are the same in all positions;
//   - legal by footprint: for the legal moves and all that were legal elsewhere;
//   - play by footprint: a move changes exactly its modifications;
//   - independent moves: two that are so by their footprints can be exchanged, to the same position;
//   - needing: it lists the moves that need a condition (dependency.Needer);
//   - conflicts: no line has moves that are said to be in conflict (dependency.Conflicter);
//   - goal: what is said to be the goal holds exactly where the puzzle is solved (a method Goal, as of
//     dependency.Game);
//   - monotone: no cell gets back a value that it had, if the game says so (a method Monotone, as of
//     dependency.Game).
//
// Of [ply.Commuter], [ply.Advancer] and [ply.Cloner]:
//
//   - commuting either way: Commute is symmetric;
//   - commuting: moves that commute can be played in both orders, to the same position;
//   - commuting by footprint: they are those that the footprints say;
//   - advance: Advance equals the default, whatever the order of prev and the place of dst;
//   - clone: a clone looks the same;
//   - clone apart: playing on a clone or on the original does not change the other. With go test
//     -race, two goroutines also play on both at a time.
//
// Of [ply.Coster] and [ply.Estimator]:
//
//   - cost: it is not negative;
//   - fixed cost: it is the same in all positions;
//   - estimate: it is not negative, and 0 where solved;
//   - admissible: it is no more than the cost of any solution met or found by a small search.
//
// Of [ply.Adversarial] and what goes with it:
//
//   - side to move: it is 0 or 1, and a function of the position;
//   - outcome: it is within the range of values, and a function of the position;
//   - evaluation: the same, and where the game is finished equal to Outcome ([ply.Evaluator]);
//   - bounds: the value lies between them, where it takes few positions to find ([ply.Bounder]);
//   - rank: it changes nothing, and comes to an end ([ply.Ranker]);
//   - numbers of moves: they are in their range, and the same in all positions ([ply.Numberer]);
//   - pass: it gives the turn away and can be taken back, or is refused ([ply.Passer]);
//   - noisy moves: they are legal, and none is listed twice ([ply.Quiescer]).
//
// Of [ply.Multiplayer]:
//
//   - players: their number is at least 1 and does not change, and is 2 for an Adversarial game;
//   - player to move: it is one of them, and a function of the position;
//   - outcomes: all are set, within the range of values, and a function of the position; nothing changes by that;
//     an Adversarial game has the same;
//   - evaluations: the same, and where the game is finished equal to Outcomes ([ply.MultiplayerEvaluator]).
//
// Of [ply.Symmetric]:
//
//   - symmetry 0: it is the identity;
//   - images of moves: those of different moves are different;
//   - group: two symmetries one after the other are one of them;
//   - images of lines: they lead to the images of positions;
//   - canonical hash: positions that share it have the same ones behind them.
//
// A law that passes is not proved. Positions are those of random lines and, where a position has
// more than a few moves, of some of them; how many is said by [Options].
//
// # Reports
//
// A report names the law and shows the shortest line of play after which it is broken, the position
// there, and what was expected and seen. To find that line, all lines are tried in the order of
// their lengths, up to 20 000 lines or 2 seconds; in a position of more than 32 moves a law still
// looks at 32 of them only. If that does not show the fault, moves are left out of the line on which
// it was found, for 2 seconds, as long as it still shows the fault. The report says which of the
// two it was.
//
// A panic in the game is reported as a failure of the law that was being checked.
//
// # Seeds
//
// Package gametest uses pgregory.net/rapid, and its flags work: -rapid.checks sets the number of
// games drawn (100, each with two lines of play), -rapid.seed and -rapid.failfile repeat a failure,
// as the last line of a report says, -rapid.nofailfile leaves no file behind, and -rapid.shrinktime
// bounds the time that is spent on finding a small game.
package gametest
