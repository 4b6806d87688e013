package lockfile_test

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/ply-search/ply/internal/lockfile"
)

// A folder is locked once, through any opening of the file, and is free again after Release.
func TestFolder(t *testing.T) {
	dir := t.TempDir()
	for range 2 {
		l, err := lockfile.Folder(dir)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := lockfile.Folder(dir); err == nil || err.Error() != dir+": another search is writing to it" {
			t.Errorf("a second lock: %v", err)
		}
		l.Release()
		l.Release()
		if files, err := os.ReadDir(dir); err != nil || len(files) != 0 {
			t.Errorf("left behind: %v, %v", files, err)
		}
	}
	if _, err := lockfile.Folder(filepath.Join(dir, "none")); err == nil {
		t.Error("no error of a folder that is not there")
	}
}

// Open returns an error if the file is replaced while it is being opened.
func TestReplacedFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games")
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := os.Rename(name, name+".old"); err != nil {
		t.Skip("this system keeps an open file where it is")
	}
	if err := os.WriteFile(name, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := lockfile.Open(file); err == nil {
		t.Error("a file that is no longer there is locked")
	}
}

const childDir = "LOCKFILE_TEST_DIR"

// TestKilledChild is the process that TestKilled kills.
func TestKilledChild(t *testing.T) {
	dir := os.Getenv(childDir)
	if dir == "" {
		t.Skip("it is for TestKilled")
	}
	if _, err := lockfile.Folder(dir); err != nil {
		t.Fatal(err)
	}
	os.Stdout.WriteString("locked\n")
	_, _ = io.Copy(io.Discard, os.Stdin) // until it is killed
}

// TestKilled checks that another process holds its lock until it ends.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	child := exec.Command(os.Args[0], "-test.run=^TestKilledChild$")
	child.Env = append(os.Environ(), childDir+"="+dir)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := child.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Skip("this system has no processes")
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "locked\n" {
		t.Fatalf("%q, %v", line, err)
	}
	if _, err := lockfile.Folder(dir); err == nil || !strings.Contains(err.Error(), dir) {
		t.Errorf("the lock of another process: %v", err)
	}
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = child.Wait()
	l, err := lockfile.Folder(dir)
	if err != nil {
		t.Fatalf("after the process was killed: %v", err)
	}
	l.Release()
}

// Of many who ask again and again, one has the lock at a time, although its file comes and goes.
func TestOneAtATime(t *testing.T) {
	dir := t.TempDir()
	var holders, turns atomic.Int64
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 300 {
				l, err := lockfile.Folder(dir)
				if err != nil {
					continue
				}
				if n := holders.Add(1); n != 1 {
					t.Errorf("%d have the lock", n)
				}
				turns.Add(1)
				runtime.Gosched()
				holders.Add(-1)
				l.Release()
			}
		})
	}
	group.Wait()
	if turns.Load() == 0 {
		t.Error("nobody had the lock")
	}
}
