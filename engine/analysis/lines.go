package analysis

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/ply-search/ply/internal/lines"
)

// Serve reads requests from in, one on each line, and writes answers to out. At the end of in, Serve answers all
// pending requests and returns. If reading fails, Serve answers the pending requests and returns the error of the
// reader. If writing fails or ctx ends, Serve cancels the pending requests and returns the error of the writer or of
// ctx; a goroutine may remain blocked in reading. A refused request is not an error of Serve: Serve writes the refusal
// to out.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	within, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	t := &talk{server: s, out: out, fail: cancel, asked: map[string][]*job{}}
	read := make(chan string)
	var readErr error
	go func() {
		defer close(read)
		for line, err := range lines.UpTo(s.opt.MaxBytes, in) {
			if errors.Is(err, lines.ErrLong) {
				line, err = tooLong, nil
			}
			if readErr = err; err != nil {
				return
			}
			select {
			case read <- line:
			case <-within.Done():
				return
			}
		}
	}()
	defer context.AfterFunc(within, t.endAll)()
	for within.Err() == nil {
		select {
		case <-within.Done():
		case line, more := <-read:
			if !more {
				t.jobs.Wait()
				return errors.Join(context.Cause(within), readErr)
			}
			t.line(within, line)
		}
	}
	t.endAll()
	t.jobs.Wait()
	return context.Cause(within)
}

// tooLong represents a line that was too long. Other lines contain no line feed.
const tooLong = "too long\n"

// A talk is a conversation by lines.
type talk struct {
	server *Server
	out    io.Writer
	fail   context.CancelCauseFunc
	jobs   sync.WaitGroup // pending jobs

	writing sync.Mutex
	failed  bool

	mu    sync.Mutex
	asked map[string][]*job // by id, while one of them is pending
}

func (t *talk) line(ctx context.Context, line string) {
	switch {
	case line == tooLong:
		t.write(&Refusal{Text: fmt.Sprintf("the line is longer than %d bytes", t.server.opt.MaxBytes)})
		return
	case strings.TrimSpace(line) == "":
		return
	}
	o, refusal := decode([]byte(line), &t.server.opt, false)
	switch {
	case refusal != nil:
		t.write(refusal)
		return
	case o.action != "":
		t.terminate(&o)
		return
	}
	if len(t.pending(o.ID, nil)) > 0 {
		t.write(&Refusal{ID: o.ID, Field: "id", Text: "belongs to a request that is pending"})
		return
	}
	jobs, refusal := t.server.jobs(ctx, &o, t.tell)
	if refusal != nil {
		t.write(refusal)
		return
	}
	t.jobs.Add(len(jobs))
	t.mu.Lock()
	t.asked[o.ID] = slices.Clone(jobs)
	t.mu.Unlock()
	if !t.server.add(ctx, jobs, true) {
		for _, j := range jobs {
			t.finish(j.cancelled())
		}
	}
}

// pending returns the pending jobs of a request at some turns, or at all without turns.
func (t *talk) pending(id string, turns []int) []*job {
	t.mu.Lock()
	defer t.mu.Unlock()
	jobs := slices.Clone(t.asked[id])
	if turns != nil {
		jobs = slices.DeleteFunc(jobs, func(j *job) bool { return !slices.Contains(turns, j.answer.Turn) })
	}
	return jobs
}

func (t *talk) terminate(o *order) {
	t.write(terminated{o.ID, o.action, o.terminateID, o.Turns})
	t.server.end(t.pending(o.terminateID, o.Turns))
}

func (t *talk) endAll() {
	t.mu.Lock()
	var all []*job
	for _, jobs := range t.asked {
		all = append(all, jobs...)
	}
	t.mu.Unlock()
	t.server.end(all)
}

// tell writes an answer. Its job is pending until then, which bounds unwritten answers.
func (t *talk) tell(a Answer) {
	if !a.Final {
		t.write(a)
		return
	}
	defer t.server.release()
	t.finish(a)
}

// finish writes a final answer. It frees the id before that.
func (t *talk) finish(a Answer) {
	defer t.jobs.Done()
	t.mu.Lock()
	t.asked[a.ID] = slices.DeleteFunc(t.asked[a.ID], func(j *job) bool { return j.answer.Turn == a.Turn })
	if len(t.asked[a.ID]) == 0 {
		delete(t.asked, a.ID)
	}
	t.mu.Unlock()
	t.write(a)
}

func (t *talk) write(v any) {
	b, err := encode(v)
	t.writing.Lock()
	defer t.writing.Unlock()
	if t.failed {
		return
	}
	if err == nil {
		_, err = t.out.Write(b)
	}
	if err != nil {
		t.failed = true
		t.fail(fmt.Errorf("analysis: %w", err))
	}
}

func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return b.Bytes(), err
}
