package engine

import "errors"

// The clients of other programs, in packages engine/uci, engine/gtp and engine/analysis, return errors that wrap one of
// these when the program can no longer be used.
var (
	ErrGone    = errors.New("the program has ended")
	ErrSilent  = errors.New("the program does not answer")
	ErrGarbage = errors.New("the program does not keep to the protocol")
)
