package learn

import (
	"path/filepath"
	"strings"
	"testing"
)

// While a writer appends to a file, no other writer appends to it, and no set replaces it.
func TestOneWriterAtATime(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games")
	for range 2 {
		w, _, err := notation.append(name)
		if err != nil {
			t.Fatal(err)
		}
		_, _, appended := notation.append(name)
		for _, err := range []error{appended, notation.Write(name, &Set[int]{})} {
			if err == nil || !strings.Contains(err.Error(), name+": another search is writing to it") {
				t.Errorf("while a writer has the file open: %v", err)
			}
		}
		if _, err := notation.Read(name); err != nil {
			t.Error(err)
		}
		if err := w.close(); err != nil {
			t.Error(err)
		}
		if err := notation.Write(name, &Set[int]{}); err != nil {
			t.Error(err)
		}
	}
}
