//go:build !purego

package othello

import "golang.org/x/sys/cpu"

// hasAVX2 reports whether four directions can be computed at a time; otherwise the functions below call the generic ones.
var hasAVX2 = cpu.X86.HasAVX2

// placesFor is [placesForGeneric].
//
//go:noescape
func placesFor(own, other bitboard) bitboard

// turned is [turnedGeneric].
//
//go:noescape
func turned(own, other bitboard, square uint) bitboard
