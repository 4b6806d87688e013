// Package arena lets players play matches against one another, and says what the results prove.
//
// [Match] plays games between two players, in pairs: each opening twice, with sides exchanged, so that
// neither is favoured by it. The result counts wins, draws and losses, and tells the score with a
// confidence interval, the difference in Elo points and, if asked, when a sequential test has decided
// which of two hypotheses the games support: see [Score] and [SequentialTest].
//
// Matches are played by several goroutines, and come out the same whatever their number.
package arena
