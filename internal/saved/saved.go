// Package saved has the one format in which searches keep their state: a stream of blocks with a header that says of which
// game and which options the state is, and checksums. A reader believes nothing that it has not checked.
//
// A stream is a line of text, which names the format and its version, and then blocks. A block is the number of its bytes in
// 4 bytes, the bytes, and in 8 bytes the xxHash of the whole stream up to there: so no block can be changed, left out or come
// from another file. The first block is the header, a block of 0 bytes ends the stream. Numbers are little-endian.
package saved

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/cespare/xxhash/v2"
)

const (
	magic     = "ply saved state, format "
	version   = "1"
	firstLine = magic + version + "\n"
	blockSize = 1 << 18 // the most bytes of a block
)

// A Header describes a stream. A reader refuses a stream with another header than the one it expects.
type Header struct {
	Kind        string // such as "transposition table"
	Fingerprint uint64 // of the game
	Options     string // those that the state depends on, as text
	Layout      string // of the data: see [Layout]
}

// check compares the header got with h, and returns an error that names the first difference.
func (h Header) check(got Header) error {
	switch {
	case got.Kind != h.Kind:
		return fmt.Errorf("it is of another kind: %s, want %s", got.Kind, h.Kind)
	case got.Fingerprint != h.Fingerprint:
		return fmt.Errorf("it is of another game: its fingerprint is %016x, want %016x", got.Fingerprint, h.Fingerprint)
	case got.Options != h.Options:
		return fmt.Errorf("it is of other options: %q, want %q", got.Options, h.Options)
	case got.Layout != h.Layout:
		return fmt.Errorf("it was written by another program or machine: its data are %q, want %q", got.Layout, h.Layout)
	}
	return nil
}

// Many is more things than any state holds, as an argument of [Reader.Count].
const Many = min(1<<40, math.MaxInt)

var errDamaged = errors.New("damaged or truncated")

// A Writer writes a stream. Its methods do nothing after an error, which [Writer.Close] returns.
type Writer struct {
	to    io.Writer
	hash  xxhash.Digest
	block []byte // begins with the 4 bytes of its length
	size  int    // the most bytes of a block, without these
	err   error
}

// NewWriter returns a writer of a stream with this header. Close it after the last write.
func NewWriter(to io.Writer, h Header) *Writer {
	w := &Writer{to: to, block: make([]byte, 4, 4+blockSize+8), size: blockSize}
	w.hash.Reset()
	w.hash.Write([]byte(firstLine))
	_, w.err = to.Write([]byte(firstLine))
	w.String(h.Kind)
	w.Uint(h.Fingerprint)
	w.String(h.Options)
	w.String(h.Layout)
	w.Uint(uint64(binary.NativeEndian.Uint16([]byte{1, 0})))
	w.flush()
	return w
}

// flush writes the block, which may be empty, and begins the next one.
func (w *Writer) flush() {
	binary.LittleEndian.PutUint32(w.block, uint32(len(w.block)-4))
	w.hash.Write(w.block)
	if w.err == nil {
		_, w.err = w.to.Write(binary.LittleEndian.AppendUint64(w.block, w.hash.Sum64()))
	}
	w.block = w.block[:4]
}

// Write appends data to the stream.
func (w *Writer) Write(data []byte) (int, error) {
	n := len(data)
	for len(data) > 0 && w.err == nil {
		room := min(4+w.size-len(w.block), len(data))
		w.block = append(w.block, data[:room]...)
		if data = data[room:]; len(w.block) == 4+w.size {
			w.flush()
		}
	}
	if w.err != nil {
		return 0, w.err
	}
	return n, nil
}

// Uint writes a number.
func (w *Writer) Uint(n uint64) {
	var data [binary.MaxVarintLen64]byte
	w.Write(data[:binary.PutUvarint(data[:], n)])
}

// Int writes a number that may be negative.
func (w *Writer) Int(n int) { w.Uint(uint64(n)<<1 ^ uint64(int64(n)>>63)) }

// Float writes a number bit by bit.
func (w *Writer) Float(x float64) {
	var data [8]byte
	binary.LittleEndian.PutUint64(data[:], math.Float64bits(x))
	w.Write(data[:])
}

// Bytes writes some bytes and how many they are.
func (w *Writer) Bytes(data []byte) {
	w.Uint(uint64(len(data)))
	w.Write(data)
}

// String writes a string.
func (w *Writer) String(s string) { w.Bytes([]byte(s)) }

// Fail makes the stream one that cannot be completed. Only the first error counts.
func (w *Writer) Fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// Close ends the stream, and returns the first error of all writes.
func (w *Writer) Close() error {
	if len(w.block) > 4 {
		w.flush()
	}
	w.flush()
	return w.err
}

// A Reader reads a stream, of which it takes no byte too many. Its methods return zeros after an error, which [Reader.Close]
// returns.
type Reader struct {
	from  io.Reader
	hash  xxhash.Digest
	at    int64  // bytes read
	block []byte // its unread part
	room  []byte // for a block
	end   bool
	err   error
}

