package tablebase_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/retrograde"
	"github.com/ply-search/ply/tablebase"
)

// A board is a game of two sides that is given as a graph. It wins who moves to a node without moves.
type board struct {
	next [][]int
	at   int
	line []int
}

func (b *board) Moves(dst []int) []int {
	for i := range b.next[b.at] {
		dst = append(dst, i)
	}
	return dst
}
func (b *board) Play(m int)   { b.line, b.at = append(b.line, b.at), b.next[b.at][m] }
func (b *board) Undo(int)     { b.at, b.line = b.line[len(b.line)-1], b.line[:len(b.line)-1] }
func (b *board) ToMove() int  { return b.at & 1 }
func (b *board) Outcome() int { return -1 - b.at%3 }
func (b *board) Hash() uint64 { return uint64(b.at+1) * 0x9e3779b97f4a7c15 }
func (b *board) Clone() *board {
	return &board{b.next, b.at, slices.Clone(b.line)}
}

// indexed is a board with an index.
type indexed struct{ board }

func (x *indexed) Clone() *indexed        { return &indexed{*x.board.Clone()} }
func (x *indexed) Positions() uint64      { return uint64(len(x.next)) }
func (x *indexed) Index() uint64          { return uint64(x.at) }
func (x *indexed) SetIndex(i uint64) bool { x.at, x.line = int(i), x.line[:0]; return i%11 != 7 }

func newBoard(seed uint64, n int) board {
	random := rand.New(rand.NewPCG(seed, 0))
	b := board{next: make([][]int, n)}
	for p := range n {
		if random.IntN(5) == 0 {
			continue
		}
		for range 1 + random.IntN(6) {
			q := min(max(0, p-20+random.IntN(40)), n-1)
			if (p+q)&1 == 1 && q%11 != 7 {
				b.next[p] = append(b.next[p], q)
			}
		}
	}
	return b
}

