package tablebase_test

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/ply-search/ply/search/retrograde"
	"github.com/ply-search/ply/tablebase"
)

// TestClosed checks that a closed table answers nothing, even from memory, and that goroutines which are reading when
// it is closed get values or this error.
func TestClosed(t *testing.T) {
	keyed, numbered := newBoard(1, 40_000), &indexed{newBoard(1, 40_000)}
	for name, newTable := range map[string]func(file string) (*tablebase.Table, error){
		"keys": func(file string) (*tablebase.Table, error) {
			if err := tablebase.Write(file, &keyed, solve(t, &keyed, false), tablebase.WriteOptions{}); err != nil {
				return nil, err
			}
			return tablebase.Open(file, &keyed)
		},
		"indices": func(file string) (*tablebase.Table, error) {
			if err := tablebase.Write(file, numbered, solve(t, numbered, true), tablebase.WriteOptions{}); err != nil {
				return nil, err
			}
			return tablebase.Open(file, numbered)
		},
	} {
		t.Run(name, func(t *testing.T) {
			table, err := newTable(filepath.Join(t.TempDir(), "table"))
			if err != nil {
				t.Fatal(err)
			}
			// Look-ups of the first block, of others, and of what no block has.
			lookUps := []func(i int) error{
				func(int) error { _, err := table.At(0); return err },
				func(i int) error { _, err := table.At(uint64(i * 4001 % 40_000)); return err },
				func(int) error { _, err := table.At(1 << 40); return err },
				func(int) error { return table.Read(5, make([]retrograde.Value, 10)) },
				func(int) error { _, err := table.KeyValue(nil); return err },
				func(i int) error { _, err := table.KeyValue([]byte{byte(i * 37)}); return err },
			}
			for i, lookUp := range lookUps {
				if err := lookUp(i); err != nil {
					t.Fatalf("look-up %d: %v", i, err)
				}
			}
			var readers sync.WaitGroup
			for _, lookUp := range lookUps {
				readers.Go(func() {
					for i := 0; ; i++ {
						if err := lookUp(i); err != nil {
							if !errors.Is(err, os.ErrClosed) {
								t.Error(err)
							}
							return
						}
					}
				})
			}
			if err := table.Close(); err != nil {
				t.Error(err)
			}
			readers.Wait()
			for i, lookUp := range lookUps {
				if err := lookUp(i); !errors.Is(err, os.ErrClosed) {
					t.Errorf("look-up %d of a closed table: error %v", i, err)
				}
			}
			if err := table.Close(); !errors.Is(err, os.ErrClosed) {
				t.Errorf("closed twice: error %v", err)
			}
		})
	}
}
