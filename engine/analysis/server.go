package analysis

import (
	"cmp"
	"container/heap"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
)

// Options limit the work of a [Server]. Zero fields have defaults.
type Options struct {
	// Workers is the number of positions that are searched at the same time, each with its own player, up to 1024. 0
	// means 1.
	Workers int

	// MaxTime and MaxNodes are the greatest values that a request may contain for the time and the nodes of the search
	// of one position. A MaxTime of 0 means an hour, and a MaxNodes of 0 means no limit. The package documentation
	// defines the limits of a request that contains no time or no nodes.
	MaxTime  time.Duration
	MaxNodes int

	// MaxPending is the greatest number of positions that are pending: waiting or being searched. 0 means 1000. While
	// MaxPending positions are pending, [Server.Serve] stops reading, and HTTP requests are refused with status 503.
	MaxPending int

	// MaxBytes is the greatest length of a request in bytes; 0 means 64 KiB. MaxMoves is the greatest number of moves
	// in a request; 0 means 2000.
	MaxBytes int
	MaxMoves int
}

// withDefaults fills in defaults, or returns an error that names a wrong field.
func (o Options) withDefaults() (Options, error) {
	for _, f := range []struct {
		name  string
		value int64
		most  int64
	}{
		{"Workers", int64(o.Workers), 1024}, {"MaxTime", int64(o.MaxTime), math.MaxInt64}, {"MaxNodes", int64(o.MaxNodes), math.MaxInt64},
		{"MaxPending", int64(o.MaxPending), 1 << 24}, {"MaxBytes", int64(o.MaxBytes), 1 << 26}, {"MaxMoves", int64(o.MaxMoves), 1 << 24},
	} {
		if f.value < 0 || f.value > f.most {
			return o, fmt.Errorf("analysis: %s is %d, want 1 to %d, or 0 for the default", f.name, f.value, f.most)
		}
	}
	o.Workers = cmp.Or(o.Workers, 1)
	o.MaxTime = cmp.Or(o.MaxTime, time.Hour)
	o.MaxNodes = cmp.Or(o.MaxNodes, math.MaxInt)
	o.MaxPending = cmp.Or(o.MaxPending, 1000)
	o.MaxBytes = cmp.Or(o.MaxBytes, 1<<16)
	o.MaxMoves = cmp.Or(o.MaxMoves, 2000)
	return o, nil
}

// A Server answers requests that arrive as lines of text ([Server.Serve]) or over HTTP (it is an [http.Handler]).
// Several goroutines may call its methods at the same time; all calls share one queue and the same workers.
type Server struct {
	opt      Options
	prepare  func(ctx context.Context, r *Request) ([]search, *Refusal)
	reading  chan struct{} // semaphore of requests whose moves are being read
	bodyTime time.Duration

	mu      sync.Mutex
	queue   queue
	arrived uint64
	pending int        // jobs without a final answer
	room    *sync.Cond // signals changes of pending
	idle    []*seat    // idle workers
	seats   int        // number of workers made
	visits  int        // HTTP requests being answered
}

// New returns a server for a game. newGame returns a game in the position that a text describes, or at its start if the
// text is empty. Each call of newGame must return an independent game. newPlayer returns a player for such a game. The
// server calls newGame and newPlayer on any goroutine, but never at the same time. New itself calls both once, for the
// start of the game, and returns an error if one of them fails.
func New[G ply.Game[M], M comparable](newGame func(position string) (G, error), newPlayer func(g G) (*engine.Player[M], error), opt Options) (*Server, error) {
	if newGame == nil || newPlayer == nil {
		return nil, errors.New("analysis: a server needs a game and a player")
	}
	opt, err := opt.withDefaults()
	if err != nil {
		return nil, err
	}
	m := &maker[G, M]{game: newGame, player: newPlayer}
	first, err := m.begin("")
	if err != nil {
		return nil, fmt.Errorf("analysis: %w", err)
	}
	s := &Server{opt: opt, prepare: m.prepare, reading: make(chan struct{}, opt.Workers), bodyTime: bodyTime, seats: 1, idle: []*seat{{player: first}}}
	s.room = sync.NewCond(&s.mu)
	return s, nil
}

// A search searches one position. It calls tell, if not nil, with partial answers.
type search func(ctx context.Context, w *seat, tell func(Answer)) (Answer, error)

// A seat is a worker, with its last player and the position in which the player's game began.
type seat struct {
	player   any // nil without one
	position string
}

// A job is the work on one position of a request.
type job struct {
	search   search
	position string // of the request
	answer   Answer // with the id and the turn
	every    time.Duration
	priority int
	arrival  uint64
	index    int // in the queue, or -1

	ctx    context.Context
	cancel context.CancelFunc
	tell   func(Answer) // receives partial answers and the final one
}

type queue []*job

func (j *job) before(other *job) bool {
	return j.priority > other.priority || j.priority == other.priority && j.arrival < other.arrival
}

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].before(q[j]) }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i]; q[i].index, q[j].index = i, j }
func (q *queue) Push(x any)        { j := x.(*job); j.index = len(*q); *q = append(*q, j) }
func (q *queue) Pop() any {
	last := len(*q) - 1
	j := (*q)[last]
	(*q)[last] = nil
	*q, j.index = (*q)[:last], -1
	return j
}

