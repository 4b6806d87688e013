package guardtest

import "sync/atomic"

// A Fuse breaks a game once, in a call of one of its methods. Clones share the fuse of the game, so the calls of all of
// them count, however the work is divided among goroutines.
type Fuse struct {
	Method string // in which the game breaks

	left   atomic.Int64 // calls until it does
	broken atomic.Bool
	bang   func()
}

// NewFuse returns a fuse that calls bang, which does not return, at the given call of a method, from 1 on.
func NewFuse(method string, call int64, bang func()) *Fuse {
	f := &Fuse{Method: method, bang: bang}
	f.left.Store(call)
	return f
}

// Hit counts a call of a method.
func (f *Fuse) Hit(method string) {
	if method == f.Method && f.left.Add(-1) == 0 {
		f.broken.Store(true)
		f.bang()
	}
}

// Broken reports whether the game has been broken.
func (f *Fuse) Broken() bool { return f.broken.Load() }
