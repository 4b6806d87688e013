//go:build !linux

package hashtable

import "unsafe"

// useHugePages does nothing where there is no way to ask for huge pages.
func useHugePages(unsafe.Pointer, uintptr) {}
