//go:build !amd64 || purego

package othello

func placesFor(own, other bitboard) bitboard { return placesForGeneric(own, other) }

func turned(own, other bitboard, square uint) bitboard { return turnedGeneric(own, other, square) }
