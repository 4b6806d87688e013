package guardtest

import "sync/atomic"

// A Fuse breaks a game once, in a call of one of its methods. Clones share the fuse: the calls on all of them count.
type Fuse struct {
	Method string // that breaks the game

	left   atomic.Int64 // calls before the break
	broken atomic.Bool
	bang   func()
}

// NewFuse returns a fuse that calls bang, which does not return, at the given call of a method, from 1 on.
func NewFuse(method string, call int64, bang func()) *Fuse {
	f := &Fuse{Method: method, bang: bang}
	f.left.Store(call)
	return f
}

func (f *Fuse) Hit(method string) {
	if method == f.Method && f.left.Add(-1) == 0 {
		f.broken.Store(true)
		f.bang()
	}
}

func (f *Fuse) Broken() bool { return f.broken.Load() }
