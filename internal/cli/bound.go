package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"github.com/ply-search/ply/internal/memory"
)

// ErrMemory is the cause for which the context of [Within] ends.
var ErrMemory = errors.New("out of memory")

// usualMemory is the bound of [Memory] if none is given.
const usualMemory = 2_000_000_000

// Memory defines the flag -memory, for [Within].
func Memory(flags *flag.FlagSet, to *int) {
	Number(flags, to, "memory", min(usualMemory, Many), 1_000_000, Many, "give up if the program needs more `bytes`")
}

// Within runs a command that may have a number of bytes in use. If it needs more, its context ends, with a cause that is
// [ErrMemory], and the command fails. The runtime collects garbage as often as that takes.
//
// What is in use is known after each collection, and the collector lets an eighth more be taken in between.
func Within(ctx context.Context, bytes int64, run func(context.Context) error) error {
	within, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	before := debug.SetMemoryLimit(-1)
	debug.SetMemoryLimit(min(before, bytes+bytes/8))
	defer debug.SetMemoryLimit(before)
	go watch(within, uint64(bytes), cancel)
	err := run(within)
	cause := context.Cause(within)
	if errors.Is(cause, ErrMemory) && (err == nil || errors.Is(err, context.Canceled)) {
		return cause
	}
	return err
}

// watch ends a context when more bytes are in use. What is taken while the collector is at work counts as in use, which can
// be much on a busy machine; so one more collection must find more in use than bytes besides all that is taken meanwhile.
func watch(ctx context.Context, bytes uint64, end context.CancelCauseFunc) {
	for tick := time.Tick(5 * time.Millisecond); ; {
		select {
		case <-ctx.Done():
			return
		case <-tick:
		}
		live, before := heap()
		if live <= bytes {
			continue
		}
		runtime.GC()
		if live, after := heap(); live > bytes+(after-before) {
			end(fmt.Errorf("%w: more than %s are in use (-memory)", ErrMemory, memory.Format(float64(bytes))))
			return
		}
	}
}

// heap returns the bytes that the last collection found in use, and all that were ever taken.
func heap() (live, taken uint64) {
	samples := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64(), samples[1].Value.Uint64()
}

// Promptly returns what find does or, if ctx ends before, the cause of that at once. Then find goes on alone, and what it finds
// is lost: so it must neither write nor change anything.
func Promptly[T any](ctx context.Context, find func() (T, error)) (T, error) {
	type found struct {
		result T
		err    error
	}
	done := make(chan found, 1)
	go func() {
		result, err := find()
		done <- found{result, err}
	}()
	select {
	case f := <-done:
		return f.result, f.err
	case <-ctx.Done():
		var none T
		return none, context.Cause(ctx)
	}
}

// under returns a reader of a file that ends with an error when the context of the standard input of a command does.
func under(stdin, file io.Reader) io.Reader {
	if in, ok := stdin.(*input); ok {
		return &cancelled{in.ctx, file}
	}
	return file
}

type cancelled struct {
	ctx context.Context
	io.Reader
}

func (c *cancelled) Read(b []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.Reader.Read(b)
}
