package hashtable

import (
	"slices"
	"sync"
	"unsafe"

	"github.com/ply-search/ply/internal/saved"
)

// A Recorder writes the contents that a set had when [Record] returned, while a search goes on to use the set.
type Recorder interface {
	// Keep records the entries in the place of key. It is called before key is added.
	Keep(key uint64)

	// Len returns the number of words recorded.
	Len() int

	// Write writes the set, in blocks between which it may change.
	Write(w *saved.Writer)
}

// Record returns a recorder of a *BoundedSet, *KeySet, *Table[struct{}] or *Concurrent.
func Record(set any) Recorder {
	switch s := set.(type) {
	case wordSet:
		return &words{set: s, words: s.words(), image: s.image()}
	case *Concurrent:
		return &sharedKeys{table: s}
	}
	return nil
}

// Restore reads into a set the contents that a [Recorder] of a set of the same kind has written.
func Restore(r *saved.Reader, set any) {
	switch s := set.(type) {
	case wordSet:
		restoreWords(r, s)
	case *Concurrent:
		ReadImage(r, shared[struct{}]{s})
		readWords(r, s.remove)
	}
}

// A wordSet is a set that consists of words, for one goroutine.
type wordSet interface {
	Layout
	image() image
	words() []uint64

	// place returns the words that change if key is added, as indices.
	place(key uint64) (first, end int)
}

// words records each word that changes before it is written, as its index and its value.
type words struct {
	set     wordSet
	words   []uint64
	image   image
	written int // words
	old     []uint64
}

func (r *words) Keep(key uint64) {
	if unsafe.SliceData(r.set.words()) != unsafe.SliceData(r.words) {
		return // the set has grown, and does not change these words any more
	}
	first, end := r.set.place(key)
	for i := max(first, r.written); i < end; i++ {
		r.old = append(r.old, uint64(i), r.words[i])
	}
}

func (r *words) Len() int { return len(r.old) }

func (r *words) Write(w *saved.Writer) {
	w.String(r.image.name)
	r.image.begin(w, 8*len(r.words))
	room := make([]uint64, 0, wordsAtOnce)
	for r.written < len(r.words) {
		room = append(room[:0], r.words[r.written:min(r.written+wordsAtOnce, len(r.words))]...)
		r.written += len(room)
		saved.WriteImage(w, room)
	}
	writeWords(w, r.old)
}

func restoreWords(r *saved.Reader, s wordSet) {
	ReadImage(r, s)
	words := s.words()
	var old []uint64
	readWords(r, func(word uint64) { old = append(old, word) })
	for i := len(old) - 2; i >= 0; i -= 2 {
		if old[i] >= uint64(len(words)) {
			r.Fail("a record of word %d of %d", old[i], len(words))
			return
		}
		words[old[i]] = old[i+1]
	}
	if k, ok := s.(*KeySet); ok && !k.whole() {
		r.Fail("a set with another number of keys")
	}
}

// wordsAtOnce is the number of words that are written at a time. It is even.
const wordsAtOnce = 1 << 12

func writeWords(w *saved.Writer, words []uint64) {
	for part := range slices.Chunk(words, wordsAtOnce) {
		w.Int(len(part))
		saved.WriteImage(w, part)
	}
	w.Int(0)
}

func readWords(r *saved.Reader, each func(word uint64)) {
	room := make([]uint64, wordsAtOnce)
	for n := r.Count(wordsAtOnce); n > 0; n = r.Count(wordsAtOnce) {
		saved.ReadImage(r, room[:n])
		if r.Err() != nil {
			return
		}
		for _, word := range room[:n] {
			each(word)
		}
	}
}

// sharedKeys records the keys that several goroutines add to a table.
type sharedKeys struct {
	table *Concurrent
	mu    sync.Mutex
	added []uint64
	whole bool // the image is written, and has no keys that are yet to be added
}

func (r *sharedKeys) Keep(key uint64) {
	if r.table.entry(key) != nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.whole {
		r.added = append(r.added, key)
	}
}

func (r *sharedKeys) Len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.added)
}

func (r *sharedKeys) Write(w *saved.Writer) {
	WriteImage(w, shared[struct{}]{r.table})
	r.mu.Lock()
	r.whole = true
	r.mu.Unlock()
	writeWords(w, r.added)
}

// entry returns the entry of a key, or nil. Unlike [Handle.Lookup], it counts nothing.
func (c *Concurrent) entry(key uint64) *concurrentEntry {
	h := Handle{table: c}
	generations := generations(c.generations.Load())
	place := h.place(key)
	for i := range place {
		tag := place[i].tag.Load() ^ Mix(place[i].data.Load())
		if generations.live(tag) && sameKey(tag, key<<keyShift) {
			return &place[i]
		}
	}
	return nil
}

// remove removes a key from an adopted image.
func (c *Concurrent) remove(key uint64) {
	if e := c.entry(key); e != nil {
		e.tag.Store(Mix(e.data.Load()))
		c.handles[0].stats.Used--
	}
}
