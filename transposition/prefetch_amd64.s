//go:build !purego

#include "textflag.h"

// func prefetch(slots, keys []uint64, with uint64)
TEXT ·prefetch(SB), NOSPLIT, $0-56
	MOVQ slots_base+0(FP), DI
	MOVQ slots_len+8(FP), DX
	DECQ DX                     // the mask of the places
	MOVQ keys_base+24(FP), SI
	MOVQ keys_len+32(FP), CX
	LEAQ (SI)(CX*8), CX         // the end of the keys
	MOVQ with+48(FP), BX
	JMP  more

next:
	MOVQ       (SI), AX
	XORQ       BX, AX
	ANDQ       DX, AX
	PREFETCHT0 (DI)(AX*8)
	ADDQ       $8, SI

more:
	CMPQ SI, CX
	JB   next
	RET
