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

// ErrMemory is the cause of the context of [Within] once the program uses too much memory.
var ErrMemory = errors.New("out of memory")

// usualMemory is the default of [Memory], in bytes.
const usualMemory = 2_000_000_000

// Memory defines the flag -memory, for [Within].
func Memory(flags *flag.FlagSet, to *int) {
	Number(flags, to, "memory", min(usualMemory, Many), 1_000_000, Many, "give up if the program needs more `bytes`")
}

// Within calls run with a limit on the live heap of the program, in bytes. If the heap exceeds the limit, Within cancels
// the context of run with the cause [ErrMemory]. It returns this cause unless run returns an unrelated error.
//
// The size of the live heap is known only after a garbage collection. The memory limit of the runtime is set to 9/8 of
// bytes, so that collections are frequent enough.
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

// watch calls end when the live heap exceeds bytes. Memory allocated during a collection counts as live, which can be
// much on a busy machine. watch therefore collects once more, and allows for all allocations during this collection.
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

// heap returns the bytes that were live at the last collection, and the bytes allocated since the program began.
func heap() (live, taken uint64) {
	samples := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64(), samples[1].Value.Uint64()
}

// Promptly returns the results of find or, as soon as ctx ends, the cause of ctx. In this case find continues in the
// background and its results are discarded. It must therefore have no side effects.
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

// under returns a reader of file that fails once the context of the command with this standard input ends.
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
