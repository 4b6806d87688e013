package cli_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/ply-search/ply/internal/cli"
)

// TestWithin: a command that takes more and more memory ends at its bound, not far above it, and one that gives memory back
// goes on.
func TestWithin(t *testing.T) {
	var start, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&start)
	bound := int(start.HeapAlloc) + 30<<20
	var kept [][]byte
	err := cli.Within(t.Context(), int64(bound), func(ctx context.Context) error {
		for ctx.Err() == nil {
			kept = append(kept, make([]byte, 1<<10))
			if len(kept) > 1<<20 {
				return errors.New("no end at 1 GB")
			}
			if len(kept)%1024 == 0 {
				runtime.Gosched() // the processor may be one
			}
		}
		return ctx.Err()
	})
	runtime.GC()
	runtime.ReadMemStats(&now)
	if !errors.Is(err, cli.ErrMemory) || !strings.Contains(err.Error(), "-memory") {
		t.Errorf("error %v", err)
	}
	if taken := int(now.HeapAlloc); taken < bound/2 {
		t.Errorf("%d bytes in use at the end, the bound is %d", taken, bound)
	}
	runtime.KeepAlive(kept)
	kept = nil
	runtime.GC()
	err = cli.Within(t.Context(), int64(bound), func(ctx context.Context) error {
		for range 100_000 {
			kept = append(kept[:0], make([]byte, 1<<10))
		}
		return ctx.Err()
	})
	if err != nil {
		t.Error(err)
	}
}

// TestPromptly: what does not look at the context is left alone when that ends, and files are read no further.
func TestPromptly(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	begun, release := make(chan bool), make(chan bool)
	defer close(release)
	go func() { <-begun; cancel() }()
	_, err := cli.Promptly(ctx, func() (int, error) {
		begun <- true
		<-release
		return 1, nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, make([]byte, 1<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	var stderr strings.Builder
	status := cli.Run(ctx, command(func(_ context.Context, std cli.Streams) error {
		_, err := cli.Read(name, std.In, func(r io.Reader) (int, error) {
			if _, err := io.ReadFull(r, make([]byte, 10)); err != nil {
				t.Error(err)
			}
			cancel()
			all, err := io.ReadAll(r)
			return len(all), err
		})
		return err
	}), []string{"sub"}, cli.Streams{In: strings.NewReader(""), Out: io.Discard, Err: &stderr})
	if status != cli.Failure || !strings.Contains(stderr.String(), "interrupted") {
		t.Errorf("status %d, %q", status, &stderr)
	}
}
