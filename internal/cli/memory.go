package cli

import (
	"flag"
	"math"
	"runtime/debug"

	"github.com/pbnjay/memory"
)

// Table defines a flag for the number of entries of a table, of some bytes each: from least to as many as the memory
// of this machine holds, or less where the program runs under a limit (GOMEMLIMIT).
func Table(flags *flag.FlagSet, to *int, name string, initial, least, bytes int, usage string) {
	Number(flags, to, name, initial, least, MostEntries(bytes), usage+", as memory permits")
}

// MostEntries returns how many entries of some bytes each the memory has room for, see [Table].
func MostEntries(bytes int) int {
	limit := min(debug.SetMemoryLimit(-1), 1<<40, math.MaxInt)
	if all := memory.TotalMemory(); all > 0 {
		limit = int64(min(all, uint64(limit)))
	}
	return int(limit) / bytes
}
