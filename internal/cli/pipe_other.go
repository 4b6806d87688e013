//go:build !unix

package cli

// ignoreBrokenPipes does nothing: a write to a pipe that nobody reads fails here.
func ignoreBrokenPipes() {}
