package proof

import (
	"bytes"
	"encoding/binary"
	"testing"
)

// SetFreshSearch makes searches go over to a new stack after this number of moves until the test ends.
func SetFreshSearch(t *testing.T, moves int) {
	old := freshSearch
	freshSearch = moves
	t.Cleanup(func() { freshSearch = old })
}

// SetMostNodes bounds the tree of best-first search until the test ends.
func SetMostNodes(t *testing.T, nodes int) {
	old := mostNodes
	mostNodes = nodes
	t.Cleanup(func() { mostNodes = old })
}

// FileOf returns the file of a strategy with any claim and answers, whose checksums are right.
func FileOf(c Claim, answers []uint64) []byte {
	var file bytes.Buffer
	w := newStrategyWriter(&file, c)
	for _, a := range answers {
		w.block = binary.AppendUvarint(w.block, a)
	}
	_ = w.close()
	return file.Bytes()
}

// Blocks returns a file of one block and an empty one, whose checksums are right.
func Blocks(block []byte) []byte {
	var file bytes.Buffer
	w := &strategyWriter{w: &file, frame: []byte(strategyMagic), block: block}
	w.sum.Reset()
	w.flush()
	w.flush()
	return file.Bytes()
}

// Answers returns the numbers of a file.
func Answers(t *testing.T, file []byte) (answers []uint64) {
	f, err := openStrategy(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	for {
		if err := f.read(); err != nil {
			t.Fatal(err)
		}
		if len(f.block) == 0 {
			return answers
		}
		for len(f.block) > 0 {
			a, n := binary.Uvarint(f.block)
			answers, f.block = append(answers, a), f.block[n:]
		}
	}
}
