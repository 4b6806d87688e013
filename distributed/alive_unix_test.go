//go:build unix

package distributed_test

import (
	"context"
	"io"
	"syscall"
	"testing"
	"time"

	"github.com/ply-search/ply/distributed"
)

// A process that is stopped, as a virtual machine may be, loses its task to another one. When it comes back, it finds
// the task done, and counts nothing twice.
func TestStopped(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, name string) {
		q, r := open(t, name), registryOf(new(made))
		run := submit(t, q, r)
		p := startChild(t, name)
		signal := func(s syscall.Signal) {
			t.Helper()
			if err := p.Process.Signal(s); err != nil {
				t.Fatal(err)
			}
		}
		// Not in the middle of a transaction: it would hold the lock of a file of SQLite until it comes back.
		for signal(syscall.SIGSTOP); ; signal(syscall.SIGSTOP) {
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			_, err := distributed.DB(q).ExecContext(ctx, `UPDATE ply_process SET seen = seen`)
			cancel()
			if err == nil {
				break
			}
			signal(syscall.SIGCONT)
			time.Sleep(100 * time.Millisecond)
		}
		work(t, q, r, quick)
		if s, err := q.Wait(patience(t), run, nil); err != nil {
			t.Fatalf("%+v, error %v", s, err)
		}
		checkSum(t, q, run)
		signal(syscall.SIGCONT)
		if _, err := io.WriteString(p.in, "go\n"); err != nil {
			t.Fatal(err)
		}
		p.expect("done elsewhere: true")
		if err := p.in.Close(); err != nil {
			t.Fatal(err)
		}
		p.expect("end: <nil>")
		checkSum(t, q, run)
	})
}
