//go:build !unix

package cli

// ignoreBrokenPipes does nothing, since writes to a pipe without a reader return an error on this platform.
func ignoreBrokenPipes() {}
