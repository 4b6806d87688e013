// Package play is the part of the page's games that does not depend on a browser: which moves there are, what the
// board looks like, and what a search thinks of the position.
//
// A game is added by a value of type rules, which says how to draw a position and how to name a move, and an entry in
// the list of Games.
package play
