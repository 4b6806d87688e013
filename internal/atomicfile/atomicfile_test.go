package atomicfile_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/ply-search/ply/internal/atomicfile"
)

// text returns a function that writes some text and then returns failure.
func text(s string, failure error) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return errors.Join(err, failure)
	}
}

func wantFile(t *testing.T, name, want string) {
	t.Helper()
	if got, err := os.ReadFile(name); err != nil || string(got) != want {
		t.Errorf("%q, error %v, want %q", got, err, want)
	}
}

func TestWrite(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	if err := atomicfile.Write(name, text("first", nil)); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(name, 0o640); err != nil {
		t.Fatal(err)
	}
	full := errors.New("disk full")
	if err := atomicfile.Write(name, text("second", full)); !errors.Is(err, full) {
		t.Errorf("error %v, want %v", err, full)
	}
	func() {
		defer func() { _ = recover() }()
		_ = atomicfile.Write(name, func(io.Writer) error { panic("broken") })
	}()
	wantFile(t, name, "first")
	if err := atomicfile.Write(name, text("third", nil)); err != nil {
		t.Fatal(err)
	}
	wantFile(t, name, "third")
	if entries, _ := os.ReadDir(filepath.Dir(name)); len(entries) != 1 {
		t.Errorf("%v are left, want the file alone", entries)
	}
	if info, err := os.Stat(name); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o640 {
		t.Errorf("permissions %v, error %v, want those that the file had", info.Mode(), err)
	}
}

func TestWriteThroughALink(t *testing.T) {
	folder := t.TempDir()
	name, link := filepath.Join(folder, "file"), filepath.Join(folder, "link")
	if err := atomicfile.Write(name, text("first", nil)); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("file", link); err != nil {
		t.Skip(err)
	}
	if err := atomicfile.Write(link, text("second", nil)); err != nil {
		t.Fatal(err)
	}
	wantFile(t, name, "second")
	if target, err := os.Readlink(link); err != nil || target != "file" {
		t.Errorf("the link leads to %q, error %v", target, err)
	}
}

func TestWriteToADevice(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("/dev/full is of Linux")
	}
	if err := atomicfile.Write(os.DevNull, text("nothing", nil)); err != nil {
		t.Error(err)
	}
	if err := atomicfile.Write("/dev/full", text("nothing", nil)); err == nil {
		t.Error("no error where nothing can be written")
	}
}

func TestWriteFails(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{folder, filepath.Join(folder, "missing", "file"), ""} {
		if err := atomicfile.Write(name, text("text", nil)); err == nil {
			t.Errorf("%q: no error", name)
		}
	}
}

func TestLeftoversOfKilledProcesses(t *testing.T) {
	killed := exec.Command(os.Args[0], "-test.run=^$")
	if err := killed.Run(); err != nil {
		t.Skip(err) // a system without processes
	}
	name := filepath.Join(t.TempDir(), "file")
	leftover := fmt.Sprintf("file.%d-7.tmp", killed.Process.Pid)
	kept := []string{"file.tmp", "file.1x-3.tmp", fmt.Sprintf("file.%d-99.tmp", os.Getppid()), "other." + leftover}
	for _, other := range append(kept, leftover) {
		if err := os.WriteFile(filepath.Join(filepath.Dir(name), other), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := atomicfile.Write(name, text("text", nil)); err != nil {
		t.Fatal(err)
	}
	for _, other := range kept {
		if _, err := os.Stat(filepath.Join(filepath.Dir(name), other)); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(name), leftover)); runtime.GOOS != "windows" && !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s is there still: %v", leftover, err)
	}
}
