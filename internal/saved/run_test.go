package saved_test

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/internal/saved"
)

var header = saved.Header{Kind: "test"}

// A shelf is a store in memory, whose Save does what fail does first.
type shelf struct {
	data []byte
	fail func() error
}

func (s *shelf) Load(read func(io.Reader) error) error {
	if s.data == nil {
		return fs.ErrNotExist
	}
	return read(bytes.NewReader(s.data))
}

func (s *shelf) Save(write func(io.Writer) error) error {
	if s.fail != nil {
		if err := s.fail(); err != nil {
			return err
		}
	}
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	s.data = b.Bytes()
	return nil
}

// counting writes a state of two numbers and 8 MiB that are the second number.
func counting(n *uint64) func(*saved.Writer) {
	return func(w *saved.Writer) {
		w.Uint(*n)
		data := make([]uint64, 1<<20)
		for i := range data {
			data[i] = *n
		}
		saved.WriteImage(w, data)
	}
}

func TestPollSavesWhenItIsTime(t *testing.T) {
	for _, pieces := range []bool{false, true} {
		s := new(shelf)
		run, err := saved.Begin(s, header, nil)
		if err != nil {
			t.Fatal(err)
		}
		n, now := uint64(1), time.Now()
		write := counting(&n)
		if err := run.Poll(now, pieces, write); err != nil || s.data != nil {
			t.Fatalf("saved at once, error %v", err)
		}
		now = now.Add(2 * time.Second)
		polls := 0
		for ; ; polls++ {
			if err := run.Poll(now, pieces, write); err != nil {
				t.Fatal(err)
			}
			if !run.Saving() {
				break
			}
			n++
			runtime.Gosched()
		}
		if n = 0; s.data == nil {
			t.Fatal("nothing is saved")
		}
		err = s.Load(func(from io.Reader) error {
			return saved.Read(from, header, func(r *saved.Reader) {
				n = r.Uint()
				saved.ReadImage(r, make([]uint64, 1<<20))
			})
		})
		if err != nil || n != 1 {
			t.Errorf("%d, error %v", n, err)
		}
		run.End()
	}
}

// A state that is not saved whole is not saved at all, and a search hears of it.
func TestStatesThatAreNotSaved(t *testing.T) {
	broken := errors.New("broken")
	for name, fail := range map[string]func() error{
		"an error":   func() error { return broken },
		"a panic":    func() error { panic(broken) },
		"its end":    func() error { runtime.Goexit(); return nil },
		"at the end": nil,
	} {
		s := &shelf{fail: fail}
		run, err := saved.Begin(s, header, nil)
		if err != nil {
			t.Fatal(err)
		}
		n, now := uint64(1), time.Now().Add(2*time.Second)
		if fail == nil { // the search ends while it writes
			_ = run.Poll(now, true, counting(&n))
			if run.End(); run.Saving() {
				t.Error("still saving")
			}
			continue
		}
		for err == nil && (run.Saving() || n == 1) {
			err = run.Poll(now, true, counting(&n))
			n++
			runtime.Gosched()
		}
		if err == nil || s.data != nil {
			t.Errorf("%s: error %v, %d bytes", name, err, len(s.data))
		}
		run.End()
	}
}

func TestRunOfAFile(t *testing.T) {
	file := checkpoint.File{Name: filepath.Join(t.TempDir(), "state")}
	load := func(want uint64) func(*saved.Reader) {
		return func(r *saved.Reader) {
			if got := r.Uint(); got != want {
				r.Fail("%d, want %d", got, want)
			}
		}
	}
	run, err := saved.Begin(file, header, load(0))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := saved.Begin(file, header, nil); err == nil || !strings.Contains(err.Error(), "another search") {
		t.Errorf("a second search of one file: error %v", err)
	}
	if err := run.Save(func(w *saved.Writer) { w.Uint(5) }); err != nil {
		t.Fatal(err)
	}
	run.End()
	before, _ := os.ReadFile(file.Name)
	for name, begin := range map[string]func() (*saved.Run, error){
		"another kind": func() (*saved.Run, error) { return saved.Begin(file, saved.Header{Kind: "tree"}, load(5)) },
		"a folder": func() (*saved.Run, error) {
			return saved.Begin(checkpoint.File{Name: filepath.Dir(file.Name)}, header, nil)
		},
		"other data": func() (*saved.Run, error) { return saved.Begin(file, header, load(6)) },
		"Every": func() (*saved.Run, error) {
			return saved.Begin(checkpoint.File{Name: file.Name, Every: -1}, header, nil)
		},
	} {
		if _, err := begin(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if after, _ := os.ReadFile(file.Name); !bytes.Equal(before, after) {
		t.Error("a state that was refused is changed")
	}
	if run, err = saved.Begin(file, header, load(5)); err != nil {
		t.Fatal(err)
	}
	run.End()
	if entries, _ := os.ReadDir(filepath.Dir(file.Name)); len(entries) != 1 {
		t.Errorf("%v are left", entries)
	}
	if run, err = saved.Begin(checkpoint.File{}, header, nil); run != nil || err != nil {
		t.Errorf("a file without a name: %v, error %v", run, err)
	}
	if run.Poll(time.Now(), false, nil) != nil || run.Save(nil) != nil {
		t.Error("a nil run has errors")
	}
	run.End()
}

// A drain is a store that keeps nothing.
type drain struct{}

func (drain) Load(func(io.Reader) error) error       { return fs.ErrNotExist }
func (drain) Save(write func(io.Writer) error) error { return write(io.Discard) }

// A large state is saved in little memory.
func TestMemoryOfBlocks(t *testing.T) {
	run, err := saved.Begin(drain{}, header, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer run.End()
	state := make([]uint64, 8<<20)
	write := func(w *saved.Writer) { saved.WriteImage(w, state) }
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	now := time.Now().Add(2 * time.Second)
	for begun := false; !begun || run.Saving(); begun = true {
		if err := run.Poll(now, true, write); err != nil {
			t.Fatal(err)
		}
		runtime.Gosched()
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 24<<20 {
		t.Errorf("%d MiB of blocks for a state of 64 MiB", n>>20)
	}
}

// A steps game counts the moves played.
type steps struct{ played int }

func (g *steps) Moves(dst []int) []int { return append(dst, 1, 2) }
func (g *steps) Play(int)              { g.played++ }
func (g *steps) Undo(int)              {}
func (g *steps) Count() int            { return g.played }
func (g *steps) SetCount(n int)        { g.played = n }

// The count of a game goes on in the next run.
func TestCounter(t *testing.T) {
	store := new(shelf)
	load := func(r *saved.Reader) {
		if n := r.Uint(); n != 7 {
			r.Fail("%d, want 7", n)
		}
	}
	g := &steps{played: 3}
	run, err := saved.BeginMoves(store, "test", g, "", load)
	if err != nil || g.played != 3 {
		t.Fatalf("%d moves, error %v", g.played, err)
	}
	g.played = 100
	if err := run.Save(func(w *saved.Writer) { w.Uint(7) }); err != nil {
		t.Fatal(err)
	}
	run.End()
	g = new(steps)
	run, err = saved.BeginMoves(store, "test", g, "", load)
	if err != nil || g.played != 100 {
		t.Errorf("%d moves, want 100, error %v", g.played, err)
	}
	run.End()
	store.data[len(store.data)-1] ^= 1
	if _, err = saved.BeginMoves(store, "test", &steps{}, "", load); err == nil {
		t.Error("a damaged state is loaded")
	}
}
