//go:build !purego

#include "textflag.h"

// The four products of an addition of accumulate, for eight units at an offset from the rows of four inputs, added to SUM
// in the order of the code in Go.
#define PRODUCTS(offset, SUM) \
	VMULPS offset(R11), Y12, Y8    \
	VMULPS offset(R12), Y13, Y9    \
	VMULPS offset(R13), Y14, Y10   \
	VMULPS offset(BX), Y15, Y11    \
	VADDPS Y9, Y8, Y8              \
	VADDPS Y11, Y10, Y10           \
	VADDPS Y10, Y8, Y8             \
	VADDPS Y8, SUM, SUM

// The same of one input.
#define PRODUCT(offset, SUM) \
	VMULPS offset(R11), Y12, Y8 \
	VADDPS Y8, SUM, SUM

// ROW sets REG to the weights of the next input but n, and BROADCAST to that input, eight times.
#define ROW(n, REG, BROADCAST) \
	MOVLQSX n*4(R9), REG            \
	VBROADCASTSS (R8)(REG*4), BROADCAST \
	IMULQ DX, REG                   \
	ADDQ SI, REG

// func accumulateVectors(y, weights, x *float32, active *int32, count, columns, units int)
TEXT ·accumulateVectors(SB), NOSPLIT, $0-56
	MOVQ y+0(FP), DI
	MOVQ weights+8(FP), SI
	MOVQ x+16(FP), R8
	MOVQ columns+40(FP), CX
	MOVQ units+48(FP), DX
	SHLQ $2, DX // the bytes of a row

	// Sums of 32 units at a time stay in registers.
wide:
	CMPQ CX, $32
	JLT  narrow
	VMOVUPS 0(DI), Y0
	VMOVUPS 32(DI), Y1
	VMOVUPS 64(DI), Y2
	VMOVUPS 96(DI), Y3
	MOVQ active+24(FP), R9
	MOVQ count+32(FP), R10

wideFour:
	CMPQ R10, $4
	JLT  wideOne
	ROW(0, R11, Y12)
	ROW(1, R12, Y13)
	ROW(2, R13, Y14)
	ROW(3, BX, Y15)
	PRODUCTS(0, Y0)
	PRODUCTS(32, Y1)
	PRODUCTS(64, Y2)
	PRODUCTS(96, Y3)
	ADDQ $16, R9
	SUBQ $4, R10
	JMP  wideFour

wideOne:
	TESTQ R10, R10
	JEQ   wideEnd
	ROW(0, R11, Y12)
	PRODUCT(0, Y0)
	PRODUCT(32, Y1)
	PRODUCT(64, Y2)
	PRODUCT(96, Y3)
	ADDQ $4, R9
	DECQ R10
	JMP  wideOne

wideEnd:
	VMOVUPS Y0, 0(DI)
	VMOVUPS Y1, 32(DI)
	VMOVUPS Y2, 64(DI)
	VMOVUPS Y3, 96(DI)
	ADDQ $128, DI
	ADDQ $128, SI
	SUBQ $32, CX
	JMP  wide

narrow:
	CMPQ CX, $8
	JLT  end
	VMOVUPS (DI), Y0
	MOVQ active+24(FP), R9
	MOVQ count+32(FP), R10

narrowFour:
	CMPQ R10, $4
	JLT  narrowOne
	ROW(0, R11, Y12)
	ROW(1, R12, Y13)
	ROW(2, R13, Y14)
	ROW(3, BX, Y15)
	PRODUCTS(0, Y0)
	ADDQ $16, R9
	SUBQ $4, R10
	JMP  narrowFour

narrowOne:
	TESTQ R10, R10
	JEQ   narrowEnd
	ROW(0, R11, Y12)
	PRODUCT(0, Y0)
	ADDQ $4, R9
	DECQ R10
	JMP  narrowOne

narrowEnd:
	VMOVUPS Y0, (DI)
	ADDQ $32, DI
	ADDQ $32, SI
	SUBQ $8, CX
	JMP  narrow

end:
	VZEROUPPER
	RET

