package cli

import (
	"fmt"

	"github.com/pbnjay/memory"

	"github.com/ply-search/ply/transposition"
)

// CheckTable returns an error that names the memory if a table cannot have so many entries of so
// many bytes on this machine.
func CheckTable(entries, size int) error {
	if err := transposition.CheckMemory(entries, size); err != nil {
		return err
	}
	if need, all := float64(entries)*float64(size), float64(memory.TotalMemory()); all > 0 && need > all {
		return fmt.Errorf("a table of %d entries needs %s, more than the %s of this machine",
			entries, transposition.FormatBytes(need), transposition.FormatBytes(all))
	}
	return nil
}
