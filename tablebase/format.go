package tablebase

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/cespare/xxhash/v2"

	"github.com/ply-search/ply/search/retrograde"
)

// A file is a line with the file type, the blocks, each compressed by zstd, the head, and the foot: the start of the
// head and its xxHash, the xxHash of these, and the word that ends the file. Numbers are little-endian. The head is a
// line of JSON, and the length and the xxHash of each block, in 4 and 8 bytes; in a table of keys followed by the
// length of the first key of each block, in 4 bytes, and these keys. Each byte is therefore covered by a checksum.
const (
	magic   = "ply tablebase 1\n"
	ending  = "ply end\n"
	footLen = 8 + 8 + 8 + len(ending)
)

const (
	blockIndices = 1 << 14
	blockKeys    = 1 << 11
	mostBlocks   = 1 << 28
)

type head struct {
	Label       string
	Fingerprint uint64
	Conversion  bool
	Indices     uint64 // of the game; 0 for a table of keys
	Positions   uint64
	Blocks      uint64
	Values      []retrograde.Value // each position has the number of one of these; number 0 means none
	Rows        []retrograde.Row

	blocks []block
}

type block struct {
	at     uint64 // where it begins
	length uint32
	sum    uint64
	first  []byte // its first key, in a table of keys
}

func (h *head) wide() bool { return len(h.Values) > 1<<8 }

// append appends the head and the foot. at is their offset.
func (h *head) append(dst []byte, at uint64) ([]byte, error) {
	text, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	begin := len(dst)
	dst = append(append(dst, text...), '\n')
	for _, b := range h.blocks {
		dst = binary.LittleEndian.AppendUint32(dst, b.length)
		dst = binary.LittleEndian.AppendUint64(dst, b.sum)
	}
	if h.Indices == 0 {
		for _, b := range h.blocks {
			dst = binary.LittleEndian.AppendUint32(dst, uint32(len(b.first)))
			dst = append(dst, b.first...)
		}
	}
	sum := xxhash.Sum64(dst[begin:])
	foot := len(dst)
	dst = binary.LittleEndian.AppendUint64(dst, at)
	dst = binary.LittleEndian.AppendUint64(dst, sum)
	dst = binary.LittleEndian.AppendUint64(dst, xxhash.Sum64(dst[foot:]))
	return append(dst, ending...), nil
}

var (
	errForeign = errors.New("not a tablebase, or one of another version")
	errDamaged = errors.New("damaged or truncated: a checksum is wrong")
)

func readHead(file source) (*head, error) {
	size := uint64(file.Len())
	if size < uint64(len(magic)+footLen) {
		return nil, errForeign
	}
	begin := make([]byte, len(magic))
	if _, err := file.ReadAt(begin, 0); err != nil {
		return nil, err
	}
	if string(begin) != magic {
		return nil, errForeign
	}
	foot := make([]byte, footLen)
	if _, err := file.ReadAt(foot, int64(size)-int64(footLen)); err != nil {
		return nil, err
	}
	at := binary.LittleEndian.Uint64(foot)
	if string(foot[24:]) != ending || xxhash.Sum64(foot[:16]) != binary.LittleEndian.Uint64(foot[16:]) ||
		at < uint64(len(magic)) || at > size-uint64(footLen) {
		return nil, errDamaged
	}
	data := make([]byte, size-uint64(footLen)-at)
	if _, err := file.ReadAt(data, int64(at)); err != nil {
		return nil, err
	}
	if xxhash.Sum64(data) != binary.LittleEndian.Uint64(foot[8:]) {
		return nil, errDamaged
	}
	h, err := parseHead(data, at)
	if err != nil {
		// The checksum is right, so the file has another format.
		return nil, fmt.Errorf("%w: %w", errForeign, err)
	}
	return h, nil
}

func parseHead(data []byte, end uint64) (*head, error) {
	line := 0
	for line < len(data) && data[line] != '\n' {
		line++
	}
	if line == len(data) {
		return nil, errors.New("the head is no line")
	}
	h := new(head)
	if err := json.Unmarshal(data[:line], h); err != nil {
		return nil, err
	}
	if err := h.check(); err != nil {
		return nil, err
	}
	data = data[line+1:]
	if uint64(len(data)) < 12*h.Blocks {
		return nil, errors.New("too few blocks")
	}
	h.blocks = make([]block, h.Blocks)
	at := uint64(len(magic))
	for i := range h.blocks {
		h.blocks[i] = block{at: at, length: binary.LittleEndian.Uint32(data), sum: binary.LittleEndian.Uint64(data[4:])}
		at += uint64(h.blocks[i].length)
		data = data[12:]
	}
	if at != end {
		return nil, errors.New("blocks that do not fill the file")
	}
	if h.Indices == 0 {
		for i := range h.blocks {
			if len(data) < 4 || uint64(len(data)-4) < uint64(binary.LittleEndian.Uint32(data)) {
				return nil, errors.New("too few keys")
			}
			length := int(binary.LittleEndian.Uint32(data))
			h.blocks[i].first = data[4 : 4+length]
			data = data[4+length:]
		}
	}
	if len(data) > 0 {
		return nil, errors.New("a head that goes on after its end")
	}
	return h, nil
}

func (h *head) check() error {
	want := (h.Indices + blockIndices - 1) / blockIndices
	if h.Indices == 0 {
		want = (h.Positions + blockKeys - 1) / blockKeys
	}
	switch {
	case h.Indices > 1<<40 || h.Blocks > mostBlocks || h.Blocks != want:
		return fmt.Errorf("%d blocks of %d indices and %d positions", h.Blocks, h.Indices, h.Positions)
	case len(h.Values) == 0 || len(h.Values) > 1<<16 || h.Values[0] != retrograde.Value{Plies: retrograde.Absent}:
		return fmt.Errorf("%d values", len(h.Values))
	}
	return nil
}
