package tablebase

import (
	"bytes"
	"encoding/binary"
	"io"

	"github.com/cespare/xxhash/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/retrograde"
)

// Encode writes to w what [Write] writes to a file.
func Encode[G ply.AdversarialGame[M], M comparable](w io.Writer, g G, s *retrograde.Solution, opt WriteOptions) error {
	return encode(w, g, s, opt)
}

// OpenBytes opens a file that is in memory.
func OpenBytes(data []byte, print uint64) (*Table, error) {
	return open("memory", inMemory{bytes.NewReader(data), len(data)}, print, "game")
}

type inMemory struct {
	*bytes.Reader
	length int
}

func (m inMemory) Len() int     { return m.length }
func (m inMemory) Close() error { return nil }

// Mend corrects the checksums of the head: a fuzzer then gets beyond them.
func Mend(data []byte) []byte {
	if len(data) < len(magic)+footLen {
		return data
	}
	data = bytes.Clone(data)
	copy(data, magic)
	foot := data[len(data)-footLen:]
	at := binary.LittleEndian.Uint64(foot)
	if at > uint64(len(data)-footLen) {
		return data
	}
	binary.LittleEndian.PutUint64(foot[8:], xxhash.Sum64(data[at:len(data)-footLen]))
	binary.LittleEndian.PutUint64(foot[16:], xxhash.Sum64(foot[:16]))
	copy(foot[24:], ending)
	return data
}

// PrintOf returns the fingerprint in a file, 0 if it has none.
func PrintOf(data []byte) uint64 {
	h, err := readHead(inMemory{bytes.NewReader(data), len(data)})
	if err != nil {
		return 0
	}
	return h.Fingerprint
}
