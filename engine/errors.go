package engine

import "errors"

// The errors of clients of other programs, in the packages below this one, when nothing can be done with the program any more.
var (
	ErrGone    = errors.New("the program has ended")
	ErrSilent  = errors.New("the program does not answer")
	ErrGarbage = errors.New("the program does not keep to the protocol")
)
