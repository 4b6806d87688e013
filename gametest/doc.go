// Package gametest tests games. It plays random lines of a game, and checks every law that package ply and the search
// packages state for games and their capabilities. It finds the capabilities of a game by itself.
//
// To test a game takes three lines:
//
//	func TestLaws(t *testing.T) {
//		gametest.Check(t, func() *Game { return New() })
//	}
//
// [Check] is for a game with one start position, and [CheckEach] for games whose start is drawn at random, such as
// deals or boards of different sizes. [Check] and [CheckEach] take [Options], for instance for games with long
// lines. A check of a small game takes some tenths of a second.
//
// [Playthrough] stores a random game in a file, and reports everything that changes in it later. It also notices lawful
// changes.
//
// # Capabilities
//
// Check logs which capabilities the game has, and which laws it could not try, for instance because it met no solved
// position; go test -v shows the log. [Options].Require names laws that a check must try: without it, a law that is never
// tried breaks no test. A method that has the name of a method of a
// capability but another signature, such as Evaluate() float64, would be ignored by all searches without notice. Check
// reports it as an error. It also reports one method of two, such as Pass without Unpass; a method Clone that returns
// another type, as a game has that embeds another game; and methods of *T if newGame returns a T. If such a method is
// intended, name it in Options.Ignore. The capabilities of package learn, Game and Finisher, belong to another module:
// learn.CheckFeatures checks them, and reports a method Finished of another signature, too.
//
// # Laws
//
// If a game breaks several laws, Check reports the first one in the following order, since later laws build on earlier
// ones.
//
// Every game:
//
//   - replay: a line of legal moves can be played again on a new game, and nothing panics
//   - order of moves: Moves lists the same moves in the same order each time it is called in a position
//   - same start: new games are all in the same position, and playing on one changes no other
//   - unique moves: Moves lists no move twice
//   - moves appended: Moves appends to its argument, and does not change its elements
//   - undo: Undo after Play restores everything that can be observed, the drawing by String included
//   - deterministic: the same move in the same position leads to the same position (no dice inside Play)
//   - same line: observations depend only on the moves played from the start, not on moves that were taken back or
//     on calls of other methods
//   - solved ends: a solved position has no moves ([ply.Puzzle])
//   - count of successors: CountSuccessors returns the same as playing each move, and changes nothing ([search].SuccessorCounter)
//
// Positions. Two positions are equal if their identities are ([encoding.BinaryAppender]); for games without identities,
// if their cells are ([ply.Celled]); for other games, if their hashes are ([ply.Hasher]):
//
//   - identity: AppendBinary appends the same bytes for the same position, and returns no error
//   - rehash: Rehash equals Hash ([ply.Rehasher])
//   - equal positions, equal hashes: equal positions have equal hashes, after any lines
//   - different positions, different hashes: if identities, cells, legal moves, the side to move or results differ, so
//     do the hashes
//   - equal positions, equal moves: equal positions have the same legal moves, in any order, and are both solved or
//     both not
//   - score: the score is a number, not NaN, and a function of the position ([ply.Scorer])
//   - hash after: HashAfter(m) equals Hash after Play(m) ([fast.AfterHasher])
//   - hash successors: HashSuccessors appends these hashes ([fast.SuccessorHasher])
//   - xor hash: XorHashes gives the hashes after moves, and the hash after two moves that can be exchanged is the
//     exclusive or of the hashes before and after either of them ([search].XorHasher)
//   - acyclic: if Acyclic is true, no line visits a position twice ([ply.Acyclic])
//   - inverse: an inverse move is legal after its move, unless that solves the puzzle, leads back to the position
//     before, and is the same in all positions ([search].Inverter)
//
// Cells and footprints ([ply.Celled], [ply.Footprinter], package dependency):
//
//   - cells: the number of cells does not change, and no value is negative
//   - cells tell positions: positions are equal exactly if all their cells are
//   - form of footprints: a cell that is modified is among the preconditions, with another value, and neither list
//     names a cell twice
//   - fixed footprints: the footprint of a move is the same in all positions
//   - legal by footprint: a move is legal exactly if its preconditions hold and the position is not solved
//   - play by footprint: a move changes exactly the cells of its modifications, to the values stated
//   - independent moves: two successive moves that are independent by their footprints can be exchanged
//   - needing: Needing lists the moves that have a condition among their preconditions ([dependency.Needer])
//   - conflicts: Conflict is symmetric and the same in all positions, and no line has two moves that conflict
//     ([dependency.Conflicter])
//   - goal: the goal holds exactly where the puzzle is solved ([dependency.Goaler])
//   - refuted: Refuted changes nothing, and returns the same for the same line ([dependency.Refuter])
//   - monotone: if Monotone is true, no cell gets a value back that it has had before and lost ([dependency.Monotone])
//   - sub-games: the laws of [block.Sequential] hold in all positions, and the number of sub-games does not change
//     ([block.Sequential])
//
// Moves together ([ply.Commuter], [fast.Advancer]):
//
//   - commuting either way: Commute is symmetric
//   - commuting: moves that commute can be played in both orders, which lead to the same position
//   - commuting by footprint: moves commute exactly if their footprints say so and neither solves the puzzle
//   - advance: Advance equals [fast.AdvancerOf], for any order of prev and any place of dst in memory
//
// Costs ([ply.Coster], [ply.Estimator]):
//
//   - cost: no cost is negative
//   - fixed cost: the cost of a move is the same in all positions
//   - estimate: no estimate is negative, and the estimate of a solved position is 0
//   - admissible: no solution that is met, or found by a small search, costs less than the estimate
//   - preferred moves: EstimateAndPrefer appends the same number of estimates in all positions, none of them negative, and
//     legal moves, none of them twice; it changes nothing ([search].Preferrer)
//
// Symmetries ([ply.Symmetric]):
//
//   - symmetry 0: symmetry 0 is the identity
//   - images of moves: different moves have different images
//   - group: two symmetries, one after the other, are one of the symmetries
//   - images of lines: the image of a line leads to the image of the position to which the line leads
//   - canonical hash: positions with the same canonical hash have the same number of moves, the same result if they are
//     finished, and the same canonical hashes after their moves
//
// Chance ([ply.Stochastic]):
//
//   - moves of chance: a position of chance has at least one move
//   - probabilities: Probabilities appends one number for each move, none of them negative or NaN, and their sum is 1;
//     it changes nothing
//   - probabilities of the position: they are a function of the position
//   - expected replies: EvaluateReplies gives the same as playing and evaluating, or appends nothing ([fast.ReplyExpectations])
//
// Two sides ([ply.Adversarial]). The law of numbers holds for all games with numbers:
//
//   - side to move: ToMove is 0 or 1, or [ply.Chance] in a position of chance, and a function of the position
//   - outcome: Outcome is in the range of values, and a function of the position
//   - evaluation: Evaluate is in the range of values, a function of the position, and equal to Outcome in finished
//     positions ([ply.Evaluator])
//   - expectation: Expectation is finite, and a function of the position ([expectation.Evaluator])
//   - expected successors: EvaluateSuccessors gives the same as playing and evaluating ([fast.SuccessorExpectations])
//   - best successor: BestSuccessor finds the move that leads to the best evaluation, or to the first that is good
//     enough ([fast.SuccessorEvaluator])
//   - bounds: the value of the position, if a small search finds it, is within the bounds ([ply.Bounder])
//   - first numbers: FirstNumbers returns the same numbers each time, and 0 only for a settled position ([proof].Initializer)
//   - rank: Rank changes nothing, returns the same each time, and has at most 16 stages ([alphabeta].Ranker)
//   - numbers of moves: Number is at least 0 and less than Numbers, and neither changes with the position
//     ([ply.Numberer])
//   - pass: Pass gives the turn to the other side, which changes the hash and the identity, or refuses and changes
//     nothing, and Unpass takes it back ([ply.Passer])
//   - noisy moves: noisy moves are legal, and none is listed twice ([alphabeta].Quiescer)
//   - extensions: Extend changes nothing, and returns the same each time ([alphabeta].Extender)
//   - repeated: Repeated depends only on the line ([ply.Repeater])
//   - trace of the outcome: finished positions that agree in the cells of the trace have the same outcome
//     ([dependency.OutcomeTracer])
//
// Threats ([threat.Game]):
//
//   - attacker: Attacking is a function of the position; Pass gives the turn to the other side, or refuses and changes
//     nothing, and Unpass takes it back
//   - standing of the goal: Standing is Won, Lost or Open, whoever is to move; it adds cells of the game to the trace,
//     and changes nothing else
//   - attacks: Attacks lists legal moves of the attacker, none twice
//   - trace of a move: after a move elsewhere, a move is still legal and leaves the same in the cells that TraceMove
//     adds ([threat.Tracer])
//   - trace of a win: if the attacker wins by threats, it still does after a move of either side that changes no cell
//     of the trace of the win, both found by a small search ([threat.Tracer], [ply.Footprinter])
//   - replies: Replies lists legal moves, none twice, and takes nothing from the trace; where the attacker wins
//     although the defender is to move, it wins after the moves that Replies leaves out ([threat.Tracer])
//
// Several players ([ply.Multiplayer]):
//
//   - players: the number of players is at least 1, does not change, and is 2 for a game that is also adversarial
//   - player to move: ToMove is one of the players, or [ply.Chance] in a position of chance, and a function of the
//     position
//   - outcomes: Outcomes sets all values, in the range of values, as a function of the position, and in agreement with
//     Outcome
//   - evaluations: Evaluations does the same, and equals Outcomes in finished positions ([ply.MultiplayerEvaluator])
//
// Hidden information ([ply.Imperfect]), moves at the same time ([ply.Simultaneous]) and draws ([ply.Determinizer]):
//
//   - information: AppendInformation appends to its argument and changes nothing
//   - same information: a player that cannot tell two positions apart has the same moves in both, in the same order
//   - perfect recall: a player with the same information has made the same decisions on the way
//   - rounds: Round is 0 at the start, in positions of chance and at the end; after a move it is one more or 0; and no
//     player moves twice in a round
//   - hidden in a round: who is to move, its moves, its information and Round do not depend on the moves of the round
//   - open between rounds: where Round is 0, a player with the same information knows the position: the moves, who is
//     to move, and the keys of all players are the same
//   - consistent draws: a position that is drawn can be reached, the player cannot tell it from the present one, and
//     the weight is positive; moves can be played on it and taken back
//   - weights of draws: frequency times weight is in proportion to the probability of a position, where other players
//     choose all moves with the same probability. This is checked where the positions are few enough to be listed, and
//     found broken if the probability of some event is wrong by more than a tenth.
//
// Sampling (packages mcts, mcts/flat and montecarlo):
//
//   - decisive moves: Decisive lists legal moves, and the best of them is as good as the best of all moves
//     ([mcts].Decider)
//   - reduced moves: Reduce lists legal moves, and the best of them is as good as the best of all moves ([mcts].Reducer)
//   - priors: Priors sets all priors, to finite numbers that are not negative, in any order of the moves ([ply.Guide])
//   - prior results: PriorResults sets all virtual simulations and their wins, which are no more, in any order of the
//     moves ([mcts].Expert)
//   - playouts: playouts play legal moves, and return the outcome if they reach the end of the game ([mcts].Playouter,
//     [mcts].MultiplayerPlayouter)
//   - simulations: the same of playouts of which a search wants to know the steps, or chooses the moves
//     ([flat.Simulator]); moves drawn from an urn are among the moves that the search would choose among otherwise
//   - random moves: PlayRandom plays legal moves to the end of the game or as many as it is told, returns those that are
//     legal then, and can play any legal move first ([montecarlo].Playouter)
//   - numbers appended: AppendNumbers appends the Number of each move ([fast.NumberAppender])
//
// Indices of positions ([retrograde].Indexer):
//
//   - index: Index is below Positions, which never changes
//   - index inverse: SetIndex leads back to a position with that index, which has the same outcome, or moves to positions
//     with the same indices
//   - index of any position: where SetIndex returns true for any index, Index returns that index, and all moves lead to
//     indices for which it does
//   - classes: classes are ranges of indices in ascending order, and moves lead where Below says ([retrograde].Classed)
//   - successors: Successors appends the indices after all moves ([retrograde].Forward)
//   - predecessors: Predecessors appends exactly the indices from which a move leads here ([retrograde].Backward)
//
// All capabilities:
//
//   - same answers: the results of any method depend only on the moves played from the start: not on moves that were
//     taken back, nor on earlier calls. So no method may use a counter that Undo does not restore.
//
// Copies ([ply.Cloner], [fast.Copier]):
//
//   - clone: a clone looks like the original
//   - clone apart: moves played and taken back on a clone do not change the original, nor the reverse; with go test
//     -race, two goroutines also play on both at the same time
//   - copy: after CopyFrom, a game looks like the other one, and does so while moves are taken back on both
//   - copy apart: moves played and taken back on one of the two do not change the other
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
// hashes, [search].Perft for all rules, where counts are known, and [Playthrough] for everything that changes later.
//
// A check that passes proves nothing. Check visits the positions of random lines and, in positions with many moves,
// tries only some of them; [Options] set how many.
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
// # Flags
//
// This package is based on pgregory.net/rapid, and the flags of rapid work: -rapid.checks sets the number of checks
// (100, each with a game that is drawn and two lines of play); -rapid.seed and -rapid.failfile repeat a failure;
// -rapid.nofailfile prevents the writing of a file; and -rapid.shrinktime sets the time for finding a smaller game,
// which is one second unless the flag is given. The flag -gametest.rewrite is for [Playthrough].
//
// [search]: https://pkg.go.dev/github.com/ply-search/ply/search
// [alphabeta]: https://pkg.go.dev/github.com/ply-search/ply/search/alphabeta
// [proof]: https://pkg.go.dev/github.com/ply-search/ply/search/proof
// [retrograde]: https://pkg.go.dev/github.com/ply-search/ply/search/retrograde
// [montecarlo]: https://pkg.go.dev/github.com/ply-search/ply/montecarlo
// [mcts]: https://pkg.go.dev/github.com/ply-search/ply/mcts
package gametest
