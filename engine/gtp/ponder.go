package gtp

import "context"

// A Ponderer is an engine that searches while the opponent thinks.
type Ponderer interface {
	// Ponder is called after each reply. It must return soon after ctx ends, which is when the next command arrives. No
	// other method is called while Ponder runs. It returns no error: a later command can report one.
	Ponder(ctx context.Context)
}

// await returns the next line and lets the engine ponder until then. ok is false if ctx ended first.
func (s *Server) await(ctx context.Context, lines <-chan line) (l line, ok bool) {
	if s.ponderer != nil {
		within, cancel := context.WithCancel(ctx)
		done := make(chan struct{})
		go func() {
			defer close(done)
			s.ponderer.Ponder(within)
		}()
		defer func() {
			cancel()
			<-done
		}()
	}
	select {
	case l = <-lines:
		return l, true
	case <-ctx.Done():
		return l, false
	}
}
