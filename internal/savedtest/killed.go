package savedtest

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/internal/long"
)

// inFolder is the environment variable with the folder of a process that [Killed] has started.
const inFolder = "PLY_TEST_FOLDER"

// Killed tests a deterministic search, which returns its result as text, in processes: all but the last are killed at random
// moments. The result must equal the result of an uninterrupted search. Each process executes the test function, which must be none of a
// subtest and do nothing but call Killed.
func Killed(t *testing.T, search func(checkpoint.Store) (string, error)) {
	t.Helper()
	if folder := os.Getenv(inFolder); folder != "" {
		got, err := search(checkpoint.File{Name: filepath.Join(folder, "state"), Every: time.Millisecond})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "result"), []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := search(nil)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	start := func() *exec.Cmd {
		c := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
		c.Env = append(os.Environ(), inFolder+"="+folder)
		if err := c.Start(); err != nil {
			t.Skip(err) // there are no processes
		}
		return c
	}
	random := rand.New(rand.NewPCG(1, 1))
	for range long.Or(20, 2) {
		c := start()
		time.Sleep(20*time.Millisecond + time.Duration(random.IntN(100))*time.Millisecond)
		_ = c.Process.Kill()
		_ = c.Wait()
	}
	if err := start().Wait(); err != nil {
		t.Fatalf("the last process: %v", err)
	}
	got, err := os.ReadFile(filepath.Join(folder, "result"))
	if err != nil || string(got) != want {
		t.Errorf("%s, error %v, want %s", got, err, want)
	}
}
