package cli

import (
	"context"
	"io"
	"sync"
)

// An output is a writer that keeps the first error of to, since many callers ignore it. After this error it calls failed,
// which ends the computation.
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

// An input reads from another reader until ctx ends. A Read that is still waiting then, for instance for a line from
// the keyboard, returns the error of ctx.
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
		go func() { // runs until its last read returns, which cannot be interrupted
			_, err := io.Copy(w, i.from)
			w.CloseWithError(err)
		}()
	})
	return i.pipe.Read(b)
}
