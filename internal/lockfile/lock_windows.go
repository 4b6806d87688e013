package lockfile

import (
	"os"
	"syscall"
	"unsafe"
)

var (
	kernel32     = syscall.NewLazyDLL("kernel32.dll")
	lockFileEx   = kernel32.NewProc("LockFileEx")
	unlockFileEx = kernel32.NewProc("UnlockFileEx")
)

const (
	exclusiveAtOnce = 0x3 // LOCKFILE_EXCLUSIVE_LOCK and LOCKFILE_FAIL_IMMEDIATELY
	errorLocked     = syscall.Errno(33)
	errorPending    = syscall.Errno(997)
)

// far is a byte beyond the end of any file: a lock in Windows prevents reading of its range.
func far() *syscall.Overlapped { return &syscall.Overlapped{Offset: ^uint32(0), OffsetHigh: 1<<31 - 1} }

func take(file *os.File) (key string, err error) {
	ok, _, err := lockFileEx.Call(file.Fd(), exclusiveAtOnce, 0, 1, 0, uintptr(unsafe.Pointer(far())))
	switch {
	case ok != 0:
		return "", nil
	case err == errorLocked, err == errorPending:
		return "", errHeld
	}
	return "", err
}

func drop(file *os.File, _ string) {
	_, _, _ = unlockFileEx.Call(file.Fd(), 0, 1, 0, uintptr(unsafe.Pointer(far())))
}
