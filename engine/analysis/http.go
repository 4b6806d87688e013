package analysis

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ply-search/ply/internal/bom"
)

const (
	headTime   = 5 * time.Second  // for the head of a request
	bodyTime   = 10 * time.Second // for the body of a request
	answerTime = 10 * time.Second // to accept a part of an answer
	idleTime   = time.Minute      // between two requests of a connection
	graceTime  = 10 * time.Second // for the last answers at shutdown
	headBytes  = 1 << 14

	waitingEvery = time.Second // interval of the events that report waiting
	retryAfter   = "1"         // in seconds
)

// ServeHTTP answers a POST request, on any path. The package documentation describes the answers.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	v := &visit{server: s, control: http.NewResponseController(w), w: w, came: make(chan struct{}, 1)}
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		v.refuse(http.StatusMethodNotAllowed, &Refusal{Text: "want POST with a request in JSON"})
		return
	}
	if !s.enter() {
		v.refuse(http.StatusServiceUnavailable, &Refusal{Text: "too many requests are being answered"})
		return
	}
	defer s.leave()
	_ = v.control.SetReadDeadline(time.Now().Add(s.bodyTime)) // if supported
	line, err := io.ReadAll(http.MaxBytesReader(w, r.Body, int64(s.opt.MaxBytes)))
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		v.refuse(http.StatusRequestEntityTooLarge, &Refusal{Text: fmt.Sprintf("the request is longer than %d bytes", s.opt.MaxBytes)})
		return
	case errors.Is(err, os.ErrDeadlineExceeded):
		v.refuse(http.StatusRequestTimeout, &Refusal{Text: fmt.Sprintf("the request did not come within %v", s.bodyTime)})
		return
	case err != nil: // the client has disconnected
		return
	}
	_ = v.control.SetReadDeadline(time.Time{})
	o, refusal := decode(bom.Trim(line), &s.opt, true)
	if refusal == nil && o.action != "" {
		refusal = &Refusal{ID: o.ID, Field: "action", Text: "is for lines only: a request ends when its client closes the connection"}
	}
	if refusal != nil {
		v.refuse(http.StatusBadRequest, refusal)
		return
	}
	v.answer(r, &o)
}

// enter counts a visit, or returns false if there are too many. A visit without pending jobs is receiving its request
// or sending its answer.
func (s *Server) enter() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.visits >= 2*s.opt.MaxPending {
		return false
	}
	s.visits++
	return true
}

func (s *Server) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.visits--
}

// A visit is an HTTP request.
type visit struct {
	server  *Server
	w       http.ResponseWriter
	control *http.ResponseController
	jobs    []*job

	mu    sync.Mutex
	found []Answer      // not sent yet
	came  chan struct{} // signals new answers
}

// mostPartial is the number of unsent answers at which partial answers are dropped.
const mostPartial = 16

// tell accepts an answer. It never blocks; slow clients miss partial answers.
func (v *visit) tell(a Answer) {
	if a.Final {
		v.server.release() // before the client sees the answer
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if !a.Final && len(v.found) >= mostPartial {
		return
	}
	v.found = append(v.found, a)
	select {
	case v.came <- struct{}{}:
	default:
	}
}

func (v *visit) take() []Answer {
	v.mu.Lock()
	defer v.mu.Unlock()
	found := v.found
	v.found = nil
	return found
}

func (v *visit) answer(r *http.Request, o *order) {
	stream := o.Every > 0 || strings.Contains(r.Header.Get("Accept"), "text/event-stream")
	ctx := r.Context()
	var refusal *Refusal
	if v.jobs, refusal = v.server.jobs(ctx, o, v.tell); refusal != nil {
		v.refuse(http.StatusBadRequest, refusal)
		return
	}
	if !v.server.add(ctx, v.jobs, false) {
		for _, j := range v.jobs {
			j.cancel()
		}
		v.refuse(http.StatusServiceUnavailable, &Refusal{ID: o.ID, Text: "too many positions wait to be searched"})
		return
	}
	if stream {
		v.stream(ctx, o.ID)
		return
	}
	finals := make([]Answer, 0, len(v.jobs))
	v.each(ctx, nil, func(a Answer) {
		if a.Final {
			finals = append(finals, a)
		}
	})
	status := http.StatusOK
	if slices.ContainsFunc(finals, func(a Answer) bool { return a.Error != "" }) {
		status = http.StatusInternalServerError
	}
	if o.several {
		slices.SortFunc(finals, func(a, b Answer) int { return slices.Index(o.Turns, a.Turn) - slices.Index(o.Turns, b.Turn) })
		v.write(status, finals)
		return
	}
	v.write(status, finals[0])
}

// each calls do with each answer up to the last final one. When ctx ends, it ends the searches. While all jobs wait, it
// calls waiting, if not nil, with the number of jobs ahead, at once and every second.
func (v *visit) each(ctx context.Context, waiting func(ahead int), do func(Answer)) {
	var tick <-chan time.Time
	if waiting != nil {
		if n, waits := v.server.ahead(v.jobs); waits {
			waiting(n)
			ticker := time.NewTicker(waitingEvery)
			defer ticker.Stop()
			tick = ticker.C
		}
	}
	gone := ctx.Done()
	for left := len(v.jobs); left > 0; {
		select {
		case <-v.came:
		case <-gone:
			gone = nil
			v.server.end(v.jobs)
		case <-tick:
			n, waits := v.server.ahead(v.jobs)
			if waits {
				waiting(n)
			} else {
				tick = nil
			}
		}
		for _, a := range v.take() {
			do(a)
			if a.Final {
				left--
			}
		}
	}
}

// stream sends answers as server-sent events.
func (v *visit) stream(ctx context.Context, id string) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	v.header("text/event-stream")
	v.w.WriteHeader(http.StatusOK)
	broken := false
	send := func(event string, value any) {
		if broken {
			return
		}
		data, err := encode(value) // ends with a line feed
		if err == nil {
			_ = v.control.SetWriteDeadline(time.Now().Add(answerTime)) // if supported
			_, err = fmt.Fprintf(v.w, "%sdata: %s\n", event, data)
		}
		if err == nil {
			err = v.control.Flush()
		}
		if err != nil && !errors.Is(err, http.ErrNotSupported) {
			broken = true // the client has disconnected
			cancel()
		}
	}
	waiting := func(ahead int) {
		send("event: waiting\n", struct {
			ID    string `json:"id"`
			Ahead int    `json:"ahead"`
		}{id, ahead})
	}
	v.each(ctx, waiting, func(a Answer) { send("", a) })
}

