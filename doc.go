// Package ply is the vocabulary of a library of game-search algorithms.
package ply
