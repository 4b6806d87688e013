package player

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"
)

// Options configure a [Server]. The zero value is useful.
type Options struct {
	// Margin is the time before the end of a clock at which the player answers, at most a third of the clock. 0 means
	// 700 milliseconds.
	Margin time.Duration

	MaxThink  time.Duration // limits the search before an answer besides the clock; 0 means no limit
	MaxMemory int           // bytes for grounding and then for the tree, approximately; 0 means 1 GB
	Workers   int           // goroutines that search; 0 means 1
	Seed      uint64        // of all chance

	Random bool // play any legal move
	Slow   bool // play by the reasoner alone
}

func (o Options) deadline(came time.Time, clock time.Duration) time.Time {
	return came.Add(max(clock-min(o.Margin, clock/3), leastClock))
}

// leastClock is the minimum time for an answer.
const leastClock = 50 * time.Millisecond

func (o Options) think() time.Duration { return cmp.Or(o.MaxThink, longest*time.Second) }

const (
	// MaxMessage is the maximum number of bytes of a message.
	MaxMessage = 16 << 20

	headTime   = 5 * time.Second  // for the head of a request
	bodyTime   = 20 * time.Second // for its body
	answerTime = 10 * time.Second // for the answer
	graceTime  = 2 * time.Minute  // besides four play clocks, until a match without messages is given up
)

// A Server is a player: an [http.Handler] for the messages of a match manager and for a page that shows the match. It plays
// one match at a time. The next can begin when that is stopped, aborted or, without messages for a long time, given up.
type Server struct {
	opt     Options
	lock    sync.Mutex
	match   *match  // or nil
	last    *screen // of the last match, or nil
	expiry  time.Time
	matches uint64

	compiler chan struct{} // for one match at a time

	headTime, bodyTime time.Duration
}

// New returns a player.
func New(opt Options) *Server {
	opt.Margin = cmp.Or(opt.Margin, 700*time.Millisecond)
	opt.MaxMemory = cmp.Or(opt.MaxMemory, 1_000_000_000)
	return &Server{opt: opt, compiler: make(chan struct{}, 1), headTime: headTime, bodyTime: bodyTime}
}

// ErrBusy is the error for a START during a match and for a message of another match.
var ErrBusy = errors.New("player: busy with another match")

// current returns the match with an id, or nil.
func (s *Server) current(id string) *match {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.match == nil || s.match.id != id {
		return nil
	}
	s.expiry = time.Now().Add(graceTime + 4*s.match.playClock)
	return s.match
}

func (s *Server) end(m *match, state string) {
	m.stop()
	m.say(state)
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.match == m {
		s.match = nil
	}
}

// busy reports whether a match is in progress, and gives up a match whose manager has gone.
func (s *Server) busy() bool {
	s.lock.Lock()
	m := s.match
	expired := m != nil && time.Now().After(s.expiry)
	s.lock.Unlock()
	if expired {
		s.end(m, "given up: no message came")
		return false
	}
	return m != nil
}

// Call answers a message. It returns [ErrBusy] for a message of another match, and an error for one that is malformed or
// does not fit the match, which remains as it was. It ignores ctx.
func (s *Server) Call(_ context.Context, text string) (string, error) {
	came := time.Now()
	m, err := parse(text)
	if err != nil {
		return "", fmt.Errorf("player: %w", err)
	}
	switch m.kind {
	case "INFO":
		if s.busy() {
			return "BUSY", nil
		}
		return "AVAILABLE", nil
	case "START":
		return s.start(m, came)
	}
	x := s.current(m.match)
	if x == nil {
		return "", ErrBusy
	}
	switch m.kind {
	case "ABORT":
		s.end(x, "aborted")
		return "ABORTED", nil
	case "STOP":
		x.interrupt()
	}
	x.lock.Lock()
	defer x.lock.Unlock()
	if x.ctx.Err() != nil {
		return "", ErrBusy // ended in the meantime
	}
	answer, err := x.play(m, s.opt.deadline(came, x.playClock))
	if m.kind == "STOP" {
		s.end(x, "over")
	}
	if err != nil {
		return "", fmt.Errorf("player: %w", err)
	}
	return answer, nil
}

func (s *Server) start(m message, came time.Time) (string, error) {
	busy := s.busy()
	s.lock.Lock()
	if busy || s.match != nil { // another may have begun
		s.lock.Unlock()
		return "", ErrBusy
	}
	s.matches++
	x, err := begin(m, s.opt, s.opt.Seed+s.matches, s.compiler)
	if err != nil {
		s.lock.Unlock()
		return "", fmt.Errorf("player: %w", err)
	}
	clock := time.Duration(m.start) * time.Second
	s.match, s.last, s.expiry = x, x.screen, came.Add(clock+graceTime+4*x.playClock)
	s.lock.Unlock()

	x.lock.Lock()
	defer x.lock.Unlock()
	deadline := s.opt.deadline(came, clock)
	ctx, cancel := context.WithDeadline(x.ctx, deadline)
	defer cancel()
	x.ready(ctx.Done(), true)
	x.showFacts()
	if x.ctx.Err() == nil && time.Until(deadline) > 0 {
		x.think(deadline)
	}
	x.say("waiting")
	return "READY", nil
}

// ServeHTTP answers a message that is posted to any path, and shows the match on the page /.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	control := http.NewResponseController(w)
	switch {
	case r.Method == http.MethodGet && r.URL.Path == "/":
		s.servePage(w)
		return
	case r.Method != http.MethodPost:
		http.Error(w, "want a message by POST, or the page / by GET", http.StatusMethodNotAllowed)
		return
	}
	// Errors mean that the connection has no deadlines, as in tests.
	_ = control.SetReadDeadline(time.Now().Add(s.bodyTime))
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxMessage))
	if err != nil {
		status := http.StatusBadRequest
		if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
			status = http.StatusRequestEntityTooLarge
		}
		http.Error(w, err.Error(), status)
		return
	}
	_ = control.SetReadDeadline(time.Time{})
	answer, err := s.Call(r.Context(), string(text))
	_ = control.SetWriteDeadline(time.Now().Add(answerTime))
	w.Header().Set("Content-Type", "text/acl")
	w.Header().Set("Access-Control-Allow-Origin", "*")
	switch {
	case errors.Is(err, ErrBusy):
		answer = "BUSY"
	case err != nil:
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	_, _ = io.WriteString(w, answer) // the manager may have gone
}

// Serve serves until ctx ends, and closes the listener.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	h := &http.Server{Handler: s, ReadHeaderTimeout: s.headTime, IdleTimeout: time.Minute, MaxHeaderBytes: 1 << 16}
	stop := context.AfterFunc(ctx, func() {
		s.lock.Lock()
		m := s.match
		s.lock.Unlock()
		if m != nil {
			s.end(m, "ended")
		}
		_ = h.Close()
	})
	defer stop()
	if err := h.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
