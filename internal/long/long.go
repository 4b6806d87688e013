// Package long separates the tests of full size, which take minutes, from those that a user of the library
// runs. The build tag long enables them in all modules:
//
//	go test -tags long work
package long

import "testing"

// Only skips the test unless the long tests run.
func Only(t testing.TB) {
	t.Helper()
	if !Enabled {
		t.Skip("a long test: run it with -tags long")
	}
}

// Or returns full if the long tests run, and otherwise brief.
func Or[T any](full, brief T) T {
	if Enabled {
		return full
	}
	return brief
}
