//go:build !purego

#include "textflag.h"

// Four directions, a lane each, up and down by the same shift: the bits of a step, those of two steps, and the squares from
// which no step runs over an edge at the side.
DATA steps<>+0(SB)/8, $1
DATA steps<>+8(SB)/8, $7
DATA steps<>+16(SB)/8, $8
DATA steps<>+24(SB)/8, $9
GLOBL steps<>(SB), RODATA|NOPTR, $32

DATA twoSteps<>+0(SB)/8, $2
DATA twoSteps<>+8(SB)/8, $14
DATA twoSteps<>+16(SB)/8, $16
DATA twoSteps<>+24(SB)/8, $18
GLOBL twoSteps<>(SB), RODATA|NOPTR, $32

DATA inner<>+0(SB)/8, $0x7e7e7e7e7e7e7e7e
DATA inner<>+8(SB)/8, $0x7e7e7e7e7e7e7e7e
DATA inner<>+16(SB)/8, $-1
DATA inner<>+24(SB)/8, $0x7e7e7e7e7e7e7e7e
GLOBL inner<>(SB), RODATA|NOPTR, $32

// GROW adds to the rows in Y2, up, and Y3, down, the squares a STEP on that are in the set UP or DOWN.
#define GROW(STEP, UP, DOWN) \
	VPSLLVQ STEP, Y2, Y4 \
	VPSRLVQ STEP, Y3, Y5 \
	VPAND   UP, Y4, Y4   \
	VPAND   DOWN, Y5, Y5 \
	VPOR    Y4, Y2, Y2   \
	VPOR    Y5, Y3, Y3

// ROWS sets Y2 and Y3 to the discs of the set Y1 that are in rows, up and down, that begin next to the squares of Y0. All rows
// grow at once, by one disc, another, and then by two at a time (the parallel prefix of Kogge and Stone). Y6 and Y7 are the
// discs of which the one a step before is in the set, too.
#define ROWS \
	VMOVDQU steps<>(SB), Y8     \
	VMOVDQU twoSteps<>(SB), Y9  \
	VPAND   inner<>(SB), Y1, Y1 \
	VPSLLVQ Y8, Y0, Y2          \
	VPSRLVQ Y8, Y0, Y3          \
	VPSLLVQ Y8, Y1, Y6          \
	VPAND   Y1, Y2, Y2          \
	VPAND   Y1, Y3, Y3          \
	VPAND   Y1, Y6, Y6          \
	VPSRLVQ Y8, Y6, Y7          \
	GROW(Y8, Y1, Y1)            \
	GROW(Y9, Y6, Y7)            \
	GROW(Y9, Y6, Y7)

// UNION sets AX to what is in any lane of Y2 or Y3.
#define UNION \
	VPOR         Y3, Y2, Y2    \
	VEXTRACTI128 $1, Y2, X3    \
	VPOR         X3, X2, X2    \
	VPSHUFD      $0x4e, X2, X3 \
	VPOR         X3, X2, X2    \
	VMOVQ        X2, AX        \
	VZEROUPPER

// func placesFor(own, other bitboard) bitboard
TEXT ·placesFor(SB), NOSPLIT, $0-24
	CMPB         ·hasAVX2(SB), $0
	JEQ          plain
	VPBROADCASTQ own+0(FP), Y0
	VPBROADCASTQ other+8(FP), Y1
	ROWS
	VPSLLVQ      Y8, Y2, Y2
	VPSRLVQ      Y8, Y3, Y3
	UNION
	MOVQ         own+0(FP), CX
	ORQ          other+8(FP), CX
	NOTQ         CX
	ANDQ         CX, AX
	MOVQ         AX, ret+16(FP)
	RET

plain:
	JMP ·placesForGeneric(SB)

// func turned(own, other bitboard, square uint) bitboard
TEXT ·turned(SB), NOSPLIT, $0-32
	CMPB         ·hasAVX2(SB), $0
	JEQ          plain
	MOVQ         square+16(FP), CX
	MOVQ         $1, AX
	SHLQ         CX, AX
	VMOVQ        AX, X0
	VPBROADCASTQ X0, Y0
	VPBROADCASTQ other+8(FP), Y1
	ROWS

	// Rows without an own disc behind them are left out.
	VPBROADCASTQ own+0(FP), Y0
	VPXOR        Y1, Y1, Y1
	VPSLLVQ      Y8, Y2, Y4
	VPSRLVQ      Y8, Y3, Y5
	VPAND        Y0, Y4, Y4
	VPAND        Y0, Y5, Y5
	VPCMPEQQ     Y1, Y4, Y4
	VPCMPEQQ     Y1, Y5, Y5
	VPANDN       Y2, Y4, Y2
	VPANDN       Y3, Y5, Y3
	UNION
	MOVQ         AX, ret+24(FP)
	RET

plain:
	JMP ·turnedGeneric(SB)