func (v *visit) header(kind string) {
	h := v.w.Header()
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
}

func (v *visit) write(status int, value any) {
	data, err := encode(value)
	if err != nil { // all values can be represented in JSON
		status, data = http.StatusInternalServerError, nil
	}
	v.header("application/json")
	_ = v.control.SetWriteDeadline(time.Now().Add(answerTime)) // if supported
	v.w.WriteHeader(status)
	_, _ = v.w.Write(data) // the client may have disconnected
}

func (v *visit) refuse(status int, r *Refusal) {
	if status == http.StatusServiceUnavailable {
		v.w.Header().Set("Retry-After", retryAfter)
	}
	v.write(status, r)
}

// ListenAndServe serves HTTP at an address such as localhost:8080 until ctx ends. Port 0 selects a free port. If the
// address has no host, the host is localhost. The host 0.0.0.0 or [::] lets other machines connect. handler is a
// [Server], or an [http.ServeMux] that contains a Server. listening, if not nil, is called once with the actual
// address, when clients can connect.
//
// A request that a browser sends on behalf of a page from another origin is refused with status 403
// ([http.CrossOriginProtection]). If the server listens at a loopback address, the header Host of a request must be
// localhost or a loopback address. Otherwise the request is refused with status 403, which prevents DNS rebinding.
//
// When ctx ends, all searches end, their answers are sent, and ListenAndServe returns nil.
func ListenAndServe(ctx context.Context, addr string, handler http.Handler, listening func(net.Addr)) error {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("analysis: %w", err)
	}
	if host == "" {
		host = "localhost"
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", net.JoinHostPort(host, port))
	if err != nil {
		return fmt.Errorf("analysis: %w", err)
	}
	if tcp, ok := l.Addr().(*net.TCPAddr); ok && tcp.IP.IsLoopback() {
		handler = onlyLocal(handler)
	}
	h := http.Server{
		Handler: http.NewCrossOriginProtection().Handler(handler), BaseContext: func(net.Listener) context.Context { return ctx },
		ReadHeaderTimeout: headTime, IdleTimeout: idleTime, MaxHeaderBytes: headBytes,
	}
	ended := make(chan struct{})
	defer context.AfterFunc(ctx, func() {
		defer close(ended)
		grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), graceTime)
		defer cancel()
		if h.Shutdown(grace) != nil {
			_ = h.Close() // close remaining connections
		}
	})()
	if listening != nil {
		listening(l.Addr())
	}
	if err := h.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("analysis: %w", err)
	}
	<-ended
	return nil
}

// onlyLocal refuses requests with another host than this machine.
func onlyLocal(handler http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.Host)
		if err != nil {
			host = strings.Trim(r.Host, "[]") // there is no port
		}
		if ip := net.ParseIP(host); !strings.EqualFold(host, "localhost") && (ip == nil || !ip.IsLoopback()) {
			http.Error(w, fmt.Sprintf("the host is %.100q, want localhost", host), http.StatusForbidden)
			return
		}
		handler.ServeHTTP(w, r)
	})
}
