package engine

import "errors"

// Clients of other programs, in the packages below this one, return these errors when a program can no longer be used.
var (
	ErrGone    = errors.New("the program has ended")
	ErrSilent  = errors.New("the program does not answer")
	ErrGarbage = errors.New("the program does not keep to the protocol")
)
