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

// func prefetchPlaces(entries unsafe.Pointer, places uint64, size uintptr, keys []uint64)
TEXT ·prefetchPlaces(SB), NOSPLIT, $0-48
	MOVQ entries+0(FP), DI
	MOVQ places+8(FP), R8
	MOVQ size+16(FP), R9
	MOVQ keys_base+24(FP), SI
	MOVQ keys_len+32(FP), CX
	LEAQ (SI)(CX*8), CX              // the end of the keys
	MOVQ $0x9e3779b97f4a7c15, R10    // as in placeOf
	JMP  more

next:
	MOVQ       (SI), AX
	IMULQ      R10, AX
	MULQ       R8                    // DX is the number of the place
	IMULQ      R9, DX
	PREFETCHT0 (DI)(DX*1)
	ADDQ       $8, SI

more:
	CMPQ SI, CX
	JB   next
	RET
