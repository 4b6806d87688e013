package gtp

import "context"

// A Ponderer is an engine that thinks while the other side does.
type Ponderer interface {
	// Ponder is called when an answer has been given and the next command has not yet come. It returns soon after ctx
	// ends, which it does when the command comes, and at once if there is nothing to think about. The engine answers
	// nothing meanwhile. What goes wrong is for later answers to tell.
	Ponder(ctx context.Context)
}

// await returns the next line, until which the engine ponders; ok is false if ctx ended before.
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