// func backtrackVectors(gradient, gradients, weights, x, y *float32, active *int32, count, columns, units int)
TEXT ·backtrackVectors(SB), NOSPLIT, $0-72
	MOVQ gradient+0(FP), DI
	MOVQ x+24(FP), R8
	MOVQ active+40(FP), R9
	MOVQ count+48(FP), R10
	MOVQ columns+56(FP), CX
	MOVQ units+64(FP), DX
	SHLQ $2, DX

input:
	TESTQ R10, R10
	JEQ   done
	MOVLQSX (R9), R11
	VBROADCASTSS (R8)(R11*4), Y12
	MOVQ R11, R12
	IMULQ DX, R12
	MOVQ weights+16(FP), R13
	ADDQ R12, R13
	ADDQ gradients+8(FP), R12
	MOVQ y+32(FP), BX
	MOVQ CX, AX
	VXORPS Y0, Y0, Y0
	VXORPS Y1, Y1, Y1

sixteen:
	CMPQ AX, $16
	JLT  eight
	VMOVUPS 0(BX), Y2
	VMOVUPS 32(BX), Y3
	VMULPS 0(R13), Y2, Y4
	VMULPS 32(R13), Y3, Y5
	VMULPS Y2, Y12, Y6
	VMULPS Y3, Y12, Y7
	VADDPS Y4, Y0, Y0
	VADDPS Y5, Y1, Y1
	VADDPS 0(R12), Y6, Y6
	VADDPS 32(R12), Y7, Y7
	VMOVUPS Y6, 0(R12)
	VMOVUPS Y7, 32(R12)
	ADDQ $64, BX
	ADDQ $64, R13
	ADDQ $64, R12
	SUBQ $16, AX
	JMP  sixteen

eight:
	TESTQ AX, AX
	JEQ   sum
	VMOVUPS (BX), Y2
	VMULPS (R13), Y2, Y4
	VMULPS Y2, Y12, Y6
	VADDPS Y4, Y0, Y0
	VADDPS (R12), Y6, Y6
	VMOVUPS Y6, (R12)

sum:
	VADDPS Y1, Y0, Y0
	VEXTRACTF128 $1, Y0, X1
	VADDPS X1, X0, X0
	VHADDPS X0, X0, X0
	VHADDPS X0, X0, X0
	VADDSS (DI)(R11*4), X0, X0
	VMOVSS X0, (DI)(R11*4)
	ADDQ $4, R9
	DECQ R10
	JMP  input

done:
	VZEROUPPER
	RET

// TERM multiplies the sums of the polynomial by the square, and adds the coefficient at an offset.
#define TERM(offset, SUM) \
	VMULPS Y1, SUM, SUM             \
	VBROADCASTSS offset(SI), Y4     \
	VADDPS Y4, SUM, SUM

// func tanhVectors(x *float32, n int, coefficients *[13]float32)
TEXT ·tanhVectors(SB), NOSPLIT, $0-24
	MOVQ x+0(FP), DI
	MOVQ n+8(FP), CX
	MOVQ coefficients+16(FP), SI
	VBROADCASTSS 0(SI), Y14
	VBROADCASTSS 4(SI), Y15

eightNumbers:
	VMOVUPS (DI), Y0
	VMINPS Y0, Y14, Y0 // the number again if it is NaN
	VMAXPS Y0, Y15, Y0
	VMULPS Y0, Y0, Y1
	VBROADCASTSS 8(SI), Y2
	VBROADCASTSS 36(SI), Y3
	TERM(12, Y2)
	TERM(16, Y2)
	TERM(20, Y2)
	TERM(24, Y2)
	TERM(28, Y2)
	TERM(32, Y2)
	TERM(40, Y3)
	TERM(44, Y3)
	TERM(48, Y3)
	VMULPS Y0, Y2, Y2
	VDIVPS Y3, Y2, Y2
	VMOVUPS Y2, (DI)
	ADDQ $32, DI
	SUBQ $8, CX
	JNE  eightNumbers
	VZEROUPPER
	RET
