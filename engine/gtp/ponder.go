package gtp

import "context"

// A Ponderer is an engine that can search during the opponent's turn. See [Server].Ponder.
type Ponderer interface {
	// Ponder is called after each reply. It must return soon after ctx ends; ctx ends when the next command arrives.
	// The server calls no other method while Ponder is running. If Ponder fails, a method called later may return the
	// error.
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