func solve[G ply.AdversarialGame[int]](t testing.TB, g G, all bool) *retrograde.Solution {
	t.Helper()
	s, err := retrograde.Solve(context.Background(), g, ply.Limits{}, retrograde.Options{All: all})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Written data are read, by many goroutines, and verified.
func TestWriteAndOpen(t *testing.T) {
	for _, n := range []int{1, 100, 1 << 14, 40_000} {
		for _, all := range []bool{true, false} {
			g := &indexed{newBoard(1, n)}
			s := solve(t, g, all)
			name := filepath.Join(t.TempDir(), "table")
			if err := tablebase.Write(name, g, s, tablebase.WriteOptions{Label: "a game", Workers: 3}); err != nil {
				t.Fatal(err)
			}
			table, err := tablebase.Open(name, g)
			if err != nil {
				t.Fatal(err)
			}
			defer table.Close()
			if table.Label() != "a game" || table.Positions() != s.Positions || !slices.Equal(table.Rows(), s.Rows) {
				t.Errorf("%q, %d positions, %v", table.Label(), table.Positions(), table.Rows())
			}
			var group sync.WaitGroup
			for worker := range 3 {
				group.Go(func() {
					for i := worker; i < n; i += 1 + worker {
						want, _ := s.At(uint64(i))
						if got, err := table.At(uint64(i)); err != nil || got != want {
							t.Errorf("index %d is %v, error %v, want %v", i, got, err, want)
							return
						}
					}
				})
			}
			group.Wait()
			if v, err := retrograde.Verify(context.Background(), g, table, retrograde.VerifyOptions{All: all, Workers: 2}); err != nil || uint64(v.Nodes) != s.Positions {
				t.Errorf("%+v, error %v", v, err)
			}
			if _, err := table.At(uint64(n)); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestKeys(t *testing.T) {
	b := newBoard(2, 20_000)
	g := &b
	s := solve(t, g, false)
	name := filepath.Join(t.TempDir(), "table")
	if err := tablebase.Write(name, g, s, tablebase.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	table, err := tablebase.Open(name, g)
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	for key, want := range s.Keys() {
		if got, err := table.KeyValue(key); err != nil || got != want {
			t.Fatalf("%x is %v, error %v, want %v", key, got, err, want)
		}
	}
	if v, err := retrograde.Verify(context.Background(), g, table, retrograde.VerifyOptions{Workers: 2}); err != nil || uint64(v.Nodes) != s.Positions {
		t.Errorf("%+v, error %v", v, err)
	}
	for _, key := range []string{"", "12345678", "\xff\xff\xff\xff\xff\xff\xff\xff"} {
		if v, err := table.KeyValue([]byte(key)); err != nil || v.Plies != retrograde.Absent {
			t.Errorf("%q is %v, error %v", key, v, err)
		}
	}
}

// readAll returns the first error when all of a table is read, and whether something was read that was not written.
func readAll(table *tablebase.Table, s *retrograde.Solution) (wrong bool, err error) {
	if s.Indexed() {
		for i := range s.Indices() {
			got, e := table.At(i)
			err = errors.Join(err, e)
			if want, _ := s.At(i); e == nil && got != want {
				return true, err
			}
		}
		return false, err
	}
	for key, want := range s.Keys() {
		got, e := table.KeyValue(key)
		err = errors.Join(err, e)
		if e == nil && got != want {
			return true, err
		}
	}
	return false, err
}

// A file that is damaged in any way is noticed, and nothing wrong is read from it.
func TestDamages(t *testing.T) {
	x := &indexed{newBoard(3, 200)}
	b := newBoard(4, 200)
	k := &b
	var file [2]bytes.Buffer
	solutions := []*retrograde.Solution{solve(t, x, true), solve(t, k, false)}
	if err := errors.Join(
		tablebase.Encode(&file[0], x, solutions[0], tablebase.WriteOptions{}),
		tablebase.Encode(&file[1], k, solutions[1], tablebase.WriteOptions{}),
	); err != nil {
		t.Fatal(err)
	}
	prints := make([]uint64, 2)
	prints[0], _ = retrograde.Fingerprint(x)
	prints[1], _ = retrograde.Fingerprint(k)
	random := rand.New(rand.NewPCG(5, 0))
	for i := range 10_000 {
		which := i % 2
		data := bytes.Clone(file[which].Bytes())
		switch i / 2 % 5 {
		case 0: // one bit
			data[random.IntN(len(data))] ^= 1 << random.IntN(8)
		case 1: // several bytes
			for range 1 + random.IntN(8) {
				data[random.IntN(len(data))] = byte(random.Uint32())
			}
		case 2:
			data = data[:random.IntN(len(data))]
		case 3:
			at := random.IntN(len(data))
			data = slices.Insert(data, at, byte(random.Uint32()))
		case 4:
			from, to := random.IntN(len(data)), random.IntN(len(data))
			copy(data[to:], bytes.Clone(data[from:min(len(data), from+1+random.IntN(50))]))
		}
		if bytes.Equal(data, file[which].Bytes()) {
			continue
		}
		table, err := tablebase.OpenBytes(data, prints[which])
		if err != nil {
			continue
		}
		wrong, err := readAll(table, solutions[which])
		table.Close()
		if err == nil || wrong {
			t.Fatalf("damage %d was not noticed (wrong value: %v)", i, wrong)
		}
	}
}

// A ruled game tells its rules, which differ from another's in a few positions.
type ruled struct {
	indexed
	rules string
}

func (r *ruled) Clone() *ruled { return &ruled{*r.indexed.Clone(), r.rules} }
func (r *ruled) Rules() string { return r.rules }

// Files of a variant of the game are refused by name.
func TestVariant(t *testing.T) {
	name := filepath.Join(t.TempDir(), "table")
	one, other := &ruled{indexed{newBoard(1, 100)}, "one"}, &ruled{indexed{newBoard(1, 100)}, "other"}
	if err := tablebase.Write(name, one, solve(t, one, true), tablebase.WriteOptions{Label: "the one"}); err != nil {
		t.Fatal(err)
	}
	table, err := tablebase.Open(name, one)
	if err != nil {
		t.Fatal(err)
	}
	table.Close()
	if _, err := tablebase.Open(name, other); err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), `"the one"`) {
		t.Errorf("the other variant: %v", err)
	}
}

// Files that are not of this game, or not tables at all, are refused by name.
func TestForeign(t *testing.T) {
	folder := t.TempDir()
	g, other := &indexed{newBoard(1, 100)}, &indexed{newBoard(2, 100)}
	name := filepath.Join(folder, "table")
	if err := tablebase.Write(name, other, solve(t, other, true), tablebase.WriteOptions{Label: "the other"}); err != nil {
		t.Fatal(err)
	}
	if _, err := tablebase.Open(name, g); err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), `"the other"`) {
		t.Errorf("another game: %v", err)
	}
	for _, text := range []string{"", "ply tablebase 1\n", strings.Repeat("text ", 100)} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := tablebase.Open(name, g); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%.20q: %v", text, err)
		}
	}
	if _, err := tablebase.Open(filepath.Join(folder, "missing"), g); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
}

