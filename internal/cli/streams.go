package cli

import (
	"context"
	"io"
	"sync"
)

// An output remembers the first error of what it writes to, since many callers do not look at it, and calls failed
// at once, since there is no use in computing what cannot be written.
type output struct {
	to     io.Writer
	failed func()
	err    error
}

func (o *output) Write(b []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.to.Write(b)
	if err != nil {
		o.err = err
		o.failed()
	}
	return n, err
}

// An input reads from another reader until its context is done. A read that waits then, as for a line
// that a person has not typed yet, ends with the error of the context.
type input struct {
	ctx   context.Context
	from  io.Reader
	start sync.Once
	pipe  *io.PipeReader
}

func newInput(ctx context.Context, from io.Reader) *input { return &input{ctx: ctx, from: from} }

func (i *input) Read(b []byte) (int, error) {
	i.start.Do(func() {
		r, w := io.Pipe()
		i.pipe = r
		context.AfterFunc(i.ctx, func() { w.CloseWithError(i.ctx.Err()) })
		go func() { // for as long as its last read waits, which nothing can end
			_, err := io.Copy(w, i.from)
			w.CloseWithError(err)
		}()
	})
	return i.pipe.Read(b)
}
