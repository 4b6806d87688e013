// Package savedtest tests searches that keep their state in a checkpoint.
package savedtest

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"io"
	"io/fs"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/internal/long"
)

var damagedFlag = flag.Int("damaged", 0, "test this `number` of damaged states of each search")

// A Shelf is a store in memory. It keeps all saved states and loads the last one. Its SaveEvery lets searches save as often as they
// can, in small pieces.
type Shelf struct {
	States [][]byte
	Saved  func() // if not nil, called after each state

	mu   sync.Mutex
	full bool // Save fails
}

var errFull = errors.New("the shelf is full")

func (*Shelf) SaveEvery() time.Duration { return time.Nanosecond }

func (s *Shelf) Load(read func(io.Reader) error) error {
	if len(s.States) == 0 {
		return fs.ErrNotExist
	}
	return read(bytes.NewReader(s.States[len(s.States)-1]))
}

func (s *Shelf) Save(write func(io.Writer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.full {
		return errFull
	}
	s.States = append(s.States, b.Bytes())
	if s.Saved != nil {
		s.Saved()
	}
	return nil
}

// Check tests a deterministic search, which returns a result that must not depend on interruptions. Check requires that
//   - the result is the same without a store, with a store, and resumed from each of 20 saved states, drawn at random;
//   - the search rejects damaged states and leaves them unchanged;
//   - refused, the same search with another game or another question, rejects the state and leaves it unchanged;
//   - the search returns an error if its state cannot be saved.
func Check(t *testing.T, search, refused func(checkpoint.Store) (any, error)) {
	t.Helper()
	want, err := search(nil)
	if err != nil {
		t.Fatal(err)
	}
	s := new(Shelf)
	if got, err := search(s); err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("with a checkpoint: %+v, error %v, want %+v", got, err, want)
	}
	if len(s.States) == 0 {
		t.Fatal("no state is saved")
	}
	random := rand.New(rand.NewPCG(1, 1))
	states := s.States
	for range 20 {
		again := &Shelf{States: [][]byte{states[random.IntN(len(states))]}}
		got, err := search(again)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("resumed: %+v, error %v, want %+v", got, err, want)
		}
		if random.IntN(2) == 0 { // a later search may resume from a resumed one
			states = slices.Concat(states, again.States)
		}
	}
	last := states[len(s.States)-1]
	for range cmp.Or(*damagedFlag, long.Or(2000, 100)) {
		damaged := damage(random, last)
		if bytes.HasPrefix(damaged, last) {
			continue
		}
		wrong := &Shelf{States: [][]byte{damaged}}
		if _, err := search(wrong); err == nil {
			t.Fatal("a damaged state was accepted")
		} else if len(wrong.States) != 1 {
			t.Fatalf("a rejected state was replaced: %v", err)
		}
	}
	wrong := &Shelf{States: [][]byte{last}}
	if _, err := refused(wrong); err == nil || len(wrong.States) != 1 {
		t.Errorf("the state of another search: error %v, %d states", err, len(wrong.States))
	}
	if _, err := search(&Shelf{full: true}); !errors.Is(err, errFull) {
		t.Errorf("a full shelf: error %v", err)
	}
}

// damage returns a state with a bit changed, a byte left out or added, or its end cut off.
func damage(random *rand.Rand, state []byte) []byte {
	at := random.IntN(len(state))
	if random.IntN(2) == 0 {
		at = random.IntN(min(len(state), 300)) // in the header
	}
	switch random.IntN(4) {
	case 0:
		state = bytes.Clone(state)
		state[at] ^= 1 << random.IntN(8)
		return state
	case 1:
		return state[:at]
	case 2:
		return slices.Delete(bytes.Clone(state), at, at+1)
	}
	return slices.Insert(bytes.Clone(state), at, byte(random.Uint32()))
}
