// Package play contains the games of the site, except for the parts that need a browser: legal moves, drawings of
// positions, and searches.
//
// To add a game, write a value of type rules, which draws positions and names moves, and add it to Games.
package play
