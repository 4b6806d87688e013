package cli_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/ply-search/ply/examples/internal/cli"
)

func TestReplace(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	write := func(text string, failure error) error {
		return cli.Replace(name, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return errors.Join(err, failure)
		})
	}
	if err := write("first", nil); err != nil {
		t.Fatal(err)
	}
	full := errors.New("disk full")
	if err := write("second", full); !errors.Is(err, full) {
		t.Fatalf("error %v, want %v", err, full)
	}
	got, err := os.ReadFile(name)
	if err != nil || string(got) != "first" {
		t.Errorf("%q, error %v, want the first", got, err)
	}
	if files, _ := os.ReadDir(filepath.Dir(name)); len(files) != 1 {
		t.Errorf("%d files are left", len(files))
	}
	if err := write("third", nil); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(name); string(got) != "third" {
		t.Errorf("%q, want the third", got)
	}
}
