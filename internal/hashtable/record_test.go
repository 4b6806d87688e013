package hashtable

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply/internal/saved"
)

// A changing writer calls a function for each block.
type changing struct {
	bytes.Buffer
	change func()
}

func (c *changing) Write(data []byte) (int, error) {
	c.change()
	return c.Buffer.Write(data)
}

// A set that changes while it is written is read as it was before.
func TestRecord(t *testing.T) {
	table := func(scheme Scheme) func() Layout {
		return func() Layout { return must(NewTable[struct{}](200_000, scheme)) }
	}
	for name, new := range map[string]func() Layout{
		"bounded":       func() Layout { return must(NewBoundedSet(1 << 17)) },
		"growing":       func() Layout { return new(KeySet) },
		"never":         table(ReplaceNever),
		"deep":          table(KeepDeeper),
		"two":           table(TwoBig),
		"shared":        func() Layout { return shared[struct{}]{must(NewConcurrent(150_000))} },
		"growing, zero": func() Layout { s := new(KeySet); s.Visit(0); return s },
	} {
		for _, keys := range []int{0, 24_570, 80_000} {
			t.Run(fmt.Sprint(name, keys), func(t *testing.T) {
				random := rand.New(rand.NewPCG(1, 2))
				set := new()
				var recorder Recorder
				visit := func(key uint64) {
					if recorder != nil {
						recorder.Keep(key)
					}
					switch s := set.(type) {
					case shared[struct{}]:
						h := s.Handle()
						h.Visit(key)
						h.Release()
					case *Table[struct{}]:
						if _, ok := s.Lookup(key); !ok {
							s.Store(key, struct{}{}, int(key%100))
						}
					case interface{ Visit(uint64) bool }:
						s.Visit(key)
					}
				}
				var of any = set
				if s, ok := set.(shared[struct{}]); ok {
					of = s.Concurrent
				}
				for range keys {
					visit(random.Uint64())
				}
				var want bytes.Buffer
				_ = saved.Write(&want, saved.Header{}, func(w *saved.Writer) { WriteImage(w, set) })
				recorder = Record(of)
				b := &changing{change: func() {
					for range 5_000 {
						visit(random.Uint64N(1 << 60))
					}
				}}
				if err := saved.Write(b, saved.Header{}, recorder.Write); err != nil {
					t.Fatal(err)
				}
				recorder = nil
				set = new()
				if of = set; name == "shared" {
					of = set.(shared[struct{}]).Concurrent
				}
				if err := saved.Read(b, saved.Header{}, func(r *saved.Reader) { Restore(r, of) }); err != nil {
					t.Fatal(err)
				}
				if name == "shared" { // forgets some keys, and has none of the others
					random := rand.New(rand.NewPCG(1, 2))
					known := map[uint64]bool{}
					for range keys {
						known[random.Uint64()] = true
					}
					found := 0
					for key := range known {
						if of.(*Concurrent).entry(key) != nil {
							found++
						}
					}
					if used := set.Stats().Used; used != found || found < keys/2 {
						t.Errorf("%d keys, %d of them were there before; want those of %d", used, found, keys)
					}
					return
				}
				var got bytes.Buffer
				_ = saved.Write(&got, saved.Header{}, func(w *saved.Writer) { WriteImage(w, set) })
				if !bytes.Equal(got.Bytes(), want.Bytes()) {
					t.Errorf("%+v, want what it was", set.Stats())
				}
			})
		}
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
