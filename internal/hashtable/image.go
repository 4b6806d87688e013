package hashtable

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"reflect"
	"unsafe"

	"github.com/ply-search/ply/internal/memory"
	"github.com/ply-search/ply/internal/saved"
)

// A Layout is the structure that a search has opened in a table.
type Layout interface {
	Reset()
	Stats() Stats

	// name says what lies in the memory: equal names, equal meaning.
	name() (string, error)

	// write writes an image.
	write(w *saved.Writer)

	// adopt goes on with an image, whose memory it keeps. It reports whether the image fits.
	adopt(image *image) bool
}

// An image is the memory of a layout as it was saved.
type image struct {
	name  string
	state []uint64 // generations and counts
	data  []byte   // the entries
}

// LayoutOf returns the layout of an open *transposition.Table.
func LayoutOf(table any) Layout {
	s, _ := Of(table)
	return s.layout
}

// WriteImage writes the memory of a table. A table for several goroutines may be in use.
func WriteImage(w *saved.Writer, l Layout) {
	name, err := l.name()
	if err != nil {
		w.Fail(err)
		return
	}
	w.String(name)
	l.write(w)
}

func (i image) write(w *saved.Writer) {
	i.begin(w, len(i.data))
	saved.WriteImage(w, i.data)
}

// begin writes the part before the data.
func (i image) begin(w *saved.Writer, size int) {
	w.Int(len(i.state))
	saved.WriteImage(w, i.state)
	w.Int(size)
}

const (
	mostState = 16      // numbers of a state
	readBytes = 1 << 23 // at a time
)

// readImage reads the memory of a table.
func readImage(r *saved.Reader) *image {
	i := &image{name: r.String()}
	i.state = make([]uint64, r.Count(mostState))
	saved.ReadImage(r, i.state)
	n := r.Count(saved.Many)
	if err := memory.Check(max(n, 1), 1); err != nil {
		r.Fail("%v", err)
	}
	if r.Err() != nil {
		return nil
	}
	i.data = alignedSlice[byte](n)
	for at := 0; at < n && r.Err() == nil; at += readBytes {
		saved.ReadImage(r, i.data[at:min(at+readBytes, n)])
	}
	return i
}

// ReadImage reads into a layout what [WriteImage] has written of a layout of the same size and scheme.
func ReadImage(r *saved.Reader, l Layout) {
	i := readImage(r)
	if i == nil || r.Err() != nil {
		return
	}
	name, err := l.name()
	if err != nil || name != i.name {
		r.Fail("its table holds %q, want %q", i.name, name)
	} else if !l.adopt(i) {
		r.Fail("its table has another size")
	}
}

// nameOf names a layout of entries of type V, which must be without pointers.
func nameOf[V any](kind string) (string, error) {
	layout, err := saved.Layout[V]()
	return fmt.Sprintf("%s of %v %s", kind, reflect.TypeFor[V](), layout), err
}

// bytesOf returns the memory of entries.
func bytesOf[T any](entries []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(entries))), len(entries)*int(unsafe.Sizeof(*new(T))))
}

// entriesIn returns the entries in data, which begin on a cache line.
func entriesIn[T any](data []byte) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(data))), len(data)/int(unsafe.Sizeof(*new(T))))
}

func (t *Table[V]) name() (string, error) { return nameOf[V](t.scheme.String()) }

func (t *Table[V]) write(w *saved.Writer) { t.image().write(w) }

func (t *Table[V]) image() image {
	name, _ := t.name()
	direct := uint64(0)
	if t.direct {
		direct = 1
	}
	s := &t.stats
	return image{name: name, state: []uint64{
		uint64(t.generation), uint64(t.oldest), direct, t.hits, uint64(s.Used), s.Misses, s.Replacements, s.Collisions,
		t.visitReplacements, t.visitFills,
	}, data: bytesOf(t.entries)}
}

func (t *Table[V]) adopt(i *image) bool {
	if len(i.state) != 10 || len(i.data) != len(bytesOf(t.entries)) {
		return false
	}
	t.entries = entriesIn[entry[V]](i.data)
	t.generation, t.oldest, t.direct = uint8(i.state[0]), uint8(i.state[1]), i.state[2] != 0
	s := &t.stats
	t.hits, s.Used, s.Misses, s.Replacements, s.Collisions = i.state[3], int(i.state[4]), i.state[5], i.state[6], i.state[7]
	t.visitReplacements, t.visitFills = i.state[8], i.state[9]
	return true
}

func (t *Table[V]) words() []uint64 { return entriesIn[uint64](bytesOf(t.entries)) }

func (t *Table[V]) place(key uint64) (first, end int) {
	words := int(unsafe.Sizeof(entry[V]{})) / 8 * t.scheme.slots()
	first = int(placeOf(key, t.places)) * words
	return first, first + words
}

func (s *BoundedSet) name() (string, error) { return "set of keys", nil }

func (s *BoundedSet) write(w *saved.Writer) { s.image().write(w) }

func (s *BoundedSet) image() image {
	name, _ := s.name()
	return image{name: name, state: []uint64{s.generation, s.hits, s.misses}, data: bytesOf(s.slots)}
}

