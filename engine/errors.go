package engine

import "errors"

// The errors of other programs, which package gtp and package uci talk to, when nothing can be done with them any more.
var (
	ErrGone   = errors.New("the engine has ended")
	ErrSilent = errors.New("the engine does not answer")
)