var errFull = errors.New("no space left")

// A fullDisk takes so many bytes.
type fullDisk struct{ left int }

func (f *fullDisk) Write(data []byte) (int, error) {
	if len(data) > f.left {
		n := f.left
		f.left = 0
		return n, errFull
	}
	f.left -= len(data)
	return len(data), nil
}

func TestFullDisk(t *testing.T) {
	g := &indexed{newBoard(1, 40_000)}
	s := solve(t, g, true)
	var whole bytes.Buffer
	if err := tablebase.Encode(&whole, g, s, tablebase.WriteOptions{Workers: 2}); err != nil {
		t.Fatal(err)
	}
	for n := 0; n < whole.Len(); n += 1 + n/3 {
		if err := tablebase.Encode(&fullDisk{n}, g, s, tablebase.WriteOptions{}); !errors.Is(err, errFull) {
			t.Errorf("after %d bytes: %v", n, err)
		}
	}
}

// The file is the same for any number of workers.
func TestSameFile(t *testing.T) {
	g := &indexed{newBoard(6, 100_000)}
	s := solve(t, g, false)
	var files [3]bytes.Buffer
	for i, workers := range []int{0, 2, 5} {
		if err := tablebase.Encode(&files[i], g, s, tablebase.WriteOptions{Workers: workers}); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(files[i].Bytes(), files[0].Bytes()) {
			t.Errorf("%d workers write another file", workers)
		}
	}
}

func TestRefused(t *testing.T) {
	g := &indexed{newBoard(1, 10)}
	s := solve(t, g, true)
	if err := tablebase.Encode(new(bytes.Buffer), g, s, tablebase.WriteOptions{Workers: -1}); err == nil {
		t.Error("no error for -1 workers")
	}
	if err := tablebase.Encode(new(bytes.Buffer), g, nil, tablebase.WriteOptions{}); err == nil {
		t.Error("no error for no solution")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s, err := retrograde.Solve(ctx, g, ply.Limits{}, retrograde.Options{All: true})
	if err != nil || s.Status != ply.Cancelled {
		t.Fatal(s.Status, err)
	}
	if err := tablebase.Encode(new(bytes.Buffer), g, s, tablebase.WriteOptions{}); err == nil {
		t.Error("no error for a search that did not end")
	}
}

// No file makes the reader panic, with any checksums.
func FuzzOpen(f *testing.F) {
	x := &indexed{newBoard(3, 60)}
	var file bytes.Buffer
	if err := tablebase.Encode(&file, x, solve(f, x, true), tablebase.WriteOptions{}); err != nil {
		f.Fatal(err)
	}
	b := newBoard(4, 60)
	var keys bytes.Buffer
	if err := tablebase.Encode(&keys, &b, solve(f, &b, false), tablebase.WriteOptions{}); err != nil {
		f.Fatal(err)
	}
	f.Add(file.Bytes())
	f.Add(keys.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, data := range [][]byte{data, tablebase.Mend(data)} {
			table, err := tablebase.OpenBytes(data, tablebase.PrintOf(data))
			if err != nil {
				continue
			}
			for i := range min(table.Indices(), 100) {
				table.At(i)
			}
			table.KeyValue([]byte("12345678"))
			table.Close()
		}
	})
}
