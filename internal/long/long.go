// Package long separates the tests of full size, which take minutes, from those that a user of the library runs. The
// build tag long enables them in all modules:
//
//	go test -tags long work
//
// Test files that attack the library, such as with games that lie or panic, begin with
//
//	//go:build long || race || 386
//
// to be compiled only for the long tests, the race detector and 32 bits.
package long

import (
	"flag"
	"strconv"
	"testing"
)

func Only(t testing.TB) {
	t.Helper()
	if !Enabled {
		t.Skip("a long test: run it with -tags long")
	}
}

func Or[T any](full, brief T) T {
	if Enabled {
		return full
	}
	return brief
}

// Checks sets the number of checks that package rapid makes of each property until the test ends, to full if the long
// tests run and otherwise to brief, unless the flag -rapid.checks is set. Tests that run in parallel are affected too.
func Checks(t testing.TB, full, brief int) {
	t.Helper()
	checks := flag.Lookup("rapid.checks")
	if checks == nil || checks.Value.String() != checks.DefValue {
		return
	}
	if err := checks.Value.Set(strconv.Itoa(Or(full, brief))); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = checks.Value.Set(checks.DefValue) })
}