// jobs checks a request and returns its jobs.
func (s *Server) jobs(ctx context.Context, o *order, tell func(Answer)) ([]*job, *Refusal) {
	select {
	case s.reading <- struct{}{}:
		defer func() { <-s.reading }()
	case <-ctx.Done():
		return nil, &Refusal{ID: o.ID, Text: context.Cause(ctx).Error()}
	}
	searches, refusal := s.prepare(ctx, &o.Request)
	if refusal != nil {
		return nil, refusal
	}
	jobs := make([]*job, len(searches))
	for i, search := range searches {
		j := &job{search: search, position: o.Position, answer: Answer{ID: o.ID, Turn: o.Turns[i]}, priority: o.Priority, index: -1, tell: tell}
		if o.Every > 0 {
			j.every = duration(o.Every)
		}
		j.ctx, j.cancel = context.WithCancel(ctx)
		jobs[i] = j
	}
	return jobs, nil
}

// add adds jobs to the queue. Without room it waits, or returns false.
func (s *Server) add(ctx context.Context, jobs []*job, wait bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if full := func() bool { return s.pending+len(jobs) > s.opt.MaxPending }; full() {
		if !wait {
			return false
		}
		defer context.AfterFunc(ctx, func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.room.Broadcast()
		})()
		for full() && ctx.Err() == nil {
			s.room.Wait()
		}
		if ctx.Err() != nil {
			return false
		}
	}
	s.pending += len(jobs)
	for _, j := range jobs {
		s.arrived++
		j.arrival = s.arrived
		heap.Push(&s.queue, j)
	}
	s.dispatch()
	return true
}

// dispatch assigns jobs to idle workers. s.mu must be held.
func (s *Server) dispatch() {
	for len(s.queue) > 0 {
		w := s.seat(s.queue[0].position)
		if w == nil {
			return
		}
		go s.run(heap.Pop(&s.queue).(*job), w)
	}
}

// seat returns an idle worker, or nil: the latest one whose player began in a position, otherwise a new one, otherwise
// the one that has been idle longest. s.mu must be held.
func (s *Server) seat(position string) *seat {
	for i, w := range slices.Backward(s.idle) {
		if w.player != nil && w.position == position {
			s.idle = slices.Delete(s.idle, i, i+1)
			return w
		}
	}
	switch {
	case s.seats < s.opt.Workers:
		s.seats++
		return &seat{}
	case len(s.idle) == 0:
		return nil
	}
	w := s.idle[0]
	s.idle = slices.Delete(s.idle, 0, 1)
	return w
}

// run does a job. A panic or Goexit of the game fails this job alone.
func (s *Server) run(j *job, w *seat) {
	final := j.answer
	final.Status, final.Error = ply.Failed.String(), "the goroutine of the search was ended"
	stop := func() {}
	defer func() {
		if v := recover(); v != nil {
			final.Error = clip(fmt.Sprintf("panic: %v", v))
		}
		stop()
		j.cancel()
		final.Final = true
		if final.Lines == nil {
			final.Lines = []Line{} // an empty list in JSON
		}
		s.mu.Lock()
		s.idle = append(s.idle, w)
		s.dispatch()
		s.mu.Unlock()
		j.tell(final)
	}()
	if j.ctx.Err() != nil {
		final.Status, final.Error = ply.Cancelled.String(), ""
		return
	}
	var tell func(Answer)
	if j.every > 0 {
		tell, stop = j.reports()
	}
	found, err := j.search(j.ctx, w, tell)
	if err != nil {
		final.Error = clip(err.Error())
		return
	}
	found.ID, found.Turn = j.answer.ID, j.answer.Turn
	final = found
}

// reports returns a function that accepts partial answers. It forwards the latest one at each tick until stop is
// called.
func (j *job) reports() (tell func(Answer), stop func()) {
	latest := make(chan Answer, 1)
	ended, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		ticker := time.NewTicker(j.every)
		defer ticker.Stop()
		for {
			select {
			case <-ended:
				return
			case <-ticker.C:
			}
			select {
			case a := <-latest:
				a.ID, a.Turn = j.answer.ID, j.answer.Turn
				j.tell(a)
			default:
			}
		}
	}()
	tell = func(a Answer) {
		select {
		case <-latest: // replaced before it was forwarded
		default:
		}
		latest <- a
	}
	return tell, func() { close(ended); <-done }
}

// end ends jobs and answers those in the queue.
func (s *Server) end(jobs []*job) {
	s.mu.Lock()
	var waiting []*job
	for _, j := range jobs {
		if j.index >= 0 {
			heap.Remove(&s.queue, j.index)
			waiting = append(waiting, j)
		}
	}
	s.mu.Unlock()
	for _, j := range jobs {
		j.cancel()
	}
	for _, j := range waiting {
		j.tell(j.cancelled())
	}
}

func (j *job) cancelled() Answer {
	a := j.answer
	a.Final, a.Status, a.Lines = true, ply.Cancelled.String(), []Line{}
	return a
}

// release makes room for another job. It is called for each final answer.
func (s *Server) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pending--
	s.room.Broadcast()
}

// ahead returns the number of queued jobs before the first of some, or false if one of these has begun.
func (s *Server) ahead(jobs []*job) (int, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if slices.ContainsFunc(jobs, func(j *job) bool { return j.index < 0 }) {
		return 0, false
	}
	n := 0
	for _, j := range s.queue {
		if j.before(jobs[0]) {
			n++
		}
	}
	return n, true
}
