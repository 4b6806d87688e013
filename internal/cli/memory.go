package cli

import (
	"flag"
	"math"
	"runtime/debug"

	"github.com/pbnjay/memory"
)

// Table defines a flag for the number of entries of a table. bytes is the size of an entry. The greatest value is
// MostEntries(bytes).
func Table(flags *flag.FlagSet, to *int, name string, initial, least, bytes int, usage string) {
	Number(flags, to, name, initial, least, MostEntries(bytes), usage+", as memory permits")
}

// MostEntries returns the number of entries of the given size in bytes that fit into the memory of the machine or, if
// this is lower, into the limit of the program (GOMEMLIMIT). At most 1 TiB counts as memory.
func MostEntries(bytes int) int {
	limit := min(debug.SetMemoryLimit(-1), 1<<40, math.MaxInt)
	if all := memory.TotalMemory(); all > 0 {
		limit = int64(min(all, uint64(limit)))
	}
	return int(limit) / bytes
}