func (s *BoundedSet) adopt(i *image) bool {
	if len(i.state) != 3 || len(i.data) != len(bytesOf(s.slots)) {
		return false
	}
	s.slots, s.generation, s.hits, s.misses = entriesIn[uint64](i.data), i.state[0], i.state[1], i.state[2]
	return true
}

func (s *BoundedSet) words() []uint64 { return s.slots }

func (s *BoundedSet) place(key uint64) (first, end int) {
	i := int(key & uint64(len(s.slots)-1))
	if s.Contains(key) {
		return i, i
	}
	return i, i + 1
}

func (s *KeySet) name() (string, error) { return "growing set of keys", nil }

func (s *KeySet) write(w *saved.Writer) { s.image().write(w) }

func (s *KeySet) image() image {
	name, _ := s.name()
	zero := uint64(0)
	if s.zero {
		zero = 1
	}
	return image{name: name, state: []uint64{zero, uint64(s.stats.Used), s.stats.Hits, s.stats.Misses}, data: bytesOf(s.slots)}
}

func (s *KeySet) adopt(i *image) bool {
	n := len(i.data) / 8
	if len(i.state) != 4 || len(i.data) != 8*n || n&(n-1) != 0 {
		return false
	}
	s.slots, s.shift = entriesIn[uint64](i.data), shiftOf(n)
	s.zero, s.stats = i.state[0] != 0, Stats{Used: int(i.state[1]), Hits: i.state[2], Misses: i.state[3]}
	return true
}

func (s *KeySet) words() []uint64 { return s.slots }

func (s *KeySet) place(key uint64) (first, end int) {
	if key == 0 || len(s.slots) == 0 || s.Contains(key) {
		return 0, 0
	}
	i := s.find(key)
	return i, i + 1
}

// whole reports whether the set has as many keys as it counts, and room for more.
func (s *KeySet) whole() bool {
	used := 0
	for _, key := range s.slots {
		if key != 0 {
			used++
		}
	}
	full := used > 0 && used == len(s.slots)
	if s.zero {
		used++
	}
	return used == s.stats.Used && !full
}

func (s shared[V]) name() (string, error) { return nameOf[V]("shared words") }

func (c *Concurrent) write(w *saved.Writer) {
	s := c.idleCounts()
	image{state: []uint64{uint64(c.generations.Load()), s.Hits, s.Misses, s.Replacements, s.Collisions}}.begin(w, len(c.entries)*concurrentSize)
	var piece [1 << 12]uint64
	for at := 0; at < len(c.entries); at += len(piece) / 2 {
		part := c.entries[at:min(at+len(piece)/2, len(c.entries))]
		for i := range part {
			piece[2*i], piece[2*i+1] = part[i].tag.Load(), part[i].data.Load()
		}
		saved.WriteImage(w, piece[:2*len(part)])
	}
}

func (c *Concurrent) adopt(i *image) bool {
	if len(i.state) != 5 || len(i.data) != len(c.entries)*concurrentSize {
		return false
	}
	c.Reset()
	c.entries = entriesIn[concurrentEntry](i.data)
	c.generations.Store(uint32(i.state[0]))
	h := c.Handle()
	c.handles[0].stats = Stats{Hits: i.state[1], Misses: i.state[2], Replacements: i.state[3], Collisions: i.state[4]}
	generations := generations(c.generations.Load())
	for k := range c.entries {
		e := &c.entries[k]
		if generations.live(e.tag.Load() ^ Mix(e.data.Load())) {
			c.handles[0].stats.Used++
		}
	}
	h.Release()
	return true
}

// header returns the header of a saved table.
func header(fingerprint uint64) saved.Header {
	return saved.Header{Kind: "transposition table", Fingerprint: fingerprint}
}

var errEmpty = errors.New("transposition: the table has no entries, as no search has used it")

// Save writes the memory of a store that is not open.
func (s *Store) Save(w io.Writer, fingerprint uint64) error {
	if !s.open.CompareAndSwap(false, true) {
		return errOpen
	}
	defer s.open.Store(false)
	if s.layout == nil && s.loaded == nil {
		return errEmpty
	}
	err := saved.Write(w, header(fingerprint), func(w *saved.Writer) {
		w.Uint(uint64(cmp.Or(s.Bytes, defaultBytes)))
		if s.layout == nil {
			w.String(s.loaded.name)
			s.loaded.write(w)
			return
		}
		WriteImage(w, s.layout)
	})
	if err != nil {
		return fmt.Errorf("transposition: %w", err)
	}
	return nil
}

// Load reads the memory of a store that is not open. If it fails, the store stays as it is.
func (s *Store) Load(r io.Reader, fingerprint uint64) error {
	if !s.open.CompareAndSwap(false, true) {
		return errOpen
	}
	defer s.open.Store(false)
	var bytes int64
	var loaded *image
	err := saved.Read(r, header(fingerprint), func(r *saved.Reader) {
		bytes = int64(r.Uint())
		loaded = readImage(r)
	})
	if err != nil {
		return fmt.Errorf("transposition: %w", err)
	}
	s.layout, s.loaded = nil, loaded
	s.Bytes, s.None = bytes, false
	return nil
}
