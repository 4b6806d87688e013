// Package losalamos is Los Alamos chess, the small chess that a program for the MANIAC computer played in 1956 (Kister,
// Stein, Ulam, Walden and Wells 1957). The rules are [chess.LosAlamos]. The package adds an evaluation, and
// searches that use one technique more than the search before: see [Ladder].
package losalamos
