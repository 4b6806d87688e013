package gametest

import (
	"flag"
	"os"
	"testing"

	"github.com/ply-search/ply/internal/long"
)

// TestMain lets each law be checked less often than for a user, unless the long tests run: most tests here are of laws that
// are found broken at once.
func TestMain(m *testing.M) {
	flag.Parse()
	if checks := flag.Lookup("rapid.checks"); !long.Enabled && checks.Value.String() == checks.DefValue {
		_ = checks.Value.Set("40")
	}
	os.Exit(m.Run())
}