// NewReader returns a reader of a stream that must have this header. Its data are valid only if Close returns nil.
func NewReader(from io.Reader, want Header) (*Reader, error) {
	r := &Reader{from: from}
	r.hash.Reset()
	line := make([]byte, 0, len(firstLine))
	for len(line) < cap(line) && (len(line) == 0 || line[len(line)-1] != '\n') {
		n, err := io.ReadFull(from, line[len(line):len(line)+1])
		line = line[:len(line)+n]
		if err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
	}
	switch prefix := min(len(line), len(magic)); {
	case string(line) == firstLine:
	case prefix == 0 || string(line[:prefix]) != magic[:prefix]:
		return nil, errors.New("no saved state")
	case prefix < len(magic):
		return nil, errDamaged
	default:
		return nil, fmt.Errorf("a saved state of format %q, want %s", line[len(magic):], version)
	}
	r.hash.Write(line)
	r.at = int64(len(line))
	got := Header{Kind: r.String(), Fingerprint: r.Uint(), Options: r.String(), Layout: r.String()}
	order := r.Uint()
	if r.err == nil && len(r.block) > 0 {
		r.err = errDamaged
	}
	if r.err == nil {
		r.err = want.check(got)
	}
	if r.err == nil && order != uint64(binary.NativeEndian.Uint16([]byte{1, 0})) {
		r.err = errors.New("it was written by a machine with another order of bytes")
	}
	return r, r.err
}

// next reads the next block, which [Reader.end] says is the last one, the empty one.
func (r *Reader) next() {
	if r.err != nil || r.end {
		r.fail(errDamaged)
		return
	}
	start := r.at
	var frame [8]byte
	r.get(frame[:4])
	r.hash.Write(frame[:4])
	size := binary.LittleEndian.Uint32(frame[:4])
	if size > blockSize {
		r.fail(fmt.Errorf("%w at byte %d", errDamaged, start))
		return
	}
	r.room = slices.Grow(r.room[:0], int(size))[:size]
	r.get(r.room)
	r.hash.Write(r.room)
	r.get(frame[:])
	if r.err == nil && binary.LittleEndian.Uint64(frame[:]) != r.hash.Sum64() {
		r.fail(fmt.Errorf("%w: the checksum of the block at byte %d is wrong", errDamaged, start))
	}
	if r.err == nil {
		r.block, r.end = r.room, size == 0
	}
}

func (r *Reader) get(data []byte) {
	if r.err != nil {
		return
	}
	n, err := io.ReadFull(r.from, data)
	r.at += int64(n)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = fmt.Errorf("%w at byte %d", errDamaged, r.at)
	}
	r.fail(err)
}

func (r *Reader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
	if r.err != nil {
		r.block = nil
	}
}

// Fail makes the state one that cannot be believed, for a reason that the data give. Only the first error counts.
func (r *Reader) Fail(format string, args ...any) { r.fail(fmt.Errorf(format, args...)) }

// Err returns the first error.
func (r *Reader) Err() error { return r.err }

// Read reads exactly len(data) bytes.
func (r *Reader) Read(data []byte) (int, error) {
	n := 0
	for n < len(data) && r.err == nil {
		if len(r.block) == 0 {
			r.next()
			if r.end {
				r.fail(errDamaged)
			}
			continue
		}
		read := copy(data[n:], r.block)
		n += read
		r.block = r.block[read:]
	}
	if r.err != nil {
		clear(data)
		return 0, r.err
	}
	return n, nil
}

// ReadByte reads a byte.
func (r *Reader) ReadByte() (byte, error) {
	var data [1]byte
	_, err := r.Read(data[:])
	return data[0], err
}

// Uint reads a number.
func (r *Reader) Uint() uint64 {
	n, err := binary.ReadUvarint(r)
	if err != nil {
		r.fail(errDamaged)
		return 0
	}
	return n
}

// Int reads a number that may be negative. It is an error if an int has too few bits for it.
func (r *Reader) Int() int {
	n := r.Uint()
	value := int64(n>>1) ^ -int64(n&1)
	if int64(int(value)) != value {
		r.Fail("the number %d is too great for this machine", value)
		return 0
	}
	return int(value)
}

// Count reads a number of things, from 0 to most.
func (r *Reader) Count(most int) int {
	n := r.Int()
	if n < 0 || n > most {
		r.Fail("%d things, where there can be 0 to %d", n, most)
		return 0
	}
	return n
}

// Float reads a number.
func (r *Reader) Float() float64 {
	var data [8]byte
	r.Read(data[:])
	return math.Float64frombits(binary.LittleEndian.Uint64(data[:]))
}

// Bytes reads some bytes.
func (r *Reader) Bytes() []byte {
	n := r.Uint()
	var data []byte
	for n > 0 && r.err == nil { // by pieces, as the number is not checked yet
		piece := make([]byte, min(n, blockSize))
		r.Read(piece)
		data = append(data, piece...)
		n -= uint64(len(piece))
	}
	if r.err != nil {
		return nil
	}
	return data
}

// String reads a string.
func (r *Reader) String() string { return string(r.Bytes()) }

// Close reads the end of the stream. It returns the first error of all reads, and an error if data are left.
func (r *Reader) Close() error {
	if r.err == nil && len(r.block) > 0 {
		r.fail(errDamaged)
	}
	if r.err == nil {
		r.next()
		if !r.end {
			r.fail(errDamaged)
		}
	}
	return r.err
}
