// Package pig is the dice game of Pig: the player whose turn it is rolls a die as often as it likes. A 1 ends the turn,
// and brings nothing; other numbers are added up, and count when the player holds. The first player with a number of
// points, usually 100, wins.
//
// It is a game of two sides with chance ([ply.Stochastic]) that is small enough to be solved: [Solve] returns optimal
// play (Neller and Presser 2004), in which the first player wins 53.06 % of games to 100.
package pig
