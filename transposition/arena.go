package transposition

import "encoding/binary"

// An arena holds byte strings, each after its length, in blocks that are neither scanned for pointers nor copied.
type arena struct {
	blocks [][]byte // all but the last are full
}

// A place is the location of a string in an arena: the number of its block and the offset there.
type place uint64

const (
	offsetBits = 32
	firstBlock = 1 << 10
	lastBlock  = 1 << 20 // blocks grow up to this size
)

func (a *arena) add(key []byte) place {
	last := len(a.blocks) - 1
	if need := binary.MaxVarintLen64 + len(key); last < 0 || cap(a.blocks[last])-len(a.blocks[last]) < need {
		size := min(firstBlock<<min(len(a.blocks), 10), lastBlock)
		a.blocks = append(a.blocks, make([]byte, 0, max(size, need)))
		last++
	}
	block := a.blocks[last]
	p := place(last)<<offsetBits | place(len(block))
	block = binary.AppendUvarint(block, uint64(len(key)))
	a.blocks[last] = append(block, key...)
	return p
}

func (a *arena) at(p place) []byte {
	rest := a.blocks[p>>offsetBits][uint32(p):]
	length, n := binary.Uvarint(rest)
	return rest[n : n+int(length) : n+int(length)]
}

func (a *arena) bytes() int {
	total := 0
	for _, b := range a.blocks {
		total += cap(b)
	}
	return total
}

func (a *arena) reset() {
	if len(a.blocks) > 0 {
		a.blocks = append(a.blocks[:0], a.blocks[0][:0])
	}
}
