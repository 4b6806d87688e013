package tablebase

import (
	"bytes"
	"encoding"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sort"
	"sync"
	"sync/atomic"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/zstd"
	"golang.org/x/exp/mmap"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/retrograde"
)

type source interface {
	io.ReaderAt
	io.Closer
	Len() int
}

// cached is the number of blocks that a table keeps uncompressed: 16 or 32 MB of a table of indices.
const cached = 1 << 10

// A Table is a file opened with [Open]. It is a [retrograde.Table] that several goroutines may use at the same time.
// Looking up a position takes some nanoseconds if the block of the position is in the cache of the table, and otherwise
// about 50 µs.
type Table struct {
	name    string
	file    source
	head    *head
	decoder *zstd.Decoder

	// Cached blocks are read without the lock, unlike the file. Close takes the lock and empties the cache, so later
	// look-ups fail.
	cache  [cached]atomic.Pointer[content]
	lock   sync.RWMutex
	closed bool
}

// content is an uncompressed block.
type content struct {
	number uint64
	data   []byte  // numbers of values, in one or two bytes each
	keys   []entry // in a table of keys
}

type entry struct {
	key    []byte
	number uint32
}

// Open opens a file that [Write] has written for the game g. If the game is not a [retrograde.Indexer], g must be in
// the position that was given to [retrograde.Solve].
func Open[G ply.AdversarialGame[M], M comparable](name string, g G) (*Table, error) {
	print, err := retrograde.Fingerprint(g)
	if err != nil {
		return nil, fmt.Errorf("tablebase: %w", err)
	}
	file, err := mmap.Open(name)
	if err != nil {
		return nil, fmt.Errorf("tablebase: %w", err)
	}
	t, err := open(name, file, print, fmt.Sprintf("%T", g))
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("tablebase: %s: %w", name, err)
	}
	return t, nil
}

func open(name string, file source, print uint64, game string) (*Table, error) {
	h, err := readHead(file)
	if err != nil {
		return nil, err
	}
	if h.Fingerprint != print {
		return nil, fmt.Errorf("a table of another game than this %s: %q", game, h.Label)
	}
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(1<<28))
	if err != nil {
		return nil, err
	}
	return &Table{name: name, file: file, head: h, decoder: decoder}, nil
}

// Close closes the file after the look-ups in progress have ended. Later look-ups, and further calls of Close, return
// an error that wraps [os.ErrClosed].
func (t *Table) Close() error {
	t.lock.Lock()
	defer t.lock.Unlock()
	if t.closed {
		return t.closedError()
	}
	t.closed = true
	for i := range t.cache {
		t.cache[i].Store(nil)
	}
	t.decoder.Close()
	return t.file.Close()
}

func (t *Table) closedError() error { return fmt.Errorf("tablebase: %s: %w", t.name, os.ErrClosed) }

// without returns the error of a look-up that finds no block: nil, unless the table is closed.
func (t *Table) without() error {
	t.lock.RLock()
	defer t.lock.RUnlock()
	if t.closed {
		return t.closedError()
	}
	return nil
}

// Label returns the [WriteOptions].Label of the file.
func (t *Table) Label() string { return t.head.Label }

// Conversion reports whether the table was computed with [retrograde.Options].Conversion. If so, the field Plies of
// each [retrograde.Value] is the number of plies until the position leaves its class ([retrograde.Classed]) or the game
// ends.
func (t *Table) Conversion() bool { return t.head.Conversion }

// OutcomesOnly reports whether the values contain only outcomes, without plies ([retrograde.Options].OutcomesOnly).
func (t *Table) OutcomesOnly() bool {
	return slices.ContainsFunc(t.head.Rows, func(r retrograde.Row) bool { return r.Outcome != 0 && r.Plies == retrograde.Endless })
}

// Positions returns the number of positions in the table.
func (t *Table) Positions() uint64 { return t.head.Positions }

// Rows returns one row for each value that occurs in the table, with the number of positions that have this value. The
// rows are in order from the best to the worst value for the side to move.
func (t *Table) Rows() []retrograde.Row { return slices.Clone(t.head.Rows) }

// Indices returns the number of indices with which the game numbers its positions ([retrograde.Indexer]), or 0 if the
// game is not an Indexer.
func (t *Table) Indices() uint64 { return t.head.Indices }

var none = retrograde.Value{Plies: retrograde.Absent}

// Value returns the value of the present position of a game, which must be of the type given to [Open]. If the position
// is not in the table, the error wraps [retrograde.ErrAbsent].
func (t *Table) Value(game any) (retrograde.Value, error) {
	v, err := t.lookUp(game)
	if err == nil && v.Plies == retrograde.Absent {
		err = retrograde.ErrAbsent
	}
	return v, err
}

func (t *Table) lookUp(game any) (retrograde.Value, error) {
	if t.head.Indices > 0 {
		if g, ok := game.(retrograde.Indexer); ok {
			return t.At(g.Index())
		}
		return none, fmt.Errorf("tablebase: %s: %T is no retrograde.Indexer", t.name, game)
	}
	switch g := game.(type) {
	case encoding.BinaryAppender:
		key, err := g.AppendBinary(nil)
		if err != nil {
			return none, fmt.Errorf("tablebase: %w", err)
		}
		return t.KeyValue(key)
	case ply.Hasher:
		return t.KeyValue(binary.BigEndian.AppendUint64(nil, g.Hash()))
	}
	return none, fmt.Errorf("tablebase: %s: %T has no key", t.name, game)
}

