package checkpoint_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ply-search/ply/checkpoint"
)

func text(s string, failure error) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return errors.Join(err, failure)
	}
}

// A file is replaced as a whole or not at all.
func TestFile(t *testing.T) {
	f := checkpoint.File{Name: filepath.Join(t.TempDir(), "state")}
	if err := f.Load(func(io.Reader) error { return nil }); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: error %v", err)
	}
	if err := f.Save(text("first", nil)); err != nil {
		t.Fatal(err)
	}
	full := errors.New("disk full")
	if err := f.Save(text(strings.Repeat("second", 1<<20), full)); !errors.Is(err, full) {
		t.Errorf("error %v, want %v", err, full)
	}
	got := ""
	read := func(r io.Reader) error {
		data, err := io.ReadAll(r)
		got = string(data)
		return err
	}
	if err := f.Load(read); err != nil || got != "first" {
		t.Errorf("%q, error %v", got, err)
	}
	if err := f.Load(func(io.Reader) error { return full }); !errors.Is(err, full) || !strings.Contains(err.Error(), f.Name) {
		t.Errorf("error %v, want %v with the name of the file", err, full)
	}
	if err := f.Load(func(r io.Reader) error { _, err := r.Read(make([]byte, 2)); return err }); err == nil || !strings.Contains(err.Error(), "after the end") {
		t.Errorf("half of the file is read: error %v", err)
	}
	if entries, _ := os.ReadDir(filepath.Dir(f.Name)); len(entries) != 1 {
		t.Errorf("%v are left", entries)
	}
}
