package checkpoint_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ply-search/ply/montecarlo/checkpoint"
)

func TestCheckpointFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "state")
	state := []byte("some\nstate\x00")
	for range 2 {
		if err := checkpoint.Write(name, "a label", state); err != nil {
			t.Fatal(err)
		}
	}
	got, err := checkpoint.Read(name, "a label")
	if err != nil || !bytes.Equal(got, state) {
		t.Errorf("%q, error %v", got, err)
	}
	data, _ := os.ReadFile(name)
	damaged := bytes.Replace(data, []byte("some"), []byte("same"), 1)
	for _, test := range []struct {
		data        []byte
		label, want string
	}{
		{data, "another", `state: a checkpoint of "a label", want "another"`},
		{data[:len(data)-1], "a label", "damaged or truncated"},
		{data[:20], "a label", "no checkpoint"},
		{data[:27], "a label", "damaged or truncated"},
		{damaged, "a label", "damaged or truncated"},
		{nil, "a label", "no checkpoint"},
		{[]byte("(28,28)\n"), "a label", "no checkpoint"},
		{bytes.Replace(data, []byte("checkpoint 2"), []byte("checkpoint 7"), 1), "a label", `version "7", want 2`},
	} {
		if err := os.WriteFile(name, test.data, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := checkpoint.Read(name, test.label); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: error %v, want %s", test.data, err, test.want)
		}
	}
}

// What cannot be written leaves the previous file as it was, and no other behind.
func TestCheckpointNotWritten(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "state")
	// A folder of that name stands for whatever prevents the file from taking its place.
	if err := os.MkdirAll(filepath.Join(name, "inside"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := checkpoint.Write(name, "a label", []byte("new")); err == nil {
		t.Error("no error")
	}
	if entries, _ := os.ReadDir(folder); len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
	if err := checkpoint.Write(filepath.Join(folder, "none", "state"), "a label", nil); err == nil {
		t.Error("no error")
	}
}

// A label that could not be found again is refused.
func TestCheckpointLabel(t *testing.T) {
	name := filepath.Join(t.TempDir(), "state")
	if err := checkpoint.Write(name, "two\nlines", []byte("state")); err == nil || !strings.Contains(err.Error(), "several lines") {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(name); err == nil {
		t.Error("the file was written")
	}
}

// A device is not replaced by a file, and not read to its end, for it may have none.
func TestCheckpointDevice(t *testing.T) {
	info, err := os.Stat("/dev/full")
	if err != nil || info.Mode()&os.ModeDevice == 0 {
		t.Skip("there is no such device")
	}
	if _, err := checkpoint.Read("/dev/full", "label"); err == nil || !strings.Contains(err.Error(), "no checkpoint") {
		t.Errorf("reading: error %v", err)
	}
	// Not under its own name, which is at risk if the test fails.
	name := filepath.Join(t.TempDir(), "state")
	if err := os.Symlink("/dev/full", name); err != nil {
		t.Skip(err)
	}
	if err := checkpoint.Write(name, "label", []byte("state")); err == nil {
		t.Error("writing: no error")
	}
	if info, err := os.Lstat(name); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is now %v, error %v", info, err)
	}
}

// A file that is read is the one that would be written.
func FuzzReadCheckpoint(f *testing.F) {
	name := filepath.Join(f.TempDir(), "state")
	if err := checkpoint.Write(name, "label", []byte("state")); err != nil {
		f.Fatal(err)
	}
	data, _ := os.ReadFile(name)
	f.Add(data)
	f.Add(data[:len(data)/2])
	f.Fuzz(func(t *testing.T, data []byte) {
		name := filepath.Join(t.TempDir(), "state")
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
		state, err := checkpoint.Read(name, "label")
		if err != nil {
			return
		}
		if err := checkpoint.Write(name, "label", state); err != nil {
			t.Fatal(err)
		}
		if again, _ := os.ReadFile(name); !bytes.Equal(again, data) {
			t.Errorf("%q is read as %q, which is written as %q", data, state, again)
		}
	})
}
