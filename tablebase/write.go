package tablebase

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"sync"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/zstd"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/atomicfile"
	"github.com/ply-search/ply/search/retrograde"
)

// WriteOptions configure [Write].
type WriteOptions struct {
	// Label is a description of the table for readers, on one line. Write stores it in the file.
	Label string

	// Workers is the number of goroutines that compress blocks. 0 means 1. The content of the file does not depend on
	// Workers.
	Workers int
}

// Write writes a complete solution of a game ([retrograde.Solve]) to the named file. If the file exists, Write replaces
// it atomically; if Write fails, the old file is kept. If the game is not a [retrograde.Indexer], g must be in the
// position that was given to Solve.
func Write[G ply.AdversarialGame[M], M comparable](name string, g G, s *retrograde.Solution, opt WriteOptions) error {
	err := atomicfile.Write(name, func(w io.Writer) error { return encode(w, g, s, opt) })
	if err != nil {
		return fmt.Errorf("tablebase: %w", err)
	}
	return nil
}

func encode[G ply.AdversarialGame[M], M comparable](w io.Writer, g G, s *retrograde.Solution, opt WriteOptions) error {
	switch {
	case s == nil || s.Status != ply.Complete:
		return errors.New("a search that did not end has no table to be written")
	case opt.Workers < 0 || opt.Workers > 1<<16:
		return fmt.Errorf("option Workers is %d, want a number from 1 to 65 536, or 0 for 1", opt.Workers)
	}
	print, err := retrograde.Fingerprint(g)
	if err != nil {
		return err
	}
	h := head{Label: opt.Label, Fingerprint: print, Conversion: s.Conversion(), Indices: s.Indices(), Positions: s.Positions,
		Values: []retrograde.Value{{Plies: retrograde.Absent}}, Rows: s.Rows}
	numbers := make(map[retrograde.Value]int)
	numbers[h.Values[0]] = 0
	for _, r := range s.Rows {
		numbers[r.Value] = len(h.Values)
		h.Values = append(h.Values, r.Value)
	}
	if len(h.Values) > 1<<16 {
		return fmt.Errorf("%d different values, and files hold 65 536", len(h.Values))
	}
	out := &writer{w: w, h: &h}
	if err := out.put([]byte(magic)); err != nil {
		return err
	}
	blocks := indexBlocks(&h, s, numbers)
	if h.Indices == 0 {
		blocks = keyBlocks(s, numbers)
	}
	if err := out.compress(blocks, max(1, opt.Workers)); err != nil {
		return err
	}
	h.Blocks = uint64(len(h.blocks))
	end, err := h.append(nil, out.at)
	if err != nil {
		return err
	}
	return out.put(end)
}

// A raw makes the content of a block, on any goroutine.
type raw struct {
	first []byte
	make  func() ([]byte, error)
}

func indexBlocks(h *head, s *retrograde.Solution, numbers map[retrograde.Value]int) iter.Seq[raw] {
	return func(yield func(raw) bool) {
		for first := uint64(0); first < h.Indices; first += blockIndices {
			ok := yield(raw{make: func() ([]byte, error) {
				values := make([]retrograde.Value, min(blockIndices, h.Indices-first))
				if err := s.Read(first, values); err != nil {
					return nil, err
				}
				data := make([]byte, 0, 2*len(values))
				last, number := h.Values[0], 0
				for _, v := range values {
					if v != last {
						last, number = v, numbers[v]
					}
					data = append(data, byte(number))
					if h.wide() {
						data = append(data, byte(number>>8))
					}
				}
				return data, nil
			}})
			if !ok {
				return
			}
		}
	}
}

// keyBlocks yields the blocks of a table of keys: for each key the length of the prefix shared with the one before,
// the length of the rest, the rest, and the number of the value.
func keyBlocks(s *retrograde.Solution, numbers map[retrograde.Value]int) iter.Seq[raw] {
	return func(yield func(raw) bool) {
		var data, first, last []byte
		n := 0
		hand := func() bool {
			content := data
			b := raw{first, func() ([]byte, error) { return content, nil }}
			data, n = nil, 0
			return yield(b)
		}
		for key, value := range s.Keys() {
			if n == 0 {
				first, last = bytes.Clone(key), nil
			}
			common := 0
			for common < len(key) && common < len(last) && key[common] == last[common] {
				common++
			}
			data = binary.AppendUvarint(data, uint64(common))
			data = binary.AppendUvarint(data, uint64(len(key)-common))
			data = append(data, key[common:]...)
			data = binary.AppendUvarint(data, uint64(numbers[value]))
			last = append(last[:0], key...)
			if n++; n == blockKeys && !hand() {
				return
			}
		}
		if n > 0 {
			hand()
		}
	}
}

type writer struct {
	w  io.Writer
	h  *head
	at uint64
}

func (o *writer) put(data []byte) error {
	n, err := o.w.Write(data)
	o.at += uint64(n)
	return err
}

// compress writes blocks in order, several of which are compressed at a time.
func (o *writer) compress(blocks iter.Seq[raw], workers int) error {
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(workers), zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithEncoderCRC(false))
	if err != nil {
		return err
	}
	defer encoder.Close()
	batch := make([]raw, 0, 8*workers)
	done := make([][]byte, cap(batch))
	errs := make([]error, cap(batch))
	flush := func() error {
		var group sync.WaitGroup
		for worker := range workers {
			group.Go(func() {
				for i := worker; i < len(batch); i += workers {
					var content []byte
					if content, errs[i] = batch[i].make(); errs[i] == nil {
						done[i] = encoder.EncodeAll(content, done[i][:0])
					}
				}
			})
		}
		group.Wait()
		for i, b := range batch {
			if errs[i] != nil {
				return errs[i]
			}
			o.h.blocks = append(o.h.blocks, block{at: o.at, length: uint32(len(done[i])), sum: xxhash.Sum64(done[i]), first: b.first})
			if err := o.put(done[i]); err != nil {
				return err
			}
		}
		batch = batch[:0]
		return nil
	}
	for b := range blocks {
		if batch = append(batch, b); len(batch) == cap(batch) {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	return flush()
}
