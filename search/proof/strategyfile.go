package proof

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/cespare/xxhash/v2"
)

// The file of a strategy is a header line and blocks:
//
//	"ply strategy 1\n"
//	uvarint   the number of bytes in the block, from 1 to 65 536; 0 in the last one
//	bytes
//	8 bytes   the xxHash64 of everything before, little endian
//
// Varints follow package encoding/binary. The first block has the side, 0 or 1, as a byte; the number that its value
// exceeds, as a varint; and the name of the game. The following blocks are the strategy, as uvarints, none of which is
// split between blocks. They answer the positions of the side with the strategy, in the order in which they are met,
// depth first through all moves of the other side in the order of Moves:
//
//	3i        the move with the number i, from 0 on, of those that Moves lists
//	3n + 1    in this position and n others that follow, the last move that ended the game, which does so again
//	3n + 2    this position and n others that follow were answered before
//
// Nothing comes after the last block.
const strategyMagic = "ply strategy 1\n"

const (
	mostName  = 4096    // bytes in the name of a game
	mostBlock = 65536   // bytes in a block
	mostRun   = 1 << 29 // positions in a run
)

const (
	tokenMove = iota
	tokenAgain
	tokenKnown
	tokens
)

type strategyWriter struct {
	w     io.Writer
	sum   xxhash.Digest
	block []byte
	frame []byte
	kind  int // of the run not written yet
	run   int // its length
	err   error
}

func newStrategyWriter(w io.Writer, c Claim) *strategyWriter {
	s := &strategyWriter{w: w}
	s.sum.Reset()
	s.frame = append(s.frame, strategyMagic...)
	s.block = binary.AppendVarint(append(s.block, byte(c.Side)), int64(c.Above))
	s.block = append(s.block, c.Game...)
	s.flush()
	return s
}

func (s *strategyWriter) flush() {
	s.frame = binary.AppendUvarint(s.frame, uint64(len(s.block)))
	s.frame = append(s.frame, s.block...)
	_, _ = s.sum.Write(s.frame)
	s.frame = binary.LittleEndian.AppendUint64(s.frame, s.sum.Sum64())
	_, _ = s.sum.Write(s.frame[len(s.frame)-8:])
	if s.err == nil {
		_, s.err = s.w.Write(s.frame)
	}
	s.frame, s.block = s.frame[:0], s.block[:0]
}

func (s *strategyWriter) put(kind, n int) {
	s.block = binary.AppendUvarint(s.block, uint64(n)*tokens+uint64(kind))
	if len(s.block) > mostBlock-binary.MaxVarintLen64 {
		s.flush()
	}
}

func (s *strategyWriter) more(kind int) error {
	if s.run == mostRun || s.kind != kind {
		s.endRun()
	}
	s.kind = kind
	s.run++
	return s.err
}

func (s *strategyWriter) endRun() {
	if s.run > 0 {
		s.put(s.kind, s.run-1)
	}
	s.run = 0
}

func (s *strategyWriter) again() error { return s.more(tokenAgain) }
func (s *strategyWriter) known() error { return s.more(tokenKnown) }

func (s *strategyWriter) move(i int) error {
	s.endRun()
	s.put(tokenMove, i)
	return s.err
}

func (s *strategyWriter) close() error {
	s.endRun()
	if len(s.block) > 0 {
		s.flush()
	}
	s.flush()
	return s.err
}

type strategyFile struct {
	r     *bufio.Reader
	sum   xxhash.Digest
	claim Claim
	block []byte // the rest of the present block
	all   []byte // the memory of blocks
	bytes int64  // read, up to the end of the block
	moves int    // read
	kind  int    // of the present run
	run   int    // the rest of the present run
}

func openStrategy(r io.Reader) (*strategyFile, error) {
	if r == nil {
		return nil, errors.New("proof: no reader given")
	}
	f := &strategyFile{r: bufio.NewReaderSize(r, mostBlock)}
	f.sum.Reset()
	magic := make([]byte, len(strategyMagic))
	n, err := io.ReadFull(f.r, magic)
	switch {
	case !bytes.HasPrefix([]byte(strategyMagic), magic[:n]):
		return nil, fmt.Errorf("proof: not a file of a strategy: it does not begin with %q", strategyMagic)
	case err != nil:
		return nil, f.cut(err)
	}
	_, _ = f.sum.Write(magic)
	f.bytes = int64(n)
	if err := f.read(); err != nil {
		return nil, err
	}
	above, n := int64(0), 0
	if len(f.block) > 0 {
		above, n = binary.Varint(f.block[1:])
	}
	if n <= 0 || above < math.MinInt32 || above > math.MaxInt32 {
		return nil, errors.New("proof: not a file of a strategy: the first block does not name a side and a value")
	}
	f.claim = Claim{Game: string(f.block[1+n:]), Side: int(f.block[0]), Above: int(above)}
	f.block = nil
	return f, f.claim.check()
}

func (f *strategyFile) place() string {
	return fmt.Sprintf("answer %d of the file, byte %d", f.moves, f.bytes-8-int64(len(f.block)))
}

func (f *strategyFile) cut(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("proof: the file is cut short after byte %d", f.bytes)
	}
	return err
}

// read reads a block, which is empty at the end.
func (f *strategyFile) read() error {
	length, err := binary.ReadUvarint(f.r)
	switch {
	case err != nil && (errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)):
		return f.cut(err)
	case err != nil || length > mostBlock:
		return fmt.Errorf("proof: the file is damaged: the block at byte %d has no length", f.bytes)
	}
	head := binary.AppendUvarint(nil, length)
	_, _ = f.sum.Write(head)
	if f.all == nil {
		f.all = make([]byte, mostBlock+8)
	}
	block := f.all[:length+8]
	if _, err := io.ReadFull(f.r, block); err != nil {
		return f.cut(err)
	}
	_, _ = f.sum.Write(block[:length])
	if f.sum.Sum64() != binary.LittleEndian.Uint64(block[length:]) {
		return fmt.Errorf("proof: the file is damaged: the block at byte %d does not match its checksum", f.bytes)
	}
	_, _ = f.sum.Write(block[length:])
	f.bytes += int64(len(head) + len(block))
	f.block = block[:length]
	return nil
}

func (f *strategyFile) next() (kind, i int, err error) {
	f.moves++
	if f.run > 0 {
		f.run--
		return f.kind, 0, nil
	}
	if len(f.block) == 0 {
		if err := f.read(); err != nil {
			return 0, 0, err
		}
		if len(f.block) == 0 {
			return 0, 0, errors.New("proof: not a strategy: it ends before all positions are answered")
		}
	}
	token, n := binary.Uvarint(f.block)
	if n <= 0 || token > mostRun*tokens {
		return 0, 0, errors.New("proof: not a strategy: no number of a move")
	}
	f.block = f.block[n:]
	kind, i = int(token%tokens), int(min(token/tokens, math.MaxInt))
	if kind != tokenMove {
		f.kind, f.run = kind, i
	}
	return kind, i, nil
}

func (f *strategyFile) end() error {
	if f.run == 0 && len(f.block) == 0 {
		if err := f.read(); err != nil {
			return err
		}
		if len(f.block) == 0 {
			if _, err := f.r.ReadByte(); !errors.Is(err, io.EOF) {
				if err != nil {
					return err
				}
				return fmt.Errorf("proof: the file is damaged: something follows its end at byte %d", f.bytes)
			}
			return nil
		}
	}
	return fmt.Errorf("proof: not a strategy: more than needed after %s", f.place())
}
