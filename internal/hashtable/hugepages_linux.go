package hashtable

import (
	"syscall"
	"unsafe"
)

// hugePage is the size of a huge page in bytes on most machines.
const hugePage = 2 << 20

// useHugePages asks the system to map memory in huge pages, as far as it holds whole ones. A table is
// read in random order, and with pages of the usual size each look takes the time to find the page as
// well. It is no more than a wish: if the system does not know it, all stays as it is.
func useHugePages(memory unsafe.Pointer, size uintptr) {
	skip := -uintptr(memory) % hugePage
	if size < skip+hugePage {
		return
	}
	whole := unsafe.Slice((*byte)(unsafe.Add(memory, skip)), (size-skip)/hugePage*hugePage)
	_ = syscall.Madvise(whole, syscall.MADV_HUGEPAGE)
}
