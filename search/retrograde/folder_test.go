package retrograde_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/atomicfile"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/search/retrograde"
)

// layers draws a game of many classes.
func layers(seed uint64) *rules {
	random := rand.New(rand.NewPCG(seed, 3))
	r := randomRules(random, 400)
	r.missing[0] = false
	return r
}

func solveAll(ctx context.Context, r *rules, opt retrograde.Options) (*retrograde.Solution, error) {
	return retrograde.Solve(stop.ReportEach(ctx, 1), &backward{classed{indexed{board{rules: r}}}}, ply.Limits{}, opt)
}

func same(t *testing.T, got, want *retrograde.Solution) {
	t.Helper()
	if fmt.Sprint(got.Rows) != fmt.Sprint(want.Rows) || got.Start != want.Start {
		t.Fatalf("%v\nwant %v", got.Rows, want.Rows)
	}
	for i := range want.Indices() {
		v, err := got.At(i)
		if w, _ := want.At(i); err != nil || v != w {
			t.Fatalf("index %d is %v, error %v, want %v", i, v, err, w)
		}
	}
}

// A search that is stopped again and again goes on where it was, with little memory, too.
func TestGoOn(t *testing.T) {
	for seed := range uint64(long.Or(6, 2)) {
		r := layers(seed)
		for _, opt := range []retrograde.Options{{All: true}, {}, {All: true, Conversion: true}} {
			want, err := solveAll(context.Background(), r, opt)
			if err != nil {
				t.Fatal(err)
			}
			opt.Folder = t.TempDir()
			opt = retrograde.SavingEvery(1, opt)
			opt.Workers = 1 + int(seed%2)
			for stops := 1; ; stops++ {
				ctx, cancel := context.WithCancel(context.Background())
				reports := 0
				opt.Progress = func(*retrograde.Solution) {
					if reports++; reports > stops*8 {
						cancel()
					}
				}
				got, err := solveAll(ctx, r, opt)
				cancel()
				if err != nil {
					t.Fatal(err)
				}
				if got.Status == ply.Complete {
					same(t, got, want)
					if err := got.Close(); err != nil {
						t.Error(err)
					}
					break
				}
				if err := got.Close(); err != nil {
					t.Error(err)
				}
			}
			// All is there: nothing is solved again.
			got, err := solveAll(context.Background(), r, opt)
			if err != nil || got.Status != ply.Complete {
				t.Fatal(got.Status, err)
			}
			same(t, got, want)
			got.Close()
		}
	}
}

// Files that are damaged, of another game or of other options, are refused by name.
func TestDamagedFolder(t *testing.T) {
	r := layers(7)
	opt := retrograde.Options{Folder: t.TempDir()}
	want, err := solveAll(context.Background(), r, opt)
	if err != nil {
		t.Fatal(err)
	}
	defer want.Close()
	files, err := filepath.Glob(filepath.Join(opt.Folder, "*"))
	if err != nil || len(files) < 2 {
		t.Fatal(files, err)
	}
	random := rand.New(rand.NewPCG(0, 0))
	for i := range long.Or(400, 40) {
		name := files[i%len(files)]
		whole, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		data := append([]byte(nil), whole...)
		if i%3 == 0 {
			data = data[:random.IntN(len(data))]
		} else {
			data[random.IntN(len(data))] ^= 1 << random.IntN(8)
		}
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := solveAll(context.Background(), r, opt)
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Fatalf("%s, damage %d: error %v", name, i, err)
		}
		s.Close()
		if err := os.WriteFile(name, whole, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	other := opt
	other.Conversion = true
	if s, err := solveAll(context.Background(), r, other); err == nil || !strings.Contains(err.Error(), "other options") {
		t.Errorf("other options: %v", err)
	} else {
		s.Close()
	}
	if _, err := solveAll(context.Background(), layers(8), opt); err == nil || !strings.Contains(err.Error(), "another game") {
		t.Errorf("another game: %v", err)
	}
}

var errFull = errors.New("no space left")

// A full disk is an error, and earlier files remain useful.
func TestFullDisk(t *testing.T) {
	r := layers(7)
	want, err := solveAll(context.Background(), r, retrograde.Options{})
	if err != nil {
		t.Fatal(err)
	}
	opt := retrograde.SavingEvery(1, retrograde.Options{Folder: t.TempDir()})
	left, failed := 0, 0
	defer retrograde.WriteFile(func(name string, content func(io.Writer) error) error {
		return atomicfile.Write(name, func(w io.Writer) error { return content(limited{w, &left}) })
	})()
	for size := 100; ; size *= 2 {
		left = size
		got, err := solveAll(context.Background(), r, opt)
		if err == nil {
			same(t, got, want)
			got.Close()
			break
		}
		got.Close()
		if failed++; !errors.Is(err, errFull) || !strings.Contains(err.Error(), opt.Folder) {
			t.Fatalf("%d bytes: %v", size, err)
		}
	}
	if failed < 3 {
		t.Errorf("the disk was full %d times", failed)
	}
}

type limited struct {
	io.Writer
	left *int
}

func (l limited) Write(data []byte) (int, error) {
	if *l.left -= len(data); *l.left < 0 {
		return 0, errFull
	}
	return l.Writer.Write(data)
}
