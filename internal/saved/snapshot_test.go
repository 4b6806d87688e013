package saved

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSnapshot changes a list while its snapshot is written, at each block of the stream, and reads what was in the list before.
func TestSnapshot(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, length := range []int{0, 1, 63, 64, 65, 100_003} {
		list := make([]uint64, length, 2*length+1)
		for i := range list {
			list[i] = random.Uint64()
		}
		want := slices.Clone(list)
		s := NewSnapshot(length, func(first, count int) []uint64 { return list[first : first+count] })
		change := func() {
			for range 1000 {
				first := random.IntN(len(list) + 1)
				count := random.IntN(min(200, len(list)-first) + 1)
				s.Keep(first, count)
				for i := range count {
					list[first+i]++
				}
			}
			list = append(list, 7) // the list may grow
		}
		change()
		var b bytes.Buffer
		if err := Write(&meddler{&b, change}, header, func(w *Writer) { s.Write(w) }); err != nil {
			t.Fatal(err)
		}
		got := make([]uint64, length)
		if err := Read(&b, header, func(r *Reader) { ReadImage(r, got) }); err != nil || !slices.Equal(got, want) {
			t.Errorf("%d values: others are read, error %v", length, err)
		}
	}
}

// A meddler calls a function between writes.
type meddler struct {
	to      *bytes.Buffer
	between func()
}

func (m *meddler) Write(data []byte) (int, error) {
	m.between()
	return m.to.Write(data)
}
