// Package arena plays matches between players, and tells what the results prove.
//
// [Match] plays games between two players, in pairs: each opening twice, with sides exchanged, so that
// neither player is favoured by it. The result counts wins, draws and losses. It gives the score with a
// confidence interval, the difference in Elo points and, on request, the verdict of a sequential test between
// two hypotheses: see [Score] and [SequentialTest].
//
// Several goroutines play games at a time. The result does not depend on their number.
package arena
