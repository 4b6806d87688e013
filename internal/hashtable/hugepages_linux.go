package hashtable

import (
	"syscall"
	"unsafe"
)

const hugePage = 2 << 20

// useHugePages asks the system to map memory in huge pages. A table is read in random order, and with usual pages each
// access also takes the time to find the page. It is advisory; errors are ignored.
func useHugePages(memory unsafe.Pointer, size uintptr) {
	skip := -uintptr(memory) % hugePage
	if size < skip+hugePage {
		return
	}
	whole := unsafe.Slice((*byte)(unsafe.Add(memory, skip)), (size-skip)/hugePage*hugePage)
	_ = syscall.Madvise(whole, syscall.MADV_HUGEPAGE)
}