// At returns the value of the position that has the given index. If no position has this index, the field Plies of the
// value is [retrograde.Absent].
func (t *Table) At(index uint64) (retrograde.Value, error) {
	if index >= t.head.Indices {
		return none, t.without()
	}
	c, err := t.block(index / blockIndices)
	if err != nil {
		return none, err
	}
	return t.valueIn(c, int(index%blockIndices))
}

// Read sets dst[i] to the value of the position with index first+i. If no position has this index, the field Plies of
// the value is [retrograde.Absent].
func (t *Table) Read(first uint64, dst []retrograde.Value) error {
	for i := range dst {
		v, err := t.At(first + uint64(i))
		if err != nil {
			return err
		}
		dst[i] = v
	}
	return nil
}

func (t *Table) valueIn(c *content, i int) (retrograde.Value, error) {
	number := 0
	if t.head.wide() {
		number = int(binary.LittleEndian.Uint16(c.data[2*i:]))
	} else {
		number = int(c.data[i])
	}
	return t.valueOf(c, number)
}

func (t *Table) valueOf(c *content, number int) (retrograde.Value, error) {
	if number >= len(t.head.Values) {
		return none, t.damaged(c.number)
	}
	return t.head.Values[number], nil
}

// KeyValue returns the value of the position that has the given key, for a game that is not a [retrograde.Indexer]. The
// key consists of the bytes that the game appends with AppendBinary or, if the game does not have this method, of its
// Hash in 8 bytes, big-endian. If no position has this key, the field Plies of the value is [retrograde.Absent].
func (t *Table) KeyValue(key []byte) (retrograde.Value, error) {
	blocks := t.head.blocks
	n := sort.Search(len(blocks), func(i int) bool { return bytes.Compare(blocks[i].first, key) > 0 })
	if n == 0 || t.head.Indices > 0 {
		return none, t.without()
	}
	c, err := t.block(uint64(n - 1))
	if err != nil {
		return none, err
	}
	i, ok := slices.BinarySearchFunc(c.keys, key, func(e entry, key []byte) int { return bytes.Compare(e.key, key) })
	if !ok {
		return none, nil
	}
	return t.valueOf(c, int(c.keys[i].number))
}

func (t *Table) damaged(block uint64) error {
	return fmt.Errorf("tablebase: %s: block %d is %w", t.name, block, errDamaged)
}

func (t *Table) block(n uint64) (*content, error) {
	if c := t.cache[n%cached].Load(); c != nil && c.number == n {
		return c, nil
	}
	return t.readBlock(n)
}

func (t *Table) readBlock(n uint64) (*content, error) {
	t.lock.RLock()
	defer t.lock.RUnlock()
	if t.closed {
		return nil, t.closedError()
	}
	b := &t.head.blocks[n]
	packed := make([]byte, b.length)
	if _, err := t.file.ReadAt(packed, int64(b.at)); err != nil {
		return nil, fmt.Errorf("tablebase: %s: %w", t.name, err)
	}
	if xxhash.Sum64(packed) != b.sum {
		return nil, t.damaged(n)
	}
	data, err := t.decoder.DecodeAll(packed, nil)
	if err != nil {
		return nil, fmt.Errorf("tablebase: %s: block %d: %w", t.name, n, err)
	}
	c := &content{number: n, data: data}
	if t.head.Indices > 0 {
		want := min(blockIndices, t.head.Indices-n*blockIndices)
		if t.head.wide() {
			want *= 2
		}
		if uint64(len(data)) != want {
			return nil, t.damaged(n)
		}
	} else if c.keys, err = parseKeys(data, b.first); err != nil {
		return nil, fmt.Errorf("tablebase: %s: block %d: %w", t.name, n, err)
	}
	t.cache[n%cached].Store(c)
	return c, nil
}

var errKeys = errors.New("keys that cannot be read")

func parseKeys(data, first []byte) ([]entry, error) {
	entries := make([]entry, 0, blockKeys)
	var last []byte
	for len(data) > 0 {
		var lengths [2]uint64
		for i := range lengths {
			x, n := binary.Uvarint(data)
			if n <= 0 {
				return nil, errKeys
			}
			lengths[i], data = x, data[n:]
		}
		if lengths[0] > uint64(len(last)) || lengths[1] > uint64(len(data)) || len(entries) == blockKeys {
			return nil, errKeys
		}
		key := append(slices.Clone(last[:lengths[0]]), data[:lengths[1]]...)
		data = data[lengths[1]:]
		number, n := binary.Uvarint(data)
		if n <= 0 || number >= 1<<16 || len(entries) > 0 && bytes.Compare(last, key) >= 0 {
			return nil, errKeys
		}
		data = data[n:]
		entries = append(entries, entry{key, uint32(number)})
		last = key
	}
	if len(entries) == 0 || !bytes.Equal(entries[0].key, first) {
		return nil, errKeys
	}
	return entries, nil
}
