package checkpoint_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/ply-search/ply/montecarlo/checkpoint"
)

// Two searches do not keep their states in one file at the same time.
func TestLock(t *testing.T) {
	file := filepath.Join(t.TempDir(), "state")
	for range 2 {
		unlock, err := checkpoint.Lock(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := checkpoint.Lock(file); err == nil || !strings.Contains(err.Error(), file) || !strings.Contains(err.Error(), "another search") {
			t.Errorf("a second lock: %v", err)
		}
		if err := checkpoint.Write(file, "label", []byte("state")); err != nil {
			t.Error(err)
		}
		unlock()
	}
}
